"""Wherever the process dies, the next one continues as if it had not: nothing is lost or doubled.

Every scenario is played once for each of its moments: a process dies just before or just after each
call to the store or the publisher, from the click until everything shown has been recorded.
Then a process starts on the same database, people who got no answer press again, and the result is
the same as without a death.
"""

from collections import Counter
from collections.abc import Callable
from contextlib import suppress

import pytest

from bot.engine.errors import Refusal
from bot.games import game
from bot.model.deadlines import NOTHING
from bot.model.match import Match
from bot.model.scores import OVERALL
from bot.model.shards import ALONE
from bot.service.clock import timing
from bot.service.delays import AT_ONCE, NO_DELAYS, Delays, QuietTime
from tests.service import crashing
from tests.service.crash_scenarios import SCENARIOS, advance
from tests.service.crashing import Action, CrashPoint, DurableState
from tests.service.harness import ServiceHarness

GRACE = {"minutes": 61}
"""The grace period that a restart gives to people who ran out of time, if a move may take a day."""
READS = """
match log late_plies makers open_of alarms next_alarm player_settings pending_matches
matches_to_call may_call move_times watchers invitations reminders unscored ended
meetings ratings career scored
waiting_for digests_due next_digest
"""
DELAYED = {"a chain of planned moves"}
"""Scenarios in which nobody is called right after a move."""
READING_CALLS = {*READS.split()}
"""Calls that change nothing: dying beside one is like dying beside the last change."""


async def assert_survives(name: str, deadly: Callable[[str], bool]) -> None:
    """Play a scenario without a death, then with one at every moment that is ``deadly``."""
    delays = Delays(AT_ONCE, QuietTime()) if name in DELAYED else NO_DELAYS
    durable, action = await crashing.prepared(SCENARIOS[name], delays)
    whole = CrashPoint()
    untroubled, _ = await crashing.run_until_crash(durable, action, whole)
    matches, reminded = await recovered(untroubled, None)
    assert matches
    called = called_in(untroubled)
    assert len({*called}) == len(called), "called twice"
    before = Counter(durable.channel.reminded)
    numbers = [number for number, what in enumerate(whole.moments, 1) if deadly(what)]
    assert numbers
    for number in numbers:
        crash = CrashPoint(dies_at=number)
        left, confirmed = await crashing.run_until_crash(durable, action, crash)
        try:
            after, reminded_after = await recovered(left, None if confirmed else action)
            assert after == matches
            assert {*called_in(left)} == {*called}, "called about the same, under the same token"
            assert max((reminded_after - before).values(), default=0) <= 1, "reminded twice"
            assert reminded_after >= reminded, "somebody was not reminded"
        except BaseException as error:
            error.add_note(f"died {crash.moments[-1]}: {number} of {crash.moments}")
            raise


async def test_death_as_something_is_written_or_shown() -> None:
    await assert_survives("a match ends", lambda what: what.split()[1] not in READING_CALLS)


@pytest.mark.parametrize("name", ["a planned move", "a chain of planned moves"])
async def test_death_as_planned_moves_are_made(name: str) -> None:
    await assert_survives(name, lambda what: what.split()[1] not in READING_CALLS)


@pytest.mark.parametrize("name", ["a reminder", "an invitation", "a watched match goes on"])
async def test_death_as_people_are_called(name: str) -> None:
    calls = {"claim_calls", "settle_calls", "call_by_dm", "call_in_channel", "remind", "plan"}
    await assert_survives(name, lambda what: what.split()[1] in calls)


@pytest.mark.deep
@pytest.mark.parametrize("name", SCENARIOS)
async def test_death_at_any_moment(name: str) -> None:
    await assert_survives(name, lambda what: True)


def called_in(durable: DurableState) -> list[tuple[int, str]]:
    """Return everybody who was called, with the token that keeps a call from being sent twice."""
    return [(user, call.token) for users, call in durable.channel.called for user in users]


async def recovered(
    durable: DurableState, again: Action | None
) -> tuple[list[tuple[object, ...]], Counter[tuple[int, int]]]:
    """Return the outcome of the matches in another process, and the people who were reminded.

    ``again``: people who got no answer press again.
    """
    harness = durable.new_process()
    await crashing.start_process(harness)
    await crashing.until_idle()
    if again is not None:
        with suppress(Refusal):
            await again(harness)
        await crashing.until_idle()
    await advance(harness, **GRACE)
    while (first := await harness.store.match(1)) is not None and first.is_quiet:
        await advance(harness, minutes=3)  # until people are called
    matches = list[Match]()
    while (match := await harness.store.match(len(matches) + 1)) is not None:
        matches.append(match)
        await harness.agree(match.id)
        await everything_was_told(durable, harness, match)
        await the_clocks_are_right(harness, match)
    assert await harness.store.pending_matches(ALONE) == ()
    told = [await end_state_of(harness, match) for match in matches]
    await durable.stop(harness, crashing.this_task())
    return told, Counter(durable.channel.reminded)


async def end_state_of(harness: ServiceHarness, match: Match) -> tuple[object, ...]:
    return (
        match.stage,
        match.close_reason,
        match.host_id,
        match.pace,
        match.seats,
        match.awaits,
        match.agenda.plans,
        match.agenda.calls_at,
        await harness.store.log(match.id),
        await harness.store.late_plies(match.id, 0),
        await scores_of(harness, match),
        [
            (clock.seat, clock.ply, clock.reminded, clock.away_until is not None)
            for clock in match.agenda.clocks
        ],
    )


async def scores_of(harness: ServiceHarness, match: Match) -> tuple[object, ...]:
    ended = await harness.store.ended(match.id)
    scored = await harness.store.scored(match.id)
    assert await harness.store.unscored(10) == ()
    assert (ended is not None) == bool(scored)
    if ended is None:
        return ()
    assert ended.is_scored
    users = [each.user_id for each in ended.seats if each.user_id is not None]
    ratings = await harness.store.ratings(users, (OVERALL, match.game))
    earned = [await harness.store.achievements(user) for user in users]
    given = [[(each.id, each.match_id) for each in found] for found in earned]
    return ended.seats, scored, ratings, given


async def everything_was_told(durable: DurableState, harness: ServiceHarness, match: Match) -> None:
    """Check that the channel shows the match as it is, and that no move was skipped on the way."""
    updates = [each for each in durable.channel.shown if each.match.id == match.id]
    shown = updates[-1]
    assert (shown.match.version, shown.match.ply) == (match.version, match.ply)
    assert (match.shown_version, match.shown_ply) == (match.version, match.ply)
    told = Counter(news.ply for each in updates for news in each.news)
    if match.id == 1:  # no scenario plays a second one that far
        told += Counter(news.ply for chapter in durable.channel.rounds for news in chapter)
    assert set(told) == set(range(match.ply))
    assert set(told.values()) <= {1, 2}, "more often than once under its nonce"
    if match.ply:
        plies = await harness.plies(match.id)
        assert shown.seen == game(match.game).observe(plies[-1].state, None)


async def the_clocks_are_right(harness: ServiceHarness, match: Match) -> None:
    """Check that exactly those who are to act and play for themselves have a clock."""
    agenda, now = match.agenda, harness.clock.now()
    if not match.is_open:
        assert agenda == NOTHING
        return
    fresh = ServiceHarness(harness.store)
    async with fresh.service.cache.locked(match.id) as loaded:
        asked = {
            seat: ply for seat, ply in loaded.turns.items() if match.seats[seat].is_person_playing
        }
    assert {clock.seat: clock.ply for clock in agenda.clocks} == asked
    assert agenda.lapses_at is not None
    assert agenda.lapses_at > now
    alarms = [agenda.lapses_at]
    for clock in agenda.clocks:
        assert (clock.due_at is None) is (match.pace.allowance is None)
        assert clock.due_at is None or clock.due_at > now
        user = match.seats[clock.seat].user_id or 0
        settings = (await fresh.service.preferences.player_settings([user]))[user]
        assert clock.away_until == timing.away_until(match.pace, now, settings)
        alarm = timing.next_alarm(clock, match.pace, now, settings)
        alarms += [alarm] if alarm else []
    assert agenda.wakes_at == min(alarms)
