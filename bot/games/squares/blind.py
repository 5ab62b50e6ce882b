"""Domino Squares: Blind: everybody has a row of face-down pieces that nobody has seen."""

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
                flag("eitherEnd", N_("After your first turn, you can turn over either end")),
                TARGET,
            ),
            card=(
                N_("Nine square pieces each in a row, face down: you don't even know yours."),
                N_("Turn them over from the left until one doesn't fit: it goes to the right end."),
                N_("First out scores the others' pips; if play stalls, the fewest pips win."),
            ),
            page=(
                N_(
                    "Two to four players, each for themselves, with 48 square pieces. They lie"
                    " face down in front of you, nine in a row, and you can't look at them"
                    " either. One more is the starter on the table; the rest stays out of play,"
                    " unseen."
                ),
                N_(
                    "On your turn, turn over the piece at the left end of your row. If it fits"
                    " either end of the path, a whole side against a whole side, you must play"
                    " it; if it fits in several ways, you choose. Then turn over the next one. A"
                    " piece that doesn't fit goes to the right end of your row, and the turn"
                    " passes to the left."
                ),
                N_(
                    "Both squares of a side must match: numbers match the same number or a wild,"
                    " wilds match wilds, blanks match blanks. Words count as blanks, and"
                    " commands are ignored. A piece can touch one end and nothing else, except"
                    " at a corner."
                ),
                N_(
                    "A piece at the right end is face down again; one with a wild square stays"
                    " face up. Instead of turning a piece over, you can play any face-up piece"
                    " in your row that fits. With an option, you can turn over the right end of"
                    " your row, too, but not on your first turn."
                ),
                N_(
                    "The round ends when somebody has no pieces left, or when everybody has had"
                    " two turns in a row and nothing was played. The player who goes out, or"
                    " else the one with the fewest pips, wins and scores the pips of all other"
                    " rows; blanks, wilds and words count nothing. If there's a tie, nobody"
                    " wins."
                ),
                N_(
                    "Whoever joined first goes first. A match is one round, unless you set a"
                    " target: then rounds are played until somebody reaches it, and the player"
                    " left of the last winner goes first."
                ),
                NAMING,
            ),
        )
    ),
    RaceTo(target, counted=True),
)
