"""Cut-throat: Jamaican dominoes for two to four players, each for themselves."""

from bot.domino.bone import DOUBLE_SIX, Bone
from bot.engine.contract import Setup
from bot.engine.game_info import CardLine, GameInfo, PipsLeft, Shown, Topic, WorkedExample
from bot.engine.options import choice
from bot.engine.rounds import Rounds
from bot.engine.translatable import N_
from bot.games.connecting.rules import Connecting
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

TWO_HAND, DRAWN = "twoHand", "7-draw"
_HAND = {3: 9, 4: 7}


def bones(setup: Setup) -> tuple[Bone, ...]:
    """Take 0-0 out of the set if three play (CUT-2)."""
    return DOUBLE_SIX[1:] if setup.seat_count == 3 else DOUBLE_SIX


def hand(setup: Setup) -> int:
    """Return how many bones each player is dealt (CUT-2)."""
    return _HAND.get(setup.seat_count) or (14 if setup.options[TWO_HAND] == 14 else 7)


def kept(setup: Setup) -> int:
    """Return how many bones can't be drawn: none of them, or all (CUT-2)."""
    return 0 if setup.options[TWO_HAND] == DRAWN else len(DOUBLE_SIX)


_INFO = GameInfo(
    id="cut-throat",
    name=N_("Cut-throat"),
    aliases=("cutthroat", "cut throat", "jamaican singles", "every man for himself"),
    sample=("6-6", "6-4@l", "6-2@r", "4-4@l", "5-2@r"),
    at_home=("en-GB",),
    min_seats=2,
    max_seats=4,
    rules=1,
    options=(
        *OPTIONS,
        choice(
            TWO_HAND,
            N_("What two players are dealt"),
            {
                14: N_("14 bones each"),
                DRAWN: N_("seven each, the rest to draw from"),
                "7-block": N_("seven each, the rest stays unseen"),
            },
        ),
    ),
    card=(
        N_("Everybody for themselves; match the number at either end of the line."),
        N_("6-6 leads first, then whoever won. If you can't play, knock."),
        N_("First out, or the lowest hand, wins 1 point; 2 after a tie or with a key. Play to 6."),
    ),
    other_lines=(
        CardLine(
            2,
            FORMAT,
            SIX_LOVE,
            N_(
                "A round is worth 1 or 2. Six points win; once all of you have points, you all lose"
                " them."
            ),
        ),
    ),
    page=(
        N_(
            "Two to four players, each for themselves, with a double-six set. Four get seven bones"
            " each; three get nine, without 0-0; two get 14. Nothing is drawn. An option deals two"
            " players only seven each, with or without a boneyard."
        ),
        N_(
            "In the first round, and after a tie, whoever has 6-6 leads it; if nobody has it, the"
            " highest double leads. Every other round is led, with any bone, by the last winner."
            " Play goes counter-clockwise, to the right."
        ),
        TURN,
        N_(
            "Whoever goes out wins the round. If nobody can play, the lowest hand wins; if that is"
            " tied, nobody does."
        ),
        POINTS,
        N_(
            "With the option six love, the score is broken as soon as all players have points: all"
            " of you have 0 again, and 6-6 leads."
        ),
    ),
    topics=(Topic.SET_UP, Topic.SET_UP, Topic.TURN, Topic.END, Topic.END, Topic.END),
    goal=3,
    examples=(
        WorkedExample(
            N_(
                "Nobody can play, and B and D are tied for the lowest hand, with 15 pips"
                " each. Nobody wins the round, and the next one is worth 2 points."
            ),
            4,
            "deal 4-4 5-5 6-6 6-3 6-5 6-1 2-1 3-1 3-2 4-1 2-2 4-0 1-1 1-0 5-3 6-4 2-0 5-2 4-2 5-4"
            " 3-3 6-0 5-0 6-2 3-0 4-3 0-0 5-1; 6-6; 6-2@l; 6-4@r; 3-2@l; 6-3@l; 6-0@l; 5-4@r;"
            " 1-0@l; 6-5@r; 5-1@l; 5-3@l; 3-1@l; 6-1@l",
            shown=Shown.ROUND_END,
        ),
        WorkedExample(
            N_(
                "The ends showed 5 and 3, and A goes out with 5-3, a key: no other 5 or 3 is"
                " left, as B holds only 4-4. A scores 1 + 1 = **2**."
            ),
            2,
            "deal 2-1 6-3 4-3 1-1 4-0 3-3 6-6 6-4 4-2 5-2 6-5 3-0 5-0 5-3 6-0 2-0 2-2 1-0 3-1 4-4"
            " 0-0 5-1 5-5 6-1 4-1 6-2 3-2 5-4; 6-6; 6-0@l; 3-0@l; 3-1@l; 6-4@r; 1-0@l; 4-3@r;"
            " 3-2@r; 4-0@l; 2-2@r; 5-2@r; 5-4@r; 4-2@l; 6-2@l; 6-5@l; 5-5@l; 5-0@l; 4-1@r; 1-1@r;"
            " 6-1@r; 6-3@r; 0-0@l; 3-3@r; 2-0@l; 2-1@l; 5-1@l; 5-3@l",
            shown=Shown.ROUND_END,
        ),
    ),
    counter_clockwise=True,
    pips_left=PipsLeft.DECIDE_BLOCKS,
    playouts=2_500,
    shorter=SHORTER,
)

CUT_THROAT = Rounds(
    Connecting(info=_INFO, hand_size=hand, lead=lead, score=score, bones=bones, keep=kept), MATCH
)
