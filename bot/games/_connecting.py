"""The family engine of the games in which bones are joined to a line or a tree.

A game of the family is a :class:`Connecting` with its own deal, lead, drawing and count. Where a
game needs an ``if`` here, it leaves the family and keeps the shared parts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from bot.domino.bone import BY_INDEX, Bone, by_code
from bot.domino.layout import Layout
from bot.domino.sets import DOUBLE_SIX
from bot.engine.contract import (
    NATURE,
    NOBODY,
    Actor,
    Event,
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
from bot.engine.errors import NotYourTurn
from bot.engine.nature import Deal, Drawn
from bot.engine.seating import left_of
from bot.games._deduction import imagine_hands
from bot.games._scoring import Hands, Score
from bot.games.events import Dealt, Drew, Leads, Passed, Played, RoundEnded
from bot.games.moves import DRAW, PASS, Draw, Pass, Play, plays
from bot.games.seen import TableSeen

NO_BONEYARD = len(DOUBLE_SIX)
_PIECES = tuple(each.code for each in DOUBLE_SIX)


@dataclass(frozen=True, slots=True)
class Table:
    """A round at one moment."""

    setup: Setup
    awaits: Shuffle | Lot | None
    """What nature is asked for, if anything."""
    turn: Seat
    """Who is to act, unless nature is or the round is over."""
    hands: Hands = ()
    """By seat, for every seat of the match; empty before the deal."""
    stock: tuple[Bone, ...] = ()
    """Undealt bones, top first: the boneyard, or out of play."""
    layout: Layout = field(default_factory=Layout)
    leader: Seat | None = None
    history: tuple[Event, ...] = ()
    outcome: Outcome | None = None


@dataclass(frozen=True, slots=True)
class Connecting:
    """A round of a game of the family."""

    info: GameInfo
    hand_size: Callable[[Setup], int]
    """Bones dealt to each; raises :class:`~bot.engine.errors.WrongSeats`."""
    lead: Callable[[Setup], Seat | None]
    """Who leads, or ``None`` for a lot among all."""
    score: Score
    keep: Callable[[Setup], int] = lambda _: NO_BONEYARD
    """How many bones of the stock cannot be drawn; :data:`NO_BONEYARD` for all of them."""

    def start(self, setup: Setup) -> Table:
        """Before the shuffle."""
        self.hand_size(setup)
        return Table(setup, Shuffle(_PIECES), setup.seats[0])

    def to_act(self, state: Table) -> Shuffle | Lot | frozenset[Seat]:
        """Nature, the seat whose turn it is, or nobody."""
        if state.awaits is not None:
            return state.awaits
        return NOBODY if state.outcome is not None else to_act_alone(state.turn)

    def legal_moves(self, state: Table, seat: Seat) -> tuple[Move, ...]:
        """Every way to play; else drawing; else a pass (GEN-7, GEN-8)."""
        if state.awaits is not None or state.outcome is not None or seat != state.turn:
            return ()
        playable = plays(state.hands[seat], state.layout)
        if playable:
            return playable
        return (DRAW,) if self._can_draw(state) else (PASS,)

    def apply(self, state: Table, actor: Actor, move: Move) -> Step[Table]:
        """Deal, lead by lot, play, draw or pass."""
        asked = NATURE if state.awaits is not None else state.turn
        if actor != asked or state.outcome is not None:
            raise NotYourTurn
        match move:
            case Play():
                return self._play(state, move)
            case Pass():
                return self._pass(state)
            case Draw():
                return self._draw(state)
            case Deal(order=order):
                return self._deal(state, order)
            case Drawn(seat=seat):
                led = replace(state, awaits=None, turn=seat, leader=seat)
                return self._told(led, Leads(seat, by_lot=True))
            case _:
                raise TypeError(f"not a move of this family: {move!r}")

    def outcome(self, state: Table) -> Outcome | None:
        """The round's result."""
        return state.outcome

    def leader(self, state: Table) -> Seat | None:
        """Who led."""
        return state.leader

    def whereabouts(self, state: Table) -> dict[str, tuple[str, ...]]:
        """Where every piece is (GEN-I1); before the deal, in the stock."""
        hands = {f"hand {seat}": _codes(hand) for seat, hand in enumerate(state.hands)}
        stock = _codes(state.stock) if state.hands else _PIECES
        return {**hands, "stock": stock, "layout": _codes(laid.bone for laid in state.layout.laid)}

    def observe(self, state: Table, seat: Seat | None) -> TableSeen:
        """The table, the own hand, how many bones the others hold, and what was said and done."""
        asked = self.to_act(state)
        return TableSeen(
            setup=state.setup,
            seat=seat,
            to_act=asked if isinstance(asked, frozenset) else NOBODY,
            legal=() if seat is None else self.legal_moves(state, seat),
            awaits=state.awaits,
            hand=state.hands[seat] if seat is not None and state.hands else (),
            counts=tuple(len(hand) for hand in state.hands),
            boneyard=self._drawable(state.setup, state.stock),
            stock=len(state.stock),
            layout=state.layout,
            leader=state.leader,
            history=tuple(event.for_seat(seat) for event in state.history),
            outcome=state.outcome,
        )

    def imagine(self, seen: TableSeen, rng: Rng) -> Table:
        """A table on which everything seen is so, and the hidden bones lie as they might."""
        state = Table(
            seen.setup,
            seen.awaits,
            turn=next(iter(seen.to_act), seen.setup.seats[0]),
            layout=seen.layout,
            leader=seen.leader,
            history=seen.history,
            outcome=seen.outcome,
        )
        while seen.counts:
            world = imagine_hands(seen, rng)
            state = replace(state, hands=world.hands, stock=world.stock, history=world.history)
            if seen.outcome is not None or not self._blocked(state):
                break  # a table that goes on cannot be blocked
        return state

    # What a move does.

    def _deal(self, state: Table, order: tuple[str, ...]) -> Step[Table]:
        setup, size = state.setup, self.hand_size(state.setup)
        bones = [by_code(code) for code in order]
        dealt = {
            seat: tuple(bones[at * size : (at + 1) * size]) for at, seat in enumerate(setup.seats)
        }
        hands = tuple(dealt.get(seat, ()) for seat in range(setup.table))
        stock = tuple(bones[size * len(setup.seats) :])
        drawable = self._drawable(setup, stock)
        counts = tuple(len(hand) for hand in hands)
        event = Dealt(hands, counts, drawable, len(stock) - drawable)
        state = replace(state, hands=hands, stock=stock, history=(event,))
        leader = self.lead(setup)
        if leader is None:
            return Step(replace(state, awaits=Lot(setup.seats)), (event,))
        led = replace(state, awaits=None, turn=leader, leader=leader)
        return self._told(led, Leads(leader, by_lot=False), before=(event,))

    def _play(self, state: Table, move: Play) -> Step[Table]:
        seat, layout = state.turn, state.layout
        hand = state.hands[seat]
        at = hand.index(move.bone)
        left = hand[:at] + hand[at + 1 :]
        layout = layout.lay(move.bone, move.at) if layout.laid else layout.lead(move.bone)
        event = Played(seat, move.bone, move.at, tuple([o.pips for o in layout.openings]))
        after = Table(
            state.setup,
            None,
            left_of(state.setup.seats, seat),
            (*state.hands[:seat], left, *state.hands[seat + 1 :]),
            state.stock,
            layout,
            state.leader,
            (*state.history, event),
        )
        return self._ended(after, event, out=None if left else seat)

    def _draw(self, state: Table) -> Step[Table]:
        seat, drawn = state.turn, state.stock[0]
        hands = (*state.hands[:seat], (*state.hands[seat], drawn), *state.hands[seat + 1 :])
        after = replace(state, hands=hands, stock=state.stock[1:])
        event = Drew(seat, drawn, self._drawable(after.setup, after.stock))
        return self._ended(replace(after, history=(*state.history, event)), event, out=None)

    def _pass(self, state: Table) -> Step[Table]:
        following = left_of(state.setup.seats, state.turn)
        return self._told(replace(state, turn=following), Passed(state.turn))

    def _told(self, state: Table, event: Event, before: tuple[Event, ...] = ()) -> Step[Table]:
        return Step(replace(state, history=(*state.history, event)), (*before, event))

    def _ended(self, state: Table, event: Event, out: Seat | None) -> Step[Table]:
        """The same table, or its end when somebody is out or nobody can go on (GEN-9, GEN-10)."""
        if out is None and not self._blocked(state):
            return Step(state, (event,))
        count = self.score(state.setup, state.hands, out)
        result = count.outcome
        shown = tuple(tuple(sorted(hand, key=BY_INDEX)) for hand in state.hands)
        ended = RoundEnded(result.reason, result.winners, shown, count.terms, state.layout)
        over = replace(state, outcome=result, history=(*state.history, ended))
        return Step(over, (event, ended))

    def _drawable(self, setup: Setup, stock: tuple[Bone, ...]) -> int:
        """How many bones of the stock can still be drawn."""
        return max(0, len(stock) - self.keep(setup))

    def _can_draw(self, state: Table) -> bool:
        return self._drawable(state.setup, state.stock) > 0

    def _blocked(self, state: Table) -> bool:
        """Nobody holds a legal move and nobody can draw."""
        if not state.layout.laid or self._can_draw(state):
            return False
        ends = {opening.pips for opening in state.layout.openings}
        for hand in state.hands:
            for each in hand:
                if each.high in ends or each.low in ends:
                    return False
        return True


def _codes(bones: Iterable[Bone]) -> tuple[str, ...]:
    return tuple(each.code for each in bones)
