import gc
from dataclasses import replace

import discord
import pytest

from bot.discord_ui.components import ITEMS
from bot.model.match import WaitingFor


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
    assert fresh.moves
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
async def test_a_process_that_does_not_show_tables_waits_for_computers_too(
    sim, monkeypatch, awaits
):
    await sim.start(sim.bruno)
    await sim.hand(sim.ana)
    update = await sim.client.service.outbox.current_update(1)
    publisher, begun = sim.client.publisher, []
    monkeypatch.setattr(publisher.background, "begin", lambda what, *_: begun.append(what))
    publisher.refresh_hands(replace(update, match=replace(update.match, awaits=awaits)))
    assert begun == (["hand"] if awaits is WaitingFor.PERSON else [])


def views(sim) -> discord.ui.view.ViewStore:
    return sim.client._connection._view_store


async def test_views_are_not_remembered_and_dynamic_items_stay_registered(sim):
    await sim.start(sim.bruno, computers=["steady"])
    for nth in range(6):
        who = await sim.to_move()
        await sim.move(who)
        if nth % 3 == 0:
            await sim.say(who, "board")
            await sim.say(who, "rules")
    store = views(sim)
    assert {key: items for key, items in store._views.items() if items} == {}
    assert store._synced_message_views == {}
    assert set(store._dynamic_items.values()) == set(ITEMS)
    gc.collect()
    alive = [each for each in gc.get_objects() if isinstance(each, discord.ui.LayoutView)]
    assert len(alive) < 10


async def test_a_form_is_forgotten_once_it_was_sent_or_time_has_passed(sim, lobby):
    await sim.agree_on("target", 77)
    await sim.set("option:target", "…")
    await sim.pass_time(minutes=11)
    assert views(sim)._modals == {}
    await sim.click(sim.bruno, sim.lobby(), "Join")
    assert len((await sim.match()).people) == 2, "a form that ran out took no button with it"


async def test_hands_are_kept_once_until_they_can_no_longer_be_edited(sim):
    hands = sim.client.actions._publisher.hands
    await sim.start(sim.bruno)
    table = sim.table()
    for who in (sim.ana, sim.bruno) * 2:
        await sim.click(who, table, "Hand")
    assert len(hands._hands) == 2
    await sim.pass_time(minutes=16)
    elsewhere = sim.guild.create_text_channel("elsewhere")
    await sim.start(sim.bruno, channel=elsewhere)
    await sim.ana.slash(elsewhere, "hand")
    assert {match for match, _ in hands._hands} == {2}
