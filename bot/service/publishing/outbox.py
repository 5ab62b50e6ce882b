"""Shows matches: what was committed and not yet shown, and only the newest table."""

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bot.engine.rounds import RoundScored
from bot.model.match import Match, MatchId, Stage
from bot.model.updates import News, Update
from bot.service.metrics import NO_METRICS, Metrics
from bot.service.play.conflicts import retried
from bot.service.play.match_cache import MatchCache
from bot.service.ports.faults import Conflict, StoreFault
from bot.service.ports.publisher import Publisher
from bot.service.ports.store import Store
from bot.service.preference_cache import PreferenceCache
from bot.service.scores.scoring import Scoring

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Outbox:
    """Brings the channel up to date with what is committed."""

    store: Store
    cache: MatchCache
    preferences: PreferenceCache
    publisher: Publisher
    scoring: Scoring
    metrics: Metrics = NO_METRICS

    async def show(self, match_id: MatchId) -> None:
        """Show the newest version, unless it was shown or a computer is about to move.

        Ends of rounds are shown first, each once. Raises
        :class:`~bot.service.ports.publisher.PublishFailed` when the channel could not be reached;
        what is missing stays pending and is shown the next time.
        """
        async with self.cache.locked(match_id) as loaded:
            match = loaded.match
            if match.shown_version >= match.version:
                return
            if match.waits_for_computer:
                return
            update = replace(loaded.update(), doubtful=loaded.is_doubtful)
            loaded.attempted_version = match.version
        update = await self._with_player_settings(update)
        if not match.is_open:
            update = replace(update, scores=await self.scoring.of(match_id))
        for chapter in rounds_ended(update.news):
            await self.publisher.show_round(match, chapter)
            ply = chapter[-1].ply + 1
            await self.record_shown(match_id, match.shown_version, ply)
            update = replace(update, news=tuple(news for news in update.news if news.ply >= ply))
        await self.publisher.show(update)
        await self.record_shown(match_id, match.version, match.ply)
        if match.stage is Stage.OVER:
            await self._forget_result(match)
        self.metrics.shown(match_id)
        log.info("shown", extra={"match": match_id, "ply": match.ply})

    async def _forget_result(self, match: Match) -> None:
        """Forget the message with the result, which is known to be shown and never changes."""
        for posted in await self.store.posted(match.id):
            if posted.user_id is None and posted.version >= match.version:
                await self.store.forget(match.id, posted.message_id)

    async def write_off(self, match_id: MatchId) -> None:
        """Mark everything as shown, because there is nowhere left to show how a match ended."""
        async with self.cache.locked(match_id) as loaded:
            match = loaded.match
        await self.record_shown(match_id, match.version, match.ply)

    async def current_update(self, match_id: MatchId) -> Update:
        """Return everything that may be shown of the match now."""
        async with self.cache.locked(match_id) as loaded:
            update = loaded.update()
        return await self._with_player_settings(update)

    async def _with_player_settings(self, update: Update) -> Update:
        match = update.match
        away = await self.preferences.away(match.players) if match.pace.counts_days else {}
        return replace(
            update, player_settings=await self.preferences.player_settings(match.people), away=away
        )

    @retried
    async def record_shown(self, match_id: MatchId, version: int, ply: int) -> None:
        """Record that the channel was shown that version, and the log up to ``ply``."""
        async with self.cache.locked(match_id) as loaded:
            match = loaded.match
            try:
                await self.store.mark_shown(match_id, match.revision, version, ply)
            except Conflict:
                raise
            except StoreFault as error:
                # Raised below, without the lock: nothing but this record is in doubt, so the match
                # need not be looked at before the caller tries again.
                fault = error
                self.cache.mark_outdated(match_id)
            else:
                loaded.match = replace(
                    match,
                    revision=match.revision + 1,
                    shown_version=max(version, match.shown_version),
                    shown_ply=max(ply, match.shown_ply),
                )
                since = loaded.match.shown_ply
                loaded.news = tuple(news for news in loaded.news if news.ply >= since)
                return
        raise fault


def rounds_ended(news: Sequence[News]) -> Iterator[tuple[News, ...]]:
    """Yield the news up to each end of a round; what comes after the last one is left out."""
    chapter: list[News] = []
    for each in news:
        chapter.append(each)
        if any(isinstance(event, RoundScored) for event in each.events):
            yield tuple(chapter)
            chapter = []
