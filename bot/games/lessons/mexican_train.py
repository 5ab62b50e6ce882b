"""The lesson of Mexican Train."""

from typing import TypeAlias

from bot.engine.lesson import (
    LEARNER,
    Lesson,
    LessonStep,
    Placeholders,
    PlayerOf,
    Point,
    always,
    last_of_others,
    last_own,
)
from bot.engine.translatable import N_
from bot.games.connecting.moves import Play
from bot.games.mexican_train.events import Coupled, Stuck
from bot.games.mexican_train.moves import MEXICAN, train_at
from bot.games.mexican_train.observation import TrainSeen

Step: TypeAlias = LessonStep[TrainSeen]


def _i_am_marked(step: Step) -> Placeholders | None:
    is_marked = step.seen.tracks.course.marked >> LEARNER & 1
    return {} if is_marked and last_own(step, Stuck) else None


def _other_is_marked(step: Step) -> Placeholders | None:
    stuck = last_of_others(step, Stuck)
    is_marked = stuck and step.seen.tracks.course.marked >> stuck.seat & 1
    return {"who": PlayerOf(stuck.seat)} if stuck and is_marked else None


def _to_cover(step: Step, *, own: bool) -> Placeholders | None:
    course, laid = step.seen.tracks.course, last_own(step, Coupled)
    is_own = laid is not None and laid.opens
    if not course.opened or is_own != own:
        return None
    return {"pips": course.ends[course.opened[0]]}


def _plays(step: Step, name: str) -> list[Play]:
    return [each for each in step.seen.legal if isinstance(each, Play) and each.at == name]


def _on_own(step: Step) -> Placeholders | None:
    for play in _plays(step, "a"):
        return {"bone": play.bone.code, "pips": step.seen.tracks.course.ends[LEARNER]}
    return None


def _on_mexican(step: Step) -> Placeholders | None:
    return next(({"bone": play.bone.code} for play in _plays(step, MEXICAN)), None)


def _on_marked(step: Step) -> Placeholders | None:
    for play in step.seen.legal:
        if isinstance(play, Play) and play.at not in ("a", MEXICAN):
            owner = train_at(play.at, step.seen.setup.seat_count)
            return {"bone": play.bone.code, "who": PlayerOf(owner)}
    return None


MEXICAN_TRAIN = Lesson(
    (
        Point(
            N_("You laid a double: cover it with another {pips}, in the same turn."),
            lambda step: _to_cover(step, own=True),
        ),
        Point(
            N_("A double waits to be covered, so for now only a {pips} can be played, on it."),
            lambda step: _to_cover(step, own=False),
        ),
        Point(N_("You couldn't play: all may use your train until you play on it."), _i_am_marked),
        Point(N_("{who} couldn't play, so all may use their train."), _other_is_marked),
        Point(N_("Your own train ends in {pips}, so {bone} fits."), _on_own),
        Point(N_("{bone} fits the Mexican train, which all may use."), _on_mexican),
        Point(N_("{bone} fits the train of {who}, which has a marker."), _on_marked),
        Point(N_("Pips that you still hold when somebody is out count against you."), always),
    ),
    deal=33,
)
