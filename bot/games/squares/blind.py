"""Domino Squares: Blind: everybody has a row of face-down pieces that nobody has seen."""

from __future__ import annotations

from bot.engine.contract import GameInfo
from bot.engine.options import flag
from bot.engine.plans import RaceTo
from bot.engine.rounds import Rounds
from bot.engine.words import N_
from bot.games.squares.matching.rounds import TARGET, target
from bot.games.squares.naming import NAMING
from bot.games.squares.rows.rules import SquareRowsRules

SQUARES_BLIND = Rounds(
    SquareRowsRules(
        GameInfo(
            id="squares-blind",
            name="Domino Squares: Blind",
            min_seats=2,
            max_seats=4,
            rules=1,
            options=(
                flag("eitherEnd", N_("After your first turn, turn over either end of your row")),
                TARGET,
            ),
            card=(
                N_("Nine square pieces each in a row, face down: nobody knows even their own."),
                N_("Turn over the left one: if it fits, lay it and go on; if not, it goes right."),
                N_("First out scores the others' pips; if nothing goes on, the fewest pips win."),
            ),
            page=(
                N_(
                    "Two to four players, each for themselves, with 48 square pieces. Everybody"
                    " has nine in a row, face down, and must not look at them either. One more is"
                    " the starter on the table; the rest stays out of play, unseen."
                ),
                N_(
                    "On your turn you turn over the piece at the left end of your row. If it fits"
                    " at one of the two ends of the path, it must be laid there, a whole side"
                    " against a whole side; where it fits in several ways, you choose. Then you"
                    " turn over the next one. A piece that does not fit goes to the right end of"
                    " your row, and the turn passes to the left."
                ),
                N_(
                    "Both squares of a side must match: a number the same number or a wild, a wild"
                    " another wild, a blank a blank. A word is a blank here, and no command is"
                    " followed. A piece may touch one end and nothing else, except at a corner."
                ),
                N_(
                    "What goes to the right end lies face down again; a piece with a wild square"
                    " lies face up. Instead of turning a piece over you may lay any such piece of"
                    " your row that fits. If it is agreed, you may turn over the right end of your"
                    " row, too, but not in your first turn."
                ),
                N_(
                    "The round ends when somebody has no pieces left, or when nothing was laid in"
                    " two turns of everybody, one after the other. The one who is out, or else the"
                    " one who alone has the fewest pips, scores the pips of all other rows; blanks,"
                    " wilds and words count nothing. If the fewest are shared, nobody wins."
                ),
                N_(
                    "Whoever joined first begins. One round is a match, unless a target is agreed:"
                    " then rounds are played until somebody has it, and who sits left of the last"
                    " winner begins."
                ),
                NAMING,
            ),
        )
    ),
    RaceTo(target, counted=True),
)
