import logging
import re
from collections.abc import Iterator
from typing import Any
from unittest.mock import AsyncMock

from discord import AppCommandOptionType, app_commands

from bot.discord_ui.client import COMMANDS
from bot.discord_ui.interactions.response import BROKEN
from bot.model.preferences import Preferences
from bot.model.puzzle_attempts import NoSuchPuzzle
from bot.present import custom_ids
from bot.present.custom_ids import LobbyMenu, LobbyVerb, OwnMenu, PlanVerb, TableVerb
from bot.present.i18n import words
from tests.discord_ui.simulation import OLD, DiscordSim, Shown

UNKNOWN = ("nonsense", "", "HERE", "here ", "9" * 30, "\ud800", "*:{}<@1>\n" * 30)
TEXT, NUMBER, PERSON = 3, 4, 6


MADE_UP = {
    "": ("z:1", "m", "t:", "new", "t:1:\nhand", "m:1:2:\n6-4"),
    "x:board:": (
        *("", "here", "there:week::rating:by", "here:year::rating:by", "here:WEEK::rating:by"),
        *("here:week:mahjong:rating:by", "here:week:solitaire:rating:by", "here:week::luck:by"),
        *("here:week::rating:by:1", "here:week:' OR 1=1:rating:by", "5:week::rating:by"),
    ),
    "x:choose:": ("9a",),
    "x:history:": ("-1", "abc", "", "99999999"),
    "x:learn:": ("", "tennis:1.0::", "block", "block:what", "tennis:begin", "block:1.0:1..2:", "a"),
    "x:privacy:": ("all", "delete:7", "export:1"),
    "x:profile:": (
        *("", "look", "look:", "look:0", "look:x", "look:-1", f"look:{2**63}", f"look:{10**19}"),
        *("list", "list:1", "list:1:", "list:1:9", "list:1:99", "list:x:0", "show:1", "list:1:0:0"),
    ),
    "x:replay:": (
        *("", ":", "x", "1:", "1:-1", "1:99999", "1:999999999", "1:5ab", "1:movie", "1:5:5"),
        "0x1:0",
    ),
    "x:verify:": (
        "",
        "x",
        "1:",
        "1:1",
        "1:99",
        "1:-1",
        "1:0ab",
        "d",
        "d:",
        "d1:",
        "d1:what",
        "d9999999",
        "d-1",
    ),
}
CHOSEN = (
    *(("letters", "never"), ("letters", ""), ("letters:2", "off"), ("forced", "yes")),
    *(("quiet", "0-1439"), ("quiet", "60-120"), ("holiday", "4"), ("holiday", "-3")),
    *(("holiday", "9999999999999999999999"), ("holiday", "on"), ("listed", "maybe")),
    *(("listed", ""), ("colour", "on")),
)


def parameters() -> Iterator[app_commands.Parameter]:
    for command in COMMANDS:
        yield from command.parameters


def sent(parameter: app_commands.Parameter, value: object, kind: int = TEXT) -> dict[str, Any]:
    return {"name": parameter.display_name, "type": kind, "value": value}


async def test_every_press_is_handled_once(sim, lobby, monkeypatch):
    pressed = AsyncMock()
    monkeypatch.setattr(sim.client.router, "pressed", pressed)
    ids = [
        custom_ids.move(1, 2, "6-4"),
        custom_ids.bone(1, 2, "6-4"),
        custom_ids.hint(1, 2),
        custom_ids.table(1, TableVerb.HAND),
        custom_ids.plan(1, PlanVerb.OPEN),
        custom_ids.lobby(1, LobbyVerb.JOIN),
        custom_ids.thread(1),
        custom_ids.next_match(1),
        custom_ids.feature("help", "rules"),
        *("z:1", "y", "w:\n"),
    ]
    for each in ids:
        await sim.press(sim.ana, sim.lobby(), each)
    assert [call.args[1] for call in pressed.await_args_list] == ids


async def test_a_value_that_is_not_among_an_options_choices_changes_nothing(sim, caplog):
    before, with_choices = sim.stored(), [each for each in parameters() if each.choices]
    assert {each.display_name for each in with_choices} == {"where", "when", "by", "theme"}
    for parameter in with_choices:
        for value in UNKNOWN:
            result = await sim.command(sim.ana, parameter.command.name, sent(parameter, value))
            told = sim.private_reply(result, sim.ana)
            assert told.startswith(f"“{parameter.display_name}” can't be “")
            assert all(choice.name in told for choice in parameter.choices)
            assert len(told) < 300
        for choice in parameter.choices:
            option = sent(parameter, choice.value)
            result = await sim.command(sim.ana, parameter.command.name, option)
            told = sim.reply(result)
            is_done = {"ranking.png", "puzzle.png"} & set(told.files)
            assert is_done or NoSuchPuzzle.sentence in told.text, "what is allowed is done"
    assert sim.stored() == before
    assert [each for each in caplog.records if each.levelno > logging.INFO] == []


async def test_what_may_be_chosen_is_said_in_the_persons_language(sim, monkeypatch):
    german = AsyncMock(return_value=words("de"))
    monkeypatch.setattr(sim.client.languages, "words_for_click", german)
    (when,) = [each for each in parameters() if each.display_name == "when"]
    told = sim.private_reply(await sim.command(sim.ana, "leaderboard", sent(when, "soon")), sim.ana)
    may = "Diese Woche, Dieser Monat oder Insgesamt."
    assert told == f"„zeitraum“ kann nicht „soon“ sein. Erlaubt: {may}"


async def test_an_option_of_another_type_is_refused_and_gets_no_suggestions(sim, caplog):
    for parameter in parameters():
        is_text = parameter.type is AppCommandOptionType.string
        wrong = [sent(parameter, 5, NUMBER), sent(parameter, 5), sent(parameter, None)]
        wrong += [{"name": parameter.display_name, "type": TEXT}]
        wrong += [sent(parameter, str(sim.ana.id), PERSON)] if is_text else []
        wrong += [sent(parameter, "ana", PERSON), sent(parameter, ["here"])]
        for option in wrong:
            result = await sim.command(sim.ana, parameter.command.name, option)
            told = sim.private_reply(result, sim.ana)
            assert told.startswith("I couldn't read one of the options."), option
            for typed in ({"focused": True}, {}):
                await sim.command(sim.ana, parameter.command.name, option | typed, typing=True)
    assert sim.public() == []
    assert [each for each in caplog.records if each.levelno > logging.INFO] == []


async def test_a_command_without_an_option_that_it_needs_is_explained(sim, caplog):
    needy = {each.command.name for each in parameters() if each.required}
    assert needy
    for name in needy:
        told = sim.private_reply(await sim.command(sim.ana, name), sim.ana)
        assert told.startswith("That command has changed.")
    sim.env._errors.clear()  # discord.py's, which the bot has answered
    assert [each for each in caplog.records if each.levelno > logging.INFO] == []


async def test_a_value_that_is_not_in_a_menu_changes_nothing(sim, boss, five, caplog):
    shown = await everything_with_menus(sim, boss)
    before, met = sim.stored(), set()
    for who, message in shown:
        for menu in message.menus:
            met.add(re.sub(r"\d+", "1", menu["custom_id"]))
            for values in ([], ["nonsense"], ["-"]):
                result = await sim.press(who, message, menu["custom_id"], values=values)
                is_new = result.response is not None or result.followups
                told = sim.reply(result) if is_new else sim.now(message)
                assert is_new or told.text != message.text, "a sentence"
                assert BROKEN not in told.text, (menu["custom_id"], values)
            assert sim.stored() == before, menu["custom_id"]
    assert {custom_ids.own_menu(verb) for verb in OwnMenu} <= met
    assert {each.split(":")[2] for each in met if each.startswith("p:")} == set(LobbyMenu)
    assert [each for each in caplog.records if each.levelno > logging.INFO] == []


async def test_ids_that_were_made_up_or_are_another_releases_are_refused(sim):
    await sim.start(game_id="solitaire")
    shown = await sim.play_out()
    for begins, rests in MADE_UP.items():
        for custom_id in (f"{begins}{rest}" for rest in rests):
            for values in (None, ["block"]):
                told = await sim.told(sim.bruno, shown, custom_id, values=values)
                assert told == OLD, (custom_id, values)
    for menu, value in CHOSEN:
        assert await sim.told(sim.bruno, shown, f"o:{menu}", values=[value]) == OLD, (menu, value)
    settings = await sim.client.service.preferences.player_settings([sim.bruno.id])
    assert settings[sim.bruno.id].preferences == Preferences()


async def everything_with_menus(sim: DiscordSim, boss: Any) -> list[tuple[Any, Shown]]:
    await sim.start(sim.bruno)
    more = await sim.more(sim.ana)
    lobby = await sim.play(sim.bruno, "block", sim.guild.create_text_channel("elsewhere"))
    options = await sim.opened(sim.bruno, lobby, "Options")
    commands = [(sim.ana, name) for name in ("play", "help", "rules", "preferences")]
    commands += [(boss, "leaderboard"), (boss, "settings")]
    answers = [(who, await sim.say(who, name)) for who, name in commands]
    return [(sim.ana, more), (sim.bruno, lobby), (sim.bruno, options), *answers]
