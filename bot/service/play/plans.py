"""Plans: people say beforehand what they will play, and how long that holds."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from bot.engine.contract import Seat
from bot.engine.errors import StaleMove
from bot.engine.planning import Wish, Wishes
from bot.model.errors import NothingToPlan, PlanStopped, SeatHeld, TurnHasCome
from bot.model.match import MatchId, UserId
from bot.model.plans import Plan, Reach
from bot.service.play.loaded_match import LoadedMatch
from bot.service.play.match_cache import MatchCache, retried
from bot.service.play.matches import PlayerView, running_seat
from bot.service.play.move_executor import MoveExecutor


@dataclass(frozen=True, slots=True)
class Plans:
    """Saves what people plan while others are to move; nothing here ever makes a move.

    Every method returns what the person sees then, and raises
    :class:`~bot.model.errors.TurnHasCome` if their turn has come meanwhile. They choose for
    themselves then: a plan that would have been carried out in a moment has stopped
    (:class:`~bot.model.errors.PlanStopped`).
    """

    cache: MatchCache
    executor: MoveExecutor

    async def view(self, match_id: MatchId, user: UserId) -> PlayerView:
        """Return what the person sees, if they can plan now; raises :class:`NothingToPlan`."""
        return await self._change(match_id, user, lambda wishes, _: wishes)

    async def add(self, match_id: MatchId, user: UserId, wish: Wish) -> PlayerView:
        """Add a wish to the plan's end, or in the place of another one for the same piece.

        Raises :class:`~bot.engine.errors.StaleMove` if that cannot be planned any more.
        """

        def add(wishes: Wishes, possible: Wishes) -> Wishes:
            if wish not in possible:
                raise StaleMove
            changed = tuple(wish if each.piece == wish.piece else each for each in wishes)
            return changed if wish in changed else (*wishes, wish)

        return await self._change(match_id, user, add)

    async def remove(self, match_id: MatchId, user: UserId, piece: str) -> PlayerView:
        def remove(wishes: Wishes, _: Wishes) -> Wishes:
            return tuple(each for each in wishes if each.piece != piece)

        return await self._change(match_id, user, remove)

    async def extend(self, match_id: MatchId, user: UserId, reach: Reach) -> PlayerView:
        """Set how long the plan lasts; without a plan, change nothing."""
        return await self._change(match_id, user, lambda wishes, _: wishes, reach)

    @retried
    async def stop(self, match_id: MatchId, user: UserId) -> PlayerView:
        """End the plan, even if the person's turn has come."""
        async with self.cache.locked(match_id) as loaded:
            seat = running_seat(loaded, user)
            await self._save(loaded, seat, None)
            return PlayerView.of(loaded, seat)

    @retried
    async def _change(
        self,
        match_id: MatchId,
        user: UserId,
        change: Callable[[Wishes, Wishes], Wishes],
        reach: Reach | None = None,
    ) -> PlayerView:
        """Save what ``change`` makes of the planned wishes and of all that are possible."""
        async with self.cache.locked(match_id) as loaded:
            seat = running_seat(loaded, user)
            plan = loaded.match.agenda.plan(seat)
            if loaded.match.seats[seat].is_held:
                raise SeatHeld
            if seat in loaded.turns:
                await self._save(loaded, seat, None)
                raise TurnHasCome if plan is None else PlanStopped
            possible = loaded.rules.wishes(loaded.rules.observe(loaded.state, seat))
            if not possible:
                raise NothingToPlan
            before = plan or Plan(seat, ())
            wishes = change(before.wishes, possible)
            after = replace(before, wishes=wishes, reach=reach or before.reach)
            await self._save(loaded, seat, after if wishes else None)
            return PlayerView.of(loaded, seat)

    async def _save(self, loaded: LoadedMatch, seat: Seat, plan: Plan | None) -> None:
        """Commit a plan, and replan the match: a move may be made for the seat, or no longer."""
        match = loaded.match
        agenda = match.agenda.planning(seat, plan)
        if agenda == match.agenda:
            return
        replanned = await self.executor.planner.replanned_agenda(
            replace(match, agenda=agenda), loaded.rules, loaded.state
        )
        shown = replanned.shown_clocks != match.agenda.shown_clocks  # a holiday may have ended
        await self.executor.plan(loaded, replanned, shown=shown)
