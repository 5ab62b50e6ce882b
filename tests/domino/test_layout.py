import pytest

from bot.domino.bone import bone, by_code
from bot.domino.layout import Laid, Layout, Opening
from tests.games.positions import line


def shown(layout):
    return {opening.name: opening.pips for opening in layout.openings}


def test_GEN_5_the_first_bone_opens_both_halves_the_higher_to_the_left():
    layout = Layout().lead(bone(4, 6))
    assert layout.openings == (Opening("l", 6, 0, "l"), Opening("r", 4, 0, "r"))
    assert layout.laid == (Laid(by_code("6-4"), 6, None, "", "", crosswise=False),)


def test_an_end_keeps_its_name_and_shows_the_other_half():
    layout = line("6-4 6-2@l 4-3@r 3-3@r")
    assert shown(layout) == {"l": 2, "r": 3}
    assert [(each.near, each.far, each.parent) for each in layout.laid] == [
        (6, 4, None),
        (6, 2, 0),
        (4, 3, 0),
        (3, 3, 2),
    ]
    assert [opening.at for opening in layout.openings] == [1, 3]


@pytest.mark.parametrize(("code", "at"), [("5-5", "l"), ("6-5", "r"), ("6-5", "x"), ("6-5", "")])
def test_what_does_not_fit_is_not_laid(code, at):
    with pytest.raises(KeyError):
        line("6-4").lay(by_code(code), at)
