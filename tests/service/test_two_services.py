"""Two services on one database, as two processes are: people notice nothing of it."""

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from datetime import timedelta
from random import Random
from unittest.mock import AsyncMock

import pytest
from hypothesis import given, strategies as st

from bot.engine.errors import StaleMove
from bot.model.calls import Occasion, WatchReminders
from bot.model.errors import SaidAlready
from bot.model.match import Match, Stage
from bot.model.preferences import Preferences, ThemeChoice
from bot.model.shards import Shards
from bot.model.terms import Pace, Phrase
from bot.service.clock.scheduler import CHECK_INTERVAL
from bot.service.lobby.new_match import MatchPlace
from bot.service.ports.changes import Change
from bot.service.ports.faults import StoreFault
from bot.store import open_store
from tests.blank import write_blank
from tests.service.harness import ANA, BRUNO, CHEN, ServiceHarness, TickingClock

ON_SHARD_0, ON_SHARD_1 = 2 << 22, 3 << 22
"""Ids of servers."""


@dataclass
class Wire:
    """Carries changes between two services, unless it is cut."""

    cut: bool = False
    heard: list[Callable[[Change], None]] = field(default_factory=list)

    def end(self) -> "WireEnd":
        return WireEnd(self, len(self.heard))


@dataclass
class WireEnd:
    wire: Wire
    number: int

    def announce(self, change: Change) -> None:
        for number, heard in enumerate(self.wire.heard):
            if number != self.number and not self.wire.cut:
                heard(change)

    def subscribe(self, heard: Callable[[Change], None], missed: Callable[[], None]) -> None:
        self.wire.heard.append(heard)


@pytest.fixture
def wire() -> Wire:
    return Wire()


@pytest.fixture
async def two(tmp_path, wire) -> AsyncIterator[tuple[ServiceHarness, ServiceHarness]]:
    """Yield two services with one shard each, and with connections and memory of their own."""
    file = tmp_path / "boneyard.db"
    write_blank(file)
    services = []
    for shard_id in range(2):
        store = open_store(f"sqlite+aiosqlite:///{file}", patience=60)
        store.changes = wire.end()
        services.append(ServiceHarness(store))
        services[-1].service.take_shards(Shards(2, frozenset({shard_id})))
    yield services[0], services[1]
    for each in services:
        await each.quiet()
        await each.end()


async def test_each_move_of_either_is_committed_exactly_once(two):
    one, _ = two
    match_id = await one.running(ANA, BRUNO, CHEN)
    rng, confirmed = Random(4), 0
    for _ in range(8):
        before = await one.store.match(match_id)
        if not before.is_open:
            break
        user, codes = await one.turn(match_id)
        code = rng.choice(codes)
        plays = (each.matches.play(match_id, user, before.ply, code) for each in two)
        answers = await asyncio.gather(*plays, return_exceptions=True)
        for each in answers:
            assert not isinstance(each, BaseException) or isinstance(each, StaleMove), each
        assert sum(not isinstance(each, StaleMove) for each in answers) == 1
        assert (await one.store.log(match_id))[before.ply][1] == code
        confirmed += 1
        await one.plies(match_id)
    assert confirmed >= 2


async def test_neither_shows_an_old_table_or_refuses_a_move_because_of_one(two):
    match_id = await two[0].running(ANA, BRUNO)
    for number in range(6):
        here, there = two[number % 2], two[(number + 1) % 2]
        if not (await here.store.match(match_id)).is_open:
            break
        user, codes = await there.turn(match_id)
        ply = (await here.store.match(match_id)).ply
        look = await here.matches.play(match_id, user, ply, codes[0])
        seen = await there.matches.view_for(match_id, user)
        assert (seen.match.ply, seen.seen) == (look.match.ply, look.seen)
        await asyncio.gather(here.quiet(), there.quiet())
        await there.agree(match_id)


async def test_whoever_joins_as_computers_are_added_takes_the_place_of_one(two):
    """Somebody joins at the other process just before the match would have started."""
    one, other = two
    match_id = await one.lobby(ANA)
    start, joined = one.store.start, list[Match]()

    async def after_somebody_joined(*args: object, **kwargs: object) -> None:
        if not joined:
            joined.append(await other.tables.join(match_id, BRUNO, "b"))
        await start(*args, **kwargs)

    one.store.start = after_somebody_joined
    await one.tables.start(match_id, ANA, "start", fill_with="steady")
    match = await one.store.match(match_id)
    assert match.stage is Stage.RUNNING
    assert [(each.user_id, each.level) for each in match.seats] == [(ANA, None), (BRUNO, None)]
    await one.quiet()
    await one.agree(match_id)


async def test_after_somebody_left_at_one_no_clock_runs_for_them_at_the_other(two):
    one, other = two
    match_id = await one.running(ANA, BRUNO, CHEN)
    await other.matches.view_for(match_id, ANA)  # so that it has the match in memory
    mover, codes = await one.turn(match_id)
    leaver = next(user for user in (ANA, BRUNO, CHEN) if user != mover)
    await one.matches.leave(match_id, leaver)
    ply = (await one.store.match(match_id)).ply

    look = await other.matches.play(match_id, mover, ply, codes[0])

    assert leaver not in look.match.people
    clocks = {look.match.seats[each.seat].user_id for each in look.match.agenda.clocks}
    assert clocks <= {*look.match.players}
    assert look.match == await one.store.match(match_id)


async def test_a_conflict_is_tried_again_on_what_is_stored_now(two):
    one, other = two
    match_id = await one.lobby(ANA)
    here, there = one.tables, other.tables
    await asyncio.gather(here.join(match_id, BRUNO, "b"), there.join(match_id, CHEN, "c"))
    await asyncio.gather(here.set_pace(match_id, ANA, Pace.LIVE), there.leave(match_id, CHEN))
    match = await one.store.match(match_id)
    assert {*match.people} == {ANA, BRUNO}
    assert match.pace is Pace.LIVE


@pytest.mark.parametrize("cut", [False, True])
async def test_only_the_owner_shows_a_table_whoever_committed_the_move(two, wire, cut):
    one, other = two
    match_id = await one.running(ANA, BRUNO, where=MatchPlace(ON_SHARD_1, 10))
    await other.quiet()
    wire.cut = cut
    before = len(other.channel.shown)
    await one.move(match_id)
    await asyncio.gather(one.quiet(), other.quiet())
    assert (len(other.channel.shown) > before) is not cut
    if cut:  # it looks for itself
        await other.service.attendance.pending.check()
        await other.quiet()
    assert other.channel.shown[-1].match.ply > 0
    assert one.channel.shown == []
    match = await one.store.match(match_id)
    assert match.shown_version == match.version


@pytest.mark.parametrize("cut", [False, True])
async def test_only_the_owner_calls_whoever_invites_or_moves(two, wire, cut):
    one, other = two
    lobby = await one.lobby(ANA, BRUNO, where=MatchPlace(ON_SHARD_1, 11))
    match_id = await one.running(ANA, BRUNO, target=1000, where=MatchPlace(ON_SHARD_1, 10))
    await one.service.watching.choose(match_id, CHEN, WatchReminders(goes_on=True))
    await asyncio.gather(one.quiet(), other.quiet())
    wire.cut = cut
    for each in two:
        each.clock.passed += timedelta(hours=2)
    await one.move(match_id)
    await one.service.invitations.invite(lobby, ANA, [CHEN])
    await asyncio.gather(one.quiet(), other.quiet())
    if cut:  # it looks for itself
        await other.service.calls.pending.check()
        await other.quiet()
    assert one.channel.called == []
    called = [call.occasion for _, call in other.channel.called]
    assert len(called) == 2
    assert {*called} == {Occasion.INVITED, Occasion.GOES_ON}
    for each in two:
        each.service.resume()
        await each.quiet()
    assert len(one.channel.called + other.channel.called) == 2


async def clocks_run(services):
    """Let the clocks of all run at the same time, and handle what is due."""
    for each in services:
        each.service.resume()
    for each in services:
        await asyncio.wait([each.service.scheduler._awake])
        await each.quiet()
        each.service.pause()


async def test_only_the_owner_reminds_and_acts_when_time_is_up(two):
    one, other = two
    clock = TickingClock()
    for each in two:
        each.service.scheduler._clock = each.service._clock = clock
    match_id = await one.running(ANA, BRUNO, where=MatchPlace(ON_SHARD_1, 10))
    await asyncio.gather(one.quiet(), other.quiet())
    for passed in (timedelta(hours=13), timedelta(hours=36)):
        for each in two:
            each.clock.passed = passed
        clock.passed = passed
        await clocks_run(two)
    assert one.channel.reminded == []
    assert len(other.channel.reminded) == 2, "halfway, and when the clock had stood still for long"
    assert len(await one.store.late_plies(match_id, 0)) <= 1


async def test_a_match_left_at_one_ends_once_at_its_owner_unless_a_table_is_opened_there(two):
    one, other = two
    matches = [
        await one.running(ANA, BRUNO, where=MatchPlace(ON_SHARD_1, each)) for each in (10, 11)
    ]
    for match_id in matches:
        await one.move(match_id)
        await asyncio.gather(*(one.matches.leave(match_id, each) for each in (ANA, BRUNO)))
    await asyncio.gather(one.quiet(), other.quiet())
    assert all([(await other.store.match(each)).is_abandoned for each in matches])
    await one.tables.open("block", MatchPlace(ON_SHARD_1, 10), CHEN, "salt")
    for each in two:
        each.clock.passed = each.service.scheduler._clock.passed = timedelta(minutes=2)
    await clocks_run(two)
    assert not any([(await one.store.match(each)).is_open for each in matches])
    assert one.channel.shown == []
    assert sorted([each.match.id for each in other.channel.shown if each.scores]) == matches


async def test_neither_stops_the_clocks_of_servers_that_the_other_holds(two):
    one, other = two
    places = [MatchPlace(guild, guild) for guild in (ON_SHARD_0, ON_SHARD_1)]
    matches = [await one.running(ANA, BRUNO, where=where) for where in places]
    before = [await one.store.match(each) for each in matches]
    one.service.guilds.sync_soon({ON_SHARD_0}.__contains__)
    other.service.guilds.sync_soon({ON_SHARD_1}.__contains__)
    await asyncio.gather(one.quiet(), other.quiet())
    after = [await one.store.match(each) for each in matches]
    assert [each.agenda for each in after] == [each.agenda for each in before]
    assert all(each.agenda.clocks for each in after)


async def test_settings_changed_at_one_count_at_the_other(two):
    one, other = two
    assert not (await other.service.preferences.player_settings([ANA]))[ANA].preferences.autoplay
    await one.service.set_preferences(ANA, Preferences(autoplay=True))
    assert (await other.service.preferences.player_settings([ANA]))[ANA].preferences.autoplay
    await one.service.servers.choose_language(ON_SHARD_1, "de")
    assert (await other.service.servers.server(ON_SHARD_1)).language == "de"
    await one.service.servers.choose_theme(ON_SHARD_1, ThemeChoice("night"))
    assert (await other.service.servers.server(ON_SHARD_1)).theme == ThemeChoice("night")
    await one.service.privacy.erase(ANA)
    assert not (await other.service.preferences.player_settings([ANA]))[ANA].preferences.autoplay


async def test_a_look_that_failed_is_repeated_soon(two, monkeypatch):
    one, _ = two
    monkeypatch.setattr(one.service.attendance.pending, "_read", AsyncMock(side_effect=StoreFault))
    for _ in range(5):
        one.service.attendance.pending._check_queue.enqueue(0)
        await one.quiet()
    soon = asyncio.get_running_loop().time() + CHECK_INTERVAL.total_seconds()
    assert one.service.attendance.pending._timer.when() <= soon


async def test_what_a_former_owner_was_showing_is_in_doubt(two):
    """It ended after it had posted a table and before it recorded that."""
    one, other = two
    match_id = await one.running(ANA, BRUNO, where=MatchPlace(ON_SHARD_0, 10))
    await other.matches.view_for(match_id, ANA)  # so that it has the match in memory
    one.channel.refuse = 1
    await one.move(match_id)
    await one.quiet()

    other.service.take_shards(Shards.all_of(2))
    other.service.attend(match_id)
    await other.quiet()

    assert other.channel.shown[0].maybe_shown


async def test_a_phrase_and_a_move_taken_back_at_both_happen_once(two):
    one, other = two
    match_id = await one.running(ANA, computers=("casual",), rated=False)
    while True:
        user, codes = await one.turn(match_id)
        ply = (await one.store.match(match_id)).ply
        await one.matches.play(match_id, user, ply, codes[0])
        await asyncio.gather(one.quiet(), other.quiet())
        if len(codes) > 1:
            break
    said = (each.service.phrases.say(match_id, ANA, Phrase.GAME) for each in two)
    answers = await asyncio.gather(*said, return_exceptions=True)
    assert sum(isinstance(each, SaidAlready) for each in answers) == 1
    backs = (each.service.take_backs.take_back(match_id, ANA, ply) for each in two)
    answers = await asyncio.gather(*backs, return_exceptions=True)
    assert sum(isinstance(each, StaleMove) for each in answers) == 1
    log = await one.store.log(match_id)
    assert [code for _, code in log].count(f"back@{ply}") == 1
    user, again = await other.turn(match_id)
    assert again == codes
    await other.matches.play(match_id, user, len(log), codes[1])
    for each in two:
        await each.agree(match_id)


@given(st.integers(1, 50), st.integers(0, 2**63 - 1))
def test_every_server_has_one_owner(count, guild_id):
    alone = [Shards(count, frozenset({shard_id})) for shard_id in range(count)]
    (owner,) = [each for each in alone if each.has_guild(guild_id)]
    assert owner.ids == {(guild_id >> 22) % count}
    assert [each.has_guild(None) for each in alone] == [True] + [False] * (count - 1)


@pytest.mark.parametrize(
    ("ids", "text"), [({0}, "0"), ({0, 1, 2, 3}, "0–3"), ({5, 0, 1, 7}, "0–1, 5, 7"), ((), "")]
)
def test_they_are_written_as_ranges(ids, text):
    assert str(Shards(8, frozenset(ids))) == text
