"""Cuban dominoes: ten bones each, and fifteen that nobody sees."""

from dataclasses import replace

from bot.domino.bone import double_n
from bot.engine.game_info import Shown, WorkedExample
from bot.engine.options import choice
from bot.engine.rounds import Rounds
from bot.engine.translatable import N_
from bot.games.common.lengths import RACE, shorter_races, target_option
from bot.games.connecting import leading
from bot.games.connecting.rules import Connecting
from bot.games.duos import DUOS, TURN
from bot.games.partners import customs

HAND = 10
DOUBLE_NINE = double_n(9)


def lead(deal: leading.DealtHands) -> leading.Lead | leading.Void:
    """Let a lot or the highest double lead first, then the last winner (CUBA-3, CUBA-4, CUBA-9)."""
    agreed = deal.setup.options
    void = leading.many_doubles(deal, 5) if agreed["fiveDoubles"] == "redeal" else None
    by_lot = agreed["firstLead"] == "lot"
    first = (lambda _: leading.BY_LOT) if by_lot else leading.highest_double
    return void or customs.later_lead(first, deal)


_INFO = replace(
    DUOS.info,  # the same seats, partners and direction
    id="cuban",
    name=N_("Cuban Dominoes"),
    aliases=(
        *("doble nueve", "double nine", "dominó cubano", "cuba", "data"),
        *("dormidas", "viajera"),
    ),
    sample=("9-9", "9-7@l", "9-8@r", "7-7@l", "8-5@r"),
    at_home=("es-419",),
    options=(
        target_option(100, 150, 200),
        customs.shared("count", "losers"),
        customs.shared("block", "lowest", "lowest", "pairs"),
        customs.shared("blockTie", "nobody", "leader", "nobody"),
        choice(
            "firstLead",
            N_("Who leads the first round"),
            {"lot": N_("a random player"), "highest-double": N_("the highest double")},
        ),
        customs.shared("nextLead", "winner", "winner", "rotate-right"),
        replace(
            customs.points_option("capicua", 0, N_("Points for a capicúa"), 25, "double"),
            limits=(0, 100),
        ),
        choice(
            "fiveDoubles",
            N_("A hand with five doubles or more"),
            {"off": N_("it's played"), "redeal": N_("new deal")},
        ),
    ),
    card=(
        N_("Two against two with a double-nine set. Ten bones each; fifteen sleep, unseen."),
        N_("A random player leads first, then whoever won. If you can't play, knock."),
        N_(
            "If one of you goes out or has the lowest hand, you score the losers' pips. Play to"
            " 100."
        ),
    ),
    page=(
        N_(
            "Four players in two pairs; partners sit opposite each other. The set goes up to 9-9:"
            " 55 bones, ten of them doubles. Everybody is dealt ten; the other fifteen sleep, and"
            " nobody sees them."
        ),
        N_(
            "A random player leads the first round. After that, the player who won the last one"
            " leads: whoever went out, or had the lowest hand. Play goes counter-clockwise, to the"
            " right."
        ),
        TURN,
        N_(
            "When somebody goes out, their pair scores the pips in both losers' hands. If nobody"
            " can play, the pair with the lowest single hand scores them. If opponents are tied for"
            " it, nobody scores, and the same player leads again."
        ),
        N_("The first pair to reach 100 points wins the match."),
    ),
    goal=3,
    examples=(
        WorkedExample(
            N_(
                "A goes out with 5-5. B holds 2 pips and D 2 + 7 = 9; those of C, the"
                " partner, don't count: A and C score 2 + 9 = **11**."
            ),
            4,
            "deal 9-8 5-3 5-5 7-1 9-1 3-3 8-2 8-6 4-1 9-2 5-0 4-0 7-4 7-3 9-6 1-1 7-0 6-6 6-4 8-8"
            " 6-1 5-2 8-7 9-3 9-4 2-2 3-1 4-2 8-4 9-7 9-5 6-3 3-2 2-0 8-1 1-0 4-3 8-0 5-1 6-0; lot"
            " 2; 6-1; 6-6@l; 7-1@r; 6-0@l; 9-7@r; 4-0@l; 9-1@r; 5-1@r; 5-2@r; 7-4@l; 8-2@r; 8-1@r;"
            " 3-1@r; 7-3@l; 3-3@r; 3-2@l; 9-3@r; 9-6@r; 8-6@r; 8-0@r; 2-2@l; 7-0@r; 9-2@l; 9-5@l;"
            " 8-7@r; 5-0@l; 9-8@r; 1-0@l; 9-4@r; 6-4@r; 4-1@l; 6-3@r; 8-4@l; 8-8@l; 5-3@r; pass;"
            " pass; pass; 5-5@r",
            shown=Shown.ROUND_END,
        ),
    ),
    playouts=1_500,
    shorter=shorter_races(25),
)

CUBAN = Rounds(
    Connecting(
        info=_INFO,
        hand_size=lambda _: HAND,
        lead=lead,
        score=customs.by_pips,
        bones=lambda _: DOUBLE_NINE,
    ),
    RACE,
)
