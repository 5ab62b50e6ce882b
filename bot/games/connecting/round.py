"""The course of a round in which bones are joined to a line or a tree.

Bones are dealt, a seat leads, seats play, draw or pass, and the round ends on domino or a block.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from bot.domino.bone import Bone, by_codes, in_order
from bot.domino.ends import Ends
from bot.domino.layout import DoublePlacement, Layout
from bot.engine.chance import LotResult, ShuffleResult
from bot.engine.contract import Actor, Event, Lot, Move, Outcome, Seat, Setup, Shuffle, Step
from bot.engine.seating import left_of, right_of
from bot.games.common.events import Drew, Passed, with_credits
from bot.games.common.pieces import Draw, Pass, codes, dealt_hands, replaced, without
from bot.games.common.rules import BaseRules, with_events
from bot.games.connecting import leading, moves
from bot.games.connecting.earned_points import NOTHING, EarnedPoints
from bot.games.connecting.events import Dealt, Played, Redealt, RoundEnded, last_play
from bot.games.connecting.leading import Leading, Void
from bot.games.connecting.moves import (
    DRAW,
    PASS,
    Gate,
    Play,
    WhyClosed,
    lead_first,
    limits,
    playable,
)
from bot.games.connecting.notes import notes_of
from bot.games.connecting.observation import TableSeen
from bot.games.connecting.scoring import Count, FinishedRound, Hands, Score, others_minus_own
from bot.games.connecting.table import ALONG, LineTable, always_across, double_six, seven


@dataclass(frozen=True, slots=True)
class ConnectingRound(BaseRules[LineTable, TableSeen]):
    """The course of a round in the connecting family, with what differs between its games."""

    lead: Leading
    hand_size: Callable[[Setup], int] = seven
    """Number of bones dealt to each seat."""
    score: Score = others_minus_own
    bones: Callable[[Setup], tuple[Bone, ...]] = double_six
    """The set that is shuffled and dealt."""
    keep: Callable[[Setup], int] | None = None
    """Number of bones of the stock that cannot be drawn; ``None`` if none can be drawn at all."""
    doubles: Callable[[Setup, Ends], tuple[DoublePlacement, ...]] = always_across
    """Ways to lay a double now; if there are two, a ``+`` in the move's code means the second."""
    gate: Gate | None = None
    """A further condition on where a bone may be laid."""
    why_closed: WhyClosed = lead_first
    """Why an end takes nothing, where the gate closes it."""
    points: EarnedPoints = NOTHING
    """What scores before the round ends."""
    until_side_is_out: Callable[[Setup], bool] | None = None
    """Returns True if a round goes on until all partners of a side are out; ``None``: it doesn't.
    """

    @property
    def following(self) -> Callable[[tuple[Seat, ...], Seat], Seat]:
        return right_of if self.info.counter_clockwise else left_of

    def start(self, setup: Setup) -> LineTable:
        layout = Layout(branching=DoublePlacement.SPINNER in self.doubles(setup, Ends()))
        earned, bones = (0,) * setup.seat_count, codes(self.bones(setup))
        return LineTable(setup, Shuffle(bones), setup.seats[0], layout=layout, earned=earned)

    def moves_of(self, state: LineTable, seat: Seat) -> tuple[Move, ...]:
        """Return all plays; if there are none, a draw; if that can't be, a pass (GEN-7, GEN-8)."""
        hand, ends = state.hands[seat], state.layout.ends
        if not ends.lying:
            return moves.leads(hand, state.lead.bones if state.lead else ())
        takes = None if self.gate is None else self.gate(state.setup, ends)
        playable = moves.plays(hand, ends, takes)
        if not playable:
            return (DRAW,) if self._can_draw(state) else (PASS,)
        choice = self.doubles is not always_across and len(self.doubles(state.setup, ends)) > 1
        return moves.with_spinners(playable) if choice else playable

    def carry_out(self, state: LineTable, actor: Actor, move: Move) -> Step[LineTable]:
        match move:
            case Play():
                return self._play(state, move)
            case Pass():
                return self._pass(state)
            case Draw():
                return self._draw(state)
            case ShuffleResult(order=order):
                return self._deal(state, order)
            case LotResult(seat=seat):
                return self._begin(state, seat)
            case _:
                raise TypeError(f"not a move of this family: {move!r}")

    def piece_locations(self, state: LineTable) -> dict[str, tuple[str, ...]]:
        """Return where every piece is (GEN-I1); before the deal, all are in the stock."""
        hands = {f"hand {seat}": codes(hand) for seat, hand in enumerate(state.hands)}
        stock = codes(state.stock if state.hands else self.bones(state.setup))
        return {**hands, "stock": stock, "layout": codes(laid.bone for laid in state.layout.laid)}

    def observe(self, state: LineTable, seat: Seat | None) -> TableSeen:
        shared = self.shared_view(state, seat, tuple(map(len, state.hands)))
        ends = state.layout.ends
        return TableSeen(
            *shared,
            hand=state.hands[seat] if seat is not None and state.hands else (),
            boneyard=self._drawable(state.setup, state.stock),
            stock=len(state.stock),
            layout=state.layout,
            limits=limits(state.setup, ends, self.gate, self.why_closed),
            earned=state.earned,
            total=self.points.total(ends) if self.points.total and ends.lying else None,
            gains={} if self.points.earn is None else dict(self._gains(state, shared[3])),
        )

    def _gains(self, state: LineTable, legal: tuple[Move, ...]) -> Iterator[tuple[str, int]]:
        if not legal:
            return
        setup, seat = state.setup, state.turn
        out = len(state.hands[seat]) == 1 and self._partners_are_out(setup, state.hands, seat)
        for move in legal:
            if isinstance(move, Play):
                ends = self.after(setup, state.layout, move).ends
                if made := self.points.made(setup, ends, seat, state.earned[seat], out=out):
                    yield move.code, made.points

    def after(self, setup: Setup, layout: Layout, play: Play) -> Layout:
        lie = self.doubles(setup, layout.ends)[play.crosswise]
        return layout.lay(play.bone, play.at, lie) if play.at else layout.lead(play.bone, lie)

    # Effects of moves.

    def _deal(self, state: LineTable, order: tuple[str, ...]) -> Step[LineTable]:
        setup, bones = state.setup, by_codes(order)
        hands = dealt_hands(setup, bones, self.hand_size(setup))
        stock = bones[sum(map(len, hands)) :]
        lead = self.lead(leading.DealtHands(setup, hands, stock))
        if isinstance(lead, Void):
            return with_events(state, Redealt(lead.reason))
        drawable = self._drawable(setup, stock)
        event = Dealt(hands, tuple(map(len, hands)), drawable, len(stock) - drawable)
        changes = {"awaits": Lot(setup.seats), "hands": hands, "stock": stock, "lead": lead}
        step = with_events(state, event, *lead.shown, **changes)
        if lead.seat is None:
            return step
        begun = self._begin(step.state, lead.seat)
        return Step(begun.state, (*step.events, *begun.events))

    def _begin(self, state: LineTable, seat: Seat) -> Step[LineTable]:
        """Let ``seat`` lead, after it has taken the bones that the leader draws first."""
        lead = state.lead or leading.BY_LOT
        events: tuple[Event, ...] = (leading.announced(lead, seat),)
        taken, stock = state.stock[: lead.draws], state.stock[lead.draws :]
        for at, drawn in enumerate(taken, start=1):
            events += (Drew(seat, drawn, self._drawable(state.setup, state.stock[at:])),)
        hands = replaced(state.hands, seat, state.hands[seat] + taken)
        return with_events(
            state, *events, awaits=None, turn=seat, leader=seat, hands=hands, stock=stock
        )

    def _play(self, state: LineTable, move: Play) -> Step[LineTable]:
        seat, layout, setup = state.turn, state.layout, state.setup
        bone, at = move.bone, move.at
        hands = replaced(state.hands, seat, without(state.hands[seat], bone))
        lies = self.doubles(setup, layout.ends) if bone.double else ALONG
        lie = lies[move.crosswise]
        layout = layout.lay(bone, at, lie) if at else layout.lead(bone, lie)
        ends = tuple(layout.ends.shows)
        end = layout.ends.names.index(at) if at else 0
        played = Played(seat, bone, at, ends, lie, len(lies) > 1, end)
        is_out = not hands[seat] and self._partners_are_out(setup, hands, seat)
        events: tuple[Event, ...] = (played,)
        earned, reached = state.earned, False
        if self.points is not NOTHING:
            scores, earned, reached = self.points.scored(state, layout.ends, out=is_out)
            events += scores
        after = LineTable(
            setup=setup,
            awaits=None,
            turn=self._following(setup, hands, seat),
            hands=hands,
            stock=state.stock,
            layout=layout,
            lead=state.lead,
            earned=earned,
            leader=state.leader,
            history=state.history + events,
        )
        return self._ended(after, events, out=seat if is_out else None, reached=reached)

    def _partners_are_out(self, setup: Setup, hands: Sequence[object], seat: Seat) -> bool:
        if self.until_side_is_out is None or not self.until_side_is_out(setup):
            return True
        return not any(hands[each] for each in setup.side_of(seat) if each != seat)

    def _following(self, setup: Setup, hands: Hands, seat: Seat) -> Seat:
        """Return the next seat that holds bones."""
        following = self.following(setup.seats, seat)
        if self.until_side_is_out is None:
            return following
        while not hands[following] and following != seat:
            following = self.following(setup.seats, following)
        return following

    def _draw(self, state: LineTable) -> Step[LineTable]:
        seat, drawn = state.turn, state.stock[0]
        hands = replaced(state.hands, seat, (*state.hands[seat], drawn))
        after = replace(state, hands=hands, stock=state.stock[1:])
        event = Drew(seat, drawn, self._drawable(after.setup, after.stock))
        after = replace(after, history=(*state.history, event))
        return self._ended(after, (event,), out=None)

    def _pass(self, state: LineTable) -> Step[LineTable]:
        following = self._following(state.setup, state.hands, state.turn)
        passed = with_events(state, Passed(state.turn), turn=following)
        if self.points is NOTHING:
            return passed
        bonuses, earned = self.points.paid_for_knocks(passed.state, over=False)
        if not bonuses:
            return passed
        paid = with_events(passed.state, *bonuses, earned=earned)
        return Step(paid.state, (*passed.events, *bonuses))

    def _ended(
        self,
        state: LineTable,
        events: tuple[Event, ...],
        out: Seat | None,
        *,
        reached: bool = False,
    ) -> Step[LineTable]:
        """Return the table unchanged, or end the round on domino or a block (GEN-9, GEN-10)."""
        if out is None and not reached and not self._blocked(state):
            return Step(state, events)
        shown, last = tuple(map(in_order, state.hands)), last_play(state.history)
        ending = FinishedRound(
            setup=state.setup,
            hands=shown,
            out=out,
            last=(last.seat, last.bone) if last else None,
            leader=state.leader,
            before=last.before if last and out is not None else (),
            unseen=tuple([bone.bit for bone in state.stock]),
            earned=state.earned,
            reached=reached,
        )
        count, outcome = self.scored(ending, state.earned)
        ended = RoundEnded(
            reason=ending.reason,
            winners=count.winners,
            hands=shown,
            credits=count.credits,
            layout=state.layout,
            out=out,
            earned=state.earned,
            last=ending.last,
            decision=count.decision,
            extras=count.extras,
            notes=(*count.notes, *notes_of(count.carried)),
        )
        over = replace(state, outcome=outcome, history=(*state.history, ended))
        return Step(over, (*events, ended))

    def scored(self, ending: FinishedRound, earned: tuple[int, ...]) -> tuple[Count, Outcome]:
        count = self.score(ending)
        points = with_credits(earned, count.credits)
        won, decided = count.winners, (count.decider, count.carried)
        return count, Outcome(won, points, ending.reason, (), None, *decided)

    def _drawable(self, setup: Setup, stock: tuple[Bone, ...]) -> int:
        return 0 if self.keep is None else max(0, len(stock) - self.keep(setup))

    def _can_draw(self, state: LineTable) -> bool:
        return self.keep is not None and len(state.stock) > self.keep(state.setup)

    def _blocked(self, state: LineTable) -> bool:
        ends = state.layout.ends
        # Most games have no gate, so this is faster without a call.
        fitting = ends.fitting if self.gate is None else playable(self.gate, state.setup, ends)
        if not ends.lying or moves.can_play(state.hands, fitting):
            return False
        return not self._can_draw(state)
