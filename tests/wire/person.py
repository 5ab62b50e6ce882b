"""A person in the fake Discord: types, presses and reads, and sees only what they may see."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Self

from tests.wire import api_rules, discord_objects as objects
from tests.wire.discord_objects import Channel, Interaction, Message
from tests.wire.fake_discord import FakeDiscord, until

MOVE = re.compile(r"m:(\d+):(\d+):(.+)")
IN_GUILD, IN_DM = 0, 1
"""Contexts of an interaction."""
STALE = "That was out of date"


@dataclass(frozen=True)
class Move:
    """A press of a move's button, and its answer."""

    match: int
    ply: int
    code: str
    interaction: Interaction

    @property
    def played(self) -> bool:
        """Return whether the person was told that the move was made."""
        if not self.interaction.answers:
            return False
        first = self.interaction.answers[0]
        return first.has_pictures and STALE not in first.text


@dataclass(frozen=True)
class Person:
    discord: FakeDiscord
    id: int

    @classmethod
    def new(cls, discord: FakeDiscord) -> Self:
        return cls(discord, discord.new_user())

    def type(self, command: str, channel: Channel, **options: str) -> Interaction:
        return self._do(2, channel, self._command(command, _given(options)))

    async def complete(self, command: str, channel: Channel, **options: str) -> list[str]:
        """Return what the bot suggests for the last option."""
        given = _given(options)
        given[-1]["focused"] = True
        asked = await self.answered(self._do(4, channel, self._command(command, given)))
        return [each["value"] for each in asked.data["choices"]]

    def press(self, message: Message, custom_id: str) -> Interaction:
        assert message.seen_by in {None, self.id}, "nobody presses what they do not see"
        assert custom_id in message.ids, f"{custom_id} cannot be pressed: {message.ids}"
        return self._do(3, message.channel, {"component_type": 2, "custom_id": custom_id}, message)

    def pick(self, message: Message, custom_id: str, value: str) -> Interaction:
        data = {"component_type": 3, "custom_id": custom_id, "values": [value]}
        return self._do(3, message.channel, data, message)

    def fill_in(self, opened: Interaction, value: str) -> Interaction:
        """Type a value into the only field of the form that answered a press, and submit it."""
        form = opened.data
        parts = api_rules.walk(form["components"])
        (field,) = [each for each in parts if each["type"] == api_rules.INPUT]
        typed = {"type": api_rules.INPUT, "id": 2, "custom_id": field["custom_id"], "value": value}
        label = {"type": api_rules.LABEL, "id": 1, "component": typed}
        data = {"custom_id": form["custom_id"], "components": [label]}
        return self._do(5, opened.channel, data, opened.message)

    async def answered(self, asked: Interaction) -> Interaction:
        await _until(lambda: asked.reply is not None, asked)
        return asked

    async def shown(self, asked: Interaction) -> Message:
        """Wait until the answer can be read, even if it was only promised at first."""
        await self.answered(asked)
        if asked.reply in {5, 6}:
            await _until(lambda: asked.edits > 0, asked)
        assert asked.original is not None
        return asked.original

    def press_move(self, hand: Message, number: int = 0, *, typed: bool = False) -> Move:
        """Press the button of a move that the hand offers, or type it as a command."""
        match, ply, code = moves_offered_by(hand)[number % len(moves_offered_by(hand))]
        if typed:
            return Move(match, ply, code, self.type("move", hand.channel, move=code))
        return Move(match, ply, code, self.press(hand, f"m:{match}:{ply}:{code}"))

    # The messages on the wire.

    def _command(self, name: str, options: list[dict[str, Any]]) -> dict[str, Any]:
        (command,) = [each for each in self.discord.commands if each["name"] == name]
        return {"id": command["id"], "name": name, "type": 1, "options": options}

    def _do(self, kind: int, channel: Channel, data: Any, message: Any = None) -> Interaction:
        asked = Interaction(self.id, kind, channel, message, custom_id=data.get("custom_id", ""))
        self.discord.interactions[asked.id] = asked
        packet: dict[str, Any] = {
            "id": str(asked.id),
            "application_id": str(objects.APPLICATION),
            "type": kind,
            "data": data,
            "channel_id": str(channel.id),
            "channel": channel.wire(),
            "token": asked.token,
            "version": 1,
            "app_permissions": str(channel.permissions),
            "locale": "en-US",
            "entitlements": [],
            "authorizing_integration_owners": {"0": str(channel.guild or 0)},
            "context": IN_GUILD if channel.guild else IN_DM,
            "attachment_size_limit": 10 * 1024 * 1024,
        }
        if message is not None:
            packet["message"] = message.wire()
        whose = {"user": objects.user(self.id)}
        packet |= whose if channel.guild is None else self._in_guild(channel.guild)
        asked.sessions = self.discord.gateway.dispatch("INTERACTION_CREATE", packet, channel.guild)
        return asked

    def _in_guild(self, guild: int) -> dict[str, Any]:
        who = objects.member(self.id) | {"permissions": str(objects.EVERYTHING)}
        whole = {"id": str(guild), "locale": "en-US", "features": []}
        return {"guild_id": str(guild), "guild_locale": "en-US", "member": who, "guild": whole}


def _given(options: dict[str, str]) -> list[dict[str, Any]]:
    return [{"name": name, "type": 3, "value": value} for name, value in options.items()]


async def _until(done: Callable[[], bool], asked: Interaction) -> None:
    def done_or_gone() -> bool:
        is_done = done()
        assert is_done or asked.can_be_answered, f"nobody is left to answer {asked}"
        return is_done

    await until(done_or_gone, f"an answer to {asked}")


def entries_of(message: Message, custom_id: str) -> list[str]:
    parts = api_rules.walk(message.components)
    (menu,) = [each for each in parts if each.get("custom_id") == custom_id]
    return [option["value"] for option in menu["options"]]


def moves_offered_by(hand: Message) -> list[tuple[int, int, str]]:
    found = filter(None, map(MOVE.fullmatch, hand.ids))
    return [(int(each[1]), int(each[2]), each[3]) for each in found]
