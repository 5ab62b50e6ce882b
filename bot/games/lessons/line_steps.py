"""When the sentences of line games' lessons are true, and what their placeholders stand for."""

from collections.abc import Iterator
from typing import TypeAlias

from bot.domino.layout import DoublePlacement
from bot.engine.contract import Seat
from bot.engine.lesson import (
    LEARNER,
    AllOf,
    EndOf,
    LessonStep,
    Placeholders,
    PlayerOf,
    last_of_others,
    last_own,
)
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


def i_scored(step: Step) -> Placeholders | None:
    scored = last_own(step, Scored)
    return {"sum": str(scored.sum)} if scored else None


def other_scored(step: Step) -> Placeholders | None:
    scored = last_of_others(step, Scored)
    return {"who": PlayerOf(scored.seat), "sum": str(scored.sum)} if scored else None


def i_drew(step: Step) -> Placeholders | None:
    fitted = last_own(step, Drew) and not last_own(step, Passed)
    return {} if fitted and _plays(step) else None


def other_knocked(step: Step) -> Placeholders | None:
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


def spinner(step: Step) -> Placeholders | None:
    laid = [each for each in step.events if isinstance(each, Played)]
    spinner = next((each for each in laid if each.lie is DoublePlacement.SPINNER), None)
    return {"bone": spinner.bone.code} if spinner else None


# What can be done.


def lead(step: Step) -> Placeholders | None:
    is_lead = any(isinstance(each, Play) and not each.at for each in step.seen.legal)
    return {} if is_lead else None


def match(step: Step) -> Placeholders | None:
    for play in _plays(step):
        if not play.bone.double:
            return {"bone": play.bone.code, "pips": _pips(step.seen, play.at)}
    return None


def only_bone(step: Step) -> Placeholders | None:
    bones = {each.bone for each in _plays(step)}
    return {"bone": bones.pop().code} if len(bones) == 1 else None


def double(step: Step) -> Placeholders | None:
    double = next((each.bone for each in _plays(step) if each.bone.double), None)
    return {"bone": double.code, "pips": double.high} if double else None


def both_ways(step: Step) -> Placeholders | None:
    bone = next((each.bone for each in _plays(step) if each.crosswise), None)
    return {"bone": bone.code} if bone else None


def two_ends(step: Step) -> Placeholders | None:
    fits: dict[str, set[int]] = {}
    for play in _plays(step):
        fits.setdefault(play.bone.code, set()).add(_pips(step.seen, play.at))
    for bone, pips in fits.items():
        if len(pips) > 1:
            return {"bone": bone, "low": min(pips), "high": max(pips)}
    return None


def many(step: Step) -> Placeholders | None:
    for play in _plays(step):
        bone, matched = play.bone, _pips(step.seen, play.at)
        left = bone.high if matched == bone.low else bone.low
        count = sum(left in {each.high, each.low} for each in step.seen.hand if each != bone)
        if count >= MANY - 1 and not bone.double:
            return {"bone": bone.code, "pips": left, "n": count}
    return None


def nearly_out(step: Step) -> Placeholders | None:
    if not _plays(step):
        return None
    return next(({"who": PlayerOf(seat)} for seat in _nearly_out_seats(step)), None)


def _nearly_out_seats(step: Step) -> Iterator[Seat]:
    own = next(side for side in step.seen.setup.sides if LEARNER in side)
    for seat, count in enumerate(step.seen.counts):
        if seat not in own and 0 < count <= NEARLY_OUT:
            yield seat


def heavy(step: Step) -> Placeholders | None:
    heaviest = max((each.bone for each in _plays(step)), key=lambda each: each.pips, default=None)
    if heaviest is None or heaviest.pips < HEAVY:
        return None
    return {"bone": heaviest.code, "n": heaviest.pips}


def gain(step: Step) -> Placeholders | None:
    gains = step.seen.gains
    best = max(_plays(step), key=lambda each: gains.get(each.code, 0), default=None)
    if best is None or best.code not in gains:
        return None
    return {"bone": best.bone.code, "n": gains[best.code]}


def total(step: Step) -> Placeholders | None:
    return {"sum": str(step.seen.total)} if step.seen.total and _plays(step) else None


def _limited(step: Step, limit: Limit) -> str | None:
    """Return the name of an open end with that limit, while the learner can play."""
    found = (name for name, each in step.seen.limits.items() if each is limit)
    return next(found, None) if _plays(step) else None


def lead_first(step: Step) -> Placeholders | None:
    laid = step.seen.layout.laid
    is_closed = _limited(step, Limit.LEAD_FIRST) is not None
    first = laid and all(play.at in "lrud" for play in _plays(step)) and len(laid) <= len("lrud")
    if not _plays(step) or not (is_closed or first):
        return None
    return {"bone": laid[0].bone.code}


def own_double(step: Step) -> Placeholders | None:
    at = _limited(step, Limit.DOUBLE)
    if at is None:
        return None
    pips = _pips(step.seen, at)
    return {"end": EndOf(at), "double": f"{pips}-{pips}"}


def partner(step: Step) -> dict[str, object] | None:
    partner = next((each for each in step.seen.setup.side_of(LEARNER) if each != LEARNER), None)
    return None if partner is None else {"who": PlayerOf(partner)}
