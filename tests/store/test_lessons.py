"""A lesson is offered once to a person, and not to somebody who has played the game."""

import asyncio

from tests.store.scored import finish, first
from tests.store.support import ANA, AT, BEN, rows


async def test_a_lesson_is_offered_once_for_each_game(store, other):
    offered = await asyncio.gather(
        *(each.offer_lesson(ANA, "block", AT) for each in (store, other))
    )
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
