"""The contract, over every game of the catalogue and the test game, set up in every way."""

import os

import pytest

import tests.games.boards  # - says how a deal of Double Double Dominoes is told again
import tests.games.grids  # - of Memory
import tests.games.matching  # - of the squares that are only matched
import tests.games.rows  # - of Blind
import tests.games.squared  # - of Domino Squares
import tests.games.vanishing  # noqa: F401 - of Solitaire
from bot.games import CATALOGUE
from tests.games import contract, secrecy
from tests.games.cases import all_cases, cases
from tests.games.playing import played
from tests.games.toy import TOY, TOY_IN_PAIRS

GAMES = (*CATALOGUE, TOY, TOY_IN_PAIRS)
CASES = [case for rules in GAMES for case in cases(rules)]
ALL_CASES = [case for rules in GAMES for case in all_cases(rules)]
SEEDS = int(os.environ.get("BONEYARD_SEEDS", "2"))
"""Matches of each way to set a game up, in the long run; more of them take longer."""
CHECKS = [
    check
    for module in (contract, secrecy)
    for name, check in vars(module).items()
    if name.startswith("check_")
]


def told(check):
    return check.__name__.removeprefix("check_")


@pytest.mark.parametrize("check", CHECKS, ids=told)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_contract(case, check):
    check(case.match())


@pytest.mark.long
@pytest.mark.parametrize("case", ALL_CASES, ids=lambda case: case.id)
def test_contract_at_length(case):
    for seed in range(1, 1 + SEEDS):
        match = played(case.rules, case.setup, seed)
        for check in CHECKS:
            check(match)
