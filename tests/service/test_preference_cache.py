"""People's settings are read from the store once, and never out of date."""

import asyncio

import pytest

from bot.model.preferences import MessagePreference, Preferences
from bot.service.ports.faults import StoreFault
from bot.service.settings_cache import PreferenceCache
from tests.service.harness import ANA, BRUNO

OFF = Preferences(messages=MessagePreference.OFF)


@pytest.fixture
def people(harness) -> PreferenceCache:
    return harness.service.preferences


async def messages(people: PreferenceCache, user: int) -> MessagePreference:
    return (await people.player_settings([user]))[user].preferences.messages


async def test_settings_are_read_from_the_store_once(harness, people):
    for _ in range(3):
        assert await messages(people, ANA) is MessagePreference.ON
    assert harness.store.calls["player_settings"] == 1


async def test_what_was_read_before_somebody_changed_it_is_not_kept(harness, people):
    read, go_on = asyncio.Event(), asyncio.Event()

    async def slow(name):
        if name == "player_settings":
            read.set()
            await go_on.wait()

    harness.store.after = slow
    reading = asyncio.create_task(people.player_settings([ANA]))
    await read.wait()
    await people.save_preferences(ANA, OFF)
    go_on.set()
    await reading
    assert await messages(people, ANA) is MessagePreference.OFF


async def test_one_persons_change_does_not_disturb_who_asks_for_two(harness, people):
    await people.player_settings([ANA])
    await asyncio.gather(people.player_settings([ANA, BRUNO]), people.save_preferences(ANA, OFF))
    assert await messages(people, ANA) is MessagePreference.OFF


async def test_a_change_that_may_have_been_kept_is_looked_up(harness, people):
    await people.player_settings([ANA])
    harness.store.fail_in("save_preferences", "after")
    with pytest.raises(StoreFault):
        await people.save_preferences(ANA, OFF)
    assert await messages(people, ANA) is MessagePreference.OFF
