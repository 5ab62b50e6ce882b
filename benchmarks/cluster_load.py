"""People who play in the fake Discord, for measures of several processes."""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from random import Random
from time import time

from benchmarks.silent_publisher import SilentPublisher
from bot.model.terms import Pace
from bot.service.game_service import GameService
from bot.service.lobby.new_match import MatchPlace
from bot.store import open_store, upgrade
from tests.wire.discord_objects import Channel, Message
from tests.wire.fake_discord import PATIENCE, FakeDiscord
from tests.wire.group import called_by, tables_among
from tests.wire.person import Person, moves_offered_by

FIRST_PERSON = 5001


@dataclass
class PlayedMatch:
    """A match of Block between two people that they play as fast as the bot lets them."""

    number: int
    channel: Channel
    people: tuple[Person, ...]
    in_dms: bool
    """True if people press the buttons of their hands in direct messages."""
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when a message in the channel appears or changes."""
    shown_at: float = 0.0
    """The time of the first such change, in seconds since 1970."""
    confirmed: int = 0
    """Moves that people were told were made, and whose table was shown."""
    shown: list[tuple[int, int, float]] = field(default_factory=list)
    """Match, ply and the time when its table appeared, by move."""

    def note(self) -> None:
        """Note that the channel shows something new."""
        if not self.changed.is_set():
            self.shown_at = time()
            self.changed.set()

    async def play(self, rng: Random, pause: float) -> None:
        """Make moves until cancelled, with a pause after each."""
        await asyncio.sleep(pause * rng.random())
        while True:
            await self._move(rng)
            await asyncio.sleep(pause)

    async def _move(self, rng: Random) -> None:
        person, hand = await self._next_hand()
        if hand is None:
            await asyncio.sleep(0.05)
            return
        self.changed.clear()
        move = person.press_move(hand, rng.randrange(20))
        await person.answered(move.interaction)
        if move.played:
            async with asyncio.timeout(PATIENCE):
                await self.changed.wait()
            self.confirmed += 1
            self.shown.append((move.match, move.ply, self.shown_at))

    async def _next_hand(self) -> tuple[Person, Message | None]:
        """Return the person who is to move, and their hand, if it offers moves."""
        table = next(reversed(tables_among(self.channel.public)), None)
        called = called_by(table, self.people)
        for person in self.people if called is None else (called,):
            where = person.discord.dm(person.id) if self.in_dms else self.channel
            hand = await person.shown(person.type("hand", where))
            if moves_offered_by(hand):
                return person, hand
        return self.people[0], None


async def open_matches(
    url: str, discord: FakeDiscord, channels: Iterable[Channel], *, in_dms: bool = False
) -> list[PlayedMatch]:
    """Store a match that has just started for each channel."""
    store = open_store(url)
    await upgrade(store.database)
    service = GameService(store, SilentPublisher())
    opened = []
    for nth, channel in enumerate(channels):
        people = tuple(Person(discord, FIRST_PERSON + 2 * nth + seat) for seat in range(2))
        host, guest = (person.id for person in people)
        match = await service.lobbies.open(
            "block", MatchPlace(channel.guild, channel.id), host, "1"
        )
        await service.lobbies.join(match.id, guest, "2")
        await service.lobbies.set_option(match.id, host, "target", "1000")
        # Where people take a day for a move, a table is shown only minutes later.
        await service.lobbies.set_pace(match.id, host, Pace.RELAXED)
        await service.lobbies.start(match.id, host, "3")
        opened.append(PlayedMatch(match.id, channel, people, in_dms))
    await service.close()
    await store.dispose()
    return opened


async def play_all(
    discord: FakeDiscord, matches: Sequence[PlayedMatch], seconds: float, pause: float
) -> None:
    """Let people play for that long; then let them finish the moves under way."""
    by_channel = {each.channel.id: each for each in matches}

    def watch(message: Message) -> None:
        match = by_channel.get(message.channel.id)
        if match is not None and message.seen_by is None:
            match.note()

    discord.watch = watch
    playing = [asyncio.create_task(each.play(Random(each.number), pause)) for each in matches]
    done, _ = await asyncio.wait(playing, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
    for task in playing:
        task.cancel()
    await asyncio.wait(playing)
    for task in done:
        task.result()
