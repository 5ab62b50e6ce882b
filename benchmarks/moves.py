"""Measures a move inside the process: lock, rules, commit, presenter, picture.

    python -m benchmarks.moves

A match of Block with four people, in the real service over the real store: a SQLite file with
synchronous=FULL, wherever temporary files are. The publisher does what the bot's does up to
sending: it makes the table's message with its picture, and the hand of the next player, painted off
the event loop. The time runs from the click until both are ready to be sent. Matches of other games
are what deals of the day are compared with.
"""

import asyncio
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from benchmarks.measures import Measure, table
from benchmarks.silent_publisher import SilentPublisher
from bot.discord_ui.adapters import table_info_of
from bot.discord_ui.components import body
from bot.engine.contract import Observation
from bot.model.match import Match, Stage
from bot.model.updates import PublicMove, Update
from bot.present.i18n import ENGLISH
from bot.present.screens.match.hand import hand_screen
from bot.present.screens.match.match_end import round_screen
from bot.present.screens.match.table import table_screen
from bot.service.game_service import GameService
from bot.service.lobby.new_match import MatchPlace
from bot.store import open_store, upgrade

PEOPLE = tuple(range(101, 105))
MOVES = 250
GAME = "block"
CHANNEL = MatchPlace(guild_id=1, channel_id=2)


class Painter(SilentPublisher):
    """Makes everything that would be sent, and records when it was ready."""

    def __init__(self) -> None:
        self.shown: asyncio.Queue[tuple[Update, float, float]] = asyncio.Queue()
        """Updates, each with the times when its table and when the hand beside it were ready."""

    async def post_round(self, match: Match, chapter: Sequence[PublicMove]) -> None:
        """Make the message for the end of a round."""
        events = [event for news in chapter for event in news.events]
        await body(round_screen(table_info_of(match), events, ENGLISH))

    async def post(self, update: Update) -> None:
        """Make the table, and the hand of the next player."""
        company = table_info_of(update.match)
        if update.seen is None:
            return
        events = [event for news in update.news for event in news.events]
        await body(table_screen(company, update.seen, events, ENGLISH))
        ready = perf_counter()
        for seen in update.hands.values():
            if seen.legal:
                await body(hand_screen(company, seen, update.match.ply, ENGLISH))
        self.shown.put_nowait((update, ready, perf_counter()))


def measure(*, quick: bool = False) -> list[Measure]:
    """Measure the median move, with the table's picture and with the next hand's as well."""
    table_ready, hand_ready = move_times(10 if quick else MOVES)
    return [
        Measure(
            name="a move: lock, rules, commit, presenter, picture",
            value=table_ready,
            unit="ms",
            at_most=5,
        ),
        Measure(name="the same, and the hand of who is next", value=hand_ready, unit="ms"),
    ]


@cache
def move_times(moves: int, game_id: str = GAME, seats: int = len(PEOPLE)) -> tuple[float, float]:
    """Return the median milliseconds until the table is ready, and until the next hand is, too."""
    with TemporaryDirectory() as directory:
        url = f"sqlite+aiosqlite:///{Path(directory) / 'boneyard.db'}"
        tables, hands = asyncio.run(_play(url, moves, game_id, seats))
    return 1000 * median(tables), 1000 * median(hands)


async def _play(url: str, moves: int, game_id: str, seats: int) -> tuple[list[float], list[float]]:
    """Return the seconds of each move, unless the match ends before."""
    store, painter, rng = open_store(url, exclusive=True), Painter(), Random(1)
    await upgrade(store.database)
    service = GameService(store, painter)
    match = await service.lobbies.open(game_id, CHANNEL, PEOPLE[0], "1")
    for user in PEOPLE[1:seats]:
        await service.lobbies.join(match.id, user, str(user))
    if game_id == GAME:
        await service.lobbies.set_option(match.id, PEOPLE[0], "target", "1000")
    await service.lobbies.start(match.id, PEOPLE[0], "2")
    update, *_ = await painter.shown.get()
    tables: list[float] = []
    hands: list[float] = []
    while len(tables) < moves and update.match.stage is Stage.RUNNING:
        await _settled(service, update.match)
        user, seen = next((user, seen) for user, seen in update.hands.items() if seen.legal)
        code = _choose(seen, rng)
        began = perf_counter()
        await service.matches.play(match.id, user, update.match.ply, code)
        update, table_ready, hand_ready = await painter.shown.get()
        tables.append(table_ready - began)
        hands.append(hand_ready - began)
    await service.close()
    await store.dispose()
    return tables, hands


async def _settled(service: GameService, match: Match) -> None:
    """Wait until the store knows that the match was shown, as it would before a real click."""
    while True:
        async with service.cache.locked(match.id) as loaded:
            if loaded.match.shown_version >= match.version:
                return
        await asyncio.sleep(0.001)


def _choose(seen: Observation, rng: Random) -> str:
    return seen.legal[rng.randrange(len(seen.legal))].code


if __name__ == "__main__":
    print(table(measure()))
