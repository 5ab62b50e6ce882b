"""A round of the connecting family as a position: hands as bit masks, and the open ends.

The masks are those of :mod:`bot.domino.bone_sets`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Self

from bot.domino.bone import Bone
from bot.domino.bone_sets import BONE_OF, DOUBLES, HAS, OTHER, bones_in, union
from bot.domino.counting import Sum
from bot.domino.ends import Ends
from bot.domino.layout import DoublePlacement
from bot.engine.contract import Move, Outcome, Rng, Seat, Setup
from bot.games.common.moves import Draw
from bot.games.connecting import moves
from bot.games.connecting.gates import Gate, playable
from bot.games.connecting.moves import DRAW, PASS, Play
from bot.games.connecting.scoring import Count, FinishedRound


@dataclass(frozen=True, slots=True, eq=False)
class Course:
    """The rules of one round, as far as positions need them."""

    setup: Setup
    next_of: Mapping[Seat, Seat]
    """The seat whose turn is next, by seat."""
    kept: int | None
    """Number of bones that cannot be drawn; ``None`` if none can be drawn at all."""
    doubles: Callable[[Setup, Ends], tuple[DoublePlacement, ...]]
    gate: Gate | None
    earn: Callable[[Ends], Sum | None] | None
    scored: Callable[[FinishedRound, tuple[int, ...]], tuple[Count, Outcome]]
    keeps_doubles: bool
    """True if players keep their doubles for as long as they can lay something else."""
    is_line: bool
    """True if there are two ends, and only their numbers decide what fits and what counts."""

    def likely(self, bones: int) -> int:
        """Return the bit of the bone that most players would lay, of a mask of one or more."""
        if self.keeps_doubles and bones & ~DOUBLES:
            bones &= ~DOUBLES
        return 1 << bones.bit_length() - 1

    def likelier(self, bit: int) -> int:
        """Return the mask of all bones that most players would lay rather than the one given."""
        higher = -(bit << 1)
        if not self.keeps_doubles:
            return higher
        return higher | ~DOUBLES if bit & DOUBLES else higher & ~DOUBLES


def scoring_plays(course: Course, ends: Ends, takes: list[int]) -> dict[int, tuple[int, int]]:
    """Return the most points that each bone can score at once, and at which end, by its bit.

    ``takes`` has for each end the mask of bones to try there. Bones that score nothing are left
    out.
    """
    found: dict[int, tuple[int, int]] = {}
    if course.earn is None:
        return found
    for end, bones in enumerate(takes):
        for bone in bones_in(bones):
            tried, bit = ends.copy(), bone.bit
            lies = course.doubles(course.setup, tried)
            tried.lay(end, bone, spinner=bone.double and lies[0] is DoublePlacement.SPINNER)
            made = course.earn(tried)
            if made is not None and made.points > found.get(bit, (0, 0))[0]:
                found[bit] = made.points, end
    return found


class LinePosition:
    """A round at one moment."""

    __slots__ = ("course", "earned", "ends", "hands", "last", "leads", "over", "stock", "turn")

    def __init__(  # noqa: PLR0913 - all of these make a position
        self,
        course: Course,
        hands: list[int],
        stock: list[int],
        ends: Ends,
        turn: Seat,
        *,
        leads: int,
        earned: Sequence[int],
        last: tuple[Seat, Bone] | None,
    ) -> None:
        self.course, self.turn, self.ends = course, turn, ends
        self.hands = hands
        """The mask of bones that each seat holds."""
        self.stock = stock
        """The bits of the bones not dealt or drawn, the top one last."""
        self.leads = leads
        """The mask of bones that may be led; 0 for any."""
        self.earned = list(earned)
        """Points scored by plays in this round, by seat."""
        self.last = last
        """The seat that laid the last bone, and that bone."""
        self.over = False

    def copy(self) -> Self:
        """Return the same position, to be changed on its own."""
        other = object.__new__(type(self))
        other.course, other.turn, other.leads = self.course, self.turn, self.leads
        other.hands, other.stock = self.hands[:], self.stock[:]
        other.ends, other.earned = self.ends.copy(), self.earned[:]
        other.last, other.over = self.last, self.over
        return other

    @property
    def seat(self) -> Seat | None:
        """The seat to act; ``None`` when the round is over."""
        return None if self.over else self.turn

    @property
    def can_draw(self) -> bool:
        """True if a bone is left to draw."""
        kept = self.course.kept
        return kept is not None and len(self.stock) > kept

    @property
    def fitting(self) -> int:
        """The mask of bones that can be laid somewhere."""
        return playable(self.course.gate, self.course.setup, self.ends)

    def blocked(self) -> bool:
        """Return whether nobody holds a bone that can be laid and nobody can draw (GEN-9)."""
        if not self.ends.lying or self.can_draw:
            return False
        fitting = self.fitting
        return not any(hand & fitting for hand in self.hands)

    def moves(self) -> Sequence[Move]:
        """Return all plays; if there are none, a draw; if that can't be, a pass (GEN-7, GEN-8)."""
        if self.over:
            return ()
        course, ends, hand = self.course, self.ends, bones_in(self.hands[self.turn])
        if not ends.lying:
            return moves.leads(hand, bones_in(self.leads))
        takes = None if course.gate is None else course.gate(course.setup, ends)
        found = moves.plays(hand, ends, takes)
        if not found:
            return (DRAW,) if self.can_draw else (PASS,)
        choice = len(course.doubles(course.setup, ends)) > 1
        return moves.with_spinners(found) if choice else found

    def push(self, move: Move) -> None:
        """Carry out a play, a draw or a pass, and end the round on domino or a block (GEN-9, 10).

        Raises ``ValueError`` if the round is over.
        """
        if self.over:
            raise ValueError("the round is over")
        if isinstance(move, Play):
            self.lay(self.ends.names.index(move.at), move.bone, crosswise=move.crosswise)
        elif isinstance(move, Draw):
            self.hands[self.turn] |= self.stock.pop()
        else:
            self.turn = self.course.next_of[self.turn]
        if not self.over:
            self.over = self.blocked()

    def lay(self, end: int, bone: Bone, *, crosswise: bool = False) -> None:
        """Lay a bone of the seat to act at an end that it fits, or lead it; pass the turn on."""
        course, ends, seat = self.course, self.ends, self.turn
        lies = course.doubles(course.setup, ends)
        spinner = bone.double and lies[crosswise] is DoublePlacement.SPINNER
        if ends.lying:
            ends.lay(end, bone, spinner=spinner)
        else:
            ends.lead(bone, spinner=spinner)
        if course.earn is not None and (made := course.earn(ends)) is not None:
            self.earned[seat] += made.points
        self.hands[seat] ^= bone.bit
        self.last = seat, bone
        self.over = not self.hands[seat]
        self.turn = course.next_of[seat]

    def outcome(self) -> Outcome | None:
        """Return the result of the round, or ``None`` while it goes on."""
        return self._result() if self.over else None

    def _result(self) -> Outcome:
        hands = tuple(map(bones_in, self.hands))
        seat = self.last[0] if self.last is not None else None
        out = seat if seat is not None and not self.hands[seat] else None
        ending = FinishedRound(self.course.setup, hands, out, self.last)
        return self.course.scored(ending, tuple(self.earned))[1]

    def play_out(self, rng: Rng) -> Outcome:
        """Play to the end of the round, everybody doubles first and then the heaviest bone.

        Where a bone fits several ends, it is laid at any of them.
        """
        if not self.ends.lying:
            self._play_likely_move(rng)
        if self.course.is_line and not self.over:
            self._play_out_line(rng)
        while not self.over:
            self._play_likely_move(rng)
        return self._result()

    def _play_likely_move(self, rng: Rng) -> None:
        """Play the heaviest bone, doubles first; else draw or pass."""
        course, ends, hand = self.course, self.ends, self.hands[self.turn]
        if not ends.lying:
            self.lay(0, BONE_OF[course.likely(hand & self.leads if self.leads else hand)])
            return
        takes = None if course.gate is None else course.gate(course.setup, ends)
        if takes is None:
            takes, fitting = ends.fits, ends.fitting
        else:
            fitting = union(takes)
        if hand & fitting:
            if course.earn is not None and self._lay_for_points(hand, takes):
                return
            bit = course.likely(hand & fitting)
            where = [end for end, bones in enumerate(takes) if bones & bit]
            end = where[0] if len(where) == 1 else where[int(rng.random() * len(where))]
            bone = BONE_OF[bit]
            ways = len(course.doubles(course.setup, ends)) if bone.double else 1
            self.lay(end, bone, crosswise=ways > 1 and rng.random() < 0.5)
        elif self.can_draw:
            self.hands[self.turn] |= self.stock.pop()
        elif any(other & fitting for other in self.hands):
            self.turn = course.next_of[self.turn]
        else:
            self.over = True

    def _lay_for_points(self, hand: int, takes: list[int]) -> bool:
        """Lay the bone that scores most at once, and return whether any scores."""
        scoring = scoring_plays(self.course, self.ends, [hand & bones for bones in takes])
        if scoring:
            bit = max(scoring, key=lambda each: scoring[each])
            self.lay(scoring[bit][1], BONE_OF[bit])
        return bool(scoring)

    def _play_out_line(self, rng: Rng) -> None:
        """Play to the end on two ends, with everything in local names, because it is faster."""
        hands, stock, ends, next_of = self.hands, self.stock, self.ends, self.course.next_of
        kept = len(stock) if self.course.kept is None else self.course.kept
        (left, right), turn = ends.shows, self.turn
        seat, bit = turn, 0
        random = rng.random
        while True:
            fitting = HAS[left] | HAS[right]
            hand = hands[turn] & fitting
            if hand:
                bit = 1 << hand.bit_length() - 1
                hands[turn] ^= bit
                seat = turn
                if HAS[left] & bit and not (HAS[right] & bit and random() < 0.5):
                    left = OTHER[left][bit]
                else:
                    right = OTHER[right][bit]
                if not hands[turn]:
                    break
                turn = next_of[turn]
            elif len(stock) > kept:
                hands[turn] |= stock.pop()
            elif any([other & fitting for other in hands]):  # noqa: C419 - faster as a list
                turn = next_of[turn]
            else:
                break
        ends.shows[:] = left, right
        self.over = True
        if bit:
            self.last = seat, BONE_OF[bit]
