"""People at the stand-in's keyboard: they type, press and read, and see only what they may see."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from tests.wire import laws
from tests.wire.program import Program
from tests.wire.standin import (
    APPLICATION,
    DM_CHANNEL,
    EVERYTHING,
    GUILD,
    IN_TIME,
    Channel,
    Discord,
    Interaction,
    Message,
    now,
    until,
    user,
)

MOVE = re.compile(r"m:(\d+):(\d+):(.+)")
FOLDED = "Your hand lies open in a newer message."
STALE = "The table has moved on since"


class NoAnswer(AssertionError):
    """The application did not respond."""


@dataclass(frozen=True)
class Move:
    """A press of a move's button, and what came of it."""

    match: int
    ply: int
    code: str
    interaction: Interaction

    @property
    def played(self) -> bool:
        """Whether the person was told that the move was made."""
        asked, shown = self.interaction, self.interaction.original
        told = asked.reply in {4, 7} or (asked.reply in {5, 6} and asked.edits)
        if not told or shown is None or STALE in shown.text:
            return False
        return bool(shown.files) or FOLDED in shown.text


@dataclass(frozen=True)
class Person:
    discord: Discord
    id: int
    locale: str = "en-US"

    # What one can do.

    def type(self, command: str, channel: Channel, **options: str) -> Interaction:
        given = [{"name": name, "type": 3, "value": value} for name, value in options.items()]
        return self._do(2, channel, self._command(command, given))

    async def complete(
        self, command: str, channel: Channel, **options: str
    ) -> list[dict[str, str]]:
        """What is offered while the (last) option is being typed."""
        given: list[dict[str, Any]] = [
            {"name": name, "type": 3, "value": value} for name, value in options.items()
        ]
        given[-1]["focused"] = True
        asked = await self.answered(self._do(4, channel, self._command(command, given)))
        choices: list[dict[str, str]] = asked.data["choices"]
        return choices

    def press(self, message: Message, custom_id: str) -> Interaction:
        assert message.seen_by in {None, self.id}, "nobody presses what they do not see"
        assert custom_id in message.ids, f"{custom_id} cannot be pressed: {message.ids}"
        return self._do(3, message.channel, {"component_type": 2, "custom_id": custom_id}, message)

    def pick(self, message: Message, custom_id: str, value: str) -> Interaction:
        data = {"component_type": 3, "custom_id": custom_id, "values": [value]}
        return self._do(3, message.channel, data, message)

    async def choose(self, menu: Message, custom_id: str, value: str) -> None:
        """Pick an entry; what is not among them is typed into the form behind the last one."""
        (part,) = [
            each for each in laws.walk(menu.components) if each.get("custom_id") == custom_id
        ]
        entries = [option["value"] for option in part["options"]]
        if value in entries:
            await self.shown(self.pick(menu, custom_id, value))
            return
        form = (await self.answered(self.pick(menu, custom_id, entries[-1]))).data
        (field,) = [each for each in laws.walk(form["components"]) if each["type"] == laws.INPUT]
        typed = {"type": laws.INPUT, "id": 2, "custom_id": field["custom_id"], "value": value}
        parts = [{"type": laws.LABEL, "id": 1, "component": typed}]
        data = {"custom_id": form["custom_id"], "components": parts}
        await self.shown(self._do(5, menu.channel, data, menu))

    async def answered(self, asked: Interaction) -> Interaction:
        """Wait for the first answer: in time, or :class:`NoAnswer`."""
        while asked.reply is None:
            late = asyncio.get_running_loop().time() > asked.born + IN_TIME
            if late or not self.discord.gateway.is_up:
                raise NoAnswer(f"{asked.kind}, {self.id}")
            await asyncio.sleep(0.005)
        return asked

    async def shown(self, asked: Interaction, seconds: float = 10.0) -> Message:
        """Wait until the answer can be read, be it promised first."""
        await self.answered(asked)
        if asked.reply in {5, 6}:
            await self.unless_lost(lambda: asked.edits, seconds, "what was promised")
        assert asked.original is not None
        return asked.original

    async def unless_lost(self, done: Callable[[], Any], seconds: float, what: str) -> None:
        """Wait for the bot to do something; :class:`NoAnswer` when it goes away meanwhile."""

        def done_or_lost() -> bool:
            if not done() and not self.discord.gateway.is_up:
                raise NoAnswer(what)
            return bool(done())

        await until(done_or_lost, seconds, what)

    # What one does at a table.

    async def hand(self, table: Message) -> Message:
        """Press Hand: the own hand, as a message nobody else sees."""
        (button,) = [each for each in table.ids if re.fullmatch(r"t:\d+:hand", each)]
        shown = await self.shown(self.press(table, button))
        assert shown.seen_by == self.id
        return shown

    def press_move(self, hand: Message, number: int = 0) -> Move:
        """Press the button of a legal move."""
        match, ply, code = moves_in(hand)[number % len(moves_in(hand))]
        return Move(match, ply, code, self.press(hand, f"m:{match}:{ply}:{code}"))

    def type_move(self, hand: Message, number: int = 0) -> Move:
        """Type it instead."""
        match, ply, code = moves_in(hand)[number % len(moves_in(hand))]
        return Move(match, ply, code, self.type("move", hand.channel, move=code))

    # How it goes over the wire.

    def _command(self, name: str, options: list[dict[str, Any]]) -> dict[str, Any]:
        (command,) = [each for each in self.discord.commands if each["name"] == name]
        return {"id": command["id"], "name": name, "type": 1, "options": options}

    def _do(
        self, kind: int, channel: Channel, data: dict[str, Any], message: Message | None = None
    ) -> Interaction:
        asked = Interaction(self.id, kind, channel, message, custom_id=data.get("custom_id", ""))
        self.discord.interactions[asked.id] = asked
        packet: dict[str, Any] = {
            "id": str(asked.id),
            "application_id": str(APPLICATION),
            "type": kind,
            "data": data,
            "channel_id": str(channel.id),
            "channel": channel.wire(),
            "token": asked.token,
            "version": 1,
            "app_permissions": str(channel.permissions),
            "locale": self.locale,
            "entitlements": [],
            "authorizing_integration_owners": {"0": str(GUILD)},
            "context": 0,
            "attachment_size_limit": 10 * 1024 * 1024,
        }
        if message is not None:
            packet["message"] = message.wire()
        if channel.kind == DM_CHANNEL:
            packet |= {"user": user(self.id), "context": 1}
        else:
            member = {"user": user(self.id), "roles": [], "joined_at": now(), "flags": 0}
            member |= {"deaf": False, "mute": False, "permissions": str(EVERYTHING)}
            packet |= {"guild_id": str(GUILD), "guild_locale": "en-US", "member": member}
            packet |= {"guild": {"id": str(GUILD), "locale": "en-US", "features": []}}
        self.discord.gateway.dispatch("INTERACTION_CREATE", packet)
        return asked


def moves_in(hand: Message) -> list[tuple[int, int, str]]:
    """Match, ply and code of every move that a hand offers."""
    found = filter(None, map(MOVE.fullmatch, hand.ids))
    return [(int(each[1]), int(each[2]), each[3]) for each in found]


def tables_in(channel: Channel) -> list[Message]:
    """The public messages with a table's buttons: more than one for a moment only."""
    return [each for each in channel.public if any(map(_of_a_table, each.ids))]


def _of_a_table(custom_id: str) -> bool:
    """Whether a button belongs to a table; one of a result does not."""
    return custom_id.startswith("t:") and not custom_id.endswith(":rematch")


def newest_table(channel: Channel) -> Message | None:
    """The live table."""
    tables = tables_in(channel)
    return tables[-1] if tables else None


def is_over(channel: Channel) -> bool:
    return any("🏆" in each.text for each in channel.public)


@dataclass
class Table:
    """Two people at a match in a channel, and every move they pressed."""

    match: int
    channel: Channel
    people: tuple[Person, ...]
    chance: Random
    moves: list[Move]

    @classmethod
    async def open(
        cls,
        bot: Program,
        people: tuple[Person, ...],
        channel: Channel,
        seed: str,
        game: str = "block",
        *,
        pace: str = "",
        computers: int = 0,
        **options: str,
    ) -> Table:
        """/play, Options, Join, Add computer, Start."""
        host, *others = people
        lobby = await host.shown(host.type("play", channel, game=game))
        (number,) = {each.split(":")[1] for each in lobby.ids}
        await host.unless_lost(lambda: not bot.books.owed(), 5, "the bot knows its own lobby")
        agreed = {f"p:{number}:option:{key}": value for key, value in options.items()}
        agreed |= {f"p:{number}:pace:": pace} if pace else {}
        if agreed:
            menu = await host.shown(host.press(lobby, f"l:{number}:options"))
            for custom_id, value in agreed.items():
                await host.choose(menu, custom_id, value)
        for other in others:
            await other.answered(other.press(lobby, f"l:{number}:join"))
        for _ in range(computers):
            await host.answered(host.press(lobby, f"l:{number}:add"))
        start = f"l:{number}:start"
        await host.unless_lost(lambda: start in lobby.ids, 5, "Start lights up")
        await host.answered(host.press(lobby, start))
        await host.unless_lost(lambda: newest_table(channel), 5, "a table")
        return cls(int(number), channel, people, Random(seed), [])

    @property
    def message(self) -> Message:
        """The live table."""
        table = newest_table(self.channel)
        assert table is not None, [each.text for each in self.channel.public]
        return table

    def to_move(self) -> Person | None:
        """Whom the newest table calls, as everybody reads it."""
        table = newest_table(self.channel)
        if table is None:
            return None
        called = re.search(r"➤[^\n]*<@(\d+)>", table.text)
        return next((each for each in self.people if called and each.id == int(called[1])), None)

    async def play_one(self, *, typed: bool = False) -> None:
        """Let whoever is called move, and wait until the channel shows it or the match is over."""
        person = self.to_move()
        assert person is not None, self.message.text
        table = self.message
        before = table.id, table.edits
        hand = await person.hand(table)
        if moves_in(hand):  # else the table is behind, and will be shown anew
            number = self.chance.randrange(20)
            move = person.type_move(hand, number) if typed else person.press_move(hand, number)
            self.moves.append(move)
            await person.shown(move.interaction)

        def gone_on() -> bool:
            table = newest_table(self.channel)
            return is_over(self.channel) or (table and (table.id, table.edits)) != before

        await person.unless_lost(gone_on, 10, "the next table")

    async def play(self, moves: int = 1000) -> None:
        """Play on, to the end unless fewer ``moves`` are wanted."""
        for _ in range(moves):
            if is_over(self.channel):
                return
            await self.play_one()
