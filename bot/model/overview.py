"""What the store finds among all matches: those with something due, those in servers, counts."""

from dataclasses import dataclass

from bot.model.match import MatchId


@dataclass(frozen=True, slots=True)
class Alarm:
    match_id: MatchId
    guild_id: int | None


@dataclass(frozen=True, slots=True)
class GuildMatch:
    match_id: MatchId
    guild_id: int


@dataclass(frozen=True, slots=True)
class Census:
    lobbies: int
    running: int
    pending: int
    """Matches whose newest version was not shown, or whose table waits for a computer."""
