"""Rules of a round of Memory: a grid of face-down tiles, turned up two at a time."""

from dataclasses import dataclass

from bot.domino.bone import by_code
from bot.engine.contract import Actor, Belief, Move, Position, Rng, Seat, Setup, Shuffle, Step
from bot.engine.nature import LotResult, ShuffleResult
from bot.games.common.pieces import codes
from bot.games.common.rules import BaseRules
from bot.games.memory import table
from bot.games.memory.belief import MemoryBelief, hidden_tiles, shown_tiles, tiles
from bot.games.memory.moves import TURNS_UP, TurnUp, place_name, rows
from bot.games.memory.observation import MemorySeen
from bot.games.memory.position import MemoryPosition
from bot.games.memory.preference import preference
from bot.games.memory.recall import recalled
from bot.games.memory.table import MemoryTable
from bot.games.memory.timeout_risk import risk


@dataclass(frozen=True, slots=True)
class MemoryRules(BaseRules[MemoryTable, MemorySeen]):
    """The rules of a round of Memory."""

    timeout_risk = staticmethod(risk)

    def start(self, setup: Setup) -> MemoryTable:
        """Return the table before the tiles are shuffled."""
        return MemoryTable(
            setup,
            Shuffle(codes(tiles(setup))),
            setup.seats[0],
            grid=(),
            shown=frozenset(),
            up=None,
            pairs=((),) * setup.seat_count,
            attempts=(0,) * setup.seat_count,
        )

    def moves_of(self, state: MemoryTable, seat: Seat) -> tuple[Move, ...]:
        """Return a move for every face-down tile (MEM-4)."""
        del seat
        up = state.up
        turns = TURNS_UP[len(state.grid)]
        return tuple([turns[at] for at, bone in enumerate(state.grid) if bone and at != up])

    def carry_out(self, state: MemoryTable, actor: Actor, move: Move) -> Step[MemoryTable]:
        """Lay the grid, draw the lot, or turn up a tile."""
        del actor
        match move:
            case TurnUp():
                return table.turn_up(state, move)
            case ShuffleResult(order=order):
                return table.lay_grid(state, tuple(by_code(code) for code in order))
            case LotResult(seat=seat):
                return table.begin(state, seat)
            case _:
                raise TypeError(f"not a move of Memory: {move!r}")

    def piece_locations(self, state: MemoryTable) -> dict[str, tuple[str, ...]]:
        """Return where every piece is; tiles turned up once are known to all (MEM-8)."""
        places: dict[str, tuple[str, ...]] = {}
        if not state.grid:
            places["stock"] = codes(tiles(state.setup))
        for at, bone in enumerate(state.grid):
            if bone is not None:
                lies = "up" if at == state.up else "known" if at in state.shown else "stock"
                places[f"{lies} {place_name(at, rows(len(state.grid)))}"] = (bone.code,)
        for seat, pairs in enumerate(state.pairs):
            places[f"pile {seat}"] = tuple(bone.code for pair in pairs for bone in pair)
        return places

    def observe(self, state: MemoryTable, seat: Seat | None) -> MemorySeen:
        """Return all but the face-down tiles; everybody sees the same (MEM-8)."""
        up = None if state.up is None else state.grid[state.up]
        return MemorySeen(
            *self.shared_view(state, seat, tuple(map(len, state.pairs))),
            rows=rows(int(state.setup.options["tiles"])),
            left=tuple([bone is not None for bone in state.grid]),
            up=() if state.up is None or up is None else ((state.up, up),),
            in_view=table.in_view(state),
            pairs=state.pairs,
            attempts=state.attempts,
        )

    def imagine_in_progress(self, seen: MemorySeen, rng: Rng) -> MemoryTable:
        """Return a table with all tiles seen so far in their places, the others at random."""
        known, hidden = shown_tiles(seen), hidden_tiles(seen)
        rng.shuffle(hidden)
        bones = iter(hidden)
        grid = [
            (known.get(at) or next(bones)) if lies else None for at, lies in enumerate(seen.left)
        ]
        (turn,) = seen.to_act or (seen.setup.seats[0] if seen.leader is None else seen.leader,)
        return MemoryTable(
            seen.setup,
            seen.awaits,
            turn,
            tuple(grid),
            frozenset(known),
            seen.up[0][0] if seen.up else None,
            seen.pairs,
            seen.attempts,
            leader=seen.leader,
            history=seen.history,
            outcome=seen.outcome,
        )

    def position(self, state: MemoryTable, rng: Rng) -> Position:
        """Return the round as a position; after the deal and the lot, nature decides nothing."""
        if state.awaits is not None or not state.grid:
            return BaseRules.position(self, state, rng)
        return MemoryPosition.of(state)

    def believe(self, seen: MemorySeen) -> Belief:
        """Return all grids in which the tiles seen so far lie in their places."""
        if seen.awaits is not None or not seen.left:
            return BaseRules.believe(self, seen)
        return MemoryBelief(seen)

    def preference(self, seen: MemorySeen, move: Move) -> tuple[int, ...]:
        """Prefer a tile that makes a known pair, then one that nobody has seen."""
        return preference(seen, move)

    def recalled(self, seen: MemorySeen, span: int) -> MemorySeen:
        """Return what a player knows who remembers ``span`` tiles that were turned back."""
        return recalled(seen, span)
