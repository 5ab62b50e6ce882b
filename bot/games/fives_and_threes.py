"""Fives-and-Threes: score how many threes and fives the ends add up to; exactly 61 wins."""

from bot.domino.counting import Sum
from bot.domino.ends import Ends
from bot.domino.layout import DoublePlacement
from bot.engine.contract import Setup
from bot.engine.game_info import CardLine, GameInfo, PipsLeft, Shown, Topic, WorkedExample
from bot.engine.match_formats import RaceTo
from bot.engine.options import choice, flag
from bot.engine.rounds import Rounds
from bot.engine.translatable import N_
from bot.games.common.lengths import shorter_races, target_of, target_option
from bot.games.connecting.counted_ends import counted_risk, first_spins, open_ends, total
from bot.games.connecting.earned_points import EarnedPoints
from bot.games.connecting.leading import left_of_last_leader
from bot.games.connecting.rules import Connecting
from bot.games.connecting.scoring import Count, FinishedRound
from bot.games.connecting.table import always_across
from bot.games.duos import DUOS_OF_SEATS

NONE_DRAWN = 28
"""The size of the set, so no bone of the boneyard can be drawn."""
_SCORED_BY = {
    total: tuple(each for each in (3, 5) if total % each == 0)
    for total in range(1, 100)
    if total % 3 == 0 or total % 5 == 0
}
"""What each total that scores can be divided by; with a spinner, it can be higher than 22."""


def _hand(setup: Setup) -> int:
    """Return how many bones each is dealt: more if they are two, or if it was agreed (FT-2)."""
    dealt = (9, 6) if setup.options["deal"] == "nine" else (7, 5)
    return dealt[setup.seat_count > 2]


def _doubles(setup: Setup, ends: Ends) -> tuple[DoublePlacement, ...]:
    """Lay doubles across the line; the first is a spinner if that was agreed (FT-4)."""
    first = setup.options["spinner"] == "first"
    return first_spins(setup, ends) if first else always_across()


def earn(setup: Setup, ends: Ends, out: bool) -> Sum | None:
    """Return how many threes and fives the ends are, one more for chipping out (FT-5, FT-6)."""
    counted = open_ends(ends)
    divisors = _SCORED_BY.get(sum(counted))
    if divisors is None:
        return Sum((1,)) if out else None
    if setup.options["values"] == "pips":
        return Sum(counted, times=len(divisors), extra=int(out))
    return Sum(counted, divisors=divisors, extra=int(out))


def _score(ending: FinishedRound) -> Count:
    """Let the side that is out, or has hit the target, win; pips count for nothing (FT-6, FT-8)."""
    if ending.last is None or (ending.out is None and not ending.reached):
        return Count(())
    seat, _ = ending.last
    return Count(ending.setup.side_of(seat), decider=seat)


def _exact(setup: Setup) -> int | None:
    """Return the target that must be hit, unless it may be passed (FT-7)."""
    return target_of(setup) if setup.options["finish"] == "exact" else None


_INFO = GameInfo(
    id="fives-and-threes",
    name=N_("Fives-and-Threes"),
    aliases=(
        *("5s and 3s", "5s & 3s", "fives and threes", "fives & threes", "threes and fives"),
        *("3s and 5s", "5s3s", "fives threes"),
    ),
    at_home=("en-GB",),
    min_seats=2,
    max_seats=4,
    rules=1,
    options=(
        flag("pairs", N_("Four play two against two"), default="on"),
        choice(
            "deal",
            N_("Bones dealt"),
            {
                "seven": N_("two get 7, three or four get 5"),
                "nine": N_("two get 9, three or four get 6"),
                "draw": N_("7 or 5, and you draw if you can't play"),
            },
        ),
        choice("spinner", N_("Spinner"), {"off": N_("none"), "first": N_("the first double")}),
        choice(
            "values",
            N_("What a total scores"),
            {
                "count": N_("how many threes and fives it makes"),
                "pips": N_("the total itself, or twice that for a multiple of both"),
            },
        ),
        choice(
            "pairsEnd",
            N_("In pairs, the round ends"),
            {"both": N_("when both partners are out"), "first": N_("when one player is out")},
        ),
        choice(
            "finish",
            N_("How the match is won"),
            {
                "exact": N_("by hitting the target exactly, at once"),
                "beyond": N_("by reaching the target, at the end of a round"),
            },
        ),
        target_option(61, 31, 121),
    ),
    card=(
        N_("Match the number at either end of the line; four play in pairs. There's no drawing."),
        N_("If the ends add up to a multiple of 3 or 5, score how many 3s and 5s that is."),
        N_("Going out scores 1 more. Exactly 61 wins at once; a play that passes it scores 0."),
    ),
    other_lines=(
        CardLine(
            0,
            "pairs",
            "off",
            N_("Match the number at either end of the line. If you can't play, knock."),
        ),
        CardLine(
            0,
            "spinner",
            "first",
            N_("Match the numbers; the first double is a spinner, open on all four sides."),
        ),
        CardLine(
            0,
            "deal",
            "draw",
            N_("Match the number at either end of the line. If you can't play, draw."),
        ),
        CardLine(
            1,
            "values",
            "pips",
            N_(
                "If the ends add up to a multiple of 3 or 5, score it; a multiple of both counts"
                " twice."
            ),
        ),
        CardLine(
            2,
            "finish",
            "beyond",
            N_(
                "Going out scores 1 more. Once somebody ends a round on 61 or more, the most points"
                " win."
            ),
        ),
    ),
    page=(
        N_(
            "Two to four players with the 28 bones of a double-six set; four play two against two,"
            " and partners sit opposite each other. Two get seven bones each, three or four get"
            " five. The rest sleep: nobody sees them, and nothing is drawn."
        ),
        N_(
            "A random player leads the first round with any bone; after that, the lead passes to"
            " the left. Each player in turn, clockwise, adds a bone at either end of the line:"
            " halves that touch must show the same number. If you can play, you must; if you can't,"
            " knock."
        ),
        N_(
            "After every play, the two ends are added up; a double at an end counts both halves. If"
            " the total is a multiple of 3, you score a third of it; if it is a multiple of 5, a"
            " fifth. So 9 scores 3 and 10 scores 2. 15 is a multiple of both and scores 5 + 3 = 8."
        ),
        N_(
            "Going out is also called “chipping out”, and scores 1 more. In pairs, the round goes"
            " on until both partners of a side are out; then their side scores the 1. If nobody can"
            " play, the round is over. Pips left in hands count for nothing."
        ),
        N_(
            "Exactly 61 points win the match at once, even in the middle of a round. A play that"
            " would take you past 61 scores nothing, not even the point for going out."
        ),
    ),
    topics=(Topic.SET_UP, Topic.TURN, Topic.TURN, Topic.END, Topic.END),
    examples=(
        WorkedExample(
            N_(
                "A plays 6-6, which counts both halves: 12 + 3 = 15. That's five threes and three"
                " fives, so A scores 15 ÷ 3 + 15 ÷ 5 = **8**."
            ),
            2,
            "deal 4-2 3-1 6-6 5-5 5-0 2-2 1-0 2-1 6-4; lot 0; 4-2; 2-1@r; 3-1@r; 6-4@l; 6-6@l",
        ),
        WorkedExample(
            N_(
                "B goes out with 2-2. The ends add up to 4 + 8 = 12, which is four threes, and"
                " going out scores 1 more: 12 ÷ 3 + 1 = **5**."
            ),
            2,
            (
                "deal 0-0 5-3 3-1 1-0 6-3 4-4 6-5 5-0 2-2 3-2 4-2 4-1 5-4 2-0; lot 1; 5-4; 6-5@l;"
                " 4-2@r; 6-3@l; 3-2@r; 5-3@l; 5-0@l; 0-0@l; 2-0@l; 3-1@r; 4-1@r; 4-4@r; 2-2@l"
            ),
            shown=Shown.ROUND_END,
        ),
    ),
    partnerships=DUOS_OF_SEATS,
    pairs_option="pairs",
    scoring_plays=True,
    pips_left=PipsLeft.NOTHING,
    playouts=600,
    sample=("6-3", "6-6@l", "3-3@r", "6-2@l", "3-1@r"),
    shorter=shorter_races(31),
)

FIVES_AND_THREES = Rounds(
    Connecting(
        info=_INFO,
        hand_size=_hand,
        lead=left_of_last_leader,
        score=_score,
        keep=lambda setup: 0 if setup.options["deal"] == "draw" else NONE_DRAWN,
        doubles=_doubles,
        points=EarnedPoints(total=total, earn=earn, exact=_exact),
        risk=counted_risk,
        until_side_is_out=lambda setup: setup.options["pairsEnd"] == "both",
    ),
    RaceTo(  # FT-7
        target_of,
        play_off=lambda setup: setup.options["finish"] == "beyond",
        counted=True,
        by_points=True,
        swing=8,
    ),
)
