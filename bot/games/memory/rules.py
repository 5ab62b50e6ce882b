"""Rules of a round of Memory: a grid of face-down tiles, turned up two at a time."""

from dataclasses import dataclass, replace

from bot.domino.bone import by_code
from bot.engine.chance import LotResult, ShuffleResult
from bot.engine.contract import (
    Actor,
    Belief,
    Event,
    Move,
    Position,
    Rng,
    Seat,
    Setup,
    Shuffle,
    Step,
)
from bot.games.common.pieces import codes
from bot.games.common.rules import BaseRules
from bot.games.memory import table
from bot.games.memory.events import TurnedBack, TurnedUp
from bot.games.memory.moves import TURNS_UP, TurnUp, place_name, rows
from bot.games.memory.observation import MemorySeen
from bot.games.memory.position import MemoryBelief, MemoryPosition, shown_tiles, tiles
from bot.games.memory.table import MemoryTable, make_pair

_PAIR, _UNSEEN, _SEEN = 2, 1, 0


@dataclass(frozen=True, slots=True)
class MemoryRules(BaseRules[MemoryTable, MemorySeen]):
    def start(self, setup: Setup) -> MemoryTable:
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
        up = state.up
        turns = TURNS_UP[len(state.grid)]
        return tuple([turns[at] for at, bone in enumerate(state.grid) if bone and at != up])

    def carry_out(self, state: MemoryTable, actor: Actor, move: Move) -> Step[MemoryTable]:
        match move:
            case TurnUp():
                return table.turn_up(state, move)
            case ShuffleResult(order=order):
                return table.lay_grid(state, tuple(by_code(code) for code in order))
            case LotResult(seat=seat):
                return table.begin(state, seat)
            case _:
                raise TypeError(f"not a move of Memory: {move!r}")

    def preference(self, seen: MemorySeen, move: Move) -> tuple[int, ...]:
        """Prefer a tile that makes a pair as far as is known, then one that nobody has seen.

        It makes a pair with the tile that is face up; if none is, with any known tile.
        """
        if not isinstance(move, TurnUp):
            return ()
        shown = shown_tiles(seen)
        tile = shown.get(move.place)
        if tile is None:
            return (_UNSEEN,)
        known = {at: each for at, each in shown.items() if seen.left[at]}
        others = seen.up or known.items()
        fits = any(at != move.place and make_pair(tile.pips, each.pips) for at, each in others)
        return (_PAIR if fits else _SEEN,)

    def timeout_risk(self, seen: MemorySeen, move: Move) -> tuple[int, ...]:
        """Prefer the first tile, column by column, that was not yet tried with the one turned up.

        The pips seen on tiles are ignored, because remembering them is the game (MEM-8): running
        out of time must not find a pair. The other players learn little, because it is mostly the
        same first tile again. The round ends, because no two tiles are tried twice and every tile
        has a partner (MEM-I1).
        """
        if not isinstance(move, TurnUp):
            return ()
        tried = any(
            isinstance(event, TurnedBack) and move.place in event.places and up in event.places
            for up, _ in seen.up
            for event in seen.history
        )
        return tried, move.place

    def recalled(self, seen: MemorySeen, span: int) -> MemorySeen:
        """Return what a player knows who remembers the last ``span`` tiles turned down again.

        The history no longer shows the other ones. Taken tiles, one that is face up and those that
        are still in view (MEM-9) stay known; the latter count among the last ``span``.
        """
        lying = {at for at, lies in enumerate(seen.left) if lies} - {at for at, _ in seen.up}
        turned = [each.place for each in reversed(seen.history) if isinstance(each, TurnedUp)]
        face_down = [place for place in dict.fromkeys(turned) if place in lying]
        shown = {place for attempt in seen.in_view for place in attempt.places}
        forgotten = frozenset(face_down[span:]) - shown
        if not forgotten:
            return seen
        history = tuple(each for each in seen.history if not _shows(each, forgotten))
        return replace(seen, history=history)

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

    def position(self, state: MemoryTable, rng: Rng) -> Position:
        if state.awaits is not None or not state.grid:
            return BaseRules.position(self, state, rng)
        return MemoryPosition.of(state)

    def believe(self, seen: MemorySeen) -> Belief:
        return MemoryBelief(seen)


def _shows(event: Event, places: frozenset[int]) -> bool:
    match event:
        case TurnedUp(place=place):
            return place in places
        case TurnedBack(places=both):
            return not places.isdisjoint(both)
        case _:
            return False
