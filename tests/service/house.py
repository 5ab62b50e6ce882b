"""The service without Discord and without a database: a store in memory, a channel that notes."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import UTC, datetime, timedelta
from random import Random
from types import MappingProxyType
from typing import Any, cast

from bot.engine.contract import NATURE
from bot.engine.options import OptionValue
from bot.engine.record import Entry
from bot.engine.replay import Ply, replay
from bot.games import game
from bot.service.boneyard import Boneyard
from bot.service.habits import USUAL_HABITS
from bot.service.live import setup_of
from bot.service.ports import (
    NOTHING,
    OPEN_STAGES,
    Agenda,
    Awaits,
    Census,
    ChannelTaken,
    Conflict,
    GivenUp,
    Habits,
    Holiday,
    Match,
    Moved,
    NewMatch,
    News,
    NotShown,
    Occupant,
    PersonGone,
    Place,
    Podium,
    Posted,
    Preferences,
    Stage,
    Stay,
    Terms,
    Try,
    Update,
)
from bot.service.tables import Where
from tests.service.scorebook import Scorebook

ANA, BRUNO, CHEN, DANA, EVA = 101, 102, 103, 104, 105
HERE = Where(guild_id=1, channel_id=10)
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


class MemoryStore(Scorebook):
    """The port's contract in dictionaries; `before` and `after` each call something may happen."""

    def __init__(self) -> None:
        super().__init__()
        self.logs: dict[int, list[Entry]] = {}
        self.messages: dict[int, list[Posted]] = {}
        self.made_late: dict[int, set[int]] = {}
        self.calls: Counter[str] = Counter()
        self.before: Callable[[str], None] = lambda _: None
        self.after: Callable[[str], None] = lambda _: None

    async def _call(self, name: str, do: Callable[[], Any]) -> Any:
        self.calls[name] += 1
        await asyncio.sleep(0)
        self.before(name)
        result = do()
        self.after(name)
        await asyncio.sleep(0)
        return result

    async def open_match(self, new: NewMatch, at: datetime) -> Match:
        def do() -> Match:
            repeated = {m.rematch_of for m in self._open()} - {None}
            there = {m.channel_id for m in self._open()}
            if new.channel_id in there or new.rematch_of in repeated:
                raise ChannelTaken
            match = Match(
                len(self.matches) + 1,
                new.game,
                new.rules,
                new.options,
                new.guild_id,
                new.channel_id,
                new.host_id,
                Stage.LOBBY,
                ply=0,
                shown_ply=0,
                version=1,
                shown_version=0,
                awaits=Awaits.NOBODY,
                secret=new.secret,
                start_salt=None,
                created_at=at,
                seats=new.seats,
                pace=new.pace,
                agenda=new.agenda,
                rematch_of=new.rematch_of,
            )
            self.matches[match.id], self.logs[match.id] = match, []
            return match

        return await self._call("open_match", do)

    async def match(self, match_id: int) -> Match | None:
        return await self._call("match", lambda: self.matches.get(match_id))

    async def open_in(self, channel_id: int) -> Match | None:
        found = lambda: next((m for m in self._open() if m.channel_id == channel_id), None)  # noqa: E731
        return await self._call("open_in", found)

    async def open_of(self, user_id: int) -> tuple[Match, ...]:
        found = lambda: tuple(m for m in self._open() if user_id in m.people)  # noqa: E731
        return await self._call("open_of", found)

    async def log(self, match_id: int) -> tuple[Entry, ...]:
        return await self._call("log", lambda: tuple(self.logs[match_id]))

    async def late(self, match_id: int, since: int) -> frozenset[int]:
        late = self.made_late.get(match_id, set())
        return await self._call("late", lambda: frozenset(ply for ply in late if ply >= since))

    async def save_lobby(self, match_id: int, version: int, terms: Terms) -> None:
        def do() -> None:
            self._expect(match_id, Stage.LOBBY, version=version)
            self._change(
                match_id, **{each.name: getattr(terms, each.name) for each in fields(terms)}
            )

        await self._call("save_lobby", do)

    async def start(self, match_id: int, version: int, *, start_salt: str, moved: Moved) -> None:
        def do() -> None:
            self._expect(match_id, Stage.LOBBY, version=version)
            self.logs[match_id] = list(moved.entries)
            self.times[match_id] = [moved.at]
            self._change(
                match_id,
                stage=Stage.RUNNING,
                start_salt=start_salt,
                ply=len(moved.entries),
                awaits=moved.awaits,
                agenda=moved.agenda,
            )

        await self._call("start", do)

    async def append(self, match_id: int, ply: int, moved: Moved) -> None:
        def do() -> None:
            self._expect(match_id, Stage.RUNNING, ply=ply)
            if moved.late:
                self.made_late.setdefault(match_id, set()).add(ply)
            self.logs[match_id] += moved.entries
            over = moved.places is not None
            if moved.places is not None:
                self.results[match_id] = moved.places
                self.times[match_id].append(moved.at)
            self._change(
                match_id,
                ply=len(self.logs[match_id]),
                awaits=Awaits.NOBODY if over else moved.awaits,
                stage=Stage.OVER if over else Stage.RUNNING,
                agenda=moved.agenda,
                seats=self._seated(match_id, moved.occupant),
            )

        await self._call("append", do)

    async def take_seat(
        self, match_id: int, occupant: Occupant, awaits: Awaits, agenda: Agenda
    ) -> None:
        def do() -> None:
            self._expect(match_id, Stage.RUNNING)
            seats = self._seated(match_id, occupant)
            self._change(match_id, seats=seats, awaits=awaits, agenda=agenda)

        await self._call("take_seat", do)

    async def close(
        self,
        match_id: int,
        why: GivenUp,
        at: datetime,
        occupant: Occupant | None = None,
        version: int | None = None,
        places: Sequence[Place] = (),
    ) -> None:
        def do() -> None:
            match = self.matches[match_id]
            if not match.is_open or version not in {None, match.version}:
                raise Conflict
            if places:
                self.results[match_id] = places
                self.times[match_id].append(at)
            self._change(
                match_id,
                stage=Stage.CLOSED,
                given_up=why,
                awaits=Awaits.NOBODY,
                agenda=NOTHING,
                seats=self._seated(match_id, occupant),
            )

        await self._call("close", do)

    async def plan(
        self, match_id: int, version: int, agenda: Agenda, *, shown: bool = False
    ) -> None:
        def do() -> None:
            match = self.matches[match_id]
            if not match.is_open or match.version != version:
                raise Conflict
            self.matches[match_id] = replace(match, version=version + shown, agenda=agenda)

        await self._call("plan", do)

    async def alarms(self, until: datetime, limit: int) -> tuple[int, ...]:
        rung = [(at, match_id) for at, match_id in self._alarms() if at <= until]
        return await self._call("alarms", lambda: tuple(match_id for _, match_id in rung[:limit]))

    async def next_alarm(self) -> datetime | None:
        return await self._call("next_alarm", lambda: next((at for at, _ in self._alarms()), None))

    async def postpone(self, match_id: int, until: datetime) -> None:
        def do() -> None:
            match = self.matches[match_id]
            wakes_at = match.agenda.wakes_at
            if match.is_open and wakes_at is not None and wakes_at < until:
                agenda = replace(match.agenda, wakes_at=until)
                self.matches[match_id] = replace(match, agenda=agenda)

        await self._call("postpone", do)

    async def stays(self) -> tuple[Stay, ...]:
        def do() -> tuple[Stay, ...]:
            return tuple(
                Stay(match.id, match.guild_id, bool(match.agenda.clocks))
                for match in self._open()
                if match.stage is Stage.RUNNING and match.guild_id is not None
            )

        return await self._call("stays", do)

    async def habits(self, users: Collection[int], since: datetime) -> Mapping[int, Habits]:
        return await self._call(
            "habits", lambda: {user: self.set_by[user] for user in users if user in self.set_by}
        )

    async def save_preferences(self, user_id: int, preferences: Preferences) -> None:
        def do() -> None:
            before = self.set_by.get(user_id, USUAL_HABITS)
            self.set_by[user_id] = replace(before, preferences=preferences)

        await self._call("save_preferences", do)

    async def save_holiday(self, user_id: int, holiday: Holiday) -> None:
        def do() -> None:
            before = self.set_by.get(user_id, USUAL_HABITS)
            kept = [each for each in before.holidays if each.begins_at != holiday.begins_at]
            self.set_by[user_id] = replace(before, holidays=(*kept, holiday))

        await self._call("save_holiday", do)

    async def rematch(self, match_id: int) -> Match | None:
        found = lambda: next((m for m in self._open() if m.rematch_of == match_id), None)  # noqa: E731
        return await self._call("rematch", found)

    async def last_ended_in(self, channel_id: int) -> int | None:
        def do() -> int | None:
            ended = [
                (self.times[id_][-1], id_)
                for id_ in self.results
                if self.matches[id_].channel_id == channel_id
            ]
            return max(ended, default=(None, None))[1]

        return await self._call("last_ended_in", do)

    async def last_over(self, channel_id: int, user_id: int) -> Match | None:
        def do() -> Match | None:
            over = [
                (self.times[match.id][-1], match)
                for match in self.matches.values()
                if (match.stage, match.channel_id) == (Stage.OVER, channel_id)
                if user_id in match.people
            ]
            return max(over, key=lambda each: each[0], default=(None, None))[1]

        return await self._call("last_over", do)

    async def mark_shown(self, match_id: int, version: int, ply: int) -> None:
        def do() -> None:
            match = self.matches[match_id]
            self.matches[match_id] = replace(
                match,
                shown_version=max(version, match.shown_version),
                shown_ply=max(ply, match.shown_ply),
            )

        await self._call("mark_shown", do)

    async def owed(self) -> tuple[int, ...]:
        def do() -> tuple[int, ...]:
            return tuple(
                match.id
                for match in self.matches.values()
                if match.shown_version < match.version or match.awaits is Awaits.COMPUTER
            )

        return await self._call("owed", do)

    async def census(self) -> Census:
        stages = [match.stage for match in self.matches.values()]
        owed = len(await self.owed())
        return Census(stages.count(Stage.LOBBY), stages.count(Stage.RUNNING), owed)

    async def remember(self, match_id: int, posted: Posted) -> None:
        await self.forget(match_id, posted.message_id)
        self.messages[match_id].append(posted)

    async def posted(self, match_id: int) -> tuple[Posted, ...]:
        return tuple(self.messages.get(match_id, ()))

    async def forget(self, match_id: int, message_id: int) -> None:
        kept = [each for each in self.messages.get(match_id, ()) if each.message_id != message_id]
        self.messages[match_id] = kept

    async def dispose(self) -> None:
        pass

    async def tries(
        self,
        user_id: int,
        game: str,
        options: Mapping[str, OptionValue],
        usual: Mapping[str, OptionValue] = MappingProxyType({}),
    ) -> tuple[Try, ...]:
        found = []
        for match_id, places in self.results.items():
            match, (begun, ended) = self.matches[match_id], self.times[match_id]
            told, agreed = {**usual, **match.options}, {**usual, **options}
            if (match.game, told, match.people) == (game, agreed, (user_id,)):
                (place,) = places if len(places) == 1 else (None,)
                if place is not None:
                    seconds = round((ended - begun).total_seconds())
                    found.append(Try(match_id, place.won, place.tally, seconds))
        return tuple(found)

    def _open(self) -> list[Match]:
        return [match for match in self.matches.values() if match.stage in OPEN_STAGES]

    def _alarms(self) -> list[tuple[datetime, int]]:
        return sorted(
            (match.agenda.wakes_at, match.id) for match in self._open() if match.agenda.wakes_at
        )

    def _seated(self, match_id: int, occupant: Occupant | None) -> tuple[Occupant, ...]:
        seats = self.matches[match_id].seats
        return (
            seats
            if occupant is None
            else tuple(occupant if each.seat == occupant.seat else each for each in seats)
        )

    def _expect(self, match_id: int, stage: Stage, **expected: int) -> None:
        match = self.matches[match_id]
        if match.stage is not stage or any(getattr(match, k) != v for k, v in expected.items()):
            raise Conflict

    def _change(self, match_id: int, **values: Any) -> None:
        match = self.matches[match_id]
        self.matches[match_id] = replace(match, version=match.version + 1, **values)


@dataclass
class Channel:
    """A publisher who writes down what is shown; `refuse` so often it cannot be reached."""

    shown: list[Update] = field(default_factory=list)
    rounds: list[tuple[News, ...]] = field(default_factory=list)
    reminded: list[tuple[int, int]] = field(default_factory=list)
    gone: set[int] = field(default_factory=set)
    """Who has left the server."""
    refuse: int = 0
    slow: float = 0
    podiums: list[Podium] = field(default_factory=list)

    async def show_podium(self, podium: Podium) -> None:
        await self._reach()
        self.podiums.append(podium)

    async def show_round(self, match: Match, chapter: Sequence[News]) -> None:
        await self._reach()
        self.rounds.append(tuple(chapter))

    async def show(self, update: Update) -> None:
        await self._reach()
        self.shown.append(update)

    async def remind(self, update: Update, user: int) -> None:
        await self._reach()
        if user in self.gone:
            raise PersonGone
        self.reminded.append((update.match.id, user))

    async def _reach(self) -> None:
        await asyncio.sleep(self.slow)
        if self.refuse:
            self.refuse -= 1
            raise NotShown("the channel is gone")


@dataclass
class StoppedClock:
    """Noon, a second later each time it is asked; `passed` in between."""

    asked: int = 0
    passed: timedelta = timedelta()

    def now(self) -> datetime:
        self.asked += 1
        return NOON + self.passed + timedelta(seconds=self.asked)


@dataclass
class Dealer:
    """Secrets by number."""

    number: int = 0

    def secret(self) -> bytes:
        self.number += 1
        return self.number.to_bytes(32, "big")


class House:
    """The whole service, and shortcuts to what tests do with it."""

    def __init__(
        self, store: Any = None, channel: Channel | None = None, clock: Any = None
    ) -> None:
        self.store = cast("Any", store or MemoryStore())
        self.channel = channel or Channel()
        self.clock: Any = clock or StoppedClock()
        self.boneyard = Boneyard(self.store, self.channel, self.clock, Dealer())
        self.tables, self.matches = self.boneyard.tables, self.boneyard.matches
        self.rematches = self.boneyard.rematches

    async def lobby(self, *people: int, game_id: str = "block", where: Where = HERE) -> int:
        host, *others = people or (ANA,)
        match = await self.tables.open(game_id, where, host, f"salt {host}")
        for user in others:
            await self.tables.join(match.id, user, f"salt {user}")
        return match.id

    async def running(self, *people: int, game_id: str = "block", target: int | None = None) -> int:
        people = people or (ANA, BRUNO)
        match_id = await self.lobby(*people, game_id=game_id)
        if target is not None:
            await self.tables.set_option(match_id, people[0], "target", str(target))
        await self.tables.start(match_id, people[0], "start")
        return match_id

    async def quiet(self) -> None:
        """Until nothing is under way in the background."""
        boneyard = self.boneyard
        while tasks := [task for each in boneyard._errands for task in each._tasks.values()]:
            await asyncio.wait(tasks)

    async def plies(self, match_id: int) -> list[Ply[Any]]:
        """The stored log, replayed by the rules."""
        match = await self.store.match(match_id)
        log = await self.store.log(match_id)
        assert len(log) == match.ply
        return list(replay(game(match.game), setup_of(match), log))

    async def turn(self, match_id: int) -> tuple[int, list[str]]:
        """Whose turn it is, and the codes of what they may do."""
        match: Match = await self.store.match(match_id)
        plies = await self.plies(match_id)
        rules = game(match.game)
        asked = rules.to_act(plies[-1].state)
        assert isinstance(asked, frozenset)
        (seat,) = asked
        user = match.seats[seat].user_id
        assert user is not None
        return user, [move.code for move in rules.legal_moves(plies[-1].state, seat)]

    async def play_on(self, match_id: int, rng: Random, moves: int = 10_000) -> int:
        """People play by chance, while it is theirs to play; how many moves they made."""
        made = 0
        while made < moves:
            match = await self.store.match(match_id)
            if match.awaits is not Awaits.PERSON:
                break
            user, codes = await self.turn(match_id)
            await self.matches.play(match_id, user, match.ply, rng.choice(codes))
            await self.quiet()
            made += 1
        return made

    async def agree(self, match_id: int) -> None:
        """What is in memory is what is stored, and the stored log is legal."""
        stored = await self.store.match(match_id)
        async with self.boneyard.keeper.hold(match_id) as live:
            assert live.match.ply == stored.ply
            assert live.match.stage is stored.stage
            assert live.match.version == stored.version
            assert live.match.seats == tuple(stored.seats)
            assert live.match.options == stored.options
            assert live.match.awaits is stored.awaits
            if stored.ply:
                plies = await self.plies(match_id)
                assert live.state == plies[-1].state
                assert live.chances == sum(ply.actor is NATURE for ply in plies)
                # What was shown and could not be noted may be shown once more, under its nonce.
                assert live.match.shown_ply <= stored.shown_ply
                unshown = [ply.index for ply in plies if ply.index >= live.match.shown_ply]
                assert [news.ply for news in live.news] == unshown
