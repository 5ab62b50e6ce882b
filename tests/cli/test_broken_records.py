import json

import pytest

from tests.cli.support import good, match, objects, refused, run

RECORD = json.loads(match("block").dump())


def broken(**changes: object) -> str:
    return json.dumps({key: value for key, value in (RECORD | changes).items() if value != "gone"})


FILES = {
    "empty": "",
    "not JSON": "{",
    "binary": b"\x00\x01\xff\xfe",
    "a picture": b"\x89PNG\r\n\x1a\n" + bytes(range(256)),
    "deeply nested": "[" * 200_000,
    "two records": broken() + "\n" + broken(),
    "a number": "1" * 5_000,
    "a list": "[]",
    "no version": broken(boneyard="gone"),
    "another version": broken(boneyard=2),
    "no game": broken(game="gone"),
    "an unknown game": broken(game="chess"),
    "an unknown game with a line break": broken(game="che\nss\x1b[31m"),
    "no rules": broken(rules="gone"),
    "other rules": broken(rules=99),
    "true rules": broken(rules=True),
    "no seats": broken(seats="gone"),
    "no seat": broken(seats=0, log=[]),
    "too many seats": broken(seats=99, log=[]),
    "half a seat": broken(seats=2.5),
    "seats that cannot play": json.dumps(RECORD | {"game": "draw", "seats": 3, "options": {}}),
    "options in a list": broken(options=[]),
    "an unknown option": broken(options={"colour": "red"}),
    "an unknown option with a line break": broken(options={"co\nlour": "red"}),
    "a wrong value": broken(options={"target": "many"}),
    "a value that another option excludes": json.dumps(
        RECORD | {"game": "all-fives", "options": {"divisor": 3, "bonusDivisor": 5}}
    ),
    "a nested value": broken(options={"target": [100]}),
    "a wrong choice": broken(options={"nextLead": "oldest"}),
    "a preset that is a number": broken(preset=7),
    "an unknown preset": broken(preset="chess"),
    "an unknown preset with a line break": broken(preset="go\nple"),
    "a preset of another game": broken(preset="muggins"),
    "a preset with other options": broken(preset="gaple", options={"nextLead": "random"}),
    "a preset without its options": broken(preset="gaple", options={}),
    "a preset for a game": broken(game="gaple"),
    "a wrong seniority": broken(seniority=[0, 0]),
    "no log": broken(log="gone"),
    "a log of words": broken(log=["deal"]),
    "an entry too long": broken(log=[["*", "deal", 1]]),
    "an unknown actor": broken(log=[["x", "deal"]]),
    "an actor without a seat": broken(log=[[7, "pass"]]),
    "a true actor": broken(log=[[True, "pass"]]),
    "a code that is a number": broken(log=[["*", 1]]),
}


@pytest.mark.parametrize("data", FILES.values(), ids=FILES.keys())
def test_a_broken_record_gets_one_line(tmp_path, data):
    path = tmp_path / "record.json"
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    result = run("replay", path, "--json", "--seat", 0)
    complaint = refused(result)
    assert result.stdout == ""
    assert len(complaint) < 700
    assert complaint.strip().isprintable()
    refused(run("render", path, "--ply", 0, "--out", tmp_path / "table.png"))
    assert not (tmp_path / "table.png").exists()


@pytest.mark.parametrize("name", ["missing.json", ".", "no/such/place.json", "a\0b"])
def test_a_file_that_cannot_be_read_gets_one_line(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    refused(run("replay", name))


LOG = RECORD["log"]
ACTOR = LOG[2][0]
WRONG = {
    "no shuffle": (0, [0, "pass"]),
    "a lot instead of a shuffle": (0, ["*", "lot 0"]),
    "a bone missing": (0, ["*", LOG[0][1][:-4]]),
    "a bone twice": (0, ["*", f"deal 0-0 0-0{LOG[0][1][12:]}"]),
    "a bone the wrong way round": (0, ["*", LOG[0][1].replace("6-5", "5-6")]),
    "a lot for nobody": (1, ["*", "lot 2"]),
    "another to lead": (2, [1 - ACTOR, LOG[2][1]]),
    "nature where a seat is to act": (2, ["*", "pass"]),
    "a pass by who can play": (2, [ACTOR, "pass"]),
    "a bone not held": (2, [ACTOR, LOG[3][1].split("@")[0]]),
    "an opening at the lead": (2, [ACTOR, LOG[2][1] + "@l"]),
    "nonsense": (2, [ACTOR, "nonsense"]),
    "a line break": (2, [ACTOR, "6-4\n@l"]),
    "a terminal's command": (2, [ACTOR, "\x1b[2J\u202e"]),
    "half a character": (2, [ACTOR, "\ud800"]),
    "a long story": (2, [ACTOR, "x" * 100_000]),
    "no such opening": (3, [LOG[3][0], LOG[3][1].split("@")[0] + "@up"]),
    "more after the end": (len(LOG), [0, "pass"]),
}


@pytest.mark.parametrize(("at", "entry"), WRONG.values(), ids=WRONG.keys())
def test_a_wrong_move_is_named_with_index_code_and_reason(at, entry):
    result = run("replay", "-", "--json", stdin=broken(log=[*LOG[:at], entry, *LOG[at + 1 :]]))
    complaint = refused(result)
    assert f"log entry {at}, " in complaint
    assert complaint.strip().isprintable()
    shown = "".join(char for char in entry[1][:12].split("\n")[0] if char.isprintable())
    if shown.isascii():
        assert shown in complaint
    assert len(complaint) < 700
    assert len(objects(result.stdout)) == at
    assert all("outcome" not in line for line in objects(result.stdout))


def test_the_reason_tells_what_would_have_been_right():
    where = [*LOG[:2], [ACTOR, "pass"]]
    hand = objects(good(run("replay", "-", "--json", stdin=broken(log=LOG[:2]))))[1]["legal"]
    complaint = refused(run("replay", "-", stdin=broken(log=where)))
    assert all(code in complaint for code in hand[str(ACTOR)])
    complaint = refused(run("replay", "-", stdin=broken(log=[*LOG[:2], [1 - ACTOR, "pass"]])))
    assert f"seat {ACTOR} is to act" in complaint
    complaint = refused(run("replay", "-", stdin=broken(log=[*LOG, [0, "pass"]])))
    assert "over" in complaint


@pytest.mark.parametrize("seat", [-1, 2, 99])
def test_a_seat_that_is_not_there_gets_one_line(seat, tmp_path):
    refused(run("replay", "-", "--seat", seat, stdin=broken()))
    refused(run("render", "-", "--ply", 0, "--seat", seat, "--out", tmp_path / "x", stdin=broken()))


def test_a_byte_order_mark_is_no_harm():
    good(run("replay", "-", stdin=b"\xef\xbb\xbf" + broken().encode()))
