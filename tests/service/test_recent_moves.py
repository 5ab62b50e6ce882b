"""News for those who come back: what followed their own last move, and what was made for them."""

from itertools import pairwise
from random import Random
from typing import Any

import pytest

from bot.engine.contract import NATURE
from bot.engine.replay import playout, replay
from bot.engine.rounds import RoundScored
from bot.engine.seating import TimeUp, Unasked, prepare
from bot.games import CATALOGUE, game
from bot.model.match import MoveMaker, Stage
from bot.model.preferences import Preferences
from bot.model.updates import PublicMove
from bot.service.play import recent_moves
from bot.service.play.recent_moves import KEPT, RecentMoves
from tests.service.harness import ANA, BRUNO, CHEN, DANA, ServiceHarness

PEOPLE = (ANA, BRUNO, CHEN, DANA)
TOGETHER = [each.info for each in CATALOGUE if each.info.max_seats > 1]


async def told(harness: ServiceHarness, user: int, match_id: int = 1) -> list[int]:
    return [each.ply for each in (await harness.matches.view_for(match_id, user)).news]


async def events_for(harness: ServiceHarness, user: int) -> list[Any]:
    view = await harness.matches.view_for(1, user)
    return [event for each in view.news for event in each.events]


@pytest.mark.parametrize("info", TOGETHER, ids=lambda info: info.id)
async def test_whoever_looks_only_before_they_move_is_told_everything_once(harness, info):
    """The rest of a round is in the message that ends it."""
    people, rng = PEOPLE[: min(info.max_seats, 4)], Random(5)
    await harness.running(*people, game_id=info.id)
    known: dict[int, list[int]] = {user: [] for user in people}
    longest = 0
    for _ in range(120):
        match = await harness.store.match(1)
        if match.stage is not Stage.RUNNING:
            break
        plies = await harness.plies(1)
        async with harness.service.cache.locked(1) as loaded:
            acting = sorted(loaded.rules.to_act(loaded.state))
        seat = rng.choice(acting)
        user = match.seats[seat].user_id
        missed = await told(harness, user)
        longest = max(longest, len(missed))
        codes = [each.code for each in loaded.rules.legal_moves(plies[-1].state, seat)]
        view = await harness.matches.play(1, user, None, rng.choice(codes))
        own, *answer = [each.ply for each in view.news]
        extent = [own]  # what a player's own move does by itself is part of it
        plies = await harness.plies(1)
        while answer and plies[answer[0]].move.automatic and plies[answer[0]].actor == seat:
            extent.append(answer.pop(0))
        known[user] += [*missed, *extent]
        await harness.agree(1)
    ends = {
        ply.index
        for ply in await harness.plies(1)
        if any(isinstance(each, RoundScored) for each in ply.events)
    }
    assert longest < KEPT, "else some would be left out"
    for seen in known.values():
        assert seen == sorted(set(seen)), "once, and in order"
        for ply, after in pairwise(seen):
            if not ends.intersection(range(ply, after)):
                assert after == ply + 1, "nothing is left out within a round"


async def forced(timed: Any) -> tuple[int, int]:
    """Let a person's forced move be made for them; return who it was, and its ply."""
    for user in (ANA, BRUNO):
        await timed.service.set_preferences(user, Preferences(autoplay=True))
    await timed.begun(ANA, BRUNO)
    while True:
        (user, codes), match = await timed.turn(1), await timed.match()
        if len(codes) == 1 and await told(timed, user):
            await timed.advance(minutes=4)
            return user, match.ply
        await timed.play(number=match.ply)


async def test_only_its_player_learns_that_a_move_was_made_for_them(timed):
    user, ply = await forced(timed)
    other = BRUNO if user == ANA else ANA
    seat = (await timed.match()).seat_of(user)
    again = timed.another()
    for harness in (timed, again):
        assert ply in await told(harness, user), "they did not make it themselves"
        own, others = await events_for(harness, user), await events_for(harness, other)
        assert Unasked(seat, planned=False) in own
        assert not any(isinstance(each, Unasked) for each in others)
        update = await harness.service.outbox.current_update(1)
        public = [*update.news, *update.recent, *update.told[other]]
        assert not any(isinstance(e, Unasked) for each in public for e in each.events)
        assert Unasked(seat, planned=False) in [e for m in update.told[user] for e in m.events]
    assert await timed.store.makers(1) == {ply: MoveMaker.AUTOPLAY}
    match = await timed.match()
    assert "unasked" not in repr(match).lower()
    await timed.agree(1)


def told_from(recent: RecentMoves, first: int) -> list[PublicMove]:
    return [each for each in recent.moves if each.ply >= first]


@pytest.mark.parametrize("info", TOGETHER, ids=lambda info: info.id)
def test_a_move_that_was_planned_looks_to_all_others_like_any_other(info):
    """Two worlds, in one of which somebody's moves are made for them."""
    rules, rng = game(info.id), Random(4)
    seats = info.min_seats
    setup = prepare(info, seats)
    log = [(actor, move.code) for actor, move, _ in playout(rules, rules.start(setup), rng)]
    for secret in (MoveMaker.PLAN, MoveMaker.AUTOPLAY):
        one = other = recent_moves.new_round(seats)
        for ply in replay(rules, setup, log[:300]):
            public = recent_moves.public_move(ply, late=False)
            is_made = ply.actor == 0 and not ply.move.automatic and rng.random() < 0.7
            one = one.after(ply, public, None)
            other = other.after(ply, public, secret if is_made else None)
            assert one.moved == other.moved
            for seat in range(1, seats):
                first = one.missed_by(seat)
                assert first == other.missed_by(seat)
                marked = [each.marked(seat, told_from(each, first)) for each in (one, other)]
                assert marked[0] == marked[1]
            for seat in range(seats):
                first = one.missed_by(seat, publicly=True)
                assert first == other.missed_by(seat, publicly=True)
                assert told_from(one, first) == told_from(other, first), "what the table tells"


async def test_who_was_away_is_told_of_what_the_clock_and_a_computer_did_for_them(timed):
    await timed.begun(ANA, BRUNO)
    away, _ = await timed.turn(1)
    begun = (await timed.match()).ply
    seat = (await timed.match()).seat_of(away)
    while not (match := await timed.match()).seats[seat].is_held:
        if (await timed.turn(1))[0] == away:
            await timed.advance(hours=25)
        else:
            await timed.play(number=match.ply)
    await timed.matches.reclaim_seat(1, away)
    for harness in (timed, timed.another()):
        events = await events_for(harness, away)
        assert events.count(TimeUp(seat)) == 2
        assert (await told(harness, away))[0] <= begun
    other = BRUNO if away == ANA else ANA
    own = [ply.index for ply in await timed.plies(1) if ply.actor not in (NATURE, seat)]
    assert all(each > own[-1] for each in await told(timed, other))


async def test_of_a_long_absence_the_end_is_told(harness, monkeypatch):
    monkeypatch.setattr(recent_moves, "KEPT", 3)
    await harness.running(ANA, BRUNO, CHEN, DANA)
    await harness.play_on(1, Random(2), moves=3)
    ply = (await harness.store.match(1)).ply
    assert await told(harness, (await harness.turn(1))[0]) == [ply - 3, ply - 2, ply - 1]
    update = await harness.service.outbox.current_update(1)
    assert [each.ply for each in update.recent] == [ply - 3, ply - 2, ply - 1]
    assert update.called_since == ply - 3
    await harness.agree(1)
