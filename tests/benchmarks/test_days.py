import pytest

from benchmarks.days.carried_out import extra_milliseconds
from benchmarks.days.matches import lasting
from benchmarks.days.people import DAY, HOUR, Habits
from benchmarks.days.report import Line, durations, text
from benchmarks.days.tables import Table, default_lengths, every, seat_counts
from bot.engine.game_info import Length
from bot.games import CATALOGUE
from bot.model.durations import read_durations


@pytest.mark.parametrize("game", ["draw", "memory", "squares-block"])
def test_people_finish_matches_by_what_their_screens_offer(game):
    two = [
        lasting(Table(game, 2, Length.ROUND if game == "draw" else Length.FULL), 2, "seed")
        for _ in range(2)
    ]
    assert two[0] == two[1]
    for each in two[0]:
        assert 0 < each.days < 20
        assert each.requests > each.messages > 2
        assert each.decisions > 2
        assert each.looks > 2


def test_those_who_look_more_often_are_done_sooner():
    tables = (Table("draw", 4, Length.SHORT, kind=kind) for kind in ("eager", "rare"))
    days = [Line(each, lasting(each, 4, "seed")).median("days") for each in tables]
    assert days[0] < days[1] / 2


def test_only_waking_hours_count():
    habits = Habits(awake=16)
    morning, evening = 8 * HOUR, 23 * HOUR
    assert habits.later(morning, evening, HOUR / 2) == evening + HOUR / 2
    assert habits.later(morning, evening, 2 * HOUR) == morning + DAY + HOUR
    assert habits.later(morning, 3 * HOUR + DAY, HOUR) == morning + DAY + HOUR
    assert habits.later(morning, evening, 32 * HOUR) == evening + 2 * DAY
    assert [habits.is_awake(morning, at * HOUR) for at in (7, 9, 23, 25)] == [
        *(False, True, True, False)
    ]


def test_every_number_of_people_has_a_default_length():
    for rules in CATALOGUE:
        for seats in seat_counts(rules.info):
            assert default_lengths()[rules.info.id, seats] in rules.info.lengths


def test_the_table_for_lobbies_has_the_days_of_those_who_plan_nothing():
    tables = [each for each in every(["usual"], ["star"]) if each.length is Length.ROUND]
    lines = [Line(each, lasting(each, 1, "seed")) for each in tables]
    found = read_durations(durations(lines))
    days = lines[0].median("days")
    assert found == {"star": {(4, Length.ROUND): pytest.approx(days, abs=0.01)}}
    assert len(text(lines).splitlines()) == 1 + len(lines) == 4


def test_plans_take_four_taps_and_save_days_and_messages():
    plain, planned = (
        Line(each, lasting(each, 6, "seed"))
        for each in (Table("duos", 4, Length.SHORT), Table("duos", 4, Length.SHORT, planned=3))
    )
    assert planned.median("days") < plain.median("days") / 2
    assert planned.median("messages") < plain.median("messages") * 0.7
    assert planned.median("taps") == 4


def test_a_planned_move_is_timed_beside_others():
    assert extra_milliseconds(12) < 50
