"""Classic: doubles are laid in line or crosswise, as their player chooses."""

from bot.domino.ends import Ends
from bot.domino.layout import DoublePlacement
from bot.engine.contract import Setup
from bot.engine.game_info import CardLine, GameInfo, Shown, Topic, WorkedExample
from bot.engine.options import choice
from bot.engine.rounds import Rounds
from bot.engine.translatable import N_
from bot.games.common.lengths import RACE, shorter_races, target_option
from bot.games.connecting.leading import highest_double
from bot.games.connecting.rules import DRAW_OR_KNOCK, FIRST_OUT_TO_100, Connecting

HAND = 5


def doubles(setup: Setup, ends: Ends) -> tuple[DoublePlacement, ...]:
    """Return the ways to lay a double; a lead is a spinner unless all lie in line (CLASSIC-4)."""
    match setup.options["doubles"]:
        case "inline":
            return (DoublePlacement.ALONG,)
        case "choice" if ends.lying:
            return (DoublePlacement.ALONG, DoublePlacement.SPINNER)
        case _:
            return (DoublePlacement.SPINNER,)


_INFO = GameInfo(
    id="classic",
    name=N_("Classic Dominoes"),
    aliases=("dominoes", "classic domino"),
    min_seats=2,
    max_seats=4,
    rules=1,
    options=(
        choice(
            "doubles",
            N_("How doubles lie"),
            {
                "choice": N_("as the player chooses"),
                "crosswise": N_("always crosswise"),
                "inline": N_("always in line"),
            },
        ),
        target_option(100, 20, 50),
    ),
    card=(
        N_("Five bones each; the highest double leads. Match the numbers."),
        N_("Lay a double in line, or crosswise to open all four of its sides."),
        N_("If you can't play, draw. First out scores the others' pips; play to 100."),
    ),
    other_lines=(
        CardLine(
            1,
            "doubles",
            "crosswise",
            N_("Every double lies crosswise and is open on all four sides."),
        ),
        CardLine(1, "doubles", "inline", N_("Doubles lie in line, like all other bones.")),
    ),
    page=(
        N_(
            "Two to four players, each for themselves, with the 28 bones of a double-six set."
            " Everybody gets five; the rest are the boneyard."
        ),
        N_(
            "In every round, whoever was dealt the highest double leads it. It lies crosswise, open"
            " on all four sides. If nobody was dealt a double, all bones are dealt again."
        ),
        N_(
            "Play goes clockwise; halves that touch must show the same number. When you play a"
            " double, you choose how it lies. In line, it has two ends like any other bone."
            " Crosswise, it also opens its two tips (the short ends), and a new arm starts at each."
        ),
        DRAW_OR_KNOCK,
        FIRST_OUT_TO_100,
    ),
    topics=(Topic.SET_UP, Topic.SET_UP, Topic.TURN, Topic.TURN, Topic.END),
    examples=(
        WorkedExample(
            N_(
                "C played 2-2 crosswise, so its tips J and K are open, too: there are six open"
                " ends. In line, 2-2 would have left four."
            ),
            3,
            (
                "deal 4-4 6-3 5-2 4-0 4-1 4-2 6-0 5-0 3-3 4-3 2-2 6-5 5-1 3-2 5-3; 4-4; 4-2@r;"
                " 2-2@r+"
            ),
        ),
        WorkedExample(
            N_("B goes out with 3-1. A holds 5-0 and 5-3, 5 + 8 = 13 pips, so B scores **13**."),
            2,
            (
                "deal 6-3 5-4 5-3 5-0 4-0 2-1 6-0 3-1 4-1 2-2 5-2; 2-2; draw; 5-2@r; 2-1@l; 5-4@r;"
                " 4-1@l; 4-0@r; 6-0@r; 6-3@r; 3-1@r"
            ),
            shown=Shown.ROUND_END,
        ),
    ),
    sample=("6-6+", "6-4@r", "4-4@r+", "4-1@f", "6-2@l"),
    wide_sample=("6-6+", "6-4@l", "6-2@r", "4-4@l+", "2-2@r", "2-1@r", "4-1@f", "4-0@l"),
    shorter=shorter_races(15),
)

CLASSIC = Rounds(
    Connecting(
        info=_INFO, hand_size=lambda _: HAND, lead=highest_double, keep=lambda _: 0, doubles=doubles
    ),
    RACE,
)
