"""The matches that are played: every game, with every number of people, at every length."""

import asyncio
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache

from benchmarks.silent_publisher import SilentPublisher
from bot.engine.game_info import GameInfo, Length
from bot.engine.options import ON, OptionValue
from bot.games import CATALOGUE, game
from bot.service.game_service import GameService
from bot.service.lobby.new_match import MatchPlace
from bot.store import open_store, upgrade

PLANNED = (0, 1, 3)
"""How many moves everybody says beforehand."""
SPARE = 2
"""Pieces that people plan beyond one for each move, as some may not fit when their turn comes."""
LONG = ("block", "maltese-cross", "star", "lucky-draw")
"""The games whose full matches are so long that plans have to shorten them."""


@dataclass(frozen=True, slots=True)
class Table:
    """What a match is to be like."""

    game: str
    seats: int
    length: Length = Length.FULL
    planned: int = 0
    kind: str = "usual"
    """The kind of people (:data:`benchmarks.days.people.KINDS`)."""
    spare: int = SPARE
    """Pieces that they plan beyond one for each move."""

    @property
    def options(self) -> Mapping[str, OptionValue]:
        """Return the options that the host has to change."""
        info = game(self.game).info
        allowing = {each.key: ON for each in info.options if self.seats in each.admits}
        return {**allowing, **info.lengths[self.length]}

    @property
    def is_default(self) -> bool:
        """Return whether a lobby of that many people begins with this length."""
        return self.length == default_lengths()[self.game, self.seats]


def seat_counts(info: GameInfo) -> list[int]:
    """Return with how many people a game can be played, among whom somebody waits."""
    counts = {*info.seat_counts, *info.seat_counts_on_request} - {1}
    return sorted(counts)


@cache
def default_lengths() -> Mapping[tuple[str, int], Length | None]:
    """Return the length with which a lobby begins, by game and number of people."""
    return asyncio.run(_default_lengths())


async def _default_lengths() -> dict[tuple[str, int], Length | None]:
    """Read them off real lobbies, at the usual pace."""
    store = open_store("sqlite://", exclusive=True)
    await upgrade(store.database)
    service, found = GameService(store, SilentPublisher()), {}
    for number, rules in enumerate(CATALOGUE, 1):
        lobby = await service.lobbies.open(rules.info.id, MatchPlace(1, number), 1, "1")
        for user in range(2, rules.info.max_seats + 1):
            lobby = await service.lobbies.join(lobby.id, user, "1")
            found[rules.info.id, user] = rules.info.length_of(lobby.options)
    await service.close()
    await store.dispose()
    return found


def asked() -> list[Table]:
    """Return the tables whose numbers have limits: four people, and full matches with plans."""
    defaults = [
        Table(game_id, seats, length, planned)
        for (game_id, seats), length in default_lengths().items()
        if seats == 4 and length
        for planned in PLANNED
    ]
    long = (Table(each, 4, Length.FULL, 3) for each in LONG)
    return [*defaults, *(each for each in long if each not in defaults)]


def every(kinds: Collection[str], games: Collection[str] = ()) -> Iterator[Table]:
    """Yield all tables of some kinds of people, of all games or some."""
    for rules in CATALOGUE:
        info = rules.info
        if games and info.id not in games:
            continue
        for seats in seat_counts(info):
            for length in info.lengths:
                one = Table(info.id, seats, length)
                for kind in kinds:
                    yield from (replace(one, planned=each, kind=kind) for each in PLANNED)
