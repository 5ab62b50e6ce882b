"""A round of a line game to try out its futures: hands as bit masks, and the open ends.

The masks are those of :mod:`bot.domino.bone`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Self

from bot.domino.bone import BONE_OF, DOUBLES, HAS, OTHER, Bone, bones_in, union
from bot.domino.ends import Ends
from bot.domino.layout import DoublePlacement
from bot.engine.contract import Move, Outcome, Rng, Seat, Setup
from bot.games.common.pieces import Draw
from bot.games.connecting import moves
from bot.games.connecting.moves import DRAW, PASS, Gate, Play, playable
from bot.games.connecting.scoring import Count, Earn, FinishedRound


@dataclass(frozen=True, slots=True, eq=False)
class LineRules:
    """The rules of one round; sets of bones are masks (:mod:`bot.domino.bone`).

    The policy of playouts: everybody takes the most points at once; if no play scores, everybody
    lays doubles first and then the heaviest bone.
    """

    setup: Setup
    next_of: Mapping[Seat, Seat]
    kept: int | None
    """The number of bones that cannot be drawn; ``None`` if none can be drawn at all."""
    doubles: Callable[[Setup, Ends], tuple[DoublePlacement, ...]]
    gate: Gate | None
    earn: Earn | None
    scored: Callable[[FinishedRound, tuple[int, ...]], tuple[Count, Outcome]]
    keeps_doubles: bool
    """True if players keep their doubles for as long as they can lay something else."""
    is_line: bool
    """True if there are two ends, only their numbers decide what fits, and plays score nothing."""

    def favourite(self, bones: int) -> int:
        """Return the bit of the bone that most players would lay, of a mask of one or more."""
        if self.keeps_doubles and bones & ~DOUBLES:
            bones &= ~DOUBLES
        return 1 << bones.bit_length() - 1

    def preferred_to(self, bit: int) -> int:
        """Return the mask of all bones that most players would lay rather than the one given."""
        higher = -(bit << 1)
        if not self.keeps_doubles:
            return higher
        return higher | ~DOUBLES if bit & DOUBLES else higher & ~DOUBLES

    def scoring_plays(self, ends: Ends, takes: list[int]) -> dict[int, tuple[int, int]]:
        """Return the most points that each bone can score at once, and at which end, by its bit.

        ``takes`` has for each end the mask of bones to try there. Bones that score nothing are left
        out.
        """
        found: dict[int, tuple[int, int]] = {}
        if self.earn is None:
            return found
        for end, bones in enumerate(takes):
            for bone in bones_in(bones):
                tried, bit = ends.copy(), bone.bit
                lies = self.doubles(self.setup, tried)
                tried.lay(end, bone, spinner=bone.double and lies[0] is DoublePlacement.SPINNER)
                made = self.earn(tried)
                if made is not None and made.points > found.get(bit, (0, 0))[0]:
                    found[bit] = made.points, end
        return found


class LinePosition:
    __slots__ = ("earned", "ends", "hands", "last", "leads", "over", "rules", "stock", "turn")

    def __init__(  # noqa: PLR0913 - all of these make a position
        self,
        rules: LineRules,
        hands: list[int],
        stock: list[int],
        ends: Ends,
        turn: Seat,
        *,
        leads: int,
        earned: Sequence[int],
        last: tuple[Seat, Bone] | None,
    ) -> None:
        self.rules, self.turn, self.ends = rules, turn, ends
        self.hands = hands
        """The mask of bones that each seat holds."""
        self.stock = stock
        """The bits of the bones not dealt or drawn, the top one last."""
        self.leads = leads
        """The mask of bones that may be led; 0 for any."""
        self.earned = list(earned)
        self.last = last
        """The seat that laid the last bone, and that bone."""
        self.over = False

    def copy(self) -> Self:
        other = object.__new__(type(self))
        other.rules, other.turn, other.leads = self.rules, self.turn, self.leads
        other.hands, other.stock = self.hands[:], self.stock[:]
        other.ends, other.earned = self.ends.copy(), self.earned[:]
        other.last, other.over = self.last, self.over
        return other

    @property
    def seat(self) -> Seat | None:
        return None if self.over else self.turn

    @property
    def can_draw(self) -> bool:
        kept = self.rules.kept
        return kept is not None and len(self.stock) > kept

    @property
    def fitting(self) -> int:
        return playable(self.rules.gate, self.rules.setup, self.ends)

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
        rules, ends, hand = self.rules, self.ends, bones_in(self.hands[self.turn])
        if not ends.lying:
            return moves.leads(hand, bones_in(self.leads))
        found = moves.plays(hand, ends, self._takes()[0])
        if not found:
            return (DRAW,) if self.can_draw else (PASS,)
        choice = len(rules.doubles(rules.setup, ends)) > 1
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
            self.turn = self.rules.next_of[self.turn]
        if not self.over:
            self.over = self.blocked()

    def lay(self, end: int, bone: Bone, *, crosswise: bool = False) -> None:
        """Lay a bone of the seat to act at an end that it fits, or lead it; pass the turn on."""
        rules, ends, seat = self.rules, self.ends, self.turn
        lies = rules.doubles(rules.setup, ends)
        spinner = bone.double and lies[crosswise] is DoublePlacement.SPINNER
        if ends.lying:
            ends.lay(end, bone, spinner=spinner)
        else:
            ends.lead(bone, spinner=spinner)
        if rules.earn is not None and (made := rules.earn(ends)) is not None:
            self.earned[seat] += made.points
        self.hands[seat] ^= bone.bit
        self.last = seat, bone
        self.over = not self.hands[seat]
        self.turn = rules.next_of[seat]

    def outcome(self) -> Outcome | None:
        return self._result() if self.over else None

    def _result(self) -> Outcome:
        hands = tuple(map(bones_in, self.hands))
        seat = self.last[0] if self.last is not None else None
        out = seat if seat is not None and not self.hands[seat] else None
        ending = FinishedRound(self.rules.setup, hands, out, self.last)
        return self.rules.scored(ending, tuple(self.earned))[1]

    def play_out(self, rng: Rng) -> Outcome:
        """Play to the end of the round, everybody by the policy of :class:`LineRules`.

        Where a bone fits several ends, it is laid at any of them.
        """
        if not self.ends.lying:
            self._make_policy_move(rng)
        if self.rules.is_line and not self.over:
            self._play_out_line(rng)
        while not self.over:
            self._make_policy_move(rng)
        return self._result()

    def _make_policy_move(self, rng: Rng) -> None:
        hand = self.hands[self.turn]
        if not self.ends.lying:
            self.lay(0, BONE_OF[self.rules.favourite(hand & self.leads or hand)])
            return
        takes, fitting = self._takes()
        if hand & fitting:
            self._lay_by_policy(hand & fitting, takes, rng)
        elif self.can_draw:
            self.hands[self.turn] |= self.stock.pop()
        elif any(other & fitting for other in self.hands):
            self.turn = self.rules.next_of[self.turn]
        else:
            self.over = True

    def _takes(self) -> tuple[list[int], int]:
        rules, ends = self.rules, self.ends
        takes = None if rules.gate is None else rules.gate(rules.setup, ends)
        return (ends.fits, ends.fitting) if takes is None else (takes, union(takes))

    def _lay_by_policy(self, fitting: int, takes: list[int], rng: Rng) -> None:
        rules = self.rules
        if rules.earn is not None and self._lay_for_points(fitting, takes):
            return
        bit = rules.favourite(fitting)
        where = [end for end, bones in enumerate(takes) if bones & bit]
        end = where[0] if len(where) == 1 else where[int(rng.random() * len(where))]
        bone = BONE_OF[bit]
        ways = len(rules.doubles(rules.setup, self.ends)) if bone.double else 1
        self.lay(end, bone, crosswise=ways > 1 and rng.random() < 0.5)

    def _lay_for_points(self, fitting: int, takes: list[int]) -> bool:
        """Lay the bone that scores most at once, and return whether any scores."""
        scoring = self.rules.scoring_plays(self.ends, [fitting & bones for bones in takes])
        if scoring:
            bit = max(scoring, key=lambda each: scoring[each])
            self.lay(scoring[bit][1], BONE_OF[bit])
        return bool(scoring)

    def _play_out_line(self, rng: Rng) -> None:
        """Do the same where there are two ends: in one loop on local names, because it is faster.

        The favourite is then the highest bit of the bones that fit.
        """
        hands, stock, next_of, random = self.hands, self.stock, self.rules.next_of, rng.random
        kept = len(stock) if self.rules.kept is None else self.rules.kept
        (left, right), turn = self.ends.shows, self.turn
        last, bit = turn, 0
        while True:
            fitting = HAS[left] | HAS[right]
            if hand := hands[turn] & fitting:
                last, bit = turn, 1 << hand.bit_length() - 1
                hands[turn] ^= bit
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
        self.ends.shows[:] = left, right
        self.over = True
        if bit:
            self.last = last, BONE_OF[bit]
