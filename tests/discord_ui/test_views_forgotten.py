import gc

import discord

from bot.discord_ui.components import ITEMS


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


async def test_a_form_is_forgotten_once_it_was_sent_or_time_has_passed(sim):
    await sim.play(sim.ana)
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
