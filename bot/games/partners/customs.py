"""What the games of two pairs agree on: who leads and wins, whose pips count, and bonuses."""

from collections.abc import Callable, Mapping

from bot.domino.bone import bone
from bot.engine.contract import Seat
from bot.engine.options import OFF, Option, OptionValue, choice
from bot.engine.seating import right_of
from bot.engine.translatable import N_
from bot.games.connecting import leading
from bot.games.connecting.last_bone import Fit
from bot.games.connecting.notes import Carried
from bot.games.connecting.scoring import (
    Count,
    Decision,
    Extra,
    FinishedRound,
    How,
    Won,
    credited,
    lowest_hand,
    side_won,
)

CAPICUA, CHUCHAZO = N_("capicúa"), N_("chuchazo")
_SHARED = (
    choice("count", N_("Pips scored"), {"all": N_("everybody's"), "losers": N_("the losers'")}),
    choice(
        "block",
        N_("Who wins a block"),
        {
            "duel": N_("the last player or the next, whoever has fewer pips"),
            "lowest": N_("the lowest single hand"),
            "pairs": N_("the pair with fewer pips"),
        },
    ),
    choice(
        "blockTie",
        N_("A tied block"),
        {
            "leader": N_("the pair that led the round"),
            "blocker": N_("the pair that played last"),
            "other": N_("the pair that didn't play last"),
            "nobody": N_("nobody"),
        },
    ),
    choice(
        "nextLead",
        N_("Who leads the next round"),
        {
            "winner": N_("the last winner"),
            "rotate-right": N_("the player right of the last leader"),
            "six-six": N_("the highest double"),
        },
    ),
)
_WORDS: dict[OptionValue, str] = {
    0: N_("none"),
    "double": N_("the round's pips again"),
    "25/50": N_("25 after a double, otherwise 50"),
    "30/60": N_("30 after a double, otherwise 60"),
}


def shared(key: str, default: str, *only: str) -> Option:
    """Return the option that several games have, with all of its values or ``only`` some."""
    option = next(each for each in _SHARED if each.key == key)
    return choice(key, option.help, {v: option.label(v) for v in only or option.choices}, default)


def points_option(key: str, default: OptionValue, help_: str, *others: OptionValue) -> Option:
    """Return an option for what a bonus scores: nothing (0) or one of the other values."""
    values = dict.fromkeys((0, default, *others))
    return choice(key, help_, {each: _WORDS.get(each, str(each)) for each in values}, default)


class RoundTally(Carried):
    """How many rounds so far matter to the next one; each game says which."""

    rounds: int = 0


def later_lead(first: leading.Leading, deal: leading.DealtHands) -> leading.Lead | leading.Void:
    """Find the leader by the option ``nextLead``; ``first`` decides the first round (PART-3)."""
    custom = deal.setup.options.get("nextLead", "winner")
    if custom == "six-six":
        return first(deal)
    if custom == "rotate-right":
        return leading.right_of_last_leader(first, deal)
    return leading.last_decider(first, deal)


def round_won(ending: FinishedRound, block: str, tie: str) -> Won | None:
    """Return who won, with these values of the options for blocks; ``None`` if nobody did.

    A tied hand wins only by custom (PART-5 to PART-7).
    """
    held, last = ending.pips, ending.last
    if block == "duel" and last is not None:
        held = {seat: held[seat] for seat in (last[0], right_of(ending.setup.seats, last[0]))}
    won = side_won(ending, held, together=block == "pairs")
    return _won_by_custom(ending, held, tie) if won is None else won


def _won_by_custom(ending: FinishedRound, held: Mapping[Seat, int], tie: str) -> Won | None:
    """Return who wins a tied block, and why; ``None`` if nobody does (PART-7)."""
    last = None if ending.last is None else ending.last[0]
    cause = {"leader": ending.leader, "blocker": last, "other": last}.get(tie)
    if cause is None:
        return None
    side = next(side for side in ending.setup.sides if (cause in side) != (tie == "other"))
    how = How.LED if tie == "leader" else How.LAST
    return Won(lowest_hand(side, held), side, Decision(how, cause))


def pips_scored(ending: FinishedRound, won: Won, count: str) -> tuple[int, ...]:
    """Return the pips of each hand that counts: all of them, or the losers' (PART-5)."""
    seats = [seat for seat in ending.setup.seats if count == "all" or seat not in won.side]
    return tuple(ending.pips[seat] for seat in seats if seat != ending.out)


Extras = Callable[[FinishedRound, Won, int], tuple[Extra, ...]]
"""A function that returns what a won round is worth beside its pips, which it also gets; an extra
of no points stands for none."""


def bonuses(ending: FinishedRound, _: Won, pips: int) -> tuple[Extra, ...]:
    """Return the points for a capicúa or a chuchazo (PART-8, PART-11, CUBA-11)."""
    agreed = ending.setup.options
    return (
        Extra(CAPICUA, capicua(ending, agreed["capicua"], pips)),
        Extra(CHUCHAZO, chuchazo(ending, agreed.get("chuchazo", 0))),
    )


def capicua(ending: FinishedRound, value: OptionValue, pips: int = 0) -> int:
    """Return what a capicúa scores, by the ``value`` of its option; 0 if there is none (PART-8).

    ``double`` is worth the round's ``pips`` once more.
    """
    if ending.fit is not Fit.BOTH_ENDS or ending.last is None:
        return 0
    if ending.last[1].low == 0 and ending.setup.options.get("capicuaBlank") == OFF:
        return 0
    return pips if value == "double" else int(value)


def chuchazo(ending: FinishedRound, value: OptionValue) -> int:
    """Return what going out with 0-0 scores; 0 if nobody has (PART-11, BORI-7)."""
    is_out = ending.fit is not None and ending.last == (ending.out, bone(0, 0))
    return int(value) if is_out else 0


def by_pips(ending: FinishedRound, extras: Extras = bonuses) -> Count:
    """Count the pips of a round, and these ``extras`` (PART-5 to PART-8)."""
    options = ending.setup.options
    won = round_won(ending, str(options["block"]), str(options["blockTie"]))
    if won is None:
        return Count(())
    terms = pips_scored(ending, won, str(options["count"]))
    return credited(won, terms, extras(ending, won, sum(terms)))
