"""A random world in which people do anything and everything fails now and then, from one seed."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from random import Random
from typing import Any

from bot.ai import LEVELS
from bot.engine.errors import Refusal
from bot.engine.game_info import Length
from bot.engine.planning import Wish
from bot.engine.replay import take_back_code
from bot.games import CATALOGUE, game
from bot.games.names import NAMED
from bot.model.match import Match, Stage, WaitingFor
from bot.model.plans import Reach
from bot.model.preferences import (
    DigestTime,
    MessagePreference,
    PlayerSettings,
    Preferences,
    QuietHours,
)
from bot.model.shards import ALONE
from bot.model.terms import Pace, Phrase
from bot.model.updates import PublicMove, Update
from bot.service.clock import scheduler
from bot.service.delays import AT_ONCE, Delays, QuietTime
from bot.service.game_service import GameService
from bot.service.lobby.new_match import MatchPlace
from bot.service.ports.faults import StoreFault
from bot.service.ports.publisher import PersonGone, PostingForbidden, PublishFailed
from bot.service.publishing.calls import CLAIM_LASTS
from tests.service.auditing import Auditor, MatchRecord
from tests.service.fault_injection import FaultInjectingStore
from tests.service.harness import RecordingPublisher, RepeatableEntropy
from tests.service.virtual_time import VirtualTime, turns

PEOPLE = range(101, 108)
CHANNELS = range(10, 18)
ZONES = ("UTC", "Europe/Berlin", "Asia/Kolkata", "America/New_York")


@dataclass
class SeededEntropy(RepeatableEntropy):
    """Numbered secrets, and other random numbers for every decision."""

    chance: Random = field(default_factory=lambda: Random(1))

    def random(self) -> Random:
        return self.chance


class Process:
    """A process of the bot; once it is over, all its calls hang."""

    is_over = False

    async def hang_if_over(self) -> None:
        if self.is_over:
            await asyncio.get_running_loop().create_future()


class FaultyStore(FaultInjectingStore):
    """A store that fails now and then, before or after its work, and whose changes are audited."""

    def __init__(self, fuzzer: ServiceFuzzer, process: Process) -> None:
        super().__init__(fuzzer.store, self._before, self._after)
        self.fuzzer, self.process = fuzzer, process

    async def _before(self, name: str) -> None:
        await self.fuzzer.let_others_go_first()
        await self.process.hang_if_over()
        self._may_fail("before", name)

    async def _after(self, name: str) -> None:
        await self.process.hang_if_over()
        self._may_fail("after", name)

    def _may_fail(self, when: str, name: str) -> None:
        if self.fuzzer.rng.random() < self.fuzzer.trouble / 3:
            raise StoreFault(f"{when} {name}")

    async def carry_out(self, name: str, *args: Any, **kwargs: Any) -> Any:
        result = await super().carry_out(name, *args, **kwargs)
        with self.fuzzer.collecting_failures():
            await self.fuzzer.auditor.committed(name, args, kwargs)
        return result


class FaultyPublisher(RecordingPublisher):
    """A publisher that tells the fuzzer what was shown, and often fails."""

    def __init__(self, fuzzer: ServiceFuzzer, process: Process) -> None:
        super().__init__()
        self.fuzzer, self.process = fuzzer, process

    async def post_round(self, match: Match, chapter: Sequence[PublicMove]) -> None:
        await self._reach(match.id)
        told = self.fuzzer.rounds.setdefault(match.id, [])
        ended = chapter[-1].ply
        with self.fuzzer.collecting_failures():
            assert not told or ended >= told[-1]
        told.append(ended)

    async def post(self, update: Update) -> None:
        match = update.match
        await self._reach(match.id)
        self._check_who_sees_what(update)
        with self.fuzzer.collecting_failures():
            assert match.version >= self.fuzzer.shown.get(match.id, 0), "something older is shown"
            assert match.agenda.calls_at is None, "somebody is called too soon"
        self.fuzzer.shown[match.id] = match.version
        self._may_fail(match.id)

    async def update_quietly(self, update: Update) -> None:
        await self._reach(update.match.id)
        self._check_who_sees_what(update)

    async def remind(self, update: Update, user: int) -> None:
        self._check_who_sees_what(update)
        await self._reach(update.match.id)
        if self.fuzzer.rng.random() < self.fuzzer.trouble / 4:
            raise PersonGone
        with self.fuzzer.collecting_failures():
            self.fuzzer.auditor.reminds(update.match, user, update.player_settings[user])

    async def send_digest(
        self, user: int, settings: PlayerSettings, waiting: Sequence[int], token: str
    ) -> None:
        """Fail, or send a digest that nobody has sent as long ago as Discord forgets nonces."""
        await self.fuzzer.let_others_go_first()
        await self.process.hang_if_over()
        if self.fuzzer.rng.random() < self.fuzzer.trouble:
            raise PublishFailed("out of reach")
        now = self.fuzzer.time.now()
        first = self.fuzzer.digests.setdefault(token, now)
        with self.fuzzer.collecting_failures():
            assert waiting
            assert settings.preferences.digest_time is not None
            assert now - first <= CLAIM_LASTS, "a digest was sent twice"
        if self.fuzzer.rng.random() < self.fuzzer.trouble:
            await self.process.hang_if_over()

    def _check_who_sees_what(self, update: Update) -> None:
        with self.fuzzer.collecting_failures():
            assert update.hands.keys() <= set(update.match.people)
            assert update.seen is None or update.seen.seat is None
            for user, seen in update.hands.items():
                assert seen.seat == update.match.seat_of(user)

    async def _reach(self, match_id: int = 0) -> None:
        await self.fuzzer.let_others_go_first()
        if self.fuzzer.rng.random() < self.fuzzer.trouble:
            await asyncio.sleep(self.fuzzer.rng.expovariate(1 / 20))
        await self.process.hang_if_over()
        self._may_fail(match_id)

    def _may_fail(self, match_id: int) -> None:
        if self.fuzzer.rng.random() < self.fuzzer.trouble:
            if self.fuzzer.rng.random() < 0.8:
                raise PublishFailed("out of reach")
            self.fuzzer.barred.add(match_id)
            raise PostingForbidden("not allowed")


class ServiceFuzzer:
    def __init__(self, seed: int, time: VirtualTime, store: Any) -> None:
        self.rng = Random(seed)
        self.time, self.store = time, store
        self.auditor = Auditor(store, time)
        self.trouble = 0.0
        """The probability that a call of the publisher fails; the store's is a third of it."""
        self.shown: dict[int, int] = {}
        self.rounds: dict[int, list[int]] = {}
        self.digests: dict[str, datetime] = {}
        """When each digest was sent first."""
        self.barred: set[int] = set()
        self.failures: list[AssertionError] = []
        self.happened: list[str] = []
        self.entropy = SeededEntropy()
        self.start_process()

    # Processes.

    def start_process(self) -> None:
        self.process = process = Process()
        self.store_of_process = FaultyStore(self, process)
        self.publisher = FaultyPublisher(self, process)
        self.service = GameService(
            *(self.store_of_process, self.publisher, self.time, self.entropy),
            delays=Delays(AT_ONCE, QuietTime()),
        )
        self.service.resume()

    async def die(self) -> None:
        """Kill the process at any point; calls already sent to the database are completed."""
        self.process.is_over = True
        self.time.timers.clear()
        while self.store_of_process.under_way:
            await asyncio.wait(self.store_of_process.under_way)
        mine = asyncio.current_task()
        while tasks := asyncio.all_tasks() - {mine}:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def end(self) -> None:
        closing = asyncio.create_task(self.service.close())
        for _ in range(1000):
            await self.quiet()
            if closing.done():
                break
            self.time.ring_next()
        await closing
        self.time.timers.clear()

    async def let_others_go_first(self) -> None:
        await turns(self.rng.choice((0, 0, 0, 1, 2, 5)))

    # Time.

    async def quiet(self) -> None:
        """Wait until every task waits for a timer."""
        ready, idle = asyncio.get_running_loop()._ready, 0  # type: ignore[attr-defined]
        while idle < 3:
            await asyncio.sleep(0)
            idle = 0 if ready else idle + 1

    async def advance(self, how_long: timedelta) -> None:
        await self.time.advance(how_long, self.quiet)

    # What people do.

    def records(self, stage: Stage) -> list[MatchRecord]:
        return [each for each in self.auditor.records.values() if each.match.stage is stage]

    async def open_lobby(self) -> None:
        game_id, where = (
            self.rng.choice(CATALOGUE).info.id,
            MatchPlace(1, self.rng.choice(CHANNELS)),
        )
        host = self.rng.choice(PEOPLE)
        match = await self.service.lobbies.open(game_id, where, host, self._salt())
        self.auditor.records[match.id] = MatchRecord(match)
        self.service.attend(match.id)
        if self.rng.random() < 0.2:
            await self._practise(match)

    async def _practise(self, match: Match) -> None:
        """Let the host of a new lobby play alone with computers, unrated."""
        of, host, tables = match.id, match.host_id, self.service.lobbies
        for _ in range(max(game(match.game).info.min_seats - 1, 1)):
            await tables.add_computer(of, host, "casual")
        await tables.set_rated(of, host, rated=False)
        await tables.start(of, host, self._salt())

    async def change_lobby(self) -> None:
        lobbies = self.records(Stage.LOBBY)
        if not lobbies:
            return await self.open_lobby()
        match, rng, tables = self.rng.choice(lobbies).match, self.rng, self.service.lobbies
        user = match.host_id if rng.random() < 0.8 else rng.choice(PEOPLE)
        info = game(match.game).info
        option = rng.choice(info.options) if info.options else None
        value = str(rng.choice(option.choices)) if option else ""
        of, newcomer = match.id, rng.choice(PEOPLE)
        choices: list[tuple[int, Callable[[], Awaitable[object]]]] = [
            (8, lambda: tables.join(of, newcomer, self._salt())),
            (1, lambda: tables.leave(of, rng.choice(PEOPLE))),
            (2, lambda: tables.add_computer(of, user, rng.choice([*LEVELS]))),
            (1, lambda: tables.remove_computer(of, user)),
            (1, lambda: tables.change_partners(of, user)),
            (2, lambda: tables.set_option(of, user, option.key if option else "no", value)),
            (2, lambda: tables.set_preset(of, user, rng.choice(NAMED).key)),
            (2, lambda: tables.set_length(of, user, rng.choice([*Length]))),
            (3, lambda: tables.set_pace(of, user, rng.choice([*Pace]))),
            (4, lambda: tables.set_rated(of, user, rated=rng.random() < 0.3)),
            (6, lambda: tables.start(of, user, self._salt())),
        ]
        await rng.choices([do for _, do in choices], [often for often, _ in choices])[0]()
        return None

    async def make_move(self) -> None:
        """Make a move: mostly a legal one of somebody who is to act."""
        running = self.records(Stage.RUNNING)
        if not running:
            return await self.change_lobby()
        record, rng = self.rng.choice(running), self.rng
        match = record.match
        acting = [match.seats[each] for each in sorted(record.since)]
        people = [each.user_id for each in acting if each.user_id is not None]
        user = rng.choice(people) if people and rng.random() < 0.9 else rng.choice(PEOPLE)
        seat = match.seat_of(user)
        legal = game(match.game).legal_moves(record.state, seat) if seat in record.since else ()
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
            look = await self.service.matches.play(match_id, user, ply, code)
        except (Refusal, StoreFault):
            pass
        else:
            at = (match_id, look.news[0].ply)
            seat = look.match.seat_of(user)
            if at in self.auditor.confirmed or seat is None:
                self.failures.append(AssertionError(f"confirmed twice: {at}"))
            else:
                self.auditor.confirmed[at] = (seat, code)
        finally:
            self.auditor.trying[match_id, user, code] -= 1

    async def plan_ahead(self) -> None:
        """Plan, change a plan or stop it: mostly as somebody who is not to act."""
        running = self.records(Stage.RUNNING)
        if not running:
            return
        record, rng, plans = self.rng.choice(running), self.rng, self.service.plans
        match, rules = record.match, game(record.match.game)
        waiting = [each for each in match.people if match.seat_of(each) not in record.since]
        user = rng.choice(waiting) if waiting and rng.random() < 0.9 else rng.choice(PEOPLE)
        seat, of = match.seat_of(user), match.id
        seen = None if seat is None else rules.observe(record.state, seat)
        possible = () if seen is None else rules.wishes(seen)
        wish = rng.choice(possible) if possible and rng.random() < 0.9 else Wish("6-6", "h8")
        choices: list[tuple[int, Callable[[], Awaitable[object]]]] = [
            (1, lambda: plans.view(of, user)),
            (9, lambda: plans.add(of, user, wish)),
            (2, lambda: plans.remove(of, user, wish.piece)),
            (2, lambda: plans.extend(of, user, rng.choice([*Reach]))),
            (1, lambda: plans.stop(of, user)),
        ]
        presses = rng.choices([do for _, do in choices], [often for often, _ in choices], k=3)
        self.auditor.planning[of, seat] += 1
        try:
            done = await asyncio.gather(*(press() for press in presses), return_exceptions=True)
        finally:
            self.auditor.planning[of, seat] -= 1
        for each in done:
            if isinstance(each, BaseException) and not isinstance(each, Refusal | StoreFault):
                raise each

    async def visit_match(self) -> None:
        records = self.records(Stage.RUNNING)
        if not records:
            return
        match, user = self.rng.choice(records).match, self.rng.choice(PEOPLE)
        held = [each.user_id for each in match.seats if each.is_held]
        practice = [each for each in records if each.match.allows_take_back and each.match.people]
        kept = [each for each in match.seats if match.agenda.kept_clock(each.seat) is not None]
        self.rng.shuffle(practice)
        if held and self.rng.random() < 0.8:
            await self.service.matches.reclaim_seat(match.id, held[0] or 0)
        elif self.rng.random() < 0.2:
            await self.service.phrases.say(match.id, user, self.rng.choice([*Phrase]))
        elif self.rng.random() < 0.1:
            await self.service.watching.mute(match.id, user, muted=self.rng.random() < 0.7)
        elif practice and self.rng.random() < 0.6:
            await self._take_back(practice[0].match.id, practice[0].match.people[0])
        elif kept and self.rng.random() < 0.5:
            back, left_at = kept[0].left_by or 0, self.time.now() - timedelta(seconds=20)
            await self.service.matches.undo_leaving(match.id, back, match.ply, left_at)
        elif self.rng.random() < 0.1:
            await self.service.matches.leave(match.id, user, for_good=self.rng.random() < 0.3)
        elif self.rng.random() < 0.05:
            await self.service.guilds.channel_deleted(match.channel_id)
        else:
            await self.service.matches.view_for(match.id, user)

    async def _take_back(self, match_id: int, user: int) -> None:
        ply = await self.service.take_backs.offer(match_id, user)
        trying = (match_id, user, take_back_code(ply))
        self.auditor.trying[trying] += 1
        take_back, times = self.service.take_backs.take_back, self.rng.choice((1, 1, 2))
        wishes = (take_back(match_id, user, ply) for _ in range(times))
        try:
            await asyncio.gather(*wishes, return_exceptions=True)
        finally:
            self.auditor.trying[trying] -= 1

    async def ask_for_rematch(self) -> None:
        over = self.records(Stage.OVER)
        if over:
            match, user = self.rng.choice(over[-3:]).match, self.rng.choice(PEOPLE)
            user = self.rng.choice([*match.people, user])
            where = MatchPlace(1, match.channel_id)
            there = await self.service.rematches.ask(match.id, where, user, self._salt())
            self.auditor.records.setdefault(there.id, MatchRecord(there))
            self.service.attend(there.id)

    async def change_preferences(self) -> None:
        rng, user = self.rng, self.rng.choice(PEOPLE)
        begins = rng.randrange(24 * 60)
        ends = (begins + rng.randint(1, 16 * 60)) % (24 * 60)
        quiet = QuietHours(begins, ends, rng.choice(ZONES)) if rng.random() < 0.5 else None
        digest = DigestTime(rng.randrange(24 * 60), rng.choice(ZONES))
        messages = rng.choice([*MessagePreference])
        wishes = Preferences(messages, rng.random() < 0.6, quiet, digest=digest)
        self.auditor.outdated.add(user)
        await self.service.set_preferences(user, wishes)
        self._is_sure(user)

    async def change_holiday(self) -> None:
        user = self.rng.choice(PEOPLE)
        self.auditor.outdated.add(user)
        if self.rng.random() < 0.6:
            await self.service.holidays.begin(user, self.rng.randint(1, 6))
        else:
            await self.service.holidays.end(user)
        self._is_sure(user)

    def _is_sure(self, user: int) -> None:
        """Record that all matches know these settings, if nothing failed."""
        if not self.trouble and not self.process.is_over:
            self.auditor.outdated.discard(user)

    def _salt(self) -> str:
        return str(self.rng.getrandbits(40))

    async def act(self) -> None:
        choices: dict[Callable[[], Coroutine[Any, Any, None]], int] = {
            self.make_move: 30,
            self.plan_ahead: 12,
            self.change_lobby: 8,
            self.open_lobby: 1,
            self.visit_match: 4,
            self.ask_for_rematch: 1,
            self.change_preferences: 1,
            self.change_holiday: 1,
        }
        (choice,) = self.rng.choices([*choices], [*choices.values()])
        self.happened.append(choice.__name__)
        await self.let_others_go_first()
        with suppress(Refusal, StoreFault):
            await choice()

    # Events.

    async def step(self) -> bool:
        """Let something happen; return whether nothing may be overdue after it."""
        rng = self.rng
        many = [self.act() for _ in range(rng.choice((1, 1, 2, 4)))]
        kind = rng.random()
        self.trouble = 0.2 if rng.random() < 0.05 else 0.0
        punctual = not self.trouble
        if kind < 0.3:
            scale = rng.choice((5, 60, 600, 4000, 20_000, 80_000))
            how_long = timedelta(seconds=rng.expovariate(1 / scale))
            self.happened.append(f"{how_long}")
            await self.advance(how_long)
        elif kind < 0.4:
            await self._ring_alarm()
        busy = asyncio.gather(*many)
        if kind > 0.97:
            punctual = False
            await turns(rng.randrange(60))
            self.happened.append("dies")
            await self.die()
            with suppress(asyncio.CancelledError):
                await busy
            self.time.seconds += rng.choice((1, 60, 3600, 90_000)) * rng.random()
            self.start_process()
        else:
            await self.quiet()
            while not busy.done():
                self.time.ring_next()
                await self.quiet()
            await busy
        if 0.95 < kind < 0.97:
            await self._interrupt()
        if self.trouble:  # failed work is retried after up to a quarter of an hour
            self.trouble = 0.0
            await self.advance(timedelta(minutes=16))
        await self.quiet()
        self.raise_failures()
        return punctual

    async def _ring_alarm(self) -> None:
        """Let the next alarm ring at the same moment as people act."""
        at = await self.store.next_alarm(ALONE)
        if at is not None and at > self.time.now():
            self.happened.append("alarm")
            await self.advance(at - self.time.now() - timedelta(milliseconds=1))
            self.time.seconds += 0.002
            self.time.ring_next(self.time.seconds)

    async def _interrupt(self) -> None:
        kind = self.rng.random()
        if kind < 0.5:
            self.happened.append("ends")
            await self.end()
            self.time.seconds += self.rng.expovariate(1 / 5000)
            self.start_process()
        elif kind < 0.75:
            self.happened.append("deaf")
            self.service.pause()
            self.time.seconds += self.rng.expovariate(1 / 50_000)
            self.service.resume()
        else:
            self.happened.append("sleeps")
            self.time.set_by += timedelta(seconds=self.rng.expovariate(1 / 20_000))
            await self.advance(scheduler.LONGEST_SLEEP + timedelta(minutes=1))

    async def trouble_free_check(self) -> None:
        """Let everything work for a while; check that all is shown and nobody waits for the bot."""
        self.trouble = 0.0
        for match_id in self.barred:
            self.service.attend(match_id)
        self.barred.clear()
        await self.advance(timedelta(minutes=20))
        while any(each.match.is_quiet for each in self.records(Stage.RUNNING)):
            await self.advance(timedelta(minutes=1))  # a chain of planned moves goes on
        self.raise_failures()
        await self.auditor.check(punctual=True, every=True)
        await self.auditor.check_scores()
        assert not self.publisher.called, "nobody is invited or watches"
        for match_id, record in self.auditor.records.items():
            match: Match = await self.store.match(match_id)
            assert match.shown_version == match.version == self.shown[match_id], match
            if match.stage is Stage.RUNNING:
                assert match.awaits is WaitingFor.PERSON, match
                assert all(match.seats[seat].is_person_playing for seat in record.since), "stuck"
            async with self.service.cache.locked(match_id) as loaded:
                assert loaded.state == record.state
                agenda = replace(loaded.match.agenda, wakes_at=match.agenda.wakes_at)
                kept = replace(loaded.match, agenda=agenda)
                if not match.is_open:  # the store forgets mutes at the end, the process when it can
                    kept = replace(kept, seats=tuple(replace(s, muted=False) for s in kept.seats))
                assert kept == match

    @contextmanager
    def collecting_failures(self) -> Iterator[None]:
        """Collect assertion errors raised inside of other code, to be raised later."""
        try:
            yield
        except AssertionError as error:
            self.failures.append(error)

    def raise_failures(self) -> None:
        if self.failures:
            raise self.failures[0]
