"""What waits for a person, digests that are claimed, and mutes."""

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.model.deadlines import Agenda, SeatClock
from bot.model.match import CloseReason
from bot.model.preferences import DigestTime, MessagePreference, Preferences
from bot.service.ports.faults import Conflict
from tests.store.matches import ANA, AT, BEN, CARO, new, play, reread, running
from tests.store.support import outcomes_of

HOUR = timedelta(hours=1)
DIGEST = Preferences(MessagePreference.DIGEST, digest=DigestTime(480, "Asia/Kathmandu"))


async def acting(store, channel: int, seat: int, due: int | None, **clock):
    """Store a match in which a seat is to move within so many hours."""
    match = await running(store, channel)
    due_at = None if due is None else AT + due * HOUR
    agenda = Agenda((SeatClock(seat, 1, due_at, **clock),))
    await store.plan(match.id, match.revision, agenda)
    return match.id


async def test_the_most_urgent_match_comes_first_and_no_other_persons(store):
    late, none, soon = [await acting(store, n, 0, due) for n, due in ((1, 9), (2, None), (3, 1))]
    theirs = await acting(store, 4, 1, 2)
    await acting(store, 5, 0, 3, kept_until=AT)
    await store.open_match(new(6), AT)
    over = await acting(store, 7, 0, 1)
    match = await store.match(over)
    await store.close(over, match.revision, CloseReason.LEFT, AT)
    assert await store.waiting_for(ANA) == (soon, late, none)
    assert await store.waiting_for(BEN) == (theirs,)
    assert await store.waiting_for(CARO) == ()
    assert await store.others_expected_by(BEN) == AT + HOUR
    assert await store.others_expected_by(CARO) is None


async def test_when_the_last_moves_were_made(store):
    one, two = [await running(store, channel) for channel in (1, 2)]
    await play(store, one, 1, at=AT + HOUR)
    lobby = await store.open_match(new(3), AT)
    moved_at = await store.last_moves([one.id, two.id, lobby.id])
    assert moved_at == {one.id: AT + HOUR, two.id: AT}
    assert await store.last_moves([]) == {}


async def test_a_digest_is_claimed_by_one_settled_once_and_gone_with_the_wish_for_it(store):
    await store.save_preferences(ANA, DIGEST, digest_at=AT)
    await store.save_preferences(ANA, replace(DIGEST, autoplay=True))
    (digest,) = await store.digests_due(AT)
    assert (await store.player_settings([ANA], AT))[ANA].preferences.digest == DIGEST.digest
    assert await store.digests_due(AT - HOUR) == ()
    assert await store.next_digest(AT - HOUR) == AT
    claims = await outcomes_of(*(store.claim_digest(digest, AT + n * HOUR) for n in range(4)))
    assert sorted(claims) == [False, False, False, True]
    (claimed,) = await store.digests_due(AT)
    assert await store.claim_digest(claimed, None)
    assert await store.claim_digest(digest, AT)
    await store.settle_digest(digest, AT + 24 * HOUR)
    await store.settle_digest(digest, AT + 48 * HOUR)
    assert await store.next_digest(AT) == AT + 24 * HOUR
    assert await store.digests_due(AT) == ()
    await store.save_preferences(ANA, replace(DIGEST, messages=MessagePreference.ON))
    assert await store.next_digest(AT) is None


async def test_a_digest_that_was_moved_while_it_was_sent_stays_where_it_is(store):
    await store.save_preferences(ANA, DIGEST, digest_at=AT)
    (digest,) = await store.digests_due(AT)
    assert await store.claim_digest(digest, AT)
    await store.save_preferences(ANA, DIGEST, digest_at=AT + HOUR)
    await store.settle_digest(digest, AT + 24 * HOUR)
    (moved,) = await store.digests_due(AT + HOUR)
    assert (moved.due_at, moved.claimed_at) == (AT + HOUR, None)


async def test_a_mute_is_part_of_the_match_shows_nothing_and_ends_with_it(store):
    match = await running(store)
    muting = replace(match.seats[0], muted=True)
    await store.save_occupant(match.id, match.revision, muting, shown=False)
    muted = await reread(store, match)
    assert muted.muted == {ANA}
    assert muted == replace(match, seats=muted.seats, revision=match.revision + 1)
    with pytest.raises(Conflict):
        await store.save_occupant(match.id, match.revision, muting, shown=False)
    await store.close(match.id, muted.revision, CloseReason.LEFT, AT)
    assert (await reread(store, match)).muted == frozenset()
