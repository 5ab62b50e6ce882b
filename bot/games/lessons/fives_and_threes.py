"""The lesson of Fives-and-Threes."""

from dataclasses import replace

from bot.engine.lesson import Lesson, Point, always
from bot.engine.translatable import N_
from bot.games.lessons import lines

I_SCORED = replace(
    lines.I_SCORED,
    sentence=N_(
        "You made the ends a multiple of 3 or 5 and score how many 3s and 5s that is: {sum}."
    ),
)
OTHER_SCORED = replace(
    lines.OTHER_SCORED,
    sentence=N_("{who} scored, because the ends add up to a multiple of 3 or 5: {sum}."),
)
GAIN = replace(
    lines.GAIN, sentence=N_("{bone} can score {n} at once, by what the ends would then add up to.")
)
TOTAL = replace(
    lines.TOTAL,
    sentence=N_("The open ends add up to {sum}; make it a multiple of 3 or 5 to score."),
)
EXACTLY_61 = Point(
    N_("Exactly 61 points win, at once. Whoever goes out scores 1 more; pips left don't count."),
    always,
)

FIVES_AND_THREES = Lesson(
    (
        *(I_SCORED, OTHER_SCORED, lines.I_KNOCKED, lines.OTHER_KNOCKED, lines.LEAD, GAIN, TOTAL),
        *(lines.MATCH, lines.ONLY_BONE, lines.TWO_ENDS, lines.MANY_OF_ONE, EXACTLY_61),
    ),
    deal=235,
)
