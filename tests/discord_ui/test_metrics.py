from functools import partial

import pytest

from bot.bootstrap import build
from bot.metrics import PrometheusMetrics
from tests.discord_ui import simulation


@pytest.fixture(autouse=True)
def metrics(monkeypatch) -> PrometheusMetrics:
    metrics = PrometheusMetrics()
    monkeypatch.setattr(simulation, "build", partial(build, metrics=metrics))
    return metrics


def count(metrics: PrometheusMetrics, name: str, **labels: str) -> int:
    return int(metrics.registry.get_sample_value(f"boneyard_{name}", labels) or 0)


def moves(metrics: PrometheusMetrics, by: str) -> int:
    return count(metrics, "moves_committed_total", by=by)


async def test_moves_are_counted_and_timed_from_the_click(sim, metrics):
    await sim.start(sim.bruno, computers=["casual"])
    ways = (sim.move, sim.move_by_command) * 2
    for make in ways:
        await make(await sim.to_move())
    made = len(ways)
    assert moves(metrics, "person") == made
    assert moves(metrics, "computer") > 0
    chosen = [p for p in await sim.plies() if isinstance(p.actor, int) and not p.move.automatic]
    assert moves(metrics, "person") + moves(metrics, "computer") == len(chosen)
    assert count(metrics, "click_to_commit_seconds_count") == made
    assert count(metrics, "click_to_shown_seconds_count") == made
    assert count(metrics, "sends_total", kind="table", outcome="sent") > made
    assert count(metrics, "sends_total", kind="answer", outcome="sent") > made
    assert count(metrics, "sends_total", kind="letter", outcome="sent") > 0
    assert count(metrics, "sends_total", kind="hand", outcome="sent") > 0
    assert count(metrics, "clock_lag_seconds_count") == 0


async def test_what_discord_refuses_is_counted_as_such(sim, metrics, two_play):
    sim.env.inject_error("POST", sim.messages_path, status=500, times=1)
    await sim.move(await sim.to_move(), lambda choices: choices[-1])
    assert count(metrics, "sends_total", kind="table", outcome="failed") == 1
    assert count(metrics, "click_to_shown_seconds_count") == 0
    await sim.pass_time(seconds=7)
    assert count(metrics, "click_to_shown_seconds_count") == 1


async def test_what_the_clock_does_is_counted_with_how_late_it_was(sim, metrics, two_play):
    await sim.pass_time(days=2, hours=1)
    assert moves(metrics, "clock") == 2
    assert count(metrics, "clock_lag_seconds_count") >= 2
    assert moves(metrics, "person") == 0
    assert count(metrics, "click_to_commit_seconds_count") == 0
