"""Many matches at once: who plays them, and where."""

import asyncio
from collections.abc import Awaitable
from contextlib import suppress
from random import Random
from typing import Any

from tests.wire.fake_discord import FakeDiscord, until
from tests.wire.group import Group, Way
from tests.wire.person import Person

LEVELS = ("casual", "steady")
WAYS = {Way.TABLE: 4, Way.DM: 4, Way.BOTH: 1, Way.TOGETHER: 1}
PLANS = 0.2
"""The share of turns in which somebody else plans."""
PEOPLE = 60
"""The number of people who play in guilds."""
CLEANING = 20.0
"""Seconds for the deletion of the last old tables."""
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

    def __init__(self, discord: FakeDiscord, *, seed: str, pace: str = "relaxed") -> None:
        """Make up the people; ``seed`` decides who plays in which match, and what they press."""
        self.discord = discord
        self.groups: list[Group] = []
        self._chance = Random(seed)
        self._people = [Person.new(discord) for _ in range(PEOPLE)]
        self._pace = pace

    async def play(self, matches: int, at_once: int = 20, during: Any = None) -> None:
        """Play so many matches; more if new ones can begin before the task ``during`` is done."""

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
        guilds, seed, kind = self.discord.guilds, self._chance.random(), number % 10
        computers: tuple[str, ...]
        if kind == ALONE:
            people = [Person.new(self.discord)]
            channel, computers = self.discord.dm(people[0].id), (LEVELS[number // 10 % 2],)
        else:
            size, others = PLAYERS.get(kind, (2, 0))
            people = self._chance.sample(self._people, size)
            channel = self.discord.channel(guilds[number % len(guilds)].id)
            computers = (LEVELS[number % 2],) * others
        common: dict[str, Any] = {"seed": seed, "pace": self._pace, "ways": WAYS, "target": "1"}
        # A plan is not left to be carried out while the referee looks.
        plans = 0 if kind == UNFINISHED else PLANS
        group = Group(self.discord, channel, people, computers=computers, plans=plans, **common)
        if kind == UNFINISHED:
            group.most_moves = self._chance.randrange(1, 4)
        return group

    async def settled(self, all_shown: Awaitable[None]) -> None:
        """Wait until all presses are answered, and every channel shows only the newest version."""

        def answered() -> bool:
            asked = self.discord.interactions.values()
            return not any(each.reply is None and each.can_be_answered for each in asked)

        await until(answered, "answers to all presses")
        await all_shown
        # An old table is deleted after the new one is recorded. The referee complains of any left.
        with suppress(TimeoutError):
            async with asyncio.timeout(CLEANING):
                await until(lambda: all(len(each.tables) <= 1 for each in self.groups), "one each")
