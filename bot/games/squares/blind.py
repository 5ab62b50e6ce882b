"""Domino Squares: Blind: everybody has a row of face-down pieces that nobody has seen."""

from bot.engine.game_info import CardLine, GameInfo, Length, Topic, WorkedExample
from bot.engine.options import choice, flag
from bot.engine.rounds import Rounds
from bot.engine.translatable import N_
from bot.games.squares import FIRST_AND_TARGET, NAMING
from bot.games.squares.matching.table import BY_TARGET, FEW, PIECES_EACH, TARGET, pieces_option
from bot.games.squares.rows import SquareRowsRules

_INFO = GameInfo(
    id="squares-blind",
    name=N_("Domino Squares: Blind"),
    aliases=("blind squares",),
    min_seats=2,
    max_seats=4,
    rules=1,
    options=(
        flag("eitherEnd", N_("After your first turn, you can turn over the piece at either end")),
        choice(
            "blockedAfter",
            N_("When a round is blocked"),
            {
                "two-turns": N_("everybody had two turns and nothing was played"),
                "every-row": N_("everybody went through their whole row and nothing fitted"),
            },
        ),
        TARGET,
        pieces_option(9),
    ),
    card=(
        N_("Your nine square pieces lie face down in a row, and even you don't know them."),
        N_("Turn them over from the left until one doesn't fit: it goes to the right end."),
        N_("First out scores the others' pips. If play stalls, whoever has the fewest pips wins."),
    ),
    other_lines=(
        CardLine(
            1,
            "eitherEnd",
            "on",
            N_("Turn them over from either end. One that doesn't fit goes to the right end."),
        ),
    ),
    page=(
        N_(
            "Two to four players, each for themselves, with 48 square pieces. Yours lie face down"
            " in front of you, nine in a row, and even you can't look at them. One more, the"
            " starter, begins the path; the rest stay out of play, unseen."
        ),
        N_(
            "On your turn, turn over the piece at the left end of your row. If it fits either end"
            " of the path, a whole side against a whole side, you must play it; if it fits in"
            " several ways, you choose. Then turn over the next one. If a piece doesn't fit, it"
            " goes to the right end of your row, and the turn passes to the left."
        ),
        N_(
            "Both squares of the side must match: a number matches the same number or a wild, a"
            " wild matches a wild, a blank matches a blank. Commands are ignored and count as"
            " blanks. The piece can touch no other piece except at a corner."
        ),
        N_(
            "At the right end, a piece lies face down again, but one with a wild square stays face"
            " up. Instead of turning a piece over, you can play any face-up piece in your row that"
            " fits. An option lets you turn over the right end of your row, too, but not on your"
            " first turn."
        ),
        N_(
            "The round ends when somebody has no pieces left, or when everybody has had two turns"
            " in a row and nothing was played. With an option, it goes on until everybody has been"
            " through their whole row and nothing fitted. Whoever goes out wins; otherwise, whoever"
            " has the fewest pips wins. The winner scores the pips in all other rows; blanks, wilds"
            " and commands count nothing. If the fewest pips are tied, nobody wins."
        ),
        FIRST_AND_TARGET,
        NAMING,
    ),
    topics=(Topic.SET_UP, Topic.TURN, Topic.TURN, Topic.TURN, Topic.END, Topic.END, Topic.NAMES),
    examples=(
        WorkedExample(
            N_(
                "A turned over ★1/5 3. It doesn't fit, so it went to the right end of A's row. With"
                " its wild it stays face up, and A can play it later if it fits."
            ),
            2,
            (
                "deal pass1-2-6-4 w-1-3-5 w-w-3-4 0-1-3-6 w-w-2-3 1-1-5-5 2-5-6-3 w-2-4-6"
                " draw1-6-2-3 again-2-5-1 0-0-1-3 1-1-5-6 1-1-2-2 3-5-6-5 2-2-3-6 0-5-6-2 2-4-3-3"
                " 1-2-5-6 again-6-4-3; turn; turn; turn"
            ),
        ),
    ),
    open_play=True,
    playouts=100,
    shorter={Length.SHORT: {PIECES_EACH: FEW}},
)

SQUARES_BLIND = Rounds(SquareRowsRules(_INFO), BY_TARGET)
