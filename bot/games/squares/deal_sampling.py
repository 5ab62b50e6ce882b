"""Random worlds that agree with what a seat has seen of Domino Squares.

Nobody ever has to play, so what a seat does not do reveals nothing about its pieces. A piece is
seen when it is laid, passed from or to the observer, or shown at the end: then it was in that
hand. In between, pieces go from hand to hand unseen. So the history is replayed with blanks for
the pieces that were not seen: a blank gets its face when that is shown, and pieces passed unseen
are picked at random, but so that every piece reaches the hand where it is seen next.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from msgspec.structs import replace

from bot.domino.random_matching import TRIES, NoWorldFound
from bot.domino.square import Square
from bot.domino.square_set import SQUARES
from bot.engine.contract import Event, Rng, Seat
from bot.engine.seating import left_of, right_of
from bot.games.squares.events import (
    AllPassed,
    DrewPiece,
    Gave,
    Kept,
    PieceLaid,
    SquaresDealt,
    SquaresEnded,
)
from bot.games.squares.observation import SquaresSeen, Task
from bot.games.squares.table import SquaresTable


@dataclass(slots=True, eq=False)
class _Token:
    """A piece of the deal, tracked from hand to hand; a blank until its face is known."""

    piece: Square | None = None


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
        """Return whether a piece at ``seat`` after event ``at`` can reach where it is seen next.

        One that is not known always can.
        """
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
    """Return where the history shows pieces."""
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
            case SquaresEnded(hands=hands):
                for seat, hand in enumerate(hands):
                    for piece in hand:
                        ahead.shown.setdefault(piece, []).append((at, seat))
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
class _Walk:
    """One replay of the history."""

    seen: SquaresSeen
    ahead: Ahead
    rng: Rng
    hands: list[list[_Token]] = field(default_factory=list)
    tokens: list[_Token] = field(default_factory=list)
    """All pieces that were dealt or drawn."""
    faces: dict[Square, _Token] = field(default_factory=dict)
    fresh: _Token | None = None
    """The piece just drawn, neither laid nor kept yet, if any."""
    moved: dict[int, list[_Token]] = field(default_factory=dict)
    """The pieces of each deal, draw or pass by its index in the history, in the order of seats."""

    def follow(self) -> None:
        """Replay the history; raises :class:`Stuck` at a dead end."""
        for at, event in enumerate(self.seen.history):
            match event:
                case SquaresDealt(hands, counts):
                    for hand, count in zip(hands, counts, strict=True):
                        self.hands.append([self._new(each) for each in hand or (None,) * count])
                    self.moved[at] = list(self.tokens)
                case DrewPiece(seat, drawn):
                    self.fresh = self._new(drawn)
                    self.moved[at] = [self.fresh]
                    self.hands[seat].append(self.fresh)
                case Kept():
                    self.fresh = None
                case PieceLaid(seat, piece):
                    self.hands[seat].remove(self._shown(seat, piece, self.fresh))
                    self.fresh = None
                case Gave(seat, to, given):
                    self._hand_over(at, ((seat, to, given),))
                case AllPassed():
                    self._hand_over(at, tuple(handed_on(self.seen, event)))
                case SquaresEnded(hands=shown):
                    for seat, pieces in enumerate(shown):
                        for piece in pieces:
                            self._shown(seat, piece)
                case _:
                    pass

    def _new(self, piece: Square | None) -> _Token:
        token = _Token()
        self.tokens.append(token)
        return token if piece is None else self._face(token, piece)

    def _face(self, token: _Token, piece: Square) -> _Token:
        token.piece = piece
        self.faces[piece] = token
        return token

    def _shown(self, seat: Seat, piece: Square, token: _Token | None = None) -> _Token:
        """Return the token of ``piece`` in the hand of ``seat``, or give its face to a blank there.

        That blank is ``token`` if given, else a random one. Raises :class:`Stuck` if the piece is
        known to be elsewhere or the hand has no blank.
        """
        known = self.faces.get(piece)
        if known is not None:
            if known not in self.hands[seat]:
                raise Stuck
            return known
        blanks = [each for each in self.hands[seat] if each.piece is None]
        return self._face(token or self._any(blanks), piece)

    def _hand_over(self, at: int, handed: tuple[tuple[Seat, Seat, Square | None], ...]) -> None:
        tokens = [
            self._unseen(at, seat, to) if piece is None else self._shown(seat, piece)
            for seat, to, piece in handed
        ]
        for (seat, _, _), token in zip(handed, tokens, strict=True):
            self.hands[seat].remove(token)
        for (_, to, _), token in zip(handed, tokens, strict=True):
            self.hands[to].append(token)
        self.moved[at] = tokens

    def _unseen(self, at: int, seat: Seat, to: Seat) -> _Token:
        """Pick a piece to pass unseen: the one that has to go, if any, else any that may.

        Raises :class:`Stuck` if several have to go or none may.
        """
        hand, reaches = self.hands[seat], self.ahead.reaches
        bound = [token for token in hand if not reaches(token.piece, at, seat)]
        if len(bound) > 1:
            raise Stuck
        return self._any([token for token in bound or hand if reaches(token.piece, at, to)])

    def _any(self, tokens: list[_Token]) -> _Token:
        if not tokens:
            raise Stuck
        return tokens[self.rng.randrange(len(tokens))]

    def fill(self) -> tuple[Square, ...]:
        """Give every blank a random face and return the remaining pieces, which are the pile."""
        starter = self.seen.path.laid[0].piece
        rest = [piece for piece in SQUARES if piece not in self.faces and piece is not starter]
        self.rng.shuffle(rest)
        for token in self.tokens:
            if token.piece is None:
                token.piece = rest.pop()
        return tuple(rest)


def imagined(seen: SquaresSeen, rng: Rng) -> SquaresTable:
    """Return a table that agrees with everything seen and with its history.

    Raises :class:`NoWorldFound` if every try ends at a dead end.
    """
    ahead = look_ahead(seen)
    for _ in range(TRIES):
        walk = _Walk(seen, ahead, rng)
        try:
            walk.follow()
        except Stuck:
            continue
        return _table(seen, walk, rng)
    raise NoWorldFound


def _table(seen: SquaresSeen, walk: _Walk, rng: Rng) -> SquaresTable:
    pile = walk.fill()
    hands = tuple(_pieces(hand) for hand in walk.hands)
    chosen: list[Square | None] = [None] * len(hands)
    if seen.task is Task.HAND_ON and seen.outcome is None:
        for seat in seen.setup.seats:
            if seat == seen.seat:
                chosen[seat] = seen.chosen
            elif seat not in seen.to_act:
                chosen[seat] = hands[seat][rng.randrange(len(hands[seat]))]
    return SquaresTable(
        seen.setup,
        seen.awaits,
        seen.turn,
        seen.task,
        hands,
        pile,
        seen.path,
        seen.earned,
        None if walk.fresh is None else walk.fresh.piece,
        seen.way,
        tuple(chosen),
        leader=seen.leader,
        history=tuple(_filled(seen, walk)),
        outcome=seen.outcome,
    )


def _filled(seen: SquaresSeen, walk: _Walk) -> Iterator[Event]:
    """Yield the history with all hidden pieces filled in from ``walk``."""
    for at, event in enumerate(seen.history):
        match event:
            case SquaresDealt():
                yield event.filled(iter(_pieces(walk.moved[at])))
            case DrewPiece() | Gave():
                yield replace(event, piece=walk.moved[at][0].piece)
            case AllPassed(way=way):
                seats, gave = seen.setup.seats, _pieces(walk.moved[at])
                giver = right_of if way == "left" else left_of
                yield AllPassed(way, gave, tuple(gave[giver(seats, seat)] for seat in seats))
            case _:
                yield event


def _pieces(tokens: list[_Token]) -> tuple[Square, ...]:
    return tuple([token.piece for token in tokens if token.piece is not None])
