"""A person's data goes: from tables, the store and memory, whatever comes between."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy import event

from bot.service import privacy
from bot.service.errors import StillSeated
from bot.service.ports import (
    Holdings,
    Letters,
    Occupant,
    Preferences,
    Stage,
    StoreBusy,
)
from bot.service.tables import Where
from bot.store import SqlStore, open_store
from bot.store.tables import metadata
from tests.blank import write_blank
from tests.service.house import ANA, BRUNO, CHEN, House

ELSEWHERE = Where(guild_id=1, channel_id=11)
DIRECT = Where(guild_id=None, channel_id=12)


class Failing:
    """A store of which one call fails, before it or after it."""

    def __init__(self, within: Any) -> None:
        self.within = within
        self.calls = 0
        self.fails_at: int | None = None
        self.afterwards = False
        self.before: dict[str, Callable[[], Any]] = {}
        """What happens once, just before a call of that name."""

    def __getattr__(self, name: str) -> Any:
        method = getattr(self.within, name)
        if not callable(method) or name == "dispose":
            return method

        async def call(*args: Any, **kwargs: Any) -> Any:
            self.calls += 1
            failing = self.calls == self.fails_at
            if (first := self.before.pop(name, None)) is not None:
                await first()
            if failing and not self.afterwards:
                raise StoreBusy("the disk is full")
            answer = await method(*args, **kwargs)
            if failing:
                raise StoreBusy("the answer was lost")
            return answer

        return call


def database(folder: Path) -> SqlStore:
    """Commits are as always, but the disk may write them down when it likes."""
    write_blank(folder / "boneyard.db")
    store = open_store(f"sqlite+aiosqlite:///{folder / 'boneyard.db'}")

    @event.listens_for(store.engine.sync_engine, "connect")
    def hasty(connection: Any, record: object) -> None:
        cursor = connection.cursor()
        cursor.execute("PRAGMA synchronous=OFF")
        cursor.close()

    return store


@pytest.fixture
async def house(tmp_path) -> AsyncIterator[House]:
    store = Failing(database(tmp_path))
    there = House(store)
    yield there
    await there.quiet()
    await there.boneyard.close()
    await store.dispose()


async def named(house: House, user: int) -> list[tuple[str, dict[str, Any]]]:
    """Every row that holds somebody's id."""
    found = []
    async with house.store.within.engine.connect() as connection:
        for table in metadata.sorted_tables:
            columns = [each for each in table.columns if isinstance(each.type, sa.BigInteger)]
            where = sa.or_(*(each == user for each in columns)) if columns else sa.false()
            rows = (await connection.execute(table.select().where(where))).mappings()
            found += [(table.name, dict(row)) for row in rows]
    return found


async def ended(house: House) -> int:
    """A match of Ana and Bruno that both have left in the end, with results."""
    match_id = await house.running(ANA, BRUNO)
    await house.play_on(match_id, Random(1), 4)
    await house.matches.leave(match_id, ANA)
    await house.matches.leave(match_id, BRUNO)
    await house.quiet()
    return match_id


async def everywhere(house: House) -> tuple[int, int, int]:
    """Ana has a past, sits in a lobby, plays with Bruno, and alone."""
    await ended(house)
    running = await house.running(ANA, BRUNO, CHEN)
    lobby = await house.lobby(BRUNO, ANA, where=ELSEWHERE)
    alone = await house.lobby(ANA, game_id="solitaire", where=DIRECT)
    await house.tables.start(alone, ANA, "start")
    await house.boneyard.set_preferences(ANA, Preferences(Letters.OFF))
    await house.boneyard.holidays.begin(ANA, 2)
    await house.quiet()
    return running, lobby, alone


async def test_they_leave_every_table_and_nothing_names_them(house):
    running, lobby, alone = await everywhere(house)
    earned = len(await house.store.achievements(ANA))
    assert await house.boneyard.privacy.holdings(ANA) == Holdings(4, 2, earned, 1, 1)

    gone = await house.boneyard.privacy.erase(ANA)

    assert not await named(house, ANA)
    assert (gone.matches, gone.seats) == (1, 2)
    assert await house.store.match(alone) is None
    assert (await house.store.match(lobby)).people == (BRUNO,)
    await house.quiet()
    match = await house.store.match(running)
    assert match.stage is Stage.RUNNING
    assert set(match.players) == {BRUNO, CHEN}
    await house.agree(running)


async def test_what_is_in_memory_names_them_no_more(house):
    running, *_ = await everywhere(house)
    await house.boneyard.privacy.erase(ANA)

    habits = (await house.boneyard.people.habits([ANA]))[ANA]
    assert habits.preferences == Preferences()
    assert not habits.holidays
    for match in house.boneyard.keeper._at_hand.values():
        assert str(ANA) not in repr(match.match.seats)
        assert match.match.host_id != ANA
    await house.matches.leave(running, BRUNO)
    await house.matches.leave(running, CHEN)
    await house.quiet()
    assert not await named(house, ANA), "the end of a match that they had left names them again"


async def test_what_is_scored_later_gives_nothing_back(house):
    await ended(house)
    async with house.store.within.engine.begin() as connection:
        await connection.execute(sa.text("UPDATE matches SET scored_at = NULL"))

    await house.boneyard.privacy.erase(ANA)
    await house.boneyard.scoring.catch_up()

    assert not await named(house, ANA)
    assert await house.store.unscored(10) == ()
    assert await named(house, BRUNO)


async def test_nothing_is_scored_while_data_is_deleted(house):
    seen = []

    async def look() -> None:
        seen.append(house.boneyard.scoring._turn.locked())

    house.store.before["erase"] = look
    await house.boneyard.privacy.erase(ANA)
    assert seen == [True]


async def test_who_sits_down_meanwhile_is_taken_away_again(house):
    async def sit_down() -> None:
        house.store.before.pop("erase", None)
        await house.lobby(ANA, where=ELSEWHERE)

    house.store.before["erase"] = sit_down
    await house.boneyard.privacy.erase(ANA)
    assert not await named(house, ANA)


async def test_who_sits_down_again_and_again_is_told(house):
    async def sit_down() -> None:
        house.store.before["erase"] = sit_down
        await house.lobby(ANA, where=ELSEWHERE)

    house.store.before["erase"] = sit_down
    with pytest.raises(StillSeated):
        await house.boneyard.privacy.erase(ANA)
    house.store.before.clear()
    await house.boneyard.privacy.erase(ANA)
    assert not await named(house, ANA)


@pytest.mark.parametrize("afterwards", [False, True])
async def test_whatever_it_is_interrupted_at_to_ask_again_finishes_it(tmp_path, afterwards):
    engine = database(tmp_path)
    nth, done = 0, False
    while not done:
        nth += 1
        store = Failing(engine)
        house = House(store)
        match_id = await house.lobby(ANA, BRUNO)
        await house.lobby(ANA, where=ELSEWHERE)
        await house.tables.start(match_id, ANA, "start")
        await house.boneyard.set_preferences(ANA, Preferences(Letters.OFF))
        await house.quiet()
        store.calls, store.fails_at, store.afterwards = 0, nth, afterwards
        try:
            await house.boneyard.privacy.erase(ANA)
            done = store.calls < nth
        except StoreBusy:
            pass
        store.fails_at = None
        await house.boneyard.privacy.erase(ANA)
        assert not await named(house, ANA), f"call {nth}"
        await house.matches.leave(match_id, BRUNO)
        await house.quiet()
        assert not await named(house, ANA), f"call {nth}: what was in memory names them again"
        await house.boneyard.close()
    assert nth > 10
    await engine.dispose()


async def test_two_windows_at_once(house):
    await everywhere(house)
    first, second = await asyncio.gather(
        house.boneyard.privacy.erase(ANA), house.boneyard.privacy.erase(ANA)
    )
    assert first.matches + second.matches == 1
    assert not await named(house, ANA)


async def test_they_can_play_again_at_once(house):
    await everywhere(house)
    await house.boneyard.privacy.erase(ANA)

    again = await house.lobby(ANA, BRUNO, where=Where(1, 13))
    await house.tables.start(again, ANA, "start")
    await house.matches.leave(again, BRUNO)
    await house.matches.leave(again, ANA)
    await house.quiet()

    assert (await house.boneyard.privacy.holdings(ANA)).matches == 1
    assert (await house.store.ratings_of(ANA))[""].matches == 1


async def test_a_rematch_has_no_seat_for_somebody_who_is_gone(house):
    before = await house.store.match(await house.running(ANA, BRUNO))
    before = replace(before, seats=(Occupant(0, salt="1"), before.seats[1]))

    match = await house.tables.open_rematch(before, ELSEWHERE, BRUNO, "salt")

    assert [(each.user_id, each.level) for each in match.seats] == [(BRUNO, None)]


async def test_everything_is_told_in_pages(house, monkeypatch):
    for _ in range(2):
        await ended(house)
    monkeypatch.setattr(privacy, "PAGE", 1)
    told = await house.boneyard.privacy.everything(ANA)
    assert [each.row["id"] for each in told.played] == [2, 1]
    assert (told.matches, told.moveless) == (2, 0)
    assert all(each.moves for each in told.played)

    monkeypatch.setattr(privacy, "MOST_MOVES", 1)
    told = await house.boneyard.privacy.everything(ANA)
    assert [bool(each.moves) for each in told.played] == [True, False]
    assert told.moveless == 1

    monkeypatch.setattr(privacy, "MOST_MATCHES", 1)
    told = await house.boneyard.privacy.everything(ANA)
    assert [each.row["id"] for each in told.played] == [2]
    assert told.matches == 2
