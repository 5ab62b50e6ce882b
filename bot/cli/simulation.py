"""Matches between computers, each given only what its seat sees, and their results as text."""

import hashlib
import json
import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.ai import Player, player
from bot.cli.errors import CannotDo
from bot.engine.chance import MatchRandomness
from bot.engine.contract import NATURE, Actor, Lot, Move, Outcome, Rng, Seat, Setup, Shuffle
from bot.engine.errors import WrongSeats
from bot.engine.game_info import GameInfo, Length
from bot.engine.record import Entry, Record
from bot.engine.replay import find
from bot.engine.rounds import RoundScored
from bot.engine.rules import Rules
from bot.engine.seating import prepare
from bot.games import game
from bot.games.common.events import RoundEndEvent
from bot.games.names import named

LENGTH = "length"
"""Stands for the options that make a length."""


@dataclass(frozen=True, slots=True)
class Series:
    """Matches to be played: the same seed gives the same ones."""

    rules: Rules[Any, Any]
    setup: Setup
    levels: tuple[str, ...]
    """One per seat."""
    seed: str
    info: GameInfo
    """The game, or the preset that is played."""

    def play(self, number: int) -> "Simulated":
        secret = hashlib.sha256(f"{self.seed}/{number}".encode()).digest()
        chance = MatchRandomness(secret, ())
        rng = random.Random(secret)  # noqa: S311 - the result must be reproducible
        players = [player(level) for level in self.levels]
        rules, state = self.rules, self.rules.start(self.setup)
        log: list[Entry] = []
        ends: list[str] = []
        rounds = ordinal = 0
        while due := rules.to_act(state):
            actor: Actor
            if isinstance(due, Shuffle | Lot):
                actor, move = NATURE, chance.answer(due, ordinal)
                ordinal += 1
            else:
                actor = min(due)
                move = self._chosen(players[actor], state, actor, rng)
            step = rules.apply(state, actor, move)
            state = step.state
            log.append((actor, move.code))
            rounds += sum(isinstance(event, RoundScored) for event in step.events)
            ends += [event.reason for event in step.events if isinstance(event, RoundEndEvent)]
        outcome = rules.outcome(state)
        if outcome is None:
            raise RuntimeError(f"{rules.info.id} stopped without an outcome")
        return Simulated(number, self._record(log), outcome, rounds, tuple(ends))

    def _chosen(self, computer: Player, state: object, seat: Seat, rng: Rng) -> Move:
        seen = self.rules.observe(state, seat)
        if len(seen.legal) == 1:
            only: Move = seen.legal[0]
            return only
        return find(self.rules, state, seat, computer.choose(self.rules, seen, rng))

    def _record(self, log: Sequence[Entry]) -> Record:
        info, setup = self.info, self.setup
        options, seats = setup.options, len(setup.seats)
        return Record(info.id, info.rules, seats, options, tuple(log), preset=info.preset)


@dataclass(frozen=True, slots=True)
class Simulated:
    number: int
    """Counted from 1."""
    record: Record
    outcome: Outcome
    rounds: int
    ends: tuple[str, ...]
    """The reason for the end of each round, in a word."""

    @property
    def plies(self) -> int:
        return len(self.record.log)


def series(
    key: str, *, seats: int | None, levels: Sequence[str], options: Sequence[str], seed: str
) -> Series:
    """Check what is to be simulated and return it.

    ``key`` is the id of a game or preset, ``seats`` the smallest number that can play unless given,
    ``levels`` one for all or one for each seat, and ``options`` are written ``key=value``. Raises
    :class:`CannotDo` or one of the engine's refusals.
    """
    info = named(key)
    rules = game(info.id)
    setup = _setup(rules, seats, _made(info, dict(map(_pair, options))))
    count = len(setup.seats)
    if len(levels) not in {1, count}:
        raise CannotDo(f"there are {count} seats and {len(levels)} levels; give one, or one a seat")
    for level in levels:
        player(level)
    return Series(rules, setup, tuple(levels) * (count if len(levels) == 1 else 1), seed, info)


def _setup(rules: Rules[Any, Any], seats: int | None, options: Mapping[str, object]) -> Setup:
    """Return the setup; without ``seats`` it is for the fewest that these options allow."""
    low, high = rules.info.min_seats, rules.info.max_seats
    tried = range(low, high + 1) if seats is None else (seats,)
    for count in tried:
        setup = prepare(rules.info, count, options)
        try:
            rules.start(setup)
        except WrongSeats:
            if count == tried[-1]:
                raise
        else:
            return setup
    raise AssertionError("no number of seats was tried")


def _made(info: GameInfo, given: Mapping[str, str]) -> Mapping[str, object]:
    """Return the options with those of the ``length`` among them, if one is given."""
    lengths = {each.value: values for each, values in info.lengths.items()}
    length = given.get(LENGTH, Length.FULL.value)
    if length not in lengths:
        raise CannotDo(f"{info.name} has no length “{length}”; there are: {', '.join(lengths)}")
    own = {key: each for key, each in given.items() if key != LENGTH}
    if not info.preset:
        return {**lengths[length], **own}
    for key, value in info.default_options.items():
        if key not in lengths[length] and own.get(key, str(value)) != str(value):
            raise CannotDo(
                f"{info.name} sets “{key}” to {value}; to choose it, give the game: {info.id}"
            )
    return {**info.default_options, **lengths[length], **own}


def _pair(option: str) -> tuple[str, str]:
    key, separator, value = option.partition("=")
    if not separator:
        raise CannotDo(f"“{option}” is not written key=value")
    return key.strip(), value.strip()


def match_text(played: Simulated) -> str:
    score = " : ".join(map(str, played.outcome.points))
    winners = played.outcome.winners
    won = f"seat{'s' * (len(winners) != 1)} {', '.join(map(str, winners)) or '–'}"
    size = f"{_count(played.rounds, 'round')}, {_count(played.plies, 'ply', 'plies')}"
    return f"match {played.number}: won by {won}, {score}, {size}"


def record_text(record: Record, *, alone: bool) -> str:
    """Return a record as text for a file: readable if it is ``alone``, otherwise in one line."""
    text = record.dump()
    return text if alone else json.dumps(json.loads(text), ensure_ascii=False) + "\n"


class Tally:
    def __init__(self, series: Series) -> None:
        self._series = series
        self._wins: Counter[int] = Counter()
        self._ends: Counter[str] = Counter()
        self._matches = self._plies = 0
        self._seconds = 0.0

    def add(self, played: Simulated, seconds: float) -> None:
        self._wins.update(played.outcome.winners)
        self._ends.update(played.ends)
        self._matches += 1
        self._plies += played.plies
        self._seconds += seconds

    def text(self) -> Iterator[str]:
        """Yield wins by seat and by level, how rounds ended, and the speed."""
        series, total = self._series, self._matches
        info, levels = series.info, series.levels
        options = "".join(f", {key} {value}" for key, value in series.setup.options.items())
        yield ""
        yield f"{_count(total, 'match', 'matches')} of {info.name}, seed {series.seed}{options}"
        for seat, level in enumerate(levels):
            yield f"  seat {seat} ({level}): {_share(self._wins[seat], total)}"
        if len(set(levels)) > 1:
            for level in sorted(set(levels)):
                seats = [seat for seat, each in enumerate(levels) if each == level]
                won = sum(self._wins[seat] for seat in seats)
                yield f"  {level}: {_share(won, total)}"
        if self._ends:
            yield f"  rounds ended: {self._endings()}"
        yield f"  {round(self._plies / self._seconds):,} moves per second"

    def _endings(self) -> str:
        """List how rounds ended, most frequent first: ``domino 88 %, blocked 12 %``."""
        total = self._ends.total()
        return ", ".join(
            f"{reason} {100 * count / total:.0f} %" for reason, count in self._ends.most_common()
        )


def _share(won: int, total: int) -> str:
    return f"{_count(won, 'win')} ({won / total:.0%})"


def _count(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"
