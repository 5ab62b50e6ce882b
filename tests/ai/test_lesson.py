from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import pytest

from bot.ai.lesson import LONGEST, LessonChanged, lesson_moment
from bot.domino.bone import Bone
from bot.domino.square import Square
from bot.engine.contract import Move
from bot.engine.lesson import LEARNER, LessonMoment, Piece
from bot.games import CATALOGUE, game
from bot.games.common.events import RoundEndEvent
from bot.games.lessons import LESSONS, lesson
from bot.games.memory.events import TurnedBack
from bot.games.memory.observation import MemorySeen

GAMES = [rules.info.id for rules in CATALOGUE]
Pick = Callable[[tuple[Move, ...]], int]
ANY = Random(7)
PIECES = {"bone", "piece", "one", "other", "left", "right"}
"""The placeholders of sentences that name pieces."""
PICKS: dict[str, Pick] = {
    "first": lambda legal: 0,
    "last": lambda legal: len(legal) - 1,
    "random": lambda legal: ANY.randrange(len(legal)),
}


def played(game_id: str, pick: Pick) -> list[tuple[tuple[int, ...], LessonMoment]]:
    choices: tuple[int, ...] = ()
    moments = []
    while True:
        now = lesson_moment(game(game_id), lesson(game_id), choices)
        moments.append((choices, now))
        if now.is_over:
            return moments
        choices = (*choices, pick(now.seen.legal))


def test_every_game_has_a_lesson():
    assert set(LESSONS) == set(GAMES)
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
    is_round_over = any(isinstance(each, RoundEndEvent) for each in end.events)
    assert is_round_over or taught.moves <= len(made) <= LONGEST
    assert end.point is None
    for _, now in choices:
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


@pytest.mark.parametrize("pick", PICKS)
def test_a_lesson_does_not_end_with_a_bone_that_still_has_to_be_laid(pick):
    _, end = played("blind", PICKS[pick])[-1]
    seen: Any = end.seen
    assert seen.round.pending is None


@pytest.mark.parametrize("game_id", GAMES)
def test_a_lesson_knows_only_what_the_learner_sees(game_id):
    for _, now in played(game_id, PICKS["random"]):
        assert now.seen.seat == LEARNER
        assert all(event.for_seat(LEARNER) == event for event in now.events)


@pytest.mark.parametrize("game_id", GAMES)
def test_the_same_choices_lead_to_the_same_moment(game_id):
    choices, now = played(game_id, PICKS["last"])[-1]
    again = lesson_moment(game(game_id), lesson(game_id), choices)
    one, other = ((each.events, each.point, each.placeholders) for each in (now, again))
    assert one == other


def lying(value: Any) -> set[str]:
    """Return the codes of the pieces in a position; those of Memory only while they lie there."""
    if isinstance(value, MemorySeen):
        back = (each for each in value.history if isinstance(each, TurnedBack))
        shown = [zip(each.places, each.bones, strict=True) for each in back]
        there = {bone.code for each in shown for place, bone in each if value.left[place]}
        return there | lying((value.up, value.pairs[LEARNER]))
    if isinstance(value, Bone | Square):
        return {value.code}
    if isinstance(value, Mapping):
        return lying(tuple(value.values()))
    if isinstance(value, tuple | frozenset):
        return {code for each in value for code in lying(each)}
    fields = getattr(value, "__dataclass_fields__", getattr(value, "__struct_fields__", ()))
    return {code for name in fields if name != "history" for code in lying(getattr(value, name))}


@pytest.mark.parametrize("game_id", GAMES)
def test_a_sentence_names_only_pieces_that_lie_there(game_id):
    """In every answer to each choice of one learner."""
    rules, taught = game(game_id), lesson(game_id)
    for choices, before in played(game_id, PICKS["random"])[:-1]:
        for index in range(len(before.seen.legal)):
            now = lesson_moment(rules, taught, (*choices, index))
            named = [
                value.code if isinstance(value, Piece) else str(value)
                for name, value in now.placeholders.items()
                if name in PIECES
            ]
            seen: Any = now.seen
            assert set(named) <= lying(getattr(seen, "round", seen)), now.point


def test_choices_that_do_not_exist_are_refused():
    rules, taught = game("block"), lesson("block")
    for choices in ((7,), (-1,), (0,) * 20):
        with pytest.raises(LessonChanged):
            lesson_moment(rules, taught, choices)
