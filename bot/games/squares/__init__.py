"""Domino Squares: pieces of four squares, matched side by side, with points and commands."""

from __future__ import annotations

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
                    N_("Whose left-hand neighbour begins the next round"),
                    labels=(N_("of the most points"), N_("of who went out")),
                ),
                Option(
                    "lastCommand",
                    "ignored",
                    ("ignored", "resolved-first"),
                    N_("A command on the last piece of a hand"),
                    labels=(N_("is not carried out"), N_("DRAW 1 is carried out")),
                ),
            ),
            card=(
                N_("Match a whole side at an end of the path: number to number, black to black."),
                N_("The side across scores its numbers; words command. Or draw a piece instead."),
                N_("Who is out first gets 10 and more; the most points in three rounds win."),
            ),
            page=(
                N_(
                    "Two to four players, each for themselves, with 48 square pieces. A piece is"
                    " four squares: numbers from 1 to 6, black blanks, wild squares (W), on some"
                    " pieces a word, which is a command. Everybody is dealt seven, among four"
                    " players six. One more piece is turned up to start the path, and the others"
                    " are the pile. Whoever joined first begins; later the player to the left of"
                    " the last round's winner, who has made the most points in it."
                ),
                N_(
                    "On your turn lay a piece, turned as you like, with a whole side against a side"
                    " of one of the two ends of the path; it may touch no other piece but at a"
                    " corner. Both squares must match: a number its like, black (a blank or a word)"
                    " black. A wild square goes with any number and with another wild one, never"
                    " with black. You score the numbers of the opposite side."
                ),
                N_(
                    "Or draw a piece, whether you cannot lay one or do not want to. You may lay it"
                    " at once if it fits. When the pile is empty you pass instead."
                ),
                N_(
                    "Then do what the piece you laid commands. GIVE 1: give any opponent a piece of"
                    " your hand. DRAW 1: draw one, and lay it at once if you like. SKIP: the player"
                    " to your left loses a turn. AGAIN: you may lay another piece of your hand."
                    " ALL PASS 1: say left or right, and everybody passes a piece that way, face"
                    " down, all at the same time. A command on your last piece is not carried out."
                ),
                N_(
                    "Who has no pieces left ends the round and scores 10, and for the pieces in"
                    " the other hands 2 each, 3 for those with a command. If the pile is empty and"
                    " all pass in succession, the round ends without that. The highest total after"
                    " three rounds wins; ties share the win."
                ),
                NAMING,
            ),
            scoring_plays=True,
        )
    ),
    FixedRounds(ROUNDS),
)
