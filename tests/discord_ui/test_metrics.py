from collections.abc import Callable
from functools import partial

import pytest

from bot.bootstrap import build
from bot.metrics import PrometheusMetrics
from tests.discord_ui import simulation

MOVES = "moves_committed_total"


@pytest.fixture(autouse=True)
def count(monkeypatch) -> Callable[..., int]:
    """Return a function that reads a number of the bot's."""
    metrics = PrometheusMetrics()
    monkeypatch.setattr(simulation, "build", partial(build, metrics=metrics))
    read = metrics.registry.get_sample_value
    return lambda name, **labels: int(read(f"boneyard_{name}", labels) or 0)


async def test_moves_are_counted_and_timed_from_the_click(sim, count):
    await sim.start(sim.bruno, computers=["casual"])
    for make in (sim.move, sim.move_by_command) * 2:
        await make(await sim.to_move())
    by_people, by_computers = (count(MOVES, by=each) for each in ("person", "computer"))
    assert by_people == 4
    assert by_computers > 0
    chosen = [p for p in await sim.plies() if isinstance(p.actor, int) and not p.move.automatic]
    assert by_people + by_computers == len(chosen)
    assert count("click_to_commit_seconds_count") == 4
    assert count("click_to_shown_seconds_count") == 4
    for kind, least in (("table", 5), ("answer", 5), ("letter", 1), ("hand", 1)):
        assert count("sends_total", kind=kind, outcome="sent") >= least
    assert count("clock_lag_seconds_count") == 0


async def test_what_discord_refuses_is_counted_as_such(sim, count, two_play):
    sim.env.inject_error("POST", sim.messages_path, status=500, times=1)
    await sim.move(await sim.to_move(), lambda choices: choices[-1])
    assert count("sends_total", kind="table", outcome="failed") == 1
    assert count("click_to_shown_seconds_count") == 0
    await sim.pass_time(seconds=7)
    assert count("click_to_shown_seconds_count") == 1


async def test_what_the_clock_does_is_counted_with_how_late_it_was(sim, count, two_play):
    await sim.pass_time(days=2, hours=1)
    assert count(MOVES, by="clock") == 2
    assert count("clock_lag_seconds_count") >= 2
    assert count(MOVES, by="person") == 0
    assert count("click_to_commit_seconds_count") == 0
