"""Many matches at once: who plays them, and where."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

from tests.wire.fake_discord import FakeDiscord
from tests.wire.group import Group
from tests.wire.person import Person

LEVELS = ("casual", "steady")
ALONE, UNFINISHED = 0, 9
"""The last digits of matches in direct messages, and of matches that are not played to the end."""
PLAYERS = {1: (1, 1), 2: (2, 1), 3: (3, 0)}
"""The people and computers of others, by last digit; two people in those not listed."""


class Load:
    """Groups that play on all guilds in turn, and some in direct messages.

    Of ten matches, six are of two people and one is of three; in two others, one or two people play
    with a computer. In one a person plays with a computer in their direct messages. The same people
    play in many of these matches. One of ten groups stops after a few moves.
    """

    def __init__(self, discord: FakeDiscord, *, people: int = 60, seed: str = "") -> None:
        """Make up the people.

        Args:
            discord: the fake Discord, with an unused channel for each match.
            people: how many people play in guilds.
            seed: decides who plays in which match, and what they press.
        """
        self.discord = discord
        self.groups: list[Group] = []
        self._chance = Random(seed)
        self._people = [Person(discord, discord.new_user()) for _ in range(people)]

    async def play(
        self, matches: int, at_once: int = 20, during: asyncio.Future[Any] | None = None
    ) -> None:
        """Play matches, so many at a time.

        Args:
            matches: how many; if ``during`` is given, at least as many.
            at_once: how many of them at a time.
            during: new matches begin until this is done.
        """

        async def play_one_after_another() -> None:
            while len(self.groups) < matches or (during is not None and not during.done()):
                group = self._next_group()
                self.groups.append(group)
                await group.play()

        async with asyncio.TaskGroup() as playing:
            for _ in range(at_once):
                playing.create_task(play_one_after_another())

    def _next_group(self) -> Group:
        number = len(self.groups)
        guilds, chance, kind = self.discord.guilds, Random(self._chance.random()), number % 10
        if kind == ALONE:
            alone = Person(self.discord, self.discord.new_user())
            level = LEVELS[number // 10 % 2]
            return Group(self.discord, self.discord.dm(alone.id), (alone,), chance, (level,))
        size, computers = PLAYERS.get(kind, (2, 0))
        people = tuple(self._chance.sample(self._people, size))
        channel = self.discord.channel(guilds[number % len(guilds)].id)
        group = Group(self.discord, channel, people, chance, (LEVELS[number % 2],) * computers)
        if kind == UNFINISHED:
            group.most_moves = chance.randrange(1, 4)
        return group

    @property
    def waits(self) -> list[float | None]:
        """The seconds from each press to its first answer, oldest first; ``None``: unanswered."""
        return [each.waited for each in self.discord.interactions.values()]
