"""Domino Squares: Draw: if you can't play, draw pieces until one fits."""

from bot.engine.contract import CardLine, GameInfo
from bot.engine.match_formats import RaceTo
from bot.engine.options import flag
from bot.engine.rounds import Rounds
from bot.engine.translatable import N_
from bot.games.squares.matching.rules import MatchingRules
from bot.games.squares.matching.scoring import TARGET, target
from bot.games.squares.paragraphs import FIRST_AND_TARGET, MATCHING, NAMING

SQUARES_DRAW = Rounds(
    MatchingRules(
        GameInfo(
            id="squares-draw",
            name=N_("Domino Squares: Draw"),
            aliases=("draw squares",),
            min_seats=2,
            max_seats=4,
            rules=1,
            options=(flag("drawOne", N_("If you can't play, you draw just one piece")), TARGET),
            card=(
                N_("Seven square pieces each; match a whole side at either end of the path."),
                N_("If you can't play, draw until a piece fits or the pile is empty."),
                N_("First out scores the others' pips. If nobody can play, the lowest hand wins."),
            ),
            other_lines=(
                CardLine(
                    1,
                    "drawOne",
                    "on",
                    N_("If you can't play, draw one piece. Play it if it fits, or keep it."),
                ),
            ),
            page=(
                N_(
                    "Two to four players, each for themselves, with 48 square pieces. Everybody"
                    " gets seven, and one more, the starter, begins the path; the rest are the"
                    " pile, face down."
                ),
                MATCHING,
                N_(
                    "If you can play, you must. If you can't, draw until a piece fits, and play it;"
                    " if the pile is empty, knock. An option limits you to one piece: you can play"
                    " it if it fits, and then your turn is over."
                ),
                N_(
                    "The round ends when somebody has no pieces left (domino!) or when nobody can"
                    " play and the pile is empty (blocked). Whoever goes out wins; in a blocked"
                    " round, whoever has the fewest pips wins. The winner scores the pips in all"
                    " other hands; blanks, wilds and commands count nothing. If the lowest hand is"
                    " tied, nobody wins."
                ),
                FIRST_AND_TARGET,
                NAMING,
            ),
            playouts=1_000,
        ),
        hand_size=7,
        drawing=True,
    ),
    RaceTo(target, counted=True),
)
