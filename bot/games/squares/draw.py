"""Domino Squares: Draw: if you can't play, draw pieces until one fits."""

from bot.engine.game_info import CardLine, GameInfo, Length, Shown, Topic, WorkedExample
from bot.engine.options import flag
from bot.engine.rounds import Rounds
from bot.engine.translatable import N_
from bot.games.squares import FIRST_AND_TARGET, MATCHING, NAMING
from bot.games.squares.matching.rules import MatchingRules
from bot.games.squares.matching.table import BY_TARGET, FEW, PIECES_EACH, TARGET, pieces_option

_INFO = GameInfo(
    id="squares-draw",
    name=N_("Domino Squares: Draw"),
    aliases=("draw squares",),
    min_seats=2,
    max_seats=4,
    rules=1,
    options=(
        flag("drawOne", N_("If you can't play, you draw just one piece")),
        TARGET,
        pieces_option(7),
    ),
    card=(
        N_("Seven square pieces each; match a whole side at either end of the path."),
        N_("If you can't play, draw until a piece fits or the boneyard is empty."),
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
            "Two to four players, each for themselves, with 48 square pieces. Everybody gets seven,"
            " and one more, the starter, begins the path; the rest are the boneyard, face down."
        ),
        MATCHING,
        N_(
            "If you can play, you must. If you can't, draw until a piece fits, and play it; if the"
            " boneyard is empty, knock. An option limits you to one piece: you can play it if it"
            " fits, and then your turn is over."
        ),
        N_(
            "The round ends when somebody has no pieces left (domino!) or when nobody can play and"
            " the boneyard is empty (blocked). Whoever goes out wins; in a blocked round, whoever"
            " has the fewest pips wins. The winner scores the pips in all other hands; blanks,"
            " wilds and commands count nothing. If the lowest hand is tied, nobody wins."
        ),
        FIRST_AND_TARGET,
        NAMING,
    ),
    topics=(Topic.SET_UP, Topic.TURN, Topic.TURN, Topic.END, Topic.END, Topic.NAMES),
    examples=(
        WorkedExample(
            N_(
                "A goes out. B holds ⊕6/3 2, whose command counts nothing, so A scores 6 + 3 + 2 ="
                " **11**."
            ),
            2,
            (
                "deal w-2-w-4 skip-1-4-0 1-2-5-6 again-2-5-1 give1-1-6-2 0-3-3-5 pass1-5-1-0"
                " w-5-2-4 draw1-4-1-5 draw1-6-2-3 0-0-1-3 0-0-4-6 w-w-2-3 w-w-3-4 w-1-3-5;"
                " 1-2-5-6@w1/0; draw1-4-1-5@n1/0; give1-1-6-2@w2/0; w-w-3-4@s1w2/0;"
                " skip-1-4-0@s1w3/0; 0-0-4-6@s2w3/3; pass1-5-1-0@s2w4/2; w-5-2-4@s2w5/1;"
                " again-2-5-1@s3w5/3; 0-0-1-3@s4w5/3; 0-3-3-5@s5w5/0; w-w-2-3@s5w4/0;"
                " w-2-w-4@n1e1/1"
            ),
            shown=Shown.ROUND_END,
        ),
        WorkedExample(
            N_(
                "None of your pieces fitted, so you drew: first 2 2/3 6, which doesn't fit, then 2"
                " 4/5 4, piece 4, which does. You must play it."
            ),
            2,
            (
                "deal 2-5-6-3 0-0-4-6 3-5-6-5 w-6-5-1 skip-3-5-6 1-1-5-5 1-2-5-6 w-2-w-4 w-1-2-3"
                " skip-1-4-0 w-4-5-6 w-5-2-4 1-1-2-2 4-4-6-5 give1-1-6-2 2-2-3-6 2-4-4-5;"
                " 1-2-5-6@e1/0; 4-4-6-5@s1e1/2; draw; draw"
            ),
            shown=Shown.HAND,
        ),
    ),
    playouts=1_000,
    shorter={Length.SHORT: {PIECES_EACH: FEW}},
)

SQUARES_DRAW = Rounds(MatchingRules(_INFO, drawing=True), BY_TARGET)
