"""Presets: what is declared of them, and how a game looks under them."""

import re
from dataclasses import replace

import pytest

from bot.engine.game_info import CardLine, Length, Preset
from bot.engine.options import complete
from bot.engine.seating import prepare
from bot.games import CATALOGUE, game, names
from bot.games.all_fives import ALL_FIVES
from bot.games.block import BLOCK
from bot.games.names import NAMED, as_preset, info_under, named
from bot.present.catalogues import LANGUAGES
from tests.games.test_catalogue import PAGES, under_defaults

OF_DISCORD = {each for language in LANGUAGES for each in (language, language.partition("-")[0])}
"""Locales that readers of the bot's languages have; English-speaking countries differ."""
PRESETS = [
    pytest.param(rules, preset, id=preset.id)
    for rules in CATALOGUE
    for preset in rules.info.presets
]


def test_an_id_stands_for_one_game_or_preset():
    keys = [info.key for info in NAMED]
    assert len(set(keys)) == len(keys)
    assert all(named(info.key) is info for info in NAMED)


@pytest.mark.parametrize(("rules", "preset"), PRESETS)
def test_a_preset_is_declared_in_full_and_can_be_played(rules, preset):
    info = rules.info
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", preset.id)
    assert len(preset.id) <= 40, "the column has no room for more"
    values = complete(info.options, preset.options, game=info.name)
    assert preset.options.items() <= values.items(), "in their canonical spelling"
    assert all(info.default_options[key] != value for key, value in preset.options.items())
    assert not preset.differs or re.fullmatch(r".{10,110}\.", preset.differs)
    as_known = as_preset(info, preset)
    assert as_known.default_options == values
    rules.start(prepare(info, info.seat_counts[0], values))


@pytest.mark.parametrize(("rules", "preset"), PRESETS)
def test_the_page_of_the_rules_names_it_with_the_options_that_it_sets(rules, preset):
    page = (PAGES / f"{rules.info.id}.md").read_text("utf-8")
    _, _, told = page.partition("\n## Other names\n")
    entries = [" ".join(each.split()) for each in told.partition("\n## ")[0].split("\n* ")]
    (entry,) = [each for each in entries if f"`{preset.id}`" in each]
    assert f"**{preset.name.partition(' (')[0]}**" in entry
    assert all(f"`{key}` `{value}`" in entry for key, value in preset.options.items())


@pytest.mark.parametrize(("rules", "preset"), PRESETS)
def test_every_length_of_a_preset_is_known_again_and_keeps_its_name(rules, preset):
    info = as_preset(rules.info, preset)
    for length, values in info.lengths.items():
        options = {**info.default_options, **values}
        assert info.length_of(options) is length
        assert info_under(info.id, preset.id, options) == info


def test_where_games_are_at_home_people_can_read_of_them():
    homes = {home for info in NAMED for home in info.at_home}
    assert homes <= {*OF_DISCORD, "en-US", "en-GB"}


SIXTY_ONE = Preset("sixty-one", "Sixty-One", {"nextLead": "winner", "target": 61})


@pytest.fixture
def sixty_one(monkeypatch):
    info = as_preset(replace(BLOCK.info, presets=(SIXTY_ONE,)), SIXTY_ONE)
    monkeypatch.setitem(names._BY_KEY, "sixty-one", info)
    return info


@pytest.mark.parametrize(
    ("preset", "options", "name"),
    [
        ("sixty-one", {"nextLead": "winner", "target": 61}, "Sixty-One"),
        ("sixty-one", {"nextLead": "winner", "target": 20}, "Sixty-One"),
        ("sixty-one", {"nextLead": "random", "target": 61}, "Block"),
        ("sixty-one", {"target": 61}, "Block"),
        ("", {"nextLead": "winner", "target": 61}, "Block"),
        ("forgotten", {"nextLead": "winner", "target": 61}, "Block"),
        ("muggins", {"nextLead": "winner"}, "Block"),
        ("block", {"nextLead": "winner"}, "Block"),
    ],
)
def test_the_name_holds_as_long_as_the_options_apart_from_the_length(
    sixty_one, preset, options, name
):
    assert info_under("block", preset, options).name == name


def test_a_length_that_would_be_the_full_one_of_a_preset_is_not_offered(sixty_one):
    assert [*sixty_one.lengths] == [*Length]
    short = replace(SIXTY_ONE, options={"target": 20})
    assert [*as_preset(BLOCK.info, short).lengths] == [Length.ROUND, Length.FULL]


def test_the_card_of_a_preset_is_that_of_the_game_under_its_options():
    """A line for every value but the usual one depends on what is usual in the game."""
    to_100, to_value = "You play to 100.", "You play to {value}."
    info = replace(
        ALL_FIVES.info,
        card=("One.", "Two.", to_100),
        other_lines=(CardLine(2, "target", None, to_value),),
    )
    to_61 = as_preset(info, Preset("fives", "Fives", {"target": 61}))
    assert to_61.card_under()[2] == (to_value, 61)
    assert to_61.card_under({**under_defaults(ALL_FIVES), "target": 100})[2] == (to_100, None)
    assert info.card_under()[2] == (to_100, None)


def test_nobody_opens_a_game_by_another_word():
    for wrong in ("", "Gaple", "chess", "x" * 500):
        with pytest.raises(Exception, match="There's no game called"):
            named(wrong)
    assert game("block").info is named("block")
