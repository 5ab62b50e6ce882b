"""Letters that are under way at the same time."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from bot.discord_ui import mail
from bot.discord_ui.messages import Fate
from bot.present.screen import note
from bot.service.meter import SILENT
from bot.service.ports import Posted

BEN = 7


class Post:
    """Store, client and messages in one; what is sent takes as long as it is told to."""

    meter = SILENT

    def __init__(self, *pauses: float) -> None:
        self._pauses = list(pauses)
        self._sent = 0
        self.noted: dict[int, Posted] = {}
        self.alive: set[int] = set()
        self.id = 5
        self.people: tuple[int, ...] = (BEN,)

    async def match(self, match_id: int) -> Any:
        return SimpleNamespace(people=self.people)

    async def create_dm(self, user: Any) -> Post:
        return self

    async def send(self, **_: Any) -> Any:
        self._sent += 1
        number = self._sent
        await asyncio.sleep(self._pauses.pop(0))
        self.alive.add(number)
        return SimpleNamespace(id=number)

    async def remember(self, match_id: int, posted: Posted) -> None:
        self.noted[posted.message_id] = posted

    async def posted(self, match_id: int) -> tuple[Posted, ...]:
        return tuple(self.noted[number] for number in sorted(self.noted))

    async def forget(self, match_id: int, message_id: int) -> None:
        del self.noted[message_id]

    async def remove(self, posted: Posted) -> Fate:
        await asyncio.sleep(0.01)
        self.alive.discard(posted.message_id)
        return Fate.DONE


@pytest.fixture(autouse=True)
def nothing_to_paint(monkeypatch) -> None:
    async def body(screen: Any) -> Any:
        return SimpleNamespace(view=None, files=[])

    monkeypatch.setattr(mail, "body", body)


MATCH: Any = SimpleNamespace(id=1, version=2, ply=2)


async def test_who_has_left_meanwhile_gets_none():
    post = Post(0)
    letters = mail.Mail(post, post, post)  # type: ignore[arg-type]
    post.people = ()
    await letters.send(MATCH, BEN, note("the hand"))
    assert not post.alive
    assert not post.noted


async def test_who_is_to_be_forgotten_gets_none_and_one_on_its_way_is_awaited():
    post = Post(0.02, 0)
    letters = mail.Mail(post, post, post)  # type: ignore[arg-type]
    on_its_way = asyncio.create_task(letters.send(MATCH, BEN, note("the hand")))
    await asyncio.sleep(0)

    async with letters.silent(BEN), letters.silent(BEN):
        assert list(post.noted) == [1]
        assert not await letters.send(MATCH, BEN, note("another"))

    assert await on_its_way
    assert list(post.noted) == [1]
    assert await letters.send(SimpleNamespace(id=1, version=3, ply=3), BEN, note("one more"))  # type: ignore[arg-type]
    assert list(post.noted) == [2]


@pytest.mark.parametrize("pauses", [(0.02, 0.02), (0.06, 0.01), (0.01, 0.06)])
@pytest.mark.parametrize("newest_first", [False, True])
async def test_the_newest_letter_stays_alone(pauses, newest_first):
    post = Post(*pauses)
    letters = mail.Mail(post, post, post)  # type: ignore[arg-type]
    versions = (3, 2) if newest_first else (2, 3)

    await asyncio.gather(
        *(
            letters.send(SimpleNamespace(id=1, version=version, ply=version), BEN, note("the hand"))  # type: ignore[arg-type]
            for version in versions
        )
    )

    assert post.alive == set(post.noted)
    assert [posted.version for posted in post.noted.values()] == [3]
