"""A round of Mexican Train to try out its futures: hands as bit masks, and the ends of trains."""

from collections.abc import Callable, Sequence
from typing import Self

from bot.domino.bone import BONE_OF, DOUBLES, HAS, Bone, bones_in, union
from bot.engine.contract import Move, Outcome, Rng, Seat
from bot.games.common.pieces import Draw
from bot.games.connecting.moves import Play
from bot.games.mexican_train.course import Course, Need
from bot.games.mexican_train.moves import Stop, legal_moves, train_at

Result = Callable[[tuple[tuple[Bone, ...], ...]], Outcome]
"""A function that returns the result of a round, given the hands that are left."""


class TrainPosition:
    """The policy of playouts: heavy bones first, and doubles while they can be covered.

    Bones go to trains that others may use, too, so that the own train stays for the rest; but a
    marker is got rid of first.
    """

    __slots__ = ("course", "hands", "over", "result", "stock")
    earned: Sequence[int] = ()

    def __init__(self, course: Course, hands: list[int], stock: list[int], result: Result) -> None:
        """``hands`` are masks; ``stock`` has the bits of the boneyard's bones, the top one last."""
        self.course, self.hands, self.stock, self.result = course, hands, stock, result
        self.over = not all(hands) or self.blocked()

    def copy(self) -> Self:
        other = object.__new__(type(self))
        other.course, other.result, other.over = self.course, self.result, self.over
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
        return legal_moves(self.course, hand, can_draw=bool(self.stock))

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
        return self.result(tuple(map(bones_in, self.hands))) if self.over else None

    def play_out(self, rng: Rng) -> Outcome:
        while not self.over:
            self._make_policy_move(rng)
            if not self.stock and not self.over:
                self.over = self.blocked()
        return self.result(tuple(map(bones_in, self.hands)))

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
