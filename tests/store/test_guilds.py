from bot.model.preferences import ThemeChoice
from bot.model.scores import Server
from bot.model.shards import ALONE
from tests.store.support import SNOWFLAKE

WEEK, NEXT = "2026-W08", "2026-W09"


async def test_what_was_set_last(store):
    await store.save_podium_channel(5, 7, WEEK)
    await store.save_podium_channel(SNOWFLAKE, SNOWFLAKE - 1, WEEK)
    await store.save_podium_channel(5, 8, WEEK)
    assert await store.server(5) == Server(8)
    assert await store.server(SNOWFLAKE) == Server(SNOWFLAKE - 1)


async def test_only_where_it_is_wanted_still(store):
    await store.save_podium_channel(5, 7, WEEK)
    await store.save_podium_channel(6, 9, WEEK)
    await store.save_podium_channel(5, None, WEEK)
    assert await store.podiums_due(WEEK, ALONE) == {}, "none of a week before it was wanted"
    assert await store.podiums_due(NEXT, ALONE) == {6: 9}
    assert await store.podiums_due(NEXT, ALONE, guild_id=6) == {6: 9}
    assert await store.podiums_due(NEXT, ALONE, guild_id=5) == {}


async def test_each_week_once(store):
    await store.save_podium_channel(5, 7, WEEK)
    await store.save_podium_channel(6, 9, WEEK)
    await store.podium_posted(5, NEXT)
    await store.podium_posted(77, NEXT)
    assert await store.podiums_due(NEXT, ALONE) == {6: 9}
    assert await store.podiums_due("2026-W10", ALONE) == {5: 7, 6: 9}


async def test_another_channel_brings_no_podium_back(store):
    await store.save_podium_channel(5, 7, WEEK)
    await store.podium_posted(5, NEXT)
    await store.save_podium_channel(5, 8, WEEK)
    await store.podium_posted(5, WEEK)
    assert await store.podiums_due(NEXT, ALONE) == {}
    assert await store.podiums_due("2026-W10", ALONE) == {5: 8}


async def test_a_felt_and_bones_are_chosen_one_by_one(store):
    await store.save_podium_channel(5, 7, WEEK)
    await store.save_server_theme(5, ThemeChoice(felt="night"))
    await store.save_server_theme(5, ThemeChoice(bones="ebony"))
    await store.save_server_theme(6, ThemeChoice("sand", "ivory"))
    assert await store.server(5) == Server(7, theme=ThemeChoice("night", "ebony"))
    assert await store.server(6) == Server(theme=ThemeChoice("sand", "ivory"))
