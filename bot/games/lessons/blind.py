"""The lesson of Blind."""

from typing import TypeAlias

from bot.engine.lesson import (
    LEARNER,
    AnyOf,
    Lesson,
    LessonStep,
    Placeholders,
    PlayerOf,
    Point,
    always,
    can,
    last_of_others,
    last_own,
)
from bot.engine.translatable import N_
from bot.games.blind.events import Returned
from bot.games.blind.moves import Choose, TurnOver
from bot.games.blind.observation import BlindSeen
from bot.games.connecting.events import Played

Step: TypeAlias = LessonStep[BlindSeen]


def _ends(seen: BlindSeen) -> AnyOf:
    return AnyOf(tuple(map(str, sorted(set(seen.layout.ends.shows)))))


def _first(step: Step) -> Placeholders | None:
    can_turn = any(isinstance(each, TurnOver) for each in step.seen.legal)
    return {} if can_turn and not step.seen.layout.laid else None


def _turn(step: Step) -> Placeholders | None:
    can_turn = any(isinstance(each, TurnOver) for each in step.seen.legal)
    return {"pips": _ends(step.seen)} if can_turn and step.seen.layout.laid else None


def _fits_both(step: Step) -> Placeholders | None:
    pending = step.seen.pending
    return {"bone": pending.code} if pending is not None and step.seen.legal else None


def _at_the_back(step: Step, returned: Returned | None) -> Placeholders | None:
    row = step.seen.rows[returned.seat] if returned else ()
    if returned is None or row[-1:] != (returned.bone,):
        return None
    return {"who": PlayerOf(returned.seat), "bone": returned.bone.code}


def _to_the_back(step: Step) -> Placeholders | None:
    returned = last_own(step, Returned)
    return _at_the_back(step, returned) if returned and not returned.bone.double else None


def _double_to_the_back(step: Step) -> Placeholders | None:
    returned = last_own(step, Returned)
    return _at_the_back(step, returned) if returned and returned.bone.double else None


def _other_returned(step: Step) -> Placeholders | None:
    return _at_the_back(step, last_of_others(step, Returned))


def _laid(step: Step) -> Placeholders | None:
    laid = [each for each in step.events if isinstance(each, Played) and each.seat == LEARNER]
    return {"bone": laid[-1].bone.code} if laid else None


BLIND = Lesson(
    (
        Point(N_("Your bones lie face down in a row, and even you don't know them."), can(Choose)),
        Point(N_("{bone} fits both ends, so you choose where it goes."), _fits_both, repeats=True),
        Point(
            N_("{bone} did not fit and lies face down at the back of your row: remember it."),
            _to_the_back,
        ),
        Point(
            N_("{bone} did not fit; as a double, it stays face up at the back of your row."),
            _double_to_the_back,
        ),
        Point(N_("You turn over your front bone, and the first of the round always fits."), _first),
        Point(N_("{bone} fitted, so you could turn over the next bone at once."), _laid),
        Point(
            N_("{who} turned over {bone}, which did not fit: it is at the back of their row."),
            _other_returned,
        ),
        Point(N_("Turn over your front bone: it is laid if one half shows {pips}."), _turn),
        Point(N_("The first player with no bones left in their row wins."), always),
    ),
    deal=107,
)
