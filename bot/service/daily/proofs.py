"""What proves a deal of the day, revealed once it has closed."""

import asyncio
from datetime import date

from bot.ai.daily import DealChanged, daily_round, deal_record, score_of
from bot.model.daily import Attempt, Deal, DealProof, open_days
from bot.model.errors import DealStillOpen, NoSuchDeal
from bot.model.match import UserId
from bot.service.daily.par import has_changed
from bot.service.ports.clock import Clock
from bot.service.ports.store import Store


class DealProofs:
    """Reveals secrets of deals, and nothing of a deal that is still open."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store, self._clock = store, clock

    async def newest(self, most: int) -> tuple[tuple[date, str], ...]:
        """Return the days and games of the newest deals, the newest first."""
        return await self._store.deals_until(open_days(self._clock.now())[0], most)

    async def reveal(self, user: UserId, day: date) -> DealProof:
        """Return what proves a deal, with the attempt of ``user``.

        Raises :class:`NoSuchDeal`, and :class:`DealStillOpen` before it closes.
        """
        deal = await self._store.deal(day)
        if deal is None:
            raise NoSuchDeal
        if self._clock.now() < deal.closes_at:
            raise DealStillOpen
        await self._store.reveal_deal(day)
        if has_changed(deal):
            return DealProof(deal)
        attempt = await self._store.attempt(day, user)
        try:
            return await asyncio.to_thread(_proof, deal, attempt)
        except DealChanged:
            return DealProof(deal)


def _proof(deal: Deal, attempt: Attempt | None) -> DealProof:
    played = daily_round(*deal.dealt, () if attempt is None else attempt.moves)
    record, shuffles = deal_record(played)
    score = score_of(played) if played.is_over else None
    holds = attempt is None or attempt.score == score
    return DealProof(deal, shuffles, record, attempt, holds)
