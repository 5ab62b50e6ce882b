import asyncio
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy.util import await_

from bot.model.deadlines import NOTHING
from bot.model.match import CloseReason, Occupant, WaitingFor
from bot.model.preferences import (
    Holiday,
    MessagePreference,
    PlayerSettings,
    Preferences,
    QuietHours,
    ThemeChoice,
)
from bot.model.scores import Post, Server
from bot.model.shards import ALONE
from bot.service.ports.faults import Conflict
from bot.store import statements
from tests.store.matches import ANA, AT, BEN, CARO, SNOWFLAKE, new, running
from tests.store.scored import finish, first
from tests.store.support import outcomes_of, rows

DAY = timedelta(days=1)
NIGHT = QuietHours(1320, 450, "America/Argentina/ComodRivadavia")
SOON = Holiday(AT, AT + 3 * DAY)
SINCE = AT - 365 * DAY


async def test_preferences_are_kept_and_replaced(store):
    for preferences in (
        Preferences(MessagePreference.REMINDERS, autoplay=True, quiet=NIGHT),
        Preferences(MessagePreference.OFF),
        Preferences(theme=ThemeChoice("night")),
        Preferences(theme=ThemeChoice("sand", "ebony")),
        Preferences(quiet=replace(NIGHT, begins=0, ends=1)),
        Preferences(),
    ):
        await store.save_preferences(CARO, preferences)
        assert await store.player_settings([CARO], SINCE) == {CARO: PlayerSettings(preferences)}
    assert await rows(store, "SELECT count(*) FROM people") == [(1,)]


async def test_of_two_changes_at_the_same_moment_one_is_told_to_look_again(store, other):
    before = Preferences()
    for after in (Preferences(autoplay=True), Preferences(theme=ThemeChoice("night"))):
        changes = (after, replace(after, listed=False))
        done = await outcomes_of(
            store.save_preferences(CARO, changes[0], before),
            other.save_preferences(CARO, changes[1], before),
        )
        assert [type(each) for each in done if each] == [Conflict]
        before = (await store.player_settings([CARO], SINCE))[CARO].preferences
        assert before == changes[done.index(None)]


async def test_everybody_has_their_own(store):
    await store.save_preferences(ANA, Preferences(MessagePreference.OFF))
    await store.save_preferences(BEN, Preferences(autoplay=True))
    await store.save_holiday(BEN, SOON)
    await store.save_holiday(CARO, SOON)
    assert await store.player_settings([ANA, BEN], SINCE) == {
        ANA: PlayerSettings(Preferences(MessagePreference.OFF)),
        BEN: PlayerSettings(Preferences(autoplay=True), (SOON,)),
    }
    assert await store.player_settings([CARO], SINCE) == {CARO: PlayerSettings(holidays=(SOON,))}


async def test_a_holiday_is_lengthened_and_cut_short(store):
    for days in (5, 1, 0):
        holiday = replace(SOON, ends_at=AT + days * DAY)
        await store.save_holiday(ANA, holiday)
        settings = PlayerSettings(holidays=(holiday,))
        assert await store.player_settings([ANA], SINCE) == {ANA: settings}


async def test_holidays_are_told_in_order_and_for_a_year(store):
    years = [Holiday(AT - ago * DAY, AT - (ago - 2) * DAY) for ago in (10, 366, 500, 367, 0)]
    for holiday in years:
        await store.save_holiday(ANA, holiday)
    found = (await store.player_settings([ANA], SINCE))[ANA].holidays
    assert found == (years[1], years[0], years[4])


async def known_locales(store):
    return await rows(store, "SELECT user_id, locale FROM locales ORDER BY user_id")


async def test_the_locale_of_whoever_sits_in_an_open_match(store):
    match = await store.open_match(new(user=ANA), AT)
    for locale in ("pl", "es-419"):
        for user in (ANA, BEN):
            await store.save_locale(user, locale)
        assert await known_locales(store) == [(ANA, locale)]
        assert await store.player_settings([ANA], SINCE) == {ANA: PlayerSettings(locale=locale)}
    await store.close(match.id, match.revision, CloseReason.LEFT, AT)
    await store.save_locale(ANA, "tr")
    assert await known_locales(store) == [(ANA, "es-419")]


@pytest.mark.parametrize("is_last", [True, False])
async def test_a_locale_does_not_come_back_once_deleted(store, other, monkeypatch, is_last):
    """Its owner leaves and deletes everything just as it is saved."""
    match, upsert = await running(store), statements.upsert
    leaving: list[asyncio.Task[None]] = []

    async def leave_and_delete() -> None:
        if is_last:
            await other.close(match.id, match.revision, CloseReason.LEFT, AT)
        else:
            computer = Occupant(0, level="steady", left_by=ANA)
            await other.take_seat(match.id, match.revision, computer, WaitingFor.PERSON, NOTHING)
        for _ in range(2):
            await other.erase(ANA)

    async def meanwhile() -> None:
        leaving.append(asyncio.create_task(leave_and_delete()))
        await asyncio.wait(leaving, timeout=0.5)

    loop = asyncio.get_running_loop()

    def slowly(*args: Any) -> None:
        if store.database.engine.dialect.name == "sqlite":  # this is a thread
            asyncio.run_coroutine_threadsafe(meanwhile(), loop).result()
        else:
            await_(meanwhile())
        upsert(*args)

    monkeypatch.setattr(statements, "upsert", slowly)
    await store.save_locale(ANA, "pl")
    await leaving[0]
    assert await known_locales(store) == []


async def test_a_lesson_is_offered_once_for_each_game(store, other):
    offered = await outcomes_of(*(each.offer_lesson(ANA, "block", AT) for each in (store, other)))
    assert sorted(offered) == [False, True]
    assert not await store.offer_lesson(ANA, "block", AT)
    assert await store.offer_lesson(ANA, "draw", AT)
    assert await store.offer_lesson(BEN, "block", AT)
    found = await rows(store, "SELECT user_id, game FROM lesson_offers ORDER BY user_id, game")
    assert found == [(ANA, "block"), (ANA, "draw"), (BEN, "block")]


async def test_whoever_has_finished_a_match_of_the_game_knows_it(store):
    await finish(store, *first(ANA, "steady"))
    assert not await store.offer_lesson(ANA, "block", AT)
    assert await store.offer_lesson(ANA, "draw", AT)
    assert await rows(store, "SELECT game FROM lesson_offers") == [("draw",)]


WEEK, NEXT = "2026-W08", "2026-W09"


async def test_the_podium_channel_set_last_counts(store):
    await store.save_post_channel(5, Post.PODIUM, 7, WEEK)
    await store.save_post_channel(SNOWFLAKE, Post.PODIUM, SNOWFLAKE - 1, WEEK)
    await store.save_post_channel(5, Post.PODIUM, 8, WEEK)
    assert await store.server(5) == Server({Post.PODIUM: 8})
    assert await store.server(SNOWFLAKE) == Server({Post.PODIUM: SNOWFLAKE - 1})


async def test_podiums_are_due_only_where_a_channel_is_set(store):
    await store.save_post_channel(5, Post.PODIUM, 7, WEEK)
    await store.save_post_channel(6, Post.PODIUM, 9, WEEK)
    await store.save_post_channel(5, Post.PODIUM, None, WEEK)
    assert await store.posts_due(Post.PODIUM, WEEK, ALONE) == {}, "not wanted then"
    assert await store.posts_due(Post.PODIUM, NEXT, ALONE) == {6: 9}
    assert await store.posts_due(Post.PODIUM, NEXT, ALONE, guild_id=6) == {6: 9}
    assert await store.posts_due(Post.PODIUM, NEXT, ALONE, guild_id=5) == {}


async def test_a_podium_that_was_posted_is_not_due_again_that_week(store):
    await store.save_post_channel(5, Post.PODIUM, 7, WEEK)
    await store.save_post_channel(6, Post.PODIUM, 9, WEEK)
    await store.post_done(Post.PODIUM, 5, NEXT)
    await store.post_done(Post.PODIUM, 77, NEXT)
    assert await store.posts_due(Post.PODIUM, NEXT, ALONE) == {6: 9}
    assert await store.posts_due(Post.PODIUM, "2026-W10", ALONE) == {5: 7, 6: 9}


async def test_another_channel_brings_no_podium_back(store):
    await store.save_post_channel(5, Post.PODIUM, 7, WEEK)
    await store.post_done(Post.PODIUM, 5, NEXT)
    await store.save_post_channel(5, Post.PODIUM, 8, WEEK)
    await store.post_done(Post.PODIUM, 5, WEEK)
    assert await store.posts_due(Post.PODIUM, NEXT, ALONE) == {}
    assert await store.posts_due(Post.PODIUM, "2026-W10", ALONE) == {5: 8}


async def test_a_felt_and_bones_are_chosen_one_by_one(store):
    await store.save_post_channel(5, Post.PODIUM, 7, WEEK)
    await store.save_server_theme(5, ThemeChoice(felt="night"))
    await store.save_server_theme(5, ThemeChoice(bones="ebony"))
    await store.save_server_theme(6, ThemeChoice("sand", "ivory"))
    assert await store.server(5) == Server({Post.PODIUM: 7}, theme=ThemeChoice("night", "ebony"))
    assert await store.server(6) == Server(theme=ThemeChoice("sand", "ivory"))
