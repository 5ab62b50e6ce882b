"""Before the first shuffle: opening a table, taking seats, agreeing on options, starting."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace

from bot.ai import player
from bot.engine.contract import GameInfo, Rules
from bot.engine.errors import WrongSeats
from bot.engine.options import complete
from bot.games import game
from bot.service.errors import (
    AlreadySeated,
    AlreadyStarted,
    MatchHere,
    NoComputer,
    NoPartners,
    NotHost,
    NotSeated,
    TableClosed,
    TableFull,
)
from bot.service.follow import Course, awaited
from bot.service.live import Keeper, Live, chance_of, setup_of
from bot.service.moving import Mover
from bot.service.ports import (
    ChannelTaken,
    Entropy,
    GivenUp,
    Match,
    MatchId,
    Moved,
    NewMatch,
    Occupant,
    Pace,
    Stage,
    Store,
    Terms,
    UserId,
)

log = logging.getLogger(__name__)

Seats = tuple[Occupant, ...]


@dataclass(frozen=True, slots=True)
class Where:
    """A place where a match can be played."""

    guild_id: int | None
    channel_id: int


@dataclass(frozen=True, slots=True)
class Tables:
    """The lobbies."""

    store: Store
    keeper: Keeper
    entropy: Entropy
    mover: Mover

    async def open(self, game_id: str, where: Where, host: UserId, salt: str) -> Match:
        """A new lobby, its host seated. Showing it is left to the caller.

        Raises :class:`~bot.engine.errors.UnknownGame` or :class:`~bot.service.errors.MatchHere`.
        """
        info = game(game_id).info
        new = NewMatch(
            game=info.id,
            rules=info.rules,
            options=complete(info.options, {}, game=info.name),
            guild_id=where.guild_id,
            channel_id=where.channel_id,
            host_id=host,
            secret=self.entropy.secret(),
            seats=(Occupant(0, host, salt=salt),),
            pace=usual_pace(info, where),
            agenda=self.mover.schedule.lobby(),
        )
        try:
            match = await self.store.open_match(new, self.mover.clock.now())
        except ChannelTaken:
            there = await self.store.open_in(where.channel_id)
            raise MatchHere(there.id if there else 0) from None
        log.info("match opened", extra={"match": match.id, "ply": 0, "game": info.id})
        return match

    async def join(self, match_id: MatchId, user: UserId, salt: str) -> Match:
        """Take the next free seat."""

        def seated(match: Match, rules: Rules[object]) -> Seats:
            if match.seat_of(user) is not None:
                raise AlreadySeated
            return _with(match, rules, Occupant(0, user, salt=salt))

        return await self._reseat(match_id, seated)

    async def leave(self, match_id: MatchId, user: UserId) -> Match:
        """Give the seat up; the next person becomes host, and with nobody left it is closed."""
        async with self.keeper.hold(match_id) as live:
            _lobby(live)
            match = live.match
            if match.seat_of(user) is None:
                raise NotSeated
            seats = _renumbered(tuple(each for each in match.seats if each.user_id != user))
            people = [each.user_id for each in seats if each.user_id is not None]
            if not people:
                return await self.mover.give_up(live, GivenUp.LEFT)
            host = match.host_id if match.host_id in people else people[0]
            return await self._save(live, replace(match, seats=seats, host_id=host))

    async def add_computer(self, match_id: MatchId, by: UserId, level: str) -> Match:
        """Seat a computer; the host decides."""
        player(level)

        def seated(match: Match, rules: Rules[object]) -> Seats:
            _only_host(match, by)
            return _with(match, rules, Occupant(0, level=level))

        return await self._reseat(match_id, seated)

    async def remove_computer(self, match_id: MatchId, by: UserId) -> Match:
        """Send the last computer away; the host decides."""

        def seated(match: Match, rules: Rules[object]) -> Seats:
            del rules
            _only_host(match, by)
            computers = [each for each in match.seats if each.user_id is None]
            if not computers:
                raise NoComputer
            return _renumbered(tuple(each for each in match.seats if each is not computers[-1]))

        return await self._reseat(match_id, seated)

    async def change_partners(self, match_id: MatchId, by: UserId) -> Match:
        """Everybody but the first seat moves on by one; the host decides.

        Three times, and every possible pair of partnerships has been seen.
        """

        def seated(match: Match, rules: Rules[object]) -> Seats:
            _only_host(match, by)
            if not rules.info.partnerships or len(match.seats) < rules.info.max_seats:
                raise NoPartners
            first, *others = match.seats
            return _renumbered((first, *others[1:], *others[:1]))

        return await self._reseat(match_id, seated)

    async def set_option(self, match_id: MatchId, by: UserId, key: str, value: str) -> Match:
        """Agree on one of the game's declared options; the host decides."""
        async with self.keeper.hold(match_id) as live:
            _lobby(live)
            _only_host(live.match, by)
            info = live.rules.info
            options = complete(info.options, {**live.match.options, key: value}, game=info.name)
            return await self._save(live, replace(live.match, options=options))

    async def set_pace(self, match_id: MatchId, by: UserId, pace: Pace) -> Match:
        """Agree on how long somebody may think; the host decides."""
        async with self.keeper.hold(match_id) as live:
            _lobby(live)
            _only_host(live.match, by)
            return await self._save(live, replace(live.match, pace=pace))

    async def start(self, match_id: MatchId, by: UserId, salt: str) -> Match:
        """Close the player list and deal.

        Raises :class:`~bot.engine.errors.WrongSeats` when that many cannot play.
        """
        async with self.keeper.hold(match_id) as live:
            _lobby(live)
            _only_host(live.match, by)
            match = replace(live.match, start_salt=salt, stage=Stage.RUNNING)
            begun = live.rules.start(setup_of(match))
            course = Course(live.rules, chance_of(match), begun, 0, 0)
            course.go_on()
            awaits = awaited(live.rules, course.state, match)
            schedule = self.mover.schedule
            agenda = await schedule.running(match, live.rules, course.state, course.asked)
            moved = Moved(course.entries, awaits, self.mover.clock.now(), agenda)
            await self.store.start(match_id, match.version, start_salt=salt, moved=moved)
            version = match.version + 1
            live.match = replace(
                match, version=version, ply=course.ply, awaits=awaits, agenda=agenda
            )
            live.state, live.chances, live.news = course.state, course.chances, tuple(course.news)
            live.asked = course.asked
            log.info("match started", extra={"ply": course.ply, "seats": len(match.seats)})
            self.mover.changed(live.match)
            return live.match

    async def _reseat(
        self, match_id: MatchId, seated: Callable[[Match, Rules[object]], Seats]
    ) -> Match:
        async with self.keeper.hold(match_id) as live:
            _lobby(live)
            seats = seated(live.match, live.rules)
            return await self._save(live, replace(live.match, seats=seats))

    async def _save(self, live: Live, match: Match) -> Match:
        agenda = self.mover.schedule.lobby()
        terms = Terms(match.host_id, match.options, match.seats, match.pace, agenda)
        await self.store.save_lobby(match.id, match.version, terms)
        live.match = replace(match, version=match.version + 1, agenda=agenda)
        self.mover.changed(live.match)
        return live.match


def usual_pace(info: GameInfo, where: Where) -> Pace:
    """A day for each move; where nobody else waits, as long as it takes."""
    alone = info.max_seats == 1 or where.guild_id is None
    return Pace.NONE if alone else Pace.DAY


def why_not(match: Match) -> WrongSeats | None:
    """Why a lobby cannot start yet, or ``None`` when it can."""
    try:
        game(match.game).start(setup_of(match))
    except WrongSeats as refusal:
        return refusal
    return None


def _lobby(live: Live) -> None:
    match live.match.stage:
        case Stage.LOBBY:
            return
        case Stage.RUNNING | Stage.OVER:
            raise AlreadyStarted
        case Stage.CLOSED:
            raise TableClosed


def _only_host(match: Match, user: UserId) -> None:
    if match.seat_of(user) is None:
        raise NotSeated
    if user != match.host_id:
        raise NotHost(host=f"<@{match.host_id}>")


def _with(match: Match, rules: Rules[object], newcomer: Occupant) -> Seats:
    if len(match.seats) >= rules.info.max_seats:
        raise TableFull(seats=rules.info.max_seats)
    return (*match.seats, replace(newcomer, seat=len(match.seats)))


def _renumbered(seats: Seats) -> Seats:
    return tuple(replace(each, seat=at) for at, each in enumerate(seats))
