import asyncio
from typing import Any

import pytest

from bot.discord_ui import components
from bot.discord_ui.publishing import open_hands
from tests.discord_ui.simulation import DiscordSim, Shown
from tests.discord_ui.test_places import lucky_draw

pytestmark = pytest.mark.usefixtures("ends_told_apart")


@pytest.fixture
def refreshes_may_go(sim, monkeypatch) -> asyncio.Event:
    gate, real = asyncio.Event(), components.body
    gate.set()

    async def held(*args: Any) -> Any:
        await sim.env.external_wait(gate.wait(), reason="a test holds it")
        return await real(*args)

    monkeypatch.setattr(open_hands, "body", held)
    return gate


async def asked_for_place(sim: DiscordSim, stacked: list[str]) -> Shown:
    hand, _ = await lucky_draw(sim, stacked)
    await sim.click(sim.bruno, hand, "6-3 …")
    return sim.now(hand)


async def test_places_outlast_a_late_refresh_of_the_table_they_were_opened_at(
    sim, stacked, refreshes_may_go
):
    hand, _ = await lucky_draw(sim, stacked)
    refreshes_may_go.clear()
    with sim.env._bot_scope():
        update = await sim.client.service.outbox.current_update(1)
        sim.client.publisher.hand_delivery.deliver(update)
    await sim.settle()
    await sim.click(sim.bruno, hand, "6-3 …")
    refreshes_may_go.set()
    await sim.settle()
    assert sim.now(hand).is_("places.png")


async def test_places_opened_while_a_refresh_is_on_its_way_come_after_it(
    sim, stacked, refreshes_may_go, monkeypatch
):
    hand, _ = await lucky_draw(sim, stacked)
    refreshes_may_go.clear()
    await sim.leave(sim.chen)
    actions, lock = sim.client.actions, sim.client.publisher.hands.lock(1, sim.bruno.id)
    real = actions.ask_place

    async def answered_or_waiting(*args: Any) -> None:
        answer = asyncio.ensure_future(real(*args))
        while not (answer.done() or lock._waiters):  # noqa: ASYNC110 - nothing tells of it
            await asyncio.sleep(0)
        refreshes_may_go.set()
        await answer

    monkeypatch.setattr(actions, "ask_place", answered_or_waiting)
    await sim.click(sim.bruno, hand, "6-3 …")
    assert sim.now(hand).is_("places.png")


async def test_places_stay_open_while_the_choice_is_the_same(sim, stacked):
    places = await asked_for_place(sim, stacked)
    await sim.leave(sim.chen)
    assert sim.now(places).components == places.components
    await sim.click(sim.bruno, places, "6-3 → G")
    assert "You played **6-3** at G" in sim.now(places).text


async def test_places_of_an_earlier_turn_give_way_to_the_hand(sim, stacked):
    places = await asked_for_place(sim, stacked)
    matches, who, code = sim.client.service.matches, sim.bruno, "6-3@u"
    with sim.env._bot_scope():
        while not (who is sim.bruno and code != "6-3@u"):
            await matches.play(1, who.id, None, code)
            who = await sim.to_move()
            code = (await matches.view_for(1, who.id)).seen.legal[0].code
    await sim.settle()
    assert sim.now(places).is_("hand.png")
    assert "Your turn" in sim.now(places).text
