"""The lesson of Double Double Dominoes."""

from typing import TypeAlias

from bot.engine.lesson import (
    LEARNER,
    Lesson,
    LessonStep,
    Placeholders,
    PlayerOf,
    Point,
    always,
    can,
    last_of_others,
    last_own,
    others_did,
)
from bot.engine.translatable import N_
from bot.games.double_double.events import Pitted, Placed
from bot.games.double_double.moves import Discard, Place
from bot.games.double_double.table import BONUS, BoardSeen, counted

Step: TypeAlias = LessonStep[BoardSeen]


def _placings(seen: BoardSeen) -> list[Place]:
    return [each for each in seen.legal if isinstance(each, Place)]


def _worth(seen: BoardSeen, move: Place) -> int:
    return counted(seen.board, seen.positions, move.bone, (move.first, move.second)).diamond


def _star(step: Step) -> Placeholders | None:
    return {} if _placings(step.seen) and not step.seen.laid else None


def _scored(step: Step) -> Placeholders | None:
    placed = last_own(step, Placed)
    return {"n": placed.diamond} if placed and placed.diamond else None


def _other_scored(step: Step) -> Placeholders | None:
    placed = last_of_others(step, Placed)
    if placed is None or not placed.diamond:
        return None
    return {"who": PlayerOf(placed.seat), "n": placed.diamond, "bone": placed.bone.code}


def _bonus(step: Step) -> Placeholders | None:
    for event in reversed(step.events):
        if isinstance(event, Placed) and event.bonus[LEARNER]:
            return {"n": BONUS, "bone": event.bone.code}
    return None


def _after_double(step: Step) -> Placeholders | None:
    after = step.seen.after
    if after is None or not step.seen.legal:
        return None
    return {"bone": step.seen.laid[after].bone.code}


def _diamond(step: Step) -> Placeholders | None:
    seen = step.seen
    best = max(_placings(seen), key=lambda each: _worth(seen, each), default=None)
    if best is None or best.bone.double or not _worth(seen, best):
        return None
    return {"bone": best.bone.code, "n": _worth(seen, best)}


def _double(step: Step) -> Placeholders | None:
    seen = step.seen
    doubles = [each for each in _placings(seen) if each.bone.double]
    best = max(doubles, key=lambda each: _worth(seen, each), default=None)
    return None if best is None else {"bone": best.bone.code}


def _own_number(step: Step) -> Placeholders | None:
    seen = step.seen
    number = seen.board.number(seen.positions[LEARNER]) if seen.positions else None
    for move in _placings(seen):
        if number is not None and move.bone.has(number):
            return {"bone": move.bone.code, "pips": number, "n": BONUS}
    return None


DOUBLE_DOUBLE = Lesson(
    (
        Point(N_("The first domino of the game covers the star with one half."), _star),
        Point(
            N_("{bone} is a double, so you can place another domino that touches it."),
            _after_double,
        ),
        Point(N_("You scored {n} for the diamond that your domino covers."), _scored),
        Point(
            N_("{bone} shows the number your score piece was on, so you scored {n} as well."),
            _bonus,
        ),
        Point(N_("{who} scored {n} for the diamond that {bone} covers."), _other_scored),
        Point(N_("{bone} can cover a diamond, which scores its number: {n}."), _diamond),
        Point(N_("{bone} is a double: it scores a diamond twice, and you can go again."), _double),
        Point(
            N_("Your score piece is on a {pips}, so {bone} scores {n} wherever it goes."),
            _own_number,
        ),
        Point(
            N_("Nothing in your hand fits, so put a domino into the pit, face down."), can(Discard)
        ),
        Point(N_("{who} could not place a domino and put one into the pit."), others_did(Pitted)),
        Point(
            N_("One half must match a domino on the board, and the other half must touch nothing."),
            can(Place),
        ),
        Point(
            N_("You draw back to three dominoes after every turn, so there is always more."), always
        ),
    ),
    deal=133,
)
