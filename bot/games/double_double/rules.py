"""The rules of Double Double Dominoes: everybody builds on one board to cover its diamonds."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.domino.bone import by_code, in_order
from bot.engine.chance import ShuffleResult
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
from bot.engine.planning import Wish
from bot.games.common.pieces import codes
from bot.games.common.planning import wishes_for
from bot.games.common.rules import BaseRules
from bot.games.double_double import table
from bot.games.double_double.belief import BoardBelief
from bot.games.double_double.events import Pitted, Placed
from bot.games.double_double.moves import Discard, Place, Stop, legal_moves, places
from bot.games.double_double.position import BoardPosition
from bot.games.double_double.table import (
    BoardSeen,
    BoardTable,
    board_of,
    dominoes,
    move_value,
    target,
)
from bot.games.double_double.tiling import Tiling


@dataclass(frozen=True, slots=True)
class BoardRules(BaseRules[BoardTable, BoardSeen]):
    def start(self, setup: Setup) -> BoardTable:
        bones = dominoes(setup)
        return BoardTable(
            setup,
            Shuffle(codes(bones)),
            setup.seats[0],
            hands=(),
            stock=bones,
            pits=((),) * setup.seat_count,
            tiling=Tiling(board_of(setup)),
            positions=(0,) * setup.seat_count,
        )

    def moves_of(self, state: BoardTable, seat: Seat) -> tuple[Move, ...]:
        return legal_moves(state.hands[seat], state.tiling, state.after)

    def carry_out(self, state: BoardTable, actor: Actor, move: Move) -> Step[BoardTable]:
        match move:
            case Place():
                return table.place(state, move)
            case Discard(bone=bone):
                return table.discard(state, bone)
            case Stop():
                return table.stop(state)
            case ShuffleResult(order=order):
                return table.deal(state, tuple(by_code(code) for code in order))
            case _:
                raise TypeError(f"not a move on a board: {move!r}")

    def preference(self, seen: BoardSeen, move: Move) -> tuple[int, ...]:
        """Prefer the most points for the seat itself, then a double, then the most pips.

        Placing a bone is better than stopping. Into the pit goes the bone with the fewest pips, and
        a double only if there is nothing else, because it counts twice on a diamond (DDD-13).
        """
        match move:
            case Place(bone=bone):
                points = 0 if seen.seat is None else move_value(seen, move)[seen.seat]
                return points, 1 + bone.double, bone.pips
            case Discard(bone=bone):
                return 0, -bone.double, -bone.pips
            case _:
                return 0, 0, 0

    def timeout_risk(self, seen: BoardSeen, move: Move) -> tuple[int, ...]:
        """Prefer the move with the most points for the seat minus those it gives to others.

        After a double, nothing more is placed for less than one point net, since stopping costs
        nothing (DDD-8). Among equal moves, and for the pit, it is the bone that is least useful in
        hand: not a double, which counts twice on a diamond (DDD-13), then the one with the fewest
        pips, which matter only in a tie (DDD-20).
        """
        points = move_value(seen, move)
        others = sum(made for seat, made in enumerate(points) if seat != seen.seat)
        lead = sum(points) - 2 * others
        match move:
            case Place(bone=bone) | Discard(bone=bone):
                return -lead, 1, bone.double, bone.pips
            case _:
                return -lead, 0

    def piece_locations(self, state: BoardTable) -> dict[str, tuple[str, ...]]:
        """Return the place of every bone (DDD-I1)."""
        hands = {f"hand {seat}": codes(hand) for seat, hand in enumerate(state.hands)}
        pits = {f"hand {seat} pit": codes(pit) for seat, pit in enumerate(state.pits)}
        board = codes(domino.bone for domino in state.tiling.laid)
        return {**hands, **pits, "stock": codes(state.stock), "board": board}

    def observe(self, state: BoardTable, seat: Seat | None) -> BoardSeen:
        return BoardSeen(
            *self.shared_view(state, seat, tuple(map(len, state.hands))),
            board=state.board,
            laid=state.tiling.laid,
            hand=state.hands[seat] if seat is not None and state.hands else (),
            boneyard=len(state.stock),
            pit=sum(map(len, state.pits)),
            own_pit=() if seat is None else state.pits[seat],
            positions=state.positions,
            after=state.after,
            target=target(state.setup),
        )

    def position(self, state: BoardTable, rng: Rng) -> Position:
        if state.awaits is not None or not state.hands:
            return BaseRules.position(self, state, rng)
        return BoardPosition.of(state)

    def wishes(self, seen: BoardSeen) -> tuple[Wish, ...]:
        """Return each bone alone and at every place where it fits now, largest diamonds first.

        Before the first bone, which covers the star, there is no place that another could have.
        """
        held = in_order(seen.hand)
        ways = list(places(held, Tiling(seen.board, seen.laid), None)) if seen.laid else []
        ways.sort(key=lambda way: -seen.diamond(way.bone, (way.first, way.second)))
        return wishes_for(codes(held), ways)

    def ends_plans(self, before: BoardSeen, after: BoardSeen, events: Sequence[Event]) -> bool:
        """Return whether another seat has moved the score piece of this one, or could not place.

        What somebody can score is changed by where their piece is (DDD-14). Everybody draws at
        every turn (DDD-4), holds three again after it (DDD-10) and scores at most of them, so none
        of these is a reason to think again.
        """
        own = after.seat
        for event in events:
            match event:
                case Placed(seat=seat, bonus=bonus) if own is not None and seat != own:
                    if bonus[own]:
                        return True
                case Pitted(seat=seat) if seat != own:
                    return True
        return False

    def believe(self, seen: BoardSeen) -> Belief:
        return BoardBelief(seen)
