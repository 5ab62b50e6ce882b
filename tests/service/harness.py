"""The service without Discord: a database in memory, a recording publisher, a manual clock."""

import asyncio
from collections.abc import Awaitable, Collection, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest

from bot.engine.contract import NATURE
from bot.engine.errors import Refusal
from bot.engine.replay import ReplayedMove, remaining, replay
from bot.games import game
from bot.model.calls import Call
from bot.model.daily import DailyPost
from bot.model.deadlines import SeatClock
from bot.model.match import Match, Stage, WaitingFor
from bot.model.preferences import PlayerSettings
from bot.model.scores import Podium
from bot.model.terms import HintRule, Pace
from bot.model.updates import PublicMove, Update
from bot.service.game_service import GameService
from bot.service.lobby.new_match import MatchPlace
from bot.service.play.loaded_match import replayed, setup_of
from bot.service.ports.publisher import PersonGone, PublishFailed
from tests.service.fault_injection import FaultInjectingStore

ANA, BRUNO, CHEN, DANA, EVA = 101, 102, 103, 104, 105
HERE = MatchPlace(guild_id=1, channel_id=10)
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


def stored_match(match_id: int = 1, **values: Any) -> Match:
    usual: dict[str, Any] = dict.fromkeys(("ply", "shown_ply", "version", "shown_version"), 9)
    usual |= {
        "game": "block",
        "rules": 1,
        "options": {},
        "guild_id": 1,
        "channel_id": 10,
        "host_id": ANA,
        "stage": Stage.RUNNING,
        "awaits": WaitingFor.PERSON,
        "secret": b"",
        "created_at": NOON,
        "start_salt": "start",
    }
    return Match(id=match_id, **(usual | values))


@dataclass
class RecordingPublisher:
    """A publisher that records what is shown; the next `refuse` attempts fail."""

    shown: list[Update] = field(default_factory=list)
    quiet: list[Update] = field(default_factory=list)
    """Those in which nobody was called yet."""
    rounds: list[tuple[PublicMove, ...]] = field(default_factory=list)
    reminded: list[tuple[int, int]] = field(default_factory=list)
    reminders: set[tuple[int, int, SeatClock | None]] = field(default_factory=set)
    """Those that were given: a second one with the same nonce is dropped, as by Discord."""
    gone: set[int] = field(default_factory=set)
    refuse: int = 0
    answers: asyncio.Event = field(default_factory=asyncio.Event)
    """While this is cleared, calls wait."""
    asked: asyncio.Event = field(default_factory=asyncio.Event)
    podiums: list[Podium] = field(default_factory=list)
    dailies: list[DailyPost] = field(default_factory=list)
    called: list[tuple[tuple[int, ...], Call]] = field(default_factory=list)
    """The people of each call, by DM or in the channel."""
    mentions: int = 0
    digests: dict[str, tuple[int, tuple[int, ...]]] = field(default_factory=dict)
    """The person and the matches of each digest, by token."""
    digest_attempts: int = 0
    without_dms: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.answers.set()

    async def call_by_dm(
        self, match: Match, user: int, settings: PlayerSettings, call: Call
    ) -> bool:
        await self._reach()
        if user in self.gone:
            raise PersonGone
        if user in self.without_dms:
            return False
        self.called.append(((user,), call))
        return True

    async def call_in_channel(self, match: Match, users: Collection[int], call: Call) -> None:
        await self._reach()
        self.called.append((tuple(users), call))
        self.mentions += 1

    async def update_quietly(self, update: Update) -> None:
        self.quiet.append(update)

    def has_open_hands(self, match_id: int) -> bool:
        return False

    def refresh_hands(self, update: Update) -> None:
        raise AssertionError("no hand is open")

    async def forget(self, user: int) -> None:
        pass

    async def send_digest(
        self, user: int, settings: PlayerSettings, waiting: Sequence[int], token: str
    ) -> None:
        await self._reach()
        self.digest_attempts += 1
        self.digests.setdefault(token, (user, tuple(waiting)))  # a second one is dropped

    async def post_podium(self, podium: Podium) -> None:
        await self._reach()
        self.podiums.append(podium)

    async def post_daily(self, post: DailyPost) -> None:
        await self._reach()
        self.dailies.append(post)

    async def post_round(self, match: Match, chapter: Sequence[PublicMove]) -> None:
        await self._reach()
        self.rounds.append(tuple(chapter))

    async def post(self, update: Update) -> None:
        await self._reach()
        self.shown.append(update)

    async def remind(self, update: Update, user: int) -> None:
        await self._reach()
        if user in self.gone:
            raise PersonGone
        seat = update.match.seat_of(user)
        clock = None if seat is None else update.match.agenda.clock(seat)
        if (update.match.id, user, clock) not in self.reminders:
            self.reminders.add((update.match.id, user, clock))
            self.reminded.append((update.match.id, user))

    async def _reach(self) -> None:
        self.asked.set()
        await asyncio.sleep(0)
        await self.answers.wait()
        if self.refuse:
            self.refuse -= 1
            raise PublishFailed("the channel is gone")


@dataclass
class TickingClock:
    """A clock that starts at noon and is a second later each time it is read, plus `passed`."""

    asked: int = 0
    passed: timedelta = timedelta()

    def now(self) -> datetime:
        self.asked += 1
        return NOON + self.passed + timedelta(seconds=self.asked)


@dataclass
class RepeatableEntropy:
    """Numbered secrets, and the same random numbers for every decision."""

    number: int = 0

    def secret(self) -> bytes:
        self.number += 1
        return self.number.to_bytes(32, "big")

    def random(self) -> Random:
        return Random(7)


async def refused(refusal: type[Refusal], wish: Awaitable[object]) -> None:
    with pytest.raises(refusal):
        await wish


class ServiceHarness:
    def __init__(
        self,
        store: Any = None,
        channel: RecordingPublisher | None = None,
        clock: Any = None,
        entropy: Any = None,
        **parts: Any,
    ) -> None:
        self.store: Any = store or FaultInjectingStore()
        self.channel = channel or RecordingPublisher()
        self.clock: Any = clock or TickingClock()
        entropy = entropy or RepeatableEntropy()
        self.service = GameService(self.store, self.channel, self.clock, entropy, **parts)
        self.tables, self.matches = self.service.lobbies, self.service.matches
        self.rematches = self.service.rematches
        self.others: list[ServiceHarness] = []
        self._replayed: tuple[Any, list[ReplayedMove[Any]]] = (None, [])

    async def lobby(
        self,
        *people: int,
        computers: Sequence[str] = (),
        game_id: str = "block",
        where: MatchPlace = HERE,
    ) -> int:
        host, *others = people or (ANA,)
        match = await self.tables.open(game_id, where, host, f"salt {host}")
        for user in others:
            await self.tables.join(match.id, user, f"salt {user}")
        for level in computers:
            await self.tables.add_computer(match.id, host, level)
        return match.id

    async def running(
        self,
        *people: int,
        target: int | None = None,
        pace: Pace | None = None,
        rated: bool | None = None,
        hints: HintRule | None = None,
        **lobby: Any,
    ) -> int:
        people = people or (ANA, BRUNO)
        match_id, host = await self.lobby(*people, **lobby), people[0]
        if target is not None:
            await self.tables.set_option(match_id, host, "target", str(target))
        if pace is not None:
            await self.tables.set_pace(match_id, host, pace)
        if rated is not None:
            await self.tables.set_rated(match_id, host, rated=rated)
        if hints is not None:
            await self.tables.set_hints(match_id, host, hints)
        await self.tables.start(match_id, host, "start")
        await self.quiet()
        return match_id

    async def leave(self, match_id: int, *people: int, **how: bool) -> Match:
        for user in people:
            await self.matches.leave(match_id, user, **how)
        await self.quiet()
        match: Match = await self.store.match(match_id)
        return match

    async def quiet(self) -> None:
        """Wait until no background job is running."""
        boneyard = self.service
        while tasks := [task for each in boneyard.queues for task in each._tasks.values()]:
            await asyncio.wait(tasks)

    async def handled(self) -> None:
        """Wait until the clock has handled what is due, and no background job is running."""
        if (awake := self.service.scheduler._awake) is not None:
            await asyncio.wait({awake})
        await self.quiet()

    def another(self) -> "ServiceHarness":
        """Return another process on the same store, which ends with this one."""
        self.others.append(ServiceHarness(self.store))
        return self.others[-1]

    async def close(self) -> None:
        for each in self.others:
            await each.close()
        await self.service.close()

    async def end(self) -> None:
        await self.close()
        await self.store.dispose()

    async def plies(self, match_id: int) -> list[ReplayedMove[Any]]:
        match = await self.store.match(match_id)
        log = await self.store.log(match_id)
        assert len(log) == match.ply
        if self._replayed[0] != (match_id, log):
            self._replayed = (match_id, log), list(replay(game(match.game), setup_of(match), log))
        return self._replayed[1]

    async def turn(self, match_id: int) -> tuple[int, list[str]]:
        """Return the person to move, and the codes of their moves."""
        match: Match = await self.store.match(match_id)
        plies = await self.plies(match_id)
        rules = game(match.game)
        asked = rules.to_act(plies[-1].state)
        assert isinstance(asked, frozenset)
        (seat,) = asked
        user = match.seats[seat].user_id
        assert user is not None
        return user, [move.code for move in rules.legal_moves(plies[-1].state, seat)]

    async def move(self, match_id: int, number: int = 0) -> int:
        """Let the person who is to act make one of their moves; return who it was."""
        user, codes = await self.turn(match_id)
        await self.matches.play(match_id, user, None, codes[number % len(codes)])
        return user

    async def play_on(self, match_id: int, rng: Random, moves: int = 10_000) -> int:
        """Let people make random moves while it is their turn; return the number of moves."""
        for made in range(moves):
            match = await self.store.match(match_id)
            if match.awaits is not WaitingFor.PERSON:
                return made
            user, codes = await self.turn(match_id)
            await self.matches.play(match_id, user, match.ply, rng.choice(codes))
            await self.quiet()
        return moves

    async def agree(self, match_id: int) -> None:
        """Check that memory and store agree, and that the stored log is legal."""
        await self.quiet()
        stored = await self.store.match(match_id)
        async with self.service.cache.locked(match_id) as loaded:
            for name in ("ply", "stage", "version", "revision", "seats", "options", "awaits"):
                assert getattr(loaded.match, name) == getattr(stored, name), name
            if stored.ply:
                plies = await self.plies(match_id)
                assert loaded.state == plies[-1].state
                assert loaded.nature_moves == sum(ply.actor is NATURE for ply in plies)
                # What was shown but could not be recorded may be shown again, under the same nonce.
                assert loaded.match.shown_ply <= stored.shown_ply
                first = loaded.match.shown_ply
                told = remaining(await self.store.log(match_id))
                unshown = [index for index in told if index >= first]
                assert [news.ply for news in loaded.news] == unshown
                log, makers = await self.store.log(match_id), await self.store.makers(match_id)
                assert loaded.recent == replayed(stored, log, makers).recent
