import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any
from unittest.mock import AsyncMock, patch

import pytest

from bot.discord_ui.interactions import background
from bot.discord_ui.interactions.background import Background
from bot.discord_ui.publishing.direct_messages import Letter
from bot.model.match import Stage
from bot.present.screen import note
from bot.service.play.matches import Matches
from bot.service.ports.faults import StoreBusy
from bot.store import SqlStore
from tests.discord_ui.simulation import DiscordSim


def failing_once(real: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    """Wrap ``real`` so that the first call finds the store busy."""
    left = [StoreBusy("the database is held")]

    async def call(*args: Any, **kwargs: Any) -> Any:
        if left:
            raise left.pop()
        return await real(*args, **kwargs)

    return call


def hold_up(sim: DiscordSim, monkeypatch: Any, name: str) -> None:
    publisher = type(sim.client._publisher)
    real = getattr(publisher, name)

    async def late(*args: Any) -> Any:
        await asyncio.sleep(0.5)
        return await real(*args)

    monkeypatch.setattr(publisher, name, late)


@pytest.mark.parametrize("step", ["remember", "mark_shown"])
async def test_a_lobby_that_stands_is_not_taken_back(sim, monkeypatch, step):
    monkeypatch.setattr(sim.store, step, failing_once(getattr(sim.store, step)))
    await sim.ana.slash(sim.channel, "play", game="block")
    await sim.pass_time(seconds=10)
    (lobby,) = sim.public()
    assert "Join" in {button.label for button in lobby.buttons}
    assert await sim.is_shown()
    assert [posted.message_id for posted in await sim.store.posted(1)] == [lobby.id]


async def test_a_move_that_was_told_is_not_denied(sim, two_play):
    who, hand = await sim.turn()
    with patch.object(Matches, "view_for", failing_once(Matches.view_for)):
        await sim.click(who, hand, hand.moves[0].id)
    assert (await sim.match()).ply > hand.moves[0].ply
    assert f"You led **{hand.moves[0].code}**" in sim.now(hand).text


async def test_showing_the_table_again_takes_nobodys_ping(sim, monkeypatch, two_play):
    who, hand = await sim.turn()
    more = await sim.more(sim.chen)
    hold_up(sim, monkeypatch, "post")
    await sim.at_once((who, hand, hand.moves[-1].id), (sim.chen, more, "t:1:board"))
    await sim.pass_time(seconds=2)
    assert sim.table().pinged == ((await sim.to_move()).id,)
    assert len(sim.tables()) == 1


async def test_who_goes_on_is_not_pinged_again_after_the_table_was_shown_again(sim, monkeypatch):
    """In Memory a turn is two choices: /board comes while the table after the first is posted."""
    await sim.start(sim.bruno, game_id="memory")
    who, publisher = await sim.to_move(), type(sim.client._publisher)
    monkeypatch.setattr(publisher, "post", failing_once(publisher.post))
    await sim.click(who, sim.table(), sim.table().moves[0].id)
    await sim.ana.slash(sim.channel, "board")
    await sim.pass_time(seconds=10)
    assert sim.pings() == [who.id]
    await sim.click(who, sim.table(), sim.table().moves[0].id)
    assert sim.pings() == [who.id, (await sim.to_move()).id]


async def test_a_table_shown_again_knows_whom_the_one_before_has_just_pinged(sim):
    await sim.start(sim.bruno, game_id="memory")
    who, choice, now = await sim.to_move(), sim.table().moves[0].id, await sim.match()
    answer = await sim.say(sim.chen, "leaderboard")
    read_before = replace(now, shown_version=now.version - 1, shown_ply=0)
    await sim.client.publisher.adopt(read_before, answer.id, AsyncMock())
    await sim.press(who, answer, choice)
    assert sim.pings() == [who.id]


async def test_a_lobby_shown_again_while_it_closes_does_not_stay_open(sim, monkeypatch, lobby):
    hold_up(sim, monkeypatch, "adopt")
    await sim.at_once((sim.chen, lobby, "t:1:board"), (sim.ana, lobby, "l:1:leave"))
    await sim.pass_time(seconds=2)
    assert (await sim.match()).stage is Stage.CLOSED
    assert [shown.buttons for shown in sim.public()] == [[]]
    assert await sim.store.posted(1) == ()


async def test_a_store_that_is_busy_at_the_start_is_asked_again(sim, two_play):
    sim.env.inject_error("POST", sim.messages_path, status=500, times=1)
    await sim.move(await sim.to_move(), lambda moves: moves[-1])
    with patch.object(SqlStore, "pending_matches", failing_once(SqlStore.pending_matches)):
        await sim.restart()
        await sim.pass_time(seconds=20)
    assert await sim.is_shown()


async def test_a_thread_asked_for_twice_is_opened_once(sim, lobby):
    offer = await sim.say(sim.bruno, "play", game="draw")
    (press,) = [button.id for button in offer.buttons]
    await sim.at_once((sim.bruno, offer, press), (sim.bruno, offer, press))
    assert len(sim.guild.channels["dominoes"].threads) == 1
    assert len(await sim.store.open_of(sim.bruno.id)) == 1


async def test_a_defect_is_logged_once_with_what_it_was_about(caplog):
    async def broken() -> None:
        raise ZeroDivisionError

    work = Background()
    work.begin("hand", 7, broken)
    await work.close()
    (record,) = caplog.records
    assert record.getMessage() == "hand of match 7 failed"
    assert record.exc_info


@pytest.mark.parametrize("failure", [StoreBusy("held"), ConnectionResetError()])
async def test_what_is_owed_is_tried_again(monkeypatch, failure):
    monkeypatch.setattr(background, "PAUSES", (0.0, 0.0))
    failures, done = [failure, failure], asyncio.Event()

    async def owed() -> None:
        if failures:
            raise failures.pop()
        done.set()

    work = Background()
    work.begin("hand", 7, owed)
    async with asyncio.timeout(60):
        await done.wait()
    await work.close()


async def test_who_leaves_waits_for_no_pause(caplog):
    async def never() -> None:
        raise StoreBusy("held")

    work = Background()
    work.begin("direct message", 7, never)
    await asyncio.sleep(0)
    async with asyncio.timeout(60):
        await work.close()
    assert caplog.messages[-1] == "gave up direct message of match 7: held"


async def test_a_dm_that_the_store_kept_from_going_out_is_still_owed(sim, monkeypatch):
    match = await sim.start(sim.bruno)
    who = await sim.to_move()
    update = await sim.client.service.outbox.current_update(match.id)
    direct_messages = sim.client.publisher.direct_messages
    before = [each.id for each in sim.direct_messages(who)]
    monkeypatch.setattr(SqlStore, "posted", failing_once(SqlStore.posted))
    with pytest.raises(StoreBusy):
        await direct_messages.send(Letter(update.match, who.id, lambda _: note(""), once=False))
    assert [each.id for each in sim.direct_messages(who)] == before
