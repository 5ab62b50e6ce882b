import json
from dataclasses import replace
from itertools import islice, pairwise

import pytest

from bot.ai import analysis
from bot.cli.json_values import plain
from bot.cli.pictures import scene_after
from bot.cli.replay import read
from bot.domino.path import Path
from bot.domino.square_set import square
from bot.engine.contract import NATURE
from bot.games import CATALOGUE, game
from bot.games.common.events import RoundEndEvent
from bot.games.squares import DOMINO_SQUARES
from bot.present.scenes import hand_scene, round_scene, table_scene
from tests.cli.support import good, match, objects, refused, run, told
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


PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture(params=[rules.info.id for rules in CATALOGUE])
def record(request):
    return match(request.param)


@pytest.fixture
def path(record, tmp_path):
    file = tmp_path / "match.json"
    file.write_text(record.dump(), encoding="utf-8")
    return file


@pytest.mark.parametrize(
    "record", ["block", "blind", "memory", "solitaire", "squares", "double-double"], indirect=True
)
def test_pictures_from_the_first_ply_to_the_last(record, path, tmp_path):
    out = tmp_path / "table.png"
    for ply, seat in ((0, ()), (len(record.log), ()), (8, ("--seat", record.seats - 1))):
        good(run("render", path, "--ply", ply, *seat, "--out", out))
        assert out.read_bytes().startswith(PNG)


def test_the_picture_is_of_that_moment(record, path):
    tale, rules = read(str(path)), game(record.game)
    assert scene_after(tale, 0) == table_scene(rules.observe(rules.start(tale.setup), None))
    for ply in islice(tale.plies(None), 40):
        scene = scene_after(tale, ply.index + 1)
        over = next((event for event in ply.events if isinstance(event, RoundEndEvent)), None)
        if over is not None:
            assert scene == round_scene(over) == scene_after(tale, ply.index + 1, 0)
        else:
            assert scene == table_scene(rules.observe(ply.state, None))
            seat = ply.index % record.seats
            own = scene_after(tale, ply.index + 1, seat)
            assert own == hand_scene(rules.observe(ply.state, seat))


@pytest.mark.parametrize("ply", [-1, 10_000])
def test_a_ply_that_is_not_there_gets_one_line(tmp_path, ply):
    there = ("-", "--ply", ply, "--out", tmp_path / "x.png")
    assert "ply" in refused(run("render", *there, stdin=match("block").dump()))


def test_a_wrong_entry_before_the_ply_gets_one_line(tmp_path):
    record = match("block")
    wrong = replace(record, log=(*record.log[:4], (0, "nonsense")))
    out = tmp_path / "x.png"
    complaint = refused(run("render", "-", "--ply", 5, "--out", out, stdin=wrong.dump()))
    assert "log entry 4" in complaint
    assert not out.exists()
    good(run("render", "-", "--ply", 4, "--out", out, stdin=wrong.dump()))


def test_a_place_that_cannot_be_written_gets_one_line(tmp_path):
    for place in (tmp_path / "no" / "such" / "place.png", tmp_path):
        refused(run("render", "-", "--ply", 1, "--out", place, stdin=match("block").dump()))


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr(analysis, "MATCH_EFFORT", 0.2)
    monkeypatch.setattr(analysis, "LEAST_WORLDS", 1)


def analysed(record, *args):
    return good(run("replay", "-", "--analyse", *args, stdin=record.dump()))


def test_text_and_json_tell_the_same():
    record = match("draw")
    told, text = json.loads(analysed(record, "--json")), analysed(record)
    log = dict(enumerate(record.log))
    for each in told["decisions"]:
        assert log[each["i"]] == (each["seat"], each["played"])
        assert each["cost"] == pytest.approx(each["chance_best"] - each["chance_played"], abs=1e-3)
        listed = f"{'AB'[each['seat']]} played {each['played']}; {each['best']} was better"
        assert (listed in text) or each["cost"] < 0.021
    assert {each["i"] for each in told["decisions"]} >= set(told["key"])
    assert text.count("\n* Round ") == len(told["key"]) <= 3
    for seat, accuracy in told["accuracy"].items():
        assert f"Player {'AB'[int(seat)]}  accuracy {round(accuracy)}%" in text
        assert told["curve"][seat][-1][0] == len(record.log)


def test_one_seat_a_match_alone_and_one_that_is_not_over():
    record = match("draw")
    own = json.loads(analysed(record, "--json", "--seat", 1))
    assert list(own["accuracy"]) == ["1"]
    assert {each["seat"] for each in own["decisions"]} == {1}
    begun = replace(record, log=record.log[:20])
    assert "accuracy" in analysed(begun)
    assert json.loads(analysed(begun, "--json"))["curve"]["0"][-1][0] <= 20
    assert "Player A  accuracy" in analysed(match("solitaire"))
    assert "never had a choice" in analysed(replace(record, log=()))


def test_bad_input_is_refused_in_a_line():
    record = match("draw")
    nonsense = replace(record, log=(*record.log[:3], (0, "nothing")))
    for changed, *args in ((record, "--seat", "7"), (nonsense,), (replace(record, rules=99),)):
        refused(run("replay", "-", "--analyse", *args, stdin=changed.dump()))


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
