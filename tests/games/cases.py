"""Every way a game can be set up that is worth a test: seat counts and values of options."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from bot.engine.contract import GameInfo, Rules, Setup
from bot.engine.errors import WrongSeats
from bot.engine.options import OFF_ON
from bot.engine.seating import prepare
from tests.games.playing import Match, played


@dataclass(frozen=True)
class Case:
    """A game, a number of seats and the options that differ from the default."""

    rules: Rules[Any]
    seats: int
    options: tuple[tuple[str, str | int], ...]

    @property
    def id(self) -> str:
        """What pytest calls it."""
        return "-".join(
            (
                self.rules.info.id,
                str(self.seats),
                *(f"{key}={value}" for key, value in self.options),
            )
        )

    @property
    def setup(self) -> Setup:
        """The setup before the first shuffle."""
        return prepare(self.rules.info, self.seats, dict(self.options))

    @cache  # noqa: B019 - the cases live as long as the tests
    def match(self, seed: int = 0) -> Match:
        """A match by chance, played once for all checks."""
        return played(self.rules, self.setup, seed)


def cases(rules: Rules[Any]) -> Iterator[Case]:
    """Every seat count with the defaults, and every other value of every option once."""
    counts = _counts(rules)
    for seats in counts:
        yield Case(rules, seats, needed_for(rules, seats))
    for at, (key, value) in enumerate(values(rules.info)):
        seats = counts[at % len(counts)]
        yield Case(rules, seats, _with(needed_for(rules, seats), key, value))


def all_cases(rules: Rules[Any]) -> Iterator[Case]:
    """Every seat count with every value of every option."""
    for seats in _counts(rules):
        needed = needed_for(rules, seats)
        yield Case(rules, seats, needed)
        for key, value in values(rules.info):
            if key not in dict(needed):
                yield Case(rules, seats, _with(needed, key, value))


def _counts(rules: Rules[Any]) -> range:
    return range(rules.info.min_seats, rules.info.max_seats + 1)


def _with(
    options: tuple[tuple[str, str | int], ...], key: str, value: str | int
) -> tuple[tuple[str, str | int], ...]:
    return tuple({**dict(options), key: value}.items())


def needed_for(rules: Rules[Any], seats: int) -> tuple[tuple[str, str | int], ...]:
    """What must be agreed for so many to play: nothing, or one option."""
    for options in ((), *(((key, value),) for key, value in values(rules.info))):
        try:
            rules.start(prepare(rules.info, seats, dict(options)))
        except WrongSeats:
            continue
        return options
    raise AssertionError(f"{rules.info.name} says it is for {seats}, and it is not")


def values(info: GameInfo) -> Iterator[tuple[str, str | int]]:
    """Every value of every option that is not its default; of a number the limits, too."""
    for option in info.options:
        offered = OFF_ON if option.kind == "flag" else option.choices
        for value in dict.fromkeys((*offered, *(option.limits or ()))):
            if value != option.default:
                yield option.key, value
