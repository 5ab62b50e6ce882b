"""The puzzles that are shipped, in one compressed file; each is decoded when it is asked for.

The file is MessagePack, compressed by LZMA. It has the matches' settings, each once, an index, and
the puzzles one after the other. In memory, these stay bytes.
"""

import lzma
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import astuple
from functools import cache
from importlib import resources
from typing import Any

import msgspec
from msgspec import Struct

from bot.engine.analysis import (
    BestOnAverage,
    BetterPoints,
    KeepsPlaying,
    LeavesStuck,
    RatedMove,
    Reason,
    Scores,
    WinsAtOnce,
    WinsRound,
)
from bot.engine.options import OptionValue
from bot.games import CATALOGUE
from bot.games.themes import Insight, Theme
from bot.model.puzzles.puzzle import Difficulty, Puzzle

FILE = "puzzles.xz"
_REASONS: Mapping[str, type[Any]] = {
    "average": BestOnAverage,
    "plays": KeepsPlaying,
    "points": BetterPoints,
    "scores": Scores,
    "stuck": LeavesStuck,
    "wins": WinsAtOnce,
    "rounds": WinsRound,
}
"""The kinds of reasons by their names in the file."""
_NAMES = {kind: name for name, kind in _REASONS.items()}
_FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": 1 << 22}]
"""The size of the dictionary, in bytes, is the memory that reading the file takes for a moment."""


class _Settings(Struct, array_like=True, frozen=True):
    game: str
    rules: int
    seats: int
    options: dict[str, OptionValue]


class _Entry(Struct, array_like=True, frozen=True, gc=False):
    """A puzzle in the index."""

    id: str
    settings: int
    """The index of its settings."""
    themes: tuple[Theme, ...]
    difficulty: Difficulty
    end: int
    """Where its bytes end."""


class _Body(Struct, array_like=True, frozen=True):
    log: str
    seat: int
    moves: list[tuple[str, int, int]]
    played: str
    insights: list[tuple[Any, ...]]
    reason: list[Any]


class _File(Struct, array_like=True, frozen=True):
    settings: list[_Settings]
    index: list[_Entry]
    bodies: bytes


class Collection(Mapping[str, Puzzle]):
    """Puzzles by their ids, in the order of the file."""

    def __init__(self, packed: bytes) -> None:
        """Read a file made by :func:`pack`."""
        found = msgspec.msgpack.decode(lzma.decompress(packed), type=_File)
        self._settings, self._index, self._bodies = found.settings, found.index, found.bodies
        self._places = {each.id: place for place, each in enumerate(found.index)}
        versions = {rules.info.id: rules.info.rules for rules in CATALOGUE}
        self._current = [versions.get(each.game) == each.rules for each in found.settings]

    def __len__(self) -> int:
        return len(self._index)

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __contains__(self, puzzle_id: object) -> bool:
        return puzzle_id in self._places

    def __getitem__(self, puzzle_id: str) -> Puzzle:
        """Return the puzzle with that id; raises ``KeyError``."""
        place = self._places[puzzle_id]
        entry = self._index[place]
        begin = self._index[place - 1].end if place else 0
        body = msgspec.msgpack.decode(self._bodies[begin : entry.end], type=_Body)
        settings = self._settings[entry.settings]
        kind, *shares = body.reason
        return Puzzle(
            entry.id,
            settings.game,
            settings.rules,
            settings.seats,
            settings.options,
            tuple(body.log.split("; ")),
            body.seat,
            tuple([RatedMove(*each) for each in body.moves]),
            body.played,
            tuple([_insight(*each) for each in body.insights]),
            entry.themes,
            _REASONS[kind](*shares),
        )

    def matching(
        self,
        game_id: str | None = None,
        theme: Theme | None = None,
        difficulty: Difficulty | None = None,
    ) -> tuple[str, ...]:
        """Return the ids of all puzzles of a game, a theme and a difficulty, where these are given.

        Those whose game has other rules by now are left out. This decodes none of them.
        """
        return tuple(
            [
                each.id
                for each in self._index
                if self._current[each.settings]
                and game_id in {None, self._settings[each.settings].game}
                and (theme is None or theme in each.themes)
                and difficulty in {None, each.difficulty}
            ]
        )

    @property
    def games(self) -> tuple[str, ...]:
        """The ids of the games that have puzzles, in the catalogue's order."""
        having = {
            each.game
            for each, is_current in zip(self._settings, self._current, strict=True)
            if is_current
        }
        return tuple(rules.info.id for rules in CATALOGUE if rules.info.id in having)


def _insight(theme: str, seat: int | None, pips: list[int], *rest: Any) -> Insight:  # noqa: ANN401
    return Insight(Theme(theme), seat, tuple(pips), *rest)


def pack(puzzles: Iterable[Puzzle]) -> bytes:
    """Return the file of these puzzles; the same puzzles make the same bytes."""
    settings: list[_Settings] = []
    index: list[_Entry] = []
    bodies = bytearray()
    for each in puzzles:
        own = _Settings(each.game, each.rules, each.seats, dict(each.options))
        if own not in settings:
            settings.append(own)
        bodies += msgspec.msgpack.encode(
            _Body(
                "; ".join(each.log),
                each.seat,
                [(move.code, move.wins, move.points) for move in each.moves],
                each.played,
                [astuple(insight) for insight in each.insights],
                [_NAMES[type(each.reason)], *_shares(each.reason)],
            )
        )
        place = settings.index(own)
        index.append(_Entry(each.id, place, each.themes, each.difficulty, len(bodies)))
    plain = msgspec.msgpack.encode(_File(settings, index, bytes(bodies)))
    return lzma.compress(plain, check=lzma.CHECK_CRC32, filters=_FILTERS)


def _shares(reason: Reason) -> list[Any]:
    """Return the fields of a reason, shares and averages in thousandths at most."""
    return [round(each, 3) if isinstance(each, float) else each for each in astuple(reason)]


@cache
def shipped() -> Collection:
    """Return the puzzles of this release; the first call takes some 50 ms."""
    return Collection(resources.files(__package__).joinpath(FILE).read_bytes())
