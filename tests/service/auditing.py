"""Invariants of every match, computed from what is stored and from the rules alone."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from bot.engine.chance import answer
from bot.engine.contract import NATURE, Actor, Lot, Shuffle
from bot.engine.replay import returns_to
from bot.engine.seating import prepare
from bot.games import game
from bot.model.deadlines import NOTHING
from bot.model.match import Match, MoveCommit, Stage
from bot.model.preferences import PlayerSettings
from bot.model.terms import Pace
from tests.service.plan_auditing import check_plans, check_plans_after_move, planned_code
from tests.service.played import check_ratings, counts

ALLOWED = {
    Pace.LIVE: timedelta(seconds=90),
    Pace.RELAXED: timedelta(minutes=15),
    Pace.DAY: timedelta(hours=24),
    Pace.SLOW: timedelta(hours=72),
}
FAST = {Pace.LIVE: 5, Pace.RELAXED: 5, Pace.NONE: 20}
"""Seconds after which a move is made for somebody at the earliest; 12 where moves take days."""
DAYS = {Pace.DAY, Pace.SLOW}
MINUTE = timedelta(minutes=1)


@dataclass
class MatchRecord:
    match: Match
    checked_revision: int = 0
    state: Any = None
    entries: list[tuple[Actor, str]] = field(default_factory=list)
    states: list[Any] = field(default_factory=list)
    """The state before each entry."""
    grew: list[datetime] = field(default_factory=list)
    """The time when each entry was stored."""
    since: dict[int, int] = field(default_factory=dict)
    sat: dict[int, datetime] = field(default_factory=dict)
    """The time when somebody took their seat back, by seat."""
    missed: Counter[int] = field(default_factory=Counter)
    was_played: bool = False
    """True if somebody has made a move, or had a forced one made as they wanted."""
    was_stood_in_for: bool = False
    """True if a computer has made a move in somebody's place."""
    due: dict[tuple[int, int], list[tuple[datetime, datetime | None]]] = field(default_factory=dict)
    """By seat and ply: the planned deadlines, each with the time when it was planned."""


@dataclass
class Auditor:
    store: Any
    clock: Any
    records: dict[int, MatchRecord] = field(default_factory=dict)
    trying: Counter[tuple[int, int | None, str]] = field(default_factory=Counter)
    """Match, person and code of every move that somebody is about to make."""
    planning: Counter[tuple[int, int | None]] = field(default_factory=Counter)
    """Match and seat of everybody who is changing their plan."""
    confirmed: dict[tuple[int, int], tuple[int, str]] = field(default_factory=dict)
    """By match and ply: seat and code of moves that were confirmed."""
    reminded: dict[tuple[int, int, int], dict[int, datetime]] = field(default_factory=dict)
    """When each reminder of a choice was given first, by how many were due."""
    changed: dict[int, datetime] = field(default_factory=dict)
    """The time when people last changed their settings."""
    outdated: set[int] = field(default_factory=set)
    """People whose clocks may not know their last settings yet, because something failed."""
    played: Counter[str] = field(default_factory=Counter)
    scored: list[int] = field(default_factory=list)
    _settings: dict[int, PlayerSettings] = field(default_factory=dict)
    """People's settings, as far as the present check has read them."""

    # Changes, as they are stored.

    async def committed(self, name: str, args: tuple[Any, ...], how: dict[str, Any]) -> None:
        self._settings.clear()
        if name in {"save_preferences", "save_holiday"}:
            self.changed[args[0]] = self.clock.now()
        if name == "score":
            assert args[0] not in self.scored, "scored twice"
            self.scored.append(args[0])
        if name not in {"start", "commit_moves", "take_seat", "close", "plan", "save_lobby"}:
            return
        match_id, after = args[0], await self.store.match(args[0])
        record = self.records.setdefault(match_id, MatchRecord(after))
        if name == "start":
            rules = game(after.game)
            record.state = rules.start(prepare(rules.info, len(after.seats), after.options))
            self._log(record, how["moved"])
        elif name == "commit_moves":
            moved: MoveCommit = args[3]
            await self._judge(record, moved, after)
            self._log(record, moved)
        elif name == "take_seat" and args[2].is_person_playing:
            seat = args[2].seat
            kept = record.match.agenda.kept_clock(seat)
            if kept is None or kept.ply != record.since.get(seat):  # else the clock goes on
                record.sat[seat] = self.clock.now()
            record.missed[seat] = 0
        if name == "commit_moves":
            number = len(record.states) - len(args[3].entries)
            states = (*record.states[number:], record.state)
            check_plans_after_move(record.match, after, states, record.entries[-1])
        elif name != "plan":
            assert {*after.agenda.plans} <= {*record.match.agenda.plans}
        check_plans(record.match, after, record.state, self.planning)
        for each in after.agenda.clocks:
            record.due.setdefault((each.seat, each.ply), []).append((self.clock.now(), each.due_at))
        record.match = after

    async def _judge(self, record: MatchRecord, moved: MoveCommit, after: Match) -> None:
        match, (actor, code), now = record.match, moved.entries[0], self.clock.now()
        assert isinstance(actor, int)
        seat = match.seats[actor]
        record.was_played |= seat.is_person_playing and not moved.late
        record.was_stood_in_for |= seat.is_held or seat.left_by is not None
        occupant, clock = match.seats[actor], match.agenda.clock(actor)
        legal = game(match.game).legal_moves(record.state, actor)
        if not occupant.is_person_playing:
            assert not moved.late
            kept = match.agenda.kept_clock(actor)
            assert match.players, "nobody plays"
            assert kept is None, "somebody may still come back"
            self.played["computer"] += 1
        elif moved.late:
            assert clock is not None
            assert clock.due_at is not None
            assert clock.due_at <= now, "before its time was up"
            assert now >= await self.earliest_end(record, actor), "sooner than agreed on"
            plans = record.due[actor, clock.ply]
            told = [due for at, due in plans if at < now - timedelta(seconds=1)]
            assert not told or occupant.user_id in self.outdated or told[-1] <= now, "misled"
            record.missed[actor] += 1
            self.played["clock"] += 1
        elif self.trying[match.id, occupant.user_id, code]:
            by_bot = clock and clock.autoplay_at and clock.autoplay_at <= now
            # In the same moment, either may be first.
            if not (by_bot and after.seats[actor].missed):
                record.missed[actor] = 0
            self.played["person"] += 1
        elif code == planned_code(match, record.state, actor):
            assert clock is not None
            assert clock.autoplay_at is not None, "a plan that was not due"
            assert clock.autoplay_at <= now
            record.missed[actor] = 0
            self.played["plan"] += 1
        else:  # the bot made a forced move for them
            assert occupant.user_id is not None
            wanted = (await self.player_settings(occupant.user_id)).preferences.autoplay
            assert clock is not None
            assert clock.autoplay_at is not None, "a move that nobody made"
            assert clock.autoplay_at <= now
            assert len(legal) == 1
            goes_on = game(match.game).info.open_play and not legal[0].secret
            is_open = goes_on and match.pace not in {Pace.LIVE, Pace.RELAXED}
            assert is_open or wanted or self.changed[occupant.user_id] >= now - MINUTE
            self.played["habit"] += 1

    def _log(self, record: MatchRecord, moved: MoveCommit) -> None:
        """Apply the moves by the rules, and record since when everybody has had their choice."""
        rules: Any = game(record.match.game)
        for actor, code in moved.entries:
            before = record.state
            record.states.append(before)
            back = returns_to(actor, code)
            if back is not None:
                assert record.match.allows_take_back
                gone = record.entries[back:]
                assert NATURE not in {each for each, _ in gone}
                assert gone[0][0] == actor
                record.state = record.states[back]
            elif actor is NATURE:
                asked = rules.to_act(before)
                assert isinstance(asked, Shuffle | Lot)
                move = answer(asked, code)
            else:
                assert actor in rules.to_act(before)
                (move,) = [m for m in rules.legal_moves(before, actor) if m.code == code]
            if back is None:
                record.state = rules.apply(before, actor, move).state
            else:
                self.played["taken back"] += 1
            record.entries.append((actor, code))
            record.grew.append(self.clock.now())
            now = rules.to_act(record.state)
            seats = now if isinstance(now, frozenset) else frozenset()
            record.since = {
                seat: record.since[seat]
                if seat in record.since
                and seat != actor
                and rules.legal_moves(before, seat) == rules.legal_moves(record.state, seat)
                else len(record.entries)
                for seat in seats
            }

    def reminds(self, match: Match, user: int, player_settings: PlayerSettings) -> None:
        record, seat = self.records[match.id], match.seat_of(user)
        assert seat is not None
        if seat not in record.since or match.ply != len(record.entries):
            return  # they have moved meanwhile
        of, clock = (match.id, user, record.since[seat]), match.agenda.clock(seat)
        given, number = self.reminded.setdefault(of, {}), 0 if clock is None else clock.reminded
        first = given.setdefault(number, self.clock.now())
        assert self.clock.now() - first < 5 * MINUTE, "Discord has forgotten its nonce"
        assert len(given) <= 2, "reminded too often"
        if self.changed.get(user, self.clock.now() - 2 * MINUTE) < self.clock.now() - MINUTE:
            assert not is_quiet(self.clock.now(), player_settings), "reminded in quiet hours"

    # The stored state.

    async def check(self, *, punctual: bool, every: bool = False) -> None:
        """Check all matches, ``every``: also those that have been over for a while.

        If ``punctual``, nothing may be overdue.
        """
        self._settings.clear()
        for match_id, record in self.records.items():
            if every or record.match.is_open or record.checked_revision != record.match.revision:
                try:
                    await self._check(match_id, record, punctual=punctual)
                except AssertionError as error:
                    error.add_note(f"match {match_id}: {record.match}")
                    raise

    async def check_scores(self) -> None:
        for match_id in self.records:
            match: Match = await self.store.match(match_id)
            scored = await self.store.scored(match_id)
            record, is_scored = self.records[match_id], match_id in self.scored
            # After a restart nobody knows whose move a computer made in a seat that was left.
            was_played = record.was_played or (record.was_stood_in_for and is_scored)
            assert counts(match, was_played=was_played) == is_scored == bool(scored), match
        ended = [await self.store.ended(match_id) for match_id in self.scored]
        await check_ratings(self.store, ended)

    async def _check(self, match_id: int, record: MatchRecord, *, punctual: bool) -> None:
        match: Match = await self.store.match(match_id)
        record.match = match
        assert match.ply == len(record.entries)
        if record.checked_revision != match.revision or not match.is_open:
            assert list(await self.store.log(match_id)) == record.entries
            for (of, ply), entry in self.confirmed.items():
                assert of != match_id or record.entries[ply] == entry, "a confirmed move is missing"
        record.checked_revision = match.revision
        if not match.is_open:
            assert match.agenda == NOTHING
            return
        assert match.agenda.wakes_at is not None
        if match.stage is Stage.RUNNING:
            await self._check_running(match, record)
        first = min(self._due(match), default=None)
        if first is not None:
            assert match.agenda.wakes_at <= max(first, self.clock.now() + MINUTE), "overslept"
            assert not punctual or first >= self.clock.now() - MINUTE, "overdue"
        if punctual:
            await self._check_reminders(match)

    async def _check_running(self, match: Match, record: MatchRecord) -> None:
        ends = [each.kept_until for each in match.agenda.kept if each.kept_until is not None]
        assert match.players or match.agenda.lapses_at == max(ends), "nobody plays"
        acting = {seat for seat in record.since if match.seats[seat].is_person_playing}
        assert [each.seat for each in match.agenda.clocks] == sorted(acting)
        for seat, occupant in enumerate(match.seats):
            if occupant.user_id is not None:
                assert occupant.missed == record.missed[seat], "missed is miscounted"
                assert occupant.is_held == (occupant.missed >= 2)
        for clock in match.agenda.clocks:
            user = match.seats[clock.seat].user_id
            assert user is not None
            assert clock.ply == record.since[clock.seat]
            came = self.turn_began(record, clock.seat)
            if clock.autoplay_at is not None:
                legal = game(match.game).legal_moves(record.state, clock.seat)
                assert len(legal) == 1 or planned_code(match, record.state, clock.seat)
                assert clock.autoplay_at >= came + timedelta(seconds=FAST.get(match.pace, 6))
            if match.pace is Pace.NONE:
                assert clock.due_at is None
                continue
            assert clock.due_at is not None
            assert clock.due_at >= came + ALLOWED[match.pace]
            if user not in self.outdated:
                assert clock.due_at >= await self.earliest_end(record, clock.seat), "too early"

    async def _check_reminders(self, match: Match) -> None:
        now, allowed = self.clock.now(), ALLOWED.get(match.pace)
        for clock in match.agenda.clocks:
            user = match.seats[clock.seat].user_id
            if user is None or user in self.outdated or clock.due_at is None or allowed is None:
                continue
            player_settings = await self.player_settings(user)
            for number, left in enumerate((allowed / 2, allowed / 10), 1):
                missing = clock.due_at - left < now - MINUTE and clock.reminded < number
                quiet = any(is_quiet(each, player_settings) for each in (now - MINUTE, now))
                recent = self.changed.get(user, now - 2 * MINUTE) > now - MINUTE
                assert not missing or quiet or recent, "not reminded"

    def _due(self, match: Match) -> Iterator[datetime]:
        """Yield the times at which something other than a reminder is due."""
        if match.agenda.lapses_at is not None:
            yield match.agenda.lapses_at
        if match.agenda.calls_at is not None:
            yield match.agenda.calls_at
        for clock in match.agenda.clocks:
            yield from filter(None, (clock.due_at, clock.autoplay_at, clock.away_until))

    def turn_began(self, record: MatchRecord, seat: int) -> datetime:
        came = record.grew[record.since[seat] - 1]
        return max(came, record.sat.get(seat, came))

    async def earliest_end(self, record: MatchRecord, seat: int) -> datetime:
        """Return the earliest end of somebody's time: the agreed time, plus holidays meanwhile."""
        user = record.match.seats[seat].user_id
        assert user is not None
        came, pace = self.turn_began(record, seat), record.match.pace
        least = came + ALLOWED[pace]
        if pace in DAYS and user not in self.outdated:
            holidays = (await self.player_settings(user)).holidays
            for each in sorted(holidays, key=lambda h: h.begins_at):
                if each.begins_at < least and each.ends_at > came:
                    least += each.ends_at - max(each.begins_at, came)
        return least

    async def player_settings(self, user: int) -> PlayerSettings:
        if user not in self._settings:
            found = await self.store.player_settings([user], self.clock.now() - timedelta(days=365))
            self._settings[user] = found.get(user, PlayerSettings())
        return self._settings[user]


def is_quiet(moment: datetime, player_settings: PlayerSettings) -> bool:
    quiet = player_settings.preferences.quiet
    if quiet is None:
        return False
    timed = moment.astimezone(ZoneInfo(quiet.zone))
    minutes = (timed.hour * 60 + timed.minute - quiet.begins) % (24 * 60)
    return minutes < (quiet.ends - quiet.begins) % (24 * 60)
