"""Domino Squares: Block: nine pieces each, nothing to draw; if you can't play, you knock."""

from bot.engine.contract import GameInfo
from bot.engine.plans import RaceTo
from bot.engine.rounds import Rounds
from bot.engine.words import N_
from bot.games.squares.matching.rounds import TARGET, target
from bot.games.squares.matching.rules import MatchingRules
from bot.games.squares.naming import NAMING

SQUARES_BLOCK = Rounds(
    MatchingRules(
        GameInfo(
            id="squares-block",
            name="Domino Squares: Block",
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
                N_(
                    "Each player in turn, clockwise, plays a piece at either end of the path, a"
                    " whole side against a whole side; you can rotate it. Both squares of the side"
                    " must match: a number matches the same number or a wild, a wild matches a"
                    " wild, a blank matches a blank. Words count as blanks: commands are ignored."
                    " The piece can touch no other piece except at a corner."
                ),
                N_("If you can play, you must; if you can't, knock and wait for your next turn."),
                N_(
                    "The round ends when somebody has no pieces left (domino!) or when nobody can"
                    " play (blocked). Whoever goes out wins; in a blocked round, whoever has the"
                    " fewest pips wins. The winner scores the pips in all other hands; blanks,"
                    " wilds and words count nothing. If the lowest hand is tied, nobody wins."
                ),
                N_(
                    "Whoever joined first goes first. A match is one round, unless you set a"
                    " target: then rounds are played until somebody reaches it, and the player to"
                    " the left of the last winner goes first."
                ),
                NAMING,
            ),
        ),
        hand_size=9,
        drawing=False,
    ),
    RaceTo(target, counted=True),
)
