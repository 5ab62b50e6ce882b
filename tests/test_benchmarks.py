"""The benchmarks run, and tell what they found."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.measures import Measure, Verdict, table

ROOT = Path(__file__).parents[1]


def test_a_limit_is_kept_or_not():
    assert Measure(name="a", value=4, unit="ms", at_most=4).verdict is Verdict.MET
    assert Measure(name="a", value=4.1, unit="ms", at_most=4).verdict is Verdict.MISSED
    assert Measure(name="a", value=4, unit="x/s", at_least=4).verdict is Verdict.MET
    assert Measure(name="a", value=3.9, unit="x/s", at_least=4).verdict is Verdict.MISSED
    assert Measure(name="a", value=4, unit="ms").verdict is Verdict.HINT
    assert Measure(name="a", value=None, unit="ms", at_most=4).verdict is Verdict.FAILED


def test_a_ratio_says_how_much_better():
    assert Measure(name="a", value=2, unit="ms", peer=8).ratio == 4
    assert Measure(name="a", value=2, unit="x/s", peer=8).ratio == 0.25
    assert Measure(name="a", value=2, unit="ms").ratio is None


def test_the_table_lines_up():
    lines = table(
        [
            Measure(name="short", value=1.5, unit="ms", at_most=2, peer=6, beside="a peer"),
            Measure(name="a longer name", value=60_500, unit="moves/s", at_least=60_000),
            Measure(name="nothing", value=None, unit="", beside="it broke"),
        ]
    ).splitlines()

    verdicts = zip(lines[2:], ("met", "met", "NOT"), strict=True)
    assert len({line.index(word) for line, word in verdicts}) == 1
    assert "60,500 moves/s" in lines[3]
    assert "4 ×" in lines[2]


@pytest.mark.long
def test_everything_is_measured():
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks", "--quick", "--json", "-"],
        cwd=ROOT,
        check=False,
        capture_output=True,
        timeout=120,
    )

    assert done.returncode == 0, done.stderr.decode()
    report = json.loads(done.stdout)
    assert report["machine"]["python"]
    assert len(report["measures"]) > 10
    for each in report["measures"]:
        assert each["verdict"] != "failed", each
