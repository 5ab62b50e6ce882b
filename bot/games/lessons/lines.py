"""The lessons of the games in which bones are joined to a line or a tree."""

from collections.abc import Iterator
from typing import TypeAlias

from bot.domino.layout import DoublePlacement
from bot.engine.contract import Seat
from bot.engine.lesson import (
    LEARNER,
    AllOf,
    EndOf,
    Lesson,
    LessonStep,
    Placeholders,
    PlayerOf,
    Point,
    always,
    did,
    last_of_others,
    last_own,
    others_did,
)
from bot.engine.translatable import N_
from bot.games.common.events import Drew, Passed, Scored
from bot.games.connecting.events import Played
from bot.games.connecting.moves import Play
from bot.games.connecting.observation import Limit, TableSeen

HEAVY = 8
"""A bone with this many pips or more is worth getting rid of."""
NEARLY_OUT = 2
"""A player with this many bones or fewer may soon be out."""
MANY = 3
"""With this many bones of one number, a player holds many of them."""

Step: TypeAlias = LessonStep[TableSeen]


def _plays(step: Step) -> list[Play]:
    """Return the learner's plays at open ends; none if they lead or can't choose."""
    return [each for each in step.seen.legal if isinstance(each, Play) and each.at]


def _pips(seen: TableSeen, at: str) -> int:
    ends = seen.layout.ends
    return ends.shows[ends.names.index(at)]


# What happened.


def _i_scored(step: Step) -> Placeholders | None:
    scored = last_own(step, Scored)
    return {"sum": str(scored.sum)} if scored else None


def _other_scored(step: Step) -> Placeholders | None:
    scored = last_of_others(step, Scored)
    return {"who": PlayerOf(scored.seat), "sum": str(scored.sum)} if scored else None


def _i_drew(step: Step) -> Placeholders | None:
    fitted = last_own(step, Drew) and not last_own(step, Passed)
    return {} if fitted and _plays(step) else None


def _other_knocked(step: Step) -> Placeholders | None:
    knocked = last_of_others(step, Passed)
    if knocked is None:
        return None
    ends: tuple[int, ...] = ()
    for event in step.seen.history:
        if event is knocked:
            break
        ends = event.ends if isinstance(event, Played) else ends
    if not ends:
        return None
    return {"who": PlayerOf(knocked.seat), "pips": AllOf(tuple(map(str, sorted(set(ends)))))}


def _spinner(step: Step) -> Placeholders | None:
    laid = [each for each in step.events if isinstance(each, Played)]
    spinner = next((each for each in laid if each.lie is DoublePlacement.SPINNER), None)
    return {"bone": spinner.bone.code} if spinner else None


# What can be done.


def _lead(step: Step) -> Placeholders | None:
    is_lead = any(isinstance(each, Play) and not each.at for each in step.seen.legal)
    return {} if is_lead else None


def _match(step: Step) -> Placeholders | None:
    for play in _plays(step):
        if not play.bone.double:
            return {"bone": play.bone.code, "pips": _pips(step.seen, play.at)}
    return None


def _only_bone(step: Step) -> Placeholders | None:
    bones = {each.bone for each in _plays(step)}
    return {"bone": bones.pop().code} if len(bones) == 1 else None


def _double(step: Step) -> Placeholders | None:
    double = next((each.bone for each in _plays(step) if each.bone.double), None)
    return {"bone": double.code, "pips": double.high} if double else None


def _both_ways(step: Step) -> Placeholders | None:
    bone = next((each.bone for each in _plays(step) if each.crosswise), None)
    return {"bone": bone.code} if bone else None


def _two_ends(step: Step) -> Placeholders | None:
    fits: dict[str, set[int]] = {}
    for play in _plays(step):
        fits.setdefault(play.bone.code, set()).add(_pips(step.seen, play.at))
    for bone, pips in fits.items():
        if len(pips) > 1:
            return {"bone": bone, "low": min(pips), "high": max(pips)}
    return None


def _many(step: Step) -> Placeholders | None:
    for play in _plays(step):
        bone, matched = play.bone, _pips(step.seen, play.at)
        left = bone.high if matched == bone.low else bone.low
        count = sum(left in {each.high, each.low} for each in step.seen.hand if each != bone)
        if count >= MANY - 1 and not bone.double:
            return {"bone": bone.code, "pips": left, "n": count}
    return None


def _nearly_out(step: Step) -> Placeholders | None:
    if not _plays(step):
        return None
    return next(({"who": PlayerOf(seat)} for seat in _nearly_out_seats(step)), None)


def _nearly_out_seats(step: Step) -> Iterator[Seat]:
    own = next(side for side in step.seen.setup.sides if LEARNER in side)
    for seat, count in enumerate(step.seen.counts):
        if seat not in own and 0 < count <= NEARLY_OUT:
            yield seat


def _heavy(step: Step) -> Placeholders | None:
    heaviest = max((each.bone for each in _plays(step)), key=lambda each: each.pips, default=None)
    if heaviest is None or heaviest.pips < HEAVY:
        return None
    return {"bone": heaviest.code, "n": heaviest.pips}


def _gain(step: Step) -> Placeholders | None:
    gains = step.seen.gains
    best = max(_plays(step), key=lambda each: gains.get(each.code, 0), default=None)
    if best is None or best.code not in gains:
        return None
    return {"bone": best.bone.code, "n": gains[best.code]}


def _total(step: Step) -> Placeholders | None:
    return {"sum": str(step.seen.total)} if step.seen.total and _plays(step) else None


def _limited(step: Step, limit: Limit) -> str | None:
    """Return the name of an open end with that limit, while the learner can play."""
    found = (name for name, each in step.seen.limits.items() if each is limit)
    return next(found, None) if _plays(step) else None


def _lead_first(step: Step) -> Placeholders | None:
    laid = step.seen.layout.laid
    is_closed = _limited(step, Limit.LEAD_FIRST) is not None
    first = laid and all(play.at in "lrud" for play in _plays(step)) and len(laid) <= len("lrud")
    if not _plays(step) or not (is_closed or first):
        return None
    return {"bone": laid[0].bone.code}


def _own_double(step: Step) -> Placeholders | None:
    at = _limited(step, Limit.DOUBLE)
    if at is None:
        return None
    pips = _pips(step.seen, at)
    return {"end": EndOf(at), "double": f"{pips}-{pips}"}


I_SCORED = Point(
    N_("A play that makes the open ends add up to 5, 10, 15 and so on scores that: {sum}."),
    _i_scored,
)
OTHER_SCORED = Point(
    N_("{who} scored, because the open ends added up to a multiple of five: {sum}."), _other_scored
)
I_DREW = Point(
    N_("Nothing in your hand fitted, so you drew from the boneyard until a bone did."), _i_drew
)
OTHER_DREW = Point(N_("{who} had to draw, so nothing in their hand fitted."), others_did(Drew))
I_KNOCKED = Point(
    N_("Nothing in your hand fitted, so you knocked: that happens by itself."), did(Passed)
)
OTHER_KNOCKED = Point(
    N_("{who} knocked, and you can use that; numbers missing from their hand: {pips}."),
    _other_knocked,
)
OTHER_COULD_NOT = Point(
    N_("{who} knocked, because no bone in their hand could be laid."), _other_knocked
)
SPINNER = Point(N_("{bone} is a spinner: bones can be laid on all four of its sides."), _spinner)
LEAD = Point(N_("You lead with any bone; its two halves become the open ends."), _lead)
MATCH = Point(
    N_("You can lay a bone with a half that matches an open end: {bone} fits the {pips}."), _match
)
ONLY_BONE = Point(N_("Only {bone} fits, and if you can play, you must."), _only_bone)
DOUBLE = Point(
    N_("{bone} is a double, which fits only a {pips}: lay it while there is one."), _double
)
BOTH_WAYS = Point(
    N_("You can lay {bone} in line, or crosswise to open all four of its sides."), _both_ways
)
TWO_ENDS = Point(
    N_("{bone} fits the {low} and the {high}: leave the one open that you have more bones for."),
    _two_ends,
)
MANY_OF_ONE = Point(
    N_("{bone} would leave a {pips} open, and you have more bones with a {pips}."), _many
)
NEARLY_OUT_OF_BONES = Point(
    N_("{who} is nearly out, so get rid of your heaviest bones now."), _nearly_out
)
HEAVY_BONE = Point(
    N_("{bone} has {n} pips, which would count for whoever goes out before you: lay it early."),
    _heavy,
)
GAIN = Point(N_("{bone} can score {n} at once: the open ends would add up to {n}."), _gain)
TOTAL = Point(
    N_("The open ends add up to {sum}; a play that makes it 5, 10, 15 and so on scores that."),
    _total,
)
SIDES_FIRST = Point(
    N_("First there must be a bone on each of the four sides of {bone}, so only those are open."),
    _lead_first,
)
OWN_DOUBLE = Point(
    N_("An arm must go on with its own double: {end} takes only {double}."), _own_double
)
GOAL = Point(
    N_("The first to run out of bones wins the round and scores the pips the others still hold."),
    always,
)


_DRAWING = (I_DREW, OTHER_DREW)
_KNOCKING = (I_KNOCKED, OTHER_KNOCKED)
_TACTICS = (NEARLY_OUT_OF_BONES, ONLY_BONE, DOUBLE, TWO_ENDS, MANY_OF_ONE, HEAVY_BONE)


def _partner(step: Step) -> dict[str, object] | None:
    partner = next((each for each in step.seen.setup.side_of(LEARNER) if each != LEARNER), None)
    return None if partner is None else {"who": PlayerOf(partner)}


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

_ALL_HANDS_GOAL = Point(
    N_(
        "When somebody runs out of bones, their pair scores the pips in all hands, and more if the"
        " last bone fits both ends (capicúa)."
    ),
    always,
)
_BATIDA_GOAL = Point(
    N_("Only the last bone counts: simple 1, a double 2, one that fits both ends 3, both 6."),
    always,
)
_IN_PAIRS = (*_KNOCKING, _PARTNER, MATCH, *_TACTICS)
_ROUND_GOAL = Point(
    N_("Whoever runs out of bones first wins the round: one point, however many pips are left."),
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
