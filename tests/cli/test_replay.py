import json
from dataclasses import replace
from itertools import pairwise

import pytest

from bot.cli.json_values import plain
from bot.domino.path import Path
from bot.domino.square_set import square
from bot.engine.contract import NATURE
from bot.games import CATALOGUE
from bot.games.squares import DOMINO_SQUARES
from tests.cli.support import good, match, objects, run, told
from tests.games.cases import all_cases

GAMES = [rules.info.id for rules in CATALOGUE]
KEYS = ["i", "actor", "code", "events", "scores", "to_act", "legal"]


@pytest.mark.parametrize("game", GAMES)
def test_every_line_has_what_was_agreed(game):
    record = match(game)
    *lines, last = told(record)
    assert [line["i"] for line in lines] == list(range(len(record.log)))
    for line, (actor, code) in zip(lines, record.log, strict=True):
        assert list(line) == KEYS
        assert line["actor"] == ("*" if actor is NATURE else actor)
        assert line["code"] == code
        assert all(isinstance(event["type"], str) for event in line["events"])
        assert len(line["scores"]) == record.seats
        acting = [] if line["to_act"] == ["*"] else line["to_act"]
        assert sorted(line["legal"]) == [str(seat) for seat in acting]
        assert all(codes for codes in line["legal"].values())
    for line, following in pairwise(lines):
        assert following["actor"] in line["to_act"]
        if following["actor"] != "*":
            assert following["code"] in line["legal"][str(following["actor"])]
    assert list(last) == ["outcome"]
    assert list(last["outcome"]) == ["winners", "points", "reason"]
    assert last["outcome"]["points"] == lines[-1]["scores"]
    assert lines[-1]["to_act"] == []


@pytest.mark.parametrize("game", GAMES)
def test_a_record_may_stop_anywhere(game):
    record = match(game)
    whole = told(record)
    for stop in {0, 1, 2, min(9, len(record.log)), min(40, len(record.log) - 1)}:
        *lines, last = told(replace(record, log=record.log[:stop]))
        assert lines == whole[:stop]
        assert last == {"outcome": None}


def test_bones_and_layouts_are_codes():
    *lines, _ = told(match("block"))
    events = [event for line in lines for event in line["events"]]
    ended = next(event for event in events if event["type"] == "round_ended")
    dealt = next(event for event in events if event["type"] == "dealt")
    assert len(dealt["hands"][0]) == 7
    assert all(isinstance(bone, str) for hand in dealt["hands"] for bone in hand)
    played = [event for event in events if event["type"] == "played"]
    laid = ended["layout"]
    assert laid[0] == played[0]["bone"]
    assert laid[1] == f"{played[1]['bone']}@{played[1]['at']}"


def test_flags_may_be_true_or_false_as_json_has_them():
    record = match("draw", 3, "test", "allowThree=on")
    data = json.loads(record.dump())
    data["options"] = {"allowThree": True}
    assert objects(good(run("replay", "-", "--json", stdin=json.dumps(data)))) == told(record)


@pytest.mark.parametrize("game", GAMES)
def test_text_tells_the_same(game):
    record = match(game)
    text = good(run("replay", "-", stdin=record.dump()))
    for _, code in record.log:
        assert code in text
    assert "Over (" in text.splitlines()[-1]
    unfinished = replace(record, log=record.log[:9])
    assert "goes on" in good(run("replay", "-", stdin=unfinished.dump())).splitlines()[-1]


ONE = square("0-2-6-6")


def test_a_path_is_its_pieces_and_where_they_lie():
    path = Path().start(square("0-0-6-2"))
    (way,) = [each for each in path.ways(ONE) if each.cell == (-1, 0)]
    assert plain(path.lay(ONE, way.cell, way.turn)) == ["0-0-6-2", "0-2-6-6@w1/1"]
    assert plain(Path().start(ONE, 2)) == ["0-2-6-6@start/2"]
    assert plain(ONE) == "0-2-6-6"


@pytest.mark.deep
@pytest.mark.parametrize("case", list(all_cases(DOMINO_SQUARES)), ids=lambda case: case.id)
def test_every_option_is_told_as_text_and_as_json(case):
    record = match(
        "squares", case.seats, "test", *(f"{key}={value}" for key, value in case.options)
    )
    assert " gave you " not in good(run("replay", "-", stdin=record.dump()))
    for line in told(record):
        json.dumps(line)
