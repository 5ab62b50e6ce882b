"""The matches and people of the store's tests."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from bot.engine.contract import NATURE
from bot.engine.record import Entry
from bot.model.match import FinalPlace, Match, MoveCommit, NewMatch, Occupant, WaitingFor
from bot.store import SqlStore

AT = datetime(2026, 2, 28, 23, 59, 59, 999999, tzinfo=UTC)
SNOWFLAKE = 2**63 - 1
ANA, BEN, CARO = 101, 102, SNOWFLAKE
DEAL: Entry = (NATURE, "deal 6-4 5-5 0-1")
DEALT = MoveCommit([DEAL], WaitingFor.PERSON, AT)
PLACES = (FinalPlace(0, ANA, 1, 57, won=True), FinalPlace(1, BEN, 2, 12, won=False))


def new(channel: int = 1, *, user: int = ANA, guild: int | None = 5, **values: Any) -> NewMatch:
    """Return a lobby in which one person sits."""
    usual: dict[str, Any] = {"game": "block", "rules": 1, "options": {"target": 50}}
    usual |= {"secret": bytes(32), "seats": (Occupant(0, user, salt="900"),)}
    return NewMatch(guild_id=guild, channel_id=channel, host_id=user, **(usual | values))


async def running(store: SqlStore, channel: int = 1, **values: Any) -> Match:
    """Store a running match of two people whose log has the deal."""
    seats = (Occupant(0, ANA, salt="900"), Occupant(1, BEN, salt="901"))
    match = await store.open_match(new(channel, seats=seats, **values), AT)
    await store.start(match.id, 1, start_salt="902", moved=DEALT)
    return await reread(store, match)


async def play(store: SqlStore, match: Match, ply: int, *entries, revision=0, **values) -> None:
    """Append moves, by default a single one, on whatever revision the match has now."""
    moved = MoveCommit(entries or ((0, "6-4"),), WaitingFor.PERSON, AT)
    revision = revision or await store.revision(match.id) or 0
    await store.commit_moves(match.id, revision, ply, replace(moved, **values))


async def reread(store: SqlStore, match: Match) -> Match:
    found = await store.match(match.id)
    assert found is not None
    return found
