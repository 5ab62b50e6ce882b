import itertools
import time
from collections.abc import Callable
from typing import Any

from aiohttp import web

from tests.wire import api_rules, discord_objects as objects
from tests.wire.discord_objects import DM_CHANNEL, LOADING, VIEW, Channel, Interaction, Message
from tests.wire.gateway import Gateway
from tests.wire.http_calls import CALL, Call, Refused, json_response

FIRST_CHANNEL, FIRST_DM = 910_000, 930_000
"""Ids of channels begin here; that of somebody's direct messages is this plus their own."""


class DiscordApi:
    """Keeps every request in ``calls``, and broken rules of Discord in ``violations``."""

    def __init__(self, channels: int, guilds: int = 1, *, keeps_pictures: bool = True) -> None:
        """Make the guilds, with as many ``channels`` each.

        Without ``keeps_pictures`` only their names are kept, which saves much memory.
        """
        numbers = itertools.count(FIRST_CHANNEL)
        self._keeps_pictures = keeps_pictures
        self.calls: list[Call] = []
        self.violations: list[str] = []
        self.commands: list[dict[str, Any]] = []
        self.guilds = [
            objects.Guild(id_, tuple(Channel(next(numbers), guild=id_) for _ in range(channels)))
            for id_ in objects.guild_ids(guilds)
        ]
        self.channels = {room.id: room for guild in self.guilds for room in guild.channels}
        self.interactions: dict[int, Interaction] = {}
        self.closed_to_dms: set[int] = set()
        self.watch: Callable[[Message], None] = lambda message: None
        """Called with every message that appears or changes."""
        self.gateway = Gateway(self)

    def _hold_to(self, call: Call, wrong: list[str]) -> None:
        if wrong:
            self.violations += [f"{call.method} {call.path}: {each}" for each in wrong]
            raise Refused(400, 50035, f"Invalid Form Body: {'; '.join(wrong)}")

    def routes(self) -> list[tuple[str, str, Callable[..., Any]]]:
        message = "/channels/{channel}/messages/{message}"
        original = "/webhooks/{application}/{token}/messages/@original"
        return [
            ("GET", "/users/@me", lambda call: objects.user(objects.APPLICATION)),
            ("GET", "/oauth2/applications/@me", lambda call: objects.application()),
            ("GET", "/gateway", lambda call: {"url": self.gateway.url_of(call.client)}),
            ("GET", "/gateway/bot", self._gateway_bot),
            ("PUT", "/applications/{application}/commands", self._sync),
            ("PUT", "/applications/{application}/guilds/{guild}/commands", self._sync),
            ("POST", "/users/@me/channels", self._open_dm),
            ("GET", "/guilds/{guild}/members/{member}", self._member),
            ("POST", "/channels/{channel}/messages", self._send),
            ("GET", "/channels/{channel}/messages", self._newest),
            ("GET", message, lambda call, **at: self._message(**at).wire()),
            ("PATCH", message, self._edit),
            ("DELETE", message, self._delete),
            ("POST", "/interactions/{interaction}/{token}/callback", self._answer),
            ("GET", original, lambda call, application, token: self._original(token).wire()),
            ("PATCH", original, self._edit_original),
            ("DELETE", original, self._delete_original),
            ("POST", "/webhooks/{application}/{token}", self._follow_up),
        ]

    def _gateway_bot(self, call: Call) -> dict[str, Any]:
        gateway = self.gateway
        starts = {"total": 1000, "remaining": 999, "reset_after": 0}
        starts |= {"max_concurrency": gateway.max_concurrency}
        url = gateway.url_of(call.client)
        return {"url": url, "shards": gateway.shards, "session_start_limit": starts}

    def _sync(self, call: Call, application: str, guild: str | None = None) -> list[dict[str, Any]]:
        common = {"application_id": application, "version": "1", "guild_id": guild}
        self.commands = [
            {"description_localizations": {}, "name_localizations": {}}
            | command
            | common
            | {"id": str(920_000 + n), "default_member_permissions": None}
            for n, command in enumerate(call.body)
        ]
        return self.commands

    def _member(self, call: Call, guild: str, member: str) -> dict[str, Any]:
        return objects.member(int(member))

    def _open_dm(self, call: Call) -> dict[str, Any]:
        return self.dm(int(call.body["recipient_id"])).wire()

    def dm(self, recipient: int) -> Channel:
        room = Channel(FIRST_DM + recipient, DM_CHANNEL, recipient, guild=None)
        return self.channels.setdefault(room.id, room)

    def _room(self, channel: str) -> Channel:
        if int(channel) not in self.channels:
            raise Refused(404, 10003, "Unknown Channel")
        return self.channels[int(channel)]

    def _send(self, call: Call, channel: str) -> dict[str, Any]:
        room = self._room(channel)
        if room.recipient in self.closed_to_dms:
            raise Refused(403, 50007, "Cannot send messages to this user")
        if not room.permissions & VIEW:
            raise Refused(403, 50001, "Missing Access")
        needed = objects.SEND | (objects.ATTACH if call.files else 0)
        if needed & ~room.permissions:
            raise Refused(403, 50013, "Missing Permissions")
        nonce = call.body.get("nonce")
        wrong = [f"nonce {nonce}"] if len(str(nonce or "")) > 25 else []
        flags = call.body.get("flags", 0)
        self._hold_to(call, [*wrong, *api_rules.uploads(call.body, call.files)])
        if nonce and call.body.get("enforce_nonce"):
            for each in room.messages:
                if each.nonce == nonce:  # even if it was deleted since
                    return each.wire()
        message = Message(room, flags, nonce=nonce, pinged=api_rules.pinged(call.body))
        return self._put(message, call.body, call.files).wire()

    def _newest(self, call: Call, channel: str) -> list[dict[str, Any]]:
        there = self._room(channel).public[::-1]
        return [each.wire() for each in there[: int(call.query["limit"])]]

    def _put(self, message: Message, body: dict[str, Any], files: dict[str, bytes]) -> Message:
        if message in message.channel.messages:
            message.edits += 1
        else:
            message.channel.messages.append(message)
        message.flags |= body.get("flags", 0) & api_rules.COMPONENTS_V2
        if "components" in body:
            message.components = body["components"] or []
        if "attachments" in body:
            message.files = {name: message.files[name] for name in _kept(message, body)}
        message.files |= files if self._keeps_pictures else dict.fromkeys(files, b"")
        self.watch(message)
        return message

    def _message(self, channel: str, message: str) -> Message:
        for each in self._room(channel).messages:
            if each.id == int(message) and not each.deleted:
                if each.is_ephemeral:
                    break
                return each
        raise Refused(404, 10008, "Unknown Message")

    def _edit(self, call: Call, channel: str, message: str) -> dict[str, Any]:
        if not self._room(channel).permissions & VIEW:
            raise Refused(403, 50001, "Missing Access")
        return self._change(call, self._message(channel, message), call.body).wire()

    def _change(self, call: Call, message: Message, body: dict[str, Any]) -> Message:
        merged = {"components": message.components} | body
        kept = frozenset(_kept(message, body))
        self._hold_to(call, [*api_rules.uploads(merged, call.files, kept)])
        return self._put(message, body, call.files)

    def _delete(self, call: Call, channel: str, message: str) -> None:
        self._message(channel, message).deleted = True

    # Interactions.

    def _interaction(self, token: str) -> Interaction:
        number = token.removeprefix(objects.TOKEN_PREFIX)
        found = self.interactions.get(int(number)) if number.isdecimal() else None
        if found is None or time.monotonic() - found.born > 15 * 60:
            raise Refused(404, 10015, "Unknown Webhook")
        return found

    def _answer(self, call: Call, interaction: str, token: str) -> dict[str, Any] | None:
        asked = self._unanswered(int(interaction), token)
        kind, data = call.body["type"], call.body.get("data") or {}
        message = self._done_with(call, asked, kind, data)
        asked.reply, asked.data = kind, data
        if "with_response" not in call.query:
            return None
        told: dict[str, Any] = {"interaction": {"id": interaction, "type": asked.kind}}
        if message is not None:
            told["interaction"] |= {"response_message_id": str(message.id)}
            told["interaction"] |= {"response_message_loading": kind == 5}
            told["interaction"] |= {"response_message_ephemeral": message.is_ephemeral}
            told["resource"] = {"type": kind, "message": message.wire()}
        return told

    def _unanswered(self, number: int, token: str) -> Interaction:
        asked = self.interactions.get(number)
        if asked is None or asked.token != token:
            self.violations.append(f"10062 Unknown interaction {number}")
            raise Refused(404, 10062, "Unknown interaction")
        if asked.reply is not None:
            self.violations.append(f"40060 {asked.custom_id or number} answered twice")
            raise Refused(400, 40060, "Interaction has already been acknowledged.")
        return asked

    def _new_answer(self, asked: Interaction, body: dict[str, Any]) -> Message:
        flags = body.get("flags", 0)
        is_private = flags & api_rules.EPHEMERAL or asked.channel.kind == DM_CHANNEL
        return Message(asked.channel, flags, asked.user if is_private else None)

    def _done_with(self, call: Call, asked: Interaction, kind: int, data: Any) -> Message | None:
        """Carry an answer out; return the message that it made or changed."""
        new = self._new_answer(asked, data)
        match kind:
            case 4:  # a new message
                self._hold_to(call, [*api_rules.uploads(data, call.files)])
                new.pinged = api_rules.pinged(data)
                asked.original = self._put(new, data, call.files)
                asked.answers.append(new.shown)
            case 5:  # a new message, later
                new.flags |= LOADING
                asked.original = new
            case 6:  # a change of the message, later, or nothing at all
                asked.original = asked.message
                return None
            case 7 if asked.message is not None:  # a change of the message
                asked.original = self._change(call, asked.message, data)
                asked.answers.append(asked.original.shown)
            case _:  # suggestions, or a form
                pass
        return asked.original

    def _original(self, token: str) -> Message:
        asked = self._interaction(token)
        if asked.reply is None:
            raise Refused(404, 10015, "Unknown Webhook")
        if asked.original is None or asked.original.deleted:
            raise Refused(404, 10008, "Unknown Message")
        return asked.original

    def _edit_original(self, call: Call, application: str, token: str) -> dict[str, Any]:
        message = self._original(token)
        message.flags &= ~LOADING
        self._change(call, message, call.body)
        asked = self._interaction(token)
        asked.edits += 1
        asked.answers.append(message.shown)
        return message.wire()

    def _delete_original(self, call: Call, application: str, token: str) -> None:
        self._original(token).deleted = True

    def _follow_up(self, call: Call, application: str, token: str) -> dict[str, Any]:
        asked = self._interaction(token)
        self._hold_to(call, [*api_rules.uploads(call.body, call.files)])
        message = self._put(self._new_answer(asked, call.body), call.body, call.files)
        asked.answers.append(message.shown)
        return message.wire()


def endpoint(handler: Callable[..., Any]) -> Callable[..., Any]:
    async def handled(request: web.Request) -> web.StreamResponse:
        at = {name: value for name, value in request.match_info.items() if name != "client"}
        answer = handler(request[CALL], **at)
        return web.Response(status=204) if answer is None else json_response(answer)

    return handled


def _kept(message: Message, body: dict[str, Any]) -> list[str]:
    if "attachments" not in body:
        return list(message.files)
    ids = {str(each.get("id")) for each in body["attachments"] or []}
    return [name for n, name in enumerate(message.files) if str(message.id + n) in ids]
