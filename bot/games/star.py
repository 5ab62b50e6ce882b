"""The Star: four sixes around 6-6, then four arms."""

from bot.domino.ends import Ends
from bot.domino.layout import DoublePlacement
from bot.engine.contract import GameInfo, Setup
from bot.engine.match_formats import RaceTo
from bot.engine.options import Option, flag
from bot.engine.rounds import Rounds
from bot.engine.translatable import N_
from bot.games.connecting.gates import around_the_lead
from bot.games.connecting.leading import DealtHands, Lead, six_six
from bot.games.connecting.rules import Connecting
from bot.games.connecting.scoring import Count, FinishedRound, others_minus_own, others_only

SEATS = 4
HAND = 7
TARGET = 100


def doubles(setup: Setup, ends: Ends) -> tuple[DoublePlacement, ...]:
    """Return how a double is laid: later ones across, unless they may be spinners (STAR-5)."""
    if not ends.lying:
        return (DoublePlacement.SPINNER,)
    choice = setup.options["crosswiseOpens"] == "on"
    return (DoublePlacement.ALONG, DoublePlacement.SPINNER) if choice else (DoublePlacement.ACROSS,)


def lead(deal: DealtHands) -> Lead:
    """Let 6-6 lead in every round (STAR-2)."""
    return six_six(deal)


def score(ending: FinishedRound) -> Count:
    """Give the winner the others' pips; its own are taken off only if agreed (STAR-6, STAR-7)."""
    minus = ending.setup.options["blockedScore"] == "others-minus-own"
    return others_minus_own(ending) if minus else others_only(ending)


STAR = Rounds(
    Connecting(
        info=GameInfo(
            id="star",
            name=N_("The Star"),
            aliases=("sebastopol", "sevastopol"),
            min_seats=SEATS,
            max_seats=SEATS,
            rules=1,
            options=(
                flag(
                    "crosswiseOpens", N_("Later doubles can lie crosswise and start two more arms")
                ),
                Option(
                    "blockedScore",
                    "others",
                    ("others", "others-minus-own"),
                    N_("What the winner of a blocked round scores"),
                    labels=(N_("the others' pips"), N_("the others' pips minus their own")),
                ),
            ),
            card=(
                N_("6-6 leads. Four bones with a six come next, one on each of its sides."),
                N_("Then play at the star's four ends. If you can't play, knock."),
                N_("First out scores the others' pips; play to 100."),
            ),
            page=(
                N_(
                    "Four players, each for themselves, with all 28 bones of a double-six set,"
                    " seven each. In every round, whoever has 6-6 leads it."
                ),
                N_(
                    "Play goes clockwise. Until there's a bone on each of the four sides of 6-6,"
                    " you can only play bones with a six, each on a free side. Then the star is"
                    " complete, and you play at its four outer ends: halves that touch must show"
                    " the same number."
                ),
                N_(
                    "If you can play, you must; if you can't, knock. Later doubles have two ends"
                    " like any other bone, so there are always four open ends."
                ),
                N_(
                    "First out wins and scores the pips in the other three hands. If nobody can"
                    " play, whoever has the fewest pips wins and scores the same way. If the lowest"
                    " hand is tied, nobody scores. The first player to reach 100 points wins the"
                    " match."
                ),
            ),
            sample=("6-6+", "6-3@l", "6-2@r", "6-5@u", "6-1@d", "3-3@l", "4-2@r"),
        ),
        hand_size=lambda _: HAND,
        lead=lead,
        score=score,
        doubles=doubles,
        gate=lambda _, ends: around_the_lead(ends),
    ),
    RaceTo(lambda _: TARGET),
)
