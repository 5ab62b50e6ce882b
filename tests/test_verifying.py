"""The script of docs/verifying.md, run as a reader would run it."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from bot.domino.pieces import SQUARES
from bot.engine.chance import commitment
from bot.engine.contract import NATURE
from bot.engine.proof import deals, lots
from bot.engine.record import Record, Source
from bot.engine.seating import prepare
from bot.games import game
from tests.games.cases import needed_for
from tests.games.chanced import CHANCE, SALTS, SECRET, log_by_chance

PAGE = (Path(__file__).parents[1] / "docs" / "verifying.md").read_text(encoding="utf-8")
(SCRIPT,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
GAMES = ("block", "blind", "squares", "squares-blind", "double-double", "memory", "maltese-cross")


def record_of(game_id: str) -> Record:
    """A match with every seat taken: in some games all its options are needed for that."""
    rules = game(game_id)
    seats = rules.info.max_seats
    options = dict(needed_for(rules, seats))
    setup = prepare(rules.info, seats, options)
    log = log_by_chance(rules, setup)
    found = tuple(deals(rules, setup, log, CHANCE))
    source = Source(commitment(SECRET), SECRET.hex(), SALTS, lots(found))
    return Record(game_id, rules.info.rules, seats, options, tuple(log), chance=source)


@pytest.fixture
def run(tmp_path):
    """Runs the script on a record, without anything of ours in reach."""
    (tmp_path / "verify.py").write_text(SCRIPT, encoding="utf-8")

    def run(record: Record) -> subprocess.CompletedProcess[str]:
        (tmp_path / "record.json").write_text(record.dump(), encoding="utf-8")
        command = [sys.executable, "-I", "-S", "verify.py", "record.json"]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)

    return run


def test_the_script_is_short_and_knows_python_alone():
    assert len(SCRIPT.splitlines()) < 40
    assert re.findall(r"^(?:import|from) .*", SCRIPT, re.MULTILINE) == [
        "import hashlib, hmac, json, sys"
    ]


def test_it_has_the_pieces_that_we_play_with():
    (listed,) = re.findall(r'SQUARES = """(.*?)"""', SCRIPT, re.DOTALL)
    assert listed.split() == [piece.code for piece in SQUARES]


@pytest.mark.parametrize("game_id", GAMES)
def test_it_finds_every_deal_the_same(run, game_id):
    record = record_of(game_id)
    done = run(record)

    assert done.returncode == 0, done.stderr
    head, *told = done.stdout.splitlines()
    assert head == f"commitment {commitment(SECRET)}"
    chances = [code for actor, code in record.log if actor is NATURE]
    assert told == [f"{nth} same {code}" for nth, code in enumerate(chances, 1)]


def test_it_finds_a_deal_that_was_changed(run):
    record = record_of("block")
    first, second, *others = record.log[0][1].split(" ")[1:]
    changed = (NATURE, " ".join(("deal", second, first, *others)))
    done = run(replace(record, log=(changed, *record.log[1:])))

    assert done.returncode == 1
    assert done.stdout.splitlines()[1].startswith("1 DIFFERENT deal ")
    assert all(" same " in line for line in done.stdout.splitlines()[2:])


def test_it_finds_a_lot_that_was_changed(run):
    record = record_of("block")
    at, code = next((a, c) for a, (_, c) in enumerate(record.log) if c.startswith("lot "))
    changed = (NATURE, "lot 0" if code != "lot 0" else "lot 1")
    assert run(replace(record, log=(*record.log[:at], changed, *record.log[at + 1 :]))).returncode


def test_it_finds_another_secret_and_other_salts(run):
    record = record_of("block")
    assert record.chance is not None
    other = replace(record.chance, secret=bytes(32).hex())
    done = run(replace(record, chance=other))
    assert done.returncode == 1
    assert "not the one that was committed to" in done.stderr

    other = replace(record.chance, salts=SALTS[::-1])
    assert run(replace(record, chance=other)).returncode == 1
