"""The lessons of the games in which bones are joined to a line or a tree."""

from bot.engine.lesson import LEARNER, Lesson, PlayerOf, Point, always
from bot.engine.translatable import N_
from bot.games.lessons.line_points import (
    BOTH_WAYS,
    DOUBLE,
    GAIN,
    GOAL,
    HEAVY_BONE,
    I_DREW,
    I_KNOCKED,
    I_SCORED,
    LEAD,
    MANY_OF_ONE,
    MATCH,
    NEARLY_OUT_OF_BONES,
    ONLY_BONE,
    OTHER_COULD_NOT,
    OTHER_DREW,
    OTHER_KNOCKED,
    OTHER_SCORED,
    OWN_DOUBLE,
    SIDES_FIRST,
    SPINNER,
    TOTAL,
    TWO_ENDS,
    Step,
)

_DRAWING = (I_DREW, OTHER_DREW)
_KNOCKING = (I_KNOCKED, OTHER_KNOCKED)
_TACTICS = (NEARLY_OUT_OF_BONES, ONLY_BONE, DOUBLE, TWO_ENDS, MANY_OF_ONE, HEAVY_BONE)


def _partner(step: Step) -> dict[str, object] | None:
    duo = next(each for each in step.seen.setup.partnerships if LEARNER in each)
    return {"who": PlayerOf(next(seat for seat in duo if seat != LEARNER))}


_PENALTIES = Point(
    N_("Every pip left in your hand at the end is a penalty point, so lay heavy bones early."),
    always,
)
_BONUS = Point(
    N_("The first to run out of bones gets a bonus for the pips that the others still hold."),
    always,
)
_DUO_GOAL = Point(
    N_("When somebody runs out of bones, their duo scores the pips in both opponents' hands."),
    always,
)
_PARTNER = Point(
    N_("{who} sits opposite you and is your partner: you win if either of you goes out."), _partner
)

BLOCK = Lesson((*_KNOCKING, LEAD, MATCH, *_TACTICS, GOAL), moves=7, deal=118)
DRAW = Lesson((*_DRAWING, *_KNOCKING, LEAD, MATCH, *_TACTICS, GOAL), deal=88)
ALL_FIVES = Lesson(
    (I_SCORED, OTHER_SCORED, SPINNER, *_DRAWING, LEAD, GAIN, TOTAL, MATCH, *_TACTICS, _BONUS),
    deal=14,
)
MALTESE_CROSS = Lesson(
    (
        SIDES_FIRST,
        *_DRAWING,
        OTHER_COULD_NOT,
        OWN_DOUBLE,
        ONLY_BONE,
        NEARLY_OUT_OF_BONES,
        _PENALTIES,
    ),
    deal=40,
)
CLASSIC = Lesson((SPINNER, *_DRAWING, BOTH_WAYS, MATCH, *_TACTICS, GOAL), deal=169)
STAR = Lesson((SIDES_FIRST, I_KNOCKED, OTHER_COULD_NOT, MATCH, *_TACTICS, GOAL), seats=4, deal=5)
LUCKY_DRAW = Lesson((I_KNOCKED, SPINNER, OTHER_KNOCKED, MATCH, *_TACTICS, GOAL), seats=3, deal=80)
DUOS = Lesson((*_KNOCKING, _PARTNER, MATCH, *_TACTICS, _DUO_GOAL), seats=4, deal=92)
