"""People in one match who don't give up: what the bot did not answer is pressed again.

They need nothing but what they see in Discord, so they can play against any number of processes
that are killed meanwhile.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from enum import Enum
from random import Random
from typing import Self

from tests.wire.discord_objects import DM_CHANNEL, Channel, Interaction, Message
from tests.wire.fake_discord import FakeDiscord, until
from tests.wire.person import Move, Person, entries_of, moves_offered_by
from tests.wire.planning import Planning

PAUSE = 0.1
"""Seconds after which somebody whose press had no effect looks again."""
SOON = 2.0
"""Seconds after which somebody does not wait for a direct message any longer."""
LATER = {5, 6}
"""Types of answers that promise another; in a lobby they only acknowledge the press."""
REPLACED, FORM = 7, 9
"""The types of an answer that shows the pressed message anew, and of one that opens a form."""
CALLED = re.compile(r"➤[^\n]*<@(\d+)>")
"""What a table's text says of the person who is to move."""
SEAT = re.compile(r"^`[A-Z]` ", re.MULTILINE)

Press = Callable[[], Interaction | None]
"""Presses something, if it is still there."""


class Way(Enum):
    """How the person to move makes a move."""

    TABLE = "from the hand that the table's button shows"
    TYPED = "by a command, after a look at that hand"
    DM = "from the hand in their direct messages"
    BOTH = "from both hands at the same moment"
    TOGETHER = "from the table's hand, while somebody else presses the table's button"


class Group:
    """The people of a match of Block, and every move that they pressed."""

    def __init__(
        self,
        discord: FakeDiscord,
        channel: Channel | None = None,
        people: Sequence[Person] = (),
        *,
        seed: object = "",
        target: str = "1000",
        pace: str = "relaxed",
        computers: Sequence[str] = (),
        ways: Mapping[Way, int] | None = None,
        plans: float = 0,
    ) -> None:
        """Prepare a match; by default two new people play it in an unused channel.

        The first person opens the lobby, and ``seed`` decides what they press. A ``target`` of "1"
        is reached in the first round that somebody wins; empty ones leave the default, also of the
        pace. ``ways`` says how often they choose a way to move, relative to others, and ``plans``
        in how many turns somebody else plans.
        """
        self.discord = discord
        self.channel = channel or discord.channel()
        self.people = tuple(people) or (Person.new(discord), Person.new(discord))
        self.host = self.people[0]
        self.match = 0
        self.moves: list[Move] = []
        self.most_moves = 1000
        """The moves after which they stop, in the middle of the match."""
        self.planning = Planning(plans)
        self._chance = Random(f"{seed}")
        self._ways = ways or {Way.TABLE: 1}
        self._computers = computers
        self._settings = {"option:target": target, "pace:": pace}
        """Values to be chosen, by menu."""

    @property
    def promised(self) -> set[tuple[int, str]]:
        """Return ply and code of the moves that people were told were made."""
        return {(move.ply, move.code) for move in self.moves if move.played}

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
    def lobbies(self) -> list[Message]:
        return [each for each in self.shown if any(id_.startswith("l:") for id_ in each.ids)]

    @property
    def lobby(self) -> Message | None:
        return next(reversed(self.lobbies), None)

    @property
    def tables(self) -> list[Message]:
        return tables_among(self.shown)

    @property
    def table(self) -> Message | None:
        return next(reversed(self.tables), None)

    @property
    def to_move(self) -> Person | None:
        return called_by(self.table, self.people)

    @asynccontextmanager
    async def playing(self) -> AsyncIterator[None]:
        """Let them play until the block ends."""
        task = asyncio.create_task(self.play())
        try:
            yield
        finally:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    async def play(self, moves: int | None = None) -> None:
        """Play so many moves, or until the match is over or ``most_moves`` were made."""
        await self.open()
        end = None if moves is None else len(self.promised) + moves
        while not self.is_over and len(self.promised) < (end or self.most_moves):
            await self.turn()

    # Before the match.

    async def open(self) -> Self:
        """Open, fill and start the match by /play and buttons, and wait for its first table."""
        while self.match == 0:
            if self.lobby is None:
                await self._do(lambda: self.host.type("play", self.channel, game="block"))
                await asyncio.sleep(PAUSE)
            else:
                self.match = next(int(id_.split(":")[1]) for id_ in self.lobby.ids if id_[0] == "l")
        while not self._has_begun:
            await self._prepare()
        return self

    @property
    def _has_begun(self) -> bool:
        return self.table is not None or self.is_over

    async def _prepare(self) -> None:
        lobby, number = self.lobby, self.match
        if lobby is None:
            await self._until(lambda: self.lobby or self._has_begun, "a table")
            return
        missing = [each for each in self.people if f"<@{each.id}>" not in lobby.text]
        unsettled = [name for name, value in self._settings.items() if value]
        seats = len(SEAT.findall(lobby.text))
        if missing:
            named = f"<@{missing[0].id}>"
            await self._press(missing[0], f"l:{number}:join", lambda shown: named in shown.text)
        elif unsettled:
            if await self._choose(unsettled[0], self._settings[unsettled[0]]):
                self._settings[unsettled[0]] = ""
        elif seats < len(self.people) + len(self._computers):
            if await self._choose("computer:", self._computers[seats - len(self.people)]):
                await self._until_lobby(lambda lobby: len(SEAT.findall(lobby.text)) > seats)
        elif f"l:{number}:start" in lobby.ids:
            await self._press(self.host, f"l:{number}:start", lambda shown: False)
        else:
            await asyncio.sleep(PAUSE)

    async def _press(self, person: Person, custom_id: str, done: Callable[[Message], bool]) -> None:
        asked = await self._do(self._button(person, custom_id))
        if asked is not None:
            await self._until_lobby(lambda lobby: done(lobby) or _has_failed(asked))
        if asked is None or _has_failed(asked):
            await asyncio.sleep(PAUSE)

    def _button(self, person: Person, custom_id: str) -> Press:
        def press() -> Interaction | None:
            lobby = self.lobby
            return person.press(lobby, custom_id) if lobby and custom_id in lobby.ids else None

        return press

    async def _choose(self, name: str, value: str) -> bool:
        """Pick an entry; type a value that is not among them into the form behind the last one.

        Return whether the menus were shown again, and not an error beside them.
        """
        menu = f"p:{self.match}:{name}"
        asked = await self._do(self._button(self.host, f"l:{self.match}:options"))
        options = None if asked is None else asked.original
        if options is None or menu not in options.ids:
            return False
        entries = entries_of(options, menu)
        entry = next((each for each in entries if each.partition(" ")[0] == value), entries[-1])
        picked = await self._do(lambda: self.host.pick(options, menu, entry))
        if picked is not None and picked.reply == FORM:
            form = picked
            picked = await self._do(lambda: self.host.fill_in(form, value))
        return picked is not None and (picked.reply == REPLACED or picked.edits > 0)

    # In the match.

    async def turn(self) -> None:
        """Make a move, and wait until the channel shows it or the match is over."""
        await self._until(lambda: self.is_over or self.to_move, "somebody to be called")
        table = self.table
        if table is None:
            return
        await self._plan(table)
        before = table.id, table.edits
        if await self.press_move():
            await self._until(
                lambda: self.is_over or ((now := self.table) and (now.id, now.edits) != before),
                "the next table",
            )
        else:
            await asyncio.sleep(PAUSE)

    async def _plan(self, table: Message) -> None:
        """Let somebody whose turn it is not change their plan, now and then."""
        waiting = [each for each in self.people if each is not self.to_move]
        if not waiting or self._chance.random() >= self.planning.often:
            return
        person, button = self._chance.choice(waiting), f"t:{self.match}:hand"
        asked = await self._do(lambda: None if table.deleted else person.press(table, button))
        if asked is not None and asked.original is not None:
            await self.planning.change(self._do, self._chance, person, asked.original)

    async def press_move(self) -> bool:
        """Let the person to move press a move, or two; return whether one was made."""
        table, person = self.table, self.to_move
        if table is None or person is None:
            return False
        moves = [each for each in await self._press_moves(person, table) if each is not None]
        self.moves += moves
        await asyncio.gather(*(_answered(move.interaction) for move in moves))
        return any(move.played for move in moves)

    def press_hand(self) -> tuple[Person, Interaction]:
        """Let the person to move press the table's button that shows their hand."""
        table, person = self.table, self.to_move
        assert table is not None
        assert person is not None
        return person, person.press(table, f"t:{self.match}:hand")

    async def _press_moves(self, person: Person, table: Message) -> list[Move | None]:
        """Press one move or two; other presses at the same moment are not waited for."""
        (way,) = self._chance.choices(list(self._ways), list(self._ways.values()))
        sent = await self._new_hand_in_dm(person) if way in {Way.DM, Way.BOTH} else None
        if way is Way.DM and sent is not None:
            return [self._make_move(person, sent)]
        button = f"t:{self.match}:hand"
        asked = await self._do(lambda: None if table.deleted else person.press(table, button))
        hand = None if asked is None else asked.original
        if hand is None or not self.discord.gateway.serves(self.channel.guild):
            return []
        assert hand.seen_by == person.id or self.channel.kind == DM_CHANNEL
        stop = f"w:{self.match}:stop:"
        if stop in hand.ids and self._chance.random() < 0.5:
            await self.planning.press(self._do, person, hand, stop)
        moves = [self._make_move(person, hand, typed=way is Way.TYPED)]
        if sent is not None:
            moves.append(self._make_move(person, sent))
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
        last = max((ply for ply, _ in self.promised), default=-1)
        sent = reversed(self.discord.dm(person.id).messages)
        return next((each for each in sent if self._offers(each, after=last)), None)

    def _offers(self, message: Message, *, after: int = -1) -> bool:
        plies = [ply for match, ply, _ in moves_offered_by(message) if match == self.match]
        return not message.deleted and max(plies, default=after) > after

    def _make_move(self, person: Person, hand: Message, *, typed: bool = False) -> Move | None:
        if not self._offers(hand):
            return None  # it is not their turn, or not any more
        return person.press_move(hand, self._chance.randrange(20), typed=typed)

    # Waiting.

    async def _do(self, press: Press) -> Interaction | None:
        """Press as soon as somebody would hear it; return the press once it is answered.

        ``None``: there was nothing to press any more, or all that heard it have ended.
        """
        await until(lambda: self.discord.gateway.serves(self.channel.guild), "a connection")
        asked = press()
        return asked if asked is not None and await _answered(asked) else None

    async def _until_lobby(self, done: Callable[[Message], bool]) -> None:
        """Wait until the lobby shows something, or its match has begun."""

        def changed() -> bool:
            return self._has_begun or (lobby := self.lobby) is None or done(lobby)

        await self._until(changed, "the lobby's change")

    async def _until(self, done: Callable[[], object], what: str) -> None:
        await until(done, f"{what}, match {self.match}")


def tables_among(messages: Sequence[Message]) -> list[Message]:
    """Return the messages with a table's buttons, but for results."""
    of_matches = (each for each in messages if any(id_.startswith("t:") for id_ in each.ids))
    return [one for one in of_matches if not any(id_.endswith(":rematch") for id_ in one.ids)]


def called_by(table: Message | None, people: Sequence[Person]) -> Person | None:
    """Return the person whom a table names as the one to move."""
    called = CALLED.search(table.text if table else "")
    return next((each for each in people if called and each.id == int(called[1])), None)


async def _answered(asked: Interaction) -> bool:
    """Wait for the answer, and for what it promises; return whether it came."""

    def done() -> bool:
        promises = asked.reply in LATER and not asked.custom_id.startswith("l:")
        return asked.reply is not None and (bool(asked.answers) or not promises)

    await until(lambda: done() or not asked.can_be_answered, f"an answer to {asked.custom_id}")
    if not done():
        await asyncio.sleep(PAUSE)
    return done()


def _has_failed(asked: Interaction) -> bool:
    """Return whether an acknowledged press was refused in words, or its process has ended."""
    return bool(asked.answers) or not asked.can_be_answered
