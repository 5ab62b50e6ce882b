import asyncio

import pytest

from bot.model.match import Occupant
from bot.service.ports.faults import Conflict
from tests.store.support import ANA, play, rows, running

TAKEN = "SELECT seat, hints_taken FROM seats ORDER BY seat"


async def test_a_hint_is_counted_once_for_each_choice(store, other):
    match = await running(store)
    counted = await asyncio.gather(
        *(each.count_hint(match.id, 2, 1, 0, 1) for each in (store, other, store)),
        return_exceptions=True,
    )
    assert sum(isinstance(each, Conflict) for each in counted) == 2
    assert await rows(store, TAKEN) == [(0, 1), (1, 0)]
    await store.count_hint(match.id, 3, 1, 0, 1)
    assert await rows(store, TAKEN) == [(0, 1), (1, 0)]
    await play(store, match, 1)
    with pytest.raises(Conflict):
        await store.count_hint(match.id, 5, 1, 0, 1)
    await play(store, match, 2, occupant=Occupant(0, level="steady", left_by=ANA))
    await store.count_hint(match.id, 6, 3, 0, 3)
    assert await rows(store, TAKEN) == [(0, 2), (1, 0)]
