"""The lesson of Memory."""

from collections.abc import Iterator
from typing import TypeAlias

from bot.domino.bone import Bone
from bot.engine.lesson import (
    Lesson,
    LessonStep,
    Placeholders,
    Point,
    always,
    last_of_others,
    last_own,
)
from bot.engine.translatable import N_
from bot.games.memory.events import Taken, TurnedBack
from bot.games.memory.moves import place_name
from bot.games.memory.observation import MemorySeen
from bot.games.memory.table import TWELVE, make_pair

Step: TypeAlias = LessonStep[MemorySeen]


def _took(step: Step) -> Placeholders | None:
    taken = last_own(step, Taken)
    return None if taken is None else _two(taken.bones)


def _turned_back(step: Step) -> Placeholders | None:
    return _still_there(step.seen, last_own(step, TurnedBack))


def _other_turned(step: Step) -> Placeholders | None:
    return _still_there(step.seen, last_of_others(step, TurnedBack))


def _still_there(seen: MemorySeen, back: TurnedBack | None) -> Placeholders | None:
    if back is None or not all(seen.left[place] for place in back.places):
        return None
    return _two(back.bones)


def _two(bones: tuple[Bone, Bone]) -> dict[str, object]:
    one, other = bones
    return {"one": one.code, "other": other.code, "n": one.pips + other.pips}


def _shown(seen: MemorySeen) -> Iterator[tuple[int, Bone]]:
    """Yield the bones of attempts that are still in view, with their places."""
    for attempt in seen.in_view:
        for place, bone in zip(attempt.places, attempt.bones, strict=True):
            if seen.left[place]:
                yield place, bone


def _partner_in_view(step: Step) -> Placeholders | None:
    seen = step.seen
    for place, bone in seen.up if seen.legal else ():
        for at, other in _shown(seen):
            if at != place and make_pair(bone.pips, other.pips):
                name = place_name(at, seen.rows).upper()
                return {"one": bone.code, "other": other.code, "place": name}
    return None


def _pair_in_view(step: Step) -> Placeholders | None:
    shown = list(_shown(step.seen)) if step.seen.legal and not step.seen.up else []
    for at, (_, one) in enumerate(shown):
        for _, other in shown[at + 1 :]:
            if make_pair(one.pips, other.pips):
                return {"one": one.code, "other": other.code}
    return None


def _needs(step: Step) -> Placeholders | None:
    seen = step.seen
    for _, bone in seen.up if seen.legal else ():
        return {"bone": bone.code, "n": bone.pips, "rest": TWELVE - bone.pips}
    return None


def _begin(step: Step) -> Placeholders | None:
    return {} if step.seen.legal and not step.seen.up else None


MEMORY = Lesson(
    (
        Point(N_("{one} and {other} add up to twelve pips, so you keep both and go again."), _took),
        Point(
            N_("{other} at {place} is still in view and makes twelve with {one}: turn it up."),
            _partner_in_view,
            repeats=True,
        ),
        Point(
            N_("{one} and {other} are in view and add up to twelve: turn up both."), _pair_in_view
        ),
        Point(
            N_("{bone} has {n} pips, so look for a bone with {rest}: a pair has twelve."), _needs
        ),
        Point(N_("Turn up two bones, one after the other, in search of twelve pips."), _begin),
        Point(N_("{one} and {other} make {n}, not twelve: remember where they are."), _turned_back),
        Point(N_("Remember {one} and {other}: they will lie face down again soon."), _other_turned),
        Point(N_("When the grid is empty, whoever has the most pairs wins."), always),
    ),
    moves=8,
    deal=55,
)
