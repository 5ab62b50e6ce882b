"""Presets: names that stand for a game and its options, from /play to the record."""

import pytest

from bot import games
from bot.engine.record import load
from bot.present.screens.choose_game import CHOOSE
from bot.service.history import Viewer
from tests.discord_ui.simulation import Shown

MENU = "p:1:preset:"


async def options(sim):
    return dict((await sim.match()).options)


def offered(lobby: Shown) -> list[str]:
    entries = [m["options"] for m in lobby.menus if m["custom_id"] == MENU]
    return [each["value"] for menu in entries for each in menu]


def marked(lobby: Shown) -> list[str]:
    entries = [each for m in lobby.menus if m["custom_id"] == MENU for each in m["options"]]
    return [each["value"] for each in entries if each.get("default")]


async def record_of(sim) -> str:
    viewer = Viewer(sim.ana.id, None, sim.channel.id)
    return (await sim.client.service.match_history.record(1, viewer)).dump()


@pytest.mark.parametrize(
    ("typed", "title", "agreed"),
    [
        *(("gaple", "Gaple", ("block", "winner")), ("Gapleh", "Gaple", ("block", "winner"))),
        *(("individual", "Block", ("block", "random")), ("Five-Up", "Muggins", ("all-fives", 1))),
    ],
)
async def test_a_name_finds_game_and_options(sim, typed, title, agreed):
    lobby = await sim.play(sim.ana, typed)
    assert f"### {title} · open table" in lobby.text
    match = await sim.match()
    key = "nextLead" if match.game == "block" else "bonusDivisor"
    assert (match.game, match.options[key]) == agreed


async def test_the_lobby_says_in_a_line_what_a_name_promises_and_the_game_does_not_keep(sim):
    told = "Played by the rules of Block. In Gaple, 0-0 leads first, and if you can't play"
    assert told in (await sim.play(sim.ana, "gaple")).text
    await sim.set("option:nextLead", "random")
    assert "### Block · open table" in sim.lobby().text
    assert "-# An option was changed, so this is no longer Gaple." in sim.lobby().text
    await sim.set("option:nextLead", "winner")
    assert "no longer" not in sim.lobby().text
    assert "### Gaple · open table" in sim.lobby().text, "the host has only looked around"


async def test_the_same_options_without_the_name_are_the_plain_game(sim):
    await sim.play(sim.ana, "block")
    await sim.set("option:nextLead", "winner")
    assert "### Block · open table" in sim.lobby().text


async def test_the_lobby_offers_the_presets_of_a_game_that_has_several(sim, five):
    lobby = await sim.play(sim.ana, "block")
    assert offered(lobby) == ["block", "plain", "goat", "sixty-one", "hundred"]
    await sim.pick(sim.ana, lobby, "sixty-one", menu=MENU)
    assert "### Sixty-One · open table" in sim.lobby().text
    assert "Played by the rules of Block." in sim.lobby().text
    assert await options(sim) == {"nextLead": "rotate-left", "target": 61}
    await sim.pick(sim.ana, sim.lobby(), "block", menu=MENU)
    assert "### Block · open table" in sim.lobby().text
    assert await options(sim) == {"nextLead": "random", "target": 100}


async def test_a_variant_that_was_changed_can_be_chosen_again_and_so_can_the_plain_game(sim, five):
    await sim.play(sim.ana, "sixty-one")
    assert marked(sim.lobby()) == ["sixty-one"]
    for chosen, agreed in (
        ("block", {"nextLead": "random", "target": 100}),
        ("sixty-one", {"nextLead": "rotate-left", "target": 61}),
    ):
        await sim.set("option:nextLead", "winner")
        assert marked(sim.lobby()) == [], "Discord sends no choice of what is marked already"
        await sim.pick(sim.ana, sim.lobby(), chosen, menu=MENU)
        assert (await options(sim), marked(sim.lobby())) == (agreed, [chosen])
        await sim.set("option:target", "none")
        assert marked(sim.lobby()) == [chosen], "a shorter match is the same game"


@pytest.mark.parametrize(
    ("opened", "entries"),
    [("star", []), ("jamaican", ["jamaican", "six-love"]), ("gaple", ["block", "gaple"])],
)
async def test_one_variant_is_enough_for_a_menu(sim, opened, entries):
    assert offered(await sim.play(sim.ana, opened)) == entries


async def test_only_the_host_chooses_a_preset_and_only_one_of_the_game(sim, five):
    await sim.play(sim.ana, "goat")
    await sim.click(sim.bruno, sim.lobby(), "Join")
    before = await sim.match()
    result = await sim.pick(sim.bruno, sim.lobby(), "hundred", menu=MENU)
    assert sim.private_reply(result, sim.bruno).startswith("Only the host")
    for wrong in ("muggins", "draw", "", "x" * 90):
        result = await sim.press(sim.ana, sim.lobby(), MENU, values=[wrong])
        assert sim.private_reply(result, sim.ana) == "This game has no such variant."
    assert await sim.match() == before


async def test_a_shorter_match_keeps_the_name_and_its_lengths_are_those_of_the_preset(sim, five):
    await sim.play(sim.ana, "sesenta y uno")
    for button, target in (("Short", 31), ("One round", "none"), ("Full", 61)):
        await sim.click(sim.ana, sim.lobby(), button)
        assert (await options(sim))["target"] == target
        assert "### Sixty-One · open table" in sim.lobby().text
        assert f"✓ {button}" in sim.lobby().labels


async def test_another_option_leaves_the_target_of_a_preset_alone(sim, five):
    lobby = await sim.play(sim.ana, "sixty-one")
    await sim.set("option:nextLead", "random")
    await sim.click(sim.bruno, lobby, "Join")
    assert await options(sim) == {"nextLead": "random", "target": 61}
    assert "### Block · open table" in sim.lobby().text
    await sim.set("option:nextLead", "rotate-left")
    assert "### Sixty-One · open table" in sim.lobby().text


async def test_a_name_lasts_over_a_restart_the_end_the_history_the_record_and_a_rematch(sim):
    await sim.play(sim.ana, "gaple")
    await sim.click(sim.bruno, sim.lobby(), "Join")
    await sim.set("option:target", "none")
    await sim.click(sim.ana, sim.lobby(), "Start")
    await sim.restart()
    assert "### Gaple" in sim.table().text
    assert "[Gaple](" in (await sim.say(sim.ana, "games")).text
    await sim.play_on()
    end = await sim.play_out()
    assert "Gaple" in end.text
    assert "[Gaple](" in (await sim.say(sim.ana, "history")).text
    record = await record_of(sim)
    assert load(record).preset == "gaple"
    await sim.click(sim.ana, end, "Rematch")
    assert "### Gaple · rematch" in sim.lobby().text
    assert (await sim.match(2)).options == {"nextLead": "winner", "target": "none"}


async def test_a_record_of_changed_options_has_no_preset(sim):
    await sim.play(sim.ana, "gaple")
    await sim.click(sim.bruno, sim.lobby(), "Join")
    await sim.set("option:target", "none")
    await sim.set("option:nextLead", "random")
    await sim.click(sim.ana, sim.lobby(), "Start")
    await sim.play_on()
    assert "[Block](" in (await sim.say(sim.ana, "history")).text
    record = await record_of(sim)
    assert "preset" not in record


async def test_whoever_types_a_name_of_two_games_is_asked_which(sim):
    asked = await sim.ask(sim.ana, "play", game="دومينو عادة")
    names_ = "**Plain Arabic dominoes · Block** or **Plain Arabic dominoes · Draw**"
    assert asked.text == f"More than one game is called “دومينو عادة”. Did you mean {names_}?"
    await sim.clicked(sim.ana, asked, "Plain Arabic dominoes · Draw")
    assert ((await sim.match()).game, (await sim.match()).preset) == ("draw", "arabic-draw")


async def test_a_preset_is_found_while_it_is_typed_in_any_letters(sim, five):
    for typed in ("козел", "Козё", "goat"):
        found = await sim.ana.autocomplete(sim.channel, "play", "game", typed)
        assert found[0] == {"name": "Goat · Block (2–4)", "value": "goat"}
    found = await sim.ana.autocomplete(sim.channel, "play", "game", "")
    american = ["all-fives", "mexican-train"]
    assert [each["value"] for each in found] == [
        *american,
        *(rules.info.id for rules in games.CATALOGUE if rules.info.id not in american),
    ]


async def test_the_list_begins_with_what_the_readers_language_plays_under_its_name(sim, five):
    sim.speaks(sim.ana, "ru")
    chooser = await sim.ask(sim.ana, "play")
    assert [each["value"] for each in chooser.options][:3] == ["goat", "draw", "kozel"]
    assert len(chooser.options) == len(games.CATALOGUE)
    await sim.pick(sim.ana, chooser, "goat", menu=f"x:{CHOOSE}:")
    assert (await sim.match()).preset == "goat"
    helped = await sim.ask(sim.ana, "help")
    assert helped.options[0]["value"] == "goat"


async def test_where_there_is_a_match_the_thread_is_opened_with_the_preset(sim):
    await sim.play(sim.bruno)
    offer = await sim.ask(sim.ana, "play", game="gaple")
    await sim.click(sim.ana, offer, "Open a thread")
    match = await sim.match(2)
    assert (match.preset, match.options["nextLead"]) == ("gaple", "winner")


async def test_the_rules_of_a_preset_are_the_games_with_its_values_as_the_usual_ones(sim):
    shown = await sim.ask(sim.ana, "rules", game="gaple")
    assert "### Gaple · 2–4 players" in shown.text
    assert "Played by the rules of Block. In Gaple, 0-0 leads first" in shown.text
    chapters = {each["value"] for each in shown.options}
    assert {"presets", "options"} <= chapters
    await sim.pick(sim.ana, shown, "options", menu="x:rules:gaple")
    assert "**the last winner**" in sim.now(shown).text
    await sim.pick(sim.ana, shown, "presets", menu="x:rules:gaple")
    assert (
        "- **Gaple**: Who leads the next round: the last winner · In Gaple" in sim.now(shown).text
    )
