"""The family engine of the games in which bones are joined to a line or a tree.

A game of the family is a :class:`Connecting` with its own deal, lead, doubles, drawing and count.
Where a game needs an ``if`` here, it leaves the family and keeps the shared parts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from bot.domino.bone import BY_INDEX, Bone, by_code
from bot.domino.counting import Sum
from bot.domino.layout import Layout, Lie
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
from bot.engine.nature import Deal as Dealing
from bot.engine.nature import Drawn
from bot.engine.seating import left_of
from bot.games import moves
from bot.games.connecting import leading
from bot.games.connecting.deduction import imagine_hands
from bot.games.connecting.gates import limits
from bot.games.connecting.leading import Leading, Void
from bot.games.connecting.safest import Prospect, Risk, heaviest
from bot.games.connecting.scoring import Ending, Score
from bot.games.connecting.table import Table, codes, told, with_hand, with_points
from bot.games.events import (
    Dealt,
    Drew,
    Passed,
    Played,
    Redealt,
    RoundEnded,
    Scored,
)
from bot.games.moves import DRAW, PASS, Draw, Gate, Pass, Play
from bot.games.seen import Limit, TableSeen

NO_BONEYARD = len(DOUBLE_SIX)
_PIECES = tuple(each.code for each in DOUBLE_SIX)


@dataclass(frozen=True, slots=True)
class Connecting:
    """A round of a game of the family."""

    info: GameInfo
    hand_size: Callable[[Setup], int]
    """Bones dealt to each; raises :class:`~bot.engine.errors.WrongSeats`."""
    lead: Leading
    score: Score
    keep: Callable[[Setup], int] = lambda _: NO_BONEYARD
    """How many bones of the stock cannot be drawn; :data:`NO_BONEYARD` for all of them."""
    doubles: Callable[[Setup, Layout], tuple[Lie, ...]] = lambda _, __: (Lie.ACROSS,)
    """How a double may lie that is laid now; of two ways the second is chosen with a ``+``."""
    gate: Callable[[Setup, Layout], Gate | None] = lambda _, __: None
    """What else must hold where a bone is laid, if anything."""
    earn: Callable[[Layout], Sum | None] = lambda _: None
    """Points for the bone just laid."""
    risk: Risk = heaviest
    """What speaks against a play that is made when a player's time is up."""
    following: Callable[[tuple[Seat, ...], Seat], Seat] = left_of
    """Whose turn is next: to the left, unless told otherwise (GEN-3)."""

    def start(self, setup: Setup) -> Table:
        """Before the shuffle."""
        self.hand_size(setup)
        layout = Layout(branching=Lie.SPINNER in self.doubles(setup, Layout()))
        earned = (0,) * setup.table
        return Table(setup, Shuffle(_PIECES), setup.seats[0], layout=layout, earned=earned)

    def to_act(self, state: Table) -> Shuffle | Lot | frozenset[Seat]:
        """Nature, the seat whose turn it is, or nobody."""
        if state.awaits is not None:
            return state.awaits
        return NOBODY if state.outcome is not None else to_act_alone(state.turn)

    def legal_moves(self, state: Table, seat: Seat) -> tuple[Move, ...]:
        """Every way to play; else drawing; else a pass (GEN-7, GEN-8)."""
        if state.awaits is not None or state.outcome is not None or seat != state.turn:
            return ()
        hand, layout = state.hands[seat], state.layout
        if not layout.laid:
            return moves.leads(hand, state.lead.bones if state.lead else ())
        playable = moves.plays(hand, layout, self.gate(state.setup, layout))
        if not playable:
            return (DRAW,) if self._can_draw(state) else (PASS,)
        choice = len(self.doubles(state.setup, layout)) > 1
        return moves.with_spinners(playable) if choice else playable

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
            case Dealing(order=order):
                return self._deal(state, order)
            case Drawn(seat=seat):
                return self._begin(state, seat)
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
        hands = {f"hand {seat}": codes(hand) for seat, hand in enumerate(state.hands)}
        stock = codes(state.stock) if state.hands else _PIECES
        return {**hands, "stock": stock, "layout": codes(laid.bone for laid in state.layout.laid)}

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
            limits=self._limits(state),
            leader=state.leader,
            earned=state.earned,
            history=tuple(event.for_seat(seat) for event in state.history),
            outcome=state.outcome,
        )

    def _limits(self, state: Table) -> dict[str, Limit]:
        if not state.layout.laid:
            return {}
        return dict(limits(state.layout, self.gate(state.setup, state.layout)))

    def imagine(self, seen: TableSeen, rng: Rng) -> Table:
        """A table on which everything seen is so, and the hidden bones lie as they might."""
        state = Table(
            seen.setup,
            seen.awaits,
            turn=next(iter(seen.to_act), seen.setup.seats[0]),
            layout=seen.layout,
            leader=seen.leader,
            earned=seen.earned,
            history=seen.history,
            outcome=seen.outcome,
        )
        while seen.counts:
            world = imagine_hands(seen, self._fitting, rng)
            deal = leading.Deal(seen.setup, world.dealt, world.undealt)
            lead = leading.as_told(self.lead(deal), seen.history)
            if lead is None:
                continue
            state = replace(
                state, hands=world.hands, stock=world.stock, lead=lead, history=world.history
            )
            if seen.outcome is not None or not self._blocked(state):
                break  # a table that goes on cannot be blocked
        return state

    def safest(self, seen: TableSeen) -> Move:
        """The play that risks least; who can make none draws or passes, as always."""
        plays = [move for move in seen.legal if isinstance(move, Play)]
        if not plays:
            return seen.legal[0]
        return min(plays, key=lambda play: self.risk(self._prospect(seen, play)))

    def _prospect(self, seen: TableSeen, play: Play) -> Prospect:
        """What would come of a play."""
        setup, left = seen.setup, tuple(each for each in seen.hand if each is not play.bone)
        lie = self.doubles(setup, seen.layout)[play.crosswise]
        layout = _joined(seen.layout, play, lie)
        made = self.earn(layout)
        playable = {play.bone for play in moves.plays(left, layout, self.gate(setup, layout))}
        return Prospect(play, layout, 0 if made is None else made.points, len(playable))

    def _fitting(self, setup: Setup, layout: Layout) -> frozenset[Bone]:
        """The bones that can be laid at a table; who draws or passes there holds none of them."""
        playable = moves.plays(DOUBLE_SIX, layout, self.gate(setup, layout))
        return frozenset(play.bone for play in playable)

    # What a move does.

    def _deal(self, state: Table, order: tuple[str, ...]) -> Step[Table]:
        setup, size = state.setup, self.hand_size(state.setup)
        bones = [by_code(code) for code in order]
        dealt = {
            seat: tuple(bones[at * size : (at + 1) * size]) for at, seat in enumerate(setup.seats)
        }
        hands = tuple(dealt.get(seat, ()) for seat in range(setup.table))
        stock = tuple(bones[size * len(setup.seats) :])
        lead = self.lead(leading.Deal(setup, hands, stock))
        if isinstance(lead, Void):
            return told(state, Redealt(lead.reason))
        drawable = self._drawable(setup, stock)
        counts = tuple(len(hand) for hand in hands)
        event = Dealt(hands, counts, drawable, len(stock) - drawable)
        after = replace(state, awaits=Lot(setup.seats), hands=hands, stock=stock, lead=lead)
        step = told(after, event, *lead.shown)
        if lead.seat is None:
            return step
        begun = self._begin(step.state, lead.seat)
        return Step(begun.state, (*step.events, *begun.events))

    def _begin(self, state: Table, seat: Seat) -> Step[Table]:
        """``seat`` is to lead."""
        lead = state.lead or leading.BY_LOT
        events: tuple[Event, ...] = (leading.announced(lead, seat),)
        taken, stock = state.stock[: lead.draws], state.stock[lead.draws :]
        for at, drawn in enumerate(taken, start=1):
            events += (Drew(seat, drawn, self._drawable(state.setup, state.stock[at:])),)
        hands = with_hand(state.hands, seat, state.hands[seat] + taken)
        begun = replace(state, awaits=None, turn=seat, leader=seat, hands=hands, stock=stock)
        return told(begun, *events)

    def _play(self, state: Table, move: Play) -> Step[Table]:
        seat, layout, setup = state.turn, state.layout, state.setup
        hand = state.hands[seat]
        at = hand.index(move.bone)
        left = hand[:at] + hand[at + 1 :]
        lies = self.doubles(setup, layout)
        lie = lies[move.crosswise] if move.bone.double else Lie.ALONG
        layout = _joined(layout, move, lie)
        ends = tuple([o.pips for o in layout.openings])
        made, chosen = self.earn(layout), move.bone.double and len(lies) > 1
        played = Played(seat, move.bone, move.at, ends, lie, chosen)
        events: tuple[Event, ...] = (played,)
        if made is not None:
            events += (Scored(seat, made),)
        after = Table(
            setup,
            None,
            self.following(setup.seats, seat),
            with_hand(state.hands, seat, left),
            state.stock,
            layout,
            state.lead,
            state.leader,
            state.earned if made is None else with_points(state.earned, seat, made),
            (*state.history, *events),
        )
        return self._ended(after, events, out=None if left else seat)

    def _draw(self, state: Table) -> Step[Table]:
        seat, drawn = state.turn, state.stock[0]
        hands = with_hand(state.hands, seat, (*state.hands[seat], drawn))
        after = replace(state, hands=hands, stock=state.stock[1:])
        event = Drew(seat, drawn, self._drawable(after.setup, after.stock))
        after = replace(after, history=(*state.history, event))
        return self._ended(after, (event,), out=None)

    def _pass(self, state: Table) -> Step[Table]:
        following = self.following(state.setup.seats, state.turn)
        return told(replace(state, turn=following), Passed(state.turn))

    def _ended(self, state: Table, events: tuple[Event, ...], out: Seat | None) -> Step[Table]:
        """The same table, or its end when somebody is out or nobody can go on (GEN-9, GEN-10)."""
        if out is None and not self._blocked(state):
            return Step(state, events)
        shown = tuple(tuple(sorted(hand, key=BY_INDEX)) for hand in state.hands)
        ending = Ending(state.setup, shown, out, state.history)
        count = self.score(ending)
        points = state.earned
        for credit in count.credits:
            for seat in credit.seats:
                points = with_points(points, seat, credit.sum)
        ended = RoundEnded(
            ending.reason, count.winners, shown, count.credits, state.layout, state.earned, out
        )
        outcome = Outcome(count.winners, points, ending.reason)
        over = replace(state, outcome=outcome, history=(*state.history, ended))
        return Step(over, (*events, ended))

    def _drawable(self, setup: Setup, stock: tuple[Bone, ...]) -> int:
        """How many bones of the stock can still be drawn."""
        return max(0, len(stock) - self.keep(setup))

    def _can_draw(self, state: Table) -> bool:
        return len(state.stock) > self.keep(state.setup)

    def _blocked(self, state: Table) -> bool:
        """Nobody holds a legal move and nobody can draw."""
        layout = state.layout
        if not layout.laid or self._can_draw(state):
            return False
        return not moves.can_play(state.hands, layout, self.gate(state.setup, layout))


def _joined(layout: Layout, play: Play, lie: Lie) -> Layout:
    """The table with one more bone; what is no double lies along, whatever ``lie`` says."""
    return layout.lay(play.bone, play.at, lie) if layout.laid else layout.lead(play.bone, lie)
