"""Lobbies: seats, hosts, options, and races between processes."""

import asyncio
import re
from datetime import timedelta
from itertools import cycle

import pytest

from bot.engine.errors import BadOption, StaleMove, UnknownGame, UnknownOption, WrongSeats
from bot.model import errors
from bot.model.match import Stage
from bot.model.terms import Pace
from bot.service.lobby.new_match import MatchPlace
from tests.service.fault_injection import FaultInjectingStore
from tests.service.harness import ANA, BRUNO, CHEN, DANA, EVA, HERE, ServiceHarness, refused


async def test_a_new_table_seats_its_host_with_the_options_by_default(harness):
    await refused(UnknownGame, harness.tables.open("chess", HERE, ANA, "salt"))
    match = await harness.tables.open("block", HERE, ANA, "salt")
    assert match.stage is Stage.LOBBY
    assert match.people == (ANA,)
    assert match.salts == ("salt",)
    assert match.options == {"nextLead": "random", "target": 100}
    assert len(match.secret) == 32
    with pytest.raises(errors.MatchHere) as caught:
        await harness.lobby(BRUNO)
    assert caught.value.match_id == match.id
    await harness.lobby(ANA, where=MatchPlace(1, 11))
    assert len(await harness.store.open_of(ANA)) == 2


async def test_of_ten_who_open_a_table_at_once_one_gets_the_channel(harness):
    opening = (harness.tables.open("block", HERE, user, "salt") for user in range(10))
    answers = await asyncio.gather(*opening, return_exceptions=True)
    assert sum(isinstance(each, errors.MatchHere) for each in answers) == 9
    (match,) = [each for each in answers if not isinstance(each, errors.MatchHere)]
    assert await harness.store.open_in(HERE.channel_id) == match


async def test_a_hundred_people_join_at_once_and_each_seat_is_taken_once(harness):
    match_id = await harness.lobby()
    joining = (harness.tables.join(match_id, 200 + nth % 50, "salt") for nth in range(100))
    answers = await asyncio.gather(*joining, return_exceptions=True)
    match = await harness.store.match(match_id)
    assert len(match.people) == len(set(match.people)) == 4
    assert [each.seat for each in match.seats] == [0, 1, 2, 3]
    refused = [each for each in answers if isinstance(each, Exception)]
    assert len(refused) == 97
    assert {type(each) for each in refused} <= {errors.TableFull, errors.AlreadySeated}
    await harness.agree(match_id)


async def test_computers_fill_a_table_as_people_do_and_all_keep_their_seats_at_the_start(harness):
    match_id = await harness.lobby(ANA, BRUNO)
    for level in ("steady", "casual"):
        await harness.tables.add_computer(match_id, ANA, level)
    await refused(errors.TableFull, harness.tables.join(match_id, DANA, "salt"))
    with pytest.raises(errors.TableFull, match="Every seat is taken"):
        await harness.tables.add_computer(match_id, ANA, "casual")
    match = await harness.tables.start(match_id, ANA, "start")
    assert [each.level for each in match.seats] == [None, None, "steady", "casual"]


async def test_salts_are_in_seat_order_with_the_starts_last(harness):
    match_id = await harness.lobby(ANA, BRUNO, CHEN)
    await harness.tables.leave(match_id, ANA)
    await harness.tables.join(match_id, ANA, "again")
    await harness.tables.start(match_id, BRUNO, "start")
    assert (await harness.store.match(match_id)).salts == ("salt 102", "salt 103", "again", "start")


async def test_who_may_do_what(harness):
    match_id = await harness.lobby(ANA, BRUNO)
    await harness.quiet()
    tables, before = harness.tables, await harness.store.match(match_id)
    for refusal, wish in (
        (errors.AlreadySeated, tables.join(match_id, BRUNO, "salt")),
        (errors.NotSeated, tables.leave(match_id, EVA)),
        (errors.NotHost, tables.add_computer(match_id, BRUNO, "steady")),
        (errors.NotSeated, tables.add_computer(match_id, EVA, "steady")),
        (errors.NoComputer, tables.remove_computer(match_id, ANA)),
        (errors.NotHost, tables.remove_computer(match_id, BRUNO)),
        (errors.NotHost, tables.set_option(match_id, BRUNO, "target", "50")),
        (BadOption, tables.set_option(match_id, ANA, "target", "5000")),
        (errors.NotHost, tables.set_preset(match_id, BRUNO, "gaple")),
        (errors.NoSuchPreset, tables.set_preset(match_id, ANA, "muggins")),
        (BadOption, tables.set_option(match_id, ANA, "nextLead", "oldest")),
        (UnknownOption, tables.set_option(match_id, ANA, "speed", "5")),
        (errors.NotHost, tables.start(match_id, BRUNO, "start")),
        (errors.NotHost, tables.start(match_id, BRUNO, "start", fill_with="steady")),
        (errors.NotSeated, tables.start(match_id, EVA, "start")),
        (errors.NoSuchMatch, tables.join(99, EVA, "salt")),
    ):
        await refused(refusal, wish)
    assert await harness.store.match(match_id) == before
    await harness.agree(match_id)


async def test_the_host_goes_and_the_next_person_not_the_computer_is_host(harness):
    match_id = await harness.lobby(ANA, computers=("casual",))
    await harness.tables.join(match_id, BRUNO, "salt")
    match = await harness.tables.leave(match_id, ANA)
    assert match.host_id == BRUNO
    assert [each.seat for each in match.seats] == [0, 1]
    assert match.seats[0].level == "casual"


async def test_the_last_person_goes_and_the_table_is_closed_for_good(harness):
    match_id = await harness.lobby(ANA, computers=("casual",))
    assert (await harness.tables.leave(match_id, ANA)).stage is Stage.CLOSED
    await refused(errors.TableClosed, harness.tables.join(match_id, BRUNO, "salt"))
    await refused(errors.TableClosed, harness.tables.start(match_id, ANA, "start"))
    await refused(errors.TableClosed, harness.tables.leave(match_id, ANA))
    await harness.agree(match_id)
    await harness.lobby(BRUNO)


async def test_another_process_is_faster_every_time(harness):
    match_id = await harness.lobby(ANA, BRUNO)
    other = harness.another()
    options = cycle(("10", "20", "30"))

    async def in_between(name: str) -> None:
        if name == "save_lobby":
            await other.tables.set_option(match_id, ANA, "target", next(options))

    slow = ServiceHarness(FaultInjectingStore(harness.store, before=in_between))
    await refused(StaleMove, slow.tables.join(match_id, CHEN, "salt"))
    assert (await harness.store.match(match_id)).people == (ANA, BRUNO)
    await slow.service.close()


async def test_a_lobby_stays_open_if_somebody_joins_as_the_last_one_leaves(harness):
    match_id = await harness.lobby(ANA)
    await harness.quiet()
    await harness.another().tables.join(match_id, BRUNO, "salt")
    match = await harness.tables.leave(match_id, ANA)
    assert match.stage is Stage.LOBBY
    assert (match.people, match.host_id) == ((BRUNO,), BRUNO)


class TestAHostWhoIsGone:
    async def lobby(self, harness: ServiceHarness) -> int:
        match_id = await harness.lobby(ANA, BRUNO, CHEN)
        await harness.quiet()
        return match_id

    async def test_fifteen_minutes_after_the_last_change_anybody_seated_is_the_host(self, harness):
        match_id = await self.lobby(harness)
        harness.clock.passed += timedelta(minutes=14)
        await harness.tables.join(match_id, DANA, "salt")
        since = harness.clock.now()
        harness.clock.passed += timedelta(minutes=14)
        with pytest.raises(errors.NotHost) as caught:
            await harness.tables.set_pace(match_id, BRUNO, Pace.LIVE)
        (when,) = map(int, re.findall(r"<t:(\d+):R>", str(caught.value)))
        assert abs(when - (since.timestamp() + 15 * 60)) < 60, "it says from when on others may"
        harness.clock.passed += timedelta(minutes=1)
        await refused(errors.NotSeated, harness.tables.set_pace(match_id, EVA, Pace.LIVE))
        before = await harness.store.match(match_id)
        looked = await harness.tables.lobby_hosted_by(match_id, BRUNO)
        assert looked == before, "looking at the options changes nothing"
        match = await harness.tables.set_pace(match_id, BRUNO, Pace.LIVE)
        assert (match.host_id, match.pace) == (BRUNO, Pace.LIVE)
        for former in (ANA, CHEN):
            await refused(errors.NotHost, harness.tables.start(match_id, former, "start"))
        await harness.agree(match_id)

    async def test_who_starts_becomes_the_host_and_of_two_one(self, harness):
        match_id = await self.lobby(harness)
        harness.clock.passed += timedelta(minutes=20)
        starting = (harness.tables.start(match_id, user, f"s {user}") for user in (BRUNO, CHEN))
        answers = await asyncio.gather(*starting, return_exceptions=True)
        assert [type(each) for each in answers].count(errors.AlreadyStarted) == 1
        match = await harness.store.match(match_id)
        assert match.host_id in {BRUNO, CHEN}
        assert match.start_salt == f"s {match.host_id}"
        await harness.agree(match_id)

    async def test_a_start_that_is_refused_makes_nobody_the_host(self, harness):
        match_id = await harness.lobby(ANA, BRUNO, CHEN, game_id="draw")
        harness.clock.passed += timedelta(minutes=20)
        await refused(WrongSeats, harness.tables.start(match_id, BRUNO, "start"))
        assert (await harness.store.match(match_id)).host_id == ANA


@pytest.mark.parametrize("is_first", [True, False])
async def test_playing_now_and_joining_at_the_same_time_never_miss_each_other(harness, is_first):
    match = await harness.tables.open("duos", HERE, ANA, "salt")
    now = harness.tables.start(match.id, ANA, "start", fill_with="steady")
    join = harness.tables.join(match.id, BRUNO, "salt")
    both = (now, join) if is_first else (join, now)
    answers = await asyncio.gather(*both, return_exceptions=True)
    refusals = [each for each in answers if isinstance(each, Exception)]
    after = await harness.store.match(match.id)
    assert after is not None
    assert after.stage is Stage.RUNNING
    levels = [each.level for each in after.seats]
    if is_first:
        assert list(map(type, refusals)) == [errors.AlreadyStarted]
        assert (after.people, after.rated) == ((ANA,), False)
        assert levels == [None, *["steady"] * 3]
        assert after.salts == ("salt", "start")
    else:
        assert (refusals, after.people, after.rated) == ([], (ANA, BRUNO), True)
        assert levels == [None, None, *["steady"] * 2]


async def test_one_person_with_computers_plays_unrated_unless_they_choose(harness):
    tables, rated = harness.tables, []
    match_id = (await tables.open("block", HERE, ANA, "salt")).id
    rated.append((await tables.add_computer(match_id, ANA, "casual")).rated)
    rated.append((await tables.join(match_id, BRUNO, "salt")).rated)
    rated.append((await tables.leave(match_id, BRUNO)).rated)
    assert rated == [False, True, False]
    chosen = await tables.set_rated(match_id, ANA, rated=True)
    assert (await tables.add_computer(match_id, ANA, "casual")).rated is chosen.rated is True
    await tables.set_rated(match_id, ANA, rated=False)
    assert not (await tables.join(match_id, BRUNO, "salt")).rated, "the host chose"
    alone = await tables.open("memory", MatchPlace(5, 99), ANA, "salt")
    assert (await tables.start(alone.id, ANA, "start")).rated, "for a personal best"


async def test_only_an_option_of_the_length_chooses_the_length_of_a_preset(harness):
    match = await harness.tables.open("dominican", HERE, ANA, "salt")
    for key, value, chosen in (("chuchazo", "25", False), ("target", "150", True)):
        changed = await harness.tables.set_option(match.id, ANA, key, value)
        assert (changed.options[key], changed.length_chosen) == (int(value), chosen)
