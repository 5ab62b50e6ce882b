import ast
import calendar
import json
import re
import subprocess
import sys
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from benchmarks.measures import Measure as Line, Verdict
from benchmarks.rating_table import DOCUMENT, with_table
from benchmarks.ratings import FILE
from bot.engine.seating import prepare
from bot.games import game
from bot.games.daily import CALENDAR, game_of_day
from bot.model.daily import OPEN_FOR, number_of
from bot.store.queries.privacy import OF_OTHERS, OWN
from tests.games.contract import (
    check_a_position_plays_as_the_rules_do,
    check_it_ends_with_a_result,
    check_points_never_decrease,
)
from tests.games.playing import played

ROOT = Path(__file__).parents[1]
PROOF = re.compile(r"`(\w+(?:/\w+)*\.py)(?:::(\w+))?`")
FAULTS = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8").partition("## Faults")[2]
ROWS = [line for line in FAULTS.splitlines() if line.startswith("| ") and "`" in line]


def test_there_is_a_table_of_faults():
    assert len(ROWS) > 30


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.split("|")[1].strip())
def test_each_fault_is_proved_by_tests_that_exist(row):
    proofs = PROOF.findall(row.split("|")[3])
    assert proofs
    for file, name in proofs:
        tree = ast.parse((ROOT / "tests" / file).read_text(encoding="utf-8"))
        functions = ast.FunctionDef, ast.AsyncFunctionDef
        named = {node.name for node in ast.walk(tree) if isinstance(node, functions)}
        assert not name or name in named, f"{file} has no {name}"


def test_players_read_the_ratings_that_computers_have():
    text = DOCUMENT.read_text(encoding="utf-8")
    assert with_table(text, FILE.read_text(encoding="utf-8")) == text


DAY = re.compile(r"^\| (\w+day) \| (.+) \| (\d) \|$", re.MULTILINE)


def test_players_read_which_game_is_dealt_on_which_day():
    text = (ROOT / "docs" / "playing.md").read_text(encoding="utf-8")
    expected = [
        (
            calendar.day_name[weekday],
            ", ".join(game(each.id).info.name for each in games),
            *{str(each.seats) for each in games},
        )
        for weekday, games in enumerate(CALENDAR)
    ]
    assert DAY.findall(text) == expected
    assert game_of_day(date(2026, 11, 30).toordinal()) in CALENDAR[0]
    assert f"deal {number_of(date(2026, 1, 1))} was that\nof 1 January 2026" in text
    assert timedelta(hours=36) == OPEN_FOR


def test_each_kind_of_row_in_an_export_is_explained():
    text = (ROOT / "docs" / "privacy.md").read_text(encoding="utf-8")
    keys = text.partition("## The export")[2]
    assert not [each for each in (*OWN, *OF_OTHERS) if f"`{each}`" not in keys]


ROOT = Path(__file__).parents[1]


def test_a_limit_is_kept_or_not():
    assert Line(name="a", value=4, unit="ms", at_most=4).verdict is Verdict.MET
    assert Line(name="a", value=4.1, unit="ms", at_most=4).verdict is Verdict.MISSED
    assert Line(name="a", value=4, unit="x/s", at_least=4).verdict is Verdict.MET
    assert Line(name="a", value=3.9, unit="x/s", at_least=4).verdict is Verdict.MISSED
    for value, interval, verdict in (
        (80, (76, 84), Verdict.MISSED),
        (80, (76, 86), Verdict.OPEN),
        (88, (84, 92), Verdict.OPEN),
        (88, (86, 90), Verdict.MET),
    ):
        line = Line(name="a", value=value, unit="%", at_least=85, interval=interval)
        assert line.verdict is verdict
    assert Line(name="a", value=4, unit="ms").verdict is Verdict.HINT
    assert Line(name="a", value=None, unit="ms", at_most=4).verdict is Verdict.FAILED


@pytest.mark.deep
def test_everything_is_measured():
    command = [sys.executable, "-m", "benchmarks", "--quick", "--json", "-"]
    done = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, timeout=900)
    assert done.stdout, done.stderr.decode()
    report = json.loads(done.stdout)
    assert report["machine"]["python"]
    for each in report["measures"]:
        assert each["verdict"] != "failed", f"{each['name']}: {each['beside']}"
    assert done.returncode == 0
    assert len(report["measures"]) > 10
    names = " ".join(each["name"] for each in report["measures"])
    for each in (
        *("start to the first answer", "among 10,000 open matches", "clock lag"),
        *("slowest ranking", "slowest profile", "end of a match", "animated replay"),
        *("from SIGTERM to the end", "from the start after a crash"),
    ):
        assert each in names


def test_the_game_in_the_guide_can_be_played():
    guide = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
    code = guide.partition("a test plays it:")[2].split("```")[1].removeprefix("python")
    assert len(code.splitlines()) < 100
    defined: dict[str, Any] = {}
    exec(code, defined)
    for seed in range(20):
        match = played(defined["CORNER"], prepare(defined["CORNER"].info, 4), seed)
        check_it_ends_with_a_result(match)
        check_points_never_decrease(match)
        check_a_position_plays_as_the_rules_do(match)
