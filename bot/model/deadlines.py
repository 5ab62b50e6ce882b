"""A match's agenda: what is due, and when, even if nobody does anything."""

from dataclasses import dataclass, replace
from datetime import datetime

from bot.engine.contract import Seat
from bot.model.plans import Plan, PlanChanges


@dataclass(frozen=True, slots=True)
class SeatClock:
    """The time that a person has for their present decision."""

    seat: Seat
    ply: int
    """The length of the log when they got this choice."""
    due_at: datetime | None
    """The time at which the move is made for them; ``None`` without a limit."""
    reminded: int = 0
    away_until: datetime | None = None
    """The end of the holiday that stops their clock."""
    autoplay_at: datetime | None = None
    """The time at which their only move is made for them, if they want that."""
    strict_due_at: datetime | None = None
    """``due_at`` as it would be without their quiet hours."""
    kept_until: datetime | None = None
    """The time until which somebody who has left may come back and go on with this clock."""


@dataclass(frozen=True, slots=True)
class Agenda:
    """The running clocks of a match, and the time until which it may stay idle."""

    clocks: tuple[SeatClock, ...] = ()
    """The clocks of people who are to act and play for themselves, in order of seats."""
    lapses_at: datetime | None = None
    """The time at which the match is closed unless something happens."""
    wakes_at: datetime | None = None
    """The first moment at which something is due: a reminder, a move, the end."""
    kept: tuple[SeatClock, ...] = ()
    """The clocks kept for people who have just left, in order of seats; none of them runs.

    A computer does not move in their seats as long as they are kept.
    """
    plans: tuple[Plan, ...] = ()
    """What people have planned, in order of seats."""
    calls_at: datetime | None = None
    """The time until which nothing is posted that calls anybody; ``None`` once it is over."""

    @property
    def shown_clocks(self) -> list[tuple[object, ...]]:
        return [(each.seat, each.due_at, each.away_until) for each in self.clocks]

    def clock(self, seat: Seat) -> SeatClock | None:
        return next((clock for clock in self.clocks if clock.seat == seat), None)

    def kept_clock(self, seat: Seat) -> SeatClock | None:
        return next((clock for clock in self.kept if clock.seat == seat), None)

    def plan(self, seat: Seat) -> Plan | None:
        return next((plan for plan in self.plans if plan.seat == seat), None)

    def planning(self, seat: Seat, plan: Plan | None) -> "Agenda":
        """Return the agenda with another plan, or none, for a seat."""
        others = [each for each in self.plans if each.seat != seat]
        plans = sorted((*others, *filter(None, (plan,))), key=lambda each: each.seat)
        return replace(self, plans=tuple(plans))

    def plan_changes(self, before: "Agenda") -> PlanChanges:
        if self.plans == before.plans:
            return ()
        seats = sorted({each.seat for each in (*self.plans, *before.plans)})
        new = ((seat, self.plan(seat)) for seat in seats)
        return tuple((seat, plan) for seat, plan in new if plan != before.plan(seat))

    def keeping(self, seat: Seat, until: datetime) -> "Agenda":
        """Return the agenda with a seat's clock kept for whoever leaves it.

        If no clock runs for them, the one that is kept belongs to no choice, so they get a new one.
        """
        clock = replace(self.clock(seat) or SeatClock(seat, 0, None), kept_until=until)
        kept = sorted((*self.without_kept(seat).kept, clock), key=lambda each: each.seat)
        return replace(self, kept=tuple(kept))

    def without_kept(self, seat: Seat) -> "Agenda":
        return replace(self, kept=tuple(each for each in self.kept if each.seat != seat))


NOTHING = Agenda()
