"""Two services on one database: a move is committed once, and nobody plays on an old table."""

import asyncio
from collections.abc import AsyncIterator
from random import Random

import pytest

from bot.engine.errors import StaleMove
from bot.store import open_store
from tests.blank import write_blank
from tests.service.harness import ANA, BRUNO, CHEN, ServiceHarness


@pytest.fixture
async def two(tmp_path) -> AsyncIterator[tuple[ServiceHarness, ServiceHarness]]:
    """Yield two services, each with connections and memory of its own."""
    file = tmp_path / "boneyard.db"
    write_blank(file)
    services = [
        ServiceHarness(open_store(f"sqlite+aiosqlite:///{file}", patience=60)) for _ in range(2)
    ]
    yield services[0], services[1]
    for each in services:
        await each.quiet()
        await each.end()


async def test_each_move_of_either_is_committed_exactly_once(two):
    one, _ = two
    match_id = await one.running(ANA, BRUNO, CHEN)
    rng, confirmed = Random(4), 0
    for _ in range(8):
        before = await one.store.match(match_id)
        if not before.is_open:
            break
        user, codes = await one.turn(match_id)
        code = rng.choice(codes)
        plays = (each.matches.play(match_id, user, before.ply, code) for each in two)
        answers = await asyncio.gather(*plays, return_exceptions=True)
        for each in answers:
            assert not isinstance(each, BaseException) or isinstance(each, StaleMove), each
        done = [not isinstance(each, StaleMove) for each in answers]
        entries = await one.store.log(match_id)
        if any(done):
            assert done.count(True) == 1
            assert entries[before.ply][1] == code
            confirmed += 1
        else:
            assert len(entries) == before.ply, "refused, though it was committed"
        await one.plies(match_id)
    assert confirmed >= 2


async def test_a_service_whose_memory_is_old_refuses_once_and_then_plays_on_the_newest_log(two):
    one, other = two
    match_id = await one.running(ANA, BRUNO)
    await other.matches.view_for(match_id, ANA)  # so that it has the match in memory
    user, codes = await one.turn(match_id)
    ply = (await one.store.match(match_id)).ply
    await one.matches.play(match_id, user, ply, codes[0])
    confirmed = await one.store.log(match_id)

    with pytest.raises(StaleMove):
        await other.matches.play(match_id, user, ply, codes[-1])

    assert await other.store.log(match_id) == confirmed
    user, codes = await other.turn(match_id)
    await other.matches.play(match_id, user, len(confirmed), codes[0])
    after = await one.store.log(match_id)
    assert after[: len(confirmed)] == confirmed
    assert after[len(confirmed)][1] == codes[0]
    await other.agree(match_id)


async def test_who_leaves_by_an_old_memory_stops_nobodys_clock_and_can_leave_again(two):
    one, other = two
    match_id = await one.running(ANA, BRUNO, CHEN)
    await other.matches.view_for(match_id, ANA)
    mover, codes = await one.turn(match_id)
    await one.matches.play(match_id, mover, None, codes[0])
    await one.quiet()
    before = await one.store.match(match_id)
    next_up, _ = await one.turn(match_id)
    (leaver,) = {ANA, BRUNO, CHEN} - {mover, next_up}

    with pytest.raises(StaleMove):
        await other.matches.leave(match_id, leaver)
    assert await one.store.match(match_id) == before
    await other.matches.leave(match_id, leaver)

    after = await one.store.match(match_id)
    assert after.agenda.clocks == before.agenda.clocks
    assert leaver not in after.people


async def test_a_move_by_an_old_memory_gives_no_clock_to_who_has_left(two):
    one, other = two
    match_id = await one.running(ANA, BRUNO, CHEN)
    await other.matches.view_for(match_id, ANA)
    mover, codes = await one.turn(match_id)
    leaver = next(user for user in (ANA, BRUNO, CHEN) if user != mover)
    await one.matches.leave(match_id, leaver)
    ply = (await one.store.match(match_id)).ply

    with pytest.raises(StaleMove):
        await other.matches.play(match_id, mover, ply, codes[0])
    look = await other.matches.play(match_id, mover, ply, codes[0])

    assert leaver not in look.match.people
    assert {look.match.seats[each.seat].user_id for each in look.match.agenda.clocks} <= {
        *look.match.players
    }
