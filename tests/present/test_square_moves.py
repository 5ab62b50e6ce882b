import dataclasses
import re
from typing import Any

import pytest
from msgspec.structs import replace

from bot.domino.square_set import SQUARES
from bot.engine.contract import Observation
from bot.games.squares import DOMINO_SQUARES
from bot.games.squares.blind import SQUARES_BLIND
from bot.games.squares.observation import Task
from bot.present.i18n import ENGLISH
from bot.present.input.move_input import code_of, named_move, suggestions
from bot.present.narration.scoreboard import standing
from bot.present.screen import Screen
from bot.present.screens.match.choices import choices, places_screen
from bot.present.screens.match.hand import hand_screen
from bot.present.screens.match.table import table_screen
from tests.games import squared
from tests.games.matching import rows
from tests.present import sights
from tests.present.sights import table_info

WHO = table_info(1001, 1002, 1003, game_id="squares")
NAMED = dataclasses.replace(WHO, names={1002: "Bruno", 1003: "Bartholomew the Great"})


def seen(hand, *, seats=3, pile="1-1-2-2", on="0-0-6-2", task=Task.TURN, way=None) -> Observation:
    state = squared.table(hand, *["4-4-6-5"] * (seats - 1), pile=pile, on=on, task=task)
    return DOMINO_SQUARES.observe(replace(state, round=replace(state.round, way=way)), 0)


def labels(observation: Observation, piece: str = "", who=NAMED) -> list[str]:
    found = Screen((), choices(who, observation, 9, ENGLISH))
    if piece:
        screen = places_screen(who, observation, 9, piece, ENGLISH)
        assert screen is not None
        found = Screen((), screen.rows[:-1])
    return [each.replace("\N{NO-BREAK SPACE}", " ") for each in sights.labels(found)]


def test_a_button_says_what_it_is_in_words_and_what_scores_the_same_is_told_apart():
    assert "H: 12 points" in labels(seen("0-2-6-6 3-5-6-5"), "0-2-6-6")
    places = labels(seen("w-2-w-4 3-5-6-5", on="w-w-3-4"), "w-2-w-4")
    assert len(set(places)) == len(places)
    assert any(re.fullmatch(r"[A-Z]: \d points? \([★ \d]{2,3}\)", each) for each in places)


def test_a_piece_with_one_place_has_a_button_and_its_command_is_explained_above():
    observation = seen("skip-1-4-0 3-5-6-5")
    assert labels(observation) == ["Piece 2 → E: 5 points ⊘", "Draw a piece"]
    shown = hand_screen(NAMED, observation, 9, ENGLISH)
    assert "**Your turn.** ⊘ means that the next player loses a turn." in str(shown.parts[0])


def test_labels_of_places_fit_a_phone_and_the_picture_has_the_hand():
    """A command is explained above."""
    longest = 0
    for command in ("give1", "draw1", "skip", "again", "pass"):
        for piece in SQUARES:
            if piece.code.startswith(command):
                observation = seen(f"{piece.code} 3-5-6-5", on="w-w-3-4", seats=2)
                longest = max(longest, *map(len, labels(observation, piece.code)), 0)
    assert 15 < longest <= 25
    screen = places_screen(NAMED, seen("skip-1-4-0 3-5-6-5"), 9, "skip-1-4-0", ENGLISH)
    assert screen is not None
    assert "⊘ means that the next player loses a turn." in str(screen.parts[0])
    scene: Any = screen.pictures[0].scene
    assert [each.playable for each in scene.hand.pieces] == [False, True]


def test_only_players_without_a_known_name_are_explained():
    giving = seen("0-2-6-6 3-5-6-5", task=Task.GIVE)
    known = dataclasses.replace(NAMED, names={1001: "Ana", **NAMED.names})
    assert "`B`" not in str(hand_screen(known, giving, 9, ENGLISH).parts[0])
    only_b = dataclasses.replace(known, names={1001: "Ana", 1003: "Chen"})
    assert "-# `B` <@1002>" in str(hand_screen(only_b, giving, 9, ENGLISH).parts[0])


@pytest.mark.parametrize("name", ["Bruno", "Player B", "Player A"])
def test_two_people_with_one_name_are_called_by_their_letters(name):
    same = dataclasses.replace(NAMED, names={1001: "Ana", 1002: name, 1003: name})
    giving = seen("0-2-6-6 3-5-6-5", task=Task.GIVE)
    key = giving.legal[0].code.partition("@")[0]
    places = places_screen(same, giving, 9, key, ENGLISH)
    assert places is not None
    assert sights.labels(places)[:2] == ["Player B", "Player C"]
    assert "-# `B` <@1002> · `C` <@1003>" in str(places.parts[0])


def test_suggestions_call_people_by_their_names():
    found = suggestions("", seen("skip-1-4-0 3-5-6-5"), NAMED, ENGLISH)
    assert any(label.endswith("⊘ skips Bruno") for label, _ in found)


def test_a_typed_command_is_named_completely():
    observation = seen("skip-1-4-0 3-5-6-5")
    (name,) = {named_move(each, observation, ENGLISH) for each in observation.legal[:1]}
    assert name == "Piece 2 → E: 5 points (1\xa04) ⊘ skips Player B"


def test_a_command_that_does_nothing_is_not_announced():
    """On a last piece, and to draw from an empty pile (SQ-17, SQ-19)."""
    assert labels(seen("give1-5-3-0"))[0] == "Piece 1 → E: 8 points"
    hand, on = "draw1-4-1-5 3-5-6-5", "0-4-3-4"
    assert "Piece 2 → H: 6 points ⊕" in labels(seen(hand, on=on))
    assert "Piece 2 → H: 6 points" in labels(seen(hand, on=on, pile=""))


def test_pieces_have_the_number_that_they_have_in_the_picture():
    observation = seen("3-5-6-5 0-2-6-6 w-w-2-3")
    assert labels(observation) == ["Piece 1 …", "Piece 3 → G: 5 points", "Draw a piece"]
    alt = hand_screen(NAMED, observation, 9, ENGLISH).pictures[0].alt
    assert "1 · 0\N{NO-BREAK SPACE}2/6\N{NO-BREAK SPACE}6; 2 · 3" in alt
    assert "You can play 1 and 3." in alt


@pytest.mark.parametrize(
    "text",
    [
        *("1 h", "1 → H", "0 2/6 6 H", "02/66 h", "0-2-6-6@w1", "1 H (6 6)"),
        "Piece 1 → H: 12 points (6 6)",
    ],
)
def test_a_move_is_typed_by_number_or_as_drawn_with_the_letter_of_its_place(text):
    sight = seen("0-2-6-6 3-5-6-5")
    (code,) = [each.code for each in sight.legal if each.code.startswith("0-2-6-6@w1")]
    assert code_of(text, sight, ENGLISH) == code


def test_who_gets_a_piece_is_named_shortened_and_by_letter_where_no_name_is_known():
    giving = seen("0-2-6-6 3-5-6-5", task=Task.GIVE)
    assert labels(giving, "0-2-6-6") == ["Bruno", "Bartholo…"]
    assert labels(giving, "0-2-6-6", WHO) == ["Player B", "Player C"]
    assert labels(seen("0-2-6-6", seats=2, task=Task.GIVE)) == ["Piece 1 → Bruno"]


def test_which_way_and_to_whom_all_pass_is_on_the_button():
    assert labels(seen("0-2-6-6", task=Task.WAY)) == ["⬅ Bruno", "Bartholo… ➡"]
    passing = seen("0-2-6-6 3-5-6-5", task=Task.HAND_ON, way="left")
    assert labels(passing) == ["Piece 1 → Bruno", "Piece 2 → Bruno"]


def test_a_computer_is_named_too():
    who = table_info(1001, "casual", game_id="squares", match_id=2)
    assert labels(seen("0-2-6-6", seats=2, task=Task.GIVE), who=who) == ["Piece 1 → Coral"]


def blind(*lying: str, **options: object) -> Observation:
    return SQUARES_BLIND.observe(rows(*lying, **options), 0)


def test_blind_says_when_turning_over_only_ends_the_turn():
    who, known = table_info(1001, 1002, game_id="squares-blind"), "1-1-5-5 | w-1-2-3"
    table = blind(known, "0-0-4-6", begun=(0, 1), eitherEnd="on")
    assert labels(table, who=who) == ["Turn over the left piece", "Right piece: can't fit"]
    only = "The right piece can't fit now: turning it over only ends your turn."
    assert only in str(table_screen(who, table, (), ENGLISH, table, 9).parts[0])
    assert code_of("turn over the right piece", table, ENGLISH) == "turn-right"
    fits = blind("1-1-5-5 | w-w-2-3", "0-0-4-6", begun=(0, 1), eitherEnd="on")
    assert "Turn over the right piece" in labels(fits, who=who)
    assert only not in str(table_screen(who, fits, (), ENGLISH, fits, 9).parts[0])


@pytest.mark.parametrize(("option", "most"), [("two-turns", 4), ("every-row", 6)])
def test_blind_says_how_close_the_round_is_to_being_blocked(option, most):
    who = table_info(1001, 1002, game_id="squares-blind")
    lying = ("1-1-5-5 1-1-2-2 | 1-1-5-6", "0-0-4-6")
    table = blind(*lying, idle=2, blockedAfter=option)
    text = f"Turns in a row with no piece played: 2. At {most}, the round is blocked."
    assert text in standing(who, table, ENGLISH)
    assert "Turns in a row" not in standing(who, blind(*lying), ENGLISH)
