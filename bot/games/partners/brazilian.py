"""Dupla: the Brazilian game, in which a round is worth 1, 2, 3 or 6 by its last bone."""

from dataclasses import replace

from bot.engine.contract import Setup
from bot.engine.game_info import CardLine, PipsLeft, Shown, WorkedExample
from bot.engine.options import Option, choice, flag
from bot.engine.rounds import Rounds
from bot.engine.translatable import N_
from bot.games.common.lengths import RACE, shorter_races, target_option
from bot.games.connecting.events import VoidDeal
from bot.games.connecting.last_bone import Fit
from bot.games.connecting.leading import DealtHands, Lead, Void, highest_double, many_doubles
from bot.games.connecting.notes import Note, carried_or
from bot.games.connecting.rules import Connecting
from bot.games.connecting.scoring import Count, Extra, FinishedRound, credited
from bot.games.duos import DUOS, SET_UP_FOR_PAIRS, TURN
from bot.games.partners import customs
from bot.games.partners.latin import LEADS

LA_E_LO = Extra(N_("lá-e-lô"), 3)
BATIDAS = {
    Fit.ONE_END: Extra(N_("simple"), 1),
    Fit.DOUBLE_AT_ONE_END: Extra(N_("carroça"), 2),
    Fit.BOTH_ENDS: LA_E_LO,
    Fit.EITHER_END: LA_E_LO,
}
"""What a round is worth by its last bone (BRAZ-4); a cruzada has an option."""
_AFTER_BLOCK = N_("The round was blocked, so the next one is worth {n} more.")
REDEALS = {"redeal-4": (4, VoidDeal.FOUR_DOUBLES), "redeal-5": (5, VoidDeal.MANY_DOUBLES)}


def lead(deal: DealtHands) -> Lead | Void:
    """Let the highest double lead first, then the last winner (BRAZ-2, BRAZ-5, BRAZ-7)."""
    redeal = REDEALS.get(str(deal.setup.options["doubles"]))
    if redeal is not None and (void := many_doubles(deal, *redeal)) is not None:
        return void
    if carried_or(deal.setup, customs.RoundTally()).rounds:
        return highest_double(deal)
    return customs.later_lead(highest_double, deal)


def _batida(setup: Setup, fit: Fit) -> Extra:
    """Return what going out is worth by how the last bone fitted (BRAZ-4)."""
    if fit is Fit.EITHER_END and setup.options["laSameEnds"] == "off":
        fit = Fit.ONE_END
    if fit is Fit.DOUBLE_AT_BOTH:
        return Extra(N_("cruzada"), int(setup.options["cross"]))
    return BATIDAS[fit]


def score(ending: FinishedRound) -> Count:
    """Give the winners what the last bone is worth, or 1 for a block (BRAZ-4, BRAZ-5)."""
    setup, fit, block = ending.setup, ending.fit, ending.setup.options["block"]
    blocked = carried_or(setup, customs.RoundTally()).rounds
    if fit is None and block == "carry":
        more = blocked + 1
        return Count((), carried=customs.RoundTally((Note(_AFTER_BLOCK, n=more),), more))
    won = customs.round_won(ending, "pairs", "nobody")
    if won is None or (fit is None and block == "nobody"):
        return Count(())
    if fit is None:
        return credited(won, (1,))
    return credited(won, (), (_batida(setup, fit), Extra(N_("carried over"), blocked)))


_INFO = replace(
    DUOS.info,  # the same seats, partners and direction
    id="brazilian",
    name=N_("Dupla"),
    aliases=(
        *("dominó de dupla", "dominó em duplas", "duplas", "batida", "lá-e-lô", "lasquinê"),
        *("carroça", "cruzada", "dominó brasileiro", "brazilian dominoes", "brasil", "brazil"),
    ),
    at_home=("pt-BR",),
    options=(
        target_option(6, 7),
        Option("cross", 6, (4, 6), N_("Points for a cruzada")),
        flag("laSameEnds", N_("Lá-e-lô also if both ends show the same number"), default="on"),
        choice(
            "block",
            N_("What a blocked round scores"),
            {
                1: N_("1 point for the pair with fewer pips"),
                "carry": N_("nothing, but 1 more in the next round"),
                "nobody": N_("nothing"),
            },
        ),
        customs.shared("nextLead", "winner"),
        Option("deal", 7, (6, 7), N_("Bones dealt to each player")),
        choice(
            "doubles",
            N_("New deal if a hand has many doubles"),
            {"off": N_("no"), "redeal-4": N_("four or more"), "redeal-5": N_("five or more")},
        ),
    ),
    card=(
        N_("Two against two; partners sit opposite each other. If you can't play, knock."),
        N_("6-6 leads first, then whoever won. How you go out sets the points; play to 6."),
        N_(
            "The last bone scores 1, a double 2, one that fits both ends 3, a double that fits both"
            " 6."
        ),
    ),
    other_lines=(
        CardLine(
            2,
            "cross",
            4,
            N_(
                "The last bone scores 1, a double 2, one that fits both ends 3, a double that fits"
                " both 4."
            ),
        ),
    ),
    page=(
        SET_UP_FOR_PAIRS,
        LEADS,
        TURN,
        N_(
            "Whoever goes out wins the round for their pair. The last bone decides what it's worth."
            " Simple (1 point): it fits one end. Carroça (2 points): it's a double that fits one"
            " end. Lá-e-lô (3 points): it isn't a double and fits both ends. Cruzada (6 points):"
            " it's a double, and both ends show its number."
        ),
        N_(
            "If nobody can play, the pair with fewer pips in total scores 1 point. If the totals"
            " are tied, nobody scores. The first pair to reach 6 points wins the match."
        ),
    ),
    goal=3,
    examples=(
        WorkedExample(
            N_("Both ends show 4, and D goes out with 4-4. That's a cruzada: B and D score **6**."),
            4,
            "deal 2-1 3-3 3-0 6-1 6-6 5-1 6-2 5-0 6-3 0-0 6-4 5-4 5-3 5-2 4-0 2-2 3-2 2-0 1-0 5-5"
            " 4-3 3-1 4-4 1-1 4-1 6-0 6-5; 6-6; 6-0@r; 2-0@r; 6-3@l; 3-0@l; 4-2@r; 4-0@l; 6-4@r;"
            " 6-2@r; 4-1@l; 1-0@l; 5-2@r; 5-1@r; 3-1@r; 3-2@r; 5-0@l; 2-1@r; 1-1@r; 5-5@l; 5-3@l;"
            " 6-1@r; 6-5@r; 4-3@l; 5-4@r; pass; 4-4@l",
            shown=Shown.ROUND_END,
        ),
    ),
    pips_left=PipsLeft.DECIDE_BLOCKS,
    playouts=2_000,
    shorter=shorter_races(2),
)

BRAZILIAN = Rounds(
    Connecting(
        info=_INFO, hand_size=lambda setup: int(setup.options["deal"]), lead=lead, score=score
    ),
    RACE,
)
