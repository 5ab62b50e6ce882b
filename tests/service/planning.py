"""Situations in which somebody plans what they will choose once somebody else has moved."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from bot.engine.planning import Wish
from bot.engine.replay import find
from bot.games import game
from bot.model.plans import Plan, Reach
from bot.model.terms import Pace
from bot.service.delays import AT_ONCE, Delays, QuietTime
from bot.service.planned_moves import planned_move
from tests.service.harness import ANA, BRUNO, RepeatableEntropy, ServiceHarness
from tests.service.virtual_time import TimedHarness, VirtualTime


@dataclass
class EntropyOfMoment(RepeatableEntropy):
    """Numbers that depend on the moment alone, however many others are drawn."""

    time: VirtualTime = field(default_factory=VirtualTime)
    seed: int = 0

    def random(self) -> Random:
        return Random(f"{self.seed} {self.time.seconds}")


def quiet_harness(time: VirtualTime, seed: int = 0, **parts: Any) -> TimedHarness:
    """Return a harness in which nobody is called right after a move, as in real matches."""
    delays, entropy = Delays(AT_ONCE, QuietTime()), EntropyOfMoment(time=time, seed=seed)
    return TimedHarness(time, entropy=entropy, delays=delays, **parts)


@dataclass(frozen=True)
class Foreseen:
    """A move that ``mover`` can make now, and what ``waiting`` sees when it is their turn then."""

    mover: int
    code: str
    waiting: int
    seat: int
    seen: Any
    rules: Any
    state: Any
    """The state after the move."""

    def wishes_of(self, seat: int) -> list[Wish]:
        """Return a wish for each bone of a seat that leaves no choice."""
        hand = self.state.round.hands[seat]
        return [Wish(each.code, "" if each.double else str(each.high)) for each in hand]

    def starts_chain(self) -> bool:
        """Return whether two planned moves in a row follow, if everybody has planned that."""
        state, seats = self.state, []
        for _ in range(2):
            (seat,) = self.rules.to_act(state)
            seats.append(seat)
            seen, wishes = self.rules.observe(state, seat), self.wishes_of(seat)
            move = planned_move(self.rules, seen, Plan(seat, tuple(wishes)))
            state = state if move is None else self.rules.apply(state, seat, move).state
            if move is None or not isinstance(self.rules.to_act(state), frozenset):
                return False
        return len({*seats}) == 2

    def granted(self, wish: Wish) -> tuple[Any, ...]:
        moves: tuple[Any, ...] = self.rules.granted(self.seen, wish)
        return moves

    def bones(self, moves: int) -> list[Wish]:
        """Return the bones, without a place, that could be played in this many ways then."""
        wishes = (each for each in self.rules.wishes(self.seen) if not each.place)
        return [each for each in wishes if len(self.granted(each)) == moves]


async def foresee(
    harness: ServiceHarness, fits: Callable[[Foreseen], object], match_id: int = 1
) -> Foreseen:
    """Let people move until one of them can move so that the next one's turn ``fits``."""
    while True:
        mover, codes = await harness.turn(match_id)
        match = await harness.store.match(match_id)
        rules: Any = game(match.game)
        state, seat = (await harness.plies(match_id))[-1].state, match.seat_of(mover)
        for code in codes:
            after = rules.apply(state, seat, find(rules, state, seat, code)).state
            acting = rules.to_act(after)
            if not isinstance(acting, frozenset) or len(acting) != 1 or seat in acting:
                continue
            (next_seat,) = acting
            seen, waiting = rules.observe(after, next_seat), match.seats[next_seat].user_id
            foreseen = Foreseen(mover, code, waiting or 0, next_seat, seen, rules, after)
            if waiting and len(seen.legal) > 1 and fits(foreseen):
                return foreseen
        await harness.move(match_id)
        await harness.quiet()


def has_one_that_fits(foreseen: Foreseen) -> bool:
    return len(foreseen.bones(1)) > 1 and bool(foreseen.bones(0))


async def begun(timed: TimedHarness, *people: int, game_id: str = "block", **how: Any) -> None:
    """Start a match among ``people``, or Ana and Bruno, that takes long."""
    target = 1000 if game_id == "block" else None
    how |= {"target": target, "pace": Pace.DAY, "game_id": game_id}
    await timed.running(*(people or (ANA, BRUNO)), **how)


async def moves_on(timed: TimedHarness, foreseen: Foreseen) -> int:
    """Make the move that was foreseen; return the length of the log after it."""
    await timed.matches.play(1, foreseen.mover, None, foreseen.code)
    await timed.quiet()
    return (await timed.match()).ply


async def plan(
    harness: ServiceHarness,
    user: int,
    wishes: Iterable[Wish],
    reach: Reach = Reach.ROUND,
    match_id: int = 1,
) -> Plan:
    plans = harness.service.plans
    for wish in wishes:
        await plans.add(match_id, user, wish)
    await plans.extend(match_id, user, reach)
    saved = await planned(harness, user, match_id)
    assert saved is not None
    return saved


async def planned(harness: ServiceHarness, user: int, match_id: int = 1) -> Plan | None:
    """Return somebody's plan as it is stored."""
    match = await harness.store.match(match_id)
    stored: Plan | None = match.agenda.plan(match.seat_of(user))
    return stored


async def made_by(harness: ServiceHarness, seat: int, since: int, match_id: int = 1) -> list[str]:
    """Return the moves of a seat since a ply."""
    return [code for actor, code in (await harness.store.log(match_id))[since:] if actor == seat]
