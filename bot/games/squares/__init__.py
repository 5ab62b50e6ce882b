"""Domino Squares: pieces of four squares, matched side by side, with points and commands."""

from bot.engine.game_info import GameInfo, Length, Topic, WorkedExample
from bot.engine.match_formats import FixedRounds
from bot.engine.options import Option, choice
from bot.engine.rounds import Rounds
from bot.engine.translatable import N_
from bot.games.squares.rules import SquaresRules

NAMING = N_(
    "A piece is named as it is drawn in a hand, upper row / lower row: ★2/4★ has a wild and a 2"
    " above a 4 and a wild. 0 is a blank, black in pictures, and ➜, ⊕, ⊘, ↻ and ⇄ are commands. The"
    " pieces in your hand are numbered, and places where a piece can lie have letters, from E on."
)
"""What pieces and places are called, in every game with square pieces."""
MATCHING = N_(
    "Each player in turn, clockwise, plays a piece at either end of the path, a whole side against"
    " a whole side; you can rotate it. Both squares of the side must match: a number matches the"
    " same number or a wild, a wild matches a wild, a blank matches a blank. Commands are ignored"
    " and count as blanks. The piece can touch no other piece except at a corner."
)
"""How pieces are laid in turn, where commands are ignored."""
FIRST_AND_TARGET = N_(
    "Whoever joined first goes first. A match is one round, unless you set a target: then rounds"
    " are played until somebody reaches it, and the player to the left of the last winner goes"
    " first."
)
"""Who goes first, and how long a match is."""
ROUNDS = "rounds"

_INFO = GameInfo(
    id="squares",
    name=N_("Domino Squares"),
    aliases=("squares",),
    min_seats=2,
    max_seats=4,
    rules=1,
    options=(
        choice(
            "roundWinner",
            N_("Who starts the next round"),
            {
                "highest-score": N_("the player to the left of the top scorer"),
                "went-out": N_("the player to the left of whoever went out"),
            },
        ),
        choice(
            "lastCommand",
            N_("A command on your last piece"),
            {
                "ignored": N_("it's ignored"),
                "resolved-first": N_("it's carried out if it's ⊕, draw one"),
            },
        ),
        Option(ROUNDS, 3, (1, 2, 3), N_("Rounds in the match")),
    ),
    card=(
        N_("Match a whole side at an end of the path: number to number, black to black."),
        N_("You score the numbers on the opposite side; signs are commands. Or draw instead."),
        N_("Going out scores 10 or more. Whoever has the most points after three rounds wins."),
    ),
    page=(
        N_(
            "Two to four players, each for themselves, with 48 square pieces. A piece has four"
            " squares: numbers from 1 to 6, black blanks, wild squares (★) and, on some pieces, a"
            " command, which is a sign. Everybody gets seven pieces, or six with four players. One"
            " more, the starter, lies face up and begins the path; the rest are the boneyard."
        ),
        N_(
            "Whoever joined first starts the first round; after that, the player to the left of the"
            " last round's top scorer starts. Play goes clockwise."
        ),
        N_(
            "On your turn, play a piece, rotated as you like, at either end of the path, a whole"
            " side against a whole side; it can't touch any other piece except at a corner. Both"
            " squares of the side must match: a number matches the same number, black (a blank or a"
            " command) matches black. A wild matches any number or another wild, never black. You"
            " score the numbers on the opposite side."
        ),
        N_(
            "Or draw a piece, if you can't or don't want to play one. You can play it at once if it"
            " fits. If the boneyard is empty, knock instead."
        ),
        N_(
            "If the piece you played has a command, follow it. ➜ (give one): give any opponent a"
            " piece from your hand. ⊕ (draw one): draw a piece; you can play it at once if it fits."
            " ⊘ (skip): the player to your left loses a turn. ↻ (play again): you can play another"
            " piece from your hand. ⇄ (all pass one): say left or right, and everybody passes a"
            " piece that way, face down, at the same time. A command on your last piece is ignored."
        ),
        N_(
            "When you have no pieces left, the round ends and you score 10, plus 2 for each piece"
            " in the other hands, or 3 for one with a command. If the boneyard is empty and"
            " everybody knocks, one after another, the round ends without this bonus. The highest"
            " total after three rounds wins; if there's a tie, the win is shared."
        ),
        NAMING,
    ),
    topics=(
        Topic.SET_UP,
        Topic.SET_UP,
        Topic.TURN,
        Topic.TURN,
        Topic.COMMANDS,
        Topic.END,
        Topic.NAMES,
    ),
    examples=(
        WorkedExample(
            N_(
                "A played ★4/6 5 below the starter: the wild matches the 5, and the 4 matches the"
                " 4. A scores the opposite side, 6 + 5 = **11**."
            ),
            2,
            (
                "deal w-1-2-3 w-2-4-6 0-5-5-1 w-4-5-6 0-2-5-2 w-5-2-4 1-1-6-4 0-4-3-4 0-0-1-3"
                " 3-5-6-5 2-3-4-4 again-6-4-3 0-4-3-1 pass1-2-6-4 2-4-4-5; w-4-5-6@s1/0"
            ),
        ),
        WorkedExample(
            N_(
                "A's piece matches black to black and 6 to 6, and scores the opposite side, 3 + 5 ="
                " **8**. Its command, ⊘, skips B, so it's A's turn again."
            ),
            2,
            (
                "deal 1-1-6-4 0-2-5-2 1-4-6-6 skip-3-5-6 0-5-5-1 again-2-5-1 1-5-4-4 w-4-5-6"
                " 0-0-1-3 w-6-5-1 pass1-2-6-4 again-6-4-3 2-3-4-4 2-4-3-3 draw1-6-2-3;"
                " skip-3-5-6@n1/3"
            ),
        ),
    ),
    scoring_plays=True,
    playouts=1_500,
    shorter={Length.ROUND: {ROUNDS: 1}, Length.SHORT: {ROUNDS: 2}},
)

DOMINO_SQUARES = Rounds(SquaresRules(_INFO), FixedRounds(lambda setup: int(setup.options[ROUNDS])))
