"""Points for the way somebody goes out, and for making others knock."""

from bot.domino.bone import bone
from bot.engine.options import OptionValue
from bot.engine.translatable import N_
from bot.games.common.lengths import target_of
from bot.games.connecting.knocks import Award, BonusReason, Knocks
from bot.games.connecting.last_bone import Fit
from bot.games.connecting.scoring import Extra, FinishedRound

DOUBLE_BLANK = bone(0, 0)
CAPICUA = N_("capicúa")
OPENING_PASS: dict[OptionValue, tuple[int, int]] = {
    **{points: (points, points) for points in (0, 10, 25)},
    "25/50": (25, 50),
    "30/60": (30, 60),
}
"""What an opening pass scores after a double, and after another bone, by its option (PART-10)."""


def extra_for(name: str, points: int) -> tuple[Extra, ...]:
    """Return the points as an extra of that name; none if they are 0."""
    return (Extra(name, points),) if points else ()


def capicua(
    name: str, ending: FinishedRound, value: OptionValue, pips: int = 0, *, blank: bool = True
) -> tuple[Extra, ...]:
    """Return what a capicúa is worth, if there is one, by the ``value`` of its option (PART-8).

    ``double`` is worth the round's ``pips`` once more. Without ``blank``, bones with a blank make
    none.
    """
    if ending.fit is not Fit.BOTH_ENDS or ending.last is None:
        return ()
    if ending.last[1].low == 0 and not blank:
        return ()
    return extra_for(name, pips if value == "double" else int(value))


def chuchazo(ending: FinishedRound, value: OptionValue) -> tuple[Extra, ...]:
    """Return what going out with 0-0 is worth, if that has happened (PART-11, BORI-7)."""
    is_out = ending.fit is not None and ending.last == (ending.out, DOUBLE_BLANK)
    return extra_for(N_("chuchazo"), int(value)) if is_out else ()


def knock_bonus(knocks: Knocks) -> Award | None:
    """Return what the knocks since a bone score, if anything (PART-9, PART-10).

    The bonus for an opening pass is due when the leader's partner has played.
    """
    agreed, award = knocks.setup.options, None
    if knocks.count == len(knocks.setup.seats) - 1 and not knocks.over:
        award = Award(BonusReason.ALL_KNOCKED, int(agreed["passAll"]))
    elif knocks.laid == 1 and knocks.count == 1 and knocks.over:
        after_double, after_other = OPENING_PASS[agreed["openingPass"]]
        points = after_double if knocks.bone.double else after_other
        award = Award(BonusReason.LEAD_KNOCKED, points)
    if award is None or not award.points or _too_much(knocks, award.points):
        return None
    return award


def _too_much(knocks: Knocks, points: int) -> bool:
    """Return whether the limit for bonuses forbids this one (PART-12)."""
    limit, target = knocks.setup.options["bonusLimit"], target_of(knocks.setup)
    if limit == "must-fit":
        return target is not None and knocks.total + points > target
    return isinstance(limit, int) and knocks.total >= limit
