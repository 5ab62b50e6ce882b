"""Every screen of matches played by chance, over the whole catalogue."""

from __future__ import annotations

import pytest

from bot.engine.rounds import RoundScored
from bot.games import CATALOGUE
from bot.games.moves import Play
from bot.present.choosing import named_move
from bot.present.ending import match_screen, round_screen
from bot.present.hand import hand_screen
from bot.present.lobby import Lobby, lobby_screen
from bot.present.screen import Screen
from bot.present.table import table_screen
from bot.present.words import ENGLISH
from tests.games.cases import Case, cases
from tests.present.sights import company
from tests.present.test_screens import check

CASES = [case for rules in CATALOGUE for case in cases(rules)]
every_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)


def people(case: Case):
    return company(*range(1001, 1001 + case.seats), game_id=case.rules.info.id)


def texts(screen: Screen) -> str:
    return "\n".join(part for part in screen.parts if isinstance(part, str))


@every_case
def test_tables_and_hands_of_a_whole_match(case):
    match, who = case.match(), people(case)
    told: list = []
    for ply in match.plies[:150]:
        told += [event.for_seat(None) for event in ply.events]
        if not match.rules.observe(ply.state, None).to_act:
            continue
        check(table_screen(who, match.rules.observe(ply.state, None), told, ENGLISH))
        for seat in range(case.seats):
            check(hand_screen(who, match.rules.observe(ply.state, seat), ply.index, ENGLISH, "x"))
        told = []


@every_case
def test_the_end_of_every_round_and_of_the_match(case):
    match, who = case.match(), people(case)
    chapter: list = []
    for ply in match.plies:
        chapter += [event.for_seat(None) for event in ply.events]
        if any(isinstance(event, RoundScored) for event in ply.events):
            screen = round_screen(who, chapter, ENGLISH)
            check(screen)
            chapter = []
    seen = match.rules.observe(match.states[match.last], None)
    screen = match_screen(who, seen, "f" * 64, ["1", "2"], ENGLISH)
    check(screen)
    for seat in seen.outcome.winners:
        assert f"<@{1001 + seat}>" in texts(screen).splitlines()[0]


@pytest.mark.parametrize("rules", CATALOGUE, ids=lambda rules: rules.info.id)
def test_a_lobby_shows_the_games_own_table(rules):
    who = company(*range(1001, 1001 + rules.info.max_seats), game_id=rules.info.id)
    screen = lobby_screen(Lobby(who, "0" * 64, ("casual", "steady"), None), ENGLISH)

    check(screen)
    assert screen.pictures[0].paint().startswith(b"\x89PNG")


@pytest.mark.parametrize("rules", CATALOGUE, ids=lambda rules: rules.info.id)
def test_every_move_has_a_name(rules):
    """A lead is just its bone; any other move is told in words, or a place in capitals."""
    for case in cases(rules):
        for state in case.match().states[:300]:
            for seat in range(case.seats):
                seen = rules.observe(state, seat)
                nameless = [
                    move.code
                    for move in seen.legal
                    if named_move(move, seen, ENGLISH) == move.code
                    and not (isinstance(move, Play) and not move.at)
                ]
                assert not nameless
