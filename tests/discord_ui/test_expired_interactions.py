import asyncio
import gc
import logging
from contextlib import suppress
from dataclasses import replace
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, Mock

import discord
import pytest
from discord import app_commands

from bot.discord_ui.components import ITEMS
from bot.discord_ui.handlers.leave_actions import LeaveActions
from bot.discord_ui.interactions import response
from bot.discord_ui.publishing.open_hands import OpenHand, OpenHands
from bot.model.match import WaitingFor
from bot.present.custom_ids import LeaveVerb

USER: Any = SimpleNamespace(_error_display_name="user")


@pytest.mark.parametrize(
    "do",
    [
        lambda sim: sim.press(sim.ana, sim.lobby(), "l:1:options"),
        lambda sim: sim.ana.slash(sim.channel, "help"),
        lambda sim: sim.ana.autocomplete(sim.channel, "play", "game", "bl"),
    ],
    ids=["press", "command", "autocomplete"],
)
async def test_what_discord_has_given_up_is_one_line_in_the_log(sim, caplog, do):
    await sim.play(sim.ana)
    fault: dict[str, Any] = {"status": 404, "code": 10062, "message": "Unknown interaction"}
    sim.env.inject_error("POST", "/interactions/*/*/callback", times=None, **fault)
    with suppress(Exception):
        await do(sim)
    await sim.settle()
    assert [each for each in caplog.records if each.exc_info] == [], "no traceback"
    told = [each.getMessage() for each in caplog.records if each.levelno >= logging.INFO]
    assert sum("10062" in each for each in told) == 1


UNREADABLE = app_commands.TransformerError("?", discord.AppCommandOptionType.user, USER)


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (UNREADABLE, "I couldn't read one of the options."),
        (app_commands.CommandNotFound("help", []), "That command has changed."),
    ],
)
async def test_a_command_that_cannot_begin_is_explained(sim, caplog, monkeypatch, error, told):
    monkeypatch.setattr(type(sim.client.tree), "_get_app_command_options", Mock(side_effect=error))
    with suppress(type(error)):
        await sim.ana.slash(sim.channel, "help")
    await sim.settle()
    assert told in [each for each in sim.seen_by(sim.ana) if each.owner == sim.ana.id][-1].text
    assert "error" not in {each.levelname.lower() for each in caplog.records}
    sim.env._errors.clear()


async def test_what_could_not_be_promised_is_done_and_answered_all_the_same(monkeypatch):
    monkeypatch.setattr(response, "DEFER_AFTER", 0)
    click = Mock()
    click.response.is_done.return_value = False
    click.response.defer = AsyncMock(side_effect=OSError("Discord is away"))
    assert await response.Reply(click).defer_if_slow(asyncio.sleep(0.01, "done")) == "done"
    click.response.defer.assert_awaited_once()


async def idle() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


class Waiting:
    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        loop = asyncio.get_running_loop()
        real, self.passed = loop.time, 0.0
        monkeypatch.setattr(loop, "time", lambda: real() + self.passed)
        self.click, self.lock, self.answered = Mock(), asyncio.Lock(), asyncio.Event()
        self.click.message, self.promised = None, False
        self.click.response.is_done = lambda: self.promised
        self.click.response.defer = self._promise

    async def _promise(self, **_: object) -> None:
        self.promised = True

    async def press(self) -> None:
        async with response.Reply(self.click).holding(self.lock, replacing=True):
            self.answered.set()

    async def refresh(self, ends: asyncio.Event) -> None:
        async with self.lock:
            await ends.wait()

    async def pass_seconds(self, seconds: float) -> None:
        self.passed += seconds
        await idle()


@pytest.fixture
async def waiting(monkeypatch: pytest.MonkeyPatch) -> Waiting:
    return Waiting(monkeypatch)


async def test_a_refresh_that_comes_between_does_not_delay_an_answer_beyond_the_limit(waiting):
    first, second = asyncio.Event(), asyncio.Event()
    refreshing = [asyncio.create_task(waiting.refresh(first))]
    await idle()
    pressing = asyncio.create_task(waiting.press())
    await idle()
    refreshing.append(asyncio.create_task(waiting.refresh(second)))
    await idle()
    first.set()
    await waiting.pass_seconds(3)
    assert waiting.answered.is_set() or waiting.promised
    second.set()
    await asyncio.gather(pressing, *refreshing)


async def test_an_answer_is_promised_while_others_hold_the_lock(waiting):
    ends = asyncio.Event()
    refreshing = asyncio.create_task(waiting.refresh(ends))
    await idle()
    pressing = asyncio.create_task(waiting.press())
    await idle()
    await waiting.pass_seconds(1)
    assert not waiting.promised
    await waiting.pass_seconds(1)
    assert (waiting.promised, waiting.answered.is_set()) == (True, False)
    ends.set()
    await asyncio.gather(refreshing, pressing)
    assert waiting.answered.is_set()


@pytest.mark.parametrize("rounds", range(6))
async def test_an_answer_that_is_cancelled_leaves_the_lock_free(waiting, rounds):
    """At whatever moment: it waits, the lock has just become free, it holds the lock."""
    async with waiting.lock:
        pressing = asyncio.create_task(waiting.press())
        await idle()
    for _ in range(rounds):
        await asyncio.sleep(0)
    pressing.cancel()
    await asyncio.gather(pressing, return_exceptions=True)
    assert not waiting.lock.locked()


async def test_a_question_that_waits_for_a_busy_match_is_promised_an_answer(waiting):
    service, busy = Mock(), asyncio.Event()
    service.store.match = AsyncMock(return_value=Mock())
    service.matches.leaving_counts = lambda *_: busy.wait()
    actions, reply = LeaveActions(service, Mock()), response.Reply(waiting.click)
    pressing = asyncio.create_task(actions.press(waiting.click, reply, "1", LeaveVerb.ASK))
    await idle()
    await waiting.pass_seconds(2)
    assert waiting.promised
    busy.set()
    await asyncio.gather(pressing, return_exceptions=True)


def test_a_hand_that_can_no_longer_be_edited_does_not_count_as_open():
    click, hands = Mock(), OpenHands(Mock(), Mock(), Mock())
    hand = OpenHand(click, 11, 3)
    for click.is_expired.return_value in (False, True):
        hands.remember(1, hand)
        assert hands.open_hand(1, click.user.id) is (None if click.is_expired() else hand)


async def test_a_hand_that_can_no_longer_be_edited_still_answers(sim, two_play):
    """After fifteen minutes Discord lets us edit a private message only when it is pressed."""
    hands = {who.id: await sim.hand(who) for who in (sim.ana, sim.bruno)}
    await sim.pass_time(minutes=16)
    who = await sim.to_move()
    await sim.click(who, hands[who.id], hands[who.id].moves[0].id)
    while (other := await sim.to_move()) is who:  # the other could only knock
        live = sim.now(hands[who.id])
        await sim.click(who, live, live.moves[0].id)
    old = hands[other.id]
    assert sim.now(old).moves == old.moves, "it could not be brought up to date"
    fresh = await sim.clicked(other, old, "Refresh")
    await sim.click(other, fresh, fresh.moves[0].id)
    assert (await sim.match()).ply > fresh.moves[0].ply


async def test_a_round_of_hours_with_an_old_table_is_posted_anew_and_not_edited(sim, three_play):
    waiting, before = await sim.to_move(), sim.table()
    await sim.pass_time(hours=2)
    await sim.leave(sim.others(waiting)[0])
    assert sim.table().id != before.id
    assert f"<@{waiting.id}>" in sim.table().text
    assert sim.table().pinged == (), "one ping a turn"


async def test_each_open_hand_is_edited_once_when_somebody_else_is_to_move(sim, three_play):
    hands = {who.id: await sim.hand(who) for who in (sim.ana, sim.bruno, sim.chen)}
    mover, before = await sim.to_move(), len(sim.requests("PATCH", "/webhooks/.*"))
    await sim.click(mover, hands[mover.id], hands[mover.id].moves[0].id)
    assert len(sim.requests("PATCH", "/webhooks/.*")) == before + 2
    waiting = f"Waiting for <@{(await sim.to_move()).id}>."
    assert sum(waiting in sim.now(each).text for each in hands.values()) == 2


@pytest.mark.parametrize("awaits", [WaitingFor.COMPUTER, WaitingFor.PERSON])
async def test_a_process_that_shows_no_tables_waits_for_computers_too(sim, monkeypatch, awaits):
    await sim.start(sim.bruno)
    await sim.hand(sim.ana)
    update = await sim.client.service.outbox.current_update(1)
    publisher, begun = sim.client.publisher, []
    monkeypatch.setattr(publisher.background, "begin", lambda what, *_: begun.append(what))
    publisher.refresh_hands(replace(update, match=replace(update.match, awaits=awaits)))
    assert begun == (["hand"] if awaits is WaitingFor.PERSON else [])


async def test_views_are_not_remembered_and_dynamic_items_stay_registered(sim):
    await sim.start(sim.bruno, computers=["steady"])
    for nth in range(6):
        who = await sim.to_move()
        await sim.move(who)
        if nth % 3 == 0:
            await sim.say(who, "board")
            await sim.say(who, "rules")
    store = sim.client._connection._view_store
    assert not any(store._views.values())
    assert store._synced_message_views == {}
    assert set(store._dynamic_items.values()) == set(ITEMS)
    gc.collect()
    assert sum(isinstance(each, discord.ui.LayoutView) for each in gc.get_objects()) < 10


async def test_a_form_is_forgotten_once_it_was_sent_or_time_has_passed(sim, lobby):
    await sim.agree_on("target", 77)
    await sim.set("option:target", "…")
    await sim.pass_time(minutes=11)
    assert sim.client._connection._view_store._modals == {}
    await sim.click(sim.bruno, sim.lobby(), "Join")
    assert len((await sim.match()).people) == 2, "a form that ran out took no button with it"


async def test_hands_are_kept_once_until_they_can_no_longer_be_edited(sim):
    hands = sim.client.actions._publisher.hands
    await sim.start(sim.bruno)
    for who in (sim.ana, sim.bruno) * 2:
        await sim.hand(who)
    assert len(hands._hands) == 2
    await sim.pass_time(minutes=16)
    elsewhere = sim.guild.create_text_channel("elsewhere")
    await sim.start(sim.bruno, channel=elsewhere)
    await sim.ana.slash(elsewhere, "hand")
    assert {match for match, _ in hands._hands} == {2}
