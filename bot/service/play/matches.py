"""Running matches: making moves, viewing the table, leaving seats and taking them back."""

import logging
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Self

from bot.engine.choices import chooses_openly
from bot.engine.contract import Observation, Seat
from bot.engine.errors import MatchOver, Refusal, StaleMove
from bot.engine.rules import Rules
from bot.engine.seating import USUAL
from bot.games import game
from bot.model.errors import (
    NoMatchHere,
    NotHeld,
    NotSeated,
    NotStarted,
    SeatHeld,
    TableClosed,
    TooLateToReturn,
)
from bot.model.match import CloseReason, Match, MatchId, MoveMaker, Occupant, Stage, UserId
from bot.model.updates import PublicMove
from bot.service.play.loaded_match import LoadedMatch
from bot.service.play.match_cache import MatchCache, retried
from bot.service.play.move_executor import MoveExecutor
from bot.service.ports.faults import StoreFault
from bot.service.ports.store import Store

log = logging.getLogger(__name__)

TIME_TO_RETURN = timedelta(minutes=1)
"""The time after leaving in which it can be undone."""


@dataclass(frozen=True, slots=True)
class PlayerView:
    match: Match
    seen: Observation | None
    """``None`` in a lobby."""
    news: tuple[PublicMove, ...] = ()
    """The events that the person's own move led to; else those since their own last move."""
    choosing_since: int | None = None
    """The ply from which on they have had their present choice, if they have one."""
    can_take_back: bool = False
    chose_openly: bool = True
    """False if the move that they just made was chosen in private (:func:`chooses_openly`)."""
    had_no_choice: bool = False
    """True if others play, too, and it was the only move that the person could make in private."""

    @classmethod
    def of(
        cls, loaded: LoadedMatch, seat: Seat | None, news: tuple[PublicMove, ...] | None = None
    ) -> Self:
        since, seen = loaded.choosing_since(seat), loaded.observe(seat)
        can_take_back = seat is not None and loaded.can_take_back
        told = loaded.told_to(seat, shown=True) if news is None else news
        return cls(loaded.match, seen, told, since, can_take_back)

    @property
    def goes_on_at_table(self) -> bool:
        """Return whether they just chose in private, and choose at the open table from now on."""
        info = game(self.match.game).info
        return not self.chose_openly and self.seen is not None and chooses_openly(info, self.seen)

    def has_same_choice_as_at(self, ply: int) -> bool:
        since = self.choosing_since
        return since is not None and since <= ply <= self.match.ply


@dataclass(frozen=True, slots=True)
class ComputerTurn:
    seat: Seat
    level: str
    ply: int
    rules: Rules[Any, Any]
    seen: Observation


@dataclass(frozen=True, slots=True)
class Matches:
    store: Store
    cache: MatchCache
    executor: MoveExecutor

    @retried
    async def play(self, match_id: MatchId, user: UserId, ply: int | None, code: str) -> PlayerView:
        """Make a move for a person, with what follows from it, in one transaction.

        ``ply`` is the log's length at the table the person saw; ``None`` means the present one.
        When several people choose at once, the choices of others do not make a move stale. Raises
        :class:`~bot.engine.errors.StaleMove` when that table is out of date, and the refusals of
        :func:`bot.engine.replay.find`.
        """
        async with self.cache.locked(match_id) as loaded:
            seat = running_seat(loaded, user)
            if ply is not None and not has_same_choice(loaded, seat, ply):
                raise StaleMove
            if loaded.match.seats[seat].is_held:
                raise SeatHeld
            before = loaded.observe(seat)
            news = await self.executor.move(loaded, seat, code, MoveMaker.PERSON)
            openly = before is None or chooses_openly(loaded.rules.info, before)
            alone = len(loaded.match.players) < 2
            forced = before is not None and len(before.legal) == 1 and not (openly or alone)
            view = PlayerView.of(loaded, seat, news)
            return replace(view, chose_openly=openly, had_no_choice=forced)

    @retried
    async def play_for_computer(self, match_id: MatchId, turn: ComputerTurn, code: str) -> None:
        async with self.cache.locked(match_id) as loaded:
            match = loaded.match
            if match.stage is not Stage.RUNNING or match.ply != turn.ply:
                return
            if match.is_played_by_computer(turn.seat):  # else its owner is back, or may come back
                await self.executor.move(loaded, turn.seat, code, MoveMaker.COMPUTER)

    async def computers_turn(self, match_id: MatchId) -> ComputerTurn | None:
        async with self.cache.locked(match_id) as loaded:
            if loaded.match.stage is not Stage.RUNNING:
                return None
            match, acting = loaded.match, loaded.rules.to_act(loaded.state)
            for seat in sorted(acting) if isinstance(acting, frozenset) else ():
                level, seen = match.seats[seat].level, loaded.observe(seat)
                if level and seen is not None and match.is_played_by_computer(seat):
                    return ComputerTurn(seat, level, match.ply, loaded.rules, seen)
            return None

    async def view_for(self, match_id: MatchId, user: UserId) -> PlayerView:
        async with self.cache.locked(match_id) as loaded:
            return PlayerView.of(loaded, loaded.match.seat_of(user))

    async def open_match_in(self, channel_id: int) -> Match:
        match = await self.store.open_in(channel_id)
        if match is None:
            raise NoMatchHere
        return match

    async def match_for_command(self, user: UserId, channel_id: int) -> MatchId:
        """Return the channel's open match, else the running one that needs the person's move first.

        If none does, return their oldest running match. No log is read, so it may be called on
        every keystroke. Raises :class:`~bot.model.errors.NoMatchHere`.
        """
        if (here := await self.store.open_in(channel_id)) is not None:
            return here.id
        for waiting in await self.store.waiting_for(user):
            return waiting
        for match in await self.store.open_of(user):
            if match.stage is Stage.RUNNING:
                return match.id
        raise NoMatchHere

    @retried
    async def leave(self, match_id: MatchId, user: UserId, *, for_good: bool = False) -> Match:
        """Give the person's seat to a computer; close the match if nobody is left who plays.

        For :data:`TIME_TO_RETURN` the computer does not move and the match is not closed, so that
        they may come back; but not if they leave ``for_good``, and a match in which nobody has made
        a move is closed at once.
        """
        async with self.cache.locked(match_id) as loaded:
            seat, match = running_seat(loaded, user), loaded.match
            left = match.seats[seat]
            said = left.said and replace(left.said, phrase=None)
            gone = Occupant(
                *(seat, None, USUAL, left.salt, user, match.ply),
                said=said,
                name=match.free_name(seat),
                took_hint=left.took_hint,
            )
            after = match.with_occupant(gone)
            if not after.players and (for_good or not loaded.is_played):
                return await self.executor.end_abandoned(loaded, gone)
            if not for_good and (seat in loaded.turns or not after.players):
                until = self.executor.clock.now() + TIME_TO_RETURN
                match = replace(match, agenda=match.agenda.keeping(seat, until))
            return await self.executor.reseat(loaded, match, gone)

    @retried
    async def give_up_return(self, match_id: MatchId, user: UserId) -> None:
        """Keep nothing any more for somebody who has left a match, and end it if nobody plays."""
        async with self.cache.locked(match_id) as loaded:
            match = loaded.match
            gone = next((each for each in match.seats if each.left_by == user), None)
            if match.is_abandoned:
                await self.executor.end_abandoned(loaded)
            elif gone is not None and match.agenda.kept_clock(gone.seat) is not None:
                agenda = match.agenda.without_kept(gone.seat)
                await self.executor.reseat(loaded, replace(match, agenda=agenda), gone)

    @retried
    async def undo_leaving(
        self, match_id: MatchId, user: UserId, ply: int, left_at: datetime
    ) -> Match:
        """Return the seat to somebody who left it by mistake, if nobody has moved since.

        ``ply`` is the log's length when they left. Raises
        :class:`~bot.model.errors.TooLateToReturn`, and :class:`~bot.model.errors.NotSeated` if
        they have left no seat.
        """
        async with self.cache.locked(match_id) as loaded:
            match = loaded.match
            if match.stage is not Stage.RUNNING:
                raise TooLateToReturn
            if match.seat_of(user) is not None:
                return match  # pressed twice
            left = next((each for each in match.seats if each.left_by == user), None)
            if left is None:
                raise NotSeated
            is_late = self.executor.clock.now() - left_at > TIME_TO_RETURN
            if match.ply != ply or is_late:
                raise TooLateToReturn
            back = Occupant(
                left.seat, user, salt=left.salt, said=left.said, took_hint=left.took_hint
            )
            return await self.executor.reseat(loaded, match, back)

    async def leaving_counts(self, match_id: MatchId, user: UserId) -> bool:
        async with self.cache.locked(match_id) as loaded:
            match = loaded.match
            others = any(each != user for each in match.players)
            return match.rated and len(match.seats) > 1 and (others or loaded.is_played)

    @retried
    async def reclaim_seat(self, match_id: MatchId, user: UserId) -> Match:
        """Give a person back the seat that a computer held; raises :class:`NotHeld`."""
        async with self.cache.locked(match_id) as loaded:
            seat = running_seat(loaded, user)
            occupant = loaded.match.seats[seat]
            if not occupant.is_held:
                raise NotHeld
            back = replace(occupant, level=None, missed=0)
            return await self.executor.reseat(loaded, loaded.match, back)

    @retried
    async def close_unplayable(self, match_id: MatchId, why: CloseReason) -> bool:
        """Close a lobby or a match that cannot go on; return ``False`` if it has ended already.

        A match that nobody plays any more ends as it would have ended anyway.
        """
        async with self.cache.locked(match_id) as loaded:
            if not loaded.match.is_open:
                return False
            if loaded.match.is_abandoned:
                await self.executor.end_abandoned(loaded)
            else:
                await self.executor.close_early(loaded, why)
            return True

    @retried
    async def replan(self, match_id: MatchId, *, always_show: bool = False) -> None:
        """Replan a match after somebody at the table has changed their settings.

        ``always_show``: where moves take days, show the table again even if no shown clock changed.
        """
        async with self.cache.locked(match_id) as loaded:
            match = loaded.match
            if match.stage is not Stage.RUNNING:
                return
            agenda = await self.executor.planner.replanned_agenda(match, loaded.rules, loaded.state)
            always = always_show and match.pace.counts_days
            shown = always or agenda.shown_clocks != match.agenda.shown_clocks
            if shown or agenda != match.agenda:
                await self.executor.plan(loaded, agenda, shown=shown)

    async def replan_all(self, user: UserId, *, always_show: bool = False) -> None:
        """Replan all matches of a person; one that fails is replanned when it is next due.

        Lobbies, too: one that is about to start may be planned already with the old settings.
        """
        for match in await self.store.open_of(user):
            try:
                await self.replan(match.id, always_show=always_show)
            except (Refusal, StoreFault) as error:
                log.warning("cannot replan match %s: %s", match.id, error)


def require_running(match: Match) -> None:
    match match.stage:
        case Stage.RUNNING:
            return
        case Stage.LOBBY:
            raise NotStarted
        case Stage.OVER:
            raise MatchOver
        case Stage.CLOSED:
            raise TableClosed


def running_seat(loaded: LoadedMatch, user: UserId) -> Seat:
    require_running(loaded.match)
    seat = loaded.match.seat_of(user)
    if seat is None:
        raise NotSeated
    return seat


def has_same_choice(loaded: LoadedMatch, seat: Seat, ply: int) -> bool:
    return loaded.turns.get(seat, loaded.match.ply) <= ply <= loaded.match.ply
