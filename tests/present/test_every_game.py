"""Every screen of random matches, over the whole catalogue."""

import pytest

from bot.engine.rounds import RoundScored
from bot.games import CATALOGUE
from bot.present.i18n import ENGLISH
from bot.present.screen import Screen
from bot.present.screens.match.hand import hand_screen
from bot.present.screens.match.match_end import match_screen, round_screen
from bot.present.screens.match.table import table_screen
from tests.games.cases import Case, cases
from tests.present.sights import table_info
from tests.present.test_screens import check

MOST = 150
"""The number of plies of a match that are checked, all or every eighth of them."""
every_case = pytest.mark.parametrize(
    ("case", "stride"),
    [
        *((next(cases(rules)), 8) for rules in CATALOGUE),
        *(
            pytest.param(case, 1, marks=pytest.mark.deep)
            for rules in CATALOGUE
            for case in cases(rules)
        ),
    ],
    ids=lambda value: getattr(value, "id", str(value)),
)


def people(case: Case):
    return table_info(*range(1001, 1001 + case.seats), game_id=case.rules.info.id)


def texts(screen: Screen) -> str:
    return "\n".join(part for part in screen.parts if isinstance(part, str))


@every_case
def test_tables_hands_and_ends_of_a_whole_match(case, stride):
    match, who = case.match(), people(case)
    told: list = []
    chapter: list = []
    for ply in match.plies:
        told += [event.for_seat(None) for event in ply.events]
        chapter += [event.for_seat(None) for event in ply.events]
        if any(isinstance(event, RoundScored) for event in ply.events):
            check(round_screen(who, chapter, ENGLISH))
            chapter = []
        seen = match.rules.observe(ply.state, None)
        if not seen.to_act or ply.index >= MOST or ply.index % stride:
            continue
        check(table_screen(who, seen, told, ENGLISH))
        for seat in range(case.seats):
            check(hand_screen(who, match.rules.observe(ply.state, seat), ply.index, ENGLISH, "x"))
        told = []
    seen = match.rules.observe(match.states[match.last], None)
    screen = match_screen(who, seen, ENGLISH)
    check(screen)
    for seat in seen.outcome.winners:
        assert f"<@{1001 + seat}>" in texts(screen).splitlines()[0]
