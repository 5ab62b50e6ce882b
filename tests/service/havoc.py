"""A world in which people do what they like and everything fails now and then, by one generator."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import timedelta
from random import Random
from typing import Any

from bot.ai import LEVELS
from bot.engine.errors import Refusal
from bot.games import CATALOGUE, game
from bot.service.boneyard import Boneyard
from bot.service.ports import (
    Awaits,
    Letters,
    Match,
    Pace,
    Preferences,
    QuietHours,
    Stage,
    StoreFault,
)
from bot.service.tables import Where
from tests.service.auditing import Auditor, Book
from tests.service.clockwork import Time
from tests.service.faulty import Gallery, Life, Shaky
from tests.service.house import Dealer

PEOPLE = range(101, 108)
CHANNELS = range(10, 18)
ZONES = ("UTC", "Europe/Berlin", "Asia/Kolkata", "America/New_York")


Act = Callable[[], Awaitable[object]]


class Havoc:
    """People, matches, and what befalls them."""

    def __init__(self, seed: int, time: Time, store: Any) -> None:
        self.rng = Random(seed)
        self.time, self.store = time, store
        self.auditor = Auditor(store, time)
        self.trouble = 0.0
        """How likely it is that a store or a publisher fails."""
        self.flying = 0
        """Calls of the store that are under way."""
        self.shown: dict[int, int] = {}
        self.rounds: dict[int, list[int]] = {}
        self.barred: set[int] = set()
        self.broken: list[AssertionError] = []
        self.happened: list[str] = []
        self.dealer = Dealer()
        self.life, self.yard = self.born()

    # Processes.

    def born(self) -> tuple[Life, Boneyard]:
        self.life = life = Life()
        self.yard = Boneyard(Shaky(self, life), Gallery(self, life), self.time, self.dealer)
        self.yard.resume()
        return self.life, self.yard

    async def die(self) -> None:
        """At once, wherever it is; what was given to the database comes to its end."""
        self.life.is_over = True
        self.time.timers.clear()
        while self.life.under_way:
            await asyncio.wait(self.life.under_way)
        mine = asyncio.current_task()
        while tasks := asyncio.all_tasks() - {mine}:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def end(self) -> None:
        """In order."""
        closing = asyncio.create_task(self.yard.close())
        for _ in range(1000):
            await self.quiet()
            if closing.done():
                break
            await self._next_timer(float("inf"))
        await closing
        self.time.timers.clear()

    def fails(self, when: str, name: str) -> None:
        if self.rng.random() < self.trouble / 3:
            raise StoreFault(f"{when} {name}")

    async def dither(self) -> None:
        """Let others go first."""
        for _ in range(self.rng.choice((0, 0, 0, 1, 2, 5))):
            await asyncio.sleep(0)

    # Time.

    async def quiet(self) -> None:
        """Until nothing is under way but what waits for its time."""
        ready, idle = asyncio.get_running_loop()._ready, 0  # type: ignore[attr-defined]
        while idle < 3:
            await asyncio.sleep(0)
            idle = 0 if self.flying or ready else idle + 1

    async def _next_timer(self, until: float) -> bool:
        timer = self.time.next_timer(until)
        if timer is not None:
            self.time.seconds = max(self.time.seconds, timer.rings_at)
            timer.do()
        return timer is not None

    async def goes_by(self, how_long: timedelta) -> None:
        until = self.time.seconds + how_long.total_seconds()
        await self.quiet()
        while await self._next_timer(until):
            await self.quiet()
        self.time.seconds = until

    # What people do.

    def books(self, stage: Stage) -> list[Book]:
        return [each for each in self.auditor.books.values() if each.match.stage is stage]

    async def opens(self) -> None:
        info = self.rng.choice(CATALOGUE).info
        where = Where(1, self.rng.choice(CHANNELS))
        match = await self.yard.tables.open(info.id, where, self.rng.choice(PEOPLE), self._salt())
        self.auditor.books[match.id] = Book(match)
        self.yard.show(match.id)

    async def gathers(self) -> None:
        """Something in a lobby."""
        lobbies = self.books(Stage.LOBBY)
        if not lobbies:
            return await self.opens()
        match, rng, tables = self.rng.choice(lobbies).match, self.rng, self.yard.tables
        user = match.host_id if rng.random() < 0.8 else rng.choice(PEOPLE)
        info = game(match.game).info
        option = rng.choice(info.options) if info.options else None
        value = str(rng.choice(option.choices)) if option else ""
        of, newcomer = match.id, rng.choice(PEOPLE)
        deeds: list[tuple[int, Act]] = [
            (8, lambda: tables.join(of, newcomer, self._salt())),
            (1, lambda: tables.leave(of, rng.choice(PEOPLE))),
            (2, lambda: tables.add_computer(of, user, rng.choice([*LEVELS]))),
            (1, lambda: tables.remove_computer(of, user)),
            (1, lambda: tables.change_partners(of, user)),
            (2, lambda: tables.set_option(of, user, option.key if option else "no", value)),
            (3, lambda: tables.set_pace(of, user, rng.choice([*Pace]))),
            (6, lambda: tables.start(of, user, self._salt())),
        ]
        await rng.choices([do for _, do in deeds], [often for often, _ in deeds])[0]()
        return None

    async def plays(self) -> None:
        """Mostly a legal move of somebody who is to act."""
        running = self.books(Stage.RUNNING)
        if not running:
            return await self.gathers()
        book, rng = self.rng.choice(running), self.rng
        match = book.match
        acting = [match.seats[each] for each in sorted(book.since)]
        people = [each.user_id for each in acting if each.user_id is not None]
        user = rng.choice(people) if people and rng.random() < 0.9 else rng.choice(PEOPLE)
        seat = match.seat_of(user)
        legal = game(match.game).legal_moves(book.state, seat) if seat in book.since else ()
        code = rng.choice(legal).code if legal else "6-6"
        if rng.random() < 0.05:
            code = rng.choice(("", "pass", "9-9", "deal", code + " "))
        ply = rng.choice((None, match.ply, match.ply, match.ply - 1, match.ply + 1))
        twice = 1 + (rng.random() < 0.1)
        await asyncio.gather(*(self._play(match.id, user, ply, code) for _ in range(twice)))
        return None

    async def _play(self, match_id: int, user: int, ply: int | None, code: str) -> None:
        self.auditor.trying[match_id, user, code] += 1
        try:
            look = await self.yard.matches.play(match_id, user, ply, code)
        except (Refusal, StoreFault):
            pass
        else:
            at = (match_id, look.news[0].ply)
            seat = look.match.seat_of(user)
            if at in self.auditor.confirmed or seat is None:
                self.broken.append(AssertionError(f"confirmed twice: {at}"))
            else:
                self.auditor.confirmed[at] = (seat, code)
        finally:
            self.auditor.trying[match_id, user, code] -= 1

    async def comes_and_goes(self) -> None:
        books = self.books(Stage.RUNNING)
        if not books:
            return
        match, user = self.rng.choice(books).match, self.rng.choice(PEOPLE)
        held = [each.user_id for each in match.seats if each.is_held]
        if held and self.rng.random() < 0.8:
            await self.yard.matches.take_back(match.id, held[0] or 0)
        elif self.rng.random() < 0.1:
            await self.yard.matches.leave(match.id, user)
        elif self.rng.random() < 0.05:
            await self.yard.gone(match.channel_id)
        else:
            await self.yard.matches.look(match.id, user)

    async def asks_again(self) -> None:
        over = self.books(Stage.OVER)
        if over:
            match, user = self.rng.choice(over[-3:]).match, self.rng.choice(PEOPLE)
            user = self.rng.choice([*match.people, user])
            where = Where(1, match.channel_id)
            there = await self.yard.rematches.ask(match.id, where, user, self._salt())
            self.auditor.books.setdefault(there.id, Book(there))
            self.yard.show(there.id)

    async def sets(self) -> None:
        rng, user = self.rng, self.rng.choice(PEOPLE)
        begins = rng.randrange(24 * 60)
        ends = (begins + rng.randint(1, 16 * 60)) % (24 * 60)
        quiet = QuietHours(begins, ends, rng.choice(ZONES)) if rng.random() < 0.5 else None
        wishes = Preferences(rng.choice([*Letters]), rng.random() < 0.6, quiet)
        self.auditor.unsure.add(user)
        await self.yard.set_preferences(user, wishes)
        self._is_sure(user)

    async def rests(self) -> None:
        """Somebody begins a holiday, or ends one."""
        user = self.rng.choice(PEOPLE)
        self.auditor.unsure.add(user)
        if self.rng.random() < 0.6:
            await self.yard.holidays.begin(user, self.rng.randint(1, 6))
        else:
            await self.yard.holidays.end(user)
        self._is_sure(user)

    def _is_sure(self, user: int) -> None:
        """All matches know by now, if nothing failed."""
        if not self.trouble and not self.life.is_over:
            self.auditor.unsure.discard(user)

    def _salt(self) -> str:
        return str(self.rng.getrandbits(40))

    async def somebody(self) -> None:
        """Does something; what is refused is refused."""
        deeds: dict[Callable[[], Coroutine[Any, Any, None]], int] = {
            self.plays: 30,
            self.gathers: 8,
            self.opens: 1,
            self.comes_and_goes: 4,
            self.asks_again: 1,
            self.sets: 1,
            self.rests: 1,
        }
        (deed,) = self.rng.choices([*deeds], [*deeds.values()])
        self.happened.append(deed.__name__)
        await self.dither()
        with suppress(Refusal, StoreFault):
            await deed()

    # What befalls them.

    async def step(self) -> bool:
        """Something happens; whether nothing may be overdue after it."""
        rng = self.rng
        many = [self.somebody() for _ in range(rng.choice((1, 1, 2, 4)))]
        kind = rng.random()
        self.trouble = 0.2 if rng.random() < 0.05 else 0.0
        punctual = not self.trouble
        if kind < 0.3:
            await self._time_passes()
        elif kind < 0.4:
            await self._alarm()
        busy = asyncio.gather(*many)
        if kind > 0.97:
            punctual = False
            for _ in range(rng.randrange(60)):
                await asyncio.sleep(0)
            self.happened.append("dies")
            await self.die()
            with suppress(asyncio.CancelledError):
                await busy
            self.time.seconds += rng.choice((1, 60, 3600, 90_000)) * rng.random()
            self.born()
        else:
            await self.quiet()
            while not busy.done():
                await self._next_timer(float("inf"))
                await self.quiet()
            await busy
        if 0.95 < kind < 0.97:
            await self._other_ways()
        if self.trouble:
            await self._trouble_ends()
        await self.quiet()
        self.raise_broken()
        return punctual

    async def _trouble_ends(self) -> None:
        """What failed is tried again after up to a quarter of an hour."""
        self.trouble = 0.0
        await self.goes_by(timedelta(minutes=16))

    async def _time_passes(self) -> None:
        scale = self.rng.choice((5, 60, 600, 4000, 20_000, 80_000))
        how_long = timedelta(seconds=self.rng.expovariate(1 / scale))
        self.happened.append(f"{how_long}")
        await self.goes_by(how_long)

    async def _alarm(self) -> None:
        """The next alarm rings, and what people do comes in the same moment."""
        at = await self.store.next_alarm()
        if at is not None and at > self.time.now():
            self.happened.append("alarm")
            await self.goes_by(at - self.time.now() - timedelta(milliseconds=1))
            self.time.seconds += 0.002
            await self._next_timer(self.time.seconds)

    async def _other_ways(self) -> None:
        kind = self.rng.random()
        if kind < 0.5:
            self.happened.append("ends")
            await self.end()
            self.time.seconds += self.rng.expovariate(1 / 5000)
            self.born()
        elif kind < 0.75:
            self.happened.append("deaf")
            self.yard.pause()
            self.time.seconds += self.rng.expovariate(1 / 50_000)
            self.yard.resume()
        else:
            self.happened.append("sleeps")
            self.time.set_by += timedelta(seconds=self.rng.expovariate(1 / 20_000))
            await self.goes_by(timedelta(hours=1, minutes=1))

    async def calm(self) -> None:
        """Everything works again for a while: then all is shown, and nobody waits for us."""
        self.trouble = 0.0
        for match_id in self.barred:
            self.yard.show(match_id)
        self.barred.clear()
        await self.goes_by(timedelta(minutes=20))
        self.raise_broken()
        await self.auditor.check(punctual=True)
        await self.auditor.check_scores()
        for match_id, book in self.auditor.books.items():
            match: Match = await self.store.match(match_id)
            assert match.shown_version == match.version == self.shown[match_id], match
            if match.stage is Stage.RUNNING:
                assert match.awaits is Awaits.PERSON, match
                assert all(match.seats[seat].plays for seat in book.since), "stuck"
            async with self.yard.keeper.hold(match_id) as live:
                assert live.state == book.state
                agenda = replace(live.match.agenda, wakes_at=match.agenda.wakes_at)
                assert replace(live.match, agenda=agenda) == match

    @contextmanager
    def noting(self) -> Iterator[None]:
        """What is found wrong in the middle of something is told when it is over."""
        try:
            yield
        except AssertionError as error:
            self.broken.append(error)

    def raise_broken(self) -> None:
        if self.broken:
            raise self.broken[0]
