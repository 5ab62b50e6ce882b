"""Memory: find the pairs of tiles whose pips add up to twelve."""

from bot.engine.game_info import CardLine, GameInfo, Length, Topic, WorkedExample
from bot.engine.match_formats import RaceTo
from bot.engine.options import choice
from bot.engine.rounds import Rounds
from bot.engine.translatable import N_
from bot.games.memory.rules import MemoryRules

_INFO = GameInfo(
    id="memory",
    name=N_("Memory"),
    aliases=("concentration", "pairs", "pelmanism"),
    min_seats=1,
    max_seats=6,
    rules=1,
    options=(
        choice(
            "tiles",
            N_("Bones in the grid"),
            {16: N_("16 (those of 4 to 8 pips)"), 28: N_("28 (one set)"), 56: N_("56 (two sets)")},
            28,
        ),
        choice(
            "firstTo",
            N_("Pairs to win the match"),
            {"off": N_("no target, just one grid"), 25: N_("25")},
            limits=(1, 50),
        ),
    ),
    card=(
        N_("Turn up two bones. If they add up to twelve pips, keep them and go again."),
        N_("If not, they are shown until your next turn and then lie face down again."),
        N_(
            "The player with the most pairs wins. Alone, clear the grid in as few attempts as you"
            " can."
        ),
    ),
    other_lines=(
        CardLine(
            0,
            "tiles",
            None,
            N_(
                "Turn up two of the {value} bones. If they add up to twelve pips, keep them and go"
                " again."
            ),
        ),
        CardLine(
            2,
            "firstTo",
            None,
            N_("Play grid after grid until somebody has {value} pairs. Most pairs win."),
        ),
    ),
    page=(
        N_(
            "One to six players, each for themselves. The 28 bones of a double-six set lie face"
            " down in a grid of seven rows and four columns; with two sets, 56 bones, there are"
            " eight rows and seven columns. A random player goes first."
        ),
        N_(
            "On your turn, turn up two bones, one after the other, for all to see. If their four"
            " halves add up to twelve, like 6-6 and 0-0 or 5-3 and 2-2, you take both and go again."
            " If not, they stay where they are, and the turn passes to the left."
        ),
        N_(
            "Two bones that are no pair are shown until your next turn, with your letter; then they"
            " lie face down again. So on your turn you see everything that the others have turned"
            " up since your last one."
        ),
        N_(
            "Whichever pairs are taken, the bones that are left can be paired, so the grid can"
            " always be cleared."
        ),
        N_(
            "When the grid is empty, whoever has the most pairs wins; if there's a tie, the win is"
            " shared. If you set a number of pairs, you play more grids until somebody has that"
            " many; then the highest total wins."
        ),
        N_(
            "Alone, you keep going whatever you turn up. What counts is the number of attempts, two"
            " bones each: the fewer, the better."
        ),
    ),
    topics=(Topic.SET_UP, Topic.TURN, Topic.TURN, Topic.TURN, Topic.END, Topic.END),
    examples=(
        WorkedExample(
            N_(
                "A found 5-3 and 2-2, 5 + 3 + 2 + 2 = 12: a pair, so A took both and went again."
                " 6-5 and 1-1 are no pair, 6 + 5 + 1 + 1 = 13; they are shown until A's next turn."
            ),
            2,
            ("deal 5-3 6-5 0-0 4-1 2-2 6-4 3-3 2-0 1-1; lot 0; a1; e1; b1; b2"),
        ),
    ),
    scoring_plays=True,
    open_play=True,
    playouts=4_000,
    shorter={Length.SHORT: {"tiles": 16}},
)

MEMORY = Rounds(
    MemoryRules(_INFO),
    RaceTo(lambda setup: setup.number("firstTo"), counted=True),  # MEM-7
)
