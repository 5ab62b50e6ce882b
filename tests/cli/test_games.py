import json

import pytest

from bot.games import CATALOGUE
from tests.cli.support import good, run


def test_json_has_what_was_agreed():
    listed = json.loads(good(run("games", "--json")))
    assert [game["id"] for game in listed] == [rules.info.id for rules in CATALOGUE]
    for game in listed:
        assert game.keys() == {
            "id",
            "name",
            "min_seats",
            "max_seats",
            "rules",
            "options",
            "lengths",
            "presets",
        }
        assert [*game["lengths"]][-1] == "full"
        assert 1 <= game["min_seats"] <= game["max_seats"]
        for option in game["options"]:
            assert option.keys() == {"key", "default", "choices", "help", "admits"}
            assert option["default"] in option["choices"]
            assert option["help"]


@pytest.mark.parametrize("rules", CATALOGUE, ids=lambda rules: rules.info.id)
def test_text_names_every_game_and_option(rules):
    text = good(run("games"))
    assert rules.info.name in text
    assert all(option.key in text for option in rules.info.options)
