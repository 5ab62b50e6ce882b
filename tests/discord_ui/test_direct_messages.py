from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from bot.discord_ui.publishing import direct_messages
from bot.discord_ui.publishing.message_api import Sent
from bot.model.match import Posted, Stage
from bot.present.screen import note
from bot.service.metrics import NO_METRICS

BEN = 7


class Post:
    """Stands in for store, client and messages; a sent message arrives when the test says so."""

    metrics = NO_METRICS
    id = 5

    def __init__(self) -> None:
        self.arrives: list[asyncio.Event] = []
        """One for each message that was sent, in order."""
        self.noted: dict[int, Posted] = {}
        self.alive: set[int] = set()
        self.people: tuple[int, ...] = (BEN,)
        self.ply, self.stage = 4, Stage.RUNNING
        self.is_held = self.is_in_memory = True
        self.service = SimpleNamespace(cache=self)

    def peek(self, match_id: int) -> Any:
        return self._match if self.is_in_memory else None

    async def match(self, match_id: int) -> Any:
        return self._match

    @property
    def _match(self) -> Any:
        seats = [SimpleNamespace(is_held=self.is_held)]
        match = SimpleNamespace(people=self.people, ply=self.ply, stage=self.stage, seats=seats)
        match.seat_of = lambda user: 0
        return match

    async def create_dm(self, user: Any) -> Post:
        return self

    async def send(self, *_: Any) -> Sent:
        self.arrives.append(asyncio.Event())
        number = len(self.arrives)
        await self.arrives[-1].wait()
        self.alive.add(number)
        return Sent(number, shows_other=False)

    async def remember(
        self, match_id: int, posted: Posted, *, instead_of: int | None = None, **_: Any
    ) -> None:
        self.noted.pop(instead_of or 0, None)
        self.noted[posted.message_id] = posted

    async def posted(self, match_id: int) -> tuple[Posted, ...]:
        return tuple(self.noted[number] for number in sorted(self.noted))

    async def forget(self, match_id: int, message_id: int) -> None:
        del self.noted[message_id]

    async def take_away(self, store: object, match: object, posted: Posted) -> bool:
        await asyncio.sleep(0)
        self.alive.discard(posted.message_id)
        await self.forget(1, posted.message_id)
        return True


async def idle() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


@pytest.fixture
def post(monkeypatch) -> Post:
    async def body(screen: Any) -> Any:
        return SimpleNamespace(view=None, files=[])

    monkeypatch.setattr(direct_messages, "body", body)
    monkeypatch.setattr(direct_messages, "mark", lambda view: 1)
    return Post()


@pytest.fixture
def sender(post: Any) -> direct_messages.DirectMessages:
    return direct_messages.DirectMessages(post, post, post)


def sending(
    sender: direct_messages.DirectMessages, version: int, *, stays_true: bool = False
) -> asyncio.Task[bool]:
    match: Any = SimpleNamespace(id=1, version=version, ply=4, stage=Stage.RUNNING)
    match.guild_id = match.channel_id = 9
    match.seat_of = lambda user: 0
    sent = sender.send(
        direct_messages.Letter(match, BEN, lambda url: note("the hand"), stays_true=stays_true)
    )
    return asyncio.create_task(sent)


async def test_who_has_left_meanwhile_gets_none(post, sender):
    post.people = ()
    sending(sender, 2)
    await idle()
    assert not post.arrives
    assert not post.noted


async def test_who_is_to_be_forgotten_gets_none_and_one_on_its_way_is_awaited(post, sender):
    on_its_way = sending(sender, 2)
    await idle()
    asyncio.get_running_loop().call_soon(post.arrives[0].set)
    async with sender.silent(BEN), sender.silent(BEN):
        assert list(post.noted) == [1]
        assert not await sending(sender, 2)
    assert await on_its_way
    assert list(post.noted) == [1]
    one_more = sending(sender, 3)
    await idle()
    post.arrives[1].set()
    assert await one_more
    assert list(post.noted) == [2]


@pytest.mark.parametrize("in_memory", [False, True])
@pytest.mark.parametrize(
    ("about_held_seat", "is_held", "sent"), [(False, True, 0), (True, True, 1), (True, False, 0)]
)
async def test_what_is_not_true_any_more_is_not_sent(
    post, sender, in_memory, about_held_seat, is_held, sent
):
    """Moves cannot be made any more, or a seat was taken back."""
    post.ply, post.is_in_memory, post.is_held = 5, in_memory, is_held
    sending(sender, 2, stays_true=about_held_seat)
    await idle()
    assert len(post.arrives) == len(post.noted) == sent


@pytest.mark.parametrize("in_memory", [False, True])
async def test_nothing_is_sent_about_a_running_match_that_is_over(post, sender, in_memory):
    post.stage, post.is_in_memory = Stage.OVER, in_memory
    sending(sender, 2, stays_true=True)
    await idle()
    assert not post.arrives


@pytest.mark.parametrize("versions", [(2, 3), (3, 2)])
async def test_the_newest_dm_stays_alone(post, sender, versions):
    sent = [sending(sender, version) for version in versions]
    await idle()
    assert len(post.arrives) == 1, "the second waits for the first"
    post.arrives[0].set()
    await idle()
    for each in post.arrives:
        each.set()
    await asyncio.gather(*sent)
    assert post.alive == set(post.noted)
    assert [posted.version for posted in post.noted.values()] == [3]
