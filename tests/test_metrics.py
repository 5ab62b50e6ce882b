import asyncio
import socket
from datetime import timedelta

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families

from bot import metrics as metrics_module
from bot.metrics import CannotServe, PrometheusMetrics, exposed
from bot.model.match import MoveMaker
from bot.model.overview import Census
from bot.service.metrics import MessageKind
from bot.service.ports.faults import StoreFault


@pytest.fixture(autouse=True)
def patience(monkeypatch):
    """Let the page wait so long for the store that only a hang takes longer."""
    monkeypatch.setattr(metrics_module, "COUNT_TIMEOUT", 120.0)


def value(metrics: PrometheusMetrics, name: str, **labels: str) -> float | None:
    return metrics.registry.get_sample_value(name, labels)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


async def nothing_yet() -> Census | None:
    return None


async def read(port: int, path: str = "/metrics", **headers: str) -> tuple[int, str]:
    url = f"http://127.0.0.1:{port}{path}"
    async with aiohttp.request("GET", url, headers=headers) as response:
        return response.status, await response.text()


def test_moves_are_counted_by_who_makes_them():
    metrics = PrometheusMetrics()
    for by in (MoveMaker.PERSON, MoveMaker.COMPUTER, MoveMaker.COMPUTER):
        metrics.committed(1, by)
    counts = [
        value(metrics, "boneyard_moves_committed_total", by=each.value)
        for each in MoveMaker
        if each is not MoveMaker.PLAN
    ]
    assert counts == [1, 2, 0, 0]


def test_sends_are_counted_by_kind_and_outcome():
    metrics = PrometheusMetrics()
    metrics.sent(MessageKind.DM, arrived=True)
    metrics.sent(MessageKind.DM, arrived=False)
    metrics.sent(MessageKind.DM, arrived=False)
    assert value(metrics, "boneyard_sends_total", kind="letter", outcome="sent") == 1
    assert value(metrics, "boneyard_sends_total", kind="letter", outcome="failed") == 2
    assert value(metrics, "boneyard_sends_total", kind="table", outcome="sent") == 0


async def test_a_click_is_timed_to_its_commit_and_to_the_table_that_shows_it(monkeypatch):
    now = 100.0
    monkeypatch.setattr(metrics_module, "perf_counter", lambda: now)
    metrics = PrometheusMetrics()

    async def click(match_id: int) -> None:
        metrics.clicked()
        await asyncio.sleep(0)
        metrics.committed(match_id, MoveMaker.PERSON)
        # It inherits the click's context.
        await asyncio.create_task(computer(match_id))

    async def computer(match_id: int) -> None:
        metrics.committed(match_id, MoveMaker.COMPUTER)

    for match_id, pause in ((1, 0.05), (2, 0.1)):
        clicking = asyncio.create_task(click(match_id))
        await asyncio.sleep(0)
        now += pause
        await clicking
    now += 2
    for shown in (1, 1, 3):
        metrics.shown(shown)

    assert value(metrics, "boneyard_click_to_commit_seconds_count") == 2
    assert value(metrics, "boneyard_click_to_commit_seconds_sum") == pytest.approx(0.15)
    assert value(metrics, "boneyard_click_to_shown_seconds_count") == 1
    assert value(metrics, "boneyard_click_to_shown_seconds_sum") == pytest.approx(2.15)


def test_the_clock_is_never_early():
    metrics = PrometheusMetrics()
    metrics.deadline_handled(timedelta(hours=2))
    metrics.deadline_handled(timedelta(milliseconds=-1))
    assert value(metrics, "boneyard_clock_lag_seconds_sum") == 7200


async def test_the_page_tells_all_and_counts_matches_when_it_is_asked_for():
    metrics, port, running = PrometheusMetrics(), free_port(), 0

    async def census() -> Census:
        nonlocal running
        running += 1
        return Census(lobbies=2, running=running, pending=0)

    async with exposed(metrics, "127.0.0.1", port, census):
        for count in (1, 2):
            status, text = await read(port)
            assert status == 200
            found = {family.name: family for family in text_string_to_metric_families(text)}
            stages = {s.labels["stage"]: s.value for s in found["boneyard_open_matches"].samples}
            assert stages == {"lobby": 2, "running": count}
        assert (await read(port, "/"))[0] == 404
        assert await read(port, "/healthz") == (200, "ok\n")
        status, text = await read(port, Accept="application/openmetrics-text; version=1.0.0")
        assert text.endswith("# EOF\n")
    labels = {key for family in found.values() for s in family.samples for key in s.labels}
    assert labels <= {"stage", "by", "kind", "outcome", "le"}, "nobody is named"


class HangingStore:
    """A store that counts nothing until it is released, even if the call is cancelled."""

    def __init__(self) -> None:
        self.asked, self.released = 0, asyncio.Event()
        self.counting: asyncio.Task[bool] | None = None

    async def census(self) -> Census:
        self.asked += 1
        self.counting = asyncio.create_task(self.released.wait())
        try:
            await asyncio.shield(self.counting)
        except asyncio.CancelledError:
            await asyncio.wait([self.counting])
            raise
        return Census(lobbies=0, running=1, pending=0)


async def test_a_store_that_does_not_answer_keeps_nobody_waiting(monkeypatch, caplog):
    monkeypatch.setattr(metrics_module, "COUNT_TIMEOUT", 0.05)
    metrics, port, store = PrometheusMetrics(), free_port(), HangingStore()
    async with asyncio.timeout(60), exposed(metrics, "127.0.0.1", port, store.census):
        for _ in range(2):
            status, text = await read(port)
            assert status == 200
            assert "boneyard_moves_committed_total" in text
            assert "boneyard_owed_matches NaN" in text
        assert (await read(port, "/healthz"))[0] == 503
        assert store.asked == 1, "one question is enough"
        assert caplog.text.count("the store does not answer") == 3
        store.released.set()
        assert store.counting is not None
        await store.counting
        await asyncio.sleep(0)
        monkeypatch.setattr(metrics_module, "COUNT_TIMEOUT", 120.0)
        assert 'boneyard_open_matches{stage="running"} 1.0' in (await read(port))[1]
    assert store.asked == 2


async def test_a_store_that_fails_or_is_not_there_yet_leaves_the_rest_of_the_page(caplog):
    async def broken() -> Census:
        raise StoreFault("it is gone")

    for census in (broken, nothing_yet):
        metrics, port = PrometheusMetrics(), free_port()
        async with exposed(metrics, "127.0.0.1", port, census):
            status, text = await read(port)
        assert status == 200
        assert "boneyard_moves_committed_total" in text
        assert "boneyard_owed_matches NaN" in text
    assert "it is gone" in caplog.text


async def test_it_stops_though_somebody_is_reading_and_leaves_no_task_behind(monkeypatch):
    monkeypatch.setattr(metrics_module, "COUNT_TIMEOUT", 3600)
    monkeypatch.setattr(metrics_module, "SHUTDOWN_GRACE", 0.05)
    before = asyncio.all_tasks()
    metrics, port, asked = PrometheusMetrics(), free_port(), asyncio.Event()

    async def slow() -> Census:
        asked.set()
        return await asyncio.Future()

    async with asyncio.timeout(60):
        async with exposed(metrics, "127.0.0.1", port, slow):
            reading = asyncio.create_task(read(port))
            await asked.wait()
        with pytest.raises(aiohttp.ClientError):
            await reading
    assert asyncio.all_tasks() == before
    with socket.create_server(("127.0.0.1", port)):
        pass  # the port is free again


@pytest.mark.parametrize("host", ["127.0.0.1", "192.0.2.1", "no.such.host.invalid"])
async def test_a_page_that_cannot_be_opened_is_named(host):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(CannotServe, match=f"Cannot serve metrics on {host}:{port}: "):
            async with exposed(PrometheusMetrics(), host, port, nothing_yet):
                pass
