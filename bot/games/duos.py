"""Duos: two against two, counter-clockwise."""

from bot.domino.counting import Sum, pips
from bot.engine.contract import Seat
from bot.engine.game_info import GameInfo, Shown, Topic, WorkedExample
from bot.engine.rounds import Rounds
from bot.engine.translatable import N_
from bot.games.common.events import Credit
from bot.games.common.lengths import RACE, shorter_races, target_option
from bot.games.connecting.leading import DealtHands, Lead, Void, right_of_last_leader, six_six
from bot.games.connecting.rules import Connecting
from bot.games.connecting.scoring import Count, FinishedRound

SEATS = 4
DUOS_OF_SEATS = ((0, 2), (1, 3))

TWO_AGAINST_TWO = N_(
    "Two against two; partners sit opposite each other. Seven bones each, no drawing."
)
"""The first line of the card, in all games in which two pairs are dealt a double-six set."""
SET_UP_FOR_PAIRS = N_(
    "Four players in two pairs; partners sit opposite each other. All 28 bones of a double-six set"
    " are dealt, seven each."
)
TURN = N_(
    "On your turn, add a bone at either end of the line: halves that touch must show the same"
    " number. Doubles have two ends like any other bone. If you can play, you must; if you can't,"
    " knock."
)


def lead(deal: DealtHands) -> Lead | Void:
    """Let 6-6 lead first; later the seat to the right of the last leader leads (DUO-3)."""
    return right_of_last_leader(six_six, deal)


def score(ending: FinishedRound) -> Count:
    """Give the winning duo the pips that its opponents hold (DUO-6, DUO-7)."""
    winners = _winning_duo(ending)
    (losers,) = (duo for duo in DUOS_OF_SEATS if duo != winners)
    points = Sum(tuple(ending.pips[seat] for seat in losers))
    return Count(winners, (Credit(winners, points),))


def _winning_duo(ending: FinishedRound) -> tuple[Seat, ...]:
    """Return the duo that is out or, if blocked, holds fewer pips or did not block (DUO-8)."""
    if ending.out is not None:
        return next(duo for duo in DUOS_OF_SEATS if ending.out in duo)
    one, other = DUOS_OF_SEATS
    first, second = (sum(pips(ending.hands[seat]) for seat in duo) for duo in DUOS_OF_SEATS)
    if first != second:
        return one if first < second else other
    return other if ending.last is not None and ending.last[0] in one else one


_INFO = GameInfo(
    id="duos",
    name=N_("Duos"),
    aliases=("partnership", "teams", "2v2"),
    sample=("4-4", "4-2@l", "4-3@r", "2-0@l", "3-3@r"),
    min_seats=SEATS,
    max_seats=SEATS,
    rules=1,
    options=(target_option(50, 15, 100),),
    card=(
        TWO_AGAINST_TWO,
        N_("6-6 leads first, and play goes counter-clockwise. If you can't play, knock."),
        N_("The duo that goes out, or holds fewer pips, scores the other duo's. Play to 50."),
    ),
    page=(
        N_(
            "Four players in two duos; partners sit opposite each other. All 28 bones of a"
            " double-six set are dealt, seven each."
        ),
        N_(
            "In the first round, whoever has 6-6 leads it. Each later round is led, with any bone,"
            " by the player to the right of the last leader. Play goes counter-clockwise, to the"
            " right."
        ),
        TURN,
        N_(
            "When somebody goes out, their duo scores the pips in both opponents' hands. If nobody"
            " can play, the duo with fewer pips in total scores the other duo's pips. If the totals"
            " are tied, the duo that played the last bone loses, and the other duo scores its pips."
        ),
        N_("The first duo to reach 50 points wins the match."),
    ),
    topics=(Topic.SET_UP, Topic.SET_UP, Topic.TURN, Topic.END, Topic.END),
    examples=(
        WorkedExample(
            N_(
                "B goes out with 5-1, so the duo of B and D wins the round. A holds 4-0 and C 4-2:"
                " B and D score 4 + 6 = **10**."
            ),
            4,
            (
                "deal 6-2 6-5 4-1 4-0 6-1 1-0 2-2 6-6 5-4 4-3 3-3 5-2 5-1 0-0 3-1 6-0 3-0 4-2 5-5"
                " 4-4 5-0 2-0 3-2 1-1 6-3 6-4 5-3 2-1; 6-6; 6-5@l; 6-4@r; 5-5@l; 5-4@l; 4-1@r;"
                " 1-1@r; 4-4@l; 4-3@l; 6-1@r; 6-3@r; 3-1@l; 3-3@r; 1-0@l; 5-3@r; 6-0@l; 5-2@r;"
                " 2-2@r; 3-2@r; 3-0@r; 0-0@r; 6-2@l; 2-1@l; 5-0@r; 5-1@l"
            ),
            shown=Shown.ROUND_END,
        ),
        WorkedExample(
            N_(
                "Nobody can play. A and C hold 11 + 11 = 22 pips, B and D hold 11 + 17 = 28. A and"
                " C hold fewer, so they score **28**."
            ),
            4,
            (
                "deal 6-2 4-1 6-6 3-0 0-0 6-3 4-0 5-0 4-4 2-0 6-0 4-3 3-1 5-4 6-4 4-2 5-2 2-1 6-1"
                " 1-0 1-1 3-3 5-1 3-2 5-3 2-2 5-5 6-5; 6-6; 6-5@l; 6-4@r; 4-4@r; 4-1@r; 5-5@l;"
                " 1-1@r; 5-4@l; 4-0@l; 5-1@r; 5-2@r; 6-0@l; 6-3@l; 3-3@l; 4-2@r; 4-3@l"
            ),
            shown=Shown.ROUND_END,
        ),
    ),
    partnerships=DUOS_OF_SEATS,
    counter_clockwise=True,
    shorter=shorter_races(12),
)

DUOS = Rounds(Connecting(info=_INFO, lead=lead, score=score), RACE)
