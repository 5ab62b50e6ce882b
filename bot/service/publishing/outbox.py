"""Publishes matches: what was committed and not yet shown, and only the newest table."""

import asyncio
import logging
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from bot.engine.record import Entry
from bot.engine.replay import remaining, replay
from bot.engine.rounds import RoundScored
from bot.games import game
from bot.model.match import CloseReason, Match, MatchId, Stage
from bot.model.updates import PublicMove, Update
from bot.service.guilds import Guilds
from bot.service.match_changes import MatchChanges
from bot.service.metrics import NO_METRICS, Metrics
from bot.service.play.loaded_match import setup_of
from bot.service.play.match_cache import MatchCache, retried
from bot.service.play.matches import Matches
from bot.service.play.recent_moves import public_move
from bot.service.ports.faults import Conflict, StoreFault
from bot.service.ports.publisher import ChannelGone, Publisher, ServerLeft
from bot.service.ports.store import Store
from bot.service.retry_queue import RetryQueue
from bot.service.scores.scoring import Scoring
from bot.service.settings_cache import PreferenceCache

log = logging.getLogger(__name__)

PATIENCE = 6.0
"""Seconds to wait: enough for three computers in a row that move before the table is posted."""
PARTING = 3.0
"""Seconds that a deletion of data waits for each table to show that the person has left."""


@dataclass(frozen=True, slots=True)
class Outbox:
    store: Store
    cache: MatchCache
    preferences: PreferenceCache
    publisher: Publisher
    scoring: Scoring
    metrics: Metrics = NO_METRICS

    async def publish(self, match_id: MatchId) -> bool:
        """Post the newest version, unless it was shown or a computer is about to move.

        Return whether the channel shows all that it is to show now. As long as nobody is called,
        only what calls nobody is updated. Ends of rounds are posted first, each once. Raises
        :class:`~bot.service.ports.publisher.PublishFailed` when the channel could not be reached;
        what is missing stays pending and is posted the next time.
        """
        async with self.cache.locked(match_id) as loaded:
            match = loaded.match
            if match.shown_version >= match.version:
                return True
            if match.waits_for_computer:
                return True
            update = replace(loaded.update(), maybe_shown=loaded.is_maybe_shown)
            if not match.is_quiet:
                loaded.attempted_version = match.version
        update = await self._with_player_settings(update)
        if match.is_quiet:
            await self.publisher.update_quietly(update)
            return False
        if not match.is_open:
            update = replace(update, scores=await self.scoring.of(match_id))
        for chapter in rounds_ended(update.news):
            await self.publisher.post_round(match, chapter)
            ply = chapter[-1].ply + 1
            await self.record_shown(match_id, match.shown_version, ply)
            news = tuple(each for each in update.news if each.ply >= ply)
            update = replace(update, news=news, is_below_round=True)
        await self.publisher.post(update)
        await self.record_shown(match_id, match.version, match.ply)
        if match.stage is Stage.OVER:
            await self._forget_result(match)
        self.metrics.shown(match_id)
        log.info("shown", extra={"match": match_id, "ply": match.ply})
        return True

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
                    match.after_write(shown=False),
                    shown_version=max(version, match.shown_version),
                    shown_ply=max(ply, match.shown_ply),
                )
                since = loaded.match.shown_ply
                loaded.news = tuple(news for news in loaded.news if news.ply >= since)
                return
        raise fault


class PublishQueue:
    """Publishes matches in the background, and lets what comes after a table wait for it."""

    def __init__(
        self,
        outbox: Outbox,
        matches: Matches,
        guilds: Guilds,
        changes: MatchChanges,
        published: Callable[[MatchId], None],
    ) -> None:
        """Take ``published``, which is called with each match whose channel is up to date."""
        self._outbox, self._matches, self._guilds = outbox, matches, guilds
        self._changes, self._published = changes, published
        self.queue = RetryQueue("showing", self._publish)

    def match_changed(self, match: Match) -> None:
        if not match.waits_for_computer:
            self.queue.enqueue(match.id)

    async def _publish(self, match_id: MatchId) -> None:
        is_shown = True
        try:
            is_shown = await self._outbox.publish(match_id)
        except ChannelGone:
            if not await self._matches.close_unplayable(match_id, CloseReason.CHANNEL_DELETED):
                await self._outbox.write_off(match_id)
        except ServerLeft:
            await self._guilds.pause(match_id)
            raise
        if is_shown:
            self._published(match_id)

    async def wait(self, match_id: MatchId) -> None:
        """Wait until the channel shows what is committed in a match now.

        It waits at most :data:`PATIENCE`, not for a retry if posting fails, and not at all
        for what another process posts.
        """
        match = await self._current(match_id)
        if not self._changes.owns(match.guild_id):
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                while (await self._current(match_id)).shown_version < match.version:
                    if not await self.queue.next_end(match_id):
                        return

    async def wait_for_job(self, match_id: MatchId) -> None:
        """Wait until a job that publishes a match has ended, no longer than :data:`PARTING`."""
        await self.queue.wait_idle(match_id, PARTING)

    async def _current(self, match_id: MatchId) -> Match:
        async with self._outbox.cache.locked(match_id) as loaded:
            return loaded.match


def rounds_ended(news: Sequence[PublicMove]) -> Iterator[tuple[PublicMove, ...]]:
    """Yield the news up to each end of a round; what comes after the last one is left out."""
    chapter: list[PublicMove] = []
    for each in news:
        chapter.append(each)
        if any(isinstance(event, RoundScored) for event in each.events):
            yield tuple(chapter)
            chapter = []


async def replayed_events(store: Store, match: Match, since: int) -> tuple[PublicMove, ...]:
    """Return the news that spectators were shown from the ply ``since`` on, from the log."""
    if since >= match.ply:
        return ()
    log = (await store.log(match.id))[: match.ply]
    late = await store.late_plies(match.id, since)
    return await asyncio.to_thread(_news, match, log, late, since)


def _news(
    match: Match, log: Sequence[Entry], late: Collection[int], since: int
) -> tuple[PublicMove, ...]:
    plies, told = replay(game(match.game), setup_of(match), log), frozenset(remaining(log))
    return tuple(
        public_move(ply, late=ply.index in late)
        for ply in plies
        if ply.index >= since and ply.index in told
    )
