"""The values that a new table is opened with."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from bot.engine.errors import UnknownGame
from bot.engine.game_info import GameInfo
from bot.engine.options import OptionValue, complete
from bot.games import game
from bot.games.names import named
from bot.model.deadlines import Agenda
from bot.model.errors import NoSuchPreset
from bot.model.match import Match, NewMatch, Occupant, UserId
from bot.model.terms import Pace
from bot.service.lobby.seating import Seats, for_rematch, is_rated

NO_OPTIONS: Mapping[str, OptionValue] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class MatchPlace:
    """A channel where a match can be played; a direct message has no server."""

    guild_id: int | None
    channel_id: int


@dataclass(frozen=True, slots=True)
class TableRequest:
    """A request to open a table, with the secret and the host's salt for its shuffles."""

    where: MatchPlace
    host: UserId
    salt: str
    secret: bytes = field(repr=False)
    agenda: Agenda

    def of(self, key: str) -> NewMatch:
        """Return a table of a game, or of a preset with its options (:mod:`bot.games.names`)."""
        info = named(key)
        new = self._new(info, NO_OPTIONS, (Occupant(0, self.host, salt=self.salt),))
        return replace(new, preset=info.preset)

    def rematch_of(self, before: Match) -> NewMatch:
        """Return a table for the same match again, with its computers; the others have to join."""
        seats = for_rematch(before, self.host, self.salt)
        new = self._new(game(before.game).info, before.options, seats)
        return replace(
            new,
            preset=before.preset,
            pace=before.pace,
            hints=before.hints,
            phrases=before.phrases,
            rated=is_rated(before),
            rated_chosen=before.rated_chosen,
            length_chosen=True,
            rematch_of=before.id,
        )

    def _new(self, info: GameInfo, options: Mapping[str, OptionValue], seats: Seats) -> NewMatch:
        return NewMatch(
            game=info.id,
            rules=info.rules,
            options=complete(info.options, options, game=info.name),
            guild_id=self.where.guild_id,
            channel_id=self.where.channel_id,
            host_id=self.host,
            secret=self.secret,
            seats=seats,
            pace=usual_pace(info, self.where),
            agenda=self.agenda,
        )


def usual_pace(info: GameInfo, where: MatchPlace) -> Pace:
    """Return a day per move, or no limit for a match played alone or in direct messages."""
    alone = info.max_seats == 1 or where.guild_id is None
    return Pace.NONE if alone else Pace.DAY


def with_preset(match: Match, key: str) -> Match:
    """Return a lobby with the options and the name of a preset, or of the game itself.

    Raises :class:`NoSuchPreset` if it is not one of this game.
    """
    try:
        found = named(key)
    except UnknownGame:
        raise NoSuchPreset from None
    if found.id != match.game:
        raise NoSuchPreset
    options = found.default_options
    return replace(match, preset=found.preset, options=options, length_chosen=False)
