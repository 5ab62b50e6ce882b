from dataclasses import replace
from itertools import islice

import pytest

from bot.cli.pictures import scene_after
from bot.cli.replay import read
from bot.games import CATALOGUE, game
from bot.games.common.events import RoundEndEvent
from bot.present.scenes import hand_scene, round_scene, table_scene
from tests.cli.support import good, match, refused, run

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
