"""Mexican Train: bones in trains from a hub, everybody's own, and one that belongs to nobody."""

from bot.engine.game_info import CardLine, GameInfo, Length, Topic, WorkedExample
from bot.engine.match_formats import FixedRounds
from bot.engine.rounds import Rounds
from bot.engine.translatable import N_
from bot.games.mexican_train.options import OPTIONS, round_count
from bot.games.mexican_train.rules import TrainRules

_INFO = GameInfo(
    id="mexican-train",
    name=N_("Mexican Train"),
    aliases=("train", "trains", "mexican dominoes"),
    sample=("9-9", "9-4@a", "4-4@a", "9-1@b", "9-6@m"),
    min_seats=2,
    max_seats=8,
    rules=1,
    options=OPTIONS,
    card=(
        N_("Add a bone to your own train, the Mexican train, or any train with a marker."),
        N_("If you can't, draw one. If it doesn't fit, your train gets a marker: all may use it."),
        N_("A round ends when somebody is out. Pips in hand are penalties: the fewest win."),
    ),
    page=(N_("Text."),),
    topics=(Topic.SET_UP,),
    examples=(),
    penalties=True,
    playouts=300,
    shorter={Length.ROUND: {"rounds": 1}, Length.SHORT: {"rounds": 3}},
)

MEXICAN_TRAIN = Rounds(TrainRules(_INFO), FixedRounds(round_count, swing=40, lowest=True))
