"""Domino Squares: Block: nine pieces each, nothing to draw; if you can't play, you knock."""

from bot.engine.game_info import GameInfo, Length, Shown, Topic, WorkedExample
from bot.engine.rounds import Rounds
from bot.engine.translatable import N_
from bot.games.squares import FIRST_AND_TARGET, MATCHING, NAMING
from bot.games.squares.matching.rules import MatchingRules
from bot.games.squares.matching.table import BY_TARGET, FEW, PIECES_EACH, TARGET, pieces_option

_INFO = GameInfo(
    id="squares-block",
    name=N_("Domino Squares: Block"),
    aliases=("block squares",),
    min_seats=2,
    max_seats=4,
    rules=1,
    options=(TARGET, pieces_option(9)),
    card=(
        N_("Nine square pieces each; match a whole side at either end of the path."),
        N_("If you can't play, knock. There's no drawing; commands are ignored."),
        N_("First out scores the others' pips. If nobody can play, the lowest hand wins."),
    ),
    page=(
        N_(
            "Two to four players, each for themselves, with 48 square pieces. Everybody gets nine,"
            " and one more, the starter, begins the path; the rest stay out of play, unseen."
        ),
        MATCHING,
        N_("If you can play, you must; if you can't, knock and wait for your next turn."),
        N_(
            "The round ends when somebody has no pieces left (domino!) or when nobody can play"
            " (blocked). Whoever goes out wins; in a blocked round, whoever has the fewest pips"
            " wins. The winner scores the pips in all other hands; blanks, wilds and commands count"
            " nothing. If the lowest hand is tied, nobody wins."
        ),
        FIRST_AND_TARGET,
        NAMING,
    ),
    topics=(Topic.SET_UP, Topic.TURN, Topic.TURN, Topic.END, Topic.END, Topic.NAMES),
    examples=(
        WorkedExample(
            N_(
                "A goes out. B holds ★1/5 3, whose wild counts nothing, so A scores 1 + 5 + 3 ="
                " **9**."
            ),
            2,
            (
                "deal w-2-w-4 w-2-4-6 w-w-2-3 1-5-4-4 w-3-6-1 0-1-3-6 0-2-6-6 3-5-6-5 0-4-3-1"
                " w-w-3-4 2-3-4-4 w-4-5-6 w-5-2-4 0-4-3-4 w-1-3-5 pass1-2-6-4 0-6-3-5 again-6-4-3"
                " 0-0-6-2; 0-2-6-6@e1/0; pass1-2-6-4@s1/3; 0-4-3-1@s2/0; 0-4-3-4@s2e1/1;"
                " w-2-4-6@e2/0; again-6-4-3@s1e2/3; w-w-2-3@s1e3/3; 2-3-4-4@s2e3/0; 1-5-4-4@s3e3/2;"
                " w-4-5-6@s3e2/0; 3-5-6-5@s4e2/2; w-5-2-4@s4e1/1; w-2-w-4@s4/2; w-w-3-4@s5/0;"
                " w-3-6-1@s5w1/2; 0-6-3-5@s6w1/2; 0-1-3-6@s6w2/3"
            ),
            shown=Shown.ROUND_END,
        ),
        WorkedExample(
            N_(
                "The newest piece, ★2/6 4, lies against a 2 and a 6: its wild matches the 2, its 6"
                " the 6. The next piece can go where a letter is."
            ),
            2,
            (
                "deal w-2-w-4 w-2-4-6 w-w-2-3 1-5-4-4 w-3-6-1 0-1-3-6 0-2-6-6 3-5-6-5 0-4-3-1"
                " w-w-3-4 2-3-4-4 w-4-5-6 w-5-2-4 0-4-3-4 w-1-3-5 pass1-2-6-4 0-6-3-5 again-6-4-3"
                " 0-0-6-2; 0-2-6-6@e1/0; pass1-2-6-4@s1/3; 0-4-3-1@s2/0; 0-4-3-4@s2e1/1;"
                " w-2-4-6@e2/0"
            ),
        ),
    ),
    playouts=800,
    shorter={Length.SHORT: {PIECES_EACH: FEW}},
)

SQUARES_BLOCK = Rounds(MatchingRules(_INFO, drawing=False), BY_TARGET)
