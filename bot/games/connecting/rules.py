"""The games in which bones are joined to a line or a tree.

Each game of the family is a :class:`Connecting` with its own deal, lead, doubles, drawing and
scoring. A game that would need an ``if`` here leaves the family and keeps the shared parts.
"""

from collections.abc import Callable
from dataclasses import dataclass

from bot.domino.bone import Bone, in_order, mask
from bot.domino.ends import Ends
from bot.domino.layout import Layout
from bot.engine.contract import Belief, Move, Rng, Seat, Setup, Value
from bot.engine.match_formats import TARGET
from bot.engine.planning import Wish
from bot.engine.translatable import N_
from bot.games.common.pieces import without
from bot.games.connecting.belief import LineBelief
from bot.games.connecting.earned_points import NOTHING
from bot.games.connecting.events import last_laid
from bot.games.connecting.knocks import knocks_in_a_row
from bot.games.connecting.line_rules import LineRules
from bot.games.connecting.moves import Play, playable
from bot.games.connecting.observation import TableSeen
from bot.games.connecting.position import LinePosition
from bot.games.connecting.round import ConnectingRound
from bot.games.connecting.table import LineTable, always_across


class Prospect(Value):
    """A possible play, and the table and hand it would lead to."""

    play: Play
    ends: Ends
    made: int
    """Points that the play scores at once."""
    playable: int
    """Number of bones left in the hand that could be laid on that table."""


Risk = Callable[[Prospect], tuple[int, ...]]
"""A function that returns a play's risk; the play with the lowest is the safest."""


def heaviest(prospect: Prospect) -> tuple[int, ...]:
    """Prefer the bone with the most pips, because pips still held at the end are paid for.

    Among equally heavy bones, prefer a double, which fits only one number and so is harder to get
    rid of; then the play that leaves the most bones of the hand playable; then a double in line,
    because crosswise it opens two more arms to everybody.
    """
    play = prospect.play
    return -play.bone.pips, not play.bone.double, -prospect.playable, play.crosswise


DRAW_OR_KNOCK = N_(
    "If you can play, you must. If you can't, draw until a bone fits, and play it at once;"
    " if the boneyard is empty, knock."
)
"""What you do if you can or can't play, in games in which bones are drawn until one fits."""
FIRST_OUT_TO_100 = N_(
    "First out wins; if nobody can play, whoever has the fewest pips wins. The winner"
    " scores the pips in all other hands minus those in their own. If the lowest hand is"
    " tied, nobody scores. The first player to reach 100 points wins the match."
)
"""How a round is won and scored (:func:`~bot.games.connecting.scoring.others_minus_own`), and a
match to 100."""


@dataclass(frozen=True, slots=True)
class Connecting(ConnectingRound):
    """The rules of a game of the family: a round's course, and how to think about a round.

    Computers imagine what they do not see, play it out and prefer moves; when time is up, the move
    with the lowest risk is made.
    """

    risk: Risk = heaviest
    """The risk of a play; the play with the lowest is made when a player's time is up."""
    keeps_doubles: bool = False
    """True if players do well to keep their doubles; in most games they get rid of them first."""
    infers_from_habits: bool = True
    """False if computers conclude nothing from what most players would have laid."""

    def timeout_risk(self, seen: TableSeen, move: Move) -> tuple[int, ...]:
        """Return the game's risk of a play; a draw and a pass are never a choice."""
        return self.risk(self._prospect(seen, move)) if isinstance(move, Play) else ()

    def preference(self, seen: TableSeen, move: Move) -> tuple[int, ...]:
        """Return how a plain player likes a play: by points, doubles unless they are kept, pips."""
        if not isinstance(move, Play):
            return ()
        first = move.bone.double != self.keeps_doubles
        return self._prospect(seen, move).made, first, move.bone.pips

    def _prospect(self, seen: TableSeen, play: Play) -> Prospect:
        setup, remaining = seen.setup, without(seen.hand, play.bone)
        ends = self.after(setup, seen.layout, play).ends
        seat, hands = seen.setup.seats[0] if seen.seat is None else seen.seat, seen.counts
        out = not remaining and self._partners_are_out(setup, hands, seat)
        earned = seen.earned[seat] if seen.earned else 0
        made = self.points.made(setup, ends, seat, earned, out=out)
        left = mask(remaining) & playable(self.gate, setup, ends)
        return Prospect(play, ends, 0 if made is None else made.points, left.bit_count())

    def fitting(self, setup: Setup, layout: Layout) -> frozenset[Bone]:
        fitting = playable(self.gate, setup, layout.ends)
        return frozenset(each for each in self.bones(setup) if fitting & each.bit)

    def position(self, state: LineTable, rng: Rng) -> LinePosition:
        """Return the round as a position on bit masks; nature has nothing left to decide."""
        position = LinePosition(
            self._line_rules(state.setup, state.leader),
            list(map(mask, state.hands)),
            [each.bit for each in reversed(state.stock)],
            state.layout.ends.copy(),
            state.turn,
            leads=mask(state.lead.bones) if state.lead else 0,
            earned=state.earned,
            last=last_laid(state.history),
            knocks=knocks_in_a_row(state.history),
        )
        position.over = state.outcome is not None
        position.reached = state.outcome is not None and state.outcome.reason == TARGET
        return position

    def _line_rules(self, setup: Setup, leader: Seat | None) -> LineRules:
        is_plain = self.doubles is always_across and not self.keeps_doubles
        goes_on = self.until_side_is_out is not None and self.until_side_is_out(setup)
        is_line = is_plain and self.gate is None and self.points is NOTHING and not goes_on
        return LineRules(
            setup,
            {seat: self.following(setup.seats, seat) for seat in setup.seats},
            None if self.keep is None else self.keep(setup),
            self.doubles,
            self.gate,
            self.points,
            self.scored,
            self.keeps_doubles,
            leader,
            goes_on,
            is_line,
        )

    def wishes(self, seen: TableSeen) -> tuple[Wish, ...]:
        """Return each bone of the hand, alone and at an end that shows either of its numbers."""
        return tuple(
            Wish(bone.code, place)
            for bone in in_order(seen.hand)
            for place in ("", *(() if bone.double else (str(bone.high), str(bone.low))))
        )

    def granted(self, seen: TableSeen, wish: Wish) -> tuple[Move, ...]:
        """Return the plays of the bone: for each number, one at the end that scores most.

        If it fits at the number that the wish names, that is the only one. Of a double that may lie
        either way, there is a play for each way.
        """
        best: dict[tuple[str, bool], Play] = {}
        for move in seen.legal:
            if isinstance(move, Play) and move.bone.code == wish.piece:
                way = str(seen.layout.opening(move.at).pips) if move.at else "", move.crosswise
                made = seen.gains.get(move.code, 0)
                if way not in best or made > seen.gains.get(best[way].code, 0):
                    best[way] = move
        named = [play for (shows, _), play in best.items() if shows == wish.place]
        return tuple(named or best.values())

    def believe(self, seen: TableSeen) -> Belief:
        rules = self._line_rules(seen.setup, seen.leader)
        bones, habits = self.bones(seen.setup), self.infers_from_habits
        return LineBelief(seen, bones, rules, self.lead, self.fitting, habits=habits)
