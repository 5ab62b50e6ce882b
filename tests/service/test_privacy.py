"""A person's data is deleted from tables, the store and memory, whatever happens meanwhile."""

import asyncio
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any

import pytest
import sqlalchemy as sa

from bot.engine.errors import StaleMove
from bot.model.errors import StillSeated
from bot.model.match import Occupant, Stage
from bot.model.preferences import MessagePreference, Preferences
from bot.model.privacy import Holdings
from bot.service.lobby.new_match import MatchPlace
from bot.service.people import privacy
from bot.service.ports.faults import StoreBusy
from bot.store.tables.columns import metadata
from tests.service.harness import ANA, BRUNO, CHEN, ServiceHarness, refused
from tests.store.support import execute

ELSEWHERE = MatchPlace(guild_id=1, channel_id=11)
DIRECT = MatchPlace(guild_id=None, channel_id=12)


async def named(harness: ServiceHarness, user: int) -> list[tuple[str, dict[str, Any]]]:
    def look(db: sa.Connection) -> list[tuple[str, dict[str, Any]]]:
        found = []
        for table in metadata.sorted_tables:
            columns = [each for each in table.columns if isinstance(each.type, sa.BigInteger)]
            where = sa.or_(*(each == user for each in columns)) if columns else sa.false()
            rows = db.execute(table.select().where(where)).mappings()
            found += [(table.name, {**row}) for row in rows]
        return found

    return await harness.store.within.database.read(look)


async def ended(harness: ServiceHarness) -> int:
    """Store a match that both Ana and Bruno have left, with results."""
    match_id = await harness.running(ANA, BRUNO)
    await harness.play_on(match_id, Random(1), 4)
    await harness.matches.leave(match_id, ANA)
    await harness.leave(match_id, BRUNO, for_good=True)
    return match_id


async def everywhere(harness: ServiceHarness) -> tuple[int, int, int]:
    """Give Ana a past, a seat in a lobby, a match with Bruno, and one alone."""
    await ended(harness)
    running = await harness.running(ANA, BRUNO, CHEN)
    lobby = await harness.lobby(BRUNO, ANA, where=ELSEWHERE)
    alone = await harness.running(ANA, game_id="solitaire", where=DIRECT)
    await harness.service.set_preferences(ANA, Preferences(MessagePreference.OFF))
    await harness.service.holidays.begin(ANA, 2)
    await harness.quiet()
    return running, lobby, alone


async def test_they_leave_every_table_and_nothing_names_them(harness):
    running, lobby, alone = await everywhere(harness)
    earned = len(await harness.store.achievements(ANA))
    assert await harness.service.store.holdings(ANA) == Holdings(4, 2, earned, 1, 1)

    gone = await harness.service.privacy.erase(ANA)

    assert not await named(harness, ANA)
    assert (gone.matches, gone.seats) == (1, 2)
    assert await harness.store.match(alone) is None
    assert (await harness.store.match(lobby)).people == (BRUNO,)
    await harness.quiet()
    match = await harness.store.match(running)
    assert match.stage is Stage.RUNNING
    assert set(match.players) == {BRUNO, CHEN}
    await harness.agree(running)


async def test_what_is_in_memory_names_them_no_more(harness):
    running, *_ = await everywhere(harness)
    await harness.service.privacy.erase(ANA)

    settings = (await harness.service.preferences.player_settings([ANA]))[ANA]
    assert settings.preferences == Preferences()
    assert not settings.holidays
    for match in harness.service.cache._cached.values():
        assert str(ANA) not in repr(match.match.seats)
        assert match.match.host_id != ANA
    await harness.matches.leave(running, BRUNO)
    await harness.leave(running, CHEN, for_good=True)
    assert not await named(harness, ANA), "the end of a match that they had left names them again"


async def test_what_is_scored_later_gives_nothing_back(harness):
    await ended(harness)
    await execute(harness.store.within, "UPDATE matches SET scored_at = NULL")

    await harness.service.privacy.erase(ANA)
    await harness.service.scoring.catch_up()

    assert not await named(harness, ANA)
    assert await harness.store.unscored(10) == ()
    assert await named(harness, BRUNO)


async def test_nothing_is_scored_while_data_is_deleted(harness):
    seen = []

    def look(name: str) -> None:
        if name == "erase":
            seen.append(harness.service.scoring._turn.locked())

    harness.store.before = look
    await harness.service.privacy.erase(ANA)
    assert seen
    assert all(seen)


async def test_what_is_written_out_of_memory_in_the_middle_goes_too(harness):
    """A match that they had left ends just then, and its results name them once more."""
    match_id = await harness.running(ANA, BRUNO)
    await harness.play_on(match_id, Random(1), 4)
    await harness.matches.leave(match_id, ANA)
    await harness.quiet()

    async def end_it(name: str) -> None:
        if name == "erase":
            harness.store.works_again()
            with suppress(StaleMove):  # what memory has names them, but is out of date
                await harness.matches.leave(match_id, BRUNO, for_good=True)

    harness.store.after = end_it
    await harness.service.privacy.erase(ANA)
    await harness.quiet()
    assert not await named(harness, ANA)


@pytest.mark.parametrize("always", [False, True])
async def test_who_sits_down_meanwhile_is_taken_away_again_or_told(harness, always):
    async def sit_down(name: str) -> None:
        if name == "erase":
            if not always:
                harness.store.works_again()
            await harness.lobby(ANA, where=ELSEWHERE)

    harness.store.before = sit_down
    if always:
        await refused(StillSeated, harness.service.privacy.erase(ANA))
        harness.store.works_again()
    await harness.service.privacy.erase(ANA)
    assert not await named(harness, ANA)


@pytest.mark.parametrize("moment", ["before", "after"])
async def test_whatever_it_is_interrupted_at_to_ask_again_finishes_it(moment):
    nth, done = 0, False
    while not done:
        nth += 1
        harness = ServiceHarness()
        match_id = await harness.lobby(ANA, BRUNO)
        await harness.lobby(ANA, where=ELSEWHERE)
        await harness.tables.start(match_id, ANA, "start")
        await harness.service.set_preferences(ANA, Preferences(MessagePreference.OFF))
        await harness.quiet()
        harness.store.fail_at(nth, moment)
        calls = harness.store.calls.total()
        try:
            await harness.service.privacy.erase(ANA)
            done = harness.store.calls.total() - calls < nth
        except StoreBusy:
            pass
        harness.store.works_again()
        await harness.service.privacy.erase(ANA)
        assert not await named(harness, ANA), f"call {nth}"
        await harness.leave(match_id, BRUNO)
        assert not await named(harness, ANA), f"call {nth}: what was in memory names them again"
        await harness.end()
    assert nth > 10


async def test_two_deletions_at_once_delete_everything_once(harness):
    await everywhere(harness)
    erase = harness.service.privacy.erase
    first, second = await asyncio.gather(erase(ANA), erase(ANA))
    assert first.matches + second.matches == 1
    assert not await named(harness, ANA)


async def test_a_rematch_has_no_seat_for_somebody_who_is_gone(harness):
    before = await harness.store.match(await harness.running(ANA, BRUNO))
    before = replace(before, seats=(Occupant(0, salt="1"), before.seats[1]))

    match = await harness.tables.open_rematch(before, ELSEWHERE, BRUNO, "salt")

    assert [(each.user_id, each.level) for each in match.seats] == [(BRUNO, None)]


async def test_everything_is_told_in_pages(harness, monkeypatch):
    for _ in range(2):
        await ended(harness)
    monkeypatch.setattr(privacy, "PAGE", 1)
    told = await harness.service.privacy.everything(ANA)
    assert [each.row["id"] for each in told.played] == [2, 1]
    assert (told.matches, told.moveless) == (2, 0)
    assert all(each.moves for each in told.played)

    monkeypatch.setattr(privacy, "MOST_MOVES", 1)
    told = await harness.service.privacy.everything(ANA)
    assert [bool(each.moves) for each in told.played] == [True, False]
    assert told.moveless == 1

    monkeypatch.setattr(privacy, "MOST_MATCHES", 1)
    told = await harness.service.privacy.everything(ANA)
    assert [each.row["id"] for each in told.played] == [2]
    assert told.matches == 2
