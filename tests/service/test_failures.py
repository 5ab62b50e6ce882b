"""Whatever fails, wherever: what is in memory is what is stored, nothing is lost or done twice."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from random import Random

import pytest

from bot.engine.errors import Refusal
from bot.service.live import Keeper
from bot.service.ports import Stage, StoreFault
from bot.service.tables import Where
from tests.service.house import ANA, BRUNO, CHEN, HERE, Channel, House, MemoryStore


class Nth:
    """Fails at the n-th call, before or after it has taken effect."""

    def __init__(self, store: MemoryStore, n: int, moment: str) -> None:
        self.left = n
        setattr(store, moment, self)

    def __call__(self, name: str) -> None:
        self.left -= 1
        if self.left == 0:
            raise StoreFault(f"{name} failed")


async def story(house: House) -> None:
    """A lobby, a start, some moves with a computer, and somebody who leaves."""
    match = await house.tables.open("block", HERE, ANA, "salt")
    await house.tables.join(match.id, BRUNO, "salt")
    await house.tables.join(match.id, CHEN, "salt")
    await house.tables.set_option(match.id, ANA, "target", "10")
    await house.tables.add_computer(match.id, ANA, "steady")
    await house.tables.start(match.id, ANA, "start")
    await house.quiet()
    await house.play_on(match.id, Random(9), moves=4)
    await house.matches.leave(match.id, CHEN)
    await house.quiet()
    await house.play_on(match.id, Random(10), moves=3)


async def calls_of(tell: Callable[[House], Awaitable[None]]) -> int:
    house = House()
    await tell(house)
    await house.boneyard.close()
    return sum(house.store.calls.values())


@pytest.mark.parametrize("moment", ["before", "after"])
async def test_a_store_that_fails_at_any_call_leaves_memory_and_store_agreed(moment):
    last = await calls_of(story)
    assert last > 50
    for n in range(1, last + 1):
        house = House()
        Nth(house.store, n, moment)
        with suppress(StoreFault, Refusal):  # the person was told; the story ends there
            await story(house)
        house.store.before = house.store.after = lambda _: None
        await house.quiet()
        for match_id in list(house.store.matches):
            await house.agree(match_id)
        await everything_is_shown_in_the_end(house)


async def everything_is_shown_in_the_end(house: House) -> None:
    """A restart shows what is owed, and computers go on."""
    await house.boneyard.close()
    again = House(house.store)
    again.boneyard.resume()
    await again.quiet()
    for match in again.store.matches.values():
        assert match.shown_version == match.version
        assert match.shown_ply == match.ply
    assert await again.store.owed() == ()
    await again.boneyard.close()


async def test_a_caller_cancelled_at_any_moment_leaves_memory_and_store_agreed():
    house = House()
    match_id = await house.running(ANA, BRUNO)
    for patience in range(40):
        match = await house.store.match(match_id)
        if not match.is_open:
            break
        user, codes = await house.turn(match_id)
        task = asyncio.create_task(house.matches.play(match_id, user, match.ply, codes[0]))
        for _ in range(patience % 10):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task])
        await house.quiet()
        await house.agree(match_id)
    assert (await house.store.match(match_id)).ply > 5
    await house.boneyard.close()


async def test_what_was_committed_but_failed_to_be_told_is_shown_all_the_same():
    """The connection is lost right after the commit: it did not fail, as the person was told."""
    house = House()
    match_id = await house.running(ANA, BRUNO)
    await house.quiet()
    match = await house.store.match(match_id)
    user, codes = await house.turn(match_id)
    Nth(house.store, 1, "after")
    with pytest.raises(StoreFault):
        await house.matches.play(match_id, user, match.ply, codes[0])
    await house.quiet()
    after = await house.store.match(match_id)
    assert after.ply > match.ply
    assert after.shown_version == after.version, "the table tells the truth without a restart"
    await house.agree(match_id)
    await house.boneyard.close()


async def test_every_event_is_shown_exactly_once_through_failures_of_the_channel():
    house = House(channel=Channel())
    match_id = await house.running(ANA, BRUNO, target=30)
    await house.quiet()
    rng, told = Random(11), house.channel
    while (await house.store.match(match_id)).is_open:
        told.refuse = rng.choice((0, 0, 1, 2))
        await house.play_on(match_id, rng, moves=1)
    told.refuse = 0
    house.boneyard.show(match_id)
    await house.quiet()
    plies = [news.ply for chapter in told.rounds for news in chapter]
    plies += [news.ply for update in told.shown for news in update.news]
    match = await house.store.match(match_id)
    assert match.stage is Stage.OVER
    assert sorted(plies) == list(range(match.ply))
    await house.boneyard.close()


async def test_a_keeper_of_one_match_plays_a_hundred(monkeypatch):
    """Matches that are not at hand are replayed, and nothing is different."""
    house = House()
    monkeypatch.setattr(house.boneyard.keeper, "_capacity", 1)
    ids = []
    for nth in range(20):
        match_id = await house.lobby(ANA, BRUNO, where=Where(1, 100 + nth))
        await house.tables.start(match_id, ANA, "start")
        ids.append(match_id)
    await house.quiet()
    for nth in range(5):
        playing = []
        for match_id in ids:
            user, codes = await house.turn(match_id)
            playing.append(house.matches.play(match_id, user, None, codes[nth % len(codes)]))
        await asyncio.gather(*playing)
    await house.quiet()
    assert len(house.boneyard.keeper._at_hand) == 1
    for match_id in ids:
        await house.agree(match_id)
    await house.boneyard.close()


async def test_locks_are_forgotten_with_their_holders():
    keeper = Keeper(House().store)
    for match_id in range(50):
        with pytest.raises(Refusal):
            async with keeper.hold(match_id):
                pass
    assert len(keeper._locks) == 0
