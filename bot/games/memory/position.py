"""A round of Memory to try out its futures, and the grids that agree with what everybody saw.

In playouts, nobody forgets anything. Players take every pair that is known. Otherwise they turn up
a tile that nobody has seen, and then its partner if that is known, or else another unseen tile.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from bot.domino.bone import DOUBLE_SIX, Bone
from bot.engine.contract import Move, Outcome, Rng, Seat, Setup
from bot.engine.seating import left_of
from bot.games.memory.events import TurnedUp
from bot.games.memory.moves import TURNS_UP, TurnUp
from bot.games.memory.observation import MemorySeen
from bot.games.memory.table import TWELVE, MemoryTable, make_pair, result


class Tiles:
    """The tiles that are left, as far as they are known; only their pips matter."""

    __slots__ = ("_single", "known_pairs", "unseen")

    def __init__(self, unseen: list[int]) -> None:
        self.unseen = unseen
        self.known_pairs = 0
        self._single = [0] * (TWELVE + 1)
        """The number of known tiles of each pips without a known partner."""

    def show(self, pips: int) -> None:
        if self._take_partner(pips):
            self.known_pairs += 1
        else:
            self._single[pips] += 1

    def turn_up_single(self, pips: int) -> bool:
        """Turn up a known tile with these pips, if there is one without a known partner."""
        if not self._single[pips]:
            return False
        self._single[pips] -= 1
        return True

    def finds_partner(self, first: int) -> bool:
        """Turn up a second tile; return whether it makes a pair with the first."""
        if self._take_partner(first):
            return True
        second = self.unseen.pop()
        if make_pair(first, second):
            return True
        self.show(first)
        self.show(second)
        return False

    def _take_partner(self, pips: int) -> bool:
        return self.turn_up_single(TWELVE - pips)


GONE = -1
"""Stands for the pips at a place whose tile was taken."""


class MemoryPosition:
    """A round of Memory; of a tile only its pips matter, and whether it was turned up."""

    __slots__ = ("_attempts", "_known", "_pairs", "_pips", "_setup", "_tiles_left", "_turn", "_up")

    def __init__(
        self,
        setup: Setup,
        pips: list[int],
        known: int,
        up: int | None,
        turn: Seat,
        pairs: list[int],
        attempts: list[int],
    ) -> None:
        """Begin with the pips at every place; bit n of ``known`` is set if place n was shown."""
        self._setup, self._pips, self._known, self._up = setup, pips, known, up
        self._turn, self._pairs, self._attempts = turn, pairs, attempts
        self._tiles_left = len(pips) - pips.count(GONE)

    @classmethod
    def of(cls, state: MemoryTable) -> "MemoryPosition":
        return cls(
            state.setup,
            [GONE if tile is None else tile.pips for tile in state.grid],
            sum(1 << place for place in state.shown),
            state.up,
            state.turn,
            list(map(len, state.pairs)),
            list(state.attempts),
        )

    @property
    def seat(self) -> Seat | None:
        return self._turn if self._tiles_left else None

    @property
    def earned(self) -> Sequence[int]:
        return self._pairs

    def moves(self) -> Sequence[Move]:
        """Return a move for every face-down tile (MEM-4)."""
        turns, up = TURNS_UP[len(self._pips)], self._up
        return [turns[at] for at, pips in enumerate(self._pips) if pips != GONE and at != up]

    def push(self, move: Move) -> None:
        """Turn up a tile, the second with its consequences (MEM-4)."""
        if not isinstance(move, TurnUp):
            raise TypeError(f"not a move of Memory: {move!r}")
        place, first = move.place, self._up
        self._known |= 1 << place
        if first is None:
            self._up = place
            return
        self._up = None
        self._attempts[self._turn] += 1
        if make_pair(self._pips[first], self._pips[place]):
            self._pips[first] = self._pips[place] = GONE
            self._pairs[self._turn] += 1
            self._tiles_left -= 2
        else:
            self._turn = left_of(self._setup.seats, self._turn)

    def copy(self) -> "MemoryPosition":
        return MemoryPosition(
            self._setup,
            self._pips[:],
            self._known,
            self._up,
            self._turn,
            self._pairs[:],
            self._attempts[:],
        )

    def with_tiles(self, places: Iterable[int], pips: Iterable[int]) -> "MemoryPosition":
        """Return a copy in which tiles with these pips lie at ``places``, where there were none."""
        grid = self._pips[:]
        for place, each in zip(places, pips, strict=True):
            grid[place] = each
        pairs, attempts = self._pairs[:], self._attempts[:]
        known, up, turn = self._known, self._up, self._turn
        return MemoryPosition(self._setup, grid, known, up, turn, pairs, attempts)

    def outcome(self) -> Outcome | None:
        return None if self._tiles_left else result(self._setup, self._pairs, self._attempts)

    def play_out(self, rng: Rng) -> Outcome:
        """Play on: unseen tiles are turned up column by column, which is random in a sample."""
        tiles, first = self._as_known()
        while first is not None or tiles.known_pairs or tiles.unseen:
            if first is None and tiles.known_pairs:
                tiles.known_pairs -= 1
                found = True
            else:
                found = tiles.finds_partner(tiles.unseen.pop() if first is None else first)
            first = None
            self._attempts[self._turn] += 1
            if found:
                self._pairs[self._turn] += 1
            else:
                self._turn = left_of(self._setup.seats, self._turn)
        self._pips, self._tiles_left, self._up = [GONE] * len(self._pips), 0, None
        return result(self._setup, self._pairs, self._attempts)

    def _as_known(self) -> tuple[Tiles, int | None]:
        """Return the tiles, and the pips of the one that is face up unless its partner is known.

        If it is, they are the first known pair to be taken.
        """
        pips, known, up = self._pips, self._known, self._up
        lying = [at for at in range(len(pips)) if pips[at] != GONE]
        tiles = Tiles([pips[at] for at in reversed(lying) if not known >> at & 1])
        if up is not None:
            tiles.show(pips[up])
        for at in lying:
            if known >> at & 1 and at != up:
                tiles.show(pips[at])
        first = None if up is None else pips[up]
        return tiles, first if first is not None and tiles.turn_up_single(first) else None


class MemoryBelief:
    """All grids that agree with an observation, each equally likely."""

    __slots__ = ("_gaps", "_hidden", "_position")

    def __init__(self, seen: MemorySeen) -> None:
        known = shown_tiles(seen)
        self._hidden = [tile.pips for tile in hidden_tiles(seen)]
        self._gaps = [at for at, lies in enumerate(seen.left) if lies and at not in known]
        (turn,) = seen.to_act
        self._position = MemoryPosition(
            seen.setup,
            [known[at].pips if lies and at in known else GONE for at, lies in enumerate(seen.left)],
            sum(1 << place for place in known),
            seen.up[0][0] if seen.up else None,
            turn,
            list(map(len, seen.pairs)),
            list(seen.attempts),
        )

    def sample(self, rng: Rng) -> MemoryPosition:
        hidden = self._hidden[:]
        rng.shuffle(hidden)
        return self._position.with_tiles(self._gaps, hidden)


def shown_tiles(seen: MemorySeen) -> dict[int, Bone]:
    return {each.place: each.bone for each in seen.history if isinstance(each, TurnedUp)}


def hidden_tiles(seen: MemorySeen) -> list[Bone]:
    return list((Counter(tiles(seen.setup)) - Counter(shown_tiles(seen).values())).elements())


MIDDLE = range(4, 9)
"""The pips of the 16 tiles of a small grid; their partners have as many (MEM-1)."""


def tiles(setup: Setup) -> tuple[Bone, ...]:
    """Return the tiles, in order: a part of a double-six set, or one or two sets (MEM-1)."""
    sets, part = divmod(int(setup.options["tiles"]), len(DOUBLE_SIX))
    if part:
        return tuple(each for each in DOUBLE_SIX if each.pips in MIDDLE)
    return tuple(each for each in DOUBLE_SIX for _ in range(sets))
