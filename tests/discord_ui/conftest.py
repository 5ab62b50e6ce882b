from __future__ import annotations

import hashlib
import itertools
import random
from collections.abc import AsyncIterator
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import event

import bot.app
from bot.engine import nature
from bot.engine.chance import Chance
from bot.engine.contract import Lot, Move, Shuffle
from bot.service import boneyard, podiums
from bot.store import SqlStore, open_store
from bot.store.engine import PATIENCE
from tests.discord_ui.limits import check_everything
from tests.discord_ui.table import Cafe


@pytest.fixture(autouse=True)
def same_chance(request, monkeypatch) -> None:
    """Each test deals the same bones every time it runs."""
    name, count = request.node.name, itertools.count()

    def secret(self: boneyard.SystemEntropy) -> bytes:
        return hashlib.sha256(f"{name} {next(count)}".encode()).digest()

    chance = random.Random(name)
    monkeypatch.setattr(boneyard.SystemEntropy, "secret", secret)
    monkeypatch.setattr(boneyard, "random", SimpleNamespace(SystemRandom=lambda: chance))


@pytest.fixture
def stacked(monkeypatch) -> list[str]:
    """Nature's next answers, by their codes; when they are used up, chance goes on."""
    codes: list[str] = []
    by_chance = Chance.answer

    def answer(self: Chance, asked: Shuffle | Lot, ordinal: int) -> Move:
        return nature.answer(asked, codes.pop(0)) if codes else by_chance(self, asked, ordinal)

    monkeypatch.setattr(Chance, "answer", answer)
    return codes


@pytest.fixture
def patience() -> float:
    """Seconds that the store waits for others; a file of tests may say otherwise."""
    return PATIENCE


@pytest.fixture(autouse=True)
def no_disk_to_wait_for(monkeypatch, patience) -> None:
    """Commits are as always, but the disk may write them down when it likes."""

    def hasty(connection: Any, record: object) -> None:
        cursor = connection.cursor()
        cursor.execute("PRAGMA synchronous=OFF")
        cursor.close()

    def opened(url: str) -> SqlStore:
        store = open_store(url, patience=patience)
        event.listen(store.engine.sync_engine, "connect", hasty)
        return store

    monkeypatch.setattr(bot.app, "open_store", opened)


@pytest.fixture(autouse=True)
def no_clock_to_be_set(monkeypatch) -> None:
    """Virtual time is never set: podiums need not look every hour what time it is."""
    monkeypatch.setattr(podiums, "SLEEP", timedelta(days=7))


@pytest.fixture
async def cafe(tmp_path) -> AsyncIterator[Cafe]:
    """A café that nobody has sat down in; afterwards, all that the bot said is looked at.

    Errors that the bot let escape fail the test.
    """
    there = Cafe(tmp_path)
    await there.open()
    yield there
    await there.close()
    assert there.env.errors == []
    check_everything(there)
