"""The state of Double Double Dominoes, what a seat sees of it, and the effects of moves.

The points for placing a bone are those of DDD-11 to DDD-16.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from bot.domino.board import BOARDS, Board, Cell
from bot.domino.bone import DOUBLE_SIX, Bone, in_order
from bot.domino.counting import Sum, pips
from bot.engine.contract import Event, Move, Outcome, Seat, Setup, Step, Value
from bot.engine.seating import left_of
from bot.games.common.events import Drew, LeadReason, Leads, Scored
from bot.games.common.pieces import dealt_hands, replaced, without
from bot.games.common.rules import RoundSeen, RoundState
from bot.games.double_double.events import (
    BONEYARD,
    NO_PLACE,
    TARGET,
    BoardDealt,
    BoardEnded,
    LowestShown,
    Pitted,
    Placed,
    Stopped,
)
from bot.games.double_double.moves import Place
from bot.games.double_double.tiling import OnBoard, Tiling


@dataclass(frozen=True, slots=True)
class BoardSeen(RoundSeen):
    """The game as one seat sees it, without the others' hands and pits."""

    board: Board
    laid: tuple[OnBoard, ...]
    hand: tuple[Bone, ...]
    boneyard: int
    pit: int
    own_pit: tuple[Bone, ...]
    positions: tuple[int, ...]
    """The positions on the track, by seat; they are the score (DDD-11)."""
    after: int | None
    """The index in :attr:`laid` of the double that the next bone must touch (DDD-8)."""
    target: int

    @property
    def mover(self) -> Seat | None:
        return min(self.to_act, default=None)

    def diamond(self, bone: Bone, cells: tuple[Cell, Cell]) -> int:
        """Return the points for the diamond that a bone covers there, whenever it is placed."""
        return counted(self.board, (), bone, cells).diamond


HAND = 3
"""The number of bones dealt to everybody and refilled after a turn (DDD-2, DDD-10)."""
_TARGETS = {2: 100, 3: 75, 4: 50, 5: 75, 6: 50}

Hands = tuple[tuple[Bone, ...], ...]


class BoardTable(RoundState):
    hands: Hands
    """The hands, by seat; empty before the deal."""
    stock: tuple[Bone, ...]
    """The boneyard, top first."""
    pits: Hands
    """The bones that each seat put into the pit, in order, by seat."""
    tiling: Tiling
    positions: tuple[int, ...]
    after: int | None = None
    """The index of the double that the next bone must touch (DDD-8)."""

    @property
    def board(self) -> Board:
        return self.tiling.board

    @property
    def mover(self) -> Seat:
        return self.turn


def board_of(setup: Setup) -> Board:
    return BOARDS[str(setup.options["board"])]


def dominoes(setup: Setup) -> tuple[Bone, ...]:
    """Return two double-six sets, three for 5 or 6 seats, or the number in the options (DDD-1)."""
    sets = setup.options["sets"]
    count = (3 if setup.seat_count > 4 else 2) if sets == "auto" else int(sets)
    return tuple(each for each in DOUBLE_SIX for _ in range(count))


def target(setup: Setup) -> int:
    """Return the position that ends the game (DDD-17)."""
    goal = _TARGETS[setup.seat_count]
    return goal // 2 if setup.options["goal"] == "half" else goal


def result(positions: Sequence[int], dots: Sequence[int], reason: str) -> Outcome:
    """Return the result: the most points win, then the most pips in hand; ties share (DDD-20)."""
    standing = list(zip(positions, dots, strict=True))
    best = max(standing)
    winners = tuple([seat for seat, each in enumerate(standing) if each == best])
    return Outcome(winners, tuple(positions), reason)


def lowest(hand: tuple[Bone, ...]) -> Bone:
    """Return the bone with the fewest pips, then the lower high half (DDD-3)."""
    return min(hand, key=dots_first)


def dots_first(bone: Bone) -> tuple[int, int]:
    return bone.pips, bone.index


BONUS = 3
"""The points for a score piece on a number that is placed (DDD-14)."""


class MoveValue(Value):
    diamond: int
    bonus: tuple[int, ...]

    def points(self, mover: Seat | None) -> tuple[int, ...]:
        return tuple(
            [
                bonus + self.diamond if seat == mover else bonus
                for seat, bonus in enumerate(self.bonus)
            ]
        )


def counted(
    board: Board, positions: tuple[int, ...], bone: Bone, cells: tuple[Cell, Cell]
) -> MoveValue:
    """Return the diamond covered, twice for a double (DDD-13), and one bonus each at most (DDD-15).

    The bonus depends on the positions of the pieces before any of them moves (DDD-14).
    """
    covered = sum([board.diamonds.get(cell, 0) for cell in cells])
    bonus = tuple([BONUS if board.number(at) in {bone.high, bone.low} else 0 for at in positions])
    return MoveValue(covered * 2 if bone.double else covered, bonus)


def move_value(at: BoardTable | BoardSeen, move: Move) -> tuple[int, ...]:
    """Return the points of a move for every seat, known to all in advance; 0 unless it places."""
    if not isinstance(move, Place):
        return (0,) * len(at.positions)
    return counted(at.board, at.positions, move.bone, (move.first, move.second)).points(at.mover)


def deal(state: BoardTable, bones: tuple[Bone, ...]) -> Step[BoardTable]:
    """Deal three each; the lowest bone shown leads, the oldest among equals (DDD-2, DDD-3)."""
    setup = state.setup
    hands = dealt_hands(setup, bones, HAND)
    stock = bones[HAND * setup.seat_count :]
    shown = tuple(map(lowest, hands))
    leader = min(setup.seniority, key=lambda seat: shown[seat].pips)
    tied = [bone.pips for bone in shown].count(shown[leader].pips) > 1
    reason = LeadReason.FEWEST_PIPS_JOINED_FIRST if tied else LeadReason.FEWEST_PIPS
    events = (
        BoardDealt(hands, tuple(map(len, hands)), len(stock)),
        LowestShown(shown),
        Leads(leader, by_lot=False, reason=reason),
    )
    table = replace(
        state, awaits=None, leader=leader, turn=leader, hands=hands, stock=stock, history=events
    )
    return _draw(table, events, 1)  # every turn begins with a draw (DDD-4)


def place(state: BoardTable, move: Place) -> Step[BoardTable]:
    """Place a bone and move the pieces; after a double, the turn may go on (DDD-8, DDD-11)."""
    seat, domino = state.turn, OnBoard(move.bone, move.first, move.second)
    made = counted(state.board, state.positions, move.bone, (move.first, move.second))
    points = made.points(seat)
    positions = tuple([at + more for at, more in zip(state.positions, points, strict=True)])
    events: tuple[Event, ...] = (
        Placed(
            seat,
            move.bone,
            move.first,
            move.second,
            points[seat],
            made.diamond,
            made.bonus,
            positions,
        ),
    )
    if points[seat]:
        terms = tuple(term for term in (made.diamond, made.bonus[seat]) if term)
        events += (Scored(seat, Sum(terms)),)
    hand = without(state.hands[seat], move.bone)
    tiling = state.tiling.place(domino)
    goes_on = move.bone.double and bool(hand)
    table = BoardTable(
        state.setup,
        None,
        seat,
        replaced(state.hands, seat, hand),
        state.stock,
        state.pits,
        tiling,
        positions,
        len(state.tiling.laid) if goes_on else None,
        leader=state.leader,
        history=state.history + events,
    )
    if max(positions) >= target(state.setup):
        return _ended(table, events, TARGET)
    if tiling.full:
        return _ended(table, events, NO_PLACE)
    return Step(table, events) if goes_on else _finish(table, events)


def discard(state: BoardTable, bone: Bone) -> Step[BoardTable]:
    """Put a bone into the pit for good and end the turn (DDD-5)."""
    seat = state.turn
    events = (Pitted(seat, bone),)
    hand, pit = without(state.hands[seat], bone), (*state.pits[seat], bone)
    hands, pits = replaced(state.hands, seat, hand), replaced(state.pits, seat, pit)
    return _finish(replace(state, hands=hands, pits=pits, history=state.history + events), events)


def stop(state: BoardTable) -> Step[BoardTable]:
    """End the turn after a double without placing another bone (DDD-8)."""
    events = (Stopped(state.turn),)
    return _finish(replace(state, after=None, history=state.history + events), events)


def _finish(state: BoardTable, before: tuple[Event, ...]) -> Step[BoardTable]:
    """End a turn by drawing up to three; the next begins with a draw (DDD-10, DDD-4).

    An empty boneyard ends the game (DDD-18). A turn adds one bone to the hand and removes at
    least one, so it never holds more than three.
    """
    step = _draw(state, before, max(0, HAND - len(state.hands[state.turn])))
    if not step.state.stock:
        return _ended(step.state, step.events, BONEYARD)
    following = left_of(state.setup.seats, state.turn)
    return _draw(replace(step.state, turn=following), step.events, 1)


def _draw(state: BoardTable, before: tuple[Event, ...], count: int) -> Step[BoardTable]:
    seat, stock = state.turn, state.stock
    drawn, left = stock[:count], len(stock)
    if not drawn:
        return Step(state, before)
    events = tuple([Drew(seat, bone, left - at) for at, bone in enumerate(drawn, start=1)])
    hand = (*state.hands[seat], *drawn)
    table = BoardTable(
        state.setup,
        None,
        seat,
        replaced(state.hands, seat, hand),
        stock[len(drawn) :],
        state.pits,
        state.tiling,
        state.positions,
        state.after,
        leader=state.leader,
        history=state.history + events,
    )
    return Step(table, before + events)


def _ended(state: BoardTable, before: tuple[Event, ...], reason: str) -> Step[BoardTable]:
    """End the game: the most points win, then the most pips left in hand; ties share (DDD-20)."""
    dots = tuple(map(pips, state.hands))
    outcome = result(state.positions, dots, reason)
    shown = tuple(map(in_order, state.hands))
    board, laid = state.board.name, state.tiling.laid
    at, goal = state.positions, target(state.setup)
    ended = BoardEnded(reason, outcome.winners, shown, dots, at, goal, board, laid)
    over = replace(state, after=None, history=(*state.history, ended), outcome=outcome)
    return Step(over, (*before, ended))
