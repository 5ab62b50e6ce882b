"""All Fives: score whenever the open ends add up to a multiple of five."""

from bot.domino.counting import Sum
from bot.domino.ends import Ends
from bot.engine.contract import Setup
from bot.engine.game_info import CardLine, GameInfo, Preset, Shown, Topic, WorkedExample
from bot.engine.match_formats import RaceTo
from bot.engine.options import ON, Option, choice, flag
from bot.engine.rounds import Rounds
from bot.engine.translatable import N_
from bot.games.common.lengths import TARGET, shorter_races, target_of, target_option
from bot.games.connecting.counted_ends import counted_risk, first_spins, open_ends, total
from bot.games.connecting.earned_points import EarnedPoints
from bot.games.connecting.leading import last_winner_or_lot
from bot.games.connecting.moves import SIDES
from bot.games.connecting.observation import Limit
from bot.games.connecting.rules import DRAW_OR_KNOCK, Connecting
from bot.games.connecting.scoring import Count, FinishedRound, one_wins


def sides_first(setup: Setup, ends: Ends) -> list[int] | None:
    """Keep the spinner's tips closed until both long sides are built on, if agreed (FIVES-4)."""
    if setup.options["spinnerOrder"] == "any":
        return None
    arms, depth = ends.first_arms, ends.depth
    long_sides_built = arms == SIDES and depth[0] > 0 and depth[1] > 0

    def is_open(end: int) -> bool:
        if depth[end]:
            return True
        if end < arms:  # an arm of the first bone
            return end < 2 or long_sides_built
        return ends.touching(ends.at[end]) > 1

    return [bones if is_open(end) else 0 for end, bones in enumerate(ends.fits)]


def long_sides_first(*_: object) -> Limit:
    """Say that the spinner's tips are closed because its long sides come first (FIVES-4)."""
    return Limit.LONG_SIDES_FIRST


def divisor(setup: Setup) -> int:
    """Return the number whose multiples score: five, or three in All Threes (THREES-1)."""
    return int(setup.options["divisor"])


def earn(setup: Setup, ends: Ends, *_: object) -> Sum | None:
    """Return the open ends' total if it is a positive multiple that scores (FIVES-5, THREES-1)."""
    counted = open_ends(ends)
    made = sum(counted)
    return Sum(counted) if made > 0 and made % divisor(setup) == 0 else None


def bonus(ending: FinishedRound) -> Count:
    """Give the winner a fifth of the pips left, rounded to fives first (FIVES-7, FIVES-8).

    In All Threes, it is a third, rounded to threes (THREES-1).
    """
    winner, held = ending.winner, ending.pips
    if winner is None:
        return Count(())
    terms = [count for seat, count in held.items() if seat != winner]
    if held[winner] and ending.setup.options["bonusPips"] != "others":
        minus = ending.setup.options["bonusPips"] == "others-minus-own"
        terms.append(-held[winner] if minus else held[winner])
    divided = int(ending.setup.options["bonusDivisor"])
    return one_wins(winner, Sum(tuple(terms), nearest=divisor(ending.setup), divided=divided))


def target(setup: Setup) -> int | None:
    """Return the points needed to win, one more if the target must be passed (FIVES-10)."""
    needed = target_of(setup)
    return needed and needed + (setup.options["strictlyAbove"] == ON)


ALL_THREES = Preset(
    "all-threes",
    N_("All Threes"),
    {"divisor": 3, "bonusDivisor": 3},
    aliases=("all 3s", "threes", "3s"),
)
RELATIVES = (
    Preset(
        "muggins",
        N_("Muggins"),
        {"bonusDivisor": 1},
        aliases=("five up", "fives up"),
        differs=N_(
            "In Muggins, the first double has two open sides, and you can claim points that others"
            " miss."
        ),
    ),
    Preset(
        "sniff",
        N_("Sniff"),
        differs=N_(
            "In Sniff, you lay the first double along the line or across it, and three players get"
            " six bones."
        ),
    ),
    Preset(
        "aznif",
        N_("Aznif"),
        differs=N_(
            "In Aznif, no double is a spinner, and you score a fifth of what the open ends add up"
            " to."
        ),
    ),
    Preset(
        "telefon",
        N_("Telefon"),
        {TARGET: 365},
        differs=N_("In Telefon, 3-2 leads first, and the last bone of the boneyard stays there."),
    ),
    Preset(
        "seven-rocks",
        N_("Seven Rocks"),
        {"bonusPips": "others-minus-own"},
        aliases=("texas dominoes",),
        differs=N_("In Seven Rocks, two play against two; here everybody plays for themselves."),
    ),
)

_INFO = GameInfo(
    id="all-fives",
    name=N_("All Fives"),
    aliases=("fives", "5s", "all 5s"),
    at_home=("en-US",),
    presets=(ALL_THREES, *RELATIVES),
    min_seats=2,
    max_seats=4,
    rules=1,
    options=(
        choice(
            "spinnerOrder",
            N_("When the spinner's tips open"),
            {"any": N_("at once"), "sides-first": N_("once both long sides have bones")},
        ),
        choice(
            "bonusPips",
            N_("Whose pips count for the bonus"),
            {
                "all": N_("everybody's"),
                "others": N_("everybody's but the winner's"),
                "others-minus-own": N_("the others' minus the winner's"),
            },
        ),
        Option(
            "bonusDivisor",
            5,
            (5, 3, 1),
            N_("What the bonus is divided by"),
            needs={5: ("divisor", 5), 3: ("divisor", 3)},
        ),
        flag("strictlyAbove", N_("You need more points than the target to win")),
        choice(
            "matchTie",
            N_("If the highest total is tied"),
            {"another-round": N_("another round"), "shared": N_("the win is shared")},
        ),
        target_option(100, 50),
        choice(
            "divisor",
            N_("What the open ends have to be a multiple of"),
            {5: N_("five"), 3: N_("three (All Threes)")},
        ),
    ),
    card=(
        N_("Match the numbers; the first double is a spinner, open on all four sides."),
        N_("If your play makes the open ends add up to a multiple of five, you score that many."),
        N_("If you can't play, draw. The round's winner gets a bonus; play to 100."),
    ),
    other_lines=(
        CardLine(
            1,
            "divisor",
            3,
            N_(
                "If your play makes the open ends add up to a multiple of three, you score that"
                " many."
            ),
        ),
        CardLine(
            2,
            "strictlyAbove",
            "on",
            N_(
                "If you can't play, draw. The round's winner gets a bonus; you need more than 100"
                " to win."
            ),
        ),
    ),
    page=(
        N_(
            "Two to four players, each for themselves, with the 28 bones of a double-six set."
            " Everybody gets seven; the rest are the boneyard. A random player leads the first"
            " round with any bone; after that, the last winner leads."
        ),
        DRAW_OR_KNOCK,
        N_(
            "The first double played is the spinner: you can play on all four of its sides. Later"
            " doubles have two ends like any other bone."
        ),
        N_(
            "After every play, the open ends are added up; a double at an end counts both halves."
            " The spinner counts until a second bone touches it. If the total is 5, 10, 15, …,"
            " whoever just played scores it at once."
        ),
        N_(
            "The round ends when somebody goes out or nobody can play. Whoever goes out wins;"
            " otherwise, whoever has fewer pips than anybody else. The winner gets a bonus: all"
            " pips left in hands, rounded to the nearest multiple of five, then divided by five."
        ),
        N_(
            "If somebody has 100 or more when a round ends, the highest total wins the match. If"
            " that's a tie, you play another round."
        ),
    ),
    topics=(Topic.SET_UP, Topic.TURN, Topic.TURN, Topic.TURN, Topic.END, Topic.END),
    goal=4,
    examples=(
        WorkedExample(
            N_(
                "B plays 4-1 at a tip of the spinner, 1-1, which no longer counts. 4-4 counts both"
                " halves: 3 + 8 + 4 = 15, so B scores **15**."
            ),
            2,
            "deal 6-4 1-1 4-4 5-0 4-3 5-1 4-2 6-1 3-1 4-1 5-2 4-0 5-3 3-3; lot 0; 6-4; 6-1@l;"
            " 1-1@l; 3-1@l; 4-4@r; 4-1@e",
        ),
        WorkedExample(
            N_(
                "B goes out. A holds 6-6: 12 pips left, rounded to 10. The bonus for B is 10 ÷ 5 ="
                " **2**."
            ),
            2,
            "deal 6-6 3-3 5-1 2-2 2-0 6-1 5-4 0-0 3-0 4-1 6-5 6-3 3-2 5-3; lot 1; 4-1; 6-1@r;"
            " 6-5@r; 5-4@l; 5-3@l; 3-3@l; 3-0@f; 5-1@r; 0-0@f; 2-0@f; 3-2@l; 2-2@l; 6-3@e",
            shown=Shown.ROUND_END,
        ),
    ),
    scoring_plays=True,
    playouts=450,
    sample=("5-5+", "5-0@l", "5-3@r", "5-2@u", "3-3@r"),
    wide_sample=("5-5+", "5-0@l", "5-3@r", "5-2@u", "3-3@r", "4-0@l", "6-3@r"),
    shorter=shorter_races(35),
)

ALL_FIVES = Rounds(
    Connecting(
        info=_INFO,
        lead=last_winner_or_lot,
        score=bonus,
        keep=lambda _: 0,
        doubles=first_spins,
        gate=sides_first,
        why_closed=long_sides_first,
        points=EarnedPoints(total=total, earn=earn),
        risk=counted_risk,
    ),
    RaceTo(  # FIVES-10
        target,
        play_off=lambda setup: setup.options["matchTie"] == "another-round",
        counted=True,
        by_points=True,
    ),
)
