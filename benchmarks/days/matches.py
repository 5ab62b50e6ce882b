"""Matches among people on the virtual clock, with the real service over the real store."""

import asyncio
from dataclasses import dataclass
from random import Random

from benchmarks.days.counting_publisher import CountingPublisher
from benchmarks.days.people import DAY, HOUR, KINDS, Habits, Person
from benchmarks.days.presses import Presser
from benchmarks.days.tables import Table
from benchmarks.days.virtual_time import SeededEntropy, VirtualClock, VirtualLoop
from bot.model.match import MatchId, MoveMaker
from bot.model.preferences import Preferences
from bot.service.delays import Delays
from bot.service.game_service import GameService
from bot.service.lobby.new_match import MatchPlace
from bot.service.metrics import Metrics
from bot.store import open_store, upgrade

BEGIN = 10 * HOUR, 20 * HOUR
"""The time of day, in seconds, between which matches are started."""
PEOPLE = 1_000
"""The first id of a person."""


@dataclass(frozen=True, slots=True)
class Lasted:
    """What one match took."""

    days: float
    decisions: float
    """Choices of one person, whoever carried them out, on average."""
    looks: int
    """How often anybody looked."""
    calls: int
    messages: int
    requests: int
    taps: int
    """The most that a plan of three pieces took in matches like it, from the open hand."""


class _Decisions(Metrics):
    """Counts the moves of each match."""

    def __init__(self) -> None:
        self.made: dict[MatchId, int] = {}

    def committed(self, match_id: int, by: MoveMaker) -> None:
        """Count a move."""
        del by
        self.made[match_id] = self.made.get(match_id, 0) + 1


def lasting(table: Table, matches: int, seed: str) -> list[Lasted]:
    """Play that many matches at the same time and return what each took."""
    loop = VirtualLoop()
    with asyncio.Runner(loop_factory=lambda: loop) as runner:
        return runner.run(_Server(table, loop, seed).play(matches))


class _Server:
    """A server in which people play matches of one kind."""

    def __init__(self, table: Table, loop: VirtualLoop, seed: str) -> None:
        self._table = table
        self._rng = Random(f"{table.game} {table.seats} {table.length} {seed}")
        self._people: dict[int, Person] = {}
        self._publisher = CountingPublisher(lambda user: self._people[user].called())
        self._decisions = _Decisions()
        self._store = open_store("sqlite://", exclusive=True)
        self._service = GameService(
            self._store,
            self._publisher,
            VirtualClock(loop),
            SeededEntropy(seed),
            metrics=self._decisions,
            delays=Delays(),
        )
        self._presser = Presser(self._service, self._rng, table.spare)

    async def play(self, matches: int) -> list[Lasted]:
        """Play matches side by side."""
        await upgrade(self._store.database)
        self._service.resume()
        lasted = await asyncio.gather(*(self._match(number) for number in range(matches)))
        await self._service.close()
        await self._store.dispose()
        return lasted

    async def _match(self, number: int) -> Lasted:
        await asyncio.sleep(self._rng.uniform(*BEGIN))
        users = [PEOPLE + 100 * number + seat for seat in range(self._table.seats)]
        match_id = await self._started(number, users)
        channel = self._publisher.channel(match_id)
        begun = asyncio.get_running_loop().time()
        await channel.is_over.wait()
        people = [self._people[user] for user in users]
        for each in people:
            each.end()
        ended = channel.ended_at or begun
        return Lasted(
            (ended - begun) / DAY,
            self._decisions.made[match_id] / len(users),
            sum(each.looks for each in people),
            sum(each.calls for each in people),
            channel.messages,
            channel.requests,
            self._presser.longest_plan,
        )

    async def _started(self, number: int, users: list[int]) -> MatchId:
        """Deal; everybody has agreed to have forced moves made for them."""
        host, *others = users
        for user in users:
            await self._service.set_preferences(user, Preferences(autoplay=True))
        lobbies, where = self._service.lobbies, MatchPlace(guild_id=1, channel_id=1 + number)
        match = await lobbies.open(self._table.game, where, host, str(host))
        for user in others:
            await lobbies.join(match.id, user, str(user))
        for key, value in self._table.options.items():
            await lobbies.set_option(match.id, host, key, str(value))
        for user in users:
            self._people[user] = self._person(match.id, user)
        await lobbies.start(match.id, host, str(host))
        for user in users:
            self._people[user].begin()
        return match.id

    def _person(self, match_id: MatchId, user: int) -> Person:
        async def act(user_id: int) -> bool:
            has_moved = await self._presser.play(match_id, user_id)
            if self._table.planned:
                await self._presser.plan(match_id, user_id, self._table.planned)
            return has_moved

        habits: Habits = KINDS[self._table.kind]
        return Person(user, habits, Random(self._rng.random()), act)
