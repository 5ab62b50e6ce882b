"""Nothing is kept for a message: buttons are dynamic, and stay so."""

from __future__ import annotations

import gc

import discord

from bot.discord_ui.layout import ITEMS


def views(cafe) -> discord.ui.view.ViewStore:
    return cafe.client._connection._view_store


async def test_views_are_not_remembered_and_dynamic_items_stay_registered(cafe):
    await cafe.start(cafe.bruno, computers=["steady"])
    for nth in range(10):
        who = await cafe.to_move()
        await cafe.move(who)
        if nth % 5 == 0:
            await cafe.say(who, "board")
            await cafe.say(who, "rules")

    store = views(cafe)
    assert {key: items for key, items in store._views.items() if items} == {}
    assert store._synced_message_views == {}
    assert set(store._dynamic_items.values()) == set(ITEMS)
    gc.collect()
    alive = [each for each in gc.get_objects() if isinstance(each, discord.ui.LayoutView)]
    assert len(alive) < 10


async def test_a_form_is_forgotten_once_it_was_sent_or_time_has_passed(cafe):
    await cafe.play(cafe.ana)
    await cafe.agree_on("target", 77)
    options = cafe.reply(await cafe.click(cafe.ana, cafe.lobby(), "Options"))
    await cafe.pick(cafe.ana, options, "…", menu="p:1:option:target")
    await cafe.pass_time(minutes=11)
    assert views(cafe)._modals == {}
    await cafe.click(cafe.bruno, cafe.lobby(), "Join")
    assert len((await cafe.match()).people) == 2, "a form that ran out took no button with it"


async def test_many_looks_at_a_hand_leave_nothing_behind(cafe):
    await cafe.start(cafe.bruno)
    table = cafe.table()
    for _ in range(15):
        await cafe.click(cafe.ana, table, "Hand")
        await cafe.click(cafe.bruno, table, "Hand")
    assert len(cafe.client.desk._publisher.hands._hands) == 2
    assert {key: items for key, items in views(cafe)._views.items() if items} == {}


async def test_hands_that_can_no_longer_be_edited_are_forgotten(cafe):
    hands = cafe.client.desk._publisher.hands
    await cafe.start(cafe.bruno)
    await cafe.hand(cafe.ana)
    await cafe.hand(cafe.bruno)
    await cafe.pass_time(minutes=16)
    elsewhere = cafe.guild.create_text_channel("elsewhere")
    await cafe.play(cafe.ana, "block", elsewhere)
    await cafe.click(cafe.bruno, cafe.lobby(elsewhere.id), "Join")
    await cafe.click(cafe.ana, cafe.lobby(elsewhere.id), "Start")
    await cafe.chen.slash(elsewhere, "hand")
    await cafe.ana.slash(elsewhere, "hand")
    assert {match for match, _ in hands._hands} == {2}
