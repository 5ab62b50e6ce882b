"""Every game plays the match that was read and approved (`python -m tests.games.record_golden`)."""

import pytest

from bot.games import CATALOGUE
from tests.games.golden import FOLDER, path, playthrough


@pytest.mark.parametrize("rules", CATALOGUE, ids=lambda rules: rules.info.id)
def test_playthrough(rules):
    assert path(rules).exists(), "there is none: python -m tests.games.record_golden"
    assert playthrough(rules).splitlines() == path(rules).read_text("utf-8").splitlines()


def test_no_playthrough_is_left_of_a_game_that_is_gone():
    assert set(FOLDER.glob("*.txt")) == {path(rules) for rules in CATALOGUE}
