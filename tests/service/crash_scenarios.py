"""Situations in which a process dies. Each prepares everything and returns what happens next.

That action is then run in other processes, so it must not depend on the harness that prepared it.
"""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import timedelta
from functools import partial
from inspect import iscoroutinefunction, signature
from random import Random
from typing import Any

from bot.engine.errors import Refusal
from bot.engine.rounds import RoundScored
from bot.games import game
from bot.model.calls import WatchReminders
from bot.model.match import Match, Stage, WaitingFor
from bot.model.preferences import InvitationPreference, Preferences
from bot.model.terms import Pace, Phrase
from tests.service.crashing import Action, Scenario, check_clock, start_process, until_idle
from tests.service.harness import ANA, BRUNO, CHEN, DANA, EVA, HERE, ServiceHarness
from tests.service.planning import Foreseen, foresee, plan

ALL_THREE = (ANA, BRUNO, CHEN)


async def advance_to(moment: timedelta, harness: ServiceHarness) -> None:
    """Let time pass, and wait until the clock has handled what is due."""
    harness.clock.passed = max(harness.clock.passed, moment)
    await check_clock(harness)


def time_passes(harness: ServiceHarness, **how_long: float) -> Action:
    return partial(advance_to, harness.clock.passed + timedelta(**how_long))


async def advance(harness: ServiceHarness, **how_long: float) -> None:
    await time_passes(harness, **how_long)(harness)
    await until_idle()


async def next_move(harness: ServiceHarness, match_id: int, number: int = 0) -> Action:
    """Return one of the moves that somebody who is to act could make now."""
    match = await harness.store.match(match_id)
    user, codes = await harness.turn(match_id)
    code = codes[number % len(codes)]
    return lambda process: process.matches.play(match_id, user, match.ply, code)


def start(process: ServiceHarness, match_id: int) -> Awaitable[Match]:
    return process.tables.start(match_id, ANA, "start")


def in_lobby(
    do: Callable[[ServiceHarness, int], Awaitable[Any]], people: tuple[int, ...] = (ANA, BRUNO)
) -> Scenario:

    async def scenario(harness: ServiceHarness) -> Action:
        match_id = await harness.lobby(*people, computers=["steady"] * (len(people) == 1))
        return lambda process: do(process, match_id)

    return scenario


def in_match(
    do: Callable[[ServiceHarness, int], Awaitable[Any]], people: tuple[int, ...] = (ANA, BRUNO)
) -> Scenario:
    async def scenario(harness: ServiceHarness) -> Action:
        user, _ = await harness.turn(await harness.running(*people))
        return lambda process: do(process, user)

    return scenario


def while_time_passes(
    *before: float, hours: float, people: tuple[int, ...] = (ANA, BRUNO)
) -> Scenario:
    """Return a scenario in which nobody acts, for spans of ``before`` and then for ``hours``."""

    async def scenario(harness: ServiceHarness) -> Action:
        await harness.running(*people)
        for span in before:
            await advance(harness, hours=span)
        return time_passes(harness, hours=hours)

    return scenario


async def _with_computer(harness: ServiceHarness, *, rated: bool = True) -> int:
    match_id = await harness.running(ANA, computers=["steady"], rated=rated)
    await until_idle()
    return match_id


async def a_move(harness: ServiceHarness) -> Action:
    return await next_move(harness, await harness.running(*ALL_THREE))


async def a_move_and_a_computers(harness: ServiceHarness) -> Action:
    return await next_move(harness, await _with_computer(harness))


async def _with_a_missed_turn(harness: ServiceHarness) -> int:
    """Let somebody run out of time once, until it is their turn again; return who."""
    match_id = await harness.running(*ALL_THREE)
    late, _ = await harness.turn(match_id)
    await advance(harness, hours=25)
    while (turn := await harness.turn(match_id))[0] != late:
        user, codes = turn
        await harness.matches.play(match_id, user, None, codes[0])
        await until_idle()
    match: Match = await harness.store.match(match_id)
    assert [each.missed for each in match.seats if each.user_id == late] == [1]
    return late


async def time_up_for_the_second_time(harness: ServiceHarness) -> Action:
    """After this a computer holds the seat."""
    await _with_a_missed_turn(harness)
    return time_passes(harness, hours=25)


async def a_seat_taken_back(harness: ServiceHarness) -> Action:
    late = await _with_a_missed_turn(harness)
    await advance(harness, hours=25)
    return lambda process: process.matches.reclaim_seat(1, late)


async def a_forced_move_for_who_wants_it(harness: ServiceHarness) -> Action:
    for user in (ANA, BRUNO):
        await harness.service.preferences.save_preferences(user, Preferences(autoplay=True))
    match_id = await harness.running(ANA, BRUNO, target=1000)
    rng = Random(1)
    while True:
        match: Match = await harness.store.match(match_id)
        assert match.is_open
        if any(clock.autoplay_at for clock in match.agenda.clocks):
            return time_passes(harness, minutes=5)
        user, codes = await harness.turn(match_id)
        await harness.matches.play(match_id, user, match.ply, rng.choice(codes))
        await until_idle()


async def _with_plans(harness: ServiceHarness) -> Foreseen:
    """Let all who wait have planned; the next one's move is carried out a while after this."""
    match_id = await harness.running(*ALL_THREE, target=1000)
    turn = await foresee(harness, lambda each: each.starts_chain())
    match: Match = await harness.store.match(match_id)
    for user in {*ALL_THREE} - {turn.mover}:
        await plan(harness, user, turn.wishes_of(match.seat_of(user) or 0))
    await harness.matches.play(match_id, turn.mover, None, turn.code)
    await until_idle()
    return turn


async def a_planned_move(harness: ServiceHarness) -> Action:
    await _with_plans(harness)
    return time_passes(harness, minutes=5)


async def a_chain_of_planned_moves(harness: ServiceHarness) -> Action:
    """Each is made in the quiet time after the one before it, and one table shows them all."""
    await _with_plans(harness)
    passes = [time_passes(harness, minutes=minutes) for minutes in range(2, 10)]

    async def all_pass(process: ServiceHarness) -> None:
        for each in passes:
            await each(process)
            await process.handled()

    return all_pass


async def a_plan_stopped(harness: ServiceHarness) -> Action:
    """In its owner's turn, before it is carried out."""
    turn = await _with_plans(harness)
    return lambda process: process.service.plans.stop(1, turn.waiting)


async def the_end(harness: ServiceHarness, stage: Stage, target: int) -> Action:
    match_id = await harness.running(ANA, BRUNO, target=target)
    rng = Random(1)
    while True:
        match: Match = await harness.store.match(match_id)
        state = (await harness.plies(match_id))[-1].state
        rules: Any = game(match.game)
        user, codes = await harness.turn(match_id)
        seat = match.seat_of(user)
        assert seat is not None
        for number, move in enumerate(rules.legal_moves(state, seat)):
            step = rules.apply(state, seat, move)
            over = rules.outcome(step.state) is not None
            scored = any(isinstance(each, RoundScored) for each in step.events)
            if scored and over is (stage is Stage.OVER):
                return await next_move(harness, match_id, number)
        await harness.matches.play(match_id, user, match.ply, rng.choice(codes))
        await until_idle()


async def everybody_leaves(harness: ServiceHarness) -> Action:
    match_id = await harness.running(ANA, BRUNO)
    await harness.matches.leave(match_id, ANA)
    return lambda process: process.matches.leave(match_id, BRUNO)


async def a_seat_left_for_good(harness: ServiceHarness) -> Action:
    """Whoever is to move has left, and does not come back within the minute."""
    match_id = await harness.running(*ALL_THREE)
    mover, _ = await harness.turn(match_id)
    await harness.matches.leave(match_id, mover)
    return time_passes(harness, minutes=2)


async def _abandoned(harness: ServiceHarness) -> None:
    match_id = await harness.running(ANA, BRUNO)
    await (await next_move(harness, match_id))(harness)
    for user in (ANA, BRUNO):
        await harness.matches.leave(match_id, user)
    await until_idle()


async def an_abandoned_match_ends(harness: ServiceHarness) -> Action:
    await _abandoned(harness)
    return time_passes(harness, minutes=2)


async def a_table_opened_where_everybody_left(harness: ServiceHarness) -> Action:
    await _abandoned(harness)
    return await a_table_opened(harness)


async def a_table_opened(harness: ServiceHarness) -> Action:
    del harness

    async def opened(process: ServiceHarness) -> None:
        process.service.attend((await process.tables.open("block", HERE, ANA, "salt")).id)

    return opened


async def a_lobby_lapses(harness: ServiceHarness) -> Action:
    await harness.lobby(ANA, BRUNO)
    return time_passes(harness, hours=25)


async def a_match_lapses(harness: ServiceHarness) -> Action:
    await harness.running(ANA, BRUNO, pace=Pace.NONE)
    return time_passes(harness, days=31)


async def a_rematch(harness: ServiceHarness) -> Action:
    match_id = await harness.running(ANA, BRUNO, target=10)
    await harness.play_on(match_id, Random(1))

    async def asked(process: ServiceHarness) -> None:
        match = await process.service.rematches.ask(match_id, HERE, BRUNO, "again")
        process.service.attend(match.id)

    return asked


async def the_second_for_a_rematch(harness: ServiceHarness) -> Action:
    """Everybody is back, so the rematch begins; if not, the host sees that and starts it."""
    await (await a_rematch(harness))(harness)

    async def asked(process: ServiceHarness) -> None:
        with suppress(Refusal):
            await process.service.rematches.ask(1, HERE, ANA, "me too")
        with suppress(Refusal):
            await process.tables.start(2, BRUNO, "me too")

    return asked


async def an_invitation(harness: ServiceHarness) -> Action:
    """Somebody whom DMs reach is invited with two others."""
    match_id = await harness.lobby(ANA, BRUNO)
    harness.service.attend(match_id)
    await harness.service.set_preferences(CHEN, Preferences(invitations=InvitationPreference.DM))
    await until_idle()
    return lambda process: process.service.invitations.invite(match_id, ANA, (CHEN, DANA, EVA))


async def _watched(harness: ServiceHarness, match_id: int) -> None:
    """Let three people watch a match, one of whom DMs reach."""
    for user in (CHEN, DANA, EVA):
        await harness.service.watching.choose(match_id, user, WatchReminders(True, True))
    harness.channel.without_dms |= {DANA, EVA}


async def a_watched_match_goes_on(harness: ServiceHarness) -> Action:
    match_id = await harness.running(ANA, BRUNO, target=1000)
    await _watched(harness, match_id)
    await advance(harness, hours=2)
    return await next_move(harness, match_id)


async def a_watched_match_ends(harness: ServiceHarness) -> Action:
    action = await everybody_leaves(harness)
    await _watched(harness, 1)
    return action


async def play_now(harness: ServiceHarness) -> Action:
    match_id = await harness.lobby(ANA)
    return lambda process: process.tables.start(match_id, ANA, "start", fill_with="steady")


async def a_move_taken_back(harness: ServiceHarness) -> Action:
    match_id = await _with_computer(harness, rated=False)
    ply, codes = 0, list[str]()
    while len(codes) < 2:
        user, codes = await harness.turn(match_id)
        ply = (await harness.store.match(match_id)).ply
        await harness.matches.play(match_id, user, ply, codes[0])
        await until_idle()
    return lambda process: process.service.take_backs.take_back(match_id, ANA, ply)


async def leaving_undone(harness: ServiceHarness) -> Action:
    match_id = await harness.running(*ALL_THREE)
    mover, _ = await harness.turn(match_id)
    leaver = next(user for user in ALL_THREE if user != mover)
    left_at = harness.clock.now()
    match = await harness.matches.leave(match_id, leaver)
    await until_idle()
    return lambda process: process.matches.undo_leaving(match_id, leaver, match.ply, left_at)


async def a_start_with_debts(harness: ServiceHarness) -> Action:
    """Start with leftovers of the last process: a table not shown, and a computer to move."""
    match_id = await _with_computer(harness)
    match = await harness.store.match(match_id)
    user, codes = await harness.turn(match_id)
    for queue in harness.service.queues:
        await queue.cancel()
    await harness.matches.play(match_id, user, match.ply, codes[0])
    assert (await harness.store.match(match_id)).awaits is WaitingFor.COMPUTER
    return start_process


SCENARIOS: dict[str, Scenario] = {
    "a round ends": partial(the_end, stage=Stage.RUNNING, target=200),
    "a match ends": partial(the_end, stage=Stage.OVER, target=10),
    "a join": in_lobby(lambda process, of: process.tables.join(of, CHEN, "salt")),
    "a host who leaves": in_lobby(lambda process, of: process.tables.leave(of, ANA)),
    "a pace agreed on": in_lobby(lambda process, of: process.tables.set_pace(of, ANA, Pace.LIVE)),
    "a start": in_lobby(start),
    "a start with a computer": in_lobby(start, (ANA,)),
    "a seat left": in_match(lambda process, user: process.matches.leave(1, user), ALL_THREE),
    "a phrase": in_match(lambda process, _: process.service.phrases.say(1, BRUNO, Phrase.NICE)),
    "a holiday begins": in_match(lambda process, user: process.service.holidays.begin(user, 3)),
    "a channel deleted": in_match(
        lambda process, _: process.service.guilds.channel_deleted(HERE.channel_id)
    ),
    "time up": while_time_passes(hours=25, people=ALL_THREE),
    "nobody left who plays": while_time_passes(25, 25, 25, hours=25),
    "a reminder": while_time_passes(hours=13),
    "the last reminder": while_time_passes(13, hours=9),
}


def is_scenario(value: Any) -> bool:
    """Return whether this is a function here that prepares a situation in a harness alone."""
    if not iscoroutinefunction(value) or value.__module__ != __name__:
        return False
    return value.__name__[0] != "_" and [*signature(value).parameters] == ["harness"]


SCENARIOS |= {
    name.replace("_", " "): each for name, each in [*globals().items()] if is_scenario(each)
}
