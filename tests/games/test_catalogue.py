import re
from itertools import chain
from pathlib import Path

import pytest

from bot.engine.errors import SeatsNotAllowed, UnknownGame, WrongSeats
from bot.engine.seating import prepare
from bot.games import CATALOGUE, game
from bot.present.i18n import ENGLISH
from bot.present.screens.help import players
from bot.present.screens.rules import rules_screen
from tests.games.cases import needed_for
from tests.made_up_games import PAIRED

PAGES = Path(__file__).parents[2] / "docs" / "rules"
every_game = pytest.mark.parametrize("rules", CATALOGUE, ids=lambda rules: rules.info.id)


@every_game
def test_a_game_is_found_by_its_id_and_introduced(rules):
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", rules.info.id)
    assert game(rules.info.id) is rules
    assert [each.info.name for each in CATALOGUE].count(rules.info.name) == 1
    assert len(rules.info.card) == 3
    assert all(len(line) <= 90 and line.endswith(".") for line in rules.info.card)
    assert rules.info.page
    assert all(paragraph.endswith(".") for paragraph in rules.info.page)


@every_game
def test_lines_of_the_card_under_other_options_fit_on_it(rules):
    options = {option.key: option for option in rules.info.options}
    for line in rules.info.other_lines:
        option = options[line.option]
        assert line.value is None or option.accept(line.value) != option.default
        values = [value for value in option.choices if value != option.default]
        for value in values if line.value is None else [line.value]:
            card = rules.info.card_under({**under_defaults(rules), line.option: value})
            text, told = card[line.number]
            assert (text, told) == (line.text, value)
            assert len(text) <= 90
            assert text.endswith(".")
    assert [text for text, _ in rules.info.card_under(under_defaults(rules))] == [*rules.info.card]


def under_defaults(rules):
    return {option.key: option.default for option in rules.info.options}


@pytest.mark.parametrize("wrong", ["", "Block", "chess", "x" * 500])
def test_another_id_is_refused_with_those_there_are(wrong):
    with pytest.raises(UnknownGame, match="block") as caught:
        game(wrong)
    assert len(str(caught.value)) < 400


@every_game
def test_options_are_declared_in_full(rules):
    for option in rules.info.options:
        assert re.fullmatch(r"[a-z]+([A-Z][a-z]+)*", option.key)
        assert option.default in option.choices
        assert option.accept(option.default) == option.default
        assert option.help
        assert not option.help.endswith(".")
        assert option.kind == "flag" or not option.admits


@every_game
def test_the_page_of_the_rules_tells_all(rules):
    """Every option and value, and what is done when time is up."""
    page = (PAGES / f"{rules.info.id}.md").read_text("utf-8")
    assert page.startswith(f"# {rules.info.name}\n")
    assert page.count("\nWhen a player's time is up: ") == 1
    for option in rules.info.options:
        assert f"`{option.key}`" in page
        for value in option.choices:
            assert f"`{value}`" in page, f"{option.key}: {value}"


@every_game
def test_it_starts_with_as_many_as_it_says_and_with_some_only_if_an_option_allows_it(rules):
    info = rules.info
    for seats in info.seat_counts:
        setup = prepare(info, seats)
        assert setup.options == {option.key: option.default for option in info.options}
        rules.start(setup)
    for seats in info.seat_counts_on_request:
        with pytest.raises(SeatsNotAllowed):
            rules.start(prepare(info, seats))
        rules.start(prepare(info, seats, dict(needed_for(rules, seats))))


@every_game
def test_no_key_of_an_option_reaches_a_player(rules):
    info = rules.info
    refused = [str(SeatsNotAllowed(game=info.name, seats=seats)) for seats in range(1, 7)]
    screen = rules_screen(info, ENGLISH)
    shown = " ".join((*map(str, screen.parts), players(info, ENGLISH), *refused))
    assert not [o.key for o in info.options if re.search(r"[A-Z]", o.key) and o.key in shown]


@pytest.mark.parametrize(
    ("game_id", "told"),
    [
        *(("block", "2–4"), ("draw", "2 or 4; 3 if you allow it"), ("duos", "4")),
        *(("lucky-draw", "3–4"), ("solitaire", "1")),
    ],
)
def test_how_many_can_play(game_id, told):
    assert players(game(game_id).info, ENGLISH) == told


def test_how_many_can_play_draw_stands_above_its_rules():
    head = rules_screen(game("draw").info, ENGLISH).parts[0]
    assert head == "### Draw · 2 or 4 players; 3 if you allow it"


@pytest.mark.parametrize("rules", [*CATALOGUE, PAIRED], ids=lambda rules: rules.info.id)
def test_partnerships_share_out_all_seats_of_a_table_that_can_play(rules):
    info = rules.info
    if info.partnerships:
        assert sorted(chain(*info.partnerships)) == [*range(info.partnered_seats)]
        assert info.min_seats <= info.partnered_seats <= info.max_seats
    kinds = {option.key: option.kind for option in info.options}
    assert not info.pairs_option or kinds[info.pairs_option] == "flag"


SEATS = [
    *(("FIVES-1", "all-fives", 2, 4), ("BLIND-1", "blind", 2, 4), ("BLOCK-1", "block", 2, 4)),
    *(("CLASSIC-1", "classic", 2, 4), ("DDD-1", "double-double", 2, 6), ("DRAW-1", "draw", 2, 4)),
    *(("DUO-1", "duos", 4, 4), ("LUCKY-1", "lucky-draw", 3, 4), ("STAR-1", "star", 4, 4)),
    *(("CROSS-1", "maltese-cross", 2, 4), ("MEM-3", "memory", 1, 6), ("SOLO-1", "solitaire", 1, 1)),
    ("FT-1", "fives-and-threes", 2, 4),
    *(("PART-1", "partners", 4, 4), ("BORI-1", "puerto-rican", 4, 4)),
    *(("CUBA-1", "cuban", 4, 4), ("BRAZ-1", "brazilian", 4, 4)),
    *(("SQ-9", "squares", 2, 4), ("SQM-1", "squares-blind", 2, 4)),
    *(("TRAIN-1", "mexican-train", 2, 8),),
    *(("SQB-1", "squares-block", 2, 4), ("SQD-1", "squares-draw", 2, 4)),
    *(("JAM-1", "jamaican", 4, 4), ("CUT-1", "cut-throat", 2, 4), ("KOZEL-1", "kozel", 2, 4)),
]
"""Rule, game, and the fewest and the most players."""
IN_PAIRS = {
    *("duos", "partners", "puerto-rican", "cuban", "brazilian", "jamaican", "kozel"),
    "fives-and-threes",
}
"""The games that four play in two pairs."""


@pytest.mark.parametrize(("_", "name", "low", "high"), SEATS)
def test_so_many_play_and_no_others(_, name, low, high):
    rules = game(name)
    for seats in range(low, high + 1):
        setup = prepare(rules.info, seats)
        assert setup.seats == tuple(range(seats))
        in_pairs = name in IN_PAIRS and seats == 4
        assert setup.partnerships == (((0, 2), (1, 3)) if in_pairs else ())
    told = rf"for {rules.info.name}: {low if low == high else f'{low}–{high}'}\."
    for seats in {0, low - 1, high + 1}:
        with pytest.raises(WrongSeats, match=told):
            prepare(rules.info, seats)


def test_every_game_says_how_many_play_it():
    assert {name for _, name, _, _ in SEATS} == {rules.info.id for rules in CATALOGUE}
