"""Mexican Train: bones in trains from a hub, everybody's own, and one that belongs to nobody."""

from bot.engine.game_info import CardLine, GameInfo, Length, Shown, Topic, WorkedExample
from bot.engine.match_formats import FixedRounds
from bot.engine.rounds import Rounds
from bot.engine.translatable import N_
from bot.games.mexican_train.options import OPTIONS, round_count
from bot.games.mexican_train.rules import TrainRules

_INFO = GameInfo(
    id="mexican-train",
    name=N_("Mexican Train"),
    aliases=("train", "trains", "mexican dominoes"),
    at_home=("en-US",),
    sample=("9-9", "9-4@a", "4-4@a", "4-1@a", "9-1@b", "9-6@m", "6-0@m"),
    wide_sample=("9-9", "9-4@a", "4-4@a", "4-1@a", "8-1@a", "9-6@m", "6-0@m", "5-0@m"),
    min_seats=2,
    max_seats=8,
    rules=1,
    options=OPTIONS,
    card=(
        N_("Add a bone to your own train, the Mexican train, or any train with a marker."),
        N_("If you can't, draw one; if that doesn't fit either, your train gets a marker."),
        N_("A double must be covered next. Going out ends a round; the fewest points overall win."),
    ),
    other_lines=(
        CardLine(
            2,
            "doubles",
            "again",
            N_(
                "After a double, play again. Going out ends a round; the fewest points overall win."
            ),
        ),
    ),
    page=(
        N_(
            "Two to eight players, each for themselves. Up to four play with the 55 bones of a"
            " double-nine set: two players get twelve each, three get eleven, four get ten. More"
            " play with the 91 bones of a double-twelve set: five or six get twelve each, seven or"
            " eight get ten. The rest are the boneyard, face down."
        ),
        N_(
            "Before the deal, the highest double is laid in the middle: the engine. In each later"
            " round, it's the next lower double, down to 0-0. A random player leads the first"
            " round; after that, the lead passes to the left."
        ),
        N_(
            "On your turn, add a bone to a train: to your own, to the Mexican train, which belongs"
            " to nobody, or to another player's train that has a marker. Every train begins at the"
            " engine, and halves that touch must show the same number. If you can play, you must."
        ),
        N_(
            "If you can't, draw one bone. If it fits, play it at once. If it doesn't, or if the"
            " boneyard is empty, your train gets a marker, and your turn ends: everybody may use"
            " your train until you play on it yourself."
        ),
        N_(
            "A double must be covered at once: you play again, on the double. If you can't, draw"
            " one bone; if that doesn't cover it, your train gets a marker. Then nobody may play"
            " anything else until somebody has covered the double, no matter whose train it's on."
            " Once all bones with its number are on the table, nobody has to."
        ),
        N_(
            "The round ends when somebody has no bones left, even with a double that isn't"
            " covered, or when the boneyard is empty and no bone in any hand fits any train. The"
            " pips left in your hand are your penalty points. After the last round, whoever has"
            " the fewest wins; a tie is shared."
        ),
    ),
    topics=(Topic.SET_UP, Topic.SET_UP, Topic.TURN, Topic.TURN, Topic.TURN, Topic.END),
    examples=(
        WorkedExample(
            N_(
                "A laid 4-4 and had no 4 to cover it, not even after a draw. So A's train has a"
                " marker, and B must play 7-4 on it, although 9-6 would fit B's own train."
            ),
            2,
            (
                "deal 9-4 4-4 8-8 8-7 7-7 6-5 6-6 5-5 3-3 2-2 1-0 3-2 9-6 9-1 7-4 8-6 5-1 6-3 5-2"
                " 3-0 2-0 6-1 8-0 7-1 7-3; lot 0; 9-4@a; 9-1@m; 4-4@a; draw; pass"
            ),
            shown=Shown.HAND,
        ),
        WorkedExample(
            N_("B goes out with 1-0. A still holds 3-0, 6-2 and 6-6: 3 + 8 + 12 = **23** points."),
            2,
            (
                "deal 6-6 4-3 9-6 4-2 3-0 9-1 7-4 5-4 3-1 7-6 6-2 9-5 8-8 5-2 8-1 8-3 9-7 5-1 2-1"
                " 7-1 5-5 1-0 9-8 8-2; lot 1; 9-8@m; 9-6@a; 8-8@m; 8-3@m; 7-6@a; 9-7@b; 7-4@a;"
                " 7-1@b; 5-4@a; 8-1@b; 9-5@a; 8-2@b; 9-1@a; 5-2@b; 4-3@m; 5-5@b; 5-1@b; 4-2@m;"
                " 2-1@m; 3-1@m; 1-0@b"
            ),
            shown=Shown.ROUND_END,
        ),
    ),
    penalties=True,
    playouts=450,
    shorter={Length.ROUND: {"rounds": 1}, Length.SHORT: {"rounds": 3}},
)

MEXICAN_TRAIN = Rounds(TrainRules(_INFO), FixedRounds(round_count, swing=40, lowest=True))
