from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import create_async_engine

from bot.engine.contract import NATURE, Actor
from bot.engine.record import Entry
from bot.engine.replay import ReplayedMove, replay
from bot.engine.seating import prepare
from bot.games import game
from bot.model.match import Stage
from bot.store.tables.columns import metadata
from tests.wire.fake_discord import PATIENCE


class StoredMatches:
    """The database, read without the bot."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def intact(self) -> bool:
        with self.opened() as db:
            return bool(db.execute("PRAGMA integrity_check").fetchone() == ("ok",))

    def log(self, match: int) -> list[Entry]:
        query = "SELECT ply, actor, code FROM log WHERE match_id = ? ORDER BY ply"
        entries = self.rows(query, match)
        assert [ply for ply, _, _ in entries] == list(range(len(entries))), entries
        return [(NATURE if actor == "*" else int(actor), code) for _, actor, code in entries]

    def owed(self) -> list[int]:
        """Return the matches whose newest version was not shown."""
        query = "SELECT id FROM matches WHERE shown_version < version OR shown_ply < ply"
        return [number for (number,) in self.rows(query)]

    def replayed(self, number: int) -> list[ReplayedMove[Any]]:
        query = "SELECT game, options, count(*) FROM matches JOIN seats ON match_id = id"
        ((name, options, seats),) = self.rows(f"{query} WHERE id = ?", number)
        rules = game(name)
        setup = prepare(rules.info, seats, json.loads(options))
        return list(replay(rules, setup, self.log(number)))

    def chosen(self, number: int) -> set[tuple[int, str]]:
        """Return ply and code of every move that a person decided on."""
        people = self.people(number)
        chosen = (ply for ply in self.replayed(number) if not ply.move.automatic)
        return {(ply.index, ply.move.code) for ply in chosen if ply.actor in people}

    def numbers(self) -> set[int]:
        return {number for (number,) in self.rows("SELECT id FROM matches")}

    def rated_matches(self) -> set[int]:
        return {number for (number,) in self.rows("SELECT id FROM matches WHERE rated")}

    def stage(self, number: int) -> Stage:
        ((stage,),) = self.rows("SELECT stage FROM matches WHERE id = ?", number)
        return Stage(stage)

    def late(self) -> list[tuple[int, int]]:
        return self.rows("SELECT match_id, ply FROM log WHERE late")

    def users(self, number: int) -> dict[Actor, int]:
        query = "SELECT seat, user_id FROM seats WHERE match_id = ? AND user_id IS NOT NULL"
        return dict(self.rows(query, number))

    def tables(self, number: int) -> list[int]:
        """Return the ids of the messages that are known to show the table in its channel."""
        query = "SELECT message_id FROM messages WHERE match_id = ? AND user_id IS NULL AND ply > 0"
        return [message for (message,) in self.rows(query, number)]

    def rated(self) -> dict[int, int]:
        """Return the number of matches that count in the rating of each person."""
        return dict(self.rows("SELECT user_id, matches FROM ratings WHERE game = ''"))

    def people(self, number: int) -> frozenset[int]:
        query = "SELECT seat FROM seats WHERE match_id = ? AND level IS NULL"
        return frozenset(seat for (seat,) in self.rows(query, number))

    def clocks(self, number: int) -> frozenset[int]:
        query = "SELECT seat FROM clocks WHERE match_id = ? AND due_at IS NOT NULL"
        return frozenset(seat for (seat,) in self.rows(query, number))

    def rows(self, query: str, *values: int) -> list[Any]:
        with self.opened() as db:
            return db.execute(query, values).fetchall()

    @contextmanager
    def opened(self) -> Iterator[sqlite3.Connection]:
        with closing(sqlite3.connect(self._file, timeout=PATIENCE, isolation_level=None)) as db:
            yield db


async def copied(url: str, file: Path) -> StoredMatches:
    """Copy a database to a new SQLite file, to read it at leisure."""
    engine = create_async_engine(url, isolation_level="REPEATABLE READ")
    copy = sa.create_engine(f"sqlite:///{file}")
    metadata.create_all(copy)
    async with engine.connect() as there:
        with copy.begin() as here:
            for table in metadata.sorted_tables:
                rows = (await there.execute(sa.select(table))).mappings().all()
                if rows:
                    here.execute(table.insert(), [dict(row) for row in rows])
    await engine.dispose()
    copy.dispose()
    return StoredMatches(file)
