"""Classic: doubles are laid in line or crosswise, as their player chooses."""

from __future__ import annotations

from bot.domino.layout import DoublePlacement, Layout
from bot.engine.contract import GameInfo, Setup
from bot.engine.options import Option
from bot.engine.plans import RaceTo
from bot.engine.rounds import Rounds
from bot.engine.words import N_
from bot.games.connecting.engine import Connecting
from bot.games.connecting.leading import highest_double
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
                    labels=(
                        N_("as their player likes"),
                        N_("always crosswise"),
                        N_("always in line"),
                    ),
                ),
            ),
            card=(
                N_("Five bones each; the highest double leads. Join equal numbers."),
                N_("Lay a double in line, or crosswise: then it is open on all four sides."),
                N_("Who cannot play draws. First out scores what the others hold, up to 100."),
            ),
            page=(
                N_(
                    "Two to four players with the 28 bones of a double-six set, five each; the"
                    " rest is the boneyard."
                ),
                N_(
                    "In every round the highest double that was dealt leads, and it lies"
                    " crosswise, open on four sides. If nobody was dealt a double, all is dealt"
                    " again."
                ),
                N_(
                    "Play goes clockwise. Whoever lays a double decides how it lies: in line it"
                    " has two ends, like any bone; crosswise bones can be joined to its ends,"
                    " too, and two new arms begin there."
                ),
                N_(
                    "Who can play must play. Who cannot draws until a bone fits and plays it; with"
                    " the boneyard empty, you knock."
                ),
                N_(
                    "First out wins; if nobody can go on, the one who alone holds the fewest pips."
                    " The winner scores the pips of all other hands less the own. If the lowest"
                    " hand is shared, nobody scores. The match goes to 100."
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
