"""The Star: four sixes around 6-6, then four arms."""

from bot.domino.ends import Ends
from bot.domino.layout import DoublePlacement
from bot.engine.contract import Setup
from bot.engine.game_info import GameInfo, Preset, Shown, Topic, WorkedExample
from bot.engine.options import choice, flag
from bot.engine.rounds import Rounds
from bot.engine.translatable import N_
from bot.games.common.lengths import RACE, shorter_races, target_option
from bot.games.connecting.leading import six_six
from bot.games.connecting.moves import around_the_lead
from bot.games.connecting.rules import Connecting
from bot.games.connecting.scoring import Count, FinishedRound, others_minus_own, others_only

SEATS = 4


def doubles(setup: Setup, ends: Ends) -> tuple[DoublePlacement, ...]:
    """Return how a double is laid: later ones across, unless they may be spinners (STAR-5)."""
    if not ends.lying:
        return (DoublePlacement.SPINNER,)
    choice = setup.options["crosswiseOpens"] == "on"
    return (DoublePlacement.ALONG, DoublePlacement.SPINNER) if choice else (DoublePlacement.ACROSS,)


def score(ending: FinishedRound) -> Count:
    """Give the winner the others' pips; its own are taken off only if agreed (STAR-6, STAR-7)."""
    minus = ending.setup.options["blockedScore"] == "others-minus-own"
    return others_minus_own(ending) if minus else others_only(ending)


_INFO = GameInfo(
    id="star",
    name=N_("The Star"),
    aliases=("sebastopol", "sevastopol"),
    presets=(
        Preset(
            "cyprus",
            N_("Cyprus"),
            differs=N_("Cyprus is played with a double-nine set; here it is double-six."),
        ),
    ),
    min_seats=SEATS,
    max_seats=SEATS,
    rules=1,
    options=(
        flag("crosswiseOpens", N_("Later doubles can lie crosswise and start two more arms")),
        choice(
            "blockedScore",
            N_("What the winner of a blocked round scores"),
            {
                "others": N_("the others' pips"),
                "others-minus-own": N_("the others' pips minus their own"),
            },
        ),
        target_option(100, 15, 50),
    ),
    card=(
        N_("6-6 leads. Four bones with a six come next, one on each of its sides."),
        N_("Then play at the star's four ends. If you can't play, knock."),
        N_("First out scores the others' pips; play to 100."),
    ),
    page=(
        N_(
            "Four players, each for themselves, with all 28 bones of a double-six set, seven each."
            " In every round, whoever has 6-6 leads it."
        ),
        N_(
            "Play goes clockwise. Until there's a bone on each of the four sides of 6-6, you can"
            " only play bones with a six, each on a free side. Then the star is complete, and you"
            " play at its four outer ends: halves that touch must show the same number."
        ),
        N_(
            "If you can play, you must; if you can't, knock. Later doubles have two ends like any"
            " other bone, so there are always four open ends."
        ),
        N_(
            "First out wins and scores the pips in the other three hands. If nobody can play,"
            " whoever has the fewest pips wins and scores the same way. If the lowest hand is tied,"
            " nobody scores. The first player to reach 100 points wins the match."
        ),
    ),
    topics=(Topic.SET_UP, Topic.TURN, Topic.TURN, Topic.END),
    examples=(
        WorkedExample(
            N_(
                "Four bones with a six lie around 6-6, so the star is complete. Then 5-5 was played"
                " at H, which still shows 5: there are always four open ends."
            ),
            4,
            (
                "deal 6-6 6-5 4-1 4-0 4-2 3-3 4-3 6-1 5-5 3-2 4-4 3-1 5-0 3-0 6-2 5-1 2-2 5-2 2-1"
                " 5-3 2-0 6-3 5-4 1-1 6-0 1-0 6-4 0-0; 6-6; 6-1@l; 6-2@r; 6-3@u; 6-5@d; 5-5@d"
            ),
        ),
        WorkedExample(
            N_(
                "B goes out with 2-0. The other hands have 11, 4 and 3 pips, so B scores 11 + 4 + 3"
                " = **18**."
            ),
            4,
            (
                "deal 4-1 3-1 4-3 4-2 4-4 5-0 5-1 5-5 6-1 2-0 6-6 0-0 1-1 3-2 5-3 6-4 2-2 6-2 6-0"
                " 4-0 1-0 5-2 6-3 3-0 2-1 3-3 5-4 6-5; 6-6; 6-4@l; 6-5@u; pass; 6-1@r; 6-2@d;"
                " 5-4@l; 4-2@d; 5-5@u; 5-3@u; 3-3@u; 4-4@d; 1-1@r; 4-0@d; 6-3@u; 5-1@r; 0-0@d;"
                " 6-0@u; 5-2@l; 5-0@u; 3-2@l; 1-0@d; 3-0@l; 4-1@d; 2-0@l"
            ),
            shown=Shown.ROUND_END,
        ),
    ),
    sample=("6-6+", "6-3@l", "6-2@r", "6-5@u", "6-1@d", "3-3@l", "4-2@r"),
    wide_sample=("6-6+", "6-3@l", "6-2@r", "6-5@u", "6-1@d", "3-3@l", "2-2@r", "3-1@l", "4-2@r"),
    shorter=shorter_races(15),
)

STAR = Rounds(
    Connecting(
        info=_INFO,
        lead=six_six,
        score=score,
        doubles=doubles,
        gate=lambda _, ends: around_the_lead(ends),
    ),
    RACE,
)
