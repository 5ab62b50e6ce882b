"""The lessons of the games in which bones are joined to a line or a tree."""

from bot.engine.lesson import Lesson, Point, always, did, others_did
from bot.engine.translatable import N_
from bot.games.common.events import Drew, Passed
from bot.games.lessons import line_steps as steps

I_SCORED = Point(
    N_("A play that makes the open ends add up to 5, 10, 15 and so on scores that: {sum}."),
    steps.i_scored,
)
OTHER_SCORED = Point(
    N_("{who} scored, because the open ends added up to a multiple of five: {sum}."),
    steps.other_scored,
)
I_DREW = Point(
    N_("Nothing in your hand fitted, so you drew from the boneyard until a bone did."), steps.i_drew
)
OTHER_DREW = Point(N_("{who} had to draw, so nothing in their hand fitted."), others_did(Drew))
I_KNOCKED = Point(
    N_("Nothing in your hand fitted, so you knocked: that happens by itself."), did(Passed)
)
OTHER_KNOCKED = Point(
    N_("{who} knocked, and you can use that; numbers missing from their hand: {pips}."),
    steps.other_knocked,
)
OTHER_COULD_NOT = Point(
    N_("{who} knocked, because no bone in their hand could be laid."), steps.other_knocked
)
SPINNER = Point(
    N_("{bone} is a spinner: bones can be laid on all four of its sides."), steps.spinner
)
LEAD = Point(N_("You lead with any bone; its two halves become the open ends."), steps.lead)
MATCH = Point(
    N_("You can lay a bone with a half that matches an open end: {bone} fits the {pips}."),
    steps.match,
)
ONLY_BONE = Point(N_("Only {bone} fits, and if you can play, you must."), steps.only_bone)
DOUBLE = Point(
    N_("{bone} is a double, which fits only a {pips}: lay it while there is one."), steps.double
)
BOTH_WAYS = Point(
    N_("You can lay {bone} in line, or crosswise to open all four of its sides."), steps.both_ways
)
TWO_ENDS = Point(
    N_("{bone} fits the {low} and the {high}: leave the one open that you have more bones for."),
    steps.two_ends,
)
MANY_OF_ONE = Point(
    N_("{bone} would leave a {pips} open, and you have more bones with a {pips}."), steps.many
)
NEARLY_OUT_OF_BONES = Point(
    N_("{who} is nearly out, so get rid of your heaviest bones now."), steps.nearly_out
)
HEAVY_BONE = Point(
    N_("{bone} has {n} pips, which would count for whoever goes out before you: lay it early."),
    steps.heavy,
)
GAIN = Point(N_("{bone} can score {n} at once: the open ends would add up to {n}."), steps.gain)
TOTAL = Point(
    N_("The open ends add up to {sum}; a play that makes it 5, 10, 15 and so on scores that."),
    steps.total,
)
SIDES_FIRST = Point(
    N_("First there must be a bone on each of the four sides of {bone}, so only those are open."),
    steps.lead_first,
)
OWN_DOUBLE = Point(
    N_("An arm must go on with its own double: {end} takes only {double}."), steps.own_double
)
GOAL = Point(
    N_("The first to run out of bones wins the round and scores the pips the others still hold."),
    always,
)


_DRAWING = (I_DREW, OTHER_DREW)
_KNOCKING = (I_KNOCKED, OTHER_KNOCKED)
_TACTICS = (NEARLY_OUT_OF_BONES, ONLY_BONE, DOUBLE, TWO_ENDS, MANY_OF_ONE, HEAVY_BONE)

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
    N_("{who} sits opposite you and is your partner: you win if either of you goes out."),
    steps.partner,
)

_ALL_HANDS_GOAL = Point(
    N_(
        "When somebody runs out of bones, their pair scores the pips in all hands, and more if the"
        " last bone fits both ends (capicúa)."
    ),
    always,
)
_BATIDA_GOAL = Point(
    N_(
        "Only the last bone counts: 1, a double 2, one that fits both ends 3, a double that fits"
        " both 6."
    ),
    always,
)
_IN_PAIRS = (*_KNOCKING, _PARTNER, MATCH, *_TACTICS)
_ROUND_GOAL = Point(
    N_("Whoever goes out first wins the round: one point or two, however many pips are left."),
    always,
)
_JAMAICAN = (*_KNOCKING, LEAD, MATCH, ONLY_BONE, DOUBLE, TWO_ENDS, MANY_OF_ONE, _ROUND_GOAL)

LESSONS = {
    "block": Lesson((*_KNOCKING, LEAD, MATCH, *_TACTICS, GOAL), moves=7, deal=118),
    "draw": Lesson((*_DRAWING, *_KNOCKING, LEAD, MATCH, *_TACTICS, GOAL), deal=88),
    "all-fives": Lesson(
        (I_SCORED, OTHER_SCORED, SPINNER, *_DRAWING, LEAD, GAIN, TOTAL, MATCH, *_TACTICS, _BONUS),
        deal=14,
    ),
    "maltese-cross": Lesson(
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
    ),
    "classic": Lesson((SPINNER, *_DRAWING, BOTH_WAYS, MATCH, *_TACTICS, GOAL), deal=169),
    "star": Lesson(
        (SIDES_FIRST, I_KNOCKED, OTHER_COULD_NOT, MATCH, *_TACTICS, GOAL), seats=4, deal=5
    ),
    "lucky-draw": Lesson(
        (I_KNOCKED, SPINNER, OTHER_KNOCKED, MATCH, *_TACTICS, GOAL), seats=3, deal=80
    ),
    "duos": Lesson((*_IN_PAIRS, _DUO_GOAL), seats=4, deal=92),
    "partners": Lesson((*_IN_PAIRS, _ALL_HANDS_GOAL), seats=4, deal=118),
    "puerto-rican": Lesson((*_IN_PAIRS, _ALL_HANDS_GOAL), seats=4, deal=80),
    "cuban": Lesson((*_IN_PAIRS, _DUO_GOAL), seats=4, deal=116),
    "brazilian": Lesson((*_IN_PAIRS[:-1], _BATIDA_GOAL), seats=4, deal=87),
    "jamaican": Lesson((_PARTNER, *_JAMAICAN), seats=4, deal=187),
    "cut-throat": Lesson(_JAMAICAN, seats=3, deal=195),
    "kozel": Lesson(
        (*_DRAWING, *_KNOCKING, LEAD, MATCH, ONLY_BONE, DOUBLE, TWO_ENDS, MANY_OF_ONE, _PENALTIES),
        deal=199,
    ),
}
