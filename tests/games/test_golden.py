import pytest

from bot.games import CATALOGUE
from tests.games.golden import FOLDER, path, playthrough


@pytest.mark.parametrize("rules", CATALOGUE, ids=lambda rules: rules.info.id)
def test_playthrough(rules):
    assert playthrough(rules).splitlines() == path(rules).read_text("utf-8").splitlines()


def test_there_is_a_playthrough_of_every_game_and_of_no_other():
    assert set(FOLDER.glob("*.txt")) == {path(rules) for rules in CATALOGUE}
