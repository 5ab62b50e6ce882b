"""Domino Squares: Draw: if you can't play, draw pieces until one fits."""

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
                flag("drawOne", N_("If you can't play, draw just one and end your turn")),
                TARGET,
            ),
            card=(
                N_("Seven square pieces each; match a whole side at either end of the path."),
                N_("If you can't play, draw until a piece fits or the boneyard is empty."),
                N_("First out scores the others' pips; if blocked, the lowest hand wins."),
            ),
            page=(
                N_(
                    "Two to four players, each for themselves, with 48 square pieces. Everybody"
                    " gets seven, and one more is the starter on the table; the rest, face down,"
                    " is the boneyard."
                ),
                N_(
                    "Each player in turn, clockwise, plays a piece with a whole side against"
                    " either end of the path; you can rotate it. Both squares must match:"
                    " numbers match the same number or a wild, wilds match wilds, blanks match"
                    " blanks. Words count as blanks, and commands are ignored. A piece can touch"
                    " one end and nothing else, except at a corner."
                ),
                N_(
                    "If you can play, you must. If you can't, draw one piece after another until"
                    " one fits, and play it; if the boneyard is empty, knock. With an option,"
                    " you draw just one piece, can play it if it fits, and your turn is over."
                ),
                N_(
                    "The round ends when somebody has no pieces left (domino!) or when nobody"
                    " can play and nothing is left to draw (blocked). The player who goes out,"
                    " or else the one with the fewest pips, wins and scores the pips of all"
                    " other hands; blanks, wilds and words count nothing. If the lowest hand is"
                    " tied, nobody wins."
                ),
                N_(
                    "Whoever joined first goes first. A match is one round, unless you set a"
                    " target: then rounds are played until somebody reaches it, and the player"
                    " left of the last winner goes first."
                ),
                NAMING,
            ),
        ),
        hand_size=7,
        drawing=True,
    ),
    RaceTo(target, counted=True),
)
