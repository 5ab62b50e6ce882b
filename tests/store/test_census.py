"""The number of open matches by stage, and of those with something still to be done."""

from bot.model.overview import Census
from bot.model.shards import ALONE
from bot.store import SqlStore
from tests.store.support import AT, new, running


async def test_matches_are_counted_by_stage_and_by_what_is_owed(store: SqlStore) -> None:
    assert await store.census(ALONE) == Census(lobbies=0, running=0, pending=0)
    await store.open_match(new(1), AT)
    first, second = await running(store, 2), await running(store, 3)
    assert await store.census(ALONE) == Census(lobbies=1, running=2, pending=3)
    for match in (first, second):
        await store.mark_shown(match.id, match.revision, match.version, match.ply)
    assert await store.census(ALONE) == Census(lobbies=1, running=2, pending=1)
    assert (await store.census(ALONE)).pending == len(await store.pending_matches(ALONE))
