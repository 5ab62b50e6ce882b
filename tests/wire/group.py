"""People in one match who don't give up: what the bot did not answer is pressed again.

They need nothing but what they see in Discord, so they can play against any number of processes
that are killed meanwhile.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum
from random import Random

from tests.wire.discord_objects import DM_CHANNEL, Channel, Interaction, Message
from tests.wire.fake_discord import FakeDiscord, until
from tests.wire.people import called_by
from tests.wire.persistence import PAUSE, Press, answered, has_failed, is_agreed, pressed
from tests.wire.person import Move, Person, entries_of, moves_offered_by

SOON = 2.0
"""Seconds after which somebody does not wait for a direct message any longer."""
FORM = 9
"""The type of an answer that opens a form."""
SEAT = re.compile(r"^`[A-Z]` ", re.MULTILINE)


class Way(Enum):
    """How the person to move makes a move."""

    TABLE = "from the hand that the table's button shows"
    DM = "from the hand in their direct messages"
    BOTH = "from both hands at the same moment"
    TOGETHER = "from the table's hand, while somebody else presses the table's button"


@dataclass(eq=False)
class Group:
    """The people of a match, and every move that they pressed."""

    discord: FakeDiscord
    channel: Channel
    people: tuple[Person, ...]
    chance: Random
    computers: tuple[str, ...] = ()
    """Their levels."""
    target: str = "1"
    """The points that win the match; one is reached in the first round that somebody wins."""
    most_moves: int = 1000
    """The moves after which they stop, in the middle of the match."""
    match: int = 0
    moves: list[tuple[Person, Move]] = field(default_factory=list)

    @property
    def host(self) -> Person:
        return self.people[0]

    @property
    def confirmed(self) -> list[tuple[Person, Move]]:
        return [each for each in self.moves if each[1].played]

    @property
    def has_begun(self) -> bool:
        return self.table is not None or self.is_over

    @property
    def is_over(self) -> bool:
        return any(f"t:{self.match}:rematch" in each.ids for each in self.shown)

    @property
    def shown(self) -> list[Message]:
        """Return the messages in the channel, oldest first, without answers to one person only.

        Such an answer, also one in a DM, is not shown anew once the process that sent it has ended.
        """
        return [each for each in self.channel.messages if not (each.deleted or each.is_ephemeral)]

    @property
    def lobby(self) -> Message | None:
        return next(reversed(self.lobbies), None)

    @property
    def lobbies(self) -> list[Message]:
        return [each for each in self.shown if _of(each, "l:")]

    @property
    def table(self) -> Message | None:
        return next(reversed(self.tables), None)

    @property
    def tables(self) -> list[Message]:
        over = f"t:{self.match}:rematch"
        found = (each for each in self.shown if _of(each, f"t:{self.match}:"))
        return [each for each in found if over not in each.ids and not each.is_ephemeral]

    async def play(self) -> None:
        while (lobby := self.lobby) is None:
            await self._do(lambda: self.host.type("play", self.channel, game="block"))
            await asyncio.sleep(PAUSE)
        (number,) = {each.split(":")[1] for each in lobby.ids if each.startswith("l:")}
        self.match = int(number)
        while not self.has_begun:
            await self._prepare()
        while not self.is_over and len(self.confirmed) < self.most_moves:
            await self._turn()

    # Before the match.

    async def _prepare(self) -> None:
        lobby, number = self.lobby, self.match
        if lobby is None:
            await self._until_shown(lambda: self.lobby or self.has_begun, "a table")
            return
        missing = [each for each in self.people if f"<@{each.id}>" not in lobby.text]
        seats = len(SEAT.findall(lobby.text))
        start = f"l:{number}:start"
        if missing:
            joining = missing[0]
            await self._press_in_lobby(
                joining, f"l:{number}:join", lambda shown: f"<@{joining.id}>" in shown.text
            )
        elif f"**{self.target}**" not in lobby.text:
            await self._set_target(f"p:{number}:option:target")
        elif seats < len(self.people) + len(self.computers):
            level = self.computers[seats - len(self.people)]
            await self._add_computer(f"p:{number}:computer:", level, seats)
        elif start in lobby.ids:
            await self._press_in_lobby(self.host, start, lambda shown: False)
        else:
            await asyncio.sleep(PAUSE)

    async def _press_in_lobby(
        self, person: Person, custom_id: str, done: Callable[[Message], bool]
    ) -> None:

        def press() -> Interaction | None:
            lobby = self.lobby
            return person.press(lobby, custom_id) if lobby and custom_id in lobby.ids else None

        asked = await self._do(press)
        if asked is not None:
            await self._until_lobby(lambda lobby: done(lobby) or has_failed(asked))
        if asked is None or has_failed(asked):
            await asyncio.sleep(PAUSE)

    async def _options(self) -> Message | None:

        def press() -> Interaction | None:
            lobby, options = self.lobby, f"l:{self.match}:options"
            return self.host.press(lobby, options) if lobby and options in lobby.ids else None

        asked = await self._do(press)
        return None if asked is None else asked.original

    async def _set_target(self, menu: str) -> None:
        """Type the target into the form behind the last entry of the menu."""
        options = await self._options()
        if options is None or menu not in options.ids:
            return
        other = entries_of(options, menu)[-1]
        opened = await self._do(lambda: self.host.pick(options, menu, other))
        if opened is None or opened.reply != FORM:
            return
        if is_agreed(await self._do(lambda: self.host.fill_in(opened, self.target))):
            await self._until_lobby(lambda lobby: f"**{self.target}**" in lobby.text)

    async def _add_computer(self, menu: str, level: str, seats: int) -> None:
        options = await self._options()
        if options is None or menu not in options.ids:
            return
        (entry,) = [each for each in entries_of(options, menu) if each.startswith(level)]
        if is_agreed(await self._do(lambda: self.host.pick(options, menu, entry))):
            await self._until_lobby(lambda lobby: len(SEAT.findall(lobby.text)) > seats)

    # In the match.

    async def _turn(self) -> None:
        await self._until_shown(lambda: self.is_over or self._called(), "somebody to be called")
        table, person = self.table, self._called()
        if table is None or person is None:
            return
        before = table.id, table.edits
        moves = [each for each in await self._press_moves(person, table) if each is not None]
        self.moves += [(person, move) for move in moves]
        await asyncio.gather(*(answered(move.interaction) for move in moves))
        if any(move.played for move in moves):
            await self._until_shown(
                lambda: self.is_over or ((now := self.table) and (now.id, now.edits) != before),
                "the next table",
            )
        else:
            await asyncio.sleep(PAUSE)

    def _called(self) -> Person | None:
        table = self.table
        return None if table is None else called_by(table, self.people)

    async def _press_moves(self, person: Person, table: Message) -> list[Move | None]:
        """Press one move or two; other presses at the same moment are not waited for."""
        way = self.chance.choices(list(Way), [4, 4, 1, 1])[0]
        sent = await self._new_hand_in_dm(person) if way in {Way.DM, Way.BOTH} else None
        if way is Way.DM and sent is not None:
            return [self._press_move(person, sent)]
        button = f"t:{self.match}:hand"
        asked = await self._do(lambda: None if table.deleted else person.press(table, button))
        hand = None if asked is None else asked.original
        if hand is None or not self.discord.gateway.serves(self.channel.guild):
            return []
        moves = [self._press_move(person, hand)]
        if sent is not None:
            moves.append(self._press_move(person, sent))
        other = self.people[-1] if person is self.people[0] else self.people[0]
        if way is Way.TOGETHER and not table.deleted:
            other.press(table, button)
        return moves

    async def _new_hand_in_dm(self, person: Person) -> Message | None:
        """Return the direct message with the person's moves, if it arrives soon.

        There is none in a match that is played in direct messages, and after a process was killed
        there may be none.
        """
        if self.channel.kind == DM_CHANNEL:
            return None
        with suppress(TimeoutError):
            async with asyncio.timeout(SOON):
                await until(lambda: self._hand_in_dm(person), "a hand")
        return self._hand_in_dm(person) if self.discord.gateway.serves(None) else None

    def _hand_in_dm(self, person: Person) -> Message | None:
        """Return the message that offers moves for a turn after the last that was played."""
        last = max((move.ply for _, move in self.confirmed), default=-1)
        sent = reversed(self.discord.dm(person.id).messages)
        return next((each for each in sent if self._offers(each, after=last)), None)

    def _offers(self, message: Message, *, after: int = -1) -> bool:
        offered = moves_offered_by(message)
        return not message.deleted and any(
            match == self.match and ply > after for match, ply, _ in offered
        )

    def _press_move(self, person: Person, hand: Message) -> Move | None:
        if not self._offers(hand):
            return None  # it is not their turn, or not any more
        return person.press_move(hand, self.chance.randrange(20))

    # Waiting.

    async def _do(self, press: Press) -> Interaction | None:
        return await pressed(self.discord, self.channel.guild, press)

    async def _until_lobby(self, done: Callable[[Message], bool]) -> None:
        """Wait until the lobby shows something, or its match has begun."""
        await self._until_shown(
            lambda: self.has_begun or (lobby := self.lobby) is None or done(lobby),
            "the lobby's change",
        )

    async def _until_shown(self, done: Callable[[], object], what: str) -> None:
        await until(done, f"{what}, match {self.match}")


def _of(message: Message, prefix: str) -> bool:
    return any(each.startswith(prefix) for each in message.ids)
