"""The values that a new table is opened with."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from bot.engine.game_info import GameInfo, OptionValue, complete
from bot.games import game
from bot.model.deadlines import Agenda
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

    def of(self, game_id: str) -> NewMatch:
        info = game(game_id).info
        return self._new(info, NO_OPTIONS, (Occupant(0, self.host, salt=self.salt),))

    def rematch_of(self, before: Match) -> NewMatch:
        """Return a table for the same match again, with its computers; the others have to join."""
        seats = for_rematch(before, self.host, self.salt)
        new = self._new(game(before.game).info, before.options, seats)
        return replace(
            new,
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
