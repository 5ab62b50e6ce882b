import pytest

from bot.games import CATALOGUE
from bot.present.i18n import ENGLISH
from bot.present.screens.match.table import title
from bot.present.text.unbroken import LONGEST, heading
from tests.games.cases import cases
from tests.present.sights import table_info


@pytest.mark.parametrize("rules", CATALOGUE, ids=lambda rules: rules.info.id)
def test_the_heading_of_every_table_fits_one_line(rules):
    case = next(cases(rules))
    who = table_info(*range(1001, 1001 + case.seats), game_id=rules.info.id)
    for ply in case.match().plies:
        first, *rest = title(who, rules.observe(ply.state, None), ENGLISH).split("\n")
        assert first.startswith(f"### {rules.info.name}")
        assert len(first.removeprefix("### ")) <= LONGEST
        assert all(each.startswith("-# round ") for each in rest)


def test_the_rest_of_a_long_heading_is_a_small_line():
    assert heading("The Star · round 12 · to 100") == "### The Star · round 12 · to 100"
    long = "Maltese Cross · round 1 · out at 100"
    assert heading(long) == "### Maltese Cross\n-# round 1 · out at 100"
    assert heading("x" * 40) == f"### {'x' * 40}"
    assert "\n-# " in heading("クラシックドミノ · ラウンド12 · 100点まで")
