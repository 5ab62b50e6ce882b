"""Double Double Dominoes: all build on one board and score by its diamonds and the score track."""

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
                    N_("Which board to use"),
                    labels=(N_("the published one"), N_("Boneyard's own")),
                ),
                Option(
                    "sets",
                    "auto",
                    ("auto", 2, 3),
                    N_("How many sets of 28 dominoes"),
                    labels=(N_("two (three for 5 or 6 players)"), N_("two"), N_("three")),
                ),
            ),
            card=(
                N_("Place a domino next to one that matches it; its other half touches nothing."),
                N_("Diamonds score, twice under a double. After a double you can go again."),
                N_("If your piece is on a number just played, it moves three."),
            ),
            page=(
                N_(
                    "Two to six players, each for themselves, with 56 dominoes (two double-six"
                    " sets); five or six players add a third set. Everybody gets three and shows"
                    " their lowest: the lowest of all goes first; in a tie, whoever joined"
                    " first. The rest are the boneyard."
                ),
                N_(
                    "On your turn, draw one and place one on the board. The first domino of the"
                    " game covers the star. Every other one touches exactly one domino, number"
                    " to number, anywhere; or it bridges two, each half matching one of them. It"
                    " can't lie alongside another so that they fill a square of four. If you"
                    " can't place anything, put one of your choice into the pit, face down."
                ),
                N_(
                    "After a double you can place another domino that touches it, and so on, or"
                    " stop. Then draw until you have three again."
                ),
                N_(
                    "If you cover a diamond, your piece moves by its number, or twice that under"
                    " a double. And when anybody places a domino, each piece that was on one of"
                    " its two numbers moves three."
                ),
                N_(
                    "The game ends at once when a piece reaches 100 with two players, 75 with"
                    " three or five, 50 with four or six; or at the end of the turn in which the"
                    " boneyard runs out; or when nothing more can be placed. The most points"
                    " win; in a tie, the most dots left in hand."
                ),
                N_(
                    "The name says which rules are used; Boneyard isn't affiliated with the"
                    " game's publisher."
                ),
            ),
            sample=("4-3@h8i8", "3-3@j8k8", "3-1@k7k6", "1-0@l6l5"),
            scoring_plays=True,
        )
    ),
    RaceTo(lambda _: None, counted=True),
)
