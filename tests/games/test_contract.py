"""The contract, over every game of the catalogue, set up in every way.

A fast test plays a game with every number of seats and every value of every option; what looks for
hidden pieces takes its time, and is turned on one of these matches. The deep tests turn all checks
on every value with every number of seats: ``BONEYARD_SEEDS=50 make test-all`` plays fifty matches
of each.
"""

import pytest

from bot.games import CATALOGUE
from tests.games import contract, position_contract, secrecy
from tests.games.cases import all_cases, cases
from tests.games.playing import QUICK, THOROUGH, played
from tests.seeds import SEEDS


def checks_of(module):
    return [check for name, check in vars(module).items() if name.startswith("check_")]


def told(value):
    return value.__name__.removeprefix("check_") if callable(value) else value.info.id


CONTRACT = (*checks_of(contract), *checks_of(position_contract))
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
@every_game
def test_contract_at_length(rules, seed):
    for case in all_cases(rules):
        match = played(rules, case.setup, seed, depth=DEPTH)
        for check in (*CONTRACT, *checks_of(secrecy)):
            turn(check, match, f"{case.id}, seed {seed}")


def turn(check, match, called):
    try:
        check(match)
    except BaseException as failure:
        failure.add_note(f"{told(check)}: {called}")
        raise
