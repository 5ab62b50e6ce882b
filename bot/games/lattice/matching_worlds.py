"""What the public history says about hidden square pieces, and worlds that agree with it.

Who draws or passes shows that nothing in that hand fits at either end. So a piece that would have
fitted cannot have been in that hand, unless it came later. Each place of the deal therefore takes
some pieces and not others; a world puts every hidden piece into a place that takes it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache

from bot.domino.path import Path
from bot.domino.pieces import SQUARES
from bot.domino.square import Square
from bot.domino.worlds import assign
from bot.engine.contract import Event, Rng, Seat
from bot.games.events import Passed
from bot.games.lattice.events import DrewPiece, PieceLaid, Pieces, SquaresDealt, SquaresEnded
from bot.games.lattice.matching_rounds import Hands
from bot.games.lattice.seen import SquaresSeen

_NEVER = 1 << 30


@dataclass(frozen=True, slots=True)
class _Place:
    """A slot of the shuffle: whose it became, and when (index in the history)."""

    owner: Seat | None
    """``None`` for a piece that nobody was dealt or drew."""
    born: int


@dataclass(slots=True)
class _Facts:
    """The history, read once."""

    places: list[_Place] = field(default_factory=list)
    known: list[Square | None] = field(default_factory=list)
    """For each place its piece, if the observer has seen it there."""
    table: set[Square] = field(default_factory=set)
    """The starter, which was in no hand."""
    laid: dict[Square, tuple[Seat, int]] = field(default_factory=dict)
    """By whom and when a piece was laid."""
    shown: dict[Square, Seat] = field(default_factory=dict)
    """Pieces turned up at the end of the round, by owner."""
    lacks: dict[Seat, list[tuple[int, frozenset[Square]]]] = field(default_factory=dict)
    """When a seat showed that it holds none of certain pieces."""

    def takes(self, piece: Square, place: _Place) -> bool:
        """Whether ``piece`` can have come to ``place``."""
        owner, gone = self.laid.get(piece, (None, _NEVER))
        if owner is not None and (owner != place.owner or place.born > gone):
            return False
        if self.shown and owner is None and self.shown.get(piece) != place.owner:
            return False
        if place.owner is None:
            return True
        return not any(
            place.born < when < gone and piece in pieces
            for when, pieces in self.lacks.get(place.owner, ())
        )

    def held(self, order: list[Square], seats: int) -> list[list[Square]]:
        """What is in each hand and, last, in none, with the pieces in the order of the places."""
        held: list[list[Square]] = [[] for _ in range(seats + 1)]
        for place, piece in zip(self.places, order, strict=True):
            if piece not in self.laid:
                held[seats if place.owner is None else place.owner].append(piece)
        return held


@dataclass(frozen=True, slots=True)
class World:
    """One way the hidden pieces may lie."""

    hands: Hands
    pile: Pieces
    aside: Pieces
    history: tuple[Event, ...]
    """Of the observer, with what was hidden filled in."""


def imagine_hands(seen: SquaresSeen, rng: Rng) -> World:
    """A world that agrees with what was done.

    While the round goes on and nothing can be drawn, somebody can play (GEN-9).
    """
    facts = _read(seen)
    known = facts.table.union(piece for piece in facts.known if piece is not None)
    hidden = [piece for piece in SQUARES if piece not in known]
    places = [place for place, piece in zip(facts.places, facts.known, strict=True) if not piece]
    wanted = _fitting(seen.path) if seen.outcome is None and not seen.pile else None
    while True:
        found = iter(assign(hidden, places, facts.takes, rng))
        order = [piece or next(found) for piece in facts.known]
        held = facts.held(order, len(seen.counts))
        rest = held.pop()
        if wanted is None or any(not wanted.isdisjoint(hand) for hand in held):
            hands = tuple(map(tuple, held))
            pile, aside = tuple(rest[: seen.pile]), tuple(rest[seen.pile :])
            return World(hands, pile, aside, _filled(seen, order))


def _read(seen: SquaresSeen) -> _Facts:
    facts, path = _Facts(), Path()
    for when, event in enumerate(seen.history):
        match event:
            case SquaresDealt(hands, counts, starter=starter):
                for seat, count in enumerate(counts):
                    hand = hands[seat]
                    facts.places += [_Place(seat, when)] * count
                    facts.known += hand if hand is not None else [None] * count
                facts.table.add(starter)
                path = path.start(starter)
            case DrewPiece(seat, piece):
                facts.lacks.setdefault(seat, []).append((when, _fitting(path)))
                facts.places.append(_Place(seat, when))
                facts.known.append(piece)
            case Passed(seat):
                facts.lacks.setdefault(seat, []).append((when, _fitting(path)))
            case PieceLaid(seat, piece, cell, turn):
                facts.laid[piece] = (seat, when)
                path = path.lay(piece, cell, turn)
            case SquaresEnded(hands=hands):
                facts.shown = {piece: seat for seat, hand in enumerate(hands) for piece in hand}
            case _:
                pass
    unseen = seen.pile + seen.aside
    facts.places += [_Place(None, _NEVER)] * unseen
    facts.known += [None] * unseen
    return facts


@lru_cache(maxsize=256)
def _fitting(path: Path) -> frozenset[Square]:
    """The pieces that can be laid; who draws or passes holds none of them."""
    return frozenset([piece for piece in SQUARES if path.fits(piece)])


def _filled(seen: SquaresSeen, order: list[Square]) -> tuple[Event, ...]:
    """The history as one who saw everything would tell it."""
    return tuple(_all_told(seen.history, iter(order)))


def _all_told(history: tuple[Event, ...], order: Iterator[Square]) -> Iterator[Event]:
    for event in history:
        match event:
            case SquaresDealt(counts=counts):
                hands = tuple(tuple(next(order) for _ in range(count)) for count in counts)
                yield replace(event, hands=hands)
            case DrewPiece():
                yield replace(event, piece=next(order))
            case _:
                yield event
