"""Plans the agenda of a match that has just changed: deadlines, calls, moves made for people."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from bot.engine.contract import Rng, Seat
from bot.engine.rules import Rules
from bot.model.deadlines import Agenda, SeatClock
from bot.model.match import Match, UserId
from bot.model.preferences import PlayerSettings
from bot.model.terms import Pace
from bot.service.clock import timing
from bot.service.delays import NO_QUIET_TIME, QuietTime
from bot.service.planned_moves import planned_move
from bot.service.ports.clock import Clock
from bot.service.settings_cache import PreferenceCache

LOBBY_LASTS = timedelta(days=1)
"""The time after which a lobby in which nothing happens is closed."""
MATCH_LASTS = timedelta(days=30)
"""The time after which an idle match is closed, whatever its pace."""
LAPSE_GRACE = timedelta(hours=1)
"""The least time before a table is closed, counted from when people could play again."""
SHARE_OF_QUIET_TIME = (0.1, 0.5)
"""The range of the share of the quiet time after which a move is made for somebody."""
DELAY, LONG_DELAY = (5.0, 20.0), (20.0, 180.0)
"""The range of seconds after which a move is made for somebody without such a time: where people
wait at the table, and elsewhere."""


@dataclass(frozen=True, slots=True)
class DeadlinePlanner:
    """Plans what is due for a match even if nobody does anything."""

    preferences: PreferenceCache
    clock: Clock
    rng: Callable[[], Rng]
    quiet_time: QuietTime = NO_QUIET_TIME

    def lobby_agenda(self) -> Agenda:
        lapses_at = self.clock.now() + LOBBY_LASTS
        return Agenda(lapses_at=lapses_at, wakes_at=lapses_at)

    async def match_agenda(
        self,
        match: Match,
        rules: Rules[Any, Any],
        state: object,
        turns: Mapping[Seat, int],
        mover: Seat | None = None,
    ) -> Agenda:
        """Return the agenda of a match in ``state``; ``turns`` has the ply of each seat's choice.

        A clock that is running for that choice, or is kept for it, goes on; others start now. What
        is kept stays kept until its time is over or its owner is back; if nobody plays, the match
        ends with the last of it. If ``mover`` has just moved, people may be called a little later.
        """
        now = self.clock.now()
        acting = [seat for seat in sorted(turns) if match.seats[seat].is_person_playing]
        player_settings = await self._settings_by_seat(match, acting)
        # A plan ends when a computer takes the seat.
        playing = (each for each in match.agenda.plans if match.seats[each.seat].is_person_playing)
        agenda = replace(match.agenda, plans=tuple(playing), calls_at=None)
        if mover is not None and self._is_quiet_before_calls(match, turns, mover):
            agenda = replace(agenda, calls_at=now + self.quiet_time.length(self.rng().random()))
        match, clocks = replace(match, agenda=agenda), []
        for seat in acting:
            clock = agenda.clock(seat) or agenda.kept_clock(seat)
            if clock is None or clock.ply != turns[seat]:
                own, ply = player_settings[seat], turns[seat]
                clock = timing.new_clock(seat, ply, match.pace, now, own)
                made_at = self._autoplay_at(match, seat, own, rules, state)
                clock = replace(clock, autoplay_at=made_at)
            clocks.append(replace(clock, kept_until=None))
        kept = _still_kept(match, now)
        lapses_at = max(_ends(kept), default=now) if match.is_abandoned else now + MATCH_LASTS
        agenda = replace(agenda, clocks=tuple(clocks), lapses_at=lapses_at, kept=kept)
        return self._waking(match.pace, agenda, player_settings)

    async def replanned_agenda(
        self, match: Match, rules: Rules[Any, Any], state: object, since: datetime | None = None
    ) -> Agenda:
        """Return the same clocks, replanned with their owners' current settings.

        If nobody could play before ``since``, at least some time is left after it.
        """
        now, agenda = self.clock.now(), match.agenda
        player_settings = await self._settings_by_seat(match)
        clocks, lapses_at = [], agenda.lapses_at
        for clock in agenda.clocks:
            own = player_settings[clock.seat]
            autoplay_at = self._autoplay_at(match, clock.seat, own, rules, state)
            if autoplay_at is not None and clock.autoplay_at is not None:
                autoplay_at = clock.autoplay_at
            with_grace = clock if since is None else timing.with_grace(clock, match.pace, since)
            running = timing.replanned(with_grace, match.pace, now, own)
            clocks.append(replace(running, autoplay_at=autoplay_at))
        if since is not None and lapses_at is not None and not match.is_abandoned:
            lapses_at = max(lapses_at, since + LAPSE_GRACE)
        agenda = replace(agenda, clocks=tuple(clocks), lapses_at=lapses_at)
        return self._waking(match.pace, agenda, player_settings)

    async def reminded_agenda(self, match: Match) -> Agenda:
        now, pace, agenda = self.clock.now(), match.pace, match.agenda
        player_settings = await self._settings_by_seat(match)
        clocks = []
        for clock in agenda.clocks:
            count = timing.reminders_due(clock, pace, now, player_settings[clock.seat])
            clocks.append(replace(clock, reminded=count))
        return self._waking(pace, replace(agenda, clocks=tuple(clocks)), player_settings)

    async def calling_agenda(self, match: Match) -> Agenda:
        """Return the same agenda once people may be called."""
        agenda = replace(match.agenda, calls_at=None)
        return self._waking(match.pace, agenda, await self._settings_by_seat(match))

    def stopped_agenda(self, match: Match, until: datetime) -> Agenda:
        lapses_at = min(match.agenda.lapses_at or until, until)
        stopped = replace(match.agenda, clocks=(), lapses_at=lapses_at, calls_at=None)
        return self._waking(match.pace, stopped, {})

    def _is_quiet_before_calls(self, match: Match, turns: Mapping[Seat, int], mover: Seat) -> bool:
        """Return whether somebody else is to move now who may be called a little later."""
        if not self.quiet_time.most or not match.pace.counts_days:
            return False
        if len(match.players) < 2 or not turns.keys() - {mover}:
            return False
        return not any(map(match.is_played_by_computer, turns))

    def _autoplay_at(
        self, match: Match, seat: Seat, own: PlayerSettings, rules: Rules[Any, Any], state: object
    ) -> datetime | None:
        """Return when to make a move for somebody, if it is planned or they have no choice.

        It is after a random delay like a person's. Its numbers are drawn in any case, so that they
        tell nothing.
        """
        quiet_until, now = match.agenda.calls_at, self.clock.now()
        share = self._random(SHARE_OF_QUIET_TIME)
        delay = self._random(DELAY if match.pace.is_quick else LONG_DELAY)
        if not self._is_move_made(match, seat, own, rules, state):
            return None
        if quiet_until is not None and quiet_until > now:
            return now + share * (quiet_until - now)
        return now + timedelta(seconds=delay)

    def _is_move_made(
        self, match: Match, seat: Seat, own: PlayerSettings, rules: Rules[Any, Any], state: object
    ) -> bool:
        """Return whether a move is made for somebody: a planned one, or the only one they have.

        An only move is made for whoever wants that, and where nothing is hidden and nobody waits
        at the table. But nothing that is hidden is played for somebody whom the table shows as
        away: everybody would know then who has made the move.
        """
        is_away = timing.away_until(match.pace, self.clock.now(), own) is not None
        plan = None if is_away else match.agenda.plan(seat)
        wants_only_moves = own.preferences.autoplay and not is_away
        is_open = rules.info.open_play and not match.pace.is_quick and len(match.players) > 1
        if plan and planned_move(rules, rules.observe(state, seat), plan):
            return True
        if not (wants_only_moves or is_open):
            return False
        legal = rules.legal_moves(state, seat)
        return len(legal) == 1 and (wants_only_moves or not legal[0].secret)

    def _random(self, span: tuple[float, float]) -> float:
        least, most = span
        return least + (most - least) * self.rng().random()

    def _waking(
        self, pace: Pace, agenda: Agenda, player_settings: Mapping[Seat, PlayerSettings]
    ) -> Agenda:
        """Return an agenda that wakes the match when the first thing in it is due."""
        now, clocks = self.clock.now(), agenda.clocks
        alarms = [timing.next_alarm(each, pace, now, player_settings[each.seat]) for each in clocks]
        moments = (*alarms, agenda.lapses_at, agenda.calls_at, *_ends(agenda.kept))
        return replace(agenda, wakes_at=min(filter(None, moments), default=None))

    async def _settings_by_seat(
        self, match: Match, acting: Collection[Seat] | None = None
    ) -> Mapping[Seat, PlayerSettings]:
        """Return the settings of those who are ``acting``; by default, whose clocks run."""
        seats = [clock.seat for clock in match.agenda.clocks] if acting is None else acting
        users: dict[Seat, UserId] = {
            seat: user for seat in seats if (user := match.seats[seat].user_id) is not None
        }
        found = await self.preferences.player_settings(list(users.values()))
        return {seat: found[user] for seat, user in users.items()}


def _still_kept(match: Match, now: datetime) -> tuple[SeatClock, ...]:
    return tuple(
        each
        for each in match.agenda.kept
        if each.kept_until is not None
        and each.kept_until > now
        and match.seats[each.seat].user_id is None
    )


def _ends(kept: tuple[SeatClock, ...]) -> list[datetime]:
    return [each.kept_until for each in kept if each.kept_until is not None]
