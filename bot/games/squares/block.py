"""Domino Squares: Block: nine pieces each, nothing to draw; if you can't play, you knock."""

from __future__ import annotations

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
                N_("If you cannot play, you knock. Nothing is drawn, no command is followed."),
                N_("First out scores the pips the others hold; blocked, the lowest hand wins."),
            ),
            page=(
                N_(
                    "Two to four players, each for themselves, with 48 square pieces. Everybody"
                    " gets nine, and one more is the starter on the table; the rest stays out of"
                    " play, unseen."
                ),
                N_(
                    "Everybody in turn, clockwise, lays a piece with a whole side against one of"
                    " the two ends of the path; you may turn it. Both squares must match: a number"
                    " the same number or a wild, a wild another wild, a blank a blank. A word is a"
                    " blank here, and no command is followed. A piece may touch one end and"
                    " nothing else, except at a corner."
                ),
                N_("Who can play must play; who cannot knocks and waits for the next turn."),
                N_(
                    "The round ends when somebody has no pieces left (domino!) or when nobody can"
                    " play (blocked). The one who is out, or else the one who alone holds the"
                    " fewest pips, scores the pips of all other hands; blanks, wilds and words"
                    " count nothing. If the lowest hand is shared, nobody wins."
                ),
                N_(
                    "Whoever joined first begins. One round is a match, unless a target is agreed:"
                    " then rounds are played until somebody has it, and who sits left of the last"
                    " winner begins."
                ),
                NAMING,
            ),
        ),
        hand_size=9,
        drawing=False,
    ),
    RaceTo(target, counted=True),
)
