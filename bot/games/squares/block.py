"""Domino Squares: Block: nine pieces each, nothing to draw; if you can't play, you knock."""

from bot.engine.contract import GameInfo
from bot.engine.match_formats import RaceTo
from bot.engine.rounds import Rounds
from bot.engine.translatable import N_
from bot.games.squares.matching.rules import MatchingRules
from bot.games.squares.matching.scoring import TARGET, target
from bot.games.squares.paragraphs import FIRST_AND_TARGET, MATCHING, NAMING

SQUARES_BLOCK = Rounds(
    MatchingRules(
        GameInfo(
            id="squares-block",
            name=N_("Domino Squares: Block"),
            aliases=("block squares",),
            min_seats=2,
            max_seats=4,
            rules=1,
            options=(TARGET,),
            card=(
                N_("Nine square pieces each; match a whole side at either end of the path."),
                N_("If you can't play, knock. There's no drawing; commands are ignored."),
                N_("First out scores the others' pips. If nobody can play, the lowest hand wins."),
            ),
            page=(
                N_(
                    "Two to four players, each for themselves, with 48 square pieces. Everybody"
                    " gets nine, and one more, the starter, begins the path; the rest stay out of"
                    " play, unseen."
                ),
                MATCHING,
                N_("If you can play, you must; if you can't, knock and wait for your next turn."),
                N_(
                    "The round ends when somebody has no pieces left (domino!) or when nobody can"
                    " play (blocked). Whoever goes out wins; in a blocked round, whoever has the"
                    " fewest pips wins. The winner scores the pips in all other hands; blanks,"
                    " wilds and commands count nothing. If the lowest hand is tied, nobody wins."
                ),
                FIRST_AND_TARGET,
                NAMING,
            ),
            playouts=800,
        ),
        hand_size=9,
        drawing=False,
    ),
    RaceTo(target, counted=True),
)
