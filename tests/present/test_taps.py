"""No move is more than three taps away: a button is one, a menu is two (open it, pick).

In the games of bones on a line, a move is one tap while a message has room for so many buttons,
and so is a square piece that fits in one place.
"""

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import Any

import pytest
from msgspec.structs import replace

from bot.domino.path import Path
from bot.domino.square_set import SQUARES, square
from bot.engine.choices import chooses_openly
from bot.engine.contract import Lot, Move, Observation, Seat, Shuffle
from bot.engine.replay import Policy, playout
from bot.engine.rules import Rules
from bot.games import CATALOGUE
from bot.games.connecting.moves import Play
from bot.games.double_double import DOUBLE_DOUBLE
from bot.games.double_double.moves import Place
from bot.games.squares import DOMINO_SQUARES
from bot.games.squares.block import SQUARES_BLOCK
from bot.games.squares.draw import SQUARES_DRAW
from bot.games.squares.moves import Lay
from bot.games.squares.observation import Task
from bot.present.i18n import ENGLISH
from bot.present.input.move_input import named_move
from bot.present.screen import MAX_ENTRIES, Menu, Row, Screen
from bot.present.screens.match.choices import MAX_BUTTONS, places_screen
from bot.present.screens.match.hand import hand_screen
from bot.present.screens.match.table import table_screen
from bot.present.views import view_of, view_of_game
from tests.games import squared
from tests.games.cases import Case, all_cases
from tests.present.sights import table_info
from tests.present.test_screens import BIG, check

TAPS = 3
PLIES = 400
GAMES = pytest.mark.parametrize("rules", CATALOGUE, ids=lambda rules: rules.info.id)


def offers(rows: Iterable[Row]) -> Iterator[tuple[str, str, int]]:
    """Yield everything that can be chosen: its id, its label, and the taps that it takes."""
    for row in rows:
        if isinstance(row, Menu):
            yield from ((entry.value, entry.label, 2) for entry in row.entries)
        else:
            yield from ((button.id, button.label, 1) for button in row if not button.disabled)


def taps(case: Case, seen: Observation, ply: int) -> dict[str, int]:
    """Return the taps to each move that can be reached, from the hand or from an open table. The
    screens on the way are checked, too."""
    who = table_info(*range(BIG - case.seats, BIG), game_id=case.rules.info.id, match_id=BIG)
    hand = hand_screen(who, seen, ply, ENGLISH)
    check_screen(hand)
    rows = hand.rows
    if chooses_openly(who.info, seen):
        table = table_screen(who, seen, (), ENGLISH, seen, ply)
        check_screen(table)
        rows = table.rows
    found: dict[str, int] = {}
    for id_, label, taken in offers(rows):
        kind, _, _, code = id_.split(":", 3)[:4] if id_.count(":") > 2 else (id_[0], "", "", "")
        if kind == "m":
            assert code not in found, f"{code} is offered twice"
            found[code] = taken
        elif kind == "b":
            assert "…" in label, "it says that something follows"
            screen = places_screen(who, seen, ply, code, ENGLISH)
            assert screen is not None, code
            check_screen(screen)
            labels = []
            for place, label_, more in offers(screen.rows):
                if place.startswith("m:"):
                    there = place.split(":", 3)[3]
                    assert there not in found, f"{there} is offered twice"
                    found[there] = taken + more
                    labels.append(label_)
            assert len(set(labels)) == len(labels), "places are told apart"
    return found


def check_screen(screen: Screen) -> None:
    check(screen)
    for picture in screen.pictures:
        alt = picture.alt
        assert len(alt) > 980 or not alt.endswith("…"), "cut although there was room"
        assert alt.endswith((".", " …")), "a piece was cut in two"
        assert "{" not in alt


def playing(case: Case, chance: random.Random, choose: Policy[Any]) -> Iterator[tuple[int, Any]]:
    """Yield positions of a match in which somebody is to choose, with their ply."""
    start = case.rules.start(case.setup)
    steps = playout(case.rules, start, chance, choose)
    states = chain([start], (step.state for _, _, step in islice(steps, PLIES)))
    for ply, state in enumerate(states):
        asked = case.rules.to_act(state)
        if asked and not isinstance(asked, Shuffle | Lot):
            yield ply, state


def randomly(case: Case, seed: int) -> list[tuple[int, Any]]:
    """Return positions of a random match, or of one in which everything possible is drawn."""
    chance = random.Random(seed)

    def choose(state: Any, seat: Seat, legal: tuple[Move, ...]) -> Move:
        drawing = [move for move in legal if move.code in {"draw", "keep"}]
        return drawing[0] if seed % 2 and drawing else chance.choice(legal)

    return list(playing(case, chance, choose))


def acting(rules: Rules[Any, Any], state: Any) -> list[Seat]:
    asked = rules.to_act(state)
    assert isinstance(asked, frozenset)
    return sorted(asked)


def check_reachable(case: Case, state: Any, ply: int) -> dict[str, int]:
    """Check that every move of every seat to act can be reached; return the last one's taps."""
    found: dict[str, int] = {}
    for seat in acting(case.rules, state):
        seen = case.rules.observe(state, seat)
        found = taps(case, seen, BIG - ply)
        view, table = view_of(seen)
        offered = {view.offered(move, table).code for move in seen.legal}
        assert set(found) == offered, f"{case.id}, ply {ply}"
        assert max(found.values()) <= TAPS, f"{case.id}, ply {ply}: {found}"
        for move in seen.legal:
            is_lead = isinstance(move, Play) and not move.at
            assert is_lead or named_move(move, seen, ENGLISH) != move.code, f"{move} has no name"
    return found


@GAMES
@pytest.mark.parametrize(("most", "looks"), [(1, 2), pytest.param(None, 8, marks=pytest.mark.deep)])
def test_every_move_has_a_name_and_is_at_most_three_taps_away(rules, most, looks):
    """With as few seats as can be, and so the largest hands; thoroughly with every option."""
    for at, case in enumerate(list(all_cases(rules))[:most]):
        for seed in (2 * at, 2 * at + 1):
            positions = randomly(case, seed)
            chance = random.Random(f"{case.id} {seed}")
            looked = {*chance.sample(range(len(positions)), min(looks, len(positions)))}
            looked |= {0, len(positions) - 1}
            for ply, state in (positions[index] for index in sorted(looked)):
                check_reachable(case, state, ply)


@pytest.mark.parametrize("task", list(Task), ids=lambda task: task.value)
@pytest.mark.parametrize("seats", [2, pytest.param(4, marks=pytest.mark.deep)])
def test_nearly_all_square_pieces_in_one_hand(task, seats):
    """With so many pieces they stand in menus, and their places are still buttons."""
    case = Case(DOMINO_SQUARES, seats, ())
    for code in ("w-2-w-4", "w-w-3-4", "0-0-6-2"):
        held = [piece.code for piece in SQUARES if piece is not square(code)]
        others = held[-(seats - 1) :]
        state = squared.table(" ".join(held[: -(seats - 1)]), *others, on=code, task=task)
        table = replace(
            state.round,
            drawn=square(held[-seats]) if task is Task.DRAWN else None,
            way="left" if task is Task.HAND_ON else None,
        )
        check_reachable(case, replace(state, round=table), 99)


@pytest.mark.parametrize("rules", [DOMINO_SQUARES, SQUARES_BLOCK, SQUARES_DRAW])
def test_a_square_piece_with_one_place_is_one_tap_in_the_hand(rules):
    alone = 0
    case = Case(rules, rules.info.seat_counts[0], ())
    positions = [each for seed in range(3) for each in randomly(case, seed)]
    for ply, state in positions[::4]:
        seen = rules.observe(state, acting(rules, state)[0])
        pieces = Counter(move.piece for move in seen.legal if isinstance(move, Lay))
        found = taps(case, seen, ply)
        for move in seen.legal:
            if isinstance(move, Lay) and pieces[move.piece] == 1 and len(pieces) < MAX_BUTTONS:
                alone += 1
                assert found[move.code] == 1
    assert alone


def test_no_piece_has_so_many_places_that_they_need_a_menu():
    """Of two pieces on the table both ends are open on three sides."""
    most = 0
    for starter in SQUARES:
        alone = Path().start(starter)
        for second in SQUARES:
            for way in alone.ways(second)[:1] if second is not starter else ():
                path = alone.lay(second, way.cell, way.turn)
                others = (p for p in SQUARES if p.wild and p not in {starter, second})
                most = max(most, *(len(path.ways(piece)) for piece in others))
    assert 12 < most <= MAX_BUTTONS


@pytest.mark.parametrize(
    ("seats", "stride"), [(2, 10), *(pytest.param(n, 5, marks=pytest.mark.deep) for n in (2, 6))]
)
def test_a_board_with_places_everywhere(seats, stride):
    """Whoever places leaves as many places as possible: they fill several menus."""
    case, chance, most = Case(DOUBLE_DOUBLE, seats, ()), random.Random(seats), 0

    def most_places(state: Any, seat: Seat, legal: tuple[Move, ...]) -> Move:
        after = DOUBLE_DOUBLE.apply
        some = chance.sample(legal, min(5, len(legal)))
        return max(some, key=lambda move: len(after(state, seat, move).state.round.tiling.spots))

    for ply, state in islice(playing(case, chance, most_places), 50):
        if ply % stride == 0:
            check_reachable(case, state, ply)
        legal = DOUBLE_DOUBLE.legal_moves(state, acting(case.rules, state)[0])
        ways = Counter(move.bone for move in legal if isinstance(move, Place))
        most = max(most, *ways.values(), 0)
    assert most > MAX_ENTRIES


@pytest.mark.parametrize(
    "rules",
    [each for each in CATALOGUE if view_of_game(each.info.id).is_one_press],
    ids=lambda rules: rules.info.id,
)
def test_a_move_in_a_line_game_is_one_tap_in_the_hand(rules):
    few = 0
    for seed in range(4):
        case = Case(rules, rules.info.seat_counts[-1], ())
        for ply, state in randomly(case, seed)[::7]:
            seen = rules.observe(state, acting(rules, state)[0])
            if len(seen.legal) <= MAX_BUTTONS:
                few += 1
                assert set(taps(case, seen, ply).values()) == {1}
    assert few
