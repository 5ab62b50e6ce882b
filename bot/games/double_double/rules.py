"""The rules of Double Double Dominoes: everybody builds on one board to cover its diamonds."""

from collections.abc import Iterable
from dataclasses import dataclass

from bot.domino.bone import Bone, by_code
from bot.engine.contract import (
    NOBODY,
    Actor,
    GameInfo,
    Move,
    Outcome,
    Rng,
    Seat,
    Setup,
    Shuffle,
    Step,
    as_seen_by,
    to_act_alone,
)
from bot.engine.nature import Deal
from bot.engine.turns import check_asked
from bot.games.double_double import play
from bot.games.double_double.deal_sampling import imagined
from bot.games.double_double.moves import STOP, Discard, Place, Stop, discards, places
from bot.games.double_double.seen import BoardSeen
from bot.games.double_double.table import BoardTable, board_of, dominoes, target
from bot.games.double_double.tiling import Tiling
from bot.games.double_double.timeout_move import timeout_move


@dataclass(frozen=True, slots=True)
class BoardRules:
    """The rules of a game of one round."""

    info: GameInfo

    def start(self, setup: Setup) -> BoardTable:
        """Return the table before the deal."""
        bones = dominoes(setup)
        return BoardTable(
            setup,
            awaits=Shuffle(_codes(bones)),
            leader=None,
            turn=setup.seats[0],
            hands=(),
            stock=bones,
            pits=((),) * setup.table,
            tiling=Tiling(board_of(setup)),
            positions=(0,) * setup.table,
        )

    def to_act(self, state: BoardTable) -> Shuffle | frozenset[Seat]:
        """Return nature's shuffle, the seat whose turn it is, or nobody."""
        if state.awaits is not None:
            return state.awaits
        return NOBODY if state.outcome is not None else to_act_alone(state.turn)

    def legal_moves(self, state: BoardTable, seat: Seat) -> tuple[Move, ...]:
        """Return placings, or discards if nothing fits (DDD-5); after a double, placings or a stop.

        Stopping is never automatic, even when nothing can follow, because that would reveal that
        the player has nothing to place next to the double.
        """
        if state.awaits is not None or state.outcome is not None or seat != state.turn:
            return ()
        hand = state.hands[seat]
        if state.after is not None:
            return (*places(hand, state.tiling, state.after), STOP)
        return places(hand, state.tiling, None) or discards(hand)

    def apply(self, state: BoardTable, actor: Actor, move: Move) -> Step[BoardTable]:
        """Apply a deal, a placing, a discard or a stop."""
        check_asked(self.to_act(state), actor)
        match move:
            case Place():
                return play.place(state, move)
            case Discard(bone=bone):
                return play.discard(state, bone)
            case Stop():
                return play.stop(state)
            case Deal(order=order):
                return play.deal(state, tuple(by_code(code) for code in order))
            case _:
                raise TypeError(f"not a move on a board: {move!r}")

    def outcome(self, state: BoardTable) -> Outcome | None:
        """Return the result once the game is over, else ``None``."""
        return state.outcome

    def leader(self, state: BoardTable) -> Seat | None:
        """Return the seat that had the first turn; ``None`` before the deal."""
        return state.leader

    def piece_locations(self, state: BoardTable) -> dict[str, tuple[str, ...]]:
        """Return the place of every domino (DDD-I1)."""
        hands = {f"hand {seat}": _codes(hand) for seat, hand in enumerate(state.hands)}
        pits = {f"hand {seat} pit": _codes(pit) for seat, pit in enumerate(state.pits)}
        board = _codes(domino.bone for domino in state.tiling.laid)
        return {**hands, **pits, "stock": _codes(state.stock), "board": board}

    def observe(self, state: BoardTable, seat: Seat | None) -> BoardSeen:
        """Return everything but the boneyard, the other hands and the others' discards."""
        asked = self.to_act(state)
        return BoardSeen(
            setup=state.setup,
            seat=seat,
            to_act=asked if isinstance(asked, frozenset) else NOBODY,
            legal=() if seat is None else self.legal_moves(state, seat),
            awaits=state.awaits,
            board=state.board,
            laid=state.tiling.laid,
            hand=state.hands[seat] if seat is not None and state.hands else (),
            counts=tuple(map(len, state.hands)),
            boneyard=len(state.stock),
            pit=sum(map(len, state.pits)),
            own_pit=() if seat is None else state.pits[seat],
            positions=state.positions,
            after=state.after,
            target=target(state.setup),
            leader=state.leader,
            history=as_seen_by(state.history, seat),
            outcome=state.outcome,
        )

    def imagine(self, seen: BoardSeen, rng: Rng) -> BoardTable:
        """Return a table with the hidden dominoes where the public history allows them to be."""
        return imagined(seen, rng) if seen.history else self.start(seen.setup)

    def timeout_move(self, seen: BoardSeen) -> Move:
        """Return the move with the best points for the seat minus those for others."""
        return timeout_move(seen)


def _codes(bones: Iterable[Bone]) -> tuple[str, ...]:
    return tuple([each.code for each in bones])
