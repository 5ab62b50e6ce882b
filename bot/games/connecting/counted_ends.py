"""Games in which plays score by what the open ends add up to (FIVES-4 to FIVES-6)."""

from bot.domino.bone import DOUBLES
from bot.domino.counting import Sum
from bot.domino.ends import Ends
from bot.domino.layout import DoublePlacement
from bot.engine.contract import Setup
from bot.games.connecting.rules import Prospect, heaviest


def first_spins(_: Setup, ends: Ends) -> tuple[DoublePlacement, ...]:
    """Return how a double is laid: only the first is a spinner (FIVES-4)."""
    return (DoublePlacement.ACROSS if ends.lying & DOUBLES else DoublePlacement.SPINNER,)


def open_ends(ends: Ends) -> tuple[int, ...]:
    """Return what each end counts: a free half its pips, a double both its halves (FIVES-6).

    A double counts only once, and only while fewer than two bones touch it.
    """
    counted = []
    doubles_seen = set()
    for pips, at in zip(ends.shows, ends.at, strict=True):
        if not ends.doubles >> at & 1:
            counted.append(pips)
        elif at not in doubles_seen:
            doubles_seen.add(at)
            if ends.touching(at) < 2:
                counted.append(2 * pips)
    return tuple(counted)


def total(ends: Ends) -> Sum:
    """Return what the open ends add up to (FIVES-6)."""
    return Sum(open_ends(ends))


def counted_risk(prospect: Prospect) -> tuple[int, ...]:
    """Prefer the most points at once, then open ends with a low total, because others add to them.

    Only then the heaviest bone, because pips that are left are paid for only once, and in fifths
    (FIVES-8).
    """
    return -prospect.made, sum(open_ends(prospect.ends)), *heaviest(prospect)
