"""Phrases: what people say to each other at the table."""

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace

from bot.model.errors import PhrasesOff, SaidAlready, SeatHeld
from bot.model.match import Match, MatchId, UserId
from bot.model.terms import Phrase, Said
from bot.service.play.match_cache import MatchCache, retried
from bot.service.play.matches import running_seat
from bot.service.ports.store import Store

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Phrases:
    """Lets each person say one phrase between two moves of a match.

    A phrase is no move: the log, the clocks and whose turn it is stay as they are, and nobody is
    pinged.
    """

    store: Store
    cache: MatchCache
    changed: Callable[[Match], None]

    @retried
    async def say(self, match_id: MatchId, user: UserId, phrase: Phrase) -> Match:
        """Say a phrase; raises :class:`PhrasesOff`, :class:`SaidAlready` and :class:`SeatHeld`."""
        async with self.cache.locked(match_id) as loaded:
            seat, match = running_seat(loaded, user), loaded.match
            occupant = match.seats[seat]
            if not match.phrases:
                raise PhrasesOff
            if occupant.is_held:
                raise SeatHeld
            if occupant.said is not None and occupant.said.ply == match.ply:
                raise SaidAlready
            speaker = replace(occupant, said=Said(phrase, match.ply))
            await self.store.save_occupant(match_id, match.revision, speaker, shown=True)
            loaded.match = match.after_write().with_occupant(speaker)
            log.info("phrase said", extra={"ply": match.ply, "seat": seat})
            self.changed(loaded.match)
            return loaded.match
