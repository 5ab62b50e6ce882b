"""What people have set is asked of the store once, and never out of date."""

from __future__ import annotations

import asyncio

import pytest

from bot.service.model.preferences import Letters, Preferences
from bot.service.ports.faults import StoreFault
from bot.service.preference_cache import People
from tests.service.harness import ANA, BRUNO

OFF = Preferences(letters=Letters.OFF)


@pytest.fixture
def people(harness) -> People:
    return harness.boneyard.people


async def letters(people: People, user: int) -> Letters:
    return (await people.habits([user]))[user].preferences.letters


async def test_it_is_asked_for_once(harness, people):
    for _ in range(3):
        assert await letters(people, ANA) is Letters.ON
    assert harness.store.calls["habits"] == 1


async def test_what_was_read_before_somebody_changed_it_is_not_kept(harness, people):
    read, go_on = asyncio.Event(), asyncio.Event()

    async def slow(name):
        if name == "habits":
            read.set()
            await go_on.wait()

    harness.store.after = slow
    reading = asyncio.create_task(people.habits([ANA]))
    await read.wait()
    await people.save_preferences(ANA, OFF)
    go_on.set()
    await reading
    assert await letters(people, ANA) is Letters.OFF


async def test_one_persons_change_does_not_disturb_who_asks_for_two(harness, people):
    await people.habits([ANA])
    await asyncio.gather(people.habits([ANA, BRUNO]), people.save_preferences(ANA, OFF))
    assert await letters(people, ANA) is Letters.OFF


async def test_a_change_that_may_have_been_kept_is_looked_up(harness, people):
    await people.habits([ANA])
    harness.store.fail_in("save_preferences", "after")
    with pytest.raises(StoreFault):
        await people.save_preferences(ANA, OFF)
    assert await letters(people, ANA) is Letters.OFF
