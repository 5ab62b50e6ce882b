"""Classic: doubles are laid in line or crosswise, as their player chooses."""

from bot.domino.layout import DoublePlacement, Layout
from bot.engine.contract import GameInfo, Setup
from bot.engine.options import Option
from bot.engine.plans import RaceTo
from bot.engine.rounds import Rounds
from bot.engine.words import N_
from bot.games.connecting.leading import highest_double
from bot.games.connecting.rules import Connecting
from bot.games.connecting.scoring import others_minus_own

HAND = 5
TARGET = 100


def doubles(setup: Setup, layout: Layout) -> tuple[DoublePlacement, ...]:
    """Return the ways to lay a double; a lead is a spinner unless all lie in line (CLASSIC-4)."""
    match setup.options["doubles"]:
        case "inline":
            return (DoublePlacement.ALONG,)
        case "choice" if layout.laid:
            return (DoublePlacement.ALONG, DoublePlacement.SPINNER)
        case _:
            return (DoublePlacement.SPINNER,)


CLASSIC = Rounds(
    Connecting(
        info=GameInfo(
            id="classic",
            name="Classic Dominoes",
            min_seats=2,
            max_seats=4,
            rules=1,
            options=(
                Option(
                    "doubles",
                    "choice",
                    ("choice", "crosswise", "inline"),
                    N_("How doubles lie"),
                    labels=(N_("player's choice"), N_("always crosswise"), N_("always in line")),
                ),
            ),
            card=(
                N_("Five bones each; the highest double leads. Match the numbers."),
                N_("Lay a double in line, or crosswise to open all four of its sides."),
                N_("If you can't play, draw. First out scores the others' pips; 100 wins."),
            ),
            page=(
                N_(
                    "Two to four players with the 28 bones of a double-six set, five each; the"
                    " rest is the boneyard."
                ),
                N_(
                    "In every round the highest double dealt leads; it lies crosswise, open on"
                    " four sides. If nobody was dealt a double, all bones are dealt again."
                ),
                N_(
                    "Play goes clockwise. When you lay a double, you choose how: in line it has"
                    " two ends, like any bone; crosswise, bones can be added to its ends, too,"
                    " and two new arms start there."
                ),
                N_(
                    "If you can play, you must. If you can't, draw until a bone fits and play"
                    " it; if the boneyard is empty, knock."
                ),
                N_(
                    "First out wins; if nobody can play, the fewest pips win. The winner scores"
                    " the pips of all other hands minus their own. If the lowest hand is tied,"
                    " nobody scores. First to 100 wins the match."
                ),
            ),
            sample=("6-6+", "6-4@r", "4-4@r+", "4-1@f", "6-2@l"),
        ),
        hand_size=lambda _: HAND,
        lead=highest_double,
        score=others_minus_own,
        keep=lambda _: 0,
        doubles=doubles,
    ),
    RaceTo(lambda _: TARGET),
)
