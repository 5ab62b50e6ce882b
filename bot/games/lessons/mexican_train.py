"""The lesson of Mexican Train."""

from typing import TypeAlias

from bot.engine.lesson import (
    Condition,
    Lesson,
    LessonStep,
    Placeholders,
    PlayerOf,
    Point,
    always,
    did,
    last_of_others,
    last_own,
)
from bot.engine.translatable import N_
from bot.games.connecting.moves import Play
from bot.games.mexican_train.course import MEXICAN, TrainSeen, train_at
from bot.games.mexican_train.events import Coupled, Stuck

Step: TypeAlias = LessonStep[TrainSeen]
OWN, MARKED = "a", "marked"


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


def _fits(kind: str) -> Condition:
    """Return the condition that a bone fits: the learner's train, the Mexican or a marked one."""

    def condition(step: Step) -> Placeholders | None:
        course = step.seen.tracks.course
        for play in step.seen.legal:
            if isinstance(play, Play):
                train = train_at(play.at, course.terms.seats)
                found = play.at if play.at in (OWN, MEXICAN) else MARKED
                if found == kind and (found == OWN or course.marked >> train & 1):
                    who = PlayerOf(train % course.terms.seats)
                    return {"bone": play.bone.code, "pips": course.ends[train], "who": who}
        return None

    return condition


MEXICAN_TRAIN = Lesson(
    (
        Point(
            N_("You laid a double: cover it with another {pips}, in the same turn."),
            lambda step: _to_cover(step, own=True),
        ),
        Point(
            N_(
                "A double has to be covered first: for now, you can only play a {pips}, on that"
                " double."
            ),
            lambda step: _to_cover(step, own=False),
        ),
        Point(N_("You couldn't play: all may use your train until you play on it."), did(Stuck)),
        Point(N_("{who} couldn't play, so all may use their train."), _other_is_marked),
        Point(N_("Your own train ends in {pips}, so {bone} fits."), _fits(OWN)),
        Point(N_("{bone} fits the Mexican train, which all may use."), _fits(MEXICAN)),
        Point(N_("{bone} fits the train of {who}, which has a marker."), _fits(MARKED)),
        Point(N_("Pips that you still hold when somebody goes out count against you."), always),
    ),
    deal=33,
)
