"""Double Double Dominoes: all build on one board and score by its diamonds and the score track."""

from bot.engine.game_info import GameInfo, Length, Topic, WorkedExample
from bot.engine.match_formats import RaceTo
from bot.engine.options import choice
from bot.engine.rounds import Rounds
from bot.engine.translatable import N_
from bot.games.double_double.rules import BoardRules

_INFO = GameInfo(
    id="double-double",
    name=N_("Double Double Dominoes"),
    aliases=("double double",),
    min_seats=2,
    max_seats=6,
    rules=1,
    options=(
        choice(
            "board",
            N_("Which board to use"),
            {"published": N_("the published one"), "own": N_("Boneyard's own")},
        ),
        choice(
            "sets",
            N_("How many sets of 28 dominoes"),
            {"auto": N_("two, or three for five or six players"), 2: N_("two"), 3: N_("three")},
        ),
        choice(
            "goal",
            N_("Points at which the game ends"),
            {
                "published": N_("100 with two players, 75 with three or five, 50 with four or six"),
                "half": N_("half as many"),
            },
        ),
    ),
    card=(
        N_("Match one half of a domino to a domino on the board; its other half touches nothing."),
        N_(
            "You score the diamonds you cover, twice with a double. After a double, you can go"
            " again."
        ),
        N_("Whenever anybody plays the number your score piece is on, you score 3."),
    ),
    page=(
        N_(
            "Two to six players, each for themselves, with two double-six sets (56 dominoes); with"
            " five or six players, three sets. Everybody gets three dominoes and shows the one with"
            " the fewest pips. Whoever has the fewest goes first; if that's a tie, the one who"
            " joined first. The rest are the boneyard."
        ),
        N_(
            "On your turn, draw a domino and place one on the board. The first domino of the game"
            " covers the star. Every other one touches exactly one domino, number to number, at any"
            " place; or it bridges two, each half matching one of them. It can't lie alongside"
            " another so that they fill a square of four. If you can't place any domino, put one of"
            " your choice into the pit, face down."
        ),
        N_(
            "After a double, you can place another domino that touches it, and so on, or stop. Then"
            " draw until you have three again."
        ),
        N_(
            "Your score piece shows your points on the track around the board. If you cover a"
            " diamond, you score its number, or twice that with a double. And whenever anybody"
            " places a domino, all players whose score piece was on one of its two numbers score 3."
        ),
        N_(
            "The game ends at once when somebody reaches the goal: 100 points with two players, 75"
            " with three or five, 50 with four or six. It also ends when nothing more can be"
            " placed, or at the end of the turn in which the boneyard runs out. Whoever has the"
            " most points wins; if that's a tie, whoever has the most pips left in hand."
        ),
        N_(
            "The name says which rules these are; Boneyard isn't affiliated with the game's"
            " publisher."
        ),
    ),
    topics=(Topic.SET_UP, Topic.TURN, Topic.TURN, Topic.END, Topic.END, Topic.END),
    goal=4,
    examples=(
        WorkedExample(
            N_(
                "A's 1-0 covers a diamond: **2** points. B's score piece was on a 1, one of the"
                " numbers just placed, so B scores **3**."
            ),
            2,
            (
                "deal 4-3 1-0 6-6 3-3 3-1 5-5 6-5 0-0 6-4 5-4 4-4; 4-3@h8g8; 3-3@e8f8; 3-1@e9e10;"
                " 1-0@d10d11"
            ),
        ),
        WorkedExample(
            N_(
                "B's 0-0 covers a diamond of 3. With a double it counts twice, 3 × 2 = **6**, and B"
                " can go on at the 0-0."
            ),
            2,
            (
                "deal 4-3 1-0 6-6 3-3 3-1 5-5 6-5 0-0 6-4 5-4 4-4; 4-3@h8g8; 3-3@e8f8; 3-1@e9e10;"
                " 1-0@d10d11; 0-0@c12d12"
            ),
        ),
    ),
    sample=("4-3@h8i8", "3-3@j8k8", "3-1@k7k6", "1-0@l6l5"),
    scoring_plays=True,
    playouts=400,
    shorter={Length.SHORT: {"goal": "half"}},
)

DOUBLE_DOUBLE = Rounds(BoardRules(_INFO), RaceTo(lambda _: None, counted=True))
