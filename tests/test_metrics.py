"""Metrics: what is told becomes numbers, on a page that Prometheus reads, and nobody is named."""

from __future__ import annotations

import asyncio
import socket
import time
from datetime import timedelta

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families

from bot import metrics as metrics_module
from bot.metrics import CannotServe, Metrics, exposed
from bot.service.meter import Census, Meter, Parcel, Silent
from bot.service.moving import By
from bot.service.ports import StoreFault


def value(metrics: Metrics, name: str, **labels: str) -> float | None:
    return metrics.registry.get_sample_value(name, labels)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


async def nothing_yet() -> Census | None:
    return None


async def read(port: int, path: str = "/metrics", **headers: str) -> tuple[int, str]:
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"http://127.0.0.1:{port}{path}", headers=headers) as response,
    ):
        return response.status, await response.text()


def test_both_are_meters():
    meters: list[Meter] = [Metrics(), Silent()]
    for meter in meters:
        meter.clicked()
        meter.committed(1, By.PERSON)
        meter.shown(1)
        meter.sent(Parcel.TABLE, arrived=True)
        meter.alarmed(timedelta(seconds=3))


def test_moves_are_counted_by_who_makes_them():
    metrics = Metrics()
    for by in (By.PERSON, By.COMPUTER, By.COMPUTER):
        metrics.committed(1, by)

    counts = [value(metrics, "boneyard_moves_committed_total", by=each.value) for each in By]
    assert counts == [1, 2, 0, 0]


def test_sends_are_counted_by_kind_and_outcome():
    metrics = Metrics()
    metrics.sent(Parcel.LETTER, arrived=True)
    metrics.sent(Parcel.LETTER, arrived=False)
    metrics.sent(Parcel.LETTER, arrived=False)

    assert value(metrics, "boneyard_sends_total", kind="letter", outcome="sent") == 1
    assert value(metrics, "boneyard_sends_total", kind="letter", outcome="failed") == 2
    assert value(metrics, "boneyard_sends_total", kind="table", outcome="sent") == 0


async def test_a_click_is_timed_to_its_commit_and_to_the_table_that_shows_it():
    metrics = Metrics()

    async def click(match_id: int, pause: float) -> None:
        metrics.clicked()
        await asyncio.sleep(pause)
        metrics.committed(match_id, By.PERSON)
        asyncio.create_task(computer(match_id))  # noqa: RUF006 - it inherits the click's context

    async def computer(match_id: int) -> None:
        metrics.committed(match_id, By.COMPUTER)

    await asyncio.gather(click(1, 0.05), click(2, 0.1))
    await asyncio.sleep(0.05)
    metrics.shown(1)
    metrics.shown(1)
    metrics.shown(3)

    assert value(metrics, "boneyard_click_to_commit_seconds_count") == 2
    assert 0.15 <= (value(metrics, "boneyard_click_to_commit_seconds_sum") or 0) < 1
    assert value(metrics, "boneyard_click_to_shown_seconds_count") == 1
    assert 0.1 <= (value(metrics, "boneyard_click_to_shown_seconds_sum") or 0) < 1


def test_the_clock_is_never_early():
    metrics = Metrics()
    metrics.alarmed(timedelta(hours=2))
    metrics.alarmed(timedelta(milliseconds=-1))

    assert value(metrics, "boneyard_clock_lag_seconds_sum") == 7200


async def test_the_page_tells_all_and_counts_matches_when_it_is_asked_for():
    metrics, port, running = Metrics(), free_port(), 0

    async def census() -> Census:
        nonlocal running
        running += 1
        return Census(lobbies=2, running=running, owed=0)

    async with exposed(metrics, "127.0.0.1", port, census):
        for count in (1, 2):
            status, text = await read(port)
            assert status == 200
            found = {family.name: family for family in text_string_to_metric_families(text)}
            stages = {s.labels["stage"]: s.value for s in found["boneyard_open_matches"].samples}
            assert stages == {"lobby": 2, "running": count}
        assert (await read(port, "/"))[0] == 404
        status, text = await read(port, Accept="application/openmetrics-text; version=1.0.0")
        assert text.endswith("# EOF\n")
    labels = {key for family in found.values() for s in family.samples for key in s.labels}
    assert labels <= {"stage", "by", "kind", "outcome", "le"}, "nobody is named"


async def test_a_store_that_does_not_answer_keeps_nobody_waiting(monkeypatch, caplog):
    monkeypatch.setattr(metrics_module, "PATIENCE", 0.05)
    metrics, port = Metrics(), free_port()

    async def slow() -> Census:
        await asyncio.sleep(60)
        raise AssertionError

    async def broken() -> Census:
        raise StoreFault("it is gone")

    for census in (slow, broken, nothing_yet):
        async with exposed(metrics, "127.0.0.1", port, census):
            status, text = await read(port)
        assert status == 200
        assert "boneyard_moves_committed_total" in text
        assert "boneyard_owed_matches NaN" in text
    assert "does not answer" in caplog.text
    assert "it is gone" in caplog.text


async def test_it_stops_at_once_though_somebody_is_reading():
    metrics, port, asked = Metrics(), free_port(), asyncio.Event()

    async def slow() -> Census:
        asked.set()
        await asyncio.sleep(60)
        raise AssertionError

    async with exposed(metrics, "127.0.0.1", port, slow):
        reading = asyncio.create_task(read(port))
        await asked.wait()
        begun = time.monotonic()
    assert time.monotonic() - begun < 1.5
    with pytest.raises(aiohttp.ClientError):
        await reading
    with socket.create_server(("127.0.0.1", port)):
        pass  # the port is free again


@pytest.mark.parametrize("host", ["127.0.0.1", "192.0.2.1", "no.such.host.invalid"])
async def test_a_page_that_cannot_be_opened_is_named(host):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(CannotServe, match=f"cannot be told at {host}:{port}: "):
            async with exposed(Metrics(), host, port, nothing_yet):
                pass


def test_many_can_be_kept_in_one_process():
    for _ in range(3):
        Metrics()
