"""Rules of a round of Memory: a grid of face-down tiles, turned up two at a time."""

from collections import Counter
from dataclasses import dataclass

from bot.domino.bone import Bone, by_code
from bot.domino.sets import DOUBLE_SIX
from bot.engine.contract import (
    NOBODY,
    Actor,
    GameInfo,
    Lot,
    Move,
    Outcome,
    Rng,
    Seat,
    Setup,
    Shuffle,
    Step,
    to_act_alone,
)
from bot.engine.nature import Deal, Drawn
from bot.engine.turns import check_asked
from bot.games.memory import table
from bot.games.memory.seen import TURNS_UP, MemorySeen, TurnedUp, TurnUp, columns, place_name
from bot.games.memory.table import MemoryTable
from bot.games.memory.timeout_move import timeout_move


@dataclass(frozen=True, slots=True)
class MemoryRules:
    """The rules of a round of Memory."""

    info: GameInfo

    def start(self, setup: Setup) -> MemoryTable:
        """Return the table before the tiles are shuffled."""
        return MemoryTable(
            setup,
            awaits=Shuffle(tuple([each.code for each in tiles(setup)])),
            grid=(),
            shown=frozenset(),
            up=None,
            turn=setup.seats[0],
            leader=None,
            pairs=((),) * setup.table,
            attempts=(0,) * setup.table,
        )

    def to_act(self, state: MemoryTable) -> Shuffle | Lot | frozenset[Seat]:
        """Return nature's task, the seat whose turn it is, or nobody."""
        if state.awaits is not None:
            return state.awaits
        return NOBODY if state.outcome is not None else to_act_alone(state.turn)

    def legal_moves(self, state: MemoryTable, seat: Seat) -> tuple[Move, ...]:
        """Return a move for every face-down tile (MEM-4)."""
        if state.awaits is not None or state.outcome is not None or seat != state.turn:
            return ()
        up = state.up
        turns = TURNS_UP[len(state.grid)]
        return tuple([turns[at] for at, bone in enumerate(state.grid) if bone and at != up])

    def apply(self, state: MemoryTable, actor: Actor, move: Move) -> Step[MemoryTable]:
        """Lay the grid, draw the lot, or turn up a tile."""
        check_asked(self.to_act(state), actor)
        match move:
            case TurnUp():
                return table.turn_up(state, move)
            case Deal(order=order):
                return table.lay_grid(state, tuple(by_code(code) for code in order))
            case Drawn(seat=seat):
                return table.begin(state, seat)
            case _:
                raise TypeError(f"not a move of Memory: {move!r}")

    def outcome(self, state: MemoryTable) -> Outcome | None:
        """Return the round's result, or ``None`` while it goes on."""
        return state.outcome

    def leader(self, state: MemoryTable) -> Seat | None:
        """Return the seat that began, or ``None`` before that is known."""
        return state.leader

    def piece_locations(self, state: MemoryTable) -> dict[str, tuple[str, ...]]:
        """Return where every piece is; tiles turned up once are known to all (MEM-8)."""
        places: dict[str, tuple[str, ...]] = {}
        if not state.grid:
            places["stock"] = tuple(each.code for each in tiles(state.setup))
        for at, bone in enumerate(state.grid):
            if bone is not None:
                lies = "up" if at == state.up else "known" if at in state.shown else "stock"
                places[f"{lies} {place_name(at, columns(len(state.grid)))}"] = (bone.code,)
        for seat, pairs in enumerate(state.pairs):
            places[f"pile {seat}"] = tuple(bone.code for pair in pairs for bone in pair)
        return places

    def observe(self, state: MemoryTable, seat: Seat | None) -> MemorySeen:
        """Return all but the face-down tiles; everybody sees the same (MEM-8)."""
        asked = self.to_act(state)
        up = None if state.up is None else state.grid[state.up]
        return MemorySeen(
            setup=state.setup,
            seat=seat,
            to_act=asked if isinstance(asked, frozenset) else NOBODY,
            legal=() if seat is None else self.legal_moves(state, seat),
            awaits=state.awaits,
            columns=columns(int(state.setup.options["tiles"])),
            left=tuple([bone is not None for bone in state.grid]),
            up=() if state.up is None or up is None else ((state.up, up),),
            pairs=state.pairs,
            attempts=state.attempts,
            leader=state.leader,
            history=state.history,
            outcome=state.outcome,
        )

    def imagine(self, seen: MemorySeen, rng: Rng) -> MemoryTable:
        """Return a table with all tiles seen so far in their places, the others at random."""
        if not seen.history:
            return self.start(seen.setup)
        known = {each.place: each.bone for each in seen.history if isinstance(each, TurnedUp)}
        hidden = list((Counter(tiles(seen.setup)) - Counter(known.values())).elements())
        rng.shuffle(hidden)
        bones = iter(hidden)
        (turn,) = seen.to_act or (seen.setup.seats[0] if seen.leader is None else seen.leader,)
        return MemoryTable(
            seen.setup,
            seen.awaits,
            tuple(
                [
                    (known.get(at) or next(bones)) if lies else None
                    for at, lies in enumerate(seen.left)
                ]
            ),
            frozenset(known),
            seen.up[0][0] if seen.up else None,
            turn,
            seen.leader,
            seen.pairs,
            seen.attempts,
            seen.history,
            seen.outcome,
        )

    def timeout_move(self, seen: MemorySeen) -> Move:
        """Return the first tile that was not yet tried with the one turned up."""
        return timeout_move(seen)


def tiles(setup: Setup) -> tuple[Bone, ...]:
    """Return the tiles of one or two double-six sets, in order (MEM-1)."""
    sets = int(setup.options["tiles"]) // len(DOUBLE_SIX)
    return tuple(each for each in DOUBLE_SIX for _ in range(sets))
