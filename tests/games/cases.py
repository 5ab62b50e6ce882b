"""Every way a game can be set up that is worth a test: seat counts and values of options."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from bot.engine.contract import GameInfo, Rules, Setup
from bot.engine.options import OFF_ON, ON, Option, OptionValue
from bot.engine.seating import prepare
from tests.games.playing import Match, played

Options = tuple[tuple[str, OptionValue], ...]


@dataclass(frozen=True)
class Case:
    """A game, a number of seats and the options that differ from the default."""

    rules: Rules[Any]
    seats: int
    options: Options

    @property
    def id(self) -> str:
        """What pytest calls it."""
        options = (f"{key}={value}" for key, value in self.options)
        return "-".join((self.rules.info.id, str(self.seats), *options))

    @property
    def setup(self) -> Setup:
        """The setup before the first shuffle."""
        return prepare(self.rules.info, self.seats, dict(self.options))

    @cache  # noqa: B019 - the cases live as long as the tests
    def match(self, seed: int = 0) -> Match:
        """A match by chance, played once for all checks."""
        return played(self.rules, self.setup, seed)


def cases(rules: Rules[Any]) -> Iterator[Case]:
    """Few setups that together have every number of seats and every value of every option.

    The first one has the fewest seats and the defaults.
    """
    counts, info = _counts(rules.info), rules.info
    offered = {option.key: (option.default, *_others(option)) for option in info.options}
    for at in range(max(len(counts), *map(len, offered.values()), 1)):
        seats = counts[at % len(counts)]
        picked = {key: each[at % len(each)] for key, each in offered.items()}
        unusual = {o.key: picked[o.key] for o in info.options if picked[o.key] != o.default}
        yield Case(rules, seats, tuple({**unusual, **dict(needed_for(rules, seats))}.items()))


def all_cases(rules: Rules[Any]) -> Iterator[Case]:
    """Every seat count with every value of every option, one at a time; of a number its limits."""
    for seats in _counts(rules.info):
        needed = dict(needed_for(rules, seats))
        yield Case(rules, seats, tuple(needed.items()))
        for option in rules.info.options:
            for value in dict.fromkeys((*_others(option), *(option.limits or ()))):
                if option.key not in needed and value != option.default:
                    yield Case(rules, seats, (*needed.items(), (option.key, value)))


def needed_for(rules: Rules[Any], seats: int) -> Options:
    """What must be agreed for so many to play: nothing, or one option."""
    return tuple((option.key, ON) for option in rules.info.options if seats in option.admits)


def _counts(info: GameInfo) -> range:
    return range(info.min_seats, info.max_seats + 1)


def _others(option: Option) -> list[OptionValue]:
    offered = OFF_ON if option.kind == "flag" else option.choices
    return [value for value in offered if value != option.default]
