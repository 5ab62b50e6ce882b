"""Lobbies: seats, hosts, options, and the one who was faster."""

from __future__ import annotations

import asyncio
import re
from datetime import timedelta
from typing import Any

import pytest

from bot.engine.errors import BadOption, StaleMove, UnknownGame, UnknownOption, WrongSeats
from bot.service.errors import (
    AlreadySeated,
    AlreadyStarted,
    MatchHere,
    NoComputer,
    NoSuchMatch,
    NotHost,
    NotSeated,
    TableClosed,
    TableFull,
)
from bot.service.ports import Awaits, Pace, Stage
from bot.service.tables import Where, why_not
from tests.service.house import ANA, BRUNO, CHEN, DANA, EVA, HERE, House


class Meddled:
    """A store before whose calls something else happens."""

    def __init__(self, store: Any, before: Any) -> None:
        self._store, self._before = store, before

    def __getattr__(self, name: str) -> Any:
        async def call(*args: Any, **kwargs: Any) -> Any:
            await self._before(name)
            return await getattr(self._store, name)(*args, **kwargs)

        return call


async def test_a_new_table_seats_its_host_with_the_options_by_default(house):
    match = await house.tables.open("block", HERE, ANA, "salt")
    assert match.stage is Stage.LOBBY
    assert match.people == (ANA,)
    assert match.salts == ("salt",)
    assert match.options == {"nextLead": "random", "target": 100}
    assert len(match.secret) == 32


async def test_one_match_a_channel_and_any_number_of_channels(house):
    first = await house.lobby()
    with pytest.raises(MatchHere) as caught:
        await house.lobby(BRUNO)
    assert caught.value.match_id == first
    await house.lobby(ANA, where=Where(1, 11))
    assert len(await house.store.open_of(ANA)) == 2


async def test_of_ten_who_open_a_table_at_once_one_gets_the_channel(house):
    opening = (house.tables.open("block", HERE, user, "salt") for user in range(10))
    answers = await asyncio.gather(*opening, return_exceptions=True)
    assert sum(isinstance(each, MatchHere) for each in answers) == 9


async def test_an_unknown_game(house):
    with pytest.raises(UnknownGame):
        await house.tables.open("chess", HERE, ANA, "salt")


async def test_salts_are_in_seat_order_with_the_starts_last(house):
    match_id = await house.lobby(ANA, BRUNO, CHEN)
    await house.tables.leave(match_id, ANA)
    await house.tables.join(match_id, ANA, "again")
    await house.tables.start(match_id, BRUNO, "start")
    match = await house.store.match(match_id)
    assert match.salts == ("salt 102", "salt 103", "again", "start")


async def test_a_hundred_join_at_once_and_nobody_sits_twice_or_on_anothers_lap(house):
    match_id = await house.lobby()
    joining = (house.tables.join(match_id, 200 + nth % 50, "salt") for nth in range(100))
    answers = await asyncio.gather(*joining, return_exceptions=True)
    match = await house.store.match(match_id)
    assert len(match.people) == len(set(match.people)) == 4
    assert [each.seat for each in match.seats] == [0, 1, 2, 3]
    refused = [each for each in answers if isinstance(each, Exception)]
    assert len(refused) == 97
    assert {type(each) for each in refused} <= {TableFull, AlreadySeated}
    await house.agree(match_id)


async def test_who_may_do_what(house):
    match_id = await house.lobby(ANA, BRUNO)
    await house.quiet()
    tables, before = house.tables, await house.store.match(match_id)
    for refusal, wish in (
        (AlreadySeated, tables.join(match_id, BRUNO, "salt")),
        (NotSeated, tables.leave(match_id, EVA)),
        (NotHost, tables.add_computer(match_id, BRUNO, "steady")),
        (NotSeated, tables.add_computer(match_id, EVA, "steady")),
        (NoComputer, tables.remove_computer(match_id, ANA)),
        (NotHost, tables.remove_computer(match_id, BRUNO)),
        (NotHost, tables.set_option(match_id, BRUNO, "target", "50")),
        (BadOption, tables.set_option(match_id, ANA, "target", "5000")),
        (BadOption, tables.set_option(match_id, ANA, "nextLead", "oldest")),
        (UnknownOption, tables.set_option(match_id, ANA, "speed", "5")),
        (NotHost, tables.start(match_id, BRUNO, "start")),
        (NotSeated, tables.start(match_id, EVA, "start")),
        (NoSuchMatch, tables.join(99, EVA, "salt")),
    ):
        with pytest.raises(refusal):
            await wish
    assert await house.store.match(match_id) == before
    await house.agree(match_id)


async def test_too_few_to_start(house):
    match_id = await house.lobby()
    with pytest.raises(WrongSeats):
        await house.tables.start(match_id, ANA, "start")
    match = await house.store.match(match_id)
    assert match.start_salt is None
    assert isinstance(why_not(match), WrongSeats)
    await house.tables.join(match_id, BRUNO, "salt")
    assert why_not(await house.store.match(match_id)) is None


async def test_three_may_play_draw_only_when_that_was_agreed(house):
    match_id = await house.lobby(ANA, BRUNO, CHEN, game_id="draw")
    with pytest.raises(WrongSeats):
        await house.tables.start(match_id, ANA, "start")
    await house.tables.set_option(match_id, ANA, "allowThree", "on")
    await house.tables.start(match_id, ANA, "start")
    counts = (await house.plies(match_id))[-1].state.round.hands
    assert [len(hand) for hand in counts] == [5, 5, 5]


async def test_the_host_goes_and_the_next_person_not_the_computer_is_host(house):
    match_id = await house.lobby(ANA)
    await house.tables.add_computer(match_id, ANA, "casual")
    await house.tables.join(match_id, BRUNO, "salt")
    match = await house.tables.leave(match_id, ANA)
    assert match.host_id == BRUNO
    assert [each.seat for each in match.seats] == [0, 1]
    assert match.seats[0].level == "casual"


async def test_the_last_person_goes_and_the_table_is_closed_for_good(house):
    match_id = await house.lobby(ANA)
    await house.tables.add_computer(match_id, ANA, "casual")
    assert (await house.tables.leave(match_id, ANA)).stage is Stage.CLOSED
    for wish in (
        house.tables.join(match_id, BRUNO, "salt"),
        house.tables.start(match_id, ANA, "start"),
        house.tables.leave(match_id, ANA),
    ):
        with pytest.raises(TableClosed):
            await wish
    await house.agree(match_id)
    await house.lobby(BRUNO)


async def test_of_ten_starts_at_once_one_deals(house):
    match_id = await house.lobby(ANA, BRUNO)
    starting = (house.tables.start(match_id, ANA, f"start {nth}") for nth in range(10))
    answers = await asyncio.gather(*starting, return_exceptions=True)
    assert sum(isinstance(each, AlreadyStarted) for each in answers) == 9
    await house.agree(match_id)


async def test_people_and_computers_keep_their_seats_at_the_start(house):
    match_id = await house.lobby(ANA, BRUNO)
    await house.tables.add_computer(match_id, ANA, "steady")
    await house.tables.add_computer(match_id, ANA, "casual")
    with pytest.raises(TableFull):
        await house.tables.join(match_id, DANA, "salt")
    match = await house.tables.start(match_id, ANA, "start")
    assert [each.level for each in match.seats] == [None, None, "steady", "casual"]
    assert match.awaits in {Awaits.PERSON, Awaits.COMPUTER}


async def test_another_process_was_faster(house):
    """Two programs on one database: the store tells, and the next look finds what is there."""
    match_id = await house.lobby(ANA, DANA)
    other = House(house.store)
    await other.tables.join(match_id, BRUNO, "salt")
    match = await house.tables.join(match_id, CHEN, "salt")
    assert match.people == (ANA, DANA, BRUNO, CHEN)

    await other.tables.set_option(match_id, ANA, "target", "50")
    match = await house.tables.leave(match_id, DANA)
    assert match.people == (ANA, BRUNO, CHEN)
    assert match.options["target"] == 50
    await house.agree(match_id)
    await other.boneyard.close()


async def test_another_process_is_faster_every_time(house):
    match_id = await house.lobby(ANA, BRUNO)
    other = House(house.store)
    options = iter(("10", "20", "30"))

    async def in_between(name: str) -> None:
        if name == "save_lobby" and (value := next(options, None)) is not None:
            await other.tables.set_option(match_id, ANA, "target", value)

    faster = Meddled(house.store, in_between)
    slow = House(faster)
    with pytest.raises(StaleMove):
        await slow.tables.join(match_id, CHEN, "salt")
    assert (await house.store.match(match_id)).people == (ANA, BRUNO)
    for each in (other, slow):
        await each.boneyard.close()


async def test_a_table_is_not_closed_over_the_head_of_who_has_just_sat_down(house):
    """The last person leaves while another process seats somebody."""
    match_id = await house.lobby(ANA)
    await house.quiet()
    other = House(house.store)
    await other.tables.join(match_id, BRUNO, "salt")
    match = await house.tables.leave(match_id, ANA)
    assert match.stage is Stage.LOBBY
    assert (match.people, match.host_id) == ((BRUNO,), BRUNO)
    await other.boneyard.close()


class TestAHostWhoIsGone:
    async def lobby(self, house: House) -> int:
        match_id = await house.lobby(ANA, BRUNO, CHEN)
        await house.quiet()
        return match_id

    async def test_before_that_the_refusal_says_from_when_on_others_may(self, house):
        match_id = await self.lobby(house)
        since = house.clock.now()
        with pytest.raises(NotHost) as refused:
            await house.tables.set_pace(match_id, BRUNO, Pace.LIVE)
        (when,) = map(int, re.findall(r"<t:(\d+):R>", str(refused.value)))
        assert abs(when - (since.timestamp() + 15 * 60)) < 60

    async def test_fifteen_minutes_after_the_last_change_anybody_seated_is_the_host(self, house):
        match_id = await self.lobby(house)
        house.clock.passed += timedelta(minutes=14)
        with pytest.raises(NotHost):
            await house.tables.set_pace(match_id, BRUNO, Pace.LIVE)
        house.clock.passed += timedelta(minutes=1)
        with pytest.raises(NotSeated):
            await house.tables.set_pace(match_id, EVA, Pace.LIVE)
        match = await house.tables.set_pace(match_id, BRUNO, Pace.LIVE)
        assert (match.host_id, match.pace) == (BRUNO, Pace.LIVE)
        for former in (ANA, CHEN):
            with pytest.raises(NotHost):
                await house.tables.start(match_id, former, "start")
        await house.agree(match_id)

    async def test_a_change_in_between_makes_them_wait_anew(self, house):
        match_id = await self.lobby(house)
        house.clock.passed += timedelta(minutes=14)
        await house.tables.join(match_id, DANA, "salt")
        house.clock.passed += timedelta(minutes=14)
        with pytest.raises(NotHost):
            await house.tables.led_by(match_id, BRUNO)

    async def test_who_starts_becomes_the_host_and_of_two_one(self, house):
        match_id = await self.lobby(house)
        house.clock.passed += timedelta(minutes=20)
        starting = (house.tables.start(match_id, user, f"s {user}") for user in (BRUNO, CHEN))
        answers = await asyncio.gather(*starting, return_exceptions=True)
        assert [type(each) for each in answers].count(AlreadyStarted) == 1
        match = await house.store.match(match_id)
        assert match.host_id in {BRUNO, CHEN}
        assert match.start_salt == f"s {match.host_id}"
        await house.agree(match_id)

    async def test_a_start_that_is_refused_makes_nobody_the_host(self, house):
        match_id = await house.lobby(ANA, BRUNO, CHEN, game_id="draw")
        house.clock.passed += timedelta(minutes=20)
        with pytest.raises(WrongSeats):
            await house.tables.start(match_id, BRUNO, "start")
        assert (await house.store.match(match_id)).host_id == ANA

    async def test_looking_at_the_options_changes_nothing(self, house):
        match_id = await self.lobby(house)
        house.clock.passed += timedelta(minutes=20)
        before = await house.store.match(match_id)
        assert await house.tables.led_by(match_id, BRUNO) == before
