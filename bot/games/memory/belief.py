"""The grids that agree with what everybody saw of a round of Memory."""

from collections import Counter

from bot.domino.bone import DOUBLE_SIX, Bone
from bot.engine.contract import Rng, Setup
from bot.games.memory.events import TurnedUp
from bot.games.memory.observation import MemorySeen
from bot.games.memory.position import GONE, MemoryPosition


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


def tiles(setup: Setup) -> tuple[Bone, ...]:
    """Return the tiles of one or two double-six sets, in order (MEM-1)."""
    sets = int(setup.options["tiles"]) // len(DOUBLE_SIX)
    return tuple(each for each in DOUBLE_SIX for _ in range(sets))
