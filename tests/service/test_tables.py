"""Lobbies: seats, hosts, options, and the one who was faster."""

from __future__ import annotations

import asyncio

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
from bot.service.ports import Awaits, Stage
from bot.service.tables import Where, why_not
from tests.service.house import ANA, BRUNO, CHEN, DANA, EVA, HERE, House


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
    with pytest.raises(StaleMove):
        await house.tables.join(match_id, CHEN, "salt")
    match = await house.tables.join(match_id, CHEN, "salt")
    assert match.people == (ANA, DANA, BRUNO, CHEN)
    await other.boneyard.close()
