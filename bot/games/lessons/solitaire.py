"""The lesson of Solitaire."""

from typing import TypeAlias

from bot.domino.bone import Bone
from bot.engine.lesson import Lesson, LessonStep, Placeholders, Point, always
from bot.engine.translatable import N_
from bot.games.solitaire.events import Removed
from bot.games.solitaire.moves import DrawNext, Remove
from bot.games.solitaire.rules import SolitaireSeen

Step: TypeAlias = LessonStep[SolitaireSeen]


def _shared(one: Bone, other: Bone) -> int:
    return one.high if other.has(one.high) else one.low


def _removable(step: Step) -> Placeholders | None:
    for move in step.seen.legal:
        if isinstance(move, Remove) and not move.triple:
            left, right = step.seen.row[move.at - 1], step.seen.row[move.at + 1]
            around = {"left": left.code, "right": right.code, "pips": _shared(left, right)}
            return {"bone": move.bone.code, **around}
    return None


def _three(step: Step) -> Placeholders | None:
    for move in step.seen.legal:
        if isinstance(move, Remove) and move.triple:
            three = step.seen.row[move.at - 1 : move.at + 2]
            pips = next(n for n in (three[0].high, three[0].low) if all(b.has(n) for b in three))
            names = dict(zip(("left", "bone", "right"), (each.code for each in three), strict=True))
            return {**names, "pips": pips}
    return None


def _several(step: Step) -> Placeholders | None:
    return {} if len(step.seen.legal) > 1 else None


def _only_draw(step: Step) -> Placeholders | None:
    legal = step.seen.legal
    return {} if len(legal) == 1 and isinstance(legal[0], DrawNext) else None


def _closed(step: Step) -> Placeholders | None:
    removed = any(isinstance(each, Removed) for each in step.events)
    return {} if removed and step.seen.legal else None


SOLITAIRE = Lesson(
    (
        Point(
            N_("{left}, {bone} and {right} all have a {pips}, so you can remove the three."),
            _three,
            repeats=True,
        ),
        Point(
            N_("You can remove {bone}, because {left} and {right} beside it share a {pips}."),
            _removable,
            repeats=True,
        ),
        Point(
            N_(
                "You must remove something, but you choose what: look at which bones will be"
                " neighbours."
            ),
            _several,
        ),
        Point(
            N_("The gap has closed, so other bones are neighbours now and may share a number."),
            _closed,
        ),
        Point(
            N_("No bone lies between two that share a number, so draw the next bone."), _only_draw
        ),
        Point(N_("The aim is a row with no bones left; few matches get there."), always),
    ),
    seats=1,
    moves=8,
    deal=22,
)
