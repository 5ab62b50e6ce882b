"""Lobbies: opening a table, taking seats, agreeing on options, starting the match."""

import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime

from bot.ai import player
from bot.engine.errors import StaleMove, WrongSeats
from bot.engine.game_info import Length
from bot.engine.options import with_option
from bot.games import game
from bot.model.errors import (
    AlreadySeated,
    AlreadyStarted,
    MatchHere,
    NoComputer,
    NoPartners,
    NotSeated,
    PartnersMissing,
    TableClosed,
)
from bot.model.match import CloseReason, Match, MatchId, NewMatch, Occupant, Stage, UserId
from bot.model.terms import HintRule, Pace
from bot.service.lobby.lengths import with_length, with_usual_length
from bot.service.lobby.new_match import MatchPlace, TableRequest, with_preset
from bot.service.lobby.seating import (
    filled,
    in_previous_order,
    is_rated,
    renumbered,
    rotated,
    with_acting_host,
    with_newcomer,
)
from bot.service.play.loaded_match import LoadedMatch
from bot.service.play.match_cache import MatchCache, retried
from bot.service.play.move_executor import MoveExecutor
from bot.service.ports.clock import Entropy
from bot.service.ports.faults import ChannelTaken
from bot.service.ports.store import Store

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Lobbies:
    """The lobbies; a change is retried if another process was faster."""

    store: Store
    cache: MatchCache
    entropy: Entropy
    executor: MoveExecutor
    wake_by: Callable[[datetime | None], None]
    """Called with the time at which a new lobby is due; whoever opens it shows it, too."""

    async def open(self, key: str, where: MatchPlace, host: UserId, salt: str) -> Match:
        """Open a lobby of a game or preset with its host seated; showing it is left to the caller.

        Raises :class:`UnknownGame` and :class:`MatchHere`.
        """
        return await self._open(self._opening(where, host, salt).of(key))

    async def open_rematch(
        self, before: Match, where: MatchPlace, host: UserId, salt: str
    ) -> Match:
        """Open a lobby for the same match again, with its computers; the others have to join.

        Showing it is left to the caller. Raises :class:`MatchHere`.
        """
        return await self._open(self._opening(where, host, salt).rematch_of(before))

    async def join(self, match_id: MatchId, user: UserId, salt: str) -> Match:
        """Give a person a free seat; a rematch starts once everybody is back."""

        async def seated(loaded: LoadedMatch) -> Match:
            match = loaded.match
            if match.seat_of(user) is not None:
                raise AlreadySeated
            return await self._seat(loaded, match, Occupant(0, user, salt=salt))

        match = await self._in_lobby(match_id, seated)
        if match.rematch_of is None:
            return match
        return await self._begin_if_all_are_in(match, user, salt)

    async def leave(self, match_id: MatchId, user: UserId) -> Match:
        """Free the person's seat; another becomes host, and a lobby without people is closed."""

        async def left(loaded: LoadedMatch) -> Match:
            match = loaded.match
            if match.seat_of(user) is None:
                raise NotSeated
            seats = renumbered(tuple(each for each in match.seats if each.user_id != user))
            people = [each.user_id for each in seats if each.user_id is not None]
            if not people:
                return await self.executor.close_early(loaded, CloseReason.LEFT)
            host = match.host_id if match.host_id in people else people[0]
            return await self._save(loaded, replace(match, seats=seats, host_id=host))

        return await self._in_lobby(match_id, left)

    async def add_computer(self, match_id: MatchId, by: UserId, level: str) -> Match:
        player(level)

        async def seated(loaded: LoadedMatch) -> Match:
            match = self._hosted(loaded.match, by)
            name = match.free_name(len(match.seats))
            return await self._seat(loaded, match, Occupant(0, level=level, name=name))

        return await self._in_lobby(match_id, seated)

    async def remove_computer(self, match_id: MatchId, by: UserId) -> Match:
        def without(match: Match) -> Match:
            computers = [each for each in match.seats if each.user_id is None]
            if not computers:
                raise NoComputer
            left = tuple(each for each in match.seats if each is not computers[-1])
            return replace(match, seats=renumbered(left))

        return await self._agree(match_id, by, without)

    async def change_partners(self, match_id: MatchId, by: UserId) -> Match:
        """Move everybody but the first seat on by one, as the host.

        Three times lead through every possible pair of partnerships.
        """

        def changed(match: Match) -> Match:
            info = game(match.game).info
            if not info.allows_partners(match.options):
                raise NoPartners
            if len(match.seats) != info.partnered_seats:
                raise PartnersMissing
            return replace(match, seats=rotated(match.seats))

        return await self._agree(match_id, by, changed)

    async def set_option(self, match_id: MatchId, by: UserId, key: str, value: str) -> Match:
        def agreed(match: Match) -> Match:
            info = game(match.game).info
            options = with_option(info.options, match.options, key, value, game=info.name)
            chosen = match.length_chosen or key in info.lengths[Length.FULL]
            return replace(match, options=options, length_chosen=chosen)

        return await self._agree(match_id, by, agreed)

    async def set_preset(self, match_id: MatchId, by: UserId, key: str) -> Match:
        """Change all options to those of a preset, or of the game itself, by its key."""
        return await self._agree(match_id, by, lambda match: with_preset(match, key))

    async def set_length(self, match_id: MatchId, by: UserId, length: Length) -> Match:
        return await self._agree(match_id, by, lambda match: with_length(match, length))

    async def set_pace(self, match_id: MatchId, by: UserId, pace: Pace) -> Match:
        return await self._agree(match_id, by, lambda match: replace(match, pace=pace))

    async def set_hints(self, match_id: MatchId, by: UserId, hints: HintRule) -> Match:
        return await self._agree(match_id, by, lambda match: replace(match, hints=hints))

    async def set_phrases(self, match_id: MatchId, by: UserId, *, allowed: bool) -> Match:
        return await self._agree(match_id, by, lambda match: replace(match, phrases=allowed))

    async def set_rated(self, match_id: MatchId, by: UserId, *, rated: bool) -> Match:
        return await self._agree(
            match_id, by, lambda match: replace(match, rated=rated, rated_chosen=True)
        )

    async def start(
        self, match_id: MatchId, by: UserId, salt: str, *, fill_with: str | None = None
    ) -> Match:
        """Close the player list and deal, as the host.

        ``fill_with``: the level of computers to add, as many as the game needs.

        Raises :class:`~bot.engine.errors.WrongSeats` when that number of players cannot play.
        """

        async def started(loaded: LoadedMatch) -> Match:
            match = self._hosted(loaded.match, by)
            if fill_with is not None:
                match = filled(match, fill_with)
            return await self.executor.begin(loaded, match, salt)

        return await self._in_lobby(match_id, started)

    async def lobby_hosted_by(self, match_id: MatchId, user: UserId) -> Match:
        """Return the lobby if this person may act as its host (:func:`with_acting_host`)."""

        async def led(loaded: LoadedMatch) -> Match:
            self._hosted(loaded.match, user)
            return loaded.match

        return await self._in_lobby(match_id, led)

    @retried
    async def end_abandoned(self, match_id: MatchId) -> None:
        """End a running match that nobody plays any more, unless somebody has come back."""
        async with self.cache.locked(match_id) as loaded:
            if loaded.match.is_abandoned:
                await self.executor.end_abandoned(loaded)

    def _opening(self, where: MatchPlace, host: UserId, salt: str) -> TableRequest:
        return TableRequest(
            where, host, salt, self.entropy.secret(), self.executor.planner.lobby_agenda()
        )

    async def _open(self, new: NewMatch) -> Match:
        try:
            match = await self.store.open_match(new, self.executor.clock.now())
        except ChannelTaken:
            there = await self.store.open_in(new.channel_id)
            if there is None or not there.is_abandoned:
                raise MatchHere(there.id if there else 0) from None
            await self.end_abandoned(there.id)
            return await self._open(new)
        await self.cache.keep_new(match)
        self.wake_by(match.agenda.wakes_at)
        log.info("match opened", extra={"match": match.id, "ply": 0, "game": new.game})
        return match

    @retried
    async def _in_lobby(
        self, match_id: MatchId, work: Callable[[LoadedMatch], Awaitable[Match]]
    ) -> Match:
        async with self.cache.locked(match_id) as loaded:
            _lobby(loaded)
            return await work(loaded)

    async def _agree(
        self, match_id: MatchId, by: UserId, change: Callable[[Match], Match]
    ) -> Match:
        async def agreed(loaded: LoadedMatch) -> Match:
            match = self._hosted(loaded.match, by)
            return await self._save(loaded, change(match))

        return await self._in_lobby(match_id, agreed)

    async def _seat(self, loaded: LoadedMatch, match: Match, newcomer: Occupant) -> Match:
        seats = with_newcomer(match.seats, loaded.rules.info, newcomer)
        before = await self.before(match)
        if before is not None:
            seats = in_previous_order(seats, before)
        return await self._save(loaded, replace(match, seats=seats))

    async def before(self, match: Match) -> Match | None:
        return None if match.rematch_of is None else await self.store.match(match.rematch_of)

    async def _begin_if_all_are_in(self, match: Match, last: UserId, salt: str) -> Match:
        """Start a rematch that the last expected person has joined.

        Only after its lobby was shown: the last salt must be younger than the commitment. If
        something keeps it from starting, the lobby shows what, and the host goes on from there.
        """
        before = await self.before(match)
        if before is None or last not in before.people:
            return match
        expected = set(before.people)

        async def begun(loaded: LoadedMatch) -> Match:
            there = loaded.match
            if expected.issubset(there.people) and there.shown_version:
                return await self.executor.begin(loaded, there, salt)
            return there

        with suppress(WrongSeats, AlreadyStarted, TableClosed, StaleMove):
            return await self._in_lobby(match.id, begun)
        return match

    def _hosted(self, match: Match, user: UserId) -> Match:
        return with_acting_host(match, user, self.executor.clock.now())

    async def _save(self, loaded: LoadedMatch, match: Match) -> Match:
        match = with_usual_length(replace(match, rated=is_rated(match)))
        agenda = self.executor.planner.lobby_agenda()
        terms = replace(match, agenda=agenda)
        await self.store.save_lobby(match.id, match.revision, terms)
        loaded.match = terms.after_write()
        self.executor.changed(loaded.match)
        return loaded.match


def _lobby(loaded: LoadedMatch) -> None:
    match loaded.match.stage:
        case Stage.LOBBY:
            return
        case Stage.RUNNING | Stage.OVER:
            raise AlreadyStarted
        case Stage.CLOSED:
            raise TableClosed
