"""The positions of Domino Squares that agree with what a seat has seen.

Nobody ever has to play, so what a seat does not do reveals nothing about its pieces. A piece is
seen when it is laid, or passed from or to the observer: then it was in that hand. Of every hand,
the seat knows some pieces and the number of the others.

The history is the same in all positions up to the first piece that was passed unseen, so only what
came after that is replayed for a sample. Pieces passed unseen are picked at random, but so that
every piece reaches the hand where it is seen next.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from bot.domino.random_matching import TRIES, NoWorldFound
from bot.domino.square import Square
from bot.domino.square_set import SQUARES
from bot.engine.contract import Rng, Seat
from bot.engine.seating import left_of, right_of
from bot.games.squares.events import AllPassed, DrewPiece, Gave, PieceLaid, SquaresDealt
from bot.games.squares.observation import SquaresSeen, Task
from bot.games.squares.piece_bits import BIT, Bits, bits, each_bit
from bot.games.squares.position import SquaresPosition


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


@dataclass(slots=True)
class _Hands:
    known: list[Bits]
    unknown: list[int]
    """The number of the pieces that are not known."""

    def copy(self) -> "_Hands":
        return _Hands(self.known[:], self.unknown[:])

    def take(self, seat: Seat, piece: Bits) -> None:
        """Take a piece that is shown; raises :class:`Stuck` if it can't be in that hand."""
        if self.known[seat] & piece:
            self.known[seat] ^= piece
        elif self.unknown[seat] and not any(known & piece for known in self.known):
            self.unknown[seat] -= 1
        else:
            raise Stuck


@dataclass(frozen=True, slots=True)
class _Gets:
    seat: Seat
    known: Bits
    unknown: int

    def apply(self, hands: _Hands, rng: Rng | None) -> None:
        hands.known[self.seat] |= self.known
        hands.unknown[self.seat] += self.unknown


@dataclass(frozen=True, slots=True)
class _Lays:
    seat: Seat
    piece: Bits

    def apply(self, hands: _Hands, rng: Rng | None) -> None:
        hands.take(self.seat, self.piece)


@dataclass(frozen=True, slots=True)
class _Transfer:
    giver: Seat
    to: Seat
    piece: Bits
    """0 for a piece that was not seen."""
    may_stay: Bits = 0
    """The pieces that reach the hands where they will be seen from the giver's hand."""
    may_go: Bits = 0
    """The pieces that reach them from the other hand."""

    def picked(self, hands: _Hands, rng: Rng) -> Bits:
        """Return a piece that may have been passed unseen, 0 for one that is not known.

        Raises :class:`Stuck` if there is none, or if more than one would have had to go.
        """
        known, unknown = hands.known[self.giver], hands.unknown[self.giver]
        bound = known & ~self.may_stay
        if bound & (bound - 1):
            raise Stuck
        if bound:
            known, unknown = bound, 0
        options = each_bit(known & self.may_go)
        at = int(rng.random() * (len(options) + unknown))
        if at < len(options):
            return options[at]
        if not unknown:
            raise Stuck
        return 0


@dataclass(frozen=True, slots=True)
class _Passes:
    """Pieces go from hand to hand at the same time."""

    transfers: tuple[_Transfer, ...]

    @property
    def is_seen(self) -> bool:
        return all(each.piece for each in self.transfers)

    def apply(self, hands: _Hands, rng: Rng | None) -> None:
        pieces = [
            each.piece or (0 if rng is None else each.picked(hands, rng)) for each in self.transfers
        ]
        for each, piece in zip(self.transfers, pieces, strict=True):
            if piece:
                hands.take(each.giver, piece)
            else:
                hands.unknown[each.giver] -= 1
        for each, piece in zip(self.transfers, pieces, strict=True):
            hands.known[each.to] |= piece
            hands.unknown[each.to] += not piece


_HandChange: TypeAlias = _Gets | _Lays | _Passes


class SquaresBelief:
    def __init__(self, seen: SquaresSeen) -> None:
        self._seen = seen
        self._table = SquaresPosition(seen, seen.seat)
        count = len(seen.counts)
        self._hands = _Hands([0] * count, [0] * count)
        self._open: list[_HandChange] = []
        for each in _hand_changes(seen):
            if self._open or (isinstance(each, _Passes) and not each.is_seen):
                self._open.append(each)
            else:
                each.apply(self._hands, None)
        self._hidden = self._never_shown()

    def _never_shown(self) -> list[Bits]:
        shown = bits(laid.piece for laid in self._seen.path.laid)
        for known in self._hands.known:
            shown |= known
        for each in self._open:
            match each:
                case _Gets(known=known):
                    shown |= known
                case _Passes(transfers):
                    for transfer in transfers:
                        shown |= transfer.piece
                case _:
                    pass
        return [bit for bit in BIT.values() if not bit & shown]

    def sample(self, rng: Rng) -> SquaresPosition:
        """Return a random position; raises :class:`NoWorldFound` if every try fails."""
        seen, held = self._seen, self._replayed(rng)
        pile = self._hidden[:]
        rng.shuffle(pile)
        hands, drawn = held.known, 0
        for seat, count in enumerate(held.unknown):
            for _ in range(count):
                piece = pile.pop()
                hands[seat] |= piece
                if seat == seen.turn:
                    drawn = piece
        if seen.task is not Task.DRAWN:
            drawn = 0
        elif seen.drawn is not None:
            drawn = BIT[seen.drawn]
        return self._table.copy().deal(hands, pile, drawn, self._chosen(hands, rng))

    def _replayed(self, rng: Rng) -> _Hands:
        for _ in range(TRIES):
            hands = self._hands.copy()
            try:
                for each in self._open:
                    each.apply(hands, rng)
            except Stuck:
                continue
            return hands
        raise NoWorldFound

    def _chosen(self, hands: list[Bits], rng: Rng) -> list[Bits]:
        """Return the pieces chosen to be passed on; those of others can be any that they hold."""
        seen, chosen = self._seen, [0] * len(hands)
        if seen.task is Task.HAND_ON:
            for seat in seen.setup.seats:
                if seat == seen.seat:
                    chosen[seat] = 0 if seen.chosen is None else BIT[seen.chosen]
                elif seat not in seen.to_act:
                    held = each_bit(hands[seat])
                    chosen[seat] = held[int(rng.random() * len(held))]
        return chosen


def _hand_changes(seen: SquaresSeen) -> list[_HandChange]:
    """Return all changes of the hands in their order."""
    ahead, found = look_ahead(seen), list[_HandChange]()
    for at, event in enumerate(seen.history):
        match event:
            case SquaresDealt(hands, counts):
                for seat, count in enumerate(counts):
                    hand = hands[seat]
                    found.append(_Gets(seat, bits(hand or ()), 0 if hand else count))
            case DrewPiece(seat, piece):
                found.append(_Gets(seat, BIT[piece] if piece else 0, 0 if piece else 1))
            case PieceLaid(seat, piece):
                found.append(_Lays(seat, BIT[piece]))
            case Gave(seat, to, piece):
                found.append(_Passes((_transfer(ahead, at, seat, to, piece),)))
            case AllPassed():
                handed = handed_on(seen, event)
                found.append(_Passes(tuple([_transfer(ahead, at, *each) for each in handed])))
            case _:
                pass
    return found


def _transfer(ahead: Ahead, at: int, giver: Seat, to: Seat, piece: Square | None) -> _Transfer:
    if piece is not None:
        return _Transfer(giver, to, BIT[piece])
    stay, go = (
        bits(each for each in SQUARES if ahead.reaches(each, at, seat)) for seat in (giver, to)
    )
    return _Transfer(giver, to, 0, stay, go)
