"""Measures the longest time for which a real process holds its event loop: nobody else is served.

Two hundred matches of Block are played against the fake Discord of the tests. Meanwhile people look
at long matches of every game, which the bot has to replay, and type commands with much to show.
"""

import asyncio
import re
import signal
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.cluster_load import open_matches, play_all
from benchmarks.measures import Measure, table
from benchmarks.watched_bot import HELD, RESET
from bot.cli.simulation import Series, series
from bot.engine.replay import replay
from bot.engine.rules import Rules
from bot.games import CATALOGUE
from bot.model.match import MoveCommit, NewMatch, Occupant, WaitingFor
from bot.store import SqlStore, open_store, upgrade
from tests.wire.bot_process import BotProcess
from tests.wire.discord_objects import Channel
from tests.wire.fake_discord import FakeDiscord
from tests.wire.person import Person

MATCHES, SECONDS = 200, 30.0
PAUSE = 10.0
"""Seconds between two moves of a match."""
COMMANDS = ("profile", "leaderboard", "history", "games", "help", "rules", "preferences")
FIRST_HOST = 10**6
LONGEST = 600
"""The most plies of a long match."""
AT = datetime(2026, 1, 1, tzinfo=UTC)
_HELD = re.compile(rf"{HELD} ([\d.]+) ms: (.*)")


def measure(*, quick: bool = False) -> list[Measure]:
    """Measure the longest callback in milliseconds, from the first hands after a start on."""
    matches, seconds = (10, 2.0) if quick else (MATCHES, SECONDS)
    games = CATALOGUE[:2] if quick else CATALOGUE
    with TemporaryDirectory() as directory:
        lines = asyncio.run(_lines(Path(directory), matches, seconds, games))
    longest, what = max(lines, default=(0.0, "nothing"))
    name = f"longest time the event loop is held, {matches} matches playing"
    return [Measure(name=name, value=longest, unit="ms", at_most=25, beside=what[:80])]


async def _lines(
    directory: Path, matches: int, seconds: float, games: Sequence[Rules[Any, Any]]
) -> list[tuple[float, str]]:
    """Return the milliseconds for which the loop was held, and by what, the longest last."""
    command = ("-m", "benchmarks.watched_bot", "run")
    async with FakeDiscord(matches + len(games), keeps_pictures=False) as discord:
        bot = BotProcess(directory, discord, command)
        channels = list(discord.channels.values())
        played = await open_matches(bot.settings["DATABASE_URL"], discord, channels[:matches])
        looked_at = await _store_long(
            bot.settings["DATABASE_URL"], discord, channels[matches:], games
        )
        async with bot:
            await bot.ready()
            bot.process.send_signal(signal.SIGUSR1)
            looking = asyncio.create_task(_look(looked_at))
            await play_all(discord, played, seconds, PAUSE)
            await looking
            return [(float(ms), what) for ms, what in _HELD.findall(bot.output.partition(RESET)[2])]


async def _look(looked_at: list[tuple[Person, Channel]]) -> None:
    """Open the hand of each long match, the first time since the start; then type commands."""
    for person, channel in looked_at:
        await person.answered(person.type("hand", channel))
        for command in COMMANDS:
            await person.answered(person.type(command, channel))


async def _store_long(
    url: str, discord: FakeDiscord, channels: list[Channel], games: Sequence[Rules[Any, Any]]
) -> list[tuple[Person, Channel]]:
    """Store a long match of each game; return who sits in it, and where."""
    store = open_store(url)
    await upgrade(store.database)
    looked_at = []
    for number, (rules, channel) in enumerate(zip(games, channels, strict=True)):
        options = [f"{each.key}={each.limits[1]}" for each in rules.info.options if each.limits]
        to_play = series(rules.info.id, seats=None, levels=["casual"], options=options, seed="long")
        host = FIRST_HOST + 100 * number
        await _store(store, to_play, channel, host)
        looked_at.append((Person(discord, host), channel))
    await store.dispose()
    return looked_at


async def _store(store: SqlStore, to_play: Series, channel: Channel, host: int) -> None:
    """Store a match of people that goes on until just before its end, and was shown."""
    setup, info = to_play.setup, to_play.rules.info
    log = to_play.play(0).record.log[:LONGEST]
    turns = [
        ply.index + 1
        for ply in replay(to_play.rules, setup, log)
        if (asked := to_play.rules.to_act(ply.state)) and isinstance(asked, frozenset)
    ]
    log = log[: turns[-1]]
    seats = tuple(Occupant(seat, host + seat, salt=str(host + seat)) for seat in setup.seats)
    new = NewMatch(
        game=info.id,
        rules=info.rules,
        options=setup.options,
        guild_id=channel.guild,
        channel_id=channel.id,
        host_id=host,
        secret=bytes(32),
        seats=seats,
    )
    match = await store.open_match(new, AT)
    await store.start(match.id, 1, start_salt="1", moved=MoveCommit(log, WaitingFor.PERSON, AT))
    await store.mark_shown(match.id, match.revision + 1, match.version + 1, len(log))


if __name__ == "__main__":
    print(table(measure()))
