"""Points scored before the round ends: by plays, and for making others knock."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.domino.bone import Bone
from bot.domino.counting import Sum
from bot.domino.ends import Ends
from bot.engine.contract import Event, Seat, Setup
from bot.games.common.events import Credit, Scored, with_credits
from bot.games.connecting.events import last_laid
from bot.games.connecting.knocks import Award, BonusScored, KnockBonus, Knocks, knocks_in_a_row
from bot.games.connecting.table import LineTable

Earn = Callable[[Setup, Ends, bool], Sum | None]
"""A function that returns what the open ends score for whoever laid the last bone, if anything.

It also gets whether the side of that seat is out with it.
"""


@dataclass(frozen=True, slots=True)
class EarnedPoints:
    """What scores before the round ends; nothing by default. It counts for partners as well."""

    total: Callable[[Ends], Sum] | None = None
    """What the open ends add up to, if plays score by it."""
    earn: Earn | None = None
    """Points scored by the bone just laid, if plays score; ``None`` if this one does not."""
    exact: Callable[[Setup], int | None] | None = None
    """The total that wins the match once a play hits it exactly; plays beyond it don't score."""
    knock_bonus: KnockBonus | None = None
    """Points for making others knock."""

    def room(self, setup: Setup, seat: Seat) -> int | None:
        """Return how many points count for a seat in this round; ``None`` if all do."""
        target = self.exact(setup) if self.exact else None
        return None if target is None else target - setup.total_before(seat)

    def made(self, setup: Setup, ends: Ends, seat: Seat, earned: int, *, out: bool) -> Sum | None:
        """Return what a play that leads to ``ends`` scores for ``seat``; ``None`` if nothing.

        A question only: nothing is booked. ``earned`` are the points that the seat has scored in
        this round before the play, and ``out`` says whether its side is out with it. What would
        lead beyond an exact total scores nothing.
        """
        made = self.earn(setup, ends, out) if self.earn else None
        if made is None or self.exact is None:
            return made
        room = self.room(setup, seat)
        return made if room is None or earned + made.points <= room else None

    def scored(
        self, table: LineTable, ends: Ends, *, out: bool
    ) -> tuple[tuple[Event, ...], tuple[int, ...], bool]:
        """Book a play that leads to ``ends``: the bonus for knocks that it ends, then its points.

        ``table`` is the one before the play. Return the events to tell, every seat's points in the
        round with those booked, and whether they are exactly those that win the match.
        """
        setup, seat = table.setup, table.turn
        events, earned = self.paid_for_knocks(table, over=True)
        made = self.made(setup, ends, seat, earned[seat], out=out)
        if made is None:
            return events, earned, False
        earned = with_credits(earned, (Credit(setup.side_of(seat), made),))
        return (*events, Scored(seat, made)), earned, self.room(setup, seat) == earned[seat]

    def award(
        self,
        setup: Setup,
        last: tuple[Seat, Bone] | None,
        earned: Sequence[int],
        *,
        laid: int,
        knocks: int,
        over: bool,
    ) -> Award | None:
        """Return the bonus for ``knocks`` since the ``last`` bone, the ``laid``-th; or ``None``.

        A question only: nothing is booked. It is asked after each knock, and with ``over`` once a
        play has ended them. ``earned`` are every seat's points in this round.
        """
        if self.knock_bonus is None or last is None or not knocks:
            return None
        seat, bone = last
        total = setup.total_before(seat) + earned[seat]
        return self.knock_bonus(Knocks(setup, seat, bone, laid, knocks, over, total))

    def paid_for_knocks(
        self, table: LineTable, *, over: bool
    ) -> tuple[tuple[BonusScored, ...], tuple[int, ...]]:
        """Book the bonus for the knocks since the last bone of ``table``, if there is one.

        Return the event to tell, if any, and every seat's points in the round with the bonus.
        """
        setup, history, earned = table.setup, table.history, table.earned
        if self.knock_bonus is None or (last := last_laid(history)) is None:
            return (), earned
        laid, knocks = table.layout.ends.lying.bit_count(), knocks_in_a_row(history)
        award = self.award(setup, last, earned, laid=laid, knocks=knocks, over=over)
        if award is None:
            return (), earned
        side = setup.side_of(last[0])
        scored = BonusScored(last[0], side, award.points, award.reason)
        return (scored,), with_credits(earned, (Credit(side, Sum((award.points,))),))


NOTHING = EarnedPoints()
