"""Double Double Dominoes: all build on one board and score by its diamonds and the score track."""

from __future__ import annotations

from bot.domino.boards import Board
from bot.domino.grid import Cell, cell_name
from bot.engine.contract import GameInfo
from bot.engine.options import Option
from bot.engine.plans import RaceTo
from bot.engine.rounds import Rounds
from bot.engine.words import N_
from bot.games.double_double.events import (
    BONEYARD,
    NO_PLACE,
    TARGET,
    BoardDealt,
    BoardEnded,
    LowestShown,
    Pitted,
    Placed,
    Stopped,
)
from bot.games.double_double.moves import STOP, Discard, Place, Stop
from bot.games.double_double.points import BONUS, worth
from bot.games.double_double.rules import BoardRules
from bot.games.double_double.seen import BoardSeen
from bot.games.double_double.table import BoardTable
from bot.games.double_double.tiling import OnBoard, Tiling

__all__ = [
    "BONEYARD",
    "BONUS",
    "DOUBLE_DOUBLE",
    "NO_PLACE",
    "STOP",
    "TARGET",
    "Board",
    "BoardDealt",
    "BoardEnded",
    "BoardSeen",
    "BoardTable",
    "Cell",
    "Discard",
    "LowestShown",
    "OnBoard",
    "Pitted",
    "Place",
    "Placed",
    "Stop",
    "Stopped",
    "Tiling",
    "cell_name",
    "worth",
]

DOUBLE_DOUBLE = Rounds(
    BoardRules(
        GameInfo(
            id="double-double",
            name="Double Double Dominoes",
            min_seats=2,
            max_seats=6,
            rules=1,
            options=(
                Option(
                    "board",
                    "published",
                    ("published", "own"),
                    N_("Which board is played on"),
                    labels=(N_("the published one"), N_("Boneyard's own")),
                ),
                Option(
                    "sets",
                    "auto",
                    ("auto", 2, 3),
                    N_("How many sets of 28 dominoes"),
                    labels=(N_("two, or three for five and six"), N_("two"), N_("three")),
                ),
            ),
            card=(
                N_("Place a domino next to one that matches it; its other half touches nothing."),
                N_("Diamonds score, twice under a double, and after a double you may go on."),
                N_("Whose piece stands on a number just played moves on by three."),
            ),
            page=(
                N_(
                    "Two to six players, each for themselves, with 56 dominoes, two double-six"
                    " sets; five and six add a third set. Everybody has three, and everybody shows"
                    " the lowest of them: the lowest of all begins, and if several have it, whoever"
                    " of them joined first. The rest are the boneyard."
                ),
                N_(
                    "On your turn you draw one and place one on the board. The first domino of the"
                    " game covers the star. Every other one touches exactly one domino, number to"
                    " number, anywhere; or it bridges two, each half touching one of them with its"
                    " number. It may never lie side by side with another so that a square of four"
                    " fills. If nothing you hold can be placed, one of your choice goes into the"
                    " pit, face down."
                ),
                N_(
                    "After a double you may place another one that touches it, and so on, or stop."
                    " Then you draw until you have three again."
                ),
                N_(
                    "A diamond that you cover moves your piece by its number, by twice that under a"
                    " double. And every domino, whoever places it, moves each piece by three that"
                    " stood on one of its two numbers."
                ),
                N_(
                    "The game ends at once when a piece has come to 100 between two, 75 between"
                    " three or five, 50 between four or six; or at the end of the turn in which"
                    " the boneyard ran out; or when nothing can be placed any more. The most points"
                    " win, and between equals the most dots left in hand."
                ),
                N_(
                    "The name says which rules are played; Boneyard has nothing to do with the"
                    " publisher of the game."
                ),
            ),
            sample=("4-3@h8i8", "3-3@j8k8", "3-1@k7k6", "1-0@l6l5"),
            scoring_plays=True,
        )
    ),
    RaceTo(lambda _: None, counted=True),
)
