"""Who wins a round of Jamaican dominoes, what it is worth, and who leads the next one."""

from bot.domino.bone import HAS, mask
from bot.engine.contract import Seat, Setup
from bot.engine.game_info import Length
from bot.engine.match_formats import SixLove
from bot.engine.options import ON, Option, choice, flag
from bot.engine.translatable import N_
from bot.games.common.events import LeadReason
from bot.games.connecting.events import Holding
from bot.games.connecting.last_bone import Fit
from bot.games.connecting.leading import SIX_SIX, DealtHands, Lead, first_dealt, highest_first
from bot.games.connecting.notes import Carried, Note, carried_or
from bot.games.connecting.scoring import Count, Extra, FinishedRound, Won, credited, side_won

FORMAT = "format"
FIRST_TO_SIX, SIX_LOVE, FIRST_TO_TWO, SINGLE = "first-to-six", "six-love", "first-to-two", "single"
_GOALS = {FIRST_TO_SIX: 6, SIX_LOVE: 6, FIRST_TO_TWO: 2, SINGLE: 1}

OPTIONS = (
    choice(
        FORMAT,
        N_("What wins the match"),
        {
            FIRST_TO_SIX: N_("six points"),
            SIX_LOVE: N_("six love: six points while an opponent has none (30 rounds or more)"),
            FIRST_TO_TWO: N_("two points"),
            SINGLE: N_("one round"),
        },
    ),
    choice(
        "key",
        N_("Points for a key: it fits both ends, and no other bone left fits either"),
        {2: "2", 1: "1", "any-both-ends": N_("2 for any bone but a double that fits both ends")},
    ),
    Option("tieValue", 2, (2, 1), N_("Points for the round after a tie")),
    flag("sporting", N_("Whoever has 6-6 may lead another bone")),
)
"""The options that both games have."""
TURN = N_(
    "On your turn, add a bone at either end of the line: halves that touch must show the same"
    " number. If you can play, you must; if you can't, knock."
)
POINTS = N_(
    "A round is worth 1 point, or 2 if it follows a tie or you go out with a key, and never more. A"
    " key is a bone whose two different halves fit the two ends when no other bone with either"
    " number is left. Six points win the match."
)
SHORTER = {Length.ROUND: {FORMAT: SINGLE}, Length.SHORT: {FORMAT: FIRST_TO_TWO}}

MATCH = SixLove(
    lambda setup: _GOALS[str(setup.options[FORMAT])],
    breaks=lambda setup: setup.options[FORMAT] == SIX_LOVE,
)


class NextRound(Carried):
    """What the next round is worth, and why (JAM-6)."""

    points: int = 1
    why: str = ""


_ON_TIE = Note(N_("A round that follows a tie is worth 2 points."))
_ON_ONE_ALL = Note(N_("One all, play two: it's 0–0 again, and the next round is worth 2 points."))
_ON_BROKEN = Note(N_("The score is broken: everybody is back to 0."))
_AFTER_TIE = NextRound((_ON_TIE,), 2, N_("after a tie"))
_ONE_ALL = NextRound((_ON_ONE_ALL,), 2, N_("after “one all”"))
_BROKEN = NextRound((_ON_BROKEN,))


def lead(deal: DealtHands) -> Lead:
    """Let the last winner lead any bone, or 6-6 after a tie or a broken score (JAM-2, JAM-3)."""
    setup, previous = deal.setup, deal.setup.previous
    if previous is not None and previous.decider is not None and any(previous.totals):
        return Lead(previous.decider, LeadReason.WON)
    holder = deal.holder(SIX_SIX)
    if holder is not None and setup.options["sporting"] == ON:
        return Lead(holder, LeadReason.HOLDS_SIX_SIX, shown=(Holding(holder, SIX_SIX),))
    return first_dealt(deal, highest_first(deal), LeadReason.HIGHEST_DOUBLE)


def score(ending: FinishedRound) -> Count:
    """Give the winner's side what the round is worth (JAM-4 to JAM-8)."""
    setup, won = ending.setup, _won(ending)
    if won is None:
        return Count((), carried=_AFTER_TIE if setup.options["tieValue"] == 2 else None)
    extras: tuple[Extra, ...] = ()
    before = carried_or(setup, NextRound())
    if setup.options["key"] != 1 and _is_key(ending):
        extras = (_KEY,)
    elif before.points == 2:
        extras = (Extra(before.why, 1),)
    return credited(won, (1,), extras, _after(setup, won.side))


_KEY = Extra(N_("key"), 1)


def _won(ending: FinishedRound) -> Won | None:
    """Return which side is out or has the lowest hand, alone if so agreed (JAM-4, JAM-5)."""
    if ending.winner is None and ending.setup.options.get("partnersTie") != "win":
        return None
    return side_won(ending, ending.pips, together=False)


def _is_key(ending: FinishedRound) -> bool:
    """Return whether somebody is out with a bone that fitted both ends and alone did (JAM-7).

    Bones that sleep are not on the table; a bone that was taken out of the set is nowhere.
    """
    if ending.setup.options["key"] == "any-both-ends":
        return ending.fit in {Fit.BOTH_ENDS, Fit.EITHER_END}
    if ending.fit is not Fit.BOTH_ENDS or ending.last is None:
        return False
    last, left = ending.last[1], sum(ending.unseen) | sum(map(mask, ending.hands))
    return not left & (HAS[last.high] | HAS[last.low])


def _after(setup: Setup, winners: tuple[Seat, ...]) -> NextRound | None:
    """Return what a won round means for the next one, if anything (JAM-8, CUT-4)."""
    others = {setup.total_before(side[0]) for side in setup.sides if side != winners}
    is_broken = setup.total_before(winners[0]) == 0 and min(others) > 0
    if setup.options[FORMAT] != SIX_LOVE or not is_broken:
        return None
    plays_two = setup.options.get("oneAllPlayTwo") == ON and others == {1}
    return _ONE_ALL if plays_two else _BROKEN
