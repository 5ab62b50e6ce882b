"""The hand as a message: open hands, old hands, hands with more moves than buttons."""

from __future__ import annotations

import pytest
from simcord.components import validate_message_state, walk_components

from bot.discord_ui import layout
from bot.present import choosing as present_choosing
from bot.present.hand import hand_screen
from bot.present.words import ENGLISH
from tests.discord_ui.table import COMPONENTS_V2
from tests.present.sights import ALL, company, line, seen


async def test_a_hand_can_be_played_from_menus_when_there_are_too_many_buttons(cafe, monkeypatch):
    monkeypatch.setattr(present_choosing, "MAX_BUTTONS", 1)
    monkeypatch.setattr(present_choosing, "MAX_ENTRIES", 3)
    await cafe.start(cafe.bruno)
    for _ in range(4):
        who = await cafe.to_move()
        hand = await cafe.hand(who)
        if hand.menus:
            choice = hand.menus[-1]["options"][-1]
            await cafe.pick(who, hand, choice["value"], menu=hand.menus[-1]["custom_id"])
        else:
            await cafe.click(who, hand, hand.moves[0].id)
        assert (await cafe.match()).ply > hand.moves[0].ply
        assert cafe.now(hand).owner == who.id


@pytest.mark.parametrize("held", [7, 20, 21, 28])
async def test_discord_takes_a_hand_of_any_size(held):
    sight = seen(ALL[-held:], line("6-6"), counts=(held, 7))
    view = layout.view(
        hand_screen(company(10**18 - 1, 2, match_id=10**18 - 1), sight, 999, ENGLISH)
    )
    components = view.to_components()
    validate_message_state(
        components, flags=COMPONENTS_V2, content="", embeds=[], poll=None, stickers=[]
    )
    assert len(list(walk_components(components))) <= 40
    assert view.timeout is None
    assert all(
        item.is_dispatchable() for item in view.walk_children() if hasattr(item, "custom_id")
    )


async def test_a_hand_that_can_no_longer_be_edited_still_answers(cafe):
    """After fifteen minutes Discord lets us edit a private message only when it is pressed."""
    await cafe.start(cafe.bruno)
    hands = {who.id: await cafe.hand(who) for who in (cafe.ana, cafe.bruno)}
    await cafe.pass_time(minutes=16)
    who = await cafe.to_move()
    await cafe.click(who, hands[who.id], hands[who.id].moves[0].id)
    while (other := await cafe.to_move()) is who:  # the other could only knock
        live = cafe.now(hands[who.id])
        await cafe.click(who, live, live.moves[0].id)
    old = hands[other.id]
    assert cafe.now(old).moves == old.moves, "it could not be brought up to date"
    await cafe.click(other, old, "Look again")
    fresh = cafe.now(old)
    assert fresh.moves
    await cafe.click(other, fresh, fresh.moves[0].id)
    assert (await cafe.match()).ply > fresh.moves[0].ply


async def test_after_a_move_the_same_message_tells_it_and_who_is_next(cafe):
    await cafe.start(cafe.bruno)
    who = await cafe.to_move()
    hand = await cafe.hand(who)
    await cafe.click(who, hand, hand.moves[0].id)
    assert f"You led **{hand.moves[0].code}**" in cafe.now(hand).text
    while (other := await cafe.to_move()) is who:  # the other could only knock
        live = cafe.now(hand)
        await cafe.click(who, live, live.moves[0].id)
    told = cafe.now(hand)
    assert told.text.splitlines()[1].startswith("You ")
    assert f"<@{other.id}> is to move." in told.text
    assert [button.label for button in told.buttons] == ["Look again"]


async def test_the_hand_of_a_match_that_ended_offers_nothing_more(cafe):
    await cafe.play(cafe.ana)
    await cafe.agree_on("target", 1)
    await cafe.click(cafe.bruno, cafe.lobby(), "Join")
    await cafe.click(cafe.ana, cafe.lobby(), "Start")
    hands = [await cafe.hand(who) for who in (cafe.ana, cafe.bruno)]
    while (await cafe.match()).is_open:
        await cafe.move(await cafe.to_move())
    for hand in hands:
        assert cafe.now(hand).moves == []
        assert cafe.now(hand).buttons == []


async def test_a_round_of_hours_with_an_old_table_is_posted_anew_and_not_edited(cafe):
    await cafe.start(cafe.bruno, cafe.chen)
    waiting, before = await cafe.to_move(), cafe.table()
    await cafe.pass_time(hours=2)
    leaver = next(who for who in (cafe.ana, cafe.bruno, cafe.chen) if who is not waiting)
    await cafe.leave(leaver)
    assert cafe.table().id != before.id
    assert (
        f"➤ **`{'ABC'[(await cafe.match()).seat_of(waiting.id)]}` <@{waiting.id}>"
        in cafe.table().text
    )
    assert cafe.table().pinged == (), "one ping a turn"
