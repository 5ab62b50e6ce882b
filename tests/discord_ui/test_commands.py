import re
from typing import Any
from unittest.mock import AsyncMock, patch

import pytest

from bot.discord_ui.interactions.command_tree import CommandLinks
from bot.games import CATALOGUE, game
from bot.present.screens.help import DESCRIPTIONS
from bot.store.queries.matches import MatchQueries
from tests.discord_ui.limits import check_commands
from tests.discord_ui.simulation import DiscordSim, Shown

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
    not_yet = "This match hasn't started yet. The host can press Start."
    for command, options in for_the_hand:
        assert await sim.typed(sim.ana, command, **options) == not_yet


async def test_rules_of_the_match_here_or_of_any_game(sim):
    await sim.start(sim.bruno, game_id="draw")
    assert "### Draw" in (await sim.say(sim.eva, "rules")).text
    assert "### Block · 2–4 players" in await sim.typed(sim.eva, "rules", game="block")
    assert "There's no game called “mahjong”" in await sim.typed(sim.eva, "rules", game="mahjong")
    assert "### Draw" in await sim.told(sim.eva, sim.table(), "Rules")


async def test_help_leads_to_every_command_and_game(sim):
    shown = await sim.ask(sim.ana, "help")
    for command in DESCRIPTIONS.keys() - {"help"}:
        assert re.search(rf"</{command}:\d+>", shown.text)
    (menu,) = shown.menus
    assert {entry["value"] for entry in menu["options"]} == {each.info.id for each in CATALOGUE}
    for entry in menu["options"]:
        rules = game(entry["value"])
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


async def test_a_process_that_did_not_register_the_commands_asks_for_their_numbers(sim):
    known = await sim.client.command_links.links()
    other = CommandLinks(sim.client.tree)
    with patch.object(sim.client.tree, "fetch_commands", AsyncMock(side_effect=OSError)):
        assert await other.links() == {}
        sim.client.command_links = other
        assert "`/play`" in (await sim.say(sim.ana, "help")).text
    assert await other.links() == known


async def test_the_table_is_shown_again_as_the_newest_message(sim, two_play):
    """By /board, and by ⋯, which shows what else can be done to that person alone."""
    before = sim.table()
    await sim.eva.send(sim.channel, "a lot of talk")
    again = await sim.say(sim.eva, "board")
    assert sim.table().id == again.id > before.id
    assert again.pictures == before.pictures
    assert not sim.exists(before)
    more = await sim.opened(sim.ana, again, "⋯")
    assert more.labels[:3] == ["Show the table again", "Replay", "Leave the match"]
    await sim.click(sim.ana, more, "Show the table again")
    assert sim.table().id > again.id


def matches_of(shown: Shown) -> list[str]:
    return shown.text.splitlines()[1:]


async def test_links_lead_to_the_tables_and_the_time_left_is_told(sim, two_play):
    who = await sim.to_move()
    lobby = await sim.play(who, "draw", sim.guild.create_text_channel("lobby"))
    (clock,), closes_at = (await sim.match(1)).agenda.clocks, (await sim.match(2)).agenda.lapses_at
    mine = await sim.ask(who, "games")
    base = f"https://discord.com/channels/{sim.guild.id}"
    times = clock.due_at, closes_at, await last_move(sim)
    due, closes, moved = (f"<t:{round(at.timestamp())}:R>" for at in times)
    other = sim.ana if who is sim.bruno else sim.bruno
    block = f"- [Block]({base}/{sim.channel.id}/{sim.table().id}) with"
    assert matches_of(mine) == [
        f"{block} <@{other.id}> · **your turn** · ⏳ {due} · last move {moved}",
        f"- [Draw]({base}/{lobby.channel_id}/{lobby.id}) · not started · closes {closes}",
    ]
    assert matches_of(await sim.say(other, "games")) == [
        f"{block} <@{who.id}> · waiting for <@{who.id}> · ⏳ {due} · last move {moved}"
    ]


async def last_move(sim):
    return (await sim.store.last_moves([1]))[1]


async def test_what_waits_for_me_comes_first_and_the_shortest_time_first_of_all(sim):
    channels = {}
    for pace in ("none", "slow", "day"):
        channel = sim.guild.create_text_channel(pace)
        channels[pace] = channel.id
        match = await sim.start(sim.bruno, channel=channel, picks={"pace:": pace})
        while (other := await sim.to_move(match.id)) is not sim.ana:
            offered = await other.autocomplete(channel, "move", "move", "")
            await other.slash(channel, "move", move=offered[0]["value"])
    mine = await sim.say(sim.ana, "games")
    order = [channels[pace] for pace in ("day", "slow", "none")]
    assert [int(channel) for channel in re.findall(r"/(\d+)/\d+\)", mine.text)] == order
    assert all("**your turn**" in line for line in matches_of(mine))
    assert [("⏳" in line) for line in matches_of(mine)] == [True, True, False]


async def test_in_other_servers_and_in_direct_messages(sim):
    assert (await sim.say(sim.ana, "games")).text == "You're not in a match. Start one with /play."
    await sim.play(sim.ana)
    here = (await sim.play_in_dms(sim.ana, "solitaire")).channel_id
    listed = matches_of(await sim.say(sim.ana, "games"))
    (direct,) = [line for line in listed if "Solitaire" in line]
    assert f"https://discord.com/channels/@me/{here}/" in direct
    assert direct.endswith("· in DMs")
    assert "Domino café" not in "".join(listed)
    there = matches_of(sim.reply(await sim.ana.user.slash("games")))
    assert [line.endswith("· Domino café") for line in there if "Block" in line] == [True]


@pytest.mark.deep
async def test_of_sixty_matches_what_does_not_fit_is_counted(sim):
    for nth in range(60):
        await sim.play(sim.ana, channel=sim.guild.create_text_channel(f"table-{nth}"))
    mine = await sim.say(sim.ana, "games")
    listed = mine.text.count("https://")
    assert listed >= 20
    assert matches_of(mine)[-1] == f"- and {60 - listed} more"


async def test_looking_replays_nothing(sim, monkeypatch, two_play):
    await sim.restart()
    monkeypatch.delattr(MatchQueries, "log")
    for who in (sim.ana, sim.bruno):
        assert "Block" in (await sim.say(who, "games")).text
