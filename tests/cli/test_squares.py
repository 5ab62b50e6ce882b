import json

import pytest

from bot.cli.json_values import plain
from bot.domino.path import Path
from bot.domino.square_set import square
from bot.games.squares import DOMINO_SQUARES
from tests.cli.support import good, match, run, told
from tests.games.cases import all_cases

ONE = square("0-2-6-6")


def test_a_path_is_its_pieces_and_where_they_lie():
    path = Path().start(square("0-0-6-2"))
    (way,) = [each for each in path.ways(ONE) if each.cell == (-1, 0)]
    laid = path.lay(ONE, way.cell, way.turn)
    assert plain(laid) == ["0-0-6-2", "0-2-6-6@w1/1"]
    assert plain(Path().start(ONE, 2)) == ["0-2-6-6@start/2"]
    assert plain(ONE) == "0-2-6-6"


@pytest.mark.deep
@pytest.mark.parametrize("case", list(all_cases(DOMINO_SQUARES)), ids=lambda case: case.id)
def test_every_option_is_told_as_text_and_as_json(case):
    options = tuple(f"{key}={value}" for key, value in case.options)
    record = match("squares", case.seats, options=options)
    text = good(run("replay", "-", stdin=record.dump()))
    assert " gave you " not in text
    for line in told(record):
        json.dumps(line)
