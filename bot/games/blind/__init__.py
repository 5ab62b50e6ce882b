"""Blind: everybody has a row of face-down bones, and nobody has seen their own."""

from bot.engine.game_info import CardLine, GameInfo, Length, Topic, WorkedExample
from bot.engine.match_formats import RaceTo
from bot.engine.options import Option, choice, flag
from bot.engine.rounds import Rounds
from bot.engine.translatable import N_
from bot.games.blind.rules import BlindRules

_INFO = GameInfo(
    id="blind",
    name=N_("Blind"),
    aliases=("blind hughie", "blind dominoes", "billiton"),
    sample=("6-1", "5-2", "4-4", "3-0", "6-5"),
    min_seats=2,
    max_seats=4,
    rules=1,
    options=(
        flag("continueOnSuccess", N_("Keep turning bones over as long as they fit"), default="on"),
        choice(
            "oddTile",
            N_("The leftover bone with three players"),
            {"out": N_("it stays out of play, unseen"), "starts-layout": N_("it starts the line")},
        ),
        choice(
            "target",
            N_("Points to win the match"),
            {"none": N_("none (one round)"), 100: N_("100")},
        ),
        Option(
            "bones",
            "all",
            ("all", 5),
            N_("Bones that everybody gets"),
            labels=(N_("14 with two players, 9 with three, 7 with four"),),
        ),
    ),
    card=(
        N_("Your bones lie face down in a row, and even you don't know them."),
        N_("Turn bones over from the front until one doesn't fit: it goes to the back."),
        N_("First out wins. If no bone in any row fits, whoever has the fewest pips wins."),
    ),
    other_lines=(
        CardLine(
            1,
            "continueOnSuccess",
            "off",
            N_(
                "Turn over one bone from the front: if it fits, it's laid; if not, it goes to the"
                " back."
            ),
        ),
    ),
    page=(
        N_(
            "Two to four players, each for themselves, with the 28 bones of a double-six set. Two"
            " players get fourteen each, three get nine, four get seven. Your bones lie face down"
            " in a row in front of you, and even you can't look at them."
        ),
        N_(
            "First, everybody draws a bone for all to see: whoever has the most pips leads, and"
            " those who tie draw again. Then all bones are shuffled and dealt, and you secretly"
            " choose which end of your row is the front; the other end is the back."
        ),
        N_(
            "On your turn, turn over the bone at the front of your row. If it fits one end of the"
            " line, it's played there; if it fits both, you choose. Then turn over the next one,"
            " and so on, until one doesn't fit: it goes to the back, and the turn passes to the"
            " left. The very first bone of the round always fits."
        ),
        N_(
            "At the back, a bone lies face down again, but a double stays face up. Everybody has"
            " seen what was turned over: remember it if you can."
        ),
        N_(
            "If you have no bones left, you win. If no bone in any row fits, the round ends at"
            " once, and whoever has the fewest pips wins; if that's a tie, nobody wins."
        ),
        N_(
            "A match is one round, unless you set a target: then the winner of each round scores"
            " the pips in all other rows minus those in their own, and you play until somebody"
            " reaches the target."
        ),
    ),
    topics=(Topic.SET_UP, Topic.SET_UP, Topic.TURN, Topic.TURN, Topic.END, Topic.END),
    examples=(
        WorkedExample(
            N_(
                "A turned over 5-3 and 5-1, which fit, and then 2-2, which fits neither the 1 nor"
                " the 3: it goes to the back of A's row. As a double, it stays face up."
            ),
            4,
            (
                "deal 6-6 4-1 3-0 2-0; deal 5-3 5-1 2-2; from-left; from-left; from-left;"
                " from-left; turn; turn; turn"
            ),
        ),
    ),
    open_play=True,
    playouts=250,
    shorter={Length.SHORT: {"bones": 5}},
)

BLIND = Rounds(BlindRules(_INFO), RaceTo(lambda setup: setup.number("target")))  # BLIND-9
