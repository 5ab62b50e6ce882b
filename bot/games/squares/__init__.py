"""Domino Squares: pieces of four squares, matched side by side, with points and commands."""

from bot.engine.contract import GameInfo
from bot.engine.options import Option
from bot.engine.plans import FixedRounds
from bot.engine.rounds import Rounds
from bot.engine.words import N_
from bot.games.squares.naming import NAMING
from bot.games.squares.rules import SquaresRules

ROUNDS = 3
"""Number of rounds in a match (SQ-16)."""

DOMINO_SQUARES = Rounds(
    SquaresRules(
        GameInfo(
            id="squares",
            name="Domino Squares",
            min_seats=2,
            max_seats=4,
            rules=1,
            options=(
                Option(
                    "roundWinner",
                    "highest-score",
                    ("highest-score", "went-out"),
                    N_("Who starts the next round"),
                    labels=(N_("left of the round's top scorer"), N_("left of whoever went out")),
                ),
                Option(
                    "lastCommand",
                    "ignored",
                    ("ignored", "resolved-first"),
                    N_("A command on your last piece"),
                    labels=(N_("is not carried out"), N_("DRAW 1 is carried out")),
                ),
            ),
            card=(
                N_("Match a whole side at an end of the path: number to number, black to black."),
                N_("The opposite side's numbers score; words are commands. Or draw instead."),
                N_("First out scores 10 or more; the most points after three rounds win."),
            ),
            page=(
                N_(
                    "Two to four players, each for themselves, with 48 square pieces. A piece"
                    " has four squares: numbers from 1 to 6, black blanks, wild squares (W) and,"
                    " on some pieces, a word, which is a command. Everybody gets seven, or six"
                    " with four players. One more piece is turned up to start the path; the rest"
                    " are the pile. Whoever joined first goes first; after that, the player left"
                    " of the last round's winner, who scored the most in it."
                ),
                N_(
                    "On your turn, play a piece, rotated as you like, with a whole side against"
                    " a side of either end of the path; it can't touch any other piece except at"
                    " a corner. Both squares must match: numbers match the same number, black (a"
                    " blank or a word) matches black. A wild matches any number or another wild,"
                    " never black. You score the numbers on the opposite side."
                ),
                N_(
                    "Or draw a piece, if you can't or don't want to play one. You can play it at"
                    " once if it fits. If the pile is empty, you pass instead."
                ),
                N_(
                    "Then follow the command on the piece you played. GIVE 1: give any opponent"
                    " a piece from your hand. DRAW 1: draw one, and play it at once if you like."
                    " SKIP: the player to your left loses a turn. PLAY AGAIN: you can play"
                    " another piece from your hand. ALL PASS 1: say left or right, and everybody"
                    " passes a piece that way, face down, at the same time. A command on your"
                    " last piece isn't carried out."
                ),
                N_(
                    "If you have no pieces left, the round ends and you score 10, plus 2 for"
                    " each piece in the other hands, or 3 for one with a command. If the pile is"
                    " empty and all pass in a row, the round ends without that. The highest"
                    " total after three rounds wins; a tie shares the win."
                ),
                NAMING,
            ),
            scoring_plays=True,
        )
    ),
    FixedRounds(ROUNDS),
)
