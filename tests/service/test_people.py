"""What people have set is asked of the store once, and never out of date."""

from __future__ import annotations

import asyncio

import pytest

from bot.service.habits import Letters, Preferences
from bot.service.people import People
from bot.service.ports import StoreFault
from tests.service.house import ANA, BRUNO, House

OFF = Preferences(letters=Letters.OFF)


@pytest.fixture
def there() -> House:
    return House()


@pytest.fixture
def people(there) -> People:
    return there.boneyard.people


async def letters(people: People, user: int) -> Letters:
    return (await people.habits([user]))[user].preferences.letters


async def test_it_is_asked_for_once(there, people):
    for _ in range(3):
        assert await letters(people, ANA) is Letters.ON
    assert there.store.calls["habits"] == 1


async def test_what_was_read_before_somebody_changed_it_is_not_kept(there, people):
    slow = asyncio.Event()
    read = there.store.habits

    async def slowly(*args):
        found = await read(*args)
        await slow.wait()
        return found

    there.store.habits = slowly
    reading = asyncio.create_task(people.habits([ANA]))
    await asyncio.sleep(0.01)
    await people.save_preferences(ANA, OFF)
    slow.set()
    await reading
    assert await letters(people, ANA) is Letters.OFF


async def test_one_persons_change_does_not_disturb_who_asks_for_two(there, people):
    await people.habits([ANA])
    await asyncio.gather(people.habits([ANA, BRUNO]), people.save_preferences(ANA, OFF))
    assert await letters(people, ANA) is Letters.OFF


async def test_a_change_that_may_have_been_kept_is_looked_up(there, people):
    await people.habits([ANA])

    def fail(name):
        if name == "save_preferences":
            raise StoreFault

    there.store.after = fail
    with pytest.raises(StoreFault):
        await people.save_preferences(ANA, OFF)
    assert await letters(people, ANA) is Letters.OFF
