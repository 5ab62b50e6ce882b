"""Quinientos: the Puerto Rican game to 500, with bonuses for the first won rounds."""

from dataclasses import replace

from msgspec.structs import replace as changed

from bot.engine.game_info import Shown, Topic, WorkedExample
from bot.engine.options import choice, flag
from bot.engine.rounds import Rounds
from bot.engine.translatable import N_
from bot.games.common.lengths import RACE, shorter_races, target_option
from bot.games.connecting.last_bone import Fit
from bot.games.connecting.notes import carried_or
from bot.games.connecting.rules import Connecting
from bot.games.connecting.scoring import Count, Extra, FinishedRound, Won
from bot.games.duos import DUOS, SET_UP_FOR_PAIRS, TURN, TWO_AGAINST_TWO
from bot.games.partners import customs
from bot.games.partners.latin import LEADS, lead

FIRST_ROUNDS = {"100/75/50/25": (100, 75, 50, 25), "100/0": (100,), "off": ()}
"""What the first rounds score that somebody wins, by the option (BORI-5)."""


def _extras(ending: FinishedRound, won: Won, _: int) -> tuple[Extra, ...]:
    """Return the points for one of the first rounds and the way it was won (BORI-5 to BORI-8)."""
    agreed, number = ending.setup.options, carried_or(ending.setup, customs.RoundTally()).rounds
    of_first = FIRST_ROUNDS[str(agreed["firstRounds"])][number : number + 1]
    one_end = agreed["chuchazoOneEnd"] == "off" or ending.fit is Fit.DOUBLE_AT_ONE_END
    own_block = ending.out is None and ending.last is not None and ending.last[0] in won.side
    return (
        Extra(N_("early-win bonus"), sum(of_first)),
        Extra(N_("capicú"), customs.capicua(ending, agreed["capicu"])),
        Extra(customs.CHUCHAZO, customs.chuchazo(ending, agreed["chuchazo"]) if one_end else 0),
        Extra(N_("blocked and won"), int(agreed["blockBonus"]) if own_block else 0),
    )


def score(ending: FinishedRound) -> Count:
    """Count a round, and keep count of the rounds that somebody won (BORI-3, BORI-5)."""
    count = customs.by_pips(ending, _extras)
    rounds = carried_or(ending.setup, customs.RoundTally()).rounds + bool(count.winners)
    return changed(count, carried=customs.RoundTally(rounds=rounds))


_INFO = replace(
    DUOS.info,  # the same seats, partners and direction
    id="puerto-rican",
    name=N_("Quinientos"),
    aliases=(
        *("500", "doscientos", "200", "capicú", "chuchazo", "dominó boricua", "boricua"),
        *("puerto rican dominoes", "dominó puertorriqueño", "puerto rico"),
    ),
    at_home=("es-419",),
    options=(
        target_option(500, 200, 250),
        customs.shared("count", "all"),
        customs.shared("block", "pairs"),
        customs.shared("blockTie", "nobody"),
        choice(
            "firstRounds",
            N_("Bonuses for the first rounds won"),
            {"100/75/50/25": "100, 75, 50, 25", "100/0": "100", "off": N_("none")},
        ),
        customs.points_option("capicu", 100, N_("Points for a capicú"), 50, 25),
        customs.points_option("chuchazo", 100, N_("Points for going out with 0-0"), 50, 30),
        flag("chuchazoOneEnd", N_("Chuchazo only if just one end shows a blank")),
        customs.points_option(
            "blockBonus", 0, N_("Points for blocking a round and winning it"), 100
        ),
    ),
    card=(
        TWO_AGAINST_TWO,
        N_("6-6 leads first, then whoever won. The winning pair scores the pips left in hands."),
        N_("Early wins, a capicú and going out with 0-0 each score up to 100 extra. Play to 500."),
    ),
    page=(
        SET_UP_FOR_PAIRS,
        LEADS,
        TURN,
        N_(
            "When somebody goes out, their pair scores the pips in all hands. If nobody can play,"
            " the pair with fewer pips in total scores all of them. If the totals are tied, nobody"
            " scores, and the same player leads again."
        ),
        N_(
            "The first four rounds that somebody wins are worth 100, 75, 50 and 25 more. Capicú:"
            " going out with a bone whose two different halves fit the two ends is worth 100 more."
            " Chuchazo: so is going out with 0-0."
        ),
        N_("The first pair to reach 500 points wins the match."),
    ),
    topics=(Topic.SET_UP, Topic.SET_UP, Topic.TURN, Topic.END, Topic.END, Topic.END),
    goal=3,
    examples=(
        WorkedExample(
            N_(
                "A goes out with 0-0, a chuchazo, in the first round. The hands hold 8 + 4 + 6 ="
                " 18, so A and C score 18 + 100 + 100 = **218**."
            ),
            4,
            "deal 3-2 1-1 0-0 2-1 6-5 5-4 5-2 6-0 6-6 5-1 6-2 6-3 3-3 2-0 2-2 5-0 5-3 4-4 1-0 4-0"
            " 5-5 4-1 4-2 6-1 6-4 4-3 3-1; 6-6; 6-5@r; 6-4@l; 5-5@r; 5-1@r; 2-1@r; 4-3@l; 2-2@r;"
            " 6-3@l; 3-2@r; 3-1@r; 1-0@r; 2-0@r; 5-2@r; 6-1@l; 5-3@r; 3-3@r; 1-1@l; 4-1@l; 4-4@l;"
            " pass; 5-4@l; 3-0@r; 5-0@l; 6-0@r; 0-0@l",
            shown=Shown.ROUND_END,
        ),
    ),
    playouts=1_500,
    shorter=shorter_races(125),
)

PUERTO_RICAN = Rounds(Connecting(info=_INFO, lead=lead, score=score), RACE)
