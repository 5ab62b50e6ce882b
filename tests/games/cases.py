from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest

from bot.engine.contract import Setup
from bot.engine.errors import WrongSeats
from bot.engine.game_info import GameInfo
from bot.engine.options import OFF_ON, ON, Option, OptionValue
from bot.engine.rules import Rules
from bot.engine.seating import prepare
from tests.games.playing import Match, played

Options = tuple[tuple[str, OptionValue], ...]


@dataclass(frozen=True)
class Case:
    rules: Rules[Any, Any]
    seats: int
    options: Options

    @property
    def id(self) -> str:
        options = (f"{key}={value}" for key, value in self.options)
        return "-".join((self.rules.info.id, str(self.seats), *options))

    @property
    def setup(self) -> Setup:
        return prepare(self.rules.info, self.seats, dict(self.options))

    @cache  # noqa: B019 - the cases live as long as the tests
    def match(self, seed: int = 0) -> Match:
        return played(self.rules, self.setup, seed)


def cases(rules: Rules[Any, Any]) -> Iterator[Case]:
    """Yield a few set-ups that together have every number of seats and every option value. The
    first has the fewest seats and the defaults."""
    counts, info = _counts(rules.info), rules.info
    offered = {option.key: (option.default, *_others(option)) for option in info.options}
    for at in range(max(len(counts), *map(len, offered.values()), 1)):
        seats = counts[at % len(counts)]
        picked = {key: each[at % len(each)] for key, each in offered.items()}
        unusual = {o.key: picked[o.key] for o in info.options if picked[o.key] != o.default}
        agreeing = {
            option.key: unusual[option.key]
            for option in info.options
            if option.key in unusual and option.agrees(unusual[option.key], picked)
        }
        yield Case(rules, seats, tuple({**agreeing, **dict(needed_for(rules, seats))}.items()))


def all_cases(rules: Rules[Any, Any]) -> Iterator[Case]:
    """Yield every seat count with every option value, one at a time; of numbers, their limits,
    unless the game refuses them for that many players."""
    for seats in _counts(rules.info):
        needed = dict(needed_for(rules, seats))
        yield Case(rules, seats, tuple(needed.items()))
        for option in rules.info.options:
            for value in dict.fromkeys((*_others(option), *(option.limits or ()))):
                if option.key not in needed and value != option.default:
                    others = {
                        **needed,
                        **dict([option.needs[value]] if value in option.needs else []),
                    }
                    case = Case(rules, seats, (*others.items(), (option.key, value)))
                    if _is_possible(case):
                        yield case


def _is_possible(case: Case) -> bool:
    with suppress(WrongSeats):
        case.rules.start(case.setup)
        return True
    return False


def needed_for(rules: Rules[Any, Any], seats: int) -> Options:
    return tuple((option.key, ON) for option in rules.info.options if seats in option.admits)


def _counts(info: GameInfo) -> range:
    return range(info.min_seats, info.max_seats + 1)


def _others(option: Option) -> list[OptionValue]:
    offered = OFF_ON if option.kind == "flag" else option.choices
    return [value for value in offered if value != option.default]


def by_chance(
    *games: Rules[Any, Any], seeds: int = 8, others: int = 2, without: str = ""
) -> pytest.MarkDecorator:
    """Parametrize ``match``: one match of every seat count, and of every value of every option. The
    deep tests add as many ``others`` of every value at every seat count, the longest ones, and as
    many ``seeds`` with the defaults. ``without`` names an option that stays at its default."""
    params = []
    for rules in games:
        usual = list(cases(rules))
        for case in all_cases(rules):
            if without in dict(case.options):
                continue
            for seed in range(seeds if case in usual[: len(_counts(rules.info))] else others):
                few = case in usual and not seed and ("target", 1000) not in case.options
                marks = () if few else (pytest.mark.deep,)
                params.append(pytest.param((case, seed), id=f"{case.id}-{seed}", marks=marks))
    return pytest.mark.parametrize("match", params, indirect=True, scope="module")


@pytest.fixture(scope="module")
def match(request: pytest.FixtureRequest):
    case, seed = request.param
    return played(case.rules, case.setup, seed) if seed else case.match()
