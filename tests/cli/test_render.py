"""`render`: the picture of a moment."""

from dataclasses import replace
from itertools import islice

import pytest

from bot.cli.drawing import scene_after
from bot.cli.replaying import read
from bot.games import CATALOGUE, game
from bot.games.blind import RowsDealt
from bot.games.events import Closing
from bot.present.scenes import round_scene, table_scene
from renderers import HandScene, LineScene, RoundScene, RowScene, RowsScene, render
from tests.cli.support import good, match, refused, run, told

PNG = b"\x89PNG\r\n\x1a\n"
LINES = {
    "block",
    "draw",
    "all-fives",
    "maltese-cross",
    "classic",
    "star",
    "blind",
    "lucky-draw",
    "duos",
}
"""The games in which bones are laid on a line or a tree."""


@pytest.fixture(params=[rules.info.id for rules in CATALOGUE])
def record(request):
    return match(request.param)


@pytest.fixture
def path(record, tmp_path):
    file = tmp_path / "match.json"
    file.write_text(record.dump(), encoding="utf-8")
    return file


def test_pictures_from_the_first_ply_to_the_last(record, path, tmp_path):
    out = tmp_path / "table.png"
    for ply in (0, 1, 2, 3, 8, len(record.log)):
        good(run("render", path, "--ply", ply, "--out", out))
        assert out.read_bytes().startswith(PNG)
        good(run("render", path, "--ply", ply, "--seat", record.seats - 1, "--out", out))
        assert out.read_bytes().startswith(PNG)


def test_the_picture_is_of_that_moment(record, path, tmp_path):
    tale, rules = read(str(path)), game(record.game)
    state = rules.start(tale.setup)
    assert scene_after(tale, 0) == table_scene(rules.observe(state, None))
    for ply in islice(tale.plies(None), 60):
        scene = scene_after(tale, ply.index + 1)
        over = next((event for event in ply.events if isinstance(event, Closing)), None)
        if over is not None:
            assert scene == round_scene(over) == scene_after(tale, ply.index + 1, 0)
        else:
            assert scene == table_scene(rules.observe(ply.state, None))
    out = tmp_path / "table.png"
    good(run("render", path, "--ply", 5, "--out", out))
    assert out.read_bytes() == render(scene_after(tale, 5))


def test_the_picture_has_the_bones_that_were_laid(record, path):
    if record.game not in LINES:
        pytest.skip("no line of bones")
    *lines, _ = told(record)
    tale = read(str(path))
    laid = 0
    for line in lines[:60]:
        scene = scene_after(tale, line["i"] + 1)
        kinds = [event["type"] for event in line["events"]]
        if "round_ended" in kinds:
            assert isinstance(scene, RoundScene)
            assert scene_after(tale, line["i"] + 1, 0) == scene
            laid = 0
            continue
        laid += kinds.count("played")
        table = scene.line if isinstance(scene, RowsScene) else scene
        assert isinstance(table, LineScene)
        assert len(table.bones) == laid


def test_a_seat_sees_its_own_hand(record, path):
    if record.game not in LINES or record.game == "blind":
        pytest.skip("nobody has a hand of bones from a first deal")
    *lines, _ = told(record)
    tale = read(str(path))
    line, dealt = next(
        (line, event) for line in lines for event in line["events"] if event["type"] == "dealt"
    )
    for seat in range(record.seats):
        scene = scene_after(tale, line["i"] + 1, seat)
        assert isinstance(scene, HandScene)
        drawn = [e["bone"] for e in line["events"] if e["type"] == "drew" and e["seat"] == seat]
        shown = [f"{bone.high}-{bone.low}" for bone in scene.bones]
        assert shown == sorted(dealt["hands"][seat] + drawn)
        assert any(bone.playable for bone in scene.bones) == (seat in line["to_act"])


def test_a_row_is_seen_by_nobody(tmp_path):
    file = tmp_path / "match.json"
    file.write_text(match("blind", 3).dump(), encoding="utf-8")
    tale = read(str(file))

    rows = next(
        e.index for e in tale.plies(None) if any(isinstance(x, RowsDealt) for x in e.events)
    )
    for seat in range(3):
        scene = scene_after(tale, rows + 1, seat)
        assert isinstance(scene, RowScene)
        assert scene.row.bones == (None,) * 9


@pytest.mark.parametrize("ply", [-1, 10_000])
def test_a_ply_that_is_not_there_gets_one_line(path, tmp_path, ply):
    assert "ply" in refused(run("render", path, "--ply", ply, "--out", tmp_path / "x.png"))


def test_a_wrong_entry_before_the_ply_gets_one_line(record, tmp_path):
    wrong = replace(record, log=(*record.log[:4], (0, "nonsense")))
    out = tmp_path / "x.png"

    complaint = refused(run("render", "-", "--ply", 5, "--out", out, stdin=wrong.dump()))
    assert "log entry 4" in complaint
    assert not out.exists()
    good(run("render", "-", "--ply", 4, "--out", out, stdin=wrong.dump()))


def test_a_place_that_cannot_be_written_gets_one_line(path, tmp_path):
    refused(run("render", path, "--ply", 1, "--out", tmp_path / "no" / "such" / "place.png"))
    refused(run("render", path, "--ply", 1, "--out", tmp_path))
