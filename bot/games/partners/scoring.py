"""Who wins a round between two pairs, and the pips that it is worth."""

from collections.abc import Callable

from bot.domino.counting import Sum, unique_lowest
from bot.engine.contract import Seat, Setup, Value
from bot.engine.seating import right_of
from bot.games.common.events import Credit
from bot.games.connecting.notes import Carried
from bot.games.connecting.scoring import Count, Decision, Extra, FinishedRound, How

Side = tuple[Seat, ...]


class Counted(Carried):
    """How many rounds so far matter to the next one; each game says which."""

    rounds: int = 0


def rounds_counted(setup: Setup) -> int:
    carried = setup.previous.carried if setup.previous is not None else None
    return carried.rounds if isinstance(carried, Counted) else 0


class Won(Value):
    seat: Seat
    """The seat that is out, or that has the hand that decided the block."""
    side: Side
    decision: Decision | None = None
    """What decided the block; ``None`` after a domino."""


Extras = Callable[[FinishedRound, Won, int], tuple[Extra, ...]]
"""A function that returns what a won round is worth beside its pips, which it also gets."""


def round_won(ending: FinishedRound, block: str, tie: str) -> Won | None:
    """Return who won, with these values of the options for blocks; ``None`` if nobody did.

    A tied hand wins only by custom (PART-5 to PART-7). Of partners who won together, the one with
    the lower hand decided the block, and if their hands are equal, the lower seat (PART-3).
    """
    if ending.last is None:
        return None
    setup, held, (last, _) = ending.setup, ending.pips, ending.last
    if ending.out is not None:
        return Won(last, setup.side_of(last))
    compared = (last, right_of(setup.seats, last)) if block == "duel" else setup.seats
    hands = {side: [seat for seat in side if seat in compared] for side in setup.partnerships}
    measure = sum if block == "pairs" else min
    counts = {side: measure([held[seat] for seat in seats]) for side, seats in hands.items()}
    lower = unique_lowest(counts)
    decided = _by_custom(ending, last, tie) if lower is None else (lower, None)
    if decided is None:
        return None
    side, decision = decided
    seat = min(hands[side], key=lambda each: (held[each], each))
    if decision is None:
        how = How.PAIR if block == "pairs" else How.HAND
        others = [each for each in compared if each not in side]
        decision = Decision(how, seat, others[0] if block == "duel" else None)
    return Won(seat, side, decision)


def _by_custom(ending: FinishedRound, last: Seat, tie: str) -> tuple[Side, Decision] | None:
    """Return who wins a tied block, and why; ``None`` if nobody does (PART-7)."""
    sides = ending.setup.partnerships
    cause = {"leader": ending.leader, "blocker": last, "other": last}.get(tie)
    if cause is None:
        return None
    side = next(side for side in sides if (cause in side) != (tie == "other"))
    return side, Decision(How.LED if tie == "leader" else How.LAST, cause)


def counted(ending: FinishedRound, won: Won, count: str) -> tuple[int, ...]:
    """Return the pips of each hand that counts: all of them, or the losers' (PART-5)."""
    seats = [seat for seat in ending.setup.seats if count == "all" or seat not in won.side]
    return tuple(ending.pips[seat] for seat in seats if seat != ending.out)


def credited(won: Won, terms: tuple[int, ...], extras: tuple[Extra, ...] = ()) -> Count:
    """Return the count of a won round: the ``terms``, and then each of the ``extras``."""
    points = Sum((*terms, *(each.points for each in extras)))
    given = (Credit(won.side, points),)
    return Count(won.side, given, decider=won.seat, decision=won.decision, extras=extras)


def by_pips(ending: FinishedRound, extras: Extras) -> Count:
    """Count the pips of a round, and these ``extras`` (PART-5 to PART-8)."""
    options = ending.setup.options
    won = round_won(ending, str(options["block"]), str(options["blockTie"]))
    if won is None:
        return Count(())
    terms = counted(ending, won, str(options["count"]))
    return credited(won, terms, extras(ending, won, sum(terms)))
