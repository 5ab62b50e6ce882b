"""Who wins a round of Jamaican dominoes, what it is worth, and who leads the next one."""

from bot.domino.bone import HAS, mask
from bot.domino.counting import Sum
from bot.engine.contract import Seat, Setup
from bot.engine.game_info import Length
from bot.engine.match_formats import SixLove
from bot.engine.options import ON, Option, flag
from bot.engine.translatable import N_
from bot.games.common.events import Credit, LeadReason
from bot.games.connecting.events import Holding
from bot.games.connecting.last_bone import Fit, how_it_fitted
from bot.games.connecting.leading import SIX_SIX, DealtHands, Lead, first_dealt, highest_first
from bot.games.connecting.notes import Carried, Note
from bot.games.connecting.scoring import Count, Decision, Extra, FinishedRound, How

FORMAT = "format"
FIRST_TO_SIX, SIX_LOVE, FIRST_TO_TWO, SINGLE = "first-to-six", "six-love", "first-to-two", "single"
_GOALS = {FIRST_TO_SIX: 6, SIX_LOVE: 6, FIRST_TO_TWO: 2, SINGLE: 1}

OPTIONS = (
    Option(
        FORMAT,
        FIRST_TO_SIX,
        (FIRST_TO_SIX, SIX_LOVE, FIRST_TO_TWO, SINGLE),
        N_("What wins the match"),
        labels=(
            N_("six points"),
            N_("six love: six points to nothing (30 rounds or more)"),
            N_("two points"),
            N_("one round"),
        ),
    ),
    Option(
        "key",
        2,
        (2, 1, "any-both-ends"),
        N_("Points for a key, the only bone left that fits both ends"),
        labels=("2", "1", N_("2 for any last bone that fits both ends")),
    ),
    Option("tieValue", 2, (2, 1), N_("Points for the round after a tie")),
    flag("sporting", N_("Whoever has 6-6 may lead another bone")),
)
"""The options that both games have."""
SHORTER = {Length.ROUND: {FORMAT: SINGLE}, Length.SHORT: {FORMAT: FIRST_TO_TWO}}

MATCH = SixLove(
    lambda setup: _GOALS[str(setup.options[FORMAT])],
    breaks=lambda setup: setup.options[FORMAT] == SIX_LOVE,
)


class Worth(Carried):
    """What the next round is worth, and why (JAM-6)."""

    points: int = 1
    why: str = ""


_ON_TIE = Note(N_("A round that follows a tie is worth 2 points."))
_ON_ONE_ALL = Note(N_("One all, play two: it's 0–0 again, and the next round is worth 2 points."))
_ON_BROKEN = Note(N_("The score was broken: everybody begins again at 0."))
_AFTER_TIE = Worth((_ON_TIE,), 2, N_("after a tie"))
_ONE_ALL = Worth((_ON_ONE_ALL,), 2, N_("one all, play two"))
_BROKEN = Worth((_ON_BROKEN,))


def lead(deal: DealtHands) -> Lead:
    """Let the last winner lead any bone, or 6-6 after a tie or a broken score (JAM-2, JAM-3)."""
    setup, previous = deal.setup, deal.setup.previous
    if previous is not None and previous.decider is not None and any(previous.totals):
        return Lead(previous.decider, LeadReason.WON)
    holder = deal.holder(SIX_SIX)
    if holder is not None and setup.options["sporting"] == ON:
        return Lead(holder, LeadReason.HOLDS, shown=(Holding(holder, SIX_SIX),))
    return first_dealt(deal, highest_first(deal))


def score(ending: FinishedRound) -> Count:
    """Give the winner's side what the round is worth (JAM-4 to JAM-8)."""
    setup, decider = ending.setup, _decider(ending)
    if decider is None:
        return Count((), carried=_AFTER_TIE if setup.options["tieValue"] == 2 else None)
    side = setup.side_of(decider)
    extras: tuple[Extra, ...] = ()
    before = setup.previous.carried if setup.previous else None
    if setup.options["key"] != 1 and is_key(ending):
        extras = (_KEY,)
    elif isinstance(before, Worth) and before.points == 2:
        extras = (Extra(before.why, 1),)
    credits_ = (Credit(side, Sum((1, *(each.points for each in extras)))),)
    decision = None if ending.out is not None else Decision(How.HAND, decider)
    carried = _after(setup, side)
    return Count(side, credits_, decider, carried, decision=decision, extras=extras)


_KEY = Extra(N_("key"), 1)


def _decider(ending: FinishedRound) -> Seat | None:
    """Return the seat that is out, or the one with the lowest hand (JAM-4, JAM-5)."""
    if ending.winner is not None:
        return ending.winner
    held = ending.pips
    lowest = [seat for seat in held if held[seat] == min(held.values())]
    is_won = ending.setup.options.get("partnersTie") == "win"
    partners = {*lowest} <= {*ending.setup.side_of(lowest[0])}
    return lowest[0] if is_won and partners else None


def is_key(ending: FinishedRound) -> bool:
    """Return whether somebody is out with a bone that fitted both ends and alone did (JAM-7).

    Bones that sleep are not on the table; a bone that was taken out of the set is nowhere.
    """
    if ending.out is None or ending.last is None:
        return False
    last, fit = ending.last[1], how_it_fitted(ending.before, ending.last[1])
    if ending.setup.options["key"] == "any-both-ends":
        return fit in {Fit.BOTH_ENDS, Fit.EITHER_END}
    if fit is not Fit.BOTH_ENDS:
        return False
    left = sum(ending.unseen) | sum(map(mask, ending.hands))
    return not left & (HAS[last.high] | HAS[last.low])


def _after(setup: Setup, winners: tuple[Seat, ...]) -> Worth | None:
    """Return what a won round means for the next one, if anything (JAM-8, CUT-4)."""
    others = {setup.total_before(side[0]) for side in setup.sides if side != winners}
    is_broken = setup.total_before(winners[0]) == 0 and min(others) > 0
    if setup.options[FORMAT] != SIX_LOVE or not is_broken:
        return None
    plays_two = setup.options.get("oneAllPlayTwo") == ON and others == {1}
    return _ONE_ALL if plays_two else _BROKEN
