import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import chain
from typing import Any

from bot.engine.contract import NATURE, Seat, Setup
from bot.engine.replay import Policy, ReplayedMove, playout
from bot.engine.rounds import Rounds
from bot.engine.rules import Rules

Places = Mapping[str, tuple[str, ...]]

PLIES = 40_000
"""More plies than any match has."""


@cache
def sees(place: str, seat: Seat | None, *, over: bool) -> bool:
    """Return whether ``seat`` sees the pieces of a place, as named by `Rules.piece_locations`."""
    kind, *owner = place.split(" ")
    if kind == "stock":
        return False
    return kind != "hand" or over or owner[:1] == [str(seat)]


def slots(places: Places) -> list[tuple[str, str]]:
    """Return every piece with its place; in a stock the order counts, in a hand it does not."""
    return [
        (piece, f"{place} [{at}]" if place.startswith("stock") else place)
        for place, pieces in places.items()
        for at, piece in enumerate(pieces)
    ]


@dataclass(frozen=True)
class Depth:
    every: bool = False
    """True if states and pieces are compared after every ply, not only after some."""
    turns: int = 10
    timeout_move: int = 30
    positions: int = 2
    reachable: int = 8
    plies: int = 200
    swaps: int = 4
    pairs: int = 8
    places: int = 4
    histories: int = 8


QUICK = Depth()
LONG = Depth(True, turns=20, timeout_move=60, positions=6, reachable=16, plies=400)
THOROUGH = replace(LONG, swaps=6, pairs=12, places=6)


@dataclass(frozen=True)
class Match:
    rules: Rules[Any, Any]
    setup: Setup
    seed: int
    plies: tuple[ReplayedMove[Any], ...]
    depth: Depth = QUICK

    @cached_property
    def states(self) -> tuple[Any, ...]:
        """Return the state before each ply, and the last one."""
        return (self.rules.start(self.setup), *(ply.state for ply in self.plies))

    @cached_property
    def places(self) -> tuple[Places, ...]:
        return tuple(map(self.rules.piece_locations, self.states))

    @cached_property
    def over(self) -> tuple[bool, ...]:
        return tuple(self.rules.outcome(state) is not None for state in self.states)

    @cached_property
    def examined(self) -> dict[Any, Any]:
        """Return an empty dictionary, for what several checks find out about this match."""
        return {}

    @property
    def last(self) -> int:
        return len(self.plies)

    @property
    def eyes(self) -> tuple[Seat | None, ...]:
        return (*range(self.setup.seat_count), None)

    @cached_property
    def copies(self) -> Counter[str]:
        """Return every piece of the game with the number of its copies."""
        lie = slots(self.places[0])
        return Counter(piece for piece, _ in lie)

    @cached_property
    def pieces(self) -> frozenset[str]:
        return frozenset(self.copies)

    @cached_property
    def log(self) -> list[tuple[Any, str]]:
        return [(ply.actor, ply.move.code) for ply in self.plies]

    @cached_property
    def rounds(self) -> list[int]:
        """Return for each state the index of the state with which its round began."""
        starts, number = [0], round_number(self.states[0])
        for at, state in enumerate(self.states[1:], start=1):
            same = round_number(state) == number
            starts.append(starts[-1] if same else at)
            number = round_number(state)
        return starts

    def observed(self, at: int, seat: Seat | None) -> Any:
        return self.rules.observe(self.states[at], seat)

    def is_asked(self, at: int) -> bool:
        asked = self.rules.to_act(self.states[at])
        return isinstance(asked, frozenset) and bool(asked)

    def closes(self, at: int) -> bool:
        return self.over[at + 1] or self.rounds[at + 1] != self.rounds[at]

    def pieces_after(self, at: int) -> Places:
        """Return the places of the pieces after ply ``at``, before they are gathered for a deal."""
        if isinstance(self.rules, Rounds) and self.closes(at):
            ply = self.plies[at]
            inner = self.rules.game.apply(self.states[at].round, ply.actor, ply.move)
            return self.rules.game.piece_locations(inner.state)
        return self.places[at + 1]

    def known(self, seat: Seat | None) -> list[frozenset[str]]:
        """Return for each state the pieces that ``seat`` has seen in that round."""
        if seat not in self._known:
            self._known[seat] = list(self._watch(seat))
        return self._known[seat]

    def unseen(self, at: int, seat: Seat | None) -> Counter[str]:
        """Return how many of each piece ``seat`` has not seen at the same time in that round."""
        asked = "unseen", at, seat
        if asked not in self.examined:
            seen: Counter[str] = Counter()
            for when in range(self.rounds[at], at + 1):
                seen |= Counter(_in_sight(self.places[when], seat, over=self.over[when]))
            self.examined[asked] = self.copies - seen
        unseen: Counter[str] = self.examined[asked]
        return unseen

    @cached_property
    def _known(self) -> dict[Seat | None, list[frozenset[str]]]:
        return {}

    def _watch(self, seat: Seat | None) -> Iterator[frozenset[str]]:
        seen: frozenset[str] = frozenset()
        for at in range(len(self.states)):
            if self.rounds[at] == at:
                seen = frozenset()
            now = in_sight(self.places[at], seat, over=self.over[at])
            if not now <= seen:
                seen |= now
            yield seen

    def moments(self, count: int) -> list[int]:
        chance = random.Random(self.seed)
        closing = [at for at in range(self.last) if self.closes(at)]
        wanted = {1, 2, self.last, *chance.sample(closing, min(2, len(closing)))}
        others = [at for at in range(self.last) if at not in wanted]
        wanted.update(chance.sample(others, min(count, len(others))))
        return sorted(at for at in wanted if at <= self.last)


def in_sight(places: Places, seat: Seat | None, *, over: bool) -> frozenset[str]:
    return frozenset(_in_sight(places, seat, over=over))


def _in_sight(places: Places, seat: Seat | None, *, over: bool) -> Iterator[str]:
    visible = (pieces for place, pieces in places.items() if sees(place, seat, over=over))
    return chain.from_iterable(visible)


def round_number(state: Any) -> int:
    return getattr(state, "number", 1)


def played(
    rules: Rules[Any, Any],
    setup: Setup,
    seed: int = 0,
    limit: int = PLIES,
    depth: Depth = QUICK,
    *,
    chance: random.Random | None = None,
    choose: Policy[Any] | None = None,
) -> Match:
    """Return a match, random unless ``chance`` or ``choose`` decide something. Raises
    ``AssertionError`` if it doesn't end."""
    plies: list[ReplayedMove[Any]] = []
    moves = playout(rules, rules.start(setup), chance or random.Random(seed), choose)
    for actor, move, step in moves:
        plies.append(ReplayedMove(len(plies), actor, move, step.events, step.state))
        assert len(plies) < limit, f"{rules.info.name} does not end"
    return Match(rules, setup, seed, tuple(plies), depth)


def deals(match: Match) -> list[int]:
    return [p.index for p in match.plies if p.actor is NATURE and p.move.code.startswith("deal ")]
