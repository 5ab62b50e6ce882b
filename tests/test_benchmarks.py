"""The benchmarks run, and tell what they found."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from time import sleep

import pytest

from benchmarks.clock import JumpingLoop
from benchmarks.crowd import NOON, Crowd, gather
from benchmarks.measures import Measure as Line
from benchmarks.measures import Verdict, table
from benchmarks.season import NOW as SEASONS_END
from benchmarks.season import PEOPLE, Season
from benchmarks.season import play as season_of
from bot.scores.span import week_of
from bot.service.live import Keeper
from bot.service.ports import OVERALL, Board, Measure, Span, Stage
from bot.store import open_store

ROOT = Path(__file__).parents[1]


def test_a_limit_is_kept_or_not():
    assert Line(name="a", value=4, unit="ms", at_most=4).verdict is Verdict.MET
    assert Line(name="a", value=4.1, unit="ms", at_most=4).verdict is Verdict.MISSED
    assert Line(name="a", value=4, unit="x/s", at_least=4).verdict is Verdict.MET
    assert Line(name="a", value=3.9, unit="x/s", at_least=4).verdict is Verdict.MISSED
    assert Line(name="a", value=4, unit="ms").verdict is Verdict.HINT
    assert Line(name="a", value=None, unit="ms", at_most=4).verdict is Verdict.FAILED


def test_a_ratio_says_how_much_better():
    assert Line(name="a", value=2, unit="ms", peer=8).ratio == 4
    assert Line(name="a", value=2, unit="x/s", peer=8).ratio == 0.25
    assert Line(name="a", value=2, unit="ms").ratio is None


def test_the_table_lines_up():
    lines = table(
        [
            Line(name="short", value=1.5, unit="ms", at_most=2, peer=6, beside="a peer"),
            Line(name="a longer name", value=60_500, unit="moves/s", at_least=60_000),
            Line(name="nothing", value=None, unit="", beside="it broke"),
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
    names = " ".join(each["name"] for each in report["measures"])
    for each in (
        *("start to the first answer", "among 10,000 open matches", "clock lag"),
        *("slowest ranking", "slowest profile", "end of a match", "animated replay"),
    ):
        assert each in names
    for each in report["measures"]:
        assert each["verdict"] != "failed", each


def test_time_jumps_while_nobody_works_and_runs_while_somebody_does():
    loop = JumpingLoop()

    async def hours() -> tuple[float, float]:
        begun = loop.time()
        await asyncio.sleep(3600)
        slept = loop.time()
        await asyncio.gather(asyncio.to_thread(sleep, 0.05), asyncio.sleep(0.01))
        return slept - begun, loop.time() - slept

    with asyncio.Runner(loop_factory=lambda: loop) as runner:
        slept, worked = runner.run(hours())

    assert 3600 <= slept < 3601
    assert 0.05 <= worked < 1


async def test_a_crowd_is_as_the_service_would_have_it(tmp_path):
    """Every match can be played on, and the clocks are those of the people who are to act."""
    url = f"sqlite+aiosqlite:///{tmp_path / 'crowd.db'}"
    await gather(url, Crowd(60, NOON, lambda _: timedelta(hours=20), owed=7))
    store = open_store(url)
    keeper = Keeper(store)

    for match_id in range(1, 61):
        async with keeper.hold(match_id) as live:
            match = live.match
            assert match.stage is Stage.RUNNING
            assert {each.seat: each.ply for each in match.agenda.clocks} == live.asked
            assert [each.reminded for each in match.agenda.clocks] == [0] * len(live.asked)
            assert match.agenda.wakes_at == NOON + timedelta(hours=8)
    assert len(await store.owed()) == 7
    await store.dispose()


async def test_a_season_is_as_the_service_would_have_it(tmp_path):
    """What is kept beside the results agrees with them."""
    season = Season(matches=300, people=40, servers=3, busiest=60)
    await season_of(tmp_path / "season.db", season)
    store = open_store(f"sqlite+aiosqlite:///{tmp_path / 'season.db'}")

    career, ratings = await store.career(PEOPLE), await store.ratings_of(PEOPLE)
    board = Board(None, Span.ALL, "", Measure.WINS)
    own = await store.standing(board, SEASONS_END, PEOPLE)

    assert own is not None
    assert career.matches == own.matches == ratings[OVERALL].matches == 60
    assert career.wins == own.wins
    assert (await store.rating_points(PEOPLE, 1))[0].rating > 0
    (first, *_) = await store.leaders(Board(span=Span.WEEK), SEASONS_END, 10)
    newest = await store.history(first.user_id, 10)
    gained = [each.gained or 0 for each in newest if each.at >= week_of(SEASONS_END)]
    assert sum(gained) == first.rating
    assert await store.unscored(10) == ()
    await store.dispose()
