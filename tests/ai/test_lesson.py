"""Lessons: every game has one, which can be played to its end whatever the learner chooses."""

from collections.abc import Callable
from random import Random

import pytest

from bot.ai.lesson import LessonChanged, lesson_moment
from bot.engine.contract import Move
from bot.engine.lesson import LEARNER, LessonMoment
from bot.games import CATALOGUE, game
from bot.games.common.events import RoundEndEvent
from bot.games.lessons import LESSONS, lesson

GAMES = [rules.info.id for rules in CATALOGUE]
Pick = Callable[[tuple[Move, ...]], int]
ANY = Random(7)
PICKS: dict[str, Pick] = {
    "first": lambda legal: 0,
    "last": lambda legal: len(legal) - 1,
    "random": lambda legal: ANY.randrange(len(legal)),
}


def played(game_id: str, pick: Pick) -> list[tuple[tuple[int, ...], LessonMoment]]:
    """Play a lesson to its end; return its moments, each with the choices that led to it."""
    choices: tuple[int, ...] = ()
    moments = []
    while True:
        now = lesson_moment(game(game_id), lesson(game_id), choices)
        moments.append((choices, now))
        if now.is_over:
            return moments
        choices = (*choices, pick(now.seen.legal))


def test_every_game_has_a_lesson():
    assert list(LESSONS) == GAMES
    for rules in CATALOGUE:
        info, seats = rules.info, lesson(rules.info.id).seats
        assert info.min_seats <= seats <= info.max_seats


@pytest.mark.parametrize("pick", PICKS)
@pytest.mark.parametrize("game_id", GAMES)
def test_a_lesson_comes_to_its_end_with_a_sentence_at_every_step(game_id, pick):
    moments = played(game_id, PICKS[pick])
    *choices, (made, end) = moments
    taught = lesson(game_id)
    assert all(now.seen.legal and not now.is_over for _, now in choices)
    assert len(made) == taught.moves or any(isinstance(e, RoundEndEvent) for e in end.events)
    for _, now in moments:
        assert now.point in taught.points
        sentence = now.point.sentence.format_map(dict(now.placeholders))
        assert sentence.endswith(".")
        assert "{" not in sentence


@pytest.mark.parametrize("game_id", GAMES)
def test_whoever_plays_well_learns_something_new_in_most_steps(game_id):
    rules = game(game_id)
    moments = played(game_id, lambda legal: 0)
    assert len(moments) > 4
    assert len({id(now.point) for _, now in moments}) > len(moments) // 2, rules.info.name


@pytest.mark.parametrize("game_id", GAMES)
def test_a_lesson_knows_only_what_the_learner_sees(game_id):
    for _, now in played(game_id, PICKS["random"]):
        assert now.seen.seat == LEARNER
        assert all(event.for_seat(LEARNER) == event for event in now.events)


@pytest.mark.parametrize("game_id", GAMES)
def test_the_same_choices_lead_to_the_same_moment(game_id):
    choices, now = played(game_id, PICKS["last"])[-1]
    again = lesson_moment(game(game_id), lesson(game_id), choices)
    assert (again.events, again.point, again.placeholders) == (
        now.events,
        now.point,
        now.placeholders,
    )


def test_choices_that_do_not_exist_are_refused():
    rules, taught = game("block"), lesson("block")
    for choices in ((7,), (-1,), (0,) * 20):
        with pytest.raises(LessonChanged):
            lesson_moment(rules, taught, choices)
