"""A match under way: moves, looks at the table, seats that change hands."""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from typing import Any

from bot.engine.contract import Observation, Rules, Seat
from bot.engine.errors import Refusal, StaleMove
from bot.service.errors import NoMatchHere, NotHeld, NotSeated, SeatHeld
from bot.service.follow import awaited
from bot.service.live import Keeper, Live, running
from bot.service.moving import USUAL, By, Mover, with_occupant
from bot.service.ports import (
    GivenUp,
    Match,
    MatchId,
    News,
    Occupant,
    Stage,
    Store,
    StoreFault,
    UserId,
)

log = logging.getLogger(__name__)

__all__ = ["USUAL", "Look", "Matches", "Turn"]


@dataclass(frozen=True, slots=True)
class Look:
    """A match as one person sees it."""

    match: Match
    seen: Observation | None
    """``None`` in a lobby."""
    news: tuple[News, ...] = ()
    """What the person's own move led to."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A computer's turn."""

    seat: Seat
    level: str
    ply: int
    rules: Rules[Any]
    seen: Observation


@dataclass(frozen=True, slots=True)
class Matches:
    """The running matches."""

    store: Store
    keeper: Keeper
    mover: Mover

    async def play(self, match_id: MatchId, user: UserId, ply: int | None, code: str) -> Look:
        """Make a move for a person, and what follows from it, in one transaction.

        ``ply`` is the log's length at the table the person saw; ``None`` means the present one.
        Where several choose at once, what the others have chosen since makes no move stale.
        Raises :class:`~bot.engine.errors.StaleMove` when the table has gone on since, and the
        refusals of :func:`bot.engine.replay.find`.
        """
        async with self.keeper.hold(match_id) as live:
            seat = _seat(live, user)
            if ply is not None and not _still_asked(live, seat, ply):
                raise StaleMove
            if live.match.seats[seat].is_held:
                raise SeatHeld
            news = await self.mover.move(live, seat, code, By.PERSON)
            return Look(live.match, live.observe(seat), news)

    async def play_for_computer(self, match_id: MatchId, turn: Turn, code: str) -> None:
        """Make a computer's move, unless the table has gone on while it thought."""
        async with self.keeper.hold(match_id) as live:
            match = live.match
            if match.stage is not Stage.RUNNING or match.ply != turn.ply:
                return
            if match.seats[turn.seat].level is not None:  # nobody has taken the seat back
                await self.mover.move(live, turn.seat, code, By.COMPUTER)

    async def computers_turn(self, match_id: MatchId) -> Turn | None:
        """The computer that the table waits for, if it does."""
        async with self.keeper.hold(match_id) as live:
            if live.match.stage is not Stage.RUNNING:
                return None
            asked = live.rules.to_act(live.state)
            for seat in sorted(asked) if isinstance(asked, frozenset) else ():
                level = live.match.seats[seat].level
                seen = live.observe(seat)
                if level is not None and seen is not None:
                    return Turn(seat, level, live.match.ply, live.rules, seen)
            return None

    async def look(self, match_id: MatchId, user: UserId) -> Look:
        """The match as that person sees it; as a spectator does, who has no seat."""
        async with self.keeper.hold(match_id) as live:
            return Look(live.match, live.observe(live.match.seat_of(user)))

    async def here(self, channel_id: int) -> Match:
        """The open match of a channel; raises :class:`~bot.service.errors.NoMatchHere`."""
        match = await self.store.open_in(channel_id)
        if match is None:
            raise NoMatchHere
        return match

    async def leave(self, match_id: MatchId, user: UserId) -> Match:
        """Give the seat to a computer; when nobody is left who plays, the match is closed."""
        async with self.keeper.hold(match_id) as live:
            seat = _seat(live, user)
            salt = live.match.seats[seat].salt
            gone = Occupant(seat, level=USUAL, salt=salt, left_by=user)
            after = with_occupant(live.match, gone)
            if after.players:
                return await self._reseat(live, gone)
            why = GivenUp.ABSENT if after.people else GivenUp.LEFT
            return await self.mover.give_up(live, why, gone)

    async def take_back(self, match_id: MatchId, user: UserId) -> Match:
        """Return a seat that a computer has held to the person it belongs to."""
        async with self.keeper.hold(match_id) as live:
            seat = _seat(live, user)
            occupant = live.match.seats[seat]
            if not occupant.is_held:
                raise NotHeld
            return await self._reseat(live, replace(occupant, level=None, missed=0))

    async def abandon(self, match_id: MatchId, why: GivenUp) -> bool:
        """Give up a lobby or a match that cannot go on; ``False`` when it has ended already."""
        async with self.keeper.hold(match_id) as live:
            if not live.match.is_open:
                return False
            await self.mover.give_up(live, why)
            return True

    async def replan(self, match_id: MatchId, *, told: bool = False) -> None:
        """What somebody at the table has set for themselves has changed.

        ``told``: the table tells of it where moves take days, whoever is to act.
        """
        async with self.keeper.hold(match_id) as live:
            match = live.match
            if match.stage is not Stage.RUNNING:
                return
            agenda = await self.mover.schedule.again(match, live.rules, live.state)
            shown = agenda.told != match.agenda.told or (told and match.pace.counts_days)
            if shown or agenda != match.agenda:
                await self.mover.plan(live, agenda, shown=shown)

    async def replan_all(self, user: UserId, *, told: bool = False) -> None:
        """Do so in all matches of a person; one that fails is seen to when its time comes.

        In lobbies, too: one that is about to start may be planned already by what was before.
        """
        for match in await self.store.open_of(user):
            try:
                await self.replan(match.id, told=told)
            except (Refusal, StoreFault) as error:
                log.warning("match %s was not planned anew: %s", match.id, error)

    async def _reseat(self, live: Live, occupant: Occupant) -> Match:
        """Put somebody into a seat of a running match."""
        match = with_occupant(live.match, occupant)
        awaits = awaited(live.rules, live.state, match)
        agenda = await self.mover.schedule.running(match, live.rules, live.state, live.asked)
        await self.store.take_seat(match.id, occupant, awaits, agenda)
        version = match.version + 1
        live.match = replace(match, version=version, awaits=awaits, agenda=agenda)
        self.mover.changed(live.match)
        return live.match


def _seat(live: Live, user: UserId) -> Seat:
    """Where somebody sits in a running match."""
    running(live)
    seat = live.match.seat_of(user)
    if seat is None:
        raise NotSeated
    return seat


def _still_asked(live: Live, seat: Seat, ply: int) -> bool:
    """Whether what the seat could choose at that ply is what it can choose now."""
    return live.asked.get(seat, live.match.ply) <= ply <= live.match.ply
