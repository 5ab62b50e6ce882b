"""Plans the agenda of a match that has just changed: deadlines, reminders, forced moves."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from bot.engine.contract import Rng, Rules, Seat
from bot.model.deadlines import Agenda, SeatClock
from bot.model.match import Match, UserId
from bot.model.preferences import PlayerSettings
from bot.model.terms import Pace
from bot.service.clock import timing
from bot.service.ports.clock import Clock
from bot.service.settings_cache import PreferenceCache

LOBBY_LASTS = timedelta(days=1)
"""The time after which a lobby in which nothing happens is closed."""
MATCH_LASTS = timedelta(days=30)
"""The time after which an idle match is closed, whatever its pace."""
LAPSE_GRACE = timedelta(hours=1)
"""The least time before a table is closed, counted from when people could play again."""
DELAYS = {Pace.LIVE: (5, 30)}
"""The range of seconds, by pace, after which a forced move is made for people who want that."""
USUAL_DELAY = (20, 180)


@dataclass(frozen=True, slots=True)
class DeadlinePlanner:
    """Plans what is due for a match even if nobody does anything."""

    preferences: PreferenceCache
    clock: Clock
    rng: Callable[[], Rng]

    def lobby_agenda(self) -> Agenda:
        lapses_at = self.clock.now() + LOBBY_LASTS
        return Agenda(lapses_at=lapses_at, wakes_at=lapses_at)

    async def match_agenda(
        self, match: Match, rules: Rules[Any, Any], state: object, turns: Mapping[Seat, int]
    ) -> Agenda:
        """Return the agenda of a match in ``state``; ``turns`` has the ply of each seat's choice.

        A clock that is running for that choice, or is kept for it, goes on; others start now. What
        is kept stays kept until its time is over or its owner is back; if nobody plays, the match
        ends with the last of it.
        """
        now = self.clock.now()
        acting = [seat for seat in sorted(turns) if match.seats[seat].is_person_playing]
        player_settings = await self._settings_by_seat(match, acting)
        clocks = []
        for seat in acting:
            clock = match.agenda.clock(seat) or match.agenda.kept_clock(seat)
            if clock is None or clock.ply != turns[seat]:
                forced = partial(_is_forced, rules, state, seat)
                clock = self._new_clock(match, seat, turns[seat], player_settings[seat], forced)
            clocks.append(replace(clock, kept_until=None))
        kept = _still_kept(match, now)
        lapses_at = max(_ends(kept), default=now) if match.is_abandoned else now + MATCH_LASTS
        return self._agenda_of(match, clocks, player_settings, lapses_at, kept)

    async def replanned_agenda(
        self, match: Match, rules: Rules[Any, Any], state: object, since: datetime | None = None
    ) -> Agenda:
        """Return the same clocks, replanned with their owners' current settings.

        If nobody could play before ``since``, at least some time is left after it.
        """
        now, agenda = self.clock.now(), match.agenda
        player_settings = await self._settings_by_seat(
            match, [clock.seat for clock in agenda.clocks]
        )
        clocks, lapses_at = [], agenda.lapses_at
        for clock in agenda.clocks:
            own = player_settings[clock.seat]
            forced = partial(_is_forced, rules, state, clock.seat)
            autoplay_at = clock.autoplay_at or self._autoplay_at(match.pace, own, forced)
            if not self._plays_forced_moves(match.pace, own):
                autoplay_at = None
            with_grace = clock if since is None else timing.with_grace(clock, match.pace, since)
            running = timing.replanned(with_grace, match.pace, now, own)
            clocks.append(replace(running, autoplay_at=autoplay_at))
        if since is not None and lapses_at is not None and not match.is_abandoned:
            lapses_at = max(lapses_at, since + LAPSE_GRACE)
        return self._agenda_of(match, clocks, player_settings, lapses_at, agenda.kept)

    async def reminded_agenda(self, match: Match) -> Agenda:
        now, running = self.clock.now(), match.agenda.clocks
        player_settings = await self._settings_by_seat(match, [clock.seat for clock in running])
        clocks = []
        for clock in running:
            count = timing.reminders_due(clock, match.pace, now, player_settings[clock.seat])
            clocks.append(replace(clock, reminded=count))
        agenda = match.agenda
        return self._agenda_of(match, clocks, player_settings, agenda.lapses_at, agenda.kept)

    def stopped_agenda(self, match: Match, until: datetime) -> Agenda:
        lapses_at, kept = min(match.agenda.lapses_at or until, until), match.agenda.kept
        return Agenda((), lapses_at, min(lapses_at, *_ends(kept)) if kept else lapses_at, kept)

    def _new_clock(
        self,
        match: Match,
        seat: Seat,
        ply: int,
        player_settings: PlayerSettings,
        forced: Callable[[], bool],
    ) -> SeatClock:
        clock = timing.new_clock(seat, ply, match.pace, self.clock.now(), player_settings)
        return replace(clock, autoplay_at=self._autoplay_at(match.pace, player_settings, forced))

    def _autoplay_at(
        self, pace: Pace, player_settings: PlayerSettings, forced: Callable[[], bool]
    ) -> datetime | None:
        """Return when to make a forced move, after a random delay like a person's, if at all."""
        if not self._plays_forced_moves(pace, player_settings) or not forced():
            return None
        least, most = DELAYS.get(pace, USUAL_DELAY)
        seconds = least + (most - least) * self.rng().random()
        return self.clock.now() + timedelta(seconds=seconds)

    def _plays_forced_moves(self, pace: Pace, player_settings: PlayerSettings) -> bool:
        """Return whether forced moves are made for somebody.

        Not while the table shows them as away: everybody would know then who made the move.
        """
        if not player_settings.preferences.autoplay:
            return False
        return timing.away_until(pace, self.clock.now(), player_settings) is None

    def _agenda_of(
        self,
        match: Match,
        clocks: list[SeatClock],
        player_settings: Mapping[Seat, PlayerSettings],
        lapses_at: datetime | None,
        kept: tuple[SeatClock, ...],
    ) -> Agenda:
        now, pace = self.clock.now(), match.pace
        alarms = [timing.next_alarm(each, pace, now, player_settings[each.seat]) for each in clocks]
        wakes_at = min(filter(None, (*alarms, lapses_at, *_ends(kept))), default=None)
        return Agenda(tuple(clocks), lapses_at, wakes_at, kept)

    async def _settings_by_seat(
        self, match: Match, seats: list[Seat]
    ) -> Mapping[Seat, PlayerSettings]:
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


def _is_forced(rules: Rules[Any, Any], state: object, seat: Seat) -> bool:
    return len(rules.legal_moves(state, seat)) == 1
