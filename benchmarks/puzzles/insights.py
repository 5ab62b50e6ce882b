"""Finds what a position teaches: why its best move is better than another.

Each theme follows from what the seat sees and the two moves alone, by counting: no search, and no
guess. Games in which bones are joined to a line or a tree share these notions.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from bot.domino.bone import Bone, mask
from bot.domino.layout import Layout
from bot.engine.contract import Move, Observation, Seat
from bot.engine.rounds import MatchSeen, Rounds
from bot.engine.rules import Rules
from bot.games.common.deal_constraints import Slot
from bot.games.connecting.belief import read
from bot.games.connecting.events import Played
from bot.games.connecting.moves import Play, plays
from bot.games.connecting.observation import TableSeen
from bot.games.connecting.rules import Connecting
from bot.games.themes import Insight, Theme

LEAST_POINTS = 2
"""The least difference in points that counting explains."""


def insights(
    rules: Rules[Any, Any], seen: Observation, best: Move, other: Move
) -> tuple[Insight, ...]:
    """Return what explains that ``best`` is better than ``other``, the most telling first."""
    table = seen.round if isinstance(seen, MatchSeen) else seen
    round_ = rules.game if isinstance(rules, Rounds) else rules
    if not isinstance(table, TableSeen) or not isinstance(round_, Connecting):
        return ()
    if not isinstance(best, Play) or not isinstance(other, Play) or table.seat is None:
        return ()
    ways = _TwoWays(round_, table, table.seat, best, other)
    return tuple(insight for found in _FINDERS if (insight := found(ways)) is not None)


class _TwoWays:
    """A position, and what becomes of it by either of two plays."""

    def __init__(
        self, rules: Connecting, seen: TableSeen, seat: Seat, best: Play, other: Play
    ) -> None:
        self.rules, self.seen, self.seat = rules, seen, seat
        self.plays = best, other
        self.layouts = tuple(rules.after(seen.setup, seen.layout, play) for play in self.plays)
        known = mask(seen.hand) | seen.layout.ends.lying
        self.unseen = tuple(each for each in rules.bones(seen.setup) if not each.bit & known)
        """The bones in the other hands and in the stock."""
        self._facts = read(seen, rules.fitting)

    def may_hold(self, seat: Seat) -> frozenset[int]:
        """Return the numbers of the unseen bones that a seat can hold by what it has shown."""
        slots = self._held_slots(seat)
        return _numbers(b for b in self.unseen if any(self._facts.takes(b, slot) for slot in slots))

    def lacks(self, seat: Seat) -> frozenset[int]:
        """Return the numbers of unseen bones of which a seat has shown that it holds none."""
        return _numbers(self.unseen) - self.may_hold(seat)

    def _held_slots(self, seat: Seat) -> list[Slot]:
        """Return the slots of a seat's bones, without those that must have had what it laid."""
        facts = self._facts
        pairs = zip(facts.slots, facts.known, strict=True)
        slots = [slot for slot, known in pairs if slot.owner == seat and known is None]
        laid = [bone for bone, (owner, _) in facts.played.items() if owner == seat]
        while True:
            for bone in laid:
                places = [slot for slot in slots if facts.takes(bone, slot)]
                if len(places) == 1:
                    slots.remove(places[0])
                    laid.remove(bone)
                    break
            else:
                return slots

    def _takes(self, layout: Layout) -> list[int]:
        """Return the mask of the bones that may be laid at each end."""
        gate, ends = self.rules.gate, layout.ends
        found = None if gate is None else gate(self.seen.setup, ends)
        return ends.fits if found is None else found

    def open_numbers(self, layout: Layout) -> tuple[int, ...]:
        """Return what each end shows that can be built on."""
        pairs = zip(layout.ends.shows, self._takes(layout), strict=True)
        return tuple(shows for shows, bones in pairs if bones)

    def replies(self, layout: Layout) -> tuple[Play, ...]:
        """Return every way to lay an unseen bone."""
        return plays(self.unseen, layout.ends, self._takes(layout))


def _numbers(bones: Iterable[Bone]) -> frozenset[int]:
    return frozenset(half for each in bones for half in (each.high, each.low))


def _knocks(ways: _TwoWays) -> Insight | None:
    """Find an opponent who has no bone for more of the ends after the best move."""
    seen = ways.seen
    own = seen.setup.side_of(ways.seat)
    best, other = map(ways.open_numbers, ways.layouts)
    found = []
    for seat in seen.setup.seats:
        lacks = frozenset() if seat in own else ways.lacks(seat)
        shut, still = (sum(n in lacks for n in shown) for shown in (best, other))
        if shut > still:
            pips = tuple(sorted(lacks & set(best)))
            found.append((shut / len(best), Insight(Theme.KNOCKS, seat, pips)))
    return max(found, key=lambda each: each[0])[1] if found else None


def _partner(ways: _TwoWays) -> Insight | None:
    """Find a number that the partner has opened and that only the best move leaves open."""
    seen = ways.seen
    for partner in set(seen.setup.side_of(ways.seat)) - {ways.seat}:
        opened = ways.may_hold(partner).intersection(_opened_by(partner, seen))
        best, other = (opened & set(ways.open_numbers(each)) for each in ways.layouts)
        if pips := best - other:
            return Insight(Theme.PARTNER, partner, tuple(sorted(pips)))
    return None


def _opened_by(seat: Seat, seen: TableSeen) -> Iterator[int]:
    """Yield the numbers at the ends of the bones that a seat has laid, doubles left out."""
    for event in seen.history:
        if isinstance(event, Played) and event.seat == seat and event.at and not event.bone.double:
            yield event.ends[event.end]


def _fives(ways: _TwoWays) -> Insight | None:
    """Find that the points now, less the most of any answer, are more after the best move."""
    if ways.rules.points.earn is None:
        return None
    best, other = (
        ways.seen.gains.get(play.code, 0) - _best_answer(ways, layout)
        for play, layout in zip(ways.plays, ways.layouts, strict=True)
    )
    is_more = best - other >= LEAST_POINTS
    return Insight(Theme.FIVES, count=best, otherwise=other) if is_more else None


def _best_answer(ways: _TwoWays, layout: Layout) -> int:
    """Return the most points that an unseen bone can score in answer."""
    rules, setup = ways.rules, ways.seen.setup
    following, most = rules.following(setup.seats, ways.seat), 0
    for play in ways.replies(layout):
        ends, earned = rules.after(setup, layout, play).ends, ways.seen.earned[following]
        made = rules.points.made(setup, ends, following, earned, out=False)
        most = max(most, made.points if made else 0)
    return most


def _block(ways: _TwoWays) -> Insight | None:
    """Find that at most half as many unseen bones can be laid after the best move."""
    fewer, more = (len({each.bone for each in ways.replies(layout)}) for layout in ways.layouts)
    is_half = 2 * fewer <= more > 0
    return Insight(Theme.BLOCK, count=fewer, otherwise=more) if is_half else None


def _double(ways: _TwoWays) -> Insight | None:
    """Find that the other move gives away a double that the best one keeps."""
    best, other = (each.bone for each in ways.plays)
    keeps = other.double and not best.double
    return Insight(Theme.DOUBLE, bone=other.code) if keeps else None


_FINDERS: tuple[Callable[[_TwoWays], Insight | None], ...] = (
    _knocks,
    _partner,
    _fives,
    _block,
    _double,
)
