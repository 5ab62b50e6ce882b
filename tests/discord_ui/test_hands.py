from dataclasses import replace

import pytest

from bot.model.match import WaitingFor
from bot.present.screens.match import choices as present_choosing


async def test_a_hand_can_be_played_from_menus_when_there_are_too_many_buttons(sim, monkeypatch):
    monkeypatch.setattr(present_choosing, "MAX_BUTTONS", 1)
    monkeypatch.setattr(present_choosing, "MAX_ENTRIES", 3)
    await sim.start(sim.bruno)
    for _ in range(4):
        who, hand = await sim.turn()
        if hand.menus:
            choice = hand.menus[-1]["options"][-1]
            await sim.pick(who, hand, choice["value"], menu=hand.menus[-1]["custom_id"])
        else:
            await sim.click(who, hand, hand.moves[0].id)
        assert (await sim.match()).ply > hand.moves[0].ply
        assert sim.now(hand).owner == who.id


async def test_a_hand_that_can_no_longer_be_edited_still_answers(sim):
    """After fifteen minutes Discord lets us edit a private message only when it is pressed."""
    await sim.start(sim.bruno)
    hands = {who.id: await sim.hand(who) for who in (sim.ana, sim.bruno)}
    await sim.pass_time(minutes=16)
    who = await sim.to_move()
    await sim.click(who, hands[who.id], hands[who.id].moves[0].id)
    while (other := await sim.to_move()) is who:  # the other could only knock
        live = sim.now(hands[who.id])
        await sim.click(who, live, live.moves[0].id)
    old = hands[other.id]
    assert sim.now(old).moves == old.moves, "it could not be brought up to date"
    await sim.click(other, old, "Refresh")
    fresh = sim.now(old)
    assert fresh.moves
    await sim.click(other, fresh, fresh.moves[0].id)
    assert (await sim.match()).ply > fresh.moves[0].ply


async def test_a_round_of_hours_with_an_old_table_is_posted_anew_and_not_edited(sim):
    await sim.start(sim.bruno, sim.chen)
    waiting, before = await sim.to_move(), sim.table()
    await sim.pass_time(hours=2)
    leaver = next(who for who in (sim.ana, sim.bruno, sim.chen) if who is not waiting)
    await sim.leave(leaver)
    assert sim.table().id != before.id
    assert f"<@{waiting.id}>" in sim.table().text
    assert sim.table().pinged == (), "one ping a turn"


async def test_each_open_hand_is_edited_once_when_somebody_else_is_to_move(sim):
    await sim.start(sim.bruno, sim.chen)
    hands = {who.id: await sim.hand(who) for who in (sim.ana, sim.bruno, sim.chen)}
    mover, before = await sim.to_move(), len(sim.requests("PATCH", "/webhooks/.*"))
    await sim.click(mover, hands[mover.id], hands[mover.id].moves[0].id)
    assert len(sim.requests("PATCH", "/webhooks/.*")) == before + 2
    waiting = f"Waiting for <@{(await sim.to_move()).id}>."
    assert sum(waiting in sim.now(each).text for each in hands.values()) == 2


@pytest.mark.parametrize("awaits", [WaitingFor.COMPUTER, WaitingFor.PERSON])
async def test_a_process_that_does_not_show_the_table_waits_for_computers_as_well(
    sim, monkeypatch, awaits
):
    await sim.start(sim.bruno)
    await sim.hand(sim.ana)
    update = await sim.client.service.outbox.current_update(1)
    publisher, begun = sim.client.publisher, []
    monkeypatch.setattr(publisher.background, "begin", lambda what, *_: begun.append(what))
    publisher.refresh_hands(replace(update, match=replace(update.match, awaits=awaits)))
    assert begun == (["hand"] if awaits is WaitingFor.PERSON else [])
