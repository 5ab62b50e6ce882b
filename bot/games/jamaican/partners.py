"""Jamaican: two against two; a round is worth a point or two, whatever the pips."""

from bot.engine.game_info import CardLine, GameInfo, PipsLeft, Preset, Shown, Topic, WorkedExample
from bot.engine.options import choice, flag
from bot.engine.rounds import Rounds
from bot.engine.translatable import N_
from bot.games.connecting.rules import Connecting
from bot.games.duos import DUOS_OF_SEATS, SEATS, SET_UP_FOR_PAIRS, TWO_AGAINST_TWO
from bot.games.jamaican.counting_rounds import (
    FORMAT,
    MATCH,
    OPTIONS,
    POINTS,
    SHORTER,
    SIX_LOVE,
    TURN,
    lead,
    score,
)

_INFO = GameInfo(
    id="jamaican",
    name=N_("Jamaican"),
    aliases=(
        *("jamaica", "yard dominoes", "caribbean", "west indian", "key"),
        *("pose", "bruk", "dominó jamaicano", "ямайское домино", "ямайське доміно"),
    ),
    at_home=("en-GB",),
    presets=(
        Preset("six-love", N_("Six Love"), {FORMAT: SIX_LOVE}),
        Preset(
            "dekabes",
            N_("Dekabès"),
            {"key": "any-both-ends"},
            aliases=("haitian dominoes", "domino haïtien"),
            differs=N_("Haiti has its own rule for ties; here the round after a tie is worth 2."),
        ),
    ),
    sample=("6-6", "6-5@l", "6-1@r", "5-5@l", "4-1@r"),
    min_seats=SEATS,
    max_seats=SEATS,
    rules=1,
    options=(
        *OPTIONS,
        choice(
            "partnersTie",
            N_("If two partners share the lowest hand"),
            {"tie": N_("it's a tie"), "win": N_("they win")},
        ),
        flag("oneAllPlayTwo", N_("Six love: a round after “one all” is worth 2"), default="on"),
    ),
    card=(
        TWO_AGAINST_TWO,
        N_("6-6 leads first, then whoever won. Going out, or the lowest hand, wins the round."),
        N_("A round is worth 1 point, or 2 after a tie or with a key. Six points win the match."),
    ),
    other_lines=(
        CardLine(
            2,
            FORMAT,
            SIX_LOVE,
            N_(
                "A round is worth 1 or 2. Six points to nothing win; once both pairs score, it's"
                " 0–0 again."
            ),
        ),
    ),
    page=(
        SET_UP_FOR_PAIRS,
        N_(
            "In the first round, and after a tie, whoever has 6-6 leads it. Every other round is"
            " led, with any bone, by the player who won the last one. Play goes counter-clockwise,"
            " to the right."
        ),
        TURN,
        N_(
            "Whoever goes out wins the round for their pair. If nobody can play, the pair of the"
            " player with the lowest hand wins, whatever the partner holds. If the lowest hand is"
            " tied, nobody wins."
        ),
        POINTS,
        N_(
            "With the option six love, only one pair can have points. If the pair with 0 wins a"
            " round, the score is broken: both have 0 again, and 6-6 leads. If the score was 1–0,"
            " that's “one all, play two”: the next round is worth 2."
        ),
    ),
    topics=(Topic.SET_UP, Topic.SET_UP, Topic.TURN, Topic.END, Topic.END, Topic.END),
    goal=3,
    examples=(
        WorkedExample(
            N_(
                "Nobody can play. C holds 16 pips, the lowest hand, so A and C win **1** point,"
                " although they hold 31 + 16 = 47 pips together, and B and D only 22 + 17 = 39."
            ),
            4,
            "deal 5-2 5-5 3-1 6-5 2-1 6-6 5-4 1-0 6-4 2-0 6-1 4-1 6-2 4-2 6-0 3-3 3-2 0-0 4-3 4-0"
            " 5-1 1-1 5-3 4-4 2-2 6-3 5-0 3-0; 6-6; 6-3@r; 3-2@r; 4-2@r; 5-4@r; 5-3@r; 3-3@r;"
            " 6-4@l; 3-1@r; 1-1@r; 4-3@l; 1-0@r; pass; 3-0@r",
            shown=Shown.ROUND_END,
        ),
        WorkedExample(
            N_(
                "The ends showed 6 and 3, and C goes out with 6-3, a key: nobody holds another 6 or"
                " 3. One point for the round and one for the key: A and C score 1 + 1 = **2**."
            ),
            4,
            "deal 5-0 4-2 6-2 5-4 5-2 6-5 1-1 4-4 3-3 1-0 0-0 6-1 3-1 2-2 5-3 5-1 4-0 3-2 6-3 6-6"
            " 6-0 4-3 2-1 3-0 6-4 5-5 2-0 4-1; 6-6; 6-1@r; 6-5@l; 5-5@l; 5-3@l; 3-3@l; 1-1@r;"
            " 3-0@l; 6-0@l; 1-0@r; 5-0@r; 6-4@l; 5-1@r; 3-1@r; 5-4@l; 4-3@r; 4-0@r; 0-0@r; 5-2@l;"
            " 2-0@r; 3-2@l; 2-2@r; 6-2@r; pass; 6-3@r",
            shown=Shown.ROUND_END,
        ),
    ),
    partnerships=DUOS_OF_SEATS,
    counter_clockwise=True,
    pips_left=PipsLeft.DECIDE_BLOCKS,
    playouts=2_500,
    shorter=SHORTER,
)

JAMAICAN = Rounds(Connecting(info=_INFO, lead=lead, score=score), MATCH)
