"""Leaving a running match: a minute to come back in, and what happens when nobody does."""

from datetime import timedelta
from random import Random

import pytest

from bot.model.errors import NotSeated, TooLateToReturn
from bot.model.match import CloseReason, Match, Stage, WaitingFor
from bot.model.preferences import Preferences
from bot.model.terms import Pace
from tests.service.harness import ANA, BRUNO, CHEN, HERE, refused
from tests.service.virtual_time import TimedHarness


async def played(timed: TimedHarness, pace: Pace = Pace.DAY) -> Match:
    """Return a match with a computer in which Ana has made a move and is to make another."""
    await timed.begun(ANA, pace=pace, computers=1)
    await timed.play()
    match = await timed.match()
    assert match.is_open
    return match


async def test_a_computer_waits_a_minute_for_whoever_left_in_their_turn(timed):
    await timed.begun(ANA, BRUNO, CHEN, pace=Pace.LIVE)
    mover, _ = await timed.turn(1)
    before = await timed.leave(1, mover)
    assert before.awaits is WaitingFor.PERSON
    timed = await timed.again(seconds=50)
    assert (await timed.match()).ply == before.ply
    await timed.advance(seconds=9)
    assert (await timed.match()).ply == before.ply
    await timed.advance(seconds=2)
    after = await timed.match()
    assert after.ply > before.ply
    assert not after.agenda.kept
    assert not timed.service.computers.queue._tasks


async def test_whoever_comes_back_goes_on_with_the_same_clock(timed):
    await timed.begun(ANA, BRUNO, CHEN)
    mover, _ = await timed.turn(1)
    await timed.advance(hours=13)
    assert timed.channel.reminded == [(1, mover)]
    before = await timed.match()
    left_at = timed.time.now()
    await timed.leave(1, mover)
    await timed.advance(seconds=40)
    await timed.matches.undo_leaving(1, mover, before.ply, left_at)
    await timed.advance(minutes=10)
    after = await timed.match()
    assert (after.seats, after.agenda.clocks) == (before.seats, before.agenda.clocks)
    assert (after.ply, after.agenda.kept) == (before.ply, ())
    assert timed.channel.reminded == [(1, mover)]


async def test_a_move_of_somebody_else_ends_the_wait(timed):
    """In a game in which all choose at once."""
    match_id = await timed.begun(ANA, BRUNO, CHEN, game_id="blind")
    async with timed.service.cache.locked(match_id) as loaded:
        assert set(loaded.turns) == {0, 1, 2}
        codes = [each.code for each in loaded.rules.legal_moves(loaded.state, 1)]
    ply, left_at = loaded.match.ply, timed.time.now()
    await timed.leave(1, ANA)
    assert (await timed.match()).ply == ply
    await timed.matches.play(match_id, BRUNO, None, codes[0])
    await timed.quiet()
    assert not (await timed.match()).agenda.kept
    await refused(TooLateToReturn, timed.matches.undo_leaving(match_id, ANA, ply, left_at))


async def test_a_match_that_the_last_has_left_ends_after_a_minute(timed):
    before = await played(timed)
    await timed.leave(1, ANA)
    await timed.advance(seconds=59)
    waiting = await timed.match()
    assert (waiting.stage, waiting.ply) == (Stage.RUNNING, before.ply)
    assert timed.channel.shown[-1].match.seats[0].left_by == ANA
    timed = await timed.again(hours=3)
    await timed.advance(seconds=1)
    match = await timed.match()
    assert (match.stage, match.close_reason) == (Stage.CLOSED, CloseReason.LEFT)
    places = [(each.user_id, each.place) for each in timed.channel.shown[-1].scores]
    assert sorted(places, key=lambda each: each[1]) == [(None, 1), (ANA, 2)]
    shown = len(timed.channel.shown)
    await timed.advance(days=40)
    assert len(timed.channel.shown) == shown


async def test_the_last_to_leave_can_come_back_and_play_on(timed):
    before, left_at = await played(timed), timed.time.now()
    await timed.leave(1, ANA)
    await timed.advance(seconds=55)
    await timed.matches.undo_leaving(1, ANA, before.ply, left_at)
    await timed.advance(hours=1)
    after = await timed.match()
    assert after.stage is Stage.RUNNING
    assert (after.seats, after.agenda.clocks) == (before.seats, before.agenda.clocks)
    assert after.agenda.lapses_at > timed.time.now() + timedelta(days=29)
    await timed.play()


@pytest.mark.parametrize("first", [ANA, BRUNO])
@pytest.mark.parametrize("ends", ["the minute", "a new table", "a deleted channel"])
async def test_whoever_left_first_takes_last_place_however_it_ends(timed, first, ends):
    await timed.begun(ANA, BRUNO)
    await timed.play()
    (last,) = {ANA, BRUNO} - {first}
    await timed.leave(1, first)
    await timed.advance(seconds=5)
    await timed.leave(1, last)
    if ends == "the minute":
        await timed.advance(seconds=61)
    elif ends == "a new table":
        await timed.tables.open("block", HERE, CHEN, "salt")
    else:
        await timed.service.guilds.channel_deleted(HERE.channel_id)
    results = (await timed.store.ended(1)).seats
    assert {each.user_id: each.place for each in results} == {last: 1, first: 2}


async def test_a_new_table_does_not_wait_for_an_abandoned_match(timed):
    """Nor does the rematch of a match whose first rematch was abandoned."""
    first = await timed.begun(ANA, BRUNO)
    await timed.play_on(first, Random(1))
    for number in (2, 3):
        rematch = await timed.service.rematches.ask(first, HERE, ANA, "again")
        assert rematch.id == number
        timed.service.attend(number)
        await timed.quiet()
        await timed.service.rematches.ask(first, HERE, BRUNO, "again")
        await timed.quiet()
        await timed.play(number)
        for user in (ANA, BRUNO):
            await timed.matches.leave(number, user)
    assert (await timed.match(2)).stage is Stage.CLOSED
    assert (await timed.tables.open("block", HERE, CHEN, "salt")).stage is Stage.LOBBY
    assert (await timed.match(3)).close_reason is CloseReason.LEFT


async def test_deleted_data_keeps_no_seat(timed):
    before, left_at = await played(timed), timed.time.now()
    await timed.leave(1, ANA)
    await timed.service.privacy.erase(ANA)
    match = await timed.match()
    assert match is None or match.stage is Stage.CLOSED
    if match is not None:
        with pytest.raises((NotSeated, TooLateToReturn)):
            await timed.matches.undo_leaving(1, ANA, before.ply, left_at)


async def test_people_who_want_their_forced_moves_made_come_back_to_the_same_delay(timed):
    for user in (ANA, BRUNO):
        await timed.service.set_preferences(user, Preferences(autoplay=True))
    await timed.begun(ANA, BRUNO, CHEN)
    mover, _ = await timed.turn(1)
    before, left_at = await timed.match(), timed.time.now()
    await timed.leave(1, mover)
    after = await timed.matches.undo_leaving(1, mover, before.ply, left_at)
    assert after.agenda.clocks == before.agenda.clocks
