import pytest

from bot.games import CATALOGUE
from bot.present.i18n import ENGLISH
from bot.present.screens.match.table import title
from bot.present.text.unbroken import LONGEST, heading, unbroken
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


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("You played **6-4** on the 2", "You played **6\u20114** on the 2"),
        ("E 4-4, FF 3-3", "E\xa04\u20114, FF\xa03\u20113"),
        ("Ends: E 6, F 8 + 1 = 9.", "Ends: E\xa06, F\xa08\xa0+\xa01\xa0=\xa09."),
        ("6-4 → E · +15", "6\u20114\xa0→\xa0E\xa0· +15"),
        ("**4 · 0 2/4 3** → H", "**4\xa0· 0\xa02/4\xa03** → H".replace("· ", "·\xa0")),
        ("12 + 10 + 11 + 9 + 6 = 48", "12 +\xa010 +\xa011 +\xa09 +\xa06 =\xa048"),
        ("6-4 5-5, 2-0.", "6\u20114 5\u20115, 2\u20110."),
        ("Ana · 7 bones · 0", "Ana\xa0· 7 bones\xa0· 0"),
        ("Block · 2–4 players", "Block\xa0· 2\u2060–\u20604 players"),
        ("Player A played ★4/6 5.", "Player A played ★4/6\xa05."),
        ("0 0/2 6 and 1 1/5 5", "0\xa00/2\xa06 and 1\xa01/5\xa05"),
        ("★-1-2-3 and ⊘-3-5-6", "★\u20111\u20112\u20113 and ⊘\u20113\u20115\u20116"),
    ],
)
def test_pieces_and_ranges_and_sums_are_not_broken_and_no_line_begins_with_a_dot(text, shown):
    assert unbroken(text) == shown


@pytest.mark.parametrize(
    "text",
    [
        "`6-4@l`",
        "[Block](https://discord.com/channels/1-2/3-4)",
        "https://example.org/6-4",
        "2026-11-22",
        "a double-six set",
        "12-34",
        "to 100, in 7 days",
        "7 – 8",
        "`A · B 2–4`",
    ],
)
def test_codes_links_and_other_words_stay_as_they_are(text):
    assert unbroken(text) == text
