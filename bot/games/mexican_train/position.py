"""A round of Mexican Train to try out its futures: hands as bit masks, and the ends of trains."""

from collections.abc import Callable, Sequence
from typing import Self

from bot.domino.bone import BONE_OF, DOUBLES, HAS, Bone, bones_in
from bot.engine.contract import Move, Outcome, Rng, Seat
from bot.games.common.pieces import Draw
from bot.games.connecting.moves import Play
from bot.games.mexican_train.course import Course, Need, Terms, Tracks
from bot.games.mexican_train.moves import Stop, legal_moves, train_at

Result = Callable[[tuple[tuple[Bone, ...], ...]], Outcome]


class TrainPosition(Course):
    """The policy of playouts: heavy bones first, and doubles while they can be covered.

    Bones go to trains that others can use, too, so that the own train stays for the rest; but a
    marker is got rid of first.
    """

    __slots__ = ("hands", "over", "result", "stock")

    def __init__(  # noqa: PLR0913 - all of these make a position
        self,
        terms: Terms,
        tracks: Tracks,
        lying: int,
        turn: Seat,
        *,
        hands: list[int],
        stock: list[int],
        result: Result,
    ) -> None:
        super().__init__(terms, tracks, lying, turn)
        self.hands = hands
        """The mask of the bones that each seat holds."""
        self.stock = stock
        """The bits of the bones in the boneyard, the top one last."""
        self.result, self.over = result, False

    def copy(self) -> Self:
        other = super().copy()
        other.hands, other.stock = self.hands[:], self.stock[:]
        other.result, other.over = self.result, self.over
        return other

    @property
    def earned(self) -> Sequence[int]:
        return ()

    @property
    def seat(self) -> Seat | None:
        return None if self.over else self.turn

    def blocked(self) -> bool:
        """Return whether nobody can ever play again (TRAIN-12)."""
        return not self.stock and self.fits_nowhere(sum(self.hands))

    def moves(self) -> Sequence[Move]:
        if self.over:
            return ()
        hand = bones_in(self.hands[self.turn])
        return legal_moves(self, hand, can_draw=bool(self.stock))

    def push(self, move: Move) -> None:
        """Carry out a legal move; raises ``ValueError`` if the round is over."""
        if self.over:
            raise ValueError("the round is over")
        match move:
            case Play(bone=bone, at=at):
                self._play(train_at(at, self.terms.seats), bone)
            case Draw():
                self._draw()
            case Stop():
                self.pass_on()
            case _:
                self.mark()
        self.over = self.over or self.blocked()

    def _play(self, train: int, bone: Bone) -> None:
        seat = self.turn
        self.hands[seat] ^= bone.bit
        self.over = not self.hands[seat]
        self.lay(train, bone)

    def _draw(self) -> None:
        self.hands[self.turn] |= self.stock.pop()
        self.drew = True

    def outcome(self) -> Outcome | None:
        return self.result(tuple(map(bones_in, self.hands))) if self.over else None

    def play_out(self, rng: Rng) -> Outcome:
        while not self.over:
            self._make_policy_move(rng)
            if not self.stock and not self.over:
                self.over = self.blocked()
        return self.result(tuple(map(bones_in, self.hands)))

    def _make_policy_move(self, rng: Rng) -> None:
        hand, takes = self.hands[self.turn], self.takes()
        fitting = 0
        for bones in takes.values():
            fitting |= bones
        if fitting := hand & fitting:
            bit = self._favourite(fitting, hand)
            trains = [train for train, bones in takes.items() if bones & bit]
            self._play(self._train(trains, rng), BONE_OF[bit])
        elif self.need is Need.TRAIN:
            self.pass_on()
        elif self.stock and not self.drew:
            self._draw()
        else:
            self.mark()

    def _favourite(self, fitting: int, hand: int) -> int:
        bit = 1 << fitting.bit_length() - 1
        while bit & DOUBLES and self.terms.cover:
            if hand & HAS[BONE_OF[bit].high] & ~bit or not fitting ^ bit:
                break
            fitting ^= bit
            bit = 1 << fitting.bit_length() - 1
        return bit

    def _train(self, trains: list[int], rng: Rng) -> int:
        if len(trains) == 1:
            return trains[0]
        seat = self.turn
        if seat in trains:
            if self.marked >> seat & 1:
                return seat
            trains.remove(seat)
        return trains[int(rng.random() * len(trains))]
