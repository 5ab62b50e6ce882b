"""Random worlds of hidden square pieces that agree with the public history.

A player who draws or passes shows that nothing in hand fits at either end. So a piece that would
have fitted cannot have been in that hand, unless it came later. Each place of the deal therefore
accepts only some pieces; a world puts every hidden piece into a place that accepts it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from msgspec.structs import replace

from bot.domino.path import Path
from bot.domino.random_matching import TRIES, NoWorldFound
from bot.domino.square import Square
from bot.domino.square_set import SQUARES
from bot.engine.contract import Event, Rng
from bot.games.common.deal_constraints import Slots
from bot.games.common.events import Passed
from bot.games.squares.events import DrewPiece, PieceLaid, Pieces, SquaresDealt, SquaresEnded
from bot.games.squares.matching.scoring import Hands
from bot.games.squares.observation import SquaresSeen


@dataclass(frozen=True, slots=True)
class World:
    """One possible arrangement of the hidden pieces."""

    hands: Hands
    pile: Pieces
    aside: Pieces
    history: tuple[Event, ...]
    """The observer's history, with the hidden pieces filled in."""


def imagine_hands(seen: SquaresSeen, rng: Rng) -> World:
    """Return a world that agrees with the history.

    If the round is not over and nothing can be drawn, somebody in it can play (GEN-9). Raises
    :class:`NoWorldFound` if nobody can in any world tried.
    """
    facts = read(seen)
    known = {piece for piece in facts.known if piece is not None}
    known.add(seen.path.laid[0].piece)  # the starter was never in a hand
    hidden = [piece for piece in SQUARES if piece not in known]
    wanted = _fitting(seen.path) if seen.outcome is None and not seen.pile else None
    for _ in range(TRIES):
        order = facts.order(hidden, rng)
        held = _held(facts, order, len(seen.counts))
        rest = held.pop()
        if wanted is None or any(not wanted.isdisjoint(hand) for hand in held):
            hands = tuple(map(tuple, held))
            pile, aside = tuple(rest[: seen.pile]), tuple(rest[seen.pile :])
            return World(hands, pile, aside, tuple(_filled(seen, iter(order))))
    raise NoWorldFound


def read(seen: SquaresSeen) -> Slots[Square]:
    """Return what the history says about the places of pieces."""
    facts, path = Slots[Square](), Path()
    for when, event in enumerate(seen.history):
        match event:
            case SquaresDealt(hands, counts, starter=starter):
                facts.deal(hands, counts, when)
                path = path.start(starter)
            case DrewPiece(seat, piece):
                facts.lack(seat, _fitting(path), when)
                facts.draw(seat, piece, when)
            case Passed(seat):
                facts.lack(seat, _fitting(path), when)
            case PieceLaid(seat, piece, cell, turn):
                facts.played[piece] = (seat, when)
                path = path.lay(piece, cell, turn)
            case SquaresEnded(hands=hands):
                facts.show(hands)
            case _:
                pass
    facts.leave(seen.pile + seen.aside)
    return facts


def _held(facts: Slots[Square], order: list[Square], seats: int) -> list[list[Square]]:
    """Return the pieces of each hand and, last, of none, given the pieces in slot order."""
    held: list[list[Square]] = [[] for _ in range(seats + 1)]
    for slot, piece in zip(facts.slots, order, strict=True):
        if piece not in facts.played:
            held[seats if slot.owner is None else slot.owner].append(piece)
    return held


@lru_cache(maxsize=256)
def _fitting(path: Path) -> frozenset[Square]:
    """Return the pieces that can be laid; a player who draws or passes holds none of them."""
    return frozenset([piece for piece in SQUARES if path.fits(piece)])


def _filled(seen: SquaresSeen, order: Iterator[Square]) -> Iterator[Event]:
    """Yield the events of the history with all hidden pieces filled in from ``order``."""
    for event in seen.history:
        match event:
            case SquaresDealt():
                yield event.filled(order)
            case DrewPiece():
                yield replace(event, piece=next(order))
            case _:
                yield event
