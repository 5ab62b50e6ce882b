"""A round of a line game to try out its futures: hands as bit masks, and the open ends.

The masks are those of :mod:`bot.domino.bone`.
"""

from collections.abc import Sequence
from typing import Self

from bot.domino.bone import BONE_OF, HAS, OTHER, Bone, bones_in, union
from bot.domino.ends import Ends
from bot.domino.layout import DoublePlacement
from bot.engine.contract import Move, Outcome, Rng, Seat
from bot.games.common.pieces import Draw
from bot.games.connecting import moves
from bot.games.connecting.earned_points import NOTHING
from bot.games.connecting.line_rules import LineRules
from bot.games.connecting.moves import DRAW, PASS, Play, playable
from bot.games.connecting.scoring import FinishedRound


class LinePosition:
    __slots__ = (
        *("before", "earned", "ends", "hands", "knocks", "last", "leads", "over"),
        *("reached", "rules", "stock", "turn"),
    )

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
        knocks: int = 0,
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
        self.before: tuple[int, ...] | None = None
        """What the ends showed before that bone, if it was laid where ends are not kept up."""
        self.knocks = knocks
        """The knocks since that bone."""
        self.over = False
        self.reached = False
        """True if the total that wins the match was hit exactly."""

    def copy(self) -> Self:
        other = object.__new__(type(self))
        other.rules, other.turn, other.leads = self.rules, self.turn, self.leads
        other.hands, other.stock = self.hands[:], self.stock[:]
        other.ends, other.earned = self.ends.copy(), self.earned[:]
        other.last, other.over, other.knocks = self.last, self.over, self.knocks
        other.before, other.reached = self.before, self.reached
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
            self._knock()
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
        self.hands[seat] ^= bone.bit
        self.over = self._is_out(seat)
        if rules.points is not NOTHING:
            self._score(bone)
        self.last = seat, bone
        self._pass_on(seat)

    def _score(self, bone: Bone) -> None:
        """Score what the bone just laid makes, and what the knocks before it make."""
        points, setup, seat, ends = self.rules.points, self.rules.setup, self.turn, self.ends
        self._pay_for_knocks(ends.lying.bit_count() - 1, over=True)
        self.knocks = 0
        made = points.made(setup, ends, seat, self.earned[seat], out=self.over)
        if made is not None:
            self._credit(seat, made.points)
            if points.room(setup, seat) == self.earned[seat]:
                self.over = self.reached = True

    def _knock(self) -> None:
        self.knocks += 1
        if self.rules.points is not NOTHING:
            self._pay_for_knocks(self.ends.lying.bit_count(), over=False)
        self._pass_on(self.turn)

    def _pay_for_knocks(self, laid: int, *, over: bool) -> None:
        rules, last = self.rules, self.last
        award = rules.points.award(
            *(rules.setup, last, self.earned), laid=laid, knocks=self.knocks, over=over
        )
        if award is not None and last is not None:
            self._credit(last[0], award.points)

    def _credit(self, seat: Seat, points: int) -> None:
        for each in self.rules.setup.side_of(seat):
            self.earned[each] += points

    def _is_out(self, seat: Seat) -> bool:
        if self.hands[seat] or not self.rules.goes_on:
            return not self.hands[seat]
        return not any(self.hands[each] for each in self.rules.setup.side_of(seat))

    def _pass_on(self, seat: Seat) -> None:
        """Pass the turn on to the next seat that holds bones."""
        next_of = self.rules.next_of
        self.turn = next_of[seat]
        if self.rules.goes_on:
            while not self.hands[self.turn] and self.turn != seat:
                self.turn = next_of[self.turn]

    def outcome(self) -> Outcome | None:
        return self._result() if self.over else None

    def _result(self) -> Outcome:
        hands = tuple(map(bones_in, self.hands))
        seat = self.last[0] if self.last is not None else None
        out = seat if seat is not None and not self.hands[seat] and self._is_out(seat) else None
        before = self.before or self._before() if out is not None else ()
        rules, earned = self.rules, tuple(self.earned)
        ending = FinishedRound(
            setup=rules.setup,
            hands=hands,
            out=out,
            last=self.last,
            leader=rules.leader,
            before=before,
            unseen=self.stock,
            earned=earned,
            reached=self.reached,
        )
        return rules.scored(ending, earned)[1]

    def _before(self) -> tuple[int, ...]:
        """Return what the ends showed before the last bone; nothing before the lead."""
        ends, shows = self.ends, self.ends.shows.copy()
        laid = ends.lying.bit_count()
        if self.last is None or laid < 2:
            return ()
        bone, end = self.last[1], ends.at.index(laid - 1)
        shows[end] = bone.other(shows[end])
        return tuple(shows[:-2] if ends.spinners >> laid - 1 & 1 else shows)

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
            self._knock()
        else:
            self.over = True

    def _takes(self) -> tuple[list[int], int]:
        rules, ends = self.rules, self.ends
        takes = None if rules.gate is None else rules.gate(rules.setup, ends)
        return (ends.fits, ends.fitting) if takes is None else (takes, union(takes))

    def _lay_by_policy(self, fitting: int, takes: list[int], rng: Rng) -> None:
        rules = self.rules
        if rules.points.earn is not None and self._lay_for_points(fitting, takes):
            return
        bit = rules.favourite(fitting)
        where = [end for end, bones in enumerate(takes) if bones & bit]
        end = where[0] if len(where) == 1 else where[int(rng.random() * len(where))]
        bone = BONE_OF[bit]
        ways = len(rules.doubles(rules.setup, self.ends)) if bone.double else 1
        self.lay(end, bone, crosswise=ways > 1 and rng.random() < 0.5)

    def _lay_for_points(self, fitting: int, takes: list[int]) -> bool:
        """Lay the bone that scores most at once, and return whether any scores."""
        seat, held = self.turn, self.hands[self.turn]
        self.hands[seat] = 0
        out = held.bit_count() == 1 and self._is_out(seat)
        self.hands[seat] = held
        wanted = [fitting & bones for bones in takes]
        scoring = self.rules.scoring_plays(self.ends, wanted, seat, self.earned[seat], out=out)
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
                hands[turn] = rest = hands[turn] ^ bit
                if not rest:
                    self.before = left, right
                if HAS[left] & bit and not (HAS[right] & bit and random() < 0.5):
                    left = OTHER[left][bit]
                else:
                    right = OTHER[right][bit]
                if not rest:
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
