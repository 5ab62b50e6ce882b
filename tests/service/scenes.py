"""What a process can be in the middle of when it dies: each makes all ready, and says what happens.

A scene is played in processes of its own afterwards, so what it returns may not know its house.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta
from functools import partial
from random import Random
from typing import Any

from bot.engine.errors import Refusal
from bot.engine.rounds import RoundScored
from bot.games import game
from bot.service.habits import Preferences
from bot.service.ports import Awaits, Match, Pace, Stage
from tests.service.dying import Act, Scene, began, rest, ring
from tests.service.house import ANA, BRUNO, CHEN, HERE, House


async def it_is(moment: timedelta, house: House) -> None:
    """Time goes by, and what is due is seen to."""
    house.clock.passed = max(house.clock.passed, moment)
    await ring(house)


def in_(house: House, **how_long: float) -> Act:
    return partial(it_is, house.clock.passed + timedelta(**how_long))


async def later(house: House, **how_long: float) -> None:
    """So much time goes by, and all that is due then is done."""
    await in_(house, **how_long)(house)
    await rest()


async def pressed(house: House, match_id: int, number: int = 0) -> Act:
    """One of the moves that whoever is to act could make now."""
    match = await house.store.match(match_id)
    user, codes = await house.turn(match_id)
    code = codes[number % len(codes)]
    return lambda there: there.matches.play(match_id, user, match.ply, code)


async def _with_computer(house: House) -> int:
    match_id = await house.lobby(ANA)
    await house.tables.add_computer(match_id, ANA, "steady")
    await house.tables.start(match_id, ANA, "start")
    await rest()
    return match_id


async def a_move(house: House) -> Act:
    return await pressed(house, await house.running(ANA, BRUNO, CHEN))


async def a_move_and_a_computers(house: House) -> Act:
    return await pressed(house, await _with_computer(house))


async def a_start_with_a_computer(house: House) -> Act:
    match_id = await house.lobby(ANA)
    await house.tables.add_computer(match_id, ANA, "steady")
    return lambda there: there.tables.start(match_id, ANA, "start")


async def time_up(house: House) -> Act:
    await house.running(ANA, BRUNO, CHEN)
    return in_(house, hours=25)


async def time_up_for_the_second_time(house: House) -> Act:
    """A computer holds the seat from then on."""
    match_id = await house.running(ANA, BRUNO)
    late, _ = await house.turn(match_id)
    await later(house, hours=25)
    rng = Random(1)
    for _ in range(30):
        user, codes = await house.turn(match_id)
        if user == late:
            break
        await house.matches.play(match_id, user, None, rng.choice(codes))
        await rest()
    match: Match = await house.store.match(match_id)
    assert [each.missed for each in match.seats if each.user_id == late] == [1]
    return in_(house, hours=25)


async def _held(house: House) -> tuple[int, int]:
    match_id = await house.running(ANA, BRUNO, CHEN)
    for _ in range(40):
        match = await house.store.match(match_id)
        held = [each.user_id for each in match.seats if each.is_held]
        if held:
            return match_id, held[0]
        user, codes = await house.turn(match_id)
        if user == CHEN:
            await later(house, hours=25)
        else:
            await house.matches.play(match_id, user, None, codes[0])
            await rest()
    raise AssertionError("nobody's seat was held")


async def a_seat_taken_back(house: House) -> Act:
    match_id, user = await _held(house)
    return lambda there: there.matches.take_back(match_id, user)


async def nobody_left_who_plays(house: House) -> Act:
    """The time of both is up twice, and the match is given up."""
    await house.running(ANA, BRUNO)
    for _ in range(3):
        await later(house, hours=25)
    return in_(house, hours=25)


async def a_reminder(house: House) -> Act:
    await house.running(ANA, BRUNO)
    return in_(house, hours=13)


async def the_last_reminder(house: House) -> Act:
    await house.running(ANA, BRUNO)
    await later(house, hours=13)
    return in_(house, hours=9)


async def a_forced_move_for_who_wants_it(house: House) -> Act:
    for user in (ANA, BRUNO):
        await house.boneyard.people.save_preferences(user, Preferences(autoplay=True))
    match_id = await house.running(ANA, BRUNO, target=1000)
    rng = Random(1)
    while True:
        match: Match = await house.store.match(match_id)
        assert match.is_open
        if any(clock.plays_at for clock in match.agenda.clocks):
            return in_(house, minutes=5)
        user, codes = await house.turn(match_id)
        await house.matches.play(match_id, user, match.ply, rng.choice(codes))
        await rest()


async def the_end(house: House, stage: Stage, target: int) -> Act:
    """The move that ends a round, or the match."""
    match_id = await house.running(ANA, BRUNO, target=target)
    rng = Random(1)
    while True:
        match: Match = await house.store.match(match_id)
        state = (await house.plies(match_id))[-1].state
        rules: Any = game(match.game)
        user, codes = await house.turn(match_id)
        seat = match.seat_of(user)
        assert seat is not None
        for number, move in enumerate(rules.legal_moves(state, seat)):
            step = rules.apply(state, seat, move)
            over = rules.outcome(step.state) is not None
            scored = any(isinstance(each, RoundScored) for each in step.events)
            if scored and over is (stage is Stage.OVER):
                return await pressed(house, match_id, number)
        await house.matches.play(match_id, user, match.ply, rng.choice(codes))
        await rest()


async def a_seat_left(house: House) -> Act:
    match_id = await house.running(ANA, BRUNO, CHEN)
    user, _ = await house.turn(match_id)
    return lambda there: there.matches.leave(match_id, user)


async def everybody_leaves(house: House) -> Act:
    match_id = await house.running(ANA, BRUNO)
    await house.matches.leave(match_id, ANA)
    return lambda there: there.matches.leave(match_id, BRUNO)


async def a_table_opened(house: House) -> Act:
    del house

    async def opened(there: House) -> None:
        match = await there.tables.open("block", HERE, ANA, "salt")
        there.boneyard.show(match.id)

    return opened


async def a_join(house: House) -> Act:
    match_id = await house.lobby(ANA)
    return lambda there: there.tables.join(match_id, BRUNO, "salt")


async def a_host_who_leaves(house: House) -> Act:
    match_id = await house.lobby(ANA, BRUNO)
    return lambda there: there.tables.leave(match_id, ANA)


async def a_pace_agreed_on(house: House) -> Act:
    match_id = await house.lobby(ANA, BRUNO)
    return lambda there: there.tables.set_pace(match_id, ANA, Pace.LIVE)


async def a_start(house: House) -> Act:
    match_id = await house.lobby(ANA, BRUNO)
    return lambda there: there.tables.start(match_id, ANA, "start")


async def a_lobby_lapses(house: House) -> Act:
    await house.lobby(ANA, BRUNO)
    return in_(house, hours=25)


async def a_match_lapses(house: House) -> Act:
    match_id = await house.lobby(ANA, BRUNO)
    await house.tables.set_pace(match_id, ANA, Pace.NONE)
    await house.tables.start(match_id, ANA, "start")
    return in_(house, days=31)


async def a_holiday_begins(house: House) -> Act:
    match_id = await house.running(ANA, BRUNO)
    user, _ = await house.turn(match_id)
    return lambda there: there.boneyard.holidays.begin(user, 3)


async def a_channel_deleted(house: House) -> Act:
    await house.running(ANA, BRUNO)
    return lambda there: there.boneyard.gone(HERE.channel_id)


async def a_rematch(house: House) -> Act:
    """Of a match that everybody played to its end."""
    match_id = await house.running(ANA, BRUNO, target=10)
    await house.play_on(match_id, Random(1))

    async def asked(there: House) -> None:
        match = await there.boneyard.rematches.ask(match_id, HERE, BRUNO, "again")
        there.boneyard.show(match.id)

    return asked


async def the_second_for_a_rematch(house: House) -> Act:
    """All are there then, and it begins; where it does not, the host can see that and starts it."""
    await (await a_rematch(house))(house)

    async def asked(there: House) -> None:
        with suppress(Refusal):
            await there.boneyard.rematches.ask(1, HERE, ANA, "me too")
        with suppress(Refusal):
            await there.tables.start(2, BRUNO, "me too")

    return asked


async def a_start_with_debts(house: House) -> Act:
    """What the process before left behind: a table not shown, and a computer that is to move."""
    match_id = await _with_computer(house)
    match = await house.store.match(match_id)
    user, codes = await house.turn(match_id)
    for errands in house.boneyard._errands:
        await errands.abandon()
    await house.matches.play(match_id, user, match.ply, codes[0])
    assert (await house.store.match(match_id)).awaits is Awaits.COMPUTER
    return began


SCENES: dict[str, Scene] = {
    "a round ends": partial(the_end, stage=Stage.RUNNING, target=200),
    "a match ends": partial(the_end, stage=Stage.OVER, target=10),
} | {
    scene.__name__.replace("_", " "): scene
    for scene in (
        a_move,
        a_move_and_a_computers,
        a_start_with_a_computer,
        time_up,
        time_up_for_the_second_time,
        a_seat_taken_back,
        nobody_left_who_plays,
        a_reminder,
        the_last_reminder,
        a_forced_move_for_who_wants_it,
        a_seat_left,
        everybody_leaves,
        a_table_opened,
        a_join,
        a_host_who_leaves,
        a_pace_agreed_on,
        a_start,
        a_lobby_lapses,
        a_match_lapses,
        a_holiday_begins,
        a_channel_deleted,
        a_rematch,
        the_second_for_a_rematch,
        a_start_with_debts,
    )
}
