import asyncio
from typing import Any

import pytest

from bot.discord_ui.interactions.response import Reply
from bot.present.custom_ids import OTHER
from tests.discord_ui.own import fill
from tests.discord_ui.simulation import DiscordSim, Shown

TARGET = "p:1:option:target"
STARTED = "This match has already started. See it with /board."
FIXED = "The match has started, so you can't change the options."
CLOSED = "This table is closed. Open a new table with /play."


async def opened(sim: DiscordSim) -> Shown:
    await sim.seat(sim.bruno)
    return await sim.options()


def labels(shown: Shown) -> list[list[str]]:
    return [[entry["label"] for entry in menu["options"]] for menu in shown.menus]


def asking(shown: Shown) -> set[str]:
    return {each["value"] for each in shown.options if each["value"].startswith(OTHER)}


@pytest.mark.parametrize(("presses", "told"), [("Start", FIXED), ("Leave", CLOSED)])
async def test_options_close_with_the_lobby_in_each_message(sim, presses, told):
    both = await opened(sim), await sim.options()
    assert both[0].id != both[1].id
    for who in (sim.bruno, sim.ana)[presses == "Start" :]:
        await sim.click(who, sim.lobby(), presses)
    for options in both:
        assert (sim.now(options).text, sim.now(options).menus) == (told, [])


async def test_options_that_are_on_their_way_when_the_match_begins_close_too(sim, monkeypatch):
    gate, real, held = asyncio.Event(), Reply.private, []

    async def slow(self: Reply, screen: Any) -> Any:
        held.append(await sim.env.external_wait(gate.wait(), reason="a slow answer"))
        return await real(self, screen)

    await sim.seat(sim.bruno)
    had = {each.id for each in sim.seen_by(sim.ana)}
    monkeypatch.setattr(Reply, "private", slow)
    await sim.press(sim.ana, sim.lobby(), "l:1:options")
    with sim.env._bot_scope():
        starting = asyncio.create_task(sim.client.service.lobbies.start(1, sim.ana.id, "salt"))
    await starting
    gate.set()
    await sim.settle()
    assert held
    private = [each for each in sim.seen_by(sim.ana) if each.owner == sim.ana.id]
    assert [each.text for each in private if each.id not in had] == [FIXED]


@pytest.mark.parametrize(("menu", "value"), [(TARGET, "…"), ("p:1:pace:", "live")])
async def test_options_that_could_not_be_closed_say_so_when_they_are_used(sim, menu, value):
    options = await opened(sim)
    await sim.pass_time(minutes=16)
    await sim.click(sim.ana, sim.lobby(), "Start")
    assert sim.now(options).menus, "Discord does not let us edit it any more"
    assert (await sim.pick(sim.ana, options, value, menu=menu)).modal is None
    assert (sim.now(options).text, sim.now(options).menus) == (STARTED, [])


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("many", "“many” isn't a whole number. Write it in digits, like 100."),
        ("5000", "“Points to win the match” can't be 5000. Allowed: 1–1000."),
    ],
)
async def test_a_number_that_is_refused_can_be_typed_again(sim, typed, told):
    """Discord shows an entry as chosen, and tells nobody of it, while its value is in the menu."""
    options = await opened(sim)
    sim.client.languages.forget(sim.ana.id)
    shown = await sim.agree_on("target", typed)
    assert sim.ana.id in sim.client.languages._locales, "whoever fills in a form was met"
    assert shown.text.splitlines()[:2] == [told, "### Table options"], "the refusal stands above"
    assert (await sim.pick(sim.ana, shown, "…", menu=TARGET)).modal is not None
    assert labels(options) == labels(shown)
    assert not asking(options) & asking(shown)
    assert not asking(shown) & asking(await sim.agree_on("target", "77"))


async def test_a_form_that_was_open_during_a_restart_can_be_sent(sim):
    form = await sim.pick(sim.ana, await opened(sim), "…", menu=TARGET)
    (label,) = form.modal["components"]
    assert label["label"] == "A whole number"
    assert label["description"] == "Points to win the match: 1–1000"
    await sim.restart()
    await fill(sim.ana, form, "77")
    assert (await sim.match()).options["target"] == 77


async def test_a_form_comes_too_late_to_be_opened_but_not_to_be_sent(sim, monkeypatch):
    """Every answer is promised before it is worked on, as if that took seconds."""
    real, options = Reply.defer_if_slow, await opened(sim)
    form = await sim.pick(sim.ana, options, "…", menu=TARGET)

    async def promised(self: Reply, work: Any, *, replacing: bool = False) -> Any:
        if not self.interaction.response.is_done():
            await self._defer(replacing=replacing)
        return await real(self, work, replacing=replacing)

    monkeypatch.setattr(Reply, "defer_if_slow", promised)
    assert sim.reply(await fill(sim.ana, form, "77")).id == options.id
    saved = sim.now(options)
    assert "77" in str(labels(saved))
    await sim.pick(sim.ana, saved, "…", menu=TARGET)
    assert sim.now(options).text.startswith("Sorry, that took too long.")
    assert labels(sim.now(options)) == labels(saved)


@pytest.mark.parametrize(
    ("form", "texts", "told"),
    [
        ("f:1:target", (), "no longer works"),
        ("f:1:target", ("1", "2"), "no longer works"),
        ("f:quiet", ("22", "7"), "no longer works"),
        ("f:1:target", ("9" * 5000,), "Allowed: 1–1000."),
        ("f:1:target", ("many" * 1000,), "isn't a whole number."),
    ],
)
async def test_a_form_that_does_not_fit_is_refused(sim, caplog, form, texts, told):
    """Another release may ask for more or less, and nothing relies on Discord's limits."""
    options, before = await opened(sim), await sim.match()
    answer = await sim.submit(sim.ana, options, form, *texts)
    assert told in answer.text
    assert len(answer.text) < 1000
    assert await sim.match() == before
    assert [each for each in caplog.records if each.exc_info] == []
