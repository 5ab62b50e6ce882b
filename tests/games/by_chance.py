from typing import Any

import pytest

from bot.engine.contract import Rules
from tests.games.cases import all_cases, cases
from tests.games.playing import played


def by_chance(
    *games: Rules[Any, Any], seeds: int = 8, others: int = 2, without: str = ""
) -> pytest.MarkDecorator:
    """Parametrize ``match``: one match of every seat count, and of every value of every option.

    The deep tests add as many ``others`` of every value at every seat count, the longest ones, and
    as many ``seeds`` with the defaults. ``without`` names an option that stays at its default.
    """
    params = []
    for rules in games:
        usual = list(cases(rules))
        for case in all_cases(rules):
            if without in dict(case.options):
                continue
            for seed in range(seeds if case in usual[: _counts(rules)] else others):
                few = case in usual and not seed and ("target", 1000) not in case.options
                marks = () if few else (pytest.mark.deep,)
                params.append(pytest.param((case, seed), id=f"{case.id}-{seed}", marks=marks))
    return pytest.mark.parametrize("match", params, indirect=True, scope="module")


def _counts(rules: Rules[Any, Any]) -> int:
    return rules.info.max_seats - rules.info.min_seats + 1


@pytest.fixture(scope="module")
def match(request: pytest.FixtureRequest):
    case, seed = request.param
    return played(case.rules, case.setup, seed) if seed else case.match()
