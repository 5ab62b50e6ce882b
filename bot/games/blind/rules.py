"""Rules of a round of Blind: rows that nobody has seen, turned over bone by bone."""

from collections.abc import Iterable
from dataclasses import dataclass

from bot.domino.bone import Bone, by_code
from bot.domino.sets import DOUBLE_SIX
from bot.engine.contract import (
    NOBODY,
    Actor,
    GameInfo,
    Move,
    Nature,
    Outcome,
    Rng,
    Seat,
    Setup,
    Shuffle,
    Step,
    to_act_alone,
)
from bot.engine.nature import Deal
from bot.engine.seating import left_of
from bot.engine.turns import check_asked
from bot.games.blind import play
from bot.games.blind.seen import CHOICES, TURN, TURN_ON, BlindSeen, Choose, TurnOver
from bot.games.blind.table import BlindTable, Row, blocked
from bot.games.blind.timeout_move import timeout_move
from bot.games.moves import Play, plays

_SHUFFLE = Shuffle(tuple(each.code for each in DOUBLE_SIX))


@dataclass(frozen=True, slots=True)
class BlindRules:
    """The rules of a round of Blind."""

    info: GameInfo

    def start(self, setup: Setup) -> BlindTable:
        """Return the table before the lots are drawn.

        A later round starts before the deal, and the seat left of the last leader leads (BLIND-9).
        """
        nothing = (None,) * setup.table
        before = setup.previous.leader if setup.previous is not None else None
        leader = None if before is None else left_of(setup.seats, before)
        return BlindTable(
            setup,
            awaits=_SHUFFLE,
            draws=setup.seats if leader is None else (),
            lots=nothing,
            leader=leader,
            turn=setup.seats[0] if leader is None else leader,
            directions=nothing,
            choosing=NOBODY,
            rows=(Row(),) * setup.table,
        )

    def to_act(self, state: BlindTable) -> Shuffle | frozenset[Seat]:
        """Return nature's task, the seats yet to choose, the seat whose turn it is, or nobody."""
        if state.awaits is not None:
            return state.awaits
        if state.outcome is not None:
            return NOBODY
        return state.choosing or to_act_alone(state.turn)

    def legal_moves(self, state: BlindTable, seat: Seat) -> tuple[Move, ...]:
        """Return the directions, the ends for a bone that fits both, or turning over (BLIND-I1)."""
        if state.awaits is not None or state.outcome is not None:
            return ()
        if state.choosing:
            return CHOICES if seat in state.choosing else ()
        if seat != state.turn:
            return ()
        if state.pending is not None:
            return plays((state.pending,), state.layout)
        return (TURN_ON,) if state.again else (TURN,)

    def apply(self, state: BlindTable, actor: Actor, move: Move) -> Step[BlindTable]:
        """Draw lots, deal, choose a direction, turn over, or lay the bone that fits both ends."""
        check_asked(self.to_act(state), actor)
        match move:
            case TurnOver():
                return play.turn_over(state)
            case Play(bone=bone, at=at):
                return play.lay(state, state.rows, bone, at, ())
            case Choose(direction=direction) if not isinstance(actor, Nature):
                return play.choose(state, actor, direction)
            case Deal(order=order):
                bones = tuple(by_code(code) for code in order)
                shuffled = play.draw_lots if state.draws else play.deal
                return shuffled(state, bones)
            case _:
                raise TypeError(f"not a move of Blind: {move!r}")

    def outcome(self, state: BlindTable) -> Outcome | None:
        """Return the round's result, or ``None`` while it goes on."""
        return state.outcome

    def leader(self, state: BlindTable) -> Seat | None:
        """Return the seat that leads, or ``None`` before that is known."""
        return state.leader

    def piece_locations(self, state: BlindTable) -> dict[str, tuple[str, ...]]:
        """Return where every piece is (GEN-I1): unseen bones in stocks, others open to all."""
        places: dict[str, tuple[str, ...]] = {}
        for seat, (row, lot) in enumerate(zip(state.rows, state.lots, strict=True)):
            places[f"stock {seat}"] = _codes(row.unseen)
            places[f"row {seat}"] = _codes(row.turned)
            places[f"lot {seat}"] = _codes([lot] if lot else [])
        return {
            **places,
            "stock out": _codes(state.stock),
            "turned over": _codes([state.pending] if state.pending else []),
            "layout": _codes(laid.bone for laid in state.layout.laid),
        }

    def observe(self, state: BlindTable, seat: Seat | None) -> BlindSeen:
        """Return all but the unseen bones and the others' directions not shown yet (BLIND-10)."""
        asked = self.to_act(state)
        return BlindSeen(
            setup=state.setup,
            seat=seat,
            to_act=asked if isinstance(asked, frozenset) else NOBODY,
            legal=() if seat is None else self.legal_moves(state, seat),
            awaits=state.awaits,
            draws=state.draws,
            lots=state.lots,
            leader=state.leader,
            directions=tuple(
                direction if at == seat or not state.choosing else None
                for at, direction in enumerate(state.directions)
            ),
            rows=tuple((None,) * len(row.unseen) + row.turned for row in state.rows),
            stock=len(state.stock),
            layout=state.layout,
            pending=state.pending,
            again=state.again,
            history=state.history,
            outcome=state.outcome,
        )

    def imagine(self, seen: BlindSeen, rng: Rng) -> BlindTable:
        """Return a table with the unseen bones in random order, not blocked while play goes on."""
        if not seen.history:
            return self.start(seen.setup)
        hidden = _hidden(seen)
        while True:
            rng.shuffle(hidden)
            state = _world(seen, hidden, rng)
            if state.outcome or state.pending or not blocked(state.rows, state.layout):
                return state

    def timeout_move(self, seen: BlindSeen) -> Move:
        """Choose the left direction; choose between two ends by the bones that are face up."""
        return timeout_move(seen)


def _codes(bones: Iterable[Bone]) -> tuple[str, ...]:
    return tuple(each.code for each in bones)


# Imagining: nobody knows anything about a bone that was never turned over.


def _hidden(seen: BlindSeen) -> list[Bone]:
    """Return the bones whose position nobody knows."""
    known = {laid.bone for laid in seen.layout.laid}
    known.update(each for row in (*seen.rows, seen.lots) for each in row if each)
    return [each for each in DOUBLE_SIX if each not in known and each is not seen.pending]


def _world(seen: BlindSeen, hidden: list[Bone], rng: Rng) -> BlindTable:
    """Build the table from the hidden bones in their order, with secret choices at random."""
    bones = iter(hidden)
    rows = tuple(
        Row(
            tuple([next(bones) for each in row if each is None]),
            tuple([each for each in row if each is not None]),
        )
        for row in seen.rows
    )
    directions, turn = list(seen.directions), seen.leader
    choosing = NOBODY
    if seen.awaits is None and any(directions[seat] is None for seat in seen.setup.seats):
        choosing = seen.to_act
        for seat in seen.setup.seats:
            if seat not in choosing and directions[seat] is None:
                directions[seat] = CHOICES[rng.randrange(len(CHOICES))].direction
    elif seen.to_act:
        (turn,) = seen.to_act
    return BlindTable(
        seen.setup,
        seen.awaits,
        seen.draws,
        seen.lots,
        seen.leader,
        seen.setup.seats[0] if turn is None else turn,
        tuple(directions),
        choosing,
        rows,
        tuple(bones),
        seen.layout,
        seen.pending,
        seen.again,
        seen.history,
        seen.outcome,
    )
