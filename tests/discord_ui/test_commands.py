import re
from typing import Any
from unittest.mock import AsyncMock

from bot.discord_ui.interactions.command_tree import CommandLinks
from bot.games import CATALOGUE
from bot.present.screens.help import DESCRIPTIONS
from tests.discord_ui.limits import check_commands
from tests.discord_ui.simulation import DiscordSim

NO_MATCH = "No match is running in this channel. Start one with /play."


async def test_commands_are_registered_once_within_discords_limits(sim):
    commands = {command["name"]: command for command in check_commands(sim)}
    assert set(commands) == set(DESCRIPTIONS)
    described = [option for command in commands.values() for option in command.get("options", [])]
    assert all(option["description"] != "…" for option in described)


async def test_commands_for_one_server_are_registered_there_and_nowhere_else(tmp_path):
    sim = DiscordSim(tmp_path, command_guild=900_002)
    await sim.open()
    await sim.close()
    (sent,) = sim.requests("PUT", "/applications/.*")
    assert re.fullmatch(r"/applications/\d+/guilds/900002/commands", sent.path)
    assert {command["name"] for command in sent.json} == set(DESCRIPTIONS)


async def test_commands_for_a_match_where_there_is_none_or_only_a_lobby(sim):
    for_the_hand: tuple[Any, ...] = (("hand", {}), ("move", {"move": "6-4"}))
    for command, options in (*for_the_hand, ("board", {}), ("leave", {})):
        assert await sim.typed(sim.ana, command, **options) == NO_MATCH
    await sim.play(sim.ana)
    for command, options in for_the_hand:
        told = await sim.typed(sim.ana, command, **options)
        assert told == "This match hasn't started yet. The host can press Start."


async def test_rules_of_the_match_here_or_of_any_game(sim):
    await sim.start(sim.bruno, game_id="draw")
    assert "### Draw" in (await sim.say(sim.eva, "rules")).text
    card = await sim.say(sim.eva, "rules", game="block")
    assert "### Block · 2–4 players" in card.text
    assert card.owner == sim.eva.id
    assert "There's no game called “mahjong”" in await sim.typed(sim.eva, "rules", game="mahjong")
    pressed = sim.reply(await sim.click(sim.eva, sim.table(), "Rules"))
    assert "### Draw" in pressed.text
    assert pressed.owner == sim.eva.id


async def test_help_leads_to_every_command_and_game(sim):
    shown = await sim.say(sim.ana, "help")
    assert shown.owner == sim.ana.id
    for command in check_commands(sim):
        if command["name"] == "help":
            continue
        assert re.search(rf"</{command['name']}:\d+>", shown.text)
    (menu,) = shown.menus
    for rules, entry in zip(CATALOGUE, menu["options"], strict=True):
        assert entry["label"].startswith(f"{rules.info.name} (")
        chosen = await sim.pick(sim.ana, shown, entry["value"], menu=menu["custom_id"])
        assert f"### {rules.info.name} · " in sim.private_reply(chosen, sim.ana)
    assert sim.now(shown).text == shown.text, "the help stays"


async def test_the_rules_show_another_chapter_in_place_of_the_first(sim):
    shown = await sim.say(sim.ana, "rules", game="all-fives")
    assert shown.is_("all-fives-example.png")
    (menu,) = shown.menus
    await sim.pick(sim.ana, shown, "end", menu=menu["custom_id"])
    assert sim.now(shown).text.startswith("### All Fives · End and points\n")
    assert not sim.now(shown).files
    await sim.pick(sim.ana, shown, "example-2", menu=menu["custom_id"])
    assert sim.now(shown).is_("all-fives-example.png")


async def test_a_process_that_did_not_register_the_commands_asks_for_their_numbers(
    sim, monkeypatch
):
    known = await sim.client.command_links.links()
    other = CommandLinks(sim.client.tree)
    with monkeypatch.context() as away:
        away.setattr(sim.client.tree, "fetch_commands", AsyncMock(side_effect=OSError))
        assert await other.links() == {}
        sim.client.command_links = other
        assert "`/play`" in (await sim.say(sim.ana, "help")).text
    assert await other.links() == known


async def test_the_table_is_shown_again_as_the_newest_message(sim):
    """By /board, and by ⋯, which shows what else can be done to that person alone."""
    await sim.start(sim.bruno)
    before = sim.table()
    await sim.eva.send(sim.channel, "a lot of talk")
    again = await sim.say(sim.eva, "board")
    assert sim.table().id == again.id > before.id
    assert again.pictures == before.pictures
    assert not sim.exists(before)
    more = sim.reply(await sim.click(sim.ana, again, "⋯"))
    assert more.owner == sim.ana.id
    assert [button.label for button in more.buttons] == ["Show the table again", "Leave the match"]
    await sim.click(sim.ana, more, "Show the table again")
    assert sim.table().id > again.id
