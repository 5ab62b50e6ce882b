"""Random worlds that agree with what a seat has seen of Domino Squares.

Nobody ever has to play, so what a seat does not do reveals nothing about its pieces. A piece is
seen when it is laid, or passed from or to the observer: then it was in that hand. In between,
pieces go from hand to hand unseen. So the history is replayed with blanks for the pieces that were
not seen: a blank gets its face when that is shown, and pieces passed unseen are picked at random,
but so that every piece reaches the hand where it is seen next.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from bot.domino.square import Square
from bot.engine.contract import Seat
from bot.engine.seating import left_of, right_of
from bot.games.squares.events import AllPassed, Gave, PieceLaid
from bot.games.squares.observation import SquaresSeen


class Stuck(Exception):
    """A piece cannot reach the hand where it is seen; another one should have been passed."""


Edge = tuple[Seat, Seat]


@dataclass(slots=True)
class Ahead:
    """The hands where pieces will be seen."""

    shown: dict[Square, list[tuple[int, Seat]]] = field(default_factory=dict)
    """For each piece, the history indices at which it is seen, with the seat that holds it."""
    unseen: list[tuple[int, tuple[Edge, ...]]] = field(default_factory=list)
    """The history indices at which pieces are passed unseen, with the givers and receivers."""

    def reaches(self, piece: Square | None, at: int, seat: Seat) -> bool:
        """Return whether a piece at ``seat`` after event ``at`` can reach where it is seen next."""
        if piece is None:
            return True
        later = (each for each in self.shown.get(piece, ()) if each[0] > at)
        when, owner = next(later, (at, seat))
        holders = {seat}
        for then, edges in self.unseen:
            if at < then < when:
                holders |= {to for giver, to in edges if giver in holders}
        return owner in holders


def look_ahead(seen: SquaresSeen) -> Ahead:
    ahead = Ahead()
    for at, event in enumerate(seen.history):
        handed: list[tuple[Seat, Seat, Square | None]] = []
        match event:
            case PieceLaid(seat, piece):
                ahead.shown.setdefault(piece, []).append((at, seat))
            case Gave(seat, to, given):
                handed = [(seat, to, given)]
            case AllPassed():
                handed = list(handed_on(seen, event))
            case _:
                continue
        for seat, _, each in handed:
            if each is not None:
                ahead.shown.setdefault(each, []).append((at, seat))
        edges = tuple((seat, to) for seat, to, each in handed if each is None)
        if edges:
            ahead.unseen.append((at, edges))
    return ahead


def handed_on(seen: SquaresSeen, event: AllPassed) -> Iterator[tuple[Seat, Seat, Square | None]]:
    """Yield the giver, the receiver and the piece, if known, of each pass (SQ-22)."""
    seats = seen.setup.seats
    receiver = left_of if event.way == "left" else right_of
    for seat in seats:
        to = receiver(seats, seat)
        yield seat, to, event.gave[seat] or event.got[to]
