"""The contract, over every game of the catalogue, set up in every way.

A fast test plays a game with every number of seats and every value of every option; what looks for
hidden pieces takes its time, and is turned on one of these matches. The deep tests turn all checks
on every value with every number of seats: ``BONEYARD_SEEDS=50 make test-all`` plays fifty matches
of each. Two games with a double-nine set are a definition and a line in the catalogue each, and
every game plays its golden playthrough.
"""

from dataclasses import replace

import pytest

from bot.domino.bone import double_n
from bot.engine.match_formats import RaceTo
from bot.engine.rounds import Rounds
from bot.engine.seating import prepare
from bot.games import CATALOGUE
from bot.games.classic import CLASSIC
from bot.games.connecting.leading import last_winner_or_lot
from bot.games.connecting.rules import Connecting
from bot.games.duos import DUOS, score
from bot.present.scenes import hand_scene, table_scene
from renderers.paint import render
from tests.games import contract, planning, secrecy
from tests.games.cases import all_cases, cases
from tests.games.golden import FOLDER, path, playthrough
from tests.games.playing import QUICK, THOROUGH, played
from tests.made_up_games import CROWDED, PAIRED
from tests.seeds import SEEDS


def checks_of(module):
    return [check for name, check in vars(module).items() if name.startswith("check_")]


def told(value):
    return value.__name__.removeprefix("check_") if callable(value) else value.info.id


CONTRACT = [*checks_of(contract), *checks_of(planning)]
DEPTH = THOROUGH if len(SEEDS) > 1 else QUICK
"""How much of each match the deep tests examine: with a single seed there is little time."""
every_game = pytest.mark.parametrize("rules", CATALOGUE, ids=told)


@every_game
@pytest.mark.parametrize("check", CONTRACT, ids=told)
def test_contract(rules, check):
    for case in cases(rules):
        turn(check, case.match(), case.id)


@every_game
@pytest.mark.parametrize("check", checks_of(secrecy), ids=told)
def test_secrecy(rules, check):
    several = list(cases(rules))
    case = several[min(1, len(several) - 1)]
    turn(check, case.match(), case.id)


@pytest.mark.deep
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(
    ("rules", "seats"),
    [
        pytest.param(rules, seats, id=f"{rules.info.id}-{seats}")
        for rules in CATALOGUE
        for seats in range(rules.info.min_seats, rules.info.max_seats + 1)
    ],
)
def test_contract_at_length(rules, seats, seed):
    for case in (each for each in all_cases(rules) if each.seats == seats):
        match = played(rules, case.setup, seed, depth=DEPTH)
        for check in (*CONTRACT, *checks_of(secrecy)):
            turn(check, match, f"{case.id}, seed {seed}")


def turn(check, match, called):
    try:
        check(match)
    except BaseException as failure:
        failure.add_note(f"{told(check)}: {called}")
        raise


DOUBLE_NINE = double_n(9)
INFO = replace(DUOS.info, id="cuban", name="Cuban dominoes", examples=())
PAIRS = Connecting(
    info=INFO,
    bones=lambda _: DOUBLE_NINE,
    hand_size=lambda _: 10,
    lead=last_winner_or_lot,
    score=score,
)
CUBAN = Rounds(PAIRS, RaceTo(lambda _: 150))
"""Two against two, with ten bones each and fifteen out of play."""
assert isinstance(CLASSIC.game, Connecting)
SPINNING = replace(CLASSIC, game=replace(CLASSIC.game, bones=lambda _: DOUBLE_NINE))
"""With ten doubles that may branch."""


@pytest.mark.parametrize(
    ("rules", "seats"),
    [(CUBAN, 4), (SPINNING, 2), (CROWDED, 8)],
    ids=["cuban", "classic", "eight seats"],
)
def test_a_match_with_a_double_nine_set(rules, seats):
    match = played(rules, prepare(rules.info, seats, {}))
    assert len(contract.all_pieces(rules, match.states[-1])) == 55
    for check in (*CONTRACT, *checks_of(secrecy)):
        check(match)
    for state in match.states[:: len(match.states) // 8]:
        seen = rules.observe(state, 0)
        assert render(table_scene(seen), width=400)
        assert render(hand_scene(seen), width=400)


@pytest.mark.parametrize("pairs", ["on", "off"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_match_whose_pairs_depend_on_seats_and_an_option(seats, pairs):
    match = played(PAIRED, prepare(PAIRED.info, seats, {"pairs": pairs}))
    expected = ((0, 2), (1, 3)) if seats == 4 and pairs == "on" else ()
    assert match.setup.partnerships == expected
    for check in (*CONTRACT, *checks_of(secrecy)):
        check(match)


@every_game
def test_playthrough(rules):
    assert playthrough(rules).splitlines() == path(rules).read_text("utf-8").splitlines()


def test_there_is_a_playthrough_of_every_game_and_of_no_other():
    assert set(FOLDER.glob("*.txt")) == {path(rules) for rules in CATALOGUE}
