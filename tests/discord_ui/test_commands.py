"""The slash commands beside /play."""

from __future__ import annotations

import pytest

from bot.present.cards import COMMANDS
from tests.discord_ui.limits import check_commands

NO_MATCH = "No match is running in this channel. Start one with /play."


async def test_commands_are_registered_once_within_discords_limits(cafe):
    commands = {command["name"]: command for command in check_commands(cafe)}
    assert set(commands) == {name for name, _ in COMMANDS}
    described = [option for command in commands.values() for option in command.get("options", [])]
    assert all(option["description"] != "…" for option in described)


@pytest.mark.parametrize(
    ("command", "options"),
    [("hand", {}), ("board", {}), ("leave", {}), ("move", {"move": "6-4"})],
)
async def test_without_a_match_a_command_says_so(cafe, command, options):
    result = await cafe.ana.slash(cafe.channel, command, **options)
    assert cafe.private_reply(result, cafe.ana) == NO_MATCH


@pytest.mark.parametrize(("command", "options"), [("hand", {}), ("move", {"move": "6-4"})])
async def test_in_a_lobby_there_is_no_hand_yet(cafe, command, options):
    await cafe.play(cafe.ana)
    result = await cafe.ana.slash(cafe.channel, command, **options)
    assert cafe.private_reply(result, cafe.ana) == "This match has not started yet."


async def test_the_hand_can_be_asked_for_anywhere_when_only_one_match_waits(cafe):
    await cafe.start(cafe.bruno)
    elsewhere = cafe.guild.create_text_channel("elsewhere")
    who = await cafe.to_move()
    hand = cafe.reply(await who.slash(elsewhere, "hand"))
    assert hand.owner == who.id
    assert hand.moves
    await cafe.click(who, hand, hand.moves[0].id)
    assert (await cafe.match()).ply > hand.moves[0].ply


async def test_board_makes_the_table_the_newest_message_and_pings_nobody(cafe):
    await cafe.start(cafe.bruno)
    before = cafe.table()
    await cafe.eva.send(cafe.channel, "a lot of talk")
    again = await cafe.say(cafe.eva, "board")
    assert cafe.table().id == again.id > before.id
    assert again.pictures == before.pictures
    assert not cafe.exists(before)
    await cafe.click(cafe.ana, again, "Hand")


async def test_rules_of_the_match_here_or_of_any_game(cafe):
    await cafe.start(cafe.bruno, game_id="draw")
    assert "### Draw" in (await cafe.say(cafe.eva, "rules")).text
    card = await cafe.say(cafe.eva, "rules", game="block")
    assert "### Block · 2–4 players" in card.text
    assert "Points that win the match" in card.text
    assert card.owner == cafe.eva.id
    unknown = await cafe.eva.slash(cafe.channel, "rules", game="mahjong")
    assert "There is no game called “mahjong”" in cafe.private_reply(unknown, cafe.eva)
    pressed = cafe.reply(await cafe.click(cafe.eva, cafe.table(), "Rules"))
    assert "### Draw" in pressed.text
    assert pressed.owner == cafe.eva.id


async def test_help_names_every_command_and_game(cafe):
    shown = await cafe.say(cafe.ana, "help")
    assert shown.owner == cafe.ana.id
    for command in check_commands(cafe):
        assert f"`/{command['name']}`" in shown.text
    assert "**Block** (2–4)" in shown.text
    assert "**Draw** (2–4)" in shown.text


async def test_more_shows_what_else_can_be_done_to_that_person_alone(cafe):
    await cafe.start(cafe.bruno)
    more = cafe.reply(await cafe.click(cafe.ana, cafe.table(), "⋯"))
    assert more.owner == cafe.ana.id
    assert [button.label for button in more.buttons] == ["Show the table again", "Leave the match"]
    before = cafe.table()
    await cafe.click(cafe.ana, more, "Show the table again")
    assert cafe.table().id > before.id
