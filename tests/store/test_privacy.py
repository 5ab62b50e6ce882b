import json
from datetime import date, timedelta
from typing import Any

import pytest
import sqlalchemy as sa

from bot.model.plans import Reach
from bot.model.privacy import Erasure, Holdings
from bot.service.ports.faults import Conflict
from bot.store import SqlStore
from bot.store.queries.privacy import NAMING, NOBODY, OF_OTHERS, OWN
from bot.store.tables.columns import metadata
from bot.store.tables.daily import daily_attempts
from bot.store.tables.matches import matches
from tests.store.matches import AT
from tests.store.support import execute

ANA, BEN, CARO = 800_000_000_000_000_101, 800_000_000_000_000_202, 800_000_000_000_000_303
SHARED, SOLO, MACHINE, LEFT, OTHERS, HOSTED = 1, 2, 3, 4, 5, 6
DAY = date(2026, 3, 1)
SECRET = b"the secret of a shuffle, 32 long"
PERSONAL = ("user_id", "left_by", "host_id", "invited_by")

Dump = dict[str, list[dict[str, Any]]]


def seat(match_id: int, number: int, user: int | None, **values: Any) -> dict[str, Any]:
    row = {"match_id": match_id, "seat": number, "user_id": user, "level": None, "left_by": None}
    return row | {"salt": f"90{match_id}{number}", "missed": 0} | values


def result(match_id: int, number: int, user: int | None) -> dict[str, Any]:
    row = {"match_id": match_id, "seat": number, "user_id": user, "place": number + 1}
    return row | {"points": 17, "won": not number, "side": number, "rounds": [3, 14], "gained": 8}


def match(match_id: int, host: int, stage: str = "over", **values: Any) -> dict[str, Any]:
    row = {"id": match_id, "game": "block", "rules": 1, "options": {"target": 50}, "guild_id": 5}
    row |= {"channel_id": 70 + match_id, "host_id": host, "stage": stage, "awaits": "nobody"}
    row |= {"secret": SECRET, "created_at": AT, "start_salt": "77", "ply": 2, "pace": "day"}
    ended = None if stage == "running" else AT + timedelta(hours=match_id)
    return row | {"ended_at": ended, "scored_at": ended, "rematch_of": None} | values


def moves(match_id: int, *actors: str) -> list[dict[str, Any]]:
    row = {"match_id": match_id, "at": AT}
    codes = ((actor, f"{actor} m{match_id}") for actor in actors)
    return [row | {"ply": ply, "actor": by, "code": code} for ply, (by, code) in enumerate(codes)]


def message(match_id: int, number: int, user: int | None) -> dict[str, Any]:
    row = {"match_id": match_id, "message_id": number, "channel_id": 9, "user_id": user}
    return row | {"version": 1, "ply": 2, "since": 0, "called": [0]}


def clock(match_id: int, number: int) -> dict[str, Any]:
    return {"match_id": match_id, "seat": number, "ply": 1, "due_at": AT, "reminded": 0}


ROWS: dict[str, list[dict[str, Any]]] = {
    "matches": [
        match(SHARED, ANA),
        match(SOLO, ANA, guild_id=None),
        match(MACHINE, ANA, "closed", given_up="left"),
        match(LEFT, BEN, "running", awaits="person"),
        match(OTHERS, BEN, rematch_of=SOLO),
        match(HOSTED, ANA, rematch_of=SHARED),
    ],
    "seats": [
        seat(SHARED, 0, ANA, said="well", said_ply=2),
        seat(SHARED, 1, BEN, said="luck", said_ply=0),
        seat(SOLO, 0, ANA),
        seat(MACHINE, 0, None, level="steady", left_by=ANA),
        seat(MACHINE, 1, None, level="casual", salt=None),
        seat(LEFT, 0, BEN, wishes=["5-3"], reach=Reach.ROUND, muted=True),
        seat(LEFT, 2, CARO),
        seat(LEFT, 1, None, level="steady", left_by=ANA, said_ply=3),
        *(seat(OTHERS, 0, BEN), seat(OTHERS, 1, None, level="steady", left_by=CARO)),
        seat(HOSTED, 0, CARO),
    ],
    "clocks": [clock(LEFT, 0)],
    "log": [
        *(*moves(SHARED, "*", "0", "1", "0"), *moves(SOLO, "*", "0")),
        *(*moves(MACHINE, "*", "0", "1"), *moves(LEFT, "*", "1", "0")),
        *(*moves(OTHERS, "*", "0"), *moves(HOSTED, "*")),
    ],
    "results": [
        *(result(SHARED, 0, ANA), result(SHARED, 1, BEN)),
        result(SOLO, 0, ANA),
        *(result(OTHERS, 0, BEN), result(OTHERS, 1, CARO)),
    ],
    "messages": [
        *(message(SOLO, 801, None), message(SHARED, 802, None), message(LEFT, 805, None)),
        *(message(LEFT, 803, ANA), message(LEFT, 804, BEN)),
    ],
    "ratings": [
        {"user_id": user, "game": game, "mu": 25.5, "sigma": 8.25, "matches": 3}
        for user in (ANA, BEN, CARO)
        for game in ("", "block")
    ],
    "standings": [
        {"span": "all", "guild_id": 0, "game": "", "user_id": user, "matches": 3}
        | {"wins": 1.5, "points": 20.0, "rating": 1040, "listed": True}
        for user in (ANA, BEN, CARO)
    ],
    "achievements": [
        {"user_id": user, "id": "first-win", "at": AT, "match_id": SHARED} for user in (ANA, BEN)
    ],
    "people": [
        {"user_id": user, "letters": "off", "autoplay": True, "listed": False, "zone": "Asia/Tokyo"}
        | {"quiet_begins": 1320, "quiet_ends": 420}
        for user in (ANA, BEN)
    ],
    "digests": [{"user_id": user, "due_at": AT, "claimed_at": None} for user in (ANA, BEN)],
    "holidays": [
        {"user_id": user, "begins_at": AT, "ends_at": AT + timedelta(days=2)} for user in (ANA, BEN)
    ],
    "lesson_offers": [
        {"user_id": user, "game": game, "offered_at": AT}
        for user in (ANA, BEN)
        for game in ("block", "duos")
    ],
    "locales": [{"user_id": user, "locale": "pl"} for user in (ANA, BEN)],
    "reminders": [{"match_id": LEFT, "user_id": user, "ply": 1} for user in (ANA, BEN)],
    "watchers": [
        {"match_id": LEFT, "user_id": user, "goes_on": True, "ends": False, "told_ply": 1}
        for user in (ANA, BEN)
    ],
    "invitations": [
        {"match_id": SHARED, "user_id": user, "invited_by": by, "at": AT, "done": True}
        for user, by in ((ANA, BEN), (BEN, ANA), (CARO, BEN))
    ],
    "daily_deals": [
        {"day": DAY, "game": "block", "version": 1, "seats": 2, "options": {"target": "none"}}
        | {"secret": SECRET, "par": [4, -2]}
    ],
    "daily_attempts": [
        {"day": DAY, "user_id": user, "guild_id": 5, "moves": ["5-1", "6-4@l"], "made": 2}
        | {"began_at": AT, "score": 12, "counts": True, "marks": "b"}
        for user in (ANA, BEN)
    ],
    "daily_traces": [{"day": DAY, "trace": SECRET}],
    "puzzle_attempts": [
        {"user_id": user, "puzzle_id": "2522hoek", "move": "2-0@r", "solved": True, "at": AT}
        | {"mu": 25.5, "sigma": 8.25, "gained": 20, "answered": 1, "streak": 1, "is_good": False}
        for user in (ANA, BEN)
    ],
    "puzzle_ratings": [
        {"puzzle_id": "2522hoek", "mu": 24.5, "sigma": 8.0, "answered": 2, "up": 0, "down": 2}
    ],
    "servers": [{"guild_id": 5, "podium_channel_id": 71, "podium_week": "2026-W08"}],
}


@pytest.fixture
async def filled(store: SqlStore) -> SqlStore:
    def fill(db: sa.Connection) -> None:
        for table in reversed(metadata.sorted_tables):
            db.execute(table.delete())
        for table in metadata.sorted_tables:
            for row in ROWS[table.name]:
                db.execute(table.insert().values(row))

    await store.database.write(fill)
    return store


async def dump(store: SqlStore) -> Dump:
    def stored(db: sa.Connection, table: sa.Table) -> list[dict[str, Any]]:
        query = table.select().order_by(*table.primary_key)
        return [dict(row) for row in db.execute(query).mappings()]

    tables = metadata.sorted_tables
    return await store.database.read(lambda db: {each.name: stored(db, each) for each in tables})


def key(table: str, row: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(row[column.name] for column in metadata.tables[table].primary_key)


def names(row: dict[str, Any], user: int) -> bool:
    return any(str(user) in str(value) for value in row.values())


def naming_columns() -> list[sa.Column[Any]]:
    return [*(table.c.user_id for table in OWN.values()), *NAMING, *OF_OTHERS.values()]


def test_every_column_that_names_somebody_is_known():
    """A new one is to be told and erased, too."""
    there = {
        column
        for table in metadata.sorted_tables
        for column in table.columns
        if column.name in PERSONAL or column.name.endswith(("_user", "_user_id", "_by"))
    }
    assert there == {*naming_columns()}


async def test_each_of_these_columns_is_tried_here(filled):
    before = await dump(filled)
    for column in naming_columns():
        assert ANA in [row[column.name] for row in before[column.table.name]], column
    assert all(before.values())


async def test_nothing_names_them_afterwards_and_nothing_else_has_changed(filled):
    before = await dump(filled)

    erasure = await filled.erase(ANA)

    after = await dump(filled)
    assert not [(table, row) for table in after for row in after[table] if names(row, ANA)]
    gone, changed = set(), {}
    for table, rows in before.items():
        left = {key(table, row): row for row in after[table]}
        assert len(left) <= len(rows)
        for row in rows:
            now = left.pop(key(table, row), None)
            if now is None:
                gone.add((table, *key(table, row)))
                continue
            for column in row:
                if row[column] != now[column]:
                    changed[table, *key(table, row), column] = now[column]
        assert not left
    alone = {
        (table, *key(table, row))
        for table, rows in before.items()
        for row in rows
        if row.get("match_id", row.get("id")) in {SOLO, MACHINE} and table != "achievements"
    }
    theirs = ((each.name, row) for each in OWN.values() for row in before[each.name])
    own = {(name, *key(name, row)) for name, row in theirs if row["user_id"] == ANA}
    assert gone == alone | own
    revisions = {("matches", each, "revision"): 2 for each in (SHARED, LEFT, OTHERS, HOSTED)}
    assert changed == revisions | {
        ("matches", SHARED, "host_id"): NOBODY,
        ("matches", HOSTED, "host_id"): NOBODY,
        ("matches", OTHERS, "rematch_of"): None,
        ("seats", SHARED, 0, "user_id"): None,
        ("seats", SHARED, 0, "said"): None,
        ("seats", SHARED, 0, "said_ply"): None,
        ("seats", LEFT, 1, "left_by"): None,
        ("seats", LEFT, 1, "said_ply"): None,
        ("results", SHARED, 0, "user_id"): None,
        ("invitations", SHARED, BEN, "invited_by"): None,
    }
    assert erasure == Erasure(2, 3, (SHARED, SOLO, MACHINE, LEFT, OTHERS, HOSTED))


async def test_to_erase_twice_is_to_erase_once(filled):
    await filled.erase(ANA)
    after = await dump(filled)
    assert await filled.erase(ANA) == Erasure()
    assert await dump(filled) == after


async def test_whoever_is_the_last_of_a_match_takes_it_along(filled):
    await filled.erase(ANA)
    assert await filled.match(SHARED) is not None
    await execute(filled, matches.update().values(stage="over", awaits="nobody"))
    await filled.erase(BEN)
    assert await filled.match(SHARED) is None
    assert await filled.match(LEFT) is not None, "Caro sat there, too"
    await filled.erase(CARO)
    assert not (await dump(filled))["matches"]


@pytest.mark.parametrize("user", [BEN, CARO])
async def test_who_sits_at_an_open_table_is_not_erased(filled, user):
    before = await dump(filled)
    with pytest.raises(Conflict):
        await filled.erase(user)
    assert await dump(filled) == before


async def test_nothing_is_stored_of_a_stranger(filled):
    before = await dump(filled)
    assert await filled.holdings(404) == Holdings()
    assert await filled.own_matches(404) == []
    assert not any((await filled.own_rows(404)).values())
    assert await filled.erase(404) == Erasure()
    assert await dump(filled) == before


# Exports.


async def told(store: SqlStore, user: int) -> dict[str, Any]:
    played = await store.played(user, await store.own_matches(user))
    rows = dict(await store.own_rows(user))
    everything = rows | {"matches": [{**each.row, "moves": each.moves} for each in played]}
    found: dict[str, Any] = json.loads(json.dumps(everything))
    return found


async def test_every_row_that_names_them_is_told(filled):
    before, export = await dump(filled), await told(filled, ANA)
    by_id = {each["id"]: each for each in export["matches"]}
    section = {table.name: name for name, table in OWN.items()}
    for table, rows in before.items():
        for row in (each for each in rows if names(each, ANA)):
            if table in section:
                wanted = {name: plain(row[name]) for name in row if name not in PERSONAL}
                own = row["user_id"] == ANA
                assert wanted in export[section[table] if own else "invited"]
            else:
                there = by_id[row.get("match_id", row.get("id"))]
                part = {"seats": "seat", "results": "result"}.get(table)
                found = there[part] if part else there
                for name in found.keys() & row.keys() - {*PERSONAL}:
                    assert found[name] == plain(row[name])
                missing = row.keys() - found.keys() - {*PERSONAL, "match_id"}
                assert not missing or table == "matches", (table, missing)
    assert len(export["matches"]) == 5
    assert [each["id"] for each in export["matches"]] == sorted(by_id, reverse=True)


async def test_nobody_else_and_no_secret_is_told(filled):
    text = json.dumps(await told(filled, ANA))
    for hidden in (str(ANA), str(BEN), str(CARO), "the secret of", '"77"', "90" + f"{LEFT}0"):
        assert hidden not in text


async def test_of_a_deal_only_their_own_part_is_told(filled):
    (told_deal,) = (await told(filled, ANA))["daily_deals"]
    assert told_deal["moves"] == ["5-1", "6-4@l"]
    assert told_deal["day"] == DAY.isoformat()
    assert set(told_deal) == {column.name for column in daily_attempts.c} - {"user_id"}


async def test_their_moves_are_told_once_a_match_is_over(filled):
    by_id = {each["id"]: each for each in (await told(filled, ANA))["matches"]}
    codes = {match_id: [move["code"] for move in by_id[match_id]["moves"]] for match_id in by_id}
    played = {SHARED: ["0 m1", "0 m1"], SOLO: ["0 m2"], MACHINE: ["0 m3"]}
    assert codes == played | {LEFT: [], HOSTED: []}
    assert by_id[SHARED]["others"] == {"people": 1, "computers": 0}
    assert by_id[MACHINE]["others"] == {"people": 0, "computers": 1}
    assert by_id[SHARED]["seat"]["left"] is False
    assert by_id[LEFT]["seat"]["left"] is True
    assert by_id[HOSTED]["hosted"] is True
    assert "seat" not in by_id[HOSTED]
    assert [list(each.moves) for each in await filled.played(ANA, [SHARED], moves=False)] == [[]]


async def test_their_time_and_their_plan_at_an_open_table_are_told(filled):
    by_id = {each["id"]: each for each in (await told(filled, BEN))["matches"]}
    assert by_id[LEFT]["clock"]["due_at"] == AT.isoformat()
    assert by_id[LEFT]["seat"]["wishes"] == ["5-3"]
    assert by_id[LEFT]["seat"]["muted"] is True
    assert "clock" not in by_id[SHARED]


async def test_a_plan_is_told_to_nobody_else(filled):
    assert "5-3" not in json.dumps([await told(filled, user) for user in (ANA, CARO)])


async def test_how_much_there_is(filled):
    assert await filled.holdings(ANA) == Holdings(5, 2, 1, 1, 1, 1, 1, 1, 1, 1)
    assert await filled.holdings(CARO) == Holdings(3, 2, invitations=1)


async def test_dms_and_tables_of_their_own_are_known(filled):
    assert [each.message_id for each in await filled.direct_messages_to(ANA)] == [801, 803]
    assert [each.message_id for each in await filled.direct_messages_to(BEN)] == [804]


def plain(value: Any) -> Any:
    """Return a value as JSON spells it."""
    return value.isoformat() if hasattr(value, "isoformat") else getattr(value, "value", value)
