"""Domino Squares: Draw: if you can't play, draw pieces until one fits."""

from __future__ import annotations

from bot.engine.contract import GameInfo
from bot.engine.options import flag
from bot.engine.plans import RaceTo
from bot.engine.rounds import Rounds
from bot.engine.words import N_
from bot.games.squares.matching.rounds import TARGET, target
from bot.games.squares.matching.rules import MatchingRules
from bot.games.squares.naming import NAMING

SQUARES_DRAW = Rounds(
    MatchingRules(
        GameInfo(
            id="squares-draw",
            name="Domino Squares: Draw",
            min_seats=2,
            max_seats=4,
            rules=1,
            options=(
                flag("drawOne", N_("Who cannot play draws one piece, and the turn ends")),
                TARGET,
            ),
            card=(
                N_("Seven square pieces each; match a whole side at either end of the path."),
                N_("If you cannot play, you draw until a piece fits or nothing is left to draw."),
                N_("First out scores the pips the others hold; blocked, the lowest hand wins."),
            ),
            page=(
                N_(
                    "Two to four players, each for themselves, with 48 square pieces. Everybody"
                    " gets seven, and one more is the starter on the table; the rest, face down,"
                    " is the boneyard."
                ),
                N_(
                    "Everybody in turn, clockwise, lays a piece with a whole side against one of"
                    " the two ends of the path; you may turn it. Both squares must match: a number"
                    " the same number or a wild, a wild another wild, a blank a blank. A word is a"
                    " blank here, and no command is followed. A piece may touch one end and"
                    " nothing else, except at a corner."
                ),
                N_(
                    "Who can play must play. Who cannot draws, one piece after the other, until"
                    " one fits, and plays that one. With the boneyard empty, you knock. If it is"
                    " agreed that one piece is drawn, you draw a single one, may play it if it"
                    " fits, and your turn is over."
                ),
                N_(
                    "The round ends when somebody has no pieces left (domino!) or when nobody can"
                    " play and nothing is left to draw (blocked). The one who is out, or else the"
                    " one who alone holds the fewest pips, scores the pips of all other hands;"
                    " blanks, wilds and words count nothing. If the lowest hand is shared, nobody"
                    " wins."
                ),
                N_(
                    "Whoever joined first begins. One round is a match, unless a target is agreed:"
                    " then rounds are played until somebody has it, and who sits left of the last"
                    " winner begins."
                ),
                NAMING,
            ),
        ),
        hand_size=7,
        drawing=True,
    ),
    RaceTo(target, counted=True),
)
