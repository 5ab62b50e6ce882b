"""Draw: if you can't play, draw from the boneyard until a bone fits."""

from bot.engine.contract import Setup
from bot.engine.game_info import GameInfo, Preset, Shown, Topic, WorkedExample
from bot.engine.match_formats import RaceTo
from bot.engine.options import Option, flag
from bot.engine.rounds import Rounds
from bot.engine.translatable import N_
from bot.games.common.lengths import (
    ONE_ROUND,
    ONE_ROUND_LABEL,
    POINTS_TO_WIN,
    TARGET,
    shorter_races,
    target_of,
)
from bot.games.connecting.leading import last_winner_or_lot
from bot.games.connecting.rules import DRAW_OR_KNOCK, Connecting

_HAND = {2: 7, 3: 5, 4: 5}
"""The bones dealt to each seat, by the number of seats (DRAW-1)."""
_TARGET = {2: 50, 3: 100, 4: 100}
"""The points that win a match, as published (DRAW-8)."""

PUBLISHED, HALF = "published", "half"


def target(setup: Setup) -> int | None:
    """Return the points that win the match; ``None`` if it is one round (DRAW-8)."""
    goal = setup.options[TARGET]
    if goal in {PUBLISHED, HALF}:
        published = _TARGET[setup.seat_count]
        return published // 2 if goal == HALF else published
    return target_of(setup)


SIX_SIX = N_("Traditionally, 6-6 leads the first round; here a random player does.")
_INFO = GameInfo(
    id="draw",
    name=N_("Draw"),
    aliases=("draw dominoes", "draw game"),
    at_home=("de", "fr", "it", "ja", "pl", "ru"),
    presets=(
        Preset(
            "arabic-draw", N_("Plain Arabic dominoes"), aliases=("دومينو عادة",), differs=SIX_SIX
        ),
        Preset(
            "klassika",
            N_("Russian classic dominoes"),
            aliases=("домино классика", "классика"),
            differs=SIX_SIX,
        ),
    ),
    sample=("5-5", "5-3@l", "5-1@r", "3-3@l", "2-1@r"),
    min_seats=2,
    max_seats=4,
    rules=1,
    options=(
        flag("allowThree", N_("Allow three players (five bones each, to 100)"), admits=(3,)),
        Option("keepLastTiles", 0, (0, 2), N_("Bones that stay in the boneyard")),
        Option(
            TARGET,
            PUBLISHED,
            (PUBLISHED, HALF, ONE_ROUND, 50, 100),
            POINTS_TO_WIN,
            limits=(1, 1000),
            labels=(
                N_("50 with two players, 100 with more"),
                N_("25 with two players, 50 with more"),
                ONE_ROUND_LABEL,
            ),
        ),
    ),
    card=(
        N_("Match the number at either end of the line."),
        N_("If you can't play, draw until a bone fits or the boneyard is empty."),
        N_("First out scores the others' pips. If nobody can play, the lowest hand wins."),
    ),
    page=(
        N_(
            "Two or four players, or three if you allow it, each for themselves, with the 28 bones"
            " of a double-six set. Two players get seven bones each, three or four get five. The"
            " rest are the boneyard, face down."
        ),
        N_(
            "A random player leads the first round with any bone; after that, the last winner"
            " leads. Each player in turn, clockwise, adds a bone at either end of the line: halves"
            " that touch must show the same number."
        ),
        DRAW_OR_KNOCK,
        N_(
            "The round ends when somebody has no bones left (domino!) or when nobody can play and"
            " the boneyard is empty (blocked). Whoever goes out wins; in a blocked round, whoever"
            " has the fewest pips wins. The winner scores the pips in all other hands minus those"
            " in their own. If the lowest hand is tied, nobody scores."
        ),
        N_("With two players, 50 points win the match; with more, 100."),
    ),
    topics=(Topic.SET_UP, Topic.TURN, Topic.TURN, Topic.END, Topic.END),
    examples=(
        WorkedExample(
            N_(
                "Both ends show 2, and you had no 2. So you drew 4-0 and 6-3, which don't fit, and"
                " then 6-2, which does: you must play it."
            ),
            2,
            (
                "deal 5-3 5-2 4-3 6-5 6-6 3-3 5-5 3-1 2-1 4-2 4-1 4-4 3-2 5-0 4-0 6-3 6-2; lot 0;"
                " 5-3; 3-1@r; 5-2@l; 2-1@r; draw; draw; draw"
            ),
            shown=Shown.HAND,
        ),
        WorkedExample(
            N_("B goes out with 0-0. A holds 1-0 and 4-0, 1 + 4 = 5 pips, so B scores **5**."),
            2,
            (
                "deal 5-4 5-2 5-5 6-5 3-2 4-0 1-0 6-3 3-0 3-3 2-1 4-3 3-1 0-0 5-3; lot 1; 3-3;"
                " 3-2@r; 6-3@l; 6-5@l; 2-1@r; 5-5@l; 3-1@r; 5-4@l; 4-3@l; draw; 5-3@r; 3-0@l;"
                " 5-2@r; 0-0@l"
            ),
            shown=Shown.ROUND_END,
        ),
    ),
    shorter=shorter_races(HALF),
)


DRAW = Rounds(
    Connecting(
        info=_INFO,
        hand_size=lambda setup: _HAND[len(setup.seats)],
        lead=last_winner_or_lot,
        keep=lambda setup: int(setup.options["keepLastTiles"]),
    ),
    RaceTo(target, counted=True),
)
