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
                N_("First out scores the others' pips; if blocked, the lowest hand wins."),
            ),
            page=(
                N_(
                    "Two to four players, each for themselves, with 48 square pieces. Everybody"
                    " gets nine, and one more is the starter on the table; the rest stays out of"
                    " play, unseen."
                ),
                N_(
                    "Each player in turn, clockwise, plays a piece with a whole side against"
                    " either end of the path; you can rotate it. Both squares must match:"
                    " numbers match the same number or a wild, wilds match wilds, blanks match"
                    " blanks. Words count as blanks, and commands are ignored. A piece can touch"
                    " one end and nothing else, except at a corner."
                ),
                N_("If you can play, you must; if you can't, knock and wait for your next turn."),
                N_(
                    "The round ends when somebody has no pieces left (domino!) or when nobody"
                    " can play (blocked). The player who goes out, or else the one with the"
                    " fewest pips, wins and scores the pips of all other hands; blanks, wilds"
                    " and words count nothing. If the lowest hand is tied, nobody wins."
                ),
                N_(
                    "Whoever joined first goes first. A match is one round, unless you set a"
                    " target: then rounds are played until somebody reaches it, and the player"
                    " left of the last winner goes first."
                ),
                NAMING,
            ),
        ),
        hand_size=9,
        drawing=False,
    ),
    RaceTo(target, counted=True),
)
