"""A round of Mexican Train to try out its futures: hands as bit masks, and the ends of trains."""

from collections.abc import Sequence
from typing import Self

from bot.domino.bone import BONE_OF, DOUBLES, HAS, Bone, bones_in, union
from bot.domino.counting import Sum, unique_lowest
from bot.engine.contract import Move, Outcome, Rng, Seat, Setup
from bot.games.common.events import BLOCKED, DOMINO, Credit, with_credits
from bot.games.common.pieces import Draw
from bot.games.connecting.moves import Play
from bot.games.connecting.scoring import Hands
from bot.games.mexican_train.course import Course, Need, Stop, train_at


def result(setup: Setup, hands: Hands) -> Outcome:
    """Return the result of a round; the lowest hand wins one in which nobody went out."""
    points = with_credits((0,) * len(hands), charges(setup, hands))
    out = next((seat for seat, hand in enumerate(hands) if not hand), None)
    winner = unique_lowest(dict(enumerate(points))) if out is None else out
    winners = () if winner is None else (winner,)
    return Outcome(winners, points, BLOCKED if out is None else DOMINO)


def charges(setup: Setup, hands: Hands) -> tuple[Credit, ...]:
    """Charge everybody the pips in their hand, 0-0 as the option says (TRAIN-13)."""
    blank = int(setup.options["doubleBlank"])
    sums = [Sum(tuple([each.pips or blank for each in hand])) for hand in hands]
    return tuple([Credit((seat,), each) for seat, each in enumerate(sums) if each.terms])


class TrainPosition:
    """The policy of playouts: heavy bones first, and doubles while they can be covered.

    Bones go to trains that others may use, too, so that a seat keeps its own for the rest; but if
    that has a marker, it plays there first, which takes the marker away.
    """

    __slots__ = ("course", "hands", "over", "setup", "stock")
    earned: Sequence[int] = ()

    def __init__(self, setup: Setup, course: Course, hands: list[int], stock: list[int]) -> None:
        """``hands`` are masks; ``stock`` has the bits of the boneyard's bones, the top one last."""
        self.setup, self.course, self.hands, self.stock = setup, course, hands, stock
        self.over = not all(hands) or self.blocked()

    def copy(self) -> Self:
        other = object.__new__(type(self))
        other.setup, other.course, other.over = self.setup, self.course, self.over
        other.hands, other.stock = self.hands[:], self.stock[:]
        return other

    @property
    def seat(self) -> Seat | None:
        return None if self.over else self.course.turn

    def blocked(self) -> bool:
        """Return whether nobody can ever play again (TRAIN-12)."""
        return not self.stock and self.course.fits_nowhere(sum(self.hands))

    def moves(self) -> Sequence[Move]:
        if self.over:
            return ()
        hand = bones_in(self.hands[self.course.turn])
        return self.course.legal_moves(hand, can_draw=bool(self.stock))

    def push(self, move: Move) -> None:
        """Carry out a legal move; raises ``ValueError`` if the round is over."""
        if self.over:
            raise ValueError("the round is over")
        match move:
            case Play(bone=bone, at=at):
                self._play(train_at(at, self.course.terms.seats), bone)
            case Draw():
                self._draw()
            case Stop():
                self.course = self.course.pass_on()
            case _:
                self.course = self.course.mark()
        if not self.over:
            self.over = self.blocked()

    def _play(self, train: int, bone: Bone) -> None:
        seat = self.course.turn
        self.hands[seat] ^= bone.bit
        self.over = not self.hands[seat]
        self.course = self.course.lay(train, bone)

    def _draw(self) -> None:
        self.hands[self.course.turn] |= self.stock.pop()
        self.course = self.course.draw()

    def outcome(self) -> Outcome | None:
        return result(self.setup, tuple(map(bones_in, self.hands))) if self.over else None

    def play_out(self, rng: Rng) -> Outcome:
        while not self.over:
            self._make_policy_move(rng)
            if not self.stock and not self.over:
                self.over = self.blocked()
        return result(self.setup, tuple(map(bones_in, self.hands)))

    def _make_policy_move(self, rng: Rng) -> None:
        course = self.course
        hand, takes = self.hands[course.turn], course.takes()
        if fitting := hand & union(takes.values()):
            bit = self._favourite(fitting, hand)
            trains = [train for train, bones in takes.items() if bones & bit]
            self._play(self._train(trains, rng), BONE_OF[bit])
        elif course.need is Need.TRAIN:
            self.course = course.pass_on()
        elif self.stock and not course.drew:
            self._draw()
        else:
            self.course = course.mark()

    def _favourite(self, fitting: int, hand: int) -> int:
        bit = 1 << fitting.bit_length() - 1
        while bit & DOUBLES and self.course.terms.cover:
            if hand & HAS[BONE_OF[bit].high] & ~bit or not fitting ^ bit:
                break
            fitting ^= bit
            bit = 1 << fitting.bit_length() - 1
        return bit

    def _train(self, trains: list[int], rng: Rng) -> int:
        seat = self.course.turn
        if seat in trains and len(trains) > 1:
            if self.course.marked >> seat & 1:
                return seat
            trains.remove(seat)
        return trains[int(rng.random() * len(trains))] if len(trains) > 1 else trains[0]
