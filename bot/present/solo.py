"""The end of a match that somebody played alone: the result, the time, and the best so far."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from bot.present.company import Company
from bot.present.ending import sealed
from bot.present.screen import Screen
from bot.present.words import Words


@dataclass(frozen=True, slots=True)
class Result:
    """What a match alone came to."""

    tally: int
    """The fewest are best."""
    seconds: int
    """From the start to the end."""


@dataclass(frozen=True, slots=True)
class Record:
    """A person's result, and how they have done at this game with these options."""

    result: Result
    best: Result | None
    """The best before this one."""
    played: int
    """Matches up to this one."""
    won: int

    @property
    def is_best(self) -> bool:
        """Whether no match before was as good."""
        return self.best is not None and _rank(self.result) < _rank(self.best)


def alone_screen(
    company: Company, record: Record, secret: str, salts: Sequence[str], say: Words
) -> Screen:
    """How it went, whether that is a personal best, and the shuffle's secret."""
    result, game = record.result, company.info
    head = say("{game} · {result}", game=game.name, result=_told(game.id, result.tally, say))
    time = say.lasting(result.seconds)
    lines = [
        f"## {head}",
        say("{who} · {time}", who=company.name(0, say), time=time),
        _compared(game.id, record, say),
    ]
    counted = [say.count("{n} played", "{n} played", record.played)]
    if record.won != record.played:
        counted.append(say.count("{n} won", "{n} won", record.won))
    tries = say("-# With these options: {counts}", counts=", ".join(counted))
    return Screen(("\n".join(lines), tries, sealed(secret, salts, say)))


def _compared(game: str, record: Record, say: Words) -> str:
    """The result beside the best one before it."""
    if record.best is None:
        return say("That is the first result to beat.")
    tally, seconds = record.best.tally, record.best.seconds
    places = {"result": _counted(game, tally, say), "time": say.lasting(seconds)}
    if record.is_best:
        return say("🏅 A new personal best! Until now: {result} in {time}.", **places)
    return say("Personal best: {result} in {time}.", **places)


def _rank(result: Result) -> tuple[int, int]:
    return result.tally, result.seconds


def _told(game: str, tally: int, say: Words) -> str:
    """A result as news."""
    if game in _NEWS:
        return _NEWS[game](tally, say)
    return _counted(game, tally, say)


def _counted(game: str, tally: int, say: Words) -> str:
    """A result in passing."""
    count = _COUNTS.get(game)
    return str(tally) if count is None else count(tally, say)


def _attempts(tally: int, say: Words) -> str:
    return say.count("{n} attempt", "{n} attempts", tally)


def _bones_left(tally: int, say: Words) -> str:
    return say.count("{n} bone left", "{n} bones left", tally) if tally else say("no bone left")


def _bones_are_left(tally: int, say: Words) -> str:
    if not tally:
        return say("all bones are gone!")
    return say.count("{n} bone is left", "{n} bones are left", tally)


_Told = Callable[[int, Words], str]
_COUNTS: Mapping[str, _Told] = {"memory": _attempts, "solitaire": _bones_left}
"""What is counted in each game that can be played alone."""
_NEWS: Mapping[str, _Told] = {"solitaire": _bones_are_left}
"""How the result is announced, where that is not just the count."""
