"""Past events of a match, rebuilt from its log."""

import asyncio
from collections.abc import Collection, Sequence

from bot.engine.record import Entry
from bot.engine.replay import remaining, replay
from bot.games import game
from bot.model.match import Match
from bot.model.updates import News
from bot.service.play.auto_moves import public_events
from bot.service.play.match_cache import setup_of
from bot.service.ports.store import Store


async def replayed_events(store: Store, match: Match, since: int) -> tuple[News, ...]:
    """Return the news that spectators were shown of ``match`` from the ply ``since`` on."""
    if since >= match.ply:
        return ()
    log = (await store.log(match.id))[: match.ply]
    late = await store.late_plies(match.id, since)
    return await asyncio.to_thread(_news, match, log, late, since)


def _news(
    match: Match, log: Sequence[Entry], late: Collection[int], since: int
) -> tuple[News, ...]:
    plies, told = replay(game(match.game), setup_of(match), log), frozenset(remaining(log))
    return tuple(
        News(ply.index, public_events(ply.actor, ply.events, late=ply.index in late))
        for ply in plies
        if ply.index >= since and ply.index in told
    )
