"""The puzzles that are shipped, in one compressed file; each is decoded when it is asked for.

The file is MessagePack, compressed by LZMA. It has an index, and the puzzles one after the other.
In memory, these stay bytes.
"""

import lzma
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import resources

from msgspec import Struct, msgpack

from bot.games import CATALOGUE
from bot.games.themes import Theme
from bot.model.puzzles.puzzle import Difficulty, Puzzle

FILE = "puzzles.xz"
_VERSIONS = {rules.info.id: rules.info.rules for rules in CATALOGUE}
"""The versions of the rules by game."""
_FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": 1 << 22}]
"""The size of the dictionary, in bytes, is the memory that reading the file takes for a moment."""


class _Entry(Struct, array_like=True, frozen=True, gc=False):
    """A puzzle in the index."""

    id: str
    game: str
    rules: int
    themes: tuple[Theme, ...]
    difficulty: Difficulty
    end: int
    """Where its bytes end."""


class _File(Struct, array_like=True, frozen=True):
    index: list[_Entry]
    puzzles: bytes


class Collection(Mapping[str, Puzzle]):
    """Puzzles by their ids, in the order of the file."""

    def __init__(self, packed: bytes) -> None:
        """Read a file made by :func:`pack`."""
        found = msgpack.decode(lzma.decompress(packed), type=_File)
        self._index, self._puzzles = found.index, found.puzzles
        self._places = {each.id: place for place, each in enumerate(found.index)}
        self._playable = [e for e in found.index if e.rules == _VERSIONS.get(e.game)]
        self.games = frozenset(each.game for each in self._playable)
        """The ids of the games that have puzzles."""

    def __len__(self) -> int:
        return len(self._index)

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __getitem__(self, puzzle_id: str) -> Puzzle:
        """Return the puzzle with that id; raises ``KeyError``."""
        place = self._places[puzzle_id]
        begin = self._index[place - 1].end if place else 0
        return msgpack.decode(self._puzzles[begin : self._index[place].end], type=Puzzle)

    def difficulty(self, puzzle_id: str) -> Difficulty:
        """Return how hard a puzzle is, without decoding it; raises ``KeyError``."""
        return self._index[self._places[puzzle_id]].difficulty

    def matching(self, game_id: str = "", theme: Theme | None = None) -> tuple[str, ...]:
        """Return the ids of all puzzles of a game and a theme, where these are given.

        Those whose game has other rules by now are left out. This decodes none of them.
        """
        return tuple(
            each.id
            for each in self._playable
            if game_id in {"", each.game} and (theme is None or theme in each.themes)
        )


def pack(puzzles: Iterable[Puzzle]) -> bytes:
    """Return the file of these puzzles; the same puzzles make the same bytes."""
    index, packed = [], bytearray()
    for each in puzzles:
        packed += msgpack.encode(each)
        themes, difficulty = each.themes, each.difficulty
        index.append(_Entry(each.id, each.game, each.rules, themes, difficulty, len(packed)))
    plain = msgpack.encode(_File(index, bytes(packed)))
    return lzma.compress(plain, check=lzma.CHECK_CRC32, filters=_FILTERS)


@cache
def shipped() -> Collection:
    """Return the puzzles of this release; the first call takes some 50 ms."""
    return Collection(resources.files(__package__).joinpath(FILE).read_bytes())
