"""The moves of a running round that people may have missed: those since their own last one."""

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from bot.engine.contract import NATURE, Seat, Value, as_seen_by
from bot.engine.replay import ReplayedMove, returns_to
from bot.engine.rounds import RoundScored
from bot.engine.rules import Rules
from bot.engine.seating import TimeUp, Unasked
from bot.model.match import MoveMaker
from bot.model.updates import PublicMove

KEPT = 32
"""The most moves that are kept: more than are told at once."""
_ONLY_THEIRS = frozenset({MoveMaker.AUTOPLAY, MoveMaker.PLAN})
"""The makers that only the seat's player may know of."""


class RecentMoves(Value):
    """The newest moves of a round, those that a seat's player may have missed, and what follows.

    They follow from the log alone. A move is a player's own unless the bot made it for them.
    """

    moves: tuple[PublicMove, ...] = ()
    begun: int = 0
    """The ply with which the round began."""
    moved: tuple[int, ...] = ()
    """By seat, the ply after its player's last move, as far as others know who made it."""
    own: tuple[int, ...] = ()
    """The same, as the players themselves know."""
    unasked: tuple[tuple[int, Unasked], ...] = ()
    """The plies of moves that only their player may know to be made by the bot, with marks."""

    def after(
        self, ply: ReplayedMove[Any], told: PublicMove, by: MoveMaker | None
    ) -> "RecentMoves":
        """Return them after a log entry; ``by`` is who made it, if not the seat's player."""
        if ends_round(ply):
            return new_round(len(self.moved), ply.index + 1)
        moved, own, unasked = self.moved, self.own, self.unasked
        if by is None or by in _ONLY_THEIRS:
            moved = _with_move(moved, ply)
        if by is None:
            own = moved if own is self.moved else _with_move(own, ply)
        if by in _ONLY_THEIRS and ply.actor is not NATURE:
            mark = Unasked(ply.actor, planned=by is MoveMaker.PLAN)
            unasked = (*unasked, (ply.index, mark))
        first, back = min(own), returns_to(ply.actor, ply.move.code)
        unasked = unasked and tuple(each for each in unasked if each[0] >= first)
        until = ply.index if back is None else back
        kept = [each for each in self.moves if first <= each.ply < until]
        return RecentMoves((*kept, told)[-KEPT:], self.begun, moved, own, unasked)

    def missed_by(self, seat: Seat, *, publicly: bool = False) -> int:
        """Return the first ply that the seat's player may have missed, among those kept.

        ``publicly``: as others know it, to whom a move that was made for them looks like their own.
        """
        known = self.moved if publicly else self.own
        return max(known[seat], self.moves[0].ply) if self.moves else known[seat]

    def marked(self, seat: Seat, moves: Iterable[PublicMove]) -> tuple[PublicMove, ...]:
        """Return moves of the round with marks at those that were made for the seat's player."""
        marks = {at: mark for at, mark in self.unasked if mark.seat == seat}
        return tuple(
            replace(each, events=(marks[each.ply], *each.events)) if each.ply in marks else each
            for each in moves
        )


def new_round(seats: int, begun: int = 0) -> RecentMoves:
    moved = (begun,) * seats
    return RecentMoves((), begun, moved, moved)


def _with_move(known: tuple[int, ...], ply: ReplayedMove[Any]) -> tuple[int, ...]:
    """Return the plies after each player's last move; what follows it by itself belongs to it."""
    seat = ply.actor
    if seat is NATURE or (ply.move.automatic and known[seat] != ply.index):
        return known
    return (*known[:seat], ply.index + 1, *known[seat + 1 :])


def is_unattended(by: MoveMaker | None, rules: Rules[Any, Any]) -> bool:
    """Return whether the clock made a move, or an open table went on; ``None`` is one's own."""
    return by is MoveMaker.CLOCK or (by is MoveMaker.AUTOPLAY and rules.info.open_play)


def ends_round(ply: ReplayedMove[Any]) -> bool:
    return any(isinstance(each, RoundScored) for each in ply.events)


def public_move(ply: ReplayedMove[Any], *, late: bool) -> PublicMove:
    """Return a move as spectators see it, after :class:`TimeUp` if it was late."""
    seen = as_seen_by(ply.events, None)
    if late and ply.actor is not NATURE:
        seen = (TimeUp(ply.actor), *seen)
    if ply.actor is NATURE or ply.move.automatic:
        return PublicMove(ply.index, seen)
    return PublicMove(ply.index, seen, ply.actor)
