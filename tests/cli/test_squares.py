"""Square pieces on the command line, as text and as JSON."""

import json

import pytest

from bot.cli.json_values import plain
from bot.cli.text.match import event_text
from bot.domino.path import Path
from bot.domino.pieces import square
from bot.domino.square import Command
from bot.games.squares import DOMINO_SQUARES, events
from tests.cli.support import good, match, run, told
from tests.games.cases import all_cases

ONE, OTHER, WILD = square("0-2-6-6"), square("0-0-1-3"), square("w-1-2-3")


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (
            events.SquaresDealt(((ONE, WILD), None), (2, 2), 30, 0, OTHER),
            [
                "seat 0 has 0-2-6-6 w-1-2-3",
                "seat 1 has 2",
                "starter 0-0-1-3, 30 in the pile, 0 out of play",
            ],
        ),
        (events.PieceLaid(0, ONE, (1, -2), 1), ["at n2e1 lies [6 0 / 6 2]"]),
        (events.DrewPiece(1, ONE, 3), ["seat 1 draws 0-2-6-6, 3 left"]),
        (events.DrewPiece(1, None, 3), ["seat 1 draws a piece, 3 left"]),
        (events.Kept(1), ["seat 1 keeps it"]),
        (events.Stopped(2), ["seat 2 plays no further piece"]),
        (events.Commanded(0, Command.GIVE), ["command give1"]),
        (events.Commanded(0, Command.SKIP, 1), ["command skip: seat 1 loses a turn"]),
        (events.Gave(0, 2, ONE), ["seat 0 gives 0-2-6-6 to seat 2"]),
        (events.Gave(0, 2, None), ["seat 0 gives a piece to seat 2"]),
        (events.WayCalled(0, "left"), ["seat 0 says left"]),
        (events.PieceChosen(1), ["seat 1 has chosen"]),
        (
            events.AllPassed("left", (ONE, OTHER), (OTHER, ONE)),
            ["all pass to the left: seat 0 0-2-6-6, seat 1 0-0-1-3"],
        ),
        (events.AllPassed("right", (None, None), (None, None)), ["all pass to the right"]),
        (events.PieceTurned(0, WILD, "left"), ["seat 0 turns over w-1-2-3 at the left"]),
        (events.PieceReturned(0, WILD, True), ["w-1-2-3 goes to the right, face up"]),
        (events.PieceReturned(0, ONE, False), ["0-2-6-6 goes to the right"]),
    ],
    ids=lambda value: type(value).__name__,
)
def test_an_event_in_text(event, text):
    assert list(event_text(event)) == text


def test_a_path_is_its_pieces_and_where_they_lie():
    path = Path().start(square("0-0-6-2"))
    (way,) = [each for each in path.ways(ONE) if each.cell == (-1, 0)]
    laid = path.lay(ONE, way.cell, way.turn)
    assert plain(laid) == ["0-0-6-2", "0-2-6-6@w1/1"]
    assert plain(Path().start(ONE, 2)) == ["0-2-6-6@start/2"]
    assert plain(ONE) == "0-2-6-6"


@pytest.mark.deep
@pytest.mark.parametrize("case", list(all_cases(DOMINO_SQUARES)), ids=lambda case: case.id)
def test_every_event_has_words_of_its_own(case):
    options = tuple(f"{key}={value}" for key, value in case.options)
    record = match("squares", case.seats, options=options)
    text = good(run("replay", "-", stdin=record.dump()))
    assert not [line for line in text.splitlines() if line.strip().startswith("{")]
    for line in told(record):
        json.dumps(line)
