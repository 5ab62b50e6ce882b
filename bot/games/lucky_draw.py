"""Lucky Draw: every double is a spinner."""

from bot.domino.layout import DoublePlacement
from bot.engine.game_info import GameInfo, Shown, Topic, WorkedExample
from bot.engine.options import choice
from bot.engine.rounds import Rounds
from bot.engine.translatable import N_
from bot.games.common.events import LeadReason
from bot.games.common.lengths import RACE, shorter_races, target_option
from bot.games.connecting.events import Lacking, VoidDeal
from bot.games.connecting.leading import SIX_SIX, DealtHands, Lead, Void, six_six
from bot.games.connecting.rules import FIRST_OUT_TO_100, Connecting

_HAND = {3: 9, 4: 7}
"""The bones dealt to each seat, by the number of seats (LUCKY-1)."""


def lead(deal: DealtHands) -> Lead | Void:
    """Let the seat with 6-6 lead it and take the bone left over (LUCKY-1, LUCKY-3).

    If 6-6 itself is left over, all is dealt again, or a seat chosen by lot takes it (LUCKY-2).
    """
    left = len(deal.stock)
    if SIX_SIX not in deal.stock:
        return six_six(deal, draws=left)
    if deal.setup.options["sixSixLeft"] == "redeal":
        return Void(VoidDeal.LEADER_LEFT)
    lacking = Lacking(deal.setup.seats, (SIX_SIX,))
    return Lead(None, LeadReason.LOT, (SIX_SIX,), (lacking,), draws=left)


_INFO = GameInfo(
    id="lucky-draw",
    name=N_("Lucky Draw"),
    aliases=("lucky",),
    min_seats=3,
    max_seats=4,
    rules=1,
    options=(
        choice(
            "sixSixLeft",
            N_("With three players, if 6-6 is left over"),
            {
                "redeal": N_("all bones are dealt again"),
                "random-player-takes-it": N_("a random player takes it"),
            },
        ),
        target_option(100, 15, 50),
    ),
    card=(
        N_("All bones are dealt; whoever has 6-6 leads it."),
        N_("Every double lies crosswise and is open on all four sides."),
        N_("If you can't play, knock. First out scores the others' pips; play to 100."),
    ),
    page=(
        N_(
            "Three or four players, each for themselves, with the 28 bones of a double-six set."
            " Four players get seven each. Three get nine each, and whoever has 6-6 also takes the"
            " last bone; if the last bone is 6-6 itself, all bones are dealt again."
        ),
        N_(
            "6-6 leads every round, and play goes clockwise; halves that touch must show the same"
            " number. Every double lies crosswise: you can play on its far side and on both its"
            " tips (the short ends), so it starts two more arms."
        ),
        N_("If you can play, you must; if you can't, knock. There's no drawing."),
        FIRST_OUT_TO_100,
    ),
    topics=(Topic.SET_UP, Topic.TURN, Topic.TURN, Topic.END),
    examples=(
        WorkedExample(
            N_(
                "Every double lies crosswise. 3-3 is open at its far side, E, and at both its tips,"
                " J and K, so there are six open ends now."
            ),
            4,
            (
                "deal 6-6 4-3 4-4 4-2 5-0 4-1 5-1 6-3 4-0 5-2 3-2 5-3 3-1 5-4 3-3 3-0 5-5 2-2 6-0"
                " 2-1 6-1 2-0 6-2 1-1 6-4 1-0 6-5 0-0; 6-6; 6-3@l; 3-3@l"
            ),
        ),
        WorkedExample(
            N_(
                "B goes out with 5-1. The others hold 1-0, 3-0 and 2-0, so B scores 1 + 3 + 2 ="
                " **6**."
            ),
            4,
            (
                "deal 6-2 6-5 4-1 4-0 6-1 1-0 2-2 6-6 5-4 4-3 3-3 5-2 5-1 0-0 3-1 6-0 3-0 4-2 5-5"
                " 4-4 5-0 2-0 3-2 1-1 6-3 6-4 5-3 2-1; 6-6; 6-0@u; 6-4@l; 6-5@r; 0-0@u; 5-5@r;"
                " 6-3@d; 4-1@l; 3-3@d; 5-0@h; 1-1@l; 6-1@k; 5-4@r; 4-4@r; 5-3@d; 6-2@k; 4-3@n;"
                " 4-2@r; 3-2@r; 2-2@k; 5-2@g; 3-1@n; 2-1@s; 4-0@f; 5-1@s"
            ),
            shown=Shown.ROUND_END,
        ),
    ),
    sample=("6-6+", "6-3@l", "3-3@l+", "6-2@r", "3-1@e", "2-2@r+", "6-5@u"),
    wide_sample=("6-6+", "6-3@l", "3-3@l+", "6-2@r", "2-2@r+", "6-5@u", "3-0@l", "4-2@r"),
    shorter=shorter_races(15),
)

LUCKY_DRAW = Rounds(
    Connecting(
        info=_INFO,
        hand_size=lambda setup: _HAND[len(setup.seats)],
        lead=lead,
        doubles=lambda _, __: (DoublePlacement.SPINNER,),
    ),
    RACE,
)
