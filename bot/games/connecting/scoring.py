"""Scoring of a round when somebody is out or nobody can go on."""

from collections.abc import Callable, Mapping, Sequence
from enum import Enum

from bot.domino.bone import Bone
from bot.domino.counting import Sum, pips, unique_lowest
from bot.engine.contract import Seat, Setup, Value
from bot.engine.match_formats import TARGET
from bot.games.common.events import BLOCKED, DOMINO, Credit
from bot.games.connecting.last_bone import Fit, how_it_fitted
from bot.games.connecting.notes import Note

Hands = tuple[tuple[Bone, ...], ...]


class FinishedRound(Value, kw_only=True):
    setup: Setup
    hands: Hands
    """Bones left, by seat; sorted, so that no sum reveals the order in which bones were drawn."""
    out: Seat | None
    """The seat with no bones left; ``None`` if the round is blocked."""
    last: tuple[Seat, Bone] | None
    """The seat that laid the last bone, and that bone; ``None`` if nothing was laid."""
    leader: Seat | None = None
    before: tuple[int, ...] = ()
    """What the open ends showed before the bone that took somebody out; empty if nobody is."""
    unseen: Sequence[int] = ()
    """The bits of the bones that were neither dealt nor drawn, in any order."""
    earned: tuple[int, ...] = ()
    """Points scored before the round ended, by seat; may be empty if none can be."""
    reached: bool = False
    """True if the last play has hit the total that wins the match exactly."""

    @property
    def reason(self) -> str:
        if self.reached:
            return TARGET
        return BLOCKED if self.out is None else DOMINO

    @property
    def fit(self) -> Fit | None:
        """How the last bone fitted the line, if somebody is out with it."""
        if self.out is None or self.last is None:
            return None
        return how_it_fitted(self.before, self.last[1])

    @property
    def pips(self) -> dict[Seat, int]:
        return {seat: pips(self.hands[seat]) for seat in self.setup.seats}

    @property
    def winner(self) -> Seat | None:
        """The seat out, else the only one with the fewest pips, else ``None`` (BLOCK-7, GEN-11)."""
        return self.out if self.out is not None else unique_lowest(self.pips)


class How(Enum):
    """How a block between sides was decided."""

    HAND = "hand"
    """By a single hand, the lowest of those that were compared."""
    PAIR = "pair"
    """By the hands of partners together."""
    LED = "led"
    """There was a tie, and it mattered who led the round."""
    LAST = "last"
    """There was a tie, and it mattered who laid the last bone."""


class Decision(Value):
    how: How
    seat: Seat
    """The seat of the hand that decided, or that led or laid the last bone."""
    other: Seat | None = None
    """The only seat whose hand was compared with it, if not all were."""


class Extra(Value):
    """Points for the way a round was won, besides pips."""

    name: str
    """What players call it, marked with ``N_``."""
    points: int


class Count(Value):
    winners: tuple[Seat, ...]
    credits: tuple[Credit, ...] = ()
    decider: Seat | None = None
    """The seat that won: it is out, or its hand decided the block."""
    carried: Value | None = None
    """What goes on to the next round beside the totals."""
    decision: Decision | None = None
    """How a block was decided, if that needs to be said."""
    extras: tuple[Extra, ...] = ()
    """What the last terms of the credit are for."""
    notes: tuple[Note, ...] = ()
    """What else needs to be said about this round."""


Score = Callable[[FinishedRound], Count]


def others_minus_own(ending: FinishedRound) -> Count:
    """Give the winner, if any, the pips of others minus its own (BLOCK-8, BLOCK-9, DRAW-7)."""
    winner, held = ending.winner, ending.pips
    if winner is None:
        return Count(())
    terms = [count for seat, count in held.items() if seat != winner]
    if held[winner]:
        terms.append(-held[winner])
    return one_wins(winner, Sum(tuple(terms)))


def others_only(ending: FinishedRound) -> Count:
    """Give the winner the pips of all other hands, with nothing taken off (STAR-6, STAR-7)."""
    winner = ending.winner
    if winner is None:
        return Count(())
    terms = [count for seat, count in ending.pips.items() if seat != winner]
    return one_wins(winner, Sum(tuple(terms)))


def one_wins(winner: Seat, points: Sum) -> Count:
    return Count((winner,), (Credit((winner,), points),))


class Won(Value):
    """Who won a round between sides."""

    seat: Seat
    """The seat that is out, or that has the hand that decided the block."""
    side: tuple[Seat, ...]
    decision: Decision | None = None
    """What decided the block; ``None`` after a domino."""


def side_won(ending: FinishedRound, held: Mapping[Seat, int], *, together: bool) -> Won | None:
    """Return which side is out, or has less in a block; ``None`` if the least is tied.

    ``held`` is what each hand counts that is compared. Partners add theirs up if ``together``, or
    else the lower one counts. The lower hand of the side, or of equal ones the lower seat's, is
    the one that decided the block (PART-3, KOZEL-3, JAM-5).
    """
    setup, sides = ending.setup, ending.setup.sides
    if ending.out is not None:
        return Won(ending.out, setup.side_of(ending.out))
    measure = sum if together else min
    side = unique_lowest({s: measure([held[x] for x in s if x in held]) for s in sides})
    if side is None:
        return None
    seat = lowest_hand(side, held)
    others = [each for each in held if each not in side]
    other = others[0] if len(held) == 2 < setup.seat_count else None
    how = How.PAIR if together and len(side) > 1 else How.HAND
    return Won(seat, side, Decision(how, seat, other))


def lowest_hand(side: tuple[Seat, ...], held: Mapping[Seat, int]) -> Seat:
    """Return the seat of the ``side`` that holds least of those compared."""
    return min((seat for seat in side if seat in held), key=lambda seat: (held[seat], seat))


def credited(
    won: Won, terms: tuple[int, ...], extras: tuple[Extra, ...] = (), carried: Value | None = None
) -> Count:
    """Return the count of a won round: its side scores ``terms`` and the extras, if not 0."""
    extras = tuple(each for each in extras if each.points)
    given = (Credit(won.side, Sum((*terms, *(each.points for each in extras)))),)
    return Count(won.side, given, won.seat, carried, decision=won.decision, extras=extras)
