"""People who have added the bot to their own account, in places that the bot is not in.

SimCord knows no such places. So what is said there is kept in a channel of its own, and the bot
gets the payloads that Discord would send.
"""

import copy
import re
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Self

import simcord
from simcord.backend import serializers
from simcord.enums import ChannelType

from tests.discord_ui.simulation import BUTTON, MENU, DiscordSim, Person, Shown

FOREIGN, EVERYTHING, EXTERNAL_APPS = 990_001, (1 << 53) - 1, 1 << 50
EPHEMERAL = 1 << 6
MOST_FOLLOWUPS = 5
OWN_PATH = re.compile(r"/(interactions|webhooks)/\d+/[^/]+(/.*)?")


class Place(Enum):
    """A place, with the type of its channel and the context of what comes from there."""

    SERVER = 0, 0
    """A server that the bot is not in."""
    GROUP = 3, 2
    FRIEND = 1, 2
    """The DM of two people."""
    BOT = 1, 1
    """The DM with the bot, of somebody who shares no server with it."""


@dataclass
class Guest:
    """Somebody in one of the places, and what they have got there."""

    sim: DiscordSim
    who: Person
    place: Place
    channel: int
    permissions: int = EVERYTHING
    seen: list[Shown] = field(default_factory=list)
    requests: list[tuple[str, str]] = field(default_factory=list)
    """What the bot has asked of Discord besides answering."""

    @classmethod
    def at(cls, sim: DiscordSim, who: Person, place: Place, **more: Any) -> Self:
        channel = sim.env.backend.create_channel(None, None, type=ChannelType.DM)
        channel.recipient_ids = [who.id]
        return cls(sim, who, place, channel.id, **more)

    async def command(self, name: str, *, user: Person | None = None, **options: str) -> Shown:
        given = [{"name": key, "type": 3, "value": value} for key, value in options.items()]
        data: dict[str, Any] = {"id": "1", "name": name, "type": 1, "options": given}
        if user is not None:
            data["options"] = [{"name": "user", "type": 6, "value": str(user.id)}]
            data["resolved"] = {"users": {str(user.id): self._user(user)}}
            if self.place is Place.SERVER:
                data["resolved"]["members"] = {str(user.id): self._member()}
        return await self._sent(2, data)

    async def press(self, shown: Shown, label: str, by: Person | None = None) -> Shown:
        data = {"custom_id": shown.button(label).id, "component_type": BUTTON}
        return await self._sent(3, data, shown, by or self.who)

    async def choose(self, shown: Shown) -> Shown:
        """Press the first button, or pick the first entry of the first menu."""
        if not shown.options:
            data: dict[str, Any] = {"custom_id": shown.pressable[0], "component_type": BUTTON}
        else:
            values = [shown.options[0]["value"]]
            data = {"custom_id": shown.menus[0]["custom_id"], "component_type": MENU}
            data |= {"values": values}
        return await self._sent(3, data, shown)

    async def _sent(
        self, kind: int, data: dict[str, Any], shown: Shown | None = None, by: Person | None = None
    ) -> Shown:
        """Send an interaction; return the newest message that answers it."""
        sim, backend = self.sim, self.sim.env.backend
        asked, versions = len(sim.env.http_requests), len(sim.versions)
        record = backend.new_interaction(kind, self.channel, (by or self.who).id, None)
        packet = self._packet(record, kind, data, by or self.who)
        if shown is not None:
            stored = backend.get_message(shown.channel_id, shown.id)
            packet["message"] = copy.deepcopy(serializers.message_payload(backend, stored))
            record.source_message_id = stored.id
        backend.emit("INTERACTION_CREATE", packet)
        await sim.settle()
        sent = [(each.method, each.path) for each in sim.env.http_requests[asked:]]
        self.requests += [each for each in sent if not OWN_PATH.fullmatch(each[1])]
        assert len(record.followup_ids) <= MOST_FOLLOWUPS
        new = [each for each in sim.versions[versions:] if each.channel_id == self.channel]
        self.seen += new
        assert new, f"no answer to {data}: {simcord.InteractionResult(sim.env, record)}"
        return new[-1]

    def _packet(self, record: Any, kind: int, data: dict[str, Any], by: Person) -> dict[str, Any]:
        type_, context = self.place.value
        channel: dict[str, Any] = {"id": str(self.channel), "type": type_, "name": "room"}
        if self.place is Place.SERVER:
            channel |= {"guild_id": str(FOREIGN), "position": 1, "permissions": "0"}
        packet: dict[str, Any] = {
            "id": str(record.id),
            "application_id": str(self.sim.env.backend.application_id),
            "type": kind,
            "token": record.token,
            "version": 1,
            "data": data,
            "channel_id": str(self.channel),
            "channel": channel,
            "locale": "en-US",
            "entitlements": [],
            "authorizing_integration_owners": {"1": str(self.who.id)},
            "context": context,
            "attachment_size_limit": 10 * 1024 * 1024,
            "app_permissions": str(EVERYTHING),
        }
        if self.place is not Place.SERVER:
            return packet | {"user": self._user(by)}
        member = {"user": self._user(by)} | self._member()
        guild = {"id": str(FOREIGN), "locale": "de", "features": []}
        return packet | {
            "guild_id": str(FOREIGN),
            "guild_locale": "de",
            "guild": guild,
            "member": member,
        }

    def _member(self) -> dict[str, Any]:
        there: dict[str, Any] = {"nick": "the nick", "roles": [], "flags": 0, "deaf": False}
        there |= {"mute": False, "joined_at": "2026-01-01T00:00:00+00:00"}
        return there | {"permissions": str(self.permissions)}

    def _user(self, who: Person) -> Any:
        return serializers.user_payload(self.sim.env.backend.get_user(who.id))

    @property
    def for_all(self) -> list[Shown]:
        """Return what others have seen there, too."""
        return [each for each in self.seen if not each.flags & EPHEMERAL]
