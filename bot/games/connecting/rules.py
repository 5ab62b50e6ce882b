"""The engine of the games in which bones are joined to a line or a tree.

Each game of the family is a :class:`Connecting` with its own deal, lead, doubles, drawing and
scoring. A game that would need an ``if`` here leaves the family and keeps the shared parts.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from bot.domino.bone import BY_INDEX, Bone, by_code
from bot.domino.counting import Sum
from bot.domino.layout import DoublePlacement, Layout
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
    as_seen_by,
    to_act_alone,
)
from bot.engine.errors import NotYourTurn
from bot.engine.nature import Deal as Dealing
from bot.engine.nature import Drawn
from bot.engine.seating import left_of
from bot.games import moves
from bot.games.connecting import leading
from bot.games.connecting.deal_sampling import imagine_hands
from bot.games.connecting.gates import limits
from bot.games.connecting.leading import Leading, Void
from bot.games.connecting.scoring import Ending, Score
from bot.games.connecting.table import Table, codes, told, with_hand, with_points
from bot.games.connecting.timeout_move import Prospect, Risk, heaviest
from bot.games.events import Dealt, Drew, Passed, Played, Redealt, RoundEnded, Scored
from bot.games.moves import DRAW, PASS, Draw, Gate, Pass, Play
from bot.games.seen import Limit, TableSeen


@dataclass(frozen=True, slots=True)
class Connecting:
    """The rules of a round of a game of the family."""

    info: GameInfo
    hand_size: Callable[[Setup], int]
    """Number of bones dealt to each seat."""
    lead: Leading
    score: Score
    bones: tuple[Bone, ...] = DOUBLE_SIX
    """The set that is shuffled and dealt."""
    keep: Callable[[Setup], int] | None = None
    """Number of bones of the stock that cannot be drawn; ``None`` if none can be drawn at all."""
    doubles: Callable[[Setup, Layout], tuple[DoublePlacement, ...]] = lambda _, __: (
        DoublePlacement.ACROSS,
    )
    """Ways to lay a double now; if there are two, a ``+`` in the move's code means the second."""
    gate: Callable[[Setup, Layout], Gate | None] = lambda _, __: None
    """A further condition on where a bone may be laid; ``None`` if there is none."""
    earn: Callable[[Layout], Sum | None] = lambda _: None
    """Points scored by the bone just laid; ``None`` if it scores nothing."""
    risk: Risk = heaviest
    """The risk of a play; the play with the lowest is made when a player's time is up."""
    following: Callable[[tuple[Seat, ...], Seat], Seat] = left_of
    """The seat whose turn is next; by default the seat to the left (GEN-3)."""

    def start(self, setup: Setup) -> Table:
        """Return the table before the shuffle."""
        self.hand_size(setup)
        layout = Layout(branching=DoublePlacement.SPINNER in self.doubles(setup, Layout()))
        earned = (0,) * setup.table
        return Table(
            setup, Shuffle(codes(self.bones)), setup.seats[0], layout=layout, earned=earned
        )

    def to_act(self, state: Table) -> Shuffle | Lot | frozenset[Seat]:
        """Return nature's task or the seat whose turn it is; an empty set at the round's end."""
        if state.awaits is not None:
            return state.awaits
        return NOBODY if state.outcome is not None else to_act_alone(state.turn)

    def legal_moves(self, state: Table, seat: Seat) -> tuple[Move, ...]:
        """Return all plays; if there are none, a draw; if that can't be, a pass (GEN-7, GEN-8)."""
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
        """Carry out a deal, the lot for the lead, a play, a draw or a pass."""
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
        """Return the round's result, or ``None`` while it goes on."""
        return state.outcome

    def leader(self, state: Table) -> Seat | None:
        """Return the seat that led, or ``None`` before that is known."""
        return state.leader

    def piece_locations(self, state: Table) -> dict[str, tuple[str, ...]]:
        """Return where every piece is (GEN-I1); before the deal, all are in the stock."""
        hands = {f"hand {seat}": codes(hand) for seat, hand in enumerate(state.hands)}
        stock = codes(state.stock if state.hands else self.bones)
        return {**hands, "stock": stock, "layout": codes(laid.bone for laid in state.layout.laid)}

    def observe(self, state: Table, seat: Seat | None) -> TableSeen:
        """Return the table, the player's own hand, everybody's bone counts, and the history."""
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
            history=as_seen_by(state.history, seat),
            outcome=state.outcome,
        )

    def _limits(self, state: Table) -> dict[str, Limit]:
        if not state.layout.laid:
            return {}
        return dict(limits(self.bones, state.layout, self.gate(state.setup, state.layout)))

    def imagine(self, seen: TableSeen, rng: Rng) -> Table:
        """Return a table that agrees with what was seen, its hidden bones placed at random."""
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
            world = imagine_hands(seen, self.bones, self._fitting, rng)
            deal = leading.Deal(seen.setup, world.dealt, world.undealt)
            lead = leading.as_told(self.lead(deal), seen.history)
            if lead is None:
                continue
            state = replace(
                state, hands=world.hands, stock=world.stock, lead=lead, history=world.history
            )
            if seen.outcome is not None or not self._blocked(state):
                break  # a round that goes on cannot be blocked
        return state

    def timeout_move(self, seen: TableSeen) -> Move:
        """Return the play with the lowest risk; if no play is legal, return the draw or pass."""
        plays = [move for move in seen.legal if isinstance(move, Play)]
        if not plays:
            return seen.legal[0]
        return min(plays, key=lambda play: self.risk(self._prospect(seen, play)))

    def _prospect(self, seen: TableSeen, play: Play) -> Prospect:
        """Return the table and hand that a play would lead to."""
        setup, left = seen.setup, tuple(each for each in seen.hand if each is not play.bone)
        lie = self.doubles(setup, seen.layout)[play.crosswise]
        layout = _joined(seen.layout, play, lie)
        made = self.earn(layout)
        playable = {play.bone for play in moves.plays(left, layout, self.gate(setup, layout))}
        return Prospect(play, layout, 0 if made is None else made.points, len(playable))

    def _fitting(self, setup: Setup, layout: Layout) -> frozenset[Bone]:
        """Return the bones that can be laid; a seat that draws or passes holds none of them."""
        playable = moves.plays(self.bones, layout, self.gate(setup, layout))
        return frozenset(play.bone for play in playable)

    # Effects of moves.

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
        """Let ``seat`` lead, after it has taken the bones that the leader draws first."""
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
        lie = lies[move.crosswise] if move.bone.double else DoublePlacement.ALONG
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
        """Return the table unchanged, or end the round on domino or a block (GEN-9, GEN-10)."""
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
            ending.reason, count.winners, shown, count.credits, state.layout, out, state.earned
        )
        outcome = Outcome(count.winners, points, ending.reason)
        over = replace(state, outcome=outcome, history=(*state.history, ended))
        return Step(over, (*events, ended))

    def _drawable(self, setup: Setup, stock: tuple[Bone, ...]) -> int:
        """Return the number of bones of the stock that can still be drawn."""
        return 0 if self.keep is None else max(0, len(stock) - self.keep(setup))

    def _can_draw(self, state: Table) -> bool:
        return self.keep is not None and len(state.stock) > self.keep(state.setup)

    def _blocked(self, state: Table) -> bool:
        """Return whether nobody holds a legal play and nobody can draw."""
        layout = state.layout
        if not layout.laid or self._can_draw(state):
            return False
        return not moves.can_play(state.hands, layout, self.gate(state.setup, layout))


def _joined(layout: Layout, play: Play, lie: DoublePlacement) -> Layout:
    """Return the layout with one more bone; ``lie`` matters only for a double."""
    return layout.lay(play.bone, play.at, lie) if layout.laid else layout.lead(play.bone, lie)
