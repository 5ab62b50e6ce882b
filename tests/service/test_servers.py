"""Servers that we are put out of and let into again: no time runs out, nothing waits for ever."""

from __future__ import annotations

from datetime import timedelta
from random import Random

import pytest

from bot.service.boneyard import APART, AT_ONCE, CROWD
from bot.service.ports import Barred, GivenUp, ServerLeft, Update
from bot.service.servers import WAITS
from bot.service.tables import Where
from tests.service.house import ANA, BRUNO, CHEN, DANA, HERE, House

ELSEWHERE = Where(guild_id=2, channel_id=20)


async def present(house: House, *servers: int) -> None:
    house.boneyard.moved(servers.__contains__)
    await house.quiet()


async def test_out_of_the_server_no_time_runs_and_in_a_week_it_is_to_end(house):
    here = await house.running()
    there = await house.lobby(CHEN, DANA, where=ELSEWHERE)
    await house.tables.start(there, CHEN, "start")
    await house.quiet()
    before = await house.store.match(there)

    await present(house, 2)

    left = await house.store.match(here)
    assert left.agenda.clocks == ()
    assert left.agenda.wakes_at == left.agenda.lapses_at
    assert left.agenda.lapses_at - house.clock.now() <= WAITS
    assert (await house.store.match(there)).agenda == before.agenda

    await house.agree(here)


async def test_to_look_again_does_not_make_the_week_longer(house):
    match_id = await house.running()
    await present(house)
    until = (await house.store.match(match_id)).agenda.lapses_at
    house.clock.passed = timedelta(days=3)
    await present(house)
    assert (await house.store.match(match_id)).agenda.lapses_at == until


async def test_let_in_again_all_have_their_whole_time_and_the_table_is_shown(house):
    match_id = await house.running()
    await house.quiet()
    await present(house)
    shown = len(house.channel.shown)
    house.clock.passed = timedelta(days=6)

    await present(house, 1)

    match = await house.store.match(match_id)
    (clock,) = match.agenda.clocks
    allowance = match.pace.allowance
    assert allowance is not None
    assert timedelta(0) <= clock.due_at - house.clock.now() + timedelta(minutes=1) - allowance
    assert len(house.channel.shown) == shown + 1
    assert match.shown_version == match.version
    await present(house, 1)
    assert len(house.channel.shown) == shown + 1
    await house.play_on(match_id, Random(1), moves=3)
    await house.agree(match_id)


async def test_who_plays_on_by_letter_sets_the_match_going_until_it_cannot_be_shown(
    house, monkeypatch
):
    match_id = await house.running()
    await house.quiet()
    await present(house)

    async def show(update: Update) -> None:
        raise ServerLeft

    monkeypatch.setattr(house.channel, "show", show)
    await house.play_on(match_id, Random(1), moves=1)

    match = await house.store.match(match_id)
    assert match.shown_ply < match.ply
    assert match.agenda.clocks == ()
    assert match.agenda.lapses_at - house.clock.now() <= WAITS


async def test_lobbies_and_ended_matches_are_left_alone(house):
    lobby = await house.lobby(ANA, BRUNO)
    await house.quiet()
    before = await house.store.match(lobby)
    await present(house)
    assert (await house.store.match(lobby)).agenda == before.agenda


async def test_a_deleted_channel_closes_what_is_played_in_it_and_nothing_else(house):
    here, there = await house.running(), await house.lobby(CHEN, where=ELSEWHERE)
    await house.boneyard.gone(12345)
    assert (await house.store.match(here)).is_open
    await house.boneyard.gone(HERE.channel_id)
    await house.boneyard.gone(HERE.channel_id)
    assert (await house.store.match(here)).given_up is GivenUp.GONE
    assert (await house.store.match(there)).is_open
    await house.boneyard.gone(ELSEWHERE.channel_id)
    assert (await house.store.match(there)).given_up is GivenUp.GONE


@pytest.mark.parametrize("house", ["memory"], indirect=True)
async def test_ten_thousand_that_are_owed_are_not_looked_at_at_once(house, monkeypatch):
    woken: dict[int, float] = {}
    monkeypatch.setattr(house.boneyard._thoughts, "wake_in", woken.__setitem__)

    async def owed() -> tuple[int, ...]:
        return tuple(range(1, 10_001))

    monkeypatch.setattr(house.store, "owed", owed)
    await house.boneyard._resume(0)

    ten_minutes = [key for key, pause in woken.items() if pause < 600]
    assert len(ten_minutes) * 2 < 10_000, "an edit and a message may be refused for each of them"
    assert woken[AT_ONCE] == 0
    assert woken[AT_ONCE + 2] == woken[AT_ONCE + CROWD] == APART
    assert woken[AT_ONCE + 2 + CROWD] == 2 * APART
    assert len(woken) == 10_000


async def test_what_is_barred_stays_owed_and_is_shown_once_when_woken(house, monkeypatch):
    match_id = await house.running()
    await house.quiet()
    with monkeypatch.context() as patch:

        async def show(update: Update) -> None:
            raise Barred

        patch.setattr(house.channel, "show", show)
        await house.play_on(match_id, Random(1), moves=2)
    match = await house.store.match(match_id)
    assert match.is_open
    assert match.shown_version < match.version
    assert len(match.agenda.clocks) == 1, "people can play on, so their time runs"
    shown = len(house.channel.shown)
    house.boneyard.show(match_id)
    await house.quiet()
    assert len(house.channel.shown) == shown + 1
