import re

import pytest

from bot.games import CATALOGUE, game
from bot.games.lessons import lesson
from bot.present.i18n import ENGLISH
from bot.present.screen import Screen
from bot.present.screens.lesson import LessonId, lesson_screen, version_of
from bot.present.views import view_of
from tests.ai.test_lesson import PICKS, played
from tests.present.sights import offered
from tests.present.test_screens import check

GAMES = [rules.info.id for rules in CATALOGUE]
ANA = 101


def screens(game_id: str, pick: str) -> list[Screen]:
    info, taught = game(game_id).info, lesson(game_id)
    found = []
    for choices, now in played(game_id, PICKS[pick]):
        for piece in (None, *range(len(now.seen.legal) if not now.is_over else 0)):
            at = LessonId(game_id, version_of(info, taught), choices, piece)
            found.append(lesson_screen(info, taught, now, at, ANA, ENGLISH))
    return found


@pytest.mark.parametrize("pick", PICKS)
@pytest.mark.parametrize("game_id", GAMES)
def test_a_lesson_keeps_within_discords_limits(game_id, pick):
    for screen in screens(game_id, pick):
        check(screen)
        ids = [id_ for id_, _ in offered(screen)]
        assert len(set(ids)) == len(ids)
        assert all(id_.startswith("x:learn:") for id_ in ids), "no button of a match is offered"


@pytest.mark.parametrize("game_id", GAMES)
def test_every_legal_move_can_be_chosen(game_id):
    info, taught = game(game_id).info, lesson(game_id)
    version = version_of(info, taught)
    for choices, now in played(game_id, PICKS["first"])[:-1]:
        found: set[str] = set()
        for piece in (None, *range(len(now.seen.legal))):
            at = LessonId(game_id, version, choices, piece)
            found |= {*dict(offered(lesson_screen(info, taught, now, at, ANA, ENGLISH)))}
        view, table = view_of(now.seen)
        for move in now.seen.legal:
            index = now.seen.legal.index(view.offered(move, table))
            assert str(LessonId(game_id, version, (*choices, index))) in found


@pytest.mark.parametrize("game_id", GAMES)
def test_each_screen_teaches_one_sentence_and_the_last_how_a_round_is_won(game_id):
    info, taught = game(game_id).info, lesson(game_id)
    *before, (_, end) = played(game_id, PICKS["first"])
    last = lesson_screen(info, taught, end, LessonId(game_id, ""), ANA, ENGLISH)
    assert f"💡 {info.how_won}" in str(last.parts[0])
    for choices, now in before:
        at = LessonId(game_id, version_of(info, taught), choices)
        head = lesson_screen(info, taught, now, at, ANA, ENGLISH).parts[0]
        (line,) = [each for each in str(head).splitlines() if each.startswith("💡")]
        assert len(re.findall(r"\.(?: |$)", line)) == 1


def test_a_sentence_about_an_end_says_which_and_secret_choices_are_told_once_shown():
    cross, blind = (
        [str(each.parts[0]) for each in screens(game_id, "first")]
        for game_id in ("maltese-cross", "blind")
    )
    assert any("its own double" in head and ": E takes only 5-5." in head for head in cross)
    assert any("Everybody has chosen" in head.splitlines() for head in blind)


@pytest.mark.parametrize(
    ("game_id", "plans"), [("block", True), ("squares", True), ("blind", False)]
)
def test_the_end_says_how_to_plan_where_that_is_possible(game_id, plans):
    end = str([*screens(game_id, "first")][-1].parts[0])
    assert ("press Plan in your hand" in end) == plans
