"""What the catalogue promises of every game."""

import re
from pathlib import Path

import pytest

from bot.engine.errors import UnknownGame
from bot.engine.seating import prepare
from bot.games import CATALOGUE, game

PAGES = Path(__file__).parents[2] / "docs" / "rules"
every_game = pytest.mark.parametrize("rules", CATALOGUE, ids=lambda rules: rules.info.id)


def test_ids_and_names_are_unique():
    assert len({rules.info.id for rules in CATALOGUE}) == len(CATALOGUE)
    assert len({rules.info.name for rules in CATALOGUE}) == len(CATALOGUE)


@every_game
def test_a_game_is_found_by_its_id(rules):
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", rules.info.id)
    assert game(rules.info.id) is rules


@pytest.mark.parametrize("wrong", ["", "Block", "chess", "x" * 500])
def test_another_id_is_refused_with_those_there_are(wrong):
    with pytest.raises(UnknownGame, match="block") as caught:
        game(wrong)
    assert len(str(caught.value)) < 400


@every_game
def test_a_game_is_introduced(rules):
    assert len(rules.info.card) == 3
    assert all(len(line) <= 90 and line.endswith(".") for line in rules.info.card)
    assert rules.info.page
    assert all(paragraph.endswith(".") for paragraph in rules.info.page)


@every_game
def test_options_are_declared_in_full(rules):
    for option in rules.info.options:
        assert re.fullmatch(r"[a-z]+([A-Z][a-z]+)*", option.key)
        assert option.default in option.choices
        assert option.accept(option.default) == option.default
        assert option.help
        assert not option.help.endswith(".")


@every_game
def test_the_page_names_every_option_and_value(rules):
    page = (PAGES / f"{rules.info.id}.md").read_text("utf-8")
    assert page.startswith(f"# {rules.info.name}\n")
    for option in rules.info.options:
        assert f"`{option.key}`" in page
        for value in option.choices:
            assert f"`{value}`" in page, f"{option.key}: {value}"


@every_game
def test_the_page_says_what_is_done_when_time_is_up(rules):
    page = (PAGES / f"{rules.info.id}.md").read_text("utf-8")
    assert page.count("\nWhen a player's time is up: ") == 1


@every_game
def test_setups_are_made_for_the_seats_it_says(rules):
    for seats in range(rules.info.min_seats, rules.info.max_seats + 1):
        setup = prepare(rules.info, seats)
        assert setup.options == {option.key: option.default for option in rules.info.options}
