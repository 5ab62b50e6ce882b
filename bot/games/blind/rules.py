"""Rules of a round of Blind: rows that nobody has seen, turned over bone by bone."""

from dataclasses import dataclass

from bot.domino.bone import DOUBLE_SIX, Bone, by_code
from bot.domino.random_matching import TRIES, NoWorldFound
from bot.engine.chance import ShuffleResult
from bot.engine.contract import NOBODY, Actor, Belief, Move, Nature, Rng, Seat, Setup, Shuffle, Step
from bot.engine.seating import left_of
from bot.games.blind import table
from bot.games.blind.moves import CHOICES, FROM_LEFT, TURN, TURN_ON, Choose, TurnOver
from bot.games.blind.observation import BlindSeen
from bot.games.blind.table import BlindTable, blocked
from bot.games.common.pieces import Row, codes, imagined_row
from bot.games.common.rules import BaseRules
from bot.games.common.state_position import StateBelief
from bot.games.connecting.moves import Play, plays

_SHUFFLE = Shuffle(codes(DOUBLE_SIX))


@dataclass(frozen=True, slots=True)
class BlindRules(BaseRules[BlindTable, BlindSeen]):
    def start(self, setup: Setup) -> BlindTable:
        """Return the table before the lots are drawn.

        A later round starts before the deal, and the seat left of the last leader leads (BLIND-9).
        """
        nothing = (None,) * setup.seat_count
        before = setup.previous.leader if setup.previous is not None else None
        leader = None if before is None else left_of(setup.seats, before)
        return BlindTable(
            setup,
            _SHUFFLE,
            setup.seats[0] if leader is None else leader,
            leader=leader,
            draws=setup.seats if leader is None else (),
            lots=nothing,
            directions=nothing,
            choosing=NOBODY,
            rows=(Row(),) * setup.seat_count,
        )

    def moves_of(self, state: BlindTable, seat: Seat) -> tuple[Move, ...]:
        """Return the directions, the ends for a bone that fits both, or turning over (BLIND-I1)."""
        if state.choosing:
            return CHOICES
        if state.pending is not None:
            return plays((state.pending,), state.layout.ends)
        return (TURN_ON,) if state.again else (TURN,)

    def carry_out(self, state: BlindTable, actor: Actor, move: Move) -> Step[BlindTable]:
        match move:
            case TurnOver():
                return table.turn_over(state)
            case Play(bone=bone, at=at):
                return table.lay(state, state.rows, bone, at, ())
            case Choose(direction=direction) if not isinstance(actor, Nature):
                return table.choose(state, actor, direction)
            case ShuffleResult(order=order):
                bones = tuple(by_code(code) for code in order)
                shuffled = table.draw_lots if state.draws else table.deal
                return shuffled(state, bones)
            case _:
                raise TypeError(f"not a move of Blind: {move!r}")

    def timeout_risk(self, seen: BlindSeen, move: Move) -> tuple[int, ...]:
        """Judge a move by the bones that are face up.

        Bones that were seen and are face down again are ignored: remembering them is the game
        (BLIND-10).
        """
        match move:
            case Choose(direction=direction):
                return (direction != FROM_LEFT,)  # both are guesses: left first, in reading order
            case Play():
                return _end(seen, move)
            case _:
                return ()

    def piece_locations(self, state: BlindTable) -> dict[str, tuple[str, ...]]:
        """Return where every piece is (GEN-I1): unseen bones in stocks, others open to all."""
        places: dict[str, tuple[str, ...]] = {}
        for seat, (row, lot) in enumerate(zip(state.rows, state.lots, strict=True)):
            places[f"stock {seat}"] = codes(row.unseen)
            places[f"row {seat}"] = codes(row.turned)
            places[f"lot {seat}"] = codes((lot,) if lot else ())
        return {
            **places,
            "stock out": codes(state.stock),
            "turned over": codes((state.pending,) if state.pending else ()),
            "layout": codes(laid.bone for laid in state.layout.laid),
        }

    def observe(self, state: BlindTable, seat: Seat | None) -> BlindSeen:
        """Return all but the unseen bones and the others' directions not shown yet (BLIND-10)."""
        turned = None if state.pending is None else state.turn
        counts = [len(row.pieces) + (seat == turned) for seat, row in enumerate(state.rows)]
        return BlindSeen(
            *self.shared_view(state, seat, tuple(counts)),
            draws=state.draws,
            lots=state.lots,
            directions=tuple(
                direction if at == seat or not state.choosing else None
                for at, direction in enumerate(state.directions)
            ),
            rows=tuple([row.seen for row in state.rows]),
            stock=len(state.stock),
            layout=state.layout,
            pending=state.pending,
            again=state.again,
        )

    def believe(self, seen: BlindSeen) -> Belief:
        return StateBelief(self, seen, self._world)

    def _world(self, seen: BlindSeen, rng: Rng) -> BlindTable:
        """Return a table with the unseen bones in random order, which is not blocked.

        Raises :class:`NoWorldFound` if every order tried is blocked.
        """
        hidden = _hidden(seen)
        for _ in range(TRIES):
            rng.shuffle(hidden)
            state = _world(seen, hidden, rng)
            if state.pending or not blocked(state.rows, state.layout):
                return state
        raise NoWorldFound


# Worlds: nobody knows anything about a bone that was never turned over.


def _hidden(seen: BlindSeen) -> list[Bone]:
    known = {laid.bone for laid in seen.layout.laid}
    known.update(each for row in (*seen.rows, seen.lots) for each in row if each)
    return [each for each in DOUBLE_SIX if each not in known and each is not seen.pending]


def _world(seen: BlindSeen, hidden: list[Bone], rng: Rng) -> BlindTable:
    bones = iter(hidden)
    rows = tuple([imagined_row(row, bones) for row in seen.rows])
    directions, turn = list(seen.directions), seen.leader
    choosing = NOBODY
    if any(directions[seat] is None for seat in seen.setup.seats):
        choosing = seen.to_act
        for seat in seen.setup.seats:
            if seat not in choosing and directions[seat] is None:
                directions[seat] = CHOICES[rng.randrange(len(CHOICES))].direction
    else:
        (turn,) = seen.to_act
    return BlindTable(
        seen.setup,
        None,
        seen.setup.seats[0] if turn is None else turn,
        seen.draws,
        seen.lots,
        tuple(directions),
        choosing,
        rows,
        tuple(bones),
        seen.layout,
        seen.pending,
        seen.again,
        leader=seen.leader,
        history=seen.history,
    )


def _end(seen: BlindSeen, play: Play) -> tuple[int, ...]:
    """Prefer the end that fits the player's face-up doubles, not the others', and most other bones.

    By default, a player who has laid a bone turns over the next one, which nobody knows.
    """
    layout = seen.layout.lay(play.bone, play.at)
    ends = {opening.pips for opening in layout.openings}
    own = others = 0
    hidden = set(DOUBLE_SIX).difference(laid.bone for laid in layout.laid)
    for seat in range(len(seen.rows)):
        # Face up lie doubles, and the bone just turned over.
        doubles = [each for each in seen.lying(seat) if each and each is not seen.pending]
        hidden.difference_update(doubles)
        fitting = sum(double.high in ends for double in doubles)
        if seat == seen.seat:
            own = fitting
        else:
            others += fitting
    return -own, others, -sum(not ends.isdisjoint((each.high, each.low)) for each in hidden)
