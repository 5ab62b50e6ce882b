"""The league of a server, and of everybody."""

from typing import Any

from bot.model.daily import LeagueRow, LeagueTable
from bot.model.preferences import Preferences
from bot.scores.league import newest_account
from bot.service.daily.league import EVERYBODY_FRESH, LENGTH
from tests.service.harness import ANA, BRUNO, CHEN, DANA, NOON
from tests.service.test_daily_posts import DAY, FRIDAY, SERVER, dealt, played
from tests.store.scored import FinalSeat, finish

SUNDAY = FRIDAY - 5 * DAY
WEEK = tuple(SUNDAY + nth * DAY for nth in range(7))
NEW, OLD = (newest_account(int(NOON.timestamp() * 1000)) + nth for nth in (1 << 50, 0))
"""Accounts a little younger than 30 days, and just as old; those of the others are older."""


async def table(timed: Any, guild_id: int | None = SERVER, viewer: int | None = None) -> Any:
    return await timed.service.league.table(guild_id, FRIDAY, viewer)


def told(table: LeagueTable) -> list[tuple[int, int, int]]:
    return [(each.place, each.user_id, each.points) for each in table.rows]


async def finished(timed: Any, *users: int, matches: int = 5, left: bool = False) -> None:
    for user in users:
        for _ in range(matches):
            await finish(timed.store, FinalSeat(user, left=left), FinalSeat("steady", 2))


async def test_the_best_five_of_seven_days_count_and_equals_share_a_place(timed):
    for nth, day in enumerate(WEEK):
        better = nth < 5
        await played(timed, day, {ANA: 9 if better else 1, BRUNO: 5, CHEN: 1 if better else 9})
    await played(timed, WEEK[0], {DANA: 0})
    shown = await table(timed, viewer=CHEN)
    assert shown.days == WEEK
    assert shown.rows[0] == LeagueRow(1, ANA, 500, 7)
    assert told(shown) == [(1, ANA, 500), (2, BRUNO, 267), (3, CHEN, 233), (4, DANA, 0)]
    assert shown.own == shown.rows[2]


async def test_equals_share_a_place(timed):
    await played(timed, FRIDAY, {ANA: 5, BRUNO: 5, CHEN: 1})
    assert told(await table(timed)) == [(1, ANA, 75), (1, BRUNO, 75), (3, CHEN, 0)]


async def test_what_does_not_count_adds_nothing(timed):
    """It is late, of a void deal, of another week, or was begun elsewhere."""
    await played(timed, FRIDAY, {ANA: 1})
    await played(timed, FRIDAY, {BRUNO: 9}, counts=False)
    await dealt(timed, WEEK[1])
    await played(timed, WEEK[1], {ANA: 9, BRUNO: 5})
    await timed.store.void_deal(WEEK[1])
    await played(timed, SUNDAY - DAY, {BRUNO: 9})
    await played(timed, WEEK[2], {BRUNO: 9}, guild_id=6)
    await played(timed, WEEK[2], {CHEN: 9}, guild_id=None)
    shown = await table(timed, viewer=BRUNO)
    assert told(shown) == [(1, ANA, 50)], "alone, one neither wins nor loses"
    assert shown.own is None


async def test_a_deal_of_other_rules_counts_once_it_has_closed_but_not_while_it_is_open(timed):
    for day in (WEEK[1], FRIDAY):
        await dealt(timed, day, version=99)
        await played(timed, day, {ANA: 9, BRUNO: 5})
    shown = await table(timed)
    assert [(row.user_id, row.points, row.days) for row in shown.rows] == [
        *((ANA, 100, 1), (BRUNO, 0, 1))
    ]


async def test_hidden_people_count_but_are_not_shown(timed):
    await played(timed, FRIDAY, {ANA: 1, BRUNO: 5})
    await timed.service.set_preferences(BRUNO, Preferences(listed=False))
    shown = await table(timed, viewer=BRUNO)
    assert (told(shown), shown.own) == ([(1, ANA, 0)], None)


async def test_of_everybody_only_old_accounts_with_five_matches_are_shown(timed):
    await played(timed, FRIDAY, {ANA: 5, BRUNO: 4, CHEN: 3, DANA: 2, NEW: 9, OLD: 0}, guild_id=None)
    await finished(timed, ANA, DANA, OLD, NEW)
    await finished(timed, CHEN, matches=4)
    await finished(timed, BRUNO, left=True)
    assert told(await table(timed, None)) == [(1, ANA, 80), (2, DANA, 20), (3, OLD, 0)]
    assert (await table(timed, None, viewer=NEW)).own is None
    await finished(timed, CHEN, matches=1)
    await timed.advance(seconds=EVERYBODY_FRESH.total_seconds() + 1)
    assert told(await table(timed, None))[:2] == [(1, ANA, 80), (2, CHEN, 40)]


async def test_whoever_is_hidden_or_deleted_is_gone_at_once_from_the_table_of_everybody(timed):
    await played(timed, FRIDAY, {ANA: 5, BRUNO: 4, CHEN: 3}, guild_id=None)
    await finished(timed, ANA, BRUNO, CHEN)
    assert [row.user_id for row in (await table(timed, None)).rows] == [ANA, BRUNO, CHEN]
    await timed.service.set_preferences(ANA, Preferences(listed=False))
    await timed.store.erase(BRUNO)
    assert [row.user_id for row in (await table(timed, None)).rows] == [CHEN]
    await timed.advance(seconds=EVERYBODY_FRESH.total_seconds() + 1)
    assert told(await table(timed, None)) == [(1, CHEN, 0)]


async def test_a_person_behind_the_first_is_told_their_place(timed):
    await played(timed, FRIDAY, {100 + nth: 50 - nth for nth in range(20)})
    shown = await table(timed, viewer=114)
    assert len(shown.rows) == LENGTH
    assert shown.own == LeagueRow(15, 114, 26, 1)
