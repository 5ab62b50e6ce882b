"""Showing matches: what was committed and not yet shown is shown, newest table only."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.service.live import Keeper
from bot.service.ports import Awaits, MatchId, Publisher, Stage, Store, Update


@dataclass(frozen=True, slots=True)
class Showing:
    """Brings the channel up to what is committed."""

    store: Store
    keeper: Keeper
    publisher: Publisher

    async def show(self, match_id: MatchId) -> None:
        """Show the newest version, unless it was shown or a computer is about to move.

        Raises :class:`~bot.service.ports.NotShown` when the channel could not be reached; it is
        owed then, and what happened since is told the next time.
        """
        async with self.keeper.hold(match_id) as live:
            match = live.match
            if match.shown_version >= match.version:
                return
            if match.stage is Stage.RUNNING and match.awaits is Awaits.COMPUTER:
                return
            update = live.update()
        await self.publisher.show(update)
        await self.shown(update)

    async def shown(self, update: Update) -> None:
        """Note that the channel has seen this much."""
        version, ply = update.match.version, update.match.ply
        await self.store.mark_shown(update.match.id, version, ply)
        async with self.keeper.hold(update.match.id) as live:
            if version > live.match.shown_version:
                live.match = replace(live.match, shown_version=version, shown_ply=ply)
            live.news = tuple(news for news in live.news if news.ply >= live.match.shown_ply)
