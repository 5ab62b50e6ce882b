"""A small Discord on loopback: the HTTP interface as the bot meets it, over real sockets.

    async with FakeDiscord() as discord:
        ...                             # discord.api_of("it") and discord.gateway.url_of("it")
                                        # are its addresses for a process called "it"
    assert not discord.violations       # every body kept the rules in tests/wire/api_rules.py

It keeps what Discord keeps (channels, messages, interactions), refuses with Discord's codes, and
misbehaves on request: :meth:`FakeDiscord.fault`. It shares no code with the bot. It does not refuse
answers that come after three seconds, because a busy machine is no defect of the bot.
"""

from __future__ import annotations

import asyncio
import itertools
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any

from aiohttp import web
from aiohttp.http_exceptions import PayloadEncodingError

from tests.wire.discord_api import DiscordApi, endpoint
from tests.wire.discord_objects import EVERYTHING, GUILD, TOKEN, Channel
from tests.wire.http_calls import CALL, Call, Fault, Refused, failure, hang_up, refusal, slow_down

LIMIT = (1000, 1.0)
PATIENCE = 120.0
"""Seconds after which something that is waited for counts as hanging."""


async def until(done: Callable[[], Any], what: str) -> Any:
    end = time.monotonic() + PATIENCE
    while not (found := done()):
        assert time.monotonic() < end, f"after {PATIENCE} s still waiting: {what}"
        await asyncio.sleep(0.01)
    return found


@dataclass
class Window:
    """The number of requests that a rate limit allows until a moment, and those made so far."""

    limit: int
    ends: float
    used: int = 0


class FakeDiscord(DiscordApi):
    """The server: it limits rates, commits faults on request, and lets people manage it."""

    def __init__(self, channels: int = 40, guilds: int = 1, *, keeps_pictures: bool = True) -> None:
        super().__init__(channels, guilds, keeps_pictures=keeps_pictures)
        self.limits: dict[str, tuple[int, float]] = {}
        """By channel id: the requests allowed in so many seconds, per route; else ``LIMIT``."""
        self._faults: list[Fault] = []
        self._windows: dict[str, Window] = {}
        self._new_users = itertools.count(101)
        self._new_clients = itertools.count(1)
        self._unused_channels = {each.id: list(each.channels) for each in self.guilds}

    async def __aenter__(self) -> FakeDiscord:
        app = web.Application(middlewares=[self._met], client_max_size=64 * 1024 * 1024)
        for method, path, handler in self.routes():
            app.router.add_route(method, f"/{{client}}/api/v10{path}", endpoint(handler))
        app.router.add_get("/gateway/{client}", self.gateway.serve)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.2)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        port = self._runner.addresses[0][1]
        self._url = f"http://127.0.0.1:{port}"
        self.gateway.url = f"ws://127.0.0.1:{port}/gateway"
        return self

    async def __aexit__(self, *_: object) -> None:
        self.gateway.drop()
        await self._runner.cleanup()

    def api_of(self, client: str) -> str:
        return f"{self._url}/{client}/api/v10"

    def new_client(self) -> str:
        return f"client-{next(self._new_clients)}"

    def channel(self, guild: int = GUILD) -> Channel:
        return self._unused_channels[guild].pop()

    def new_user(self) -> int:
        return next(self._new_users)

    def fault(self, method: str, path: str, **treatment: Any) -> Fault:
        """Mistreat requests whose path matches the glob ``path``; see :class:`Fault`."""
        self._faults.append(Fault(method, path, **treatment))
        return self._faults[-1]

    def requests(self, method: str, path: str) -> list[Call]:
        made = (each for each in self.calls if each.method == method)
        return [each for each in made if fnmatchcase(each.path, path)]

    # Changes by people who may make them.

    def allow(self, channel: Channel, permissions: int = EVERYTHING) -> None:
        """Give the bot these permissions in a channel, and report the change to it."""
        channel.permissions = permissions
        allowed = {"id": str(channel.guild), "type": 0, "allow": str(permissions), "deny": "0"}
        changed = channel.wire() | {"permission_overwrites": [allowed]}
        self.gateway.dispatch("CHANNEL_UPDATE", changed, channel.guild)

    # The handling of requests.

    @web.middleware
    async def _met(self, request: web.Request, handler: Any) -> web.StreamResponse:
        if request.path.startswith("/gateway/"):
            return await handler(request)
        try:
            call = await Call.of(request)
        except (ConnectionError, PayloadEncodingError):  # the bot hung up in the middle of it
            return hang_up(request)
        except (AssertionError, KeyError, ValueError) as error:
            self.violations.append(f"{request.method} {request.path}: {error!r}")
            return refusal(Refused(400, 50035, f"Invalid Form Body: {error!r}"))
        self.calls.append(call)
        request[CALL] = call
        fault = next((each for each in self._faults if each.meets(call)), None)
        if fault is not None:
            fault.hits += 1
            await asyncio.sleep(fault.delay)
        if fault is not None and fault.status:
            response: web.StreamResponse = failure(fault)
        elif fault is not None and fault.drop == "before":
            return hang_up(request)
        else:
            response = await self._done(request, call, handler)
        if fault is not None:
            await asyncio.sleep(fault.lag)
        call.status = response.status
        if not self._keeps_pictures:
            call.files = dict.fromkeys(call.files, b"")
        return hang_up(request) if fault is not None and fault.drop == "after" else response

    async def _done(self, request: web.Request, call: Call, handler: Any) -> web.StreamResponse:
        is_webhook = call.path.startswith(("/interactions/", "/webhooks/"))
        if not is_webhook and call.token != f"Bot {TOKEN}":
            return refusal(Refused(401, 0, "401: Unauthorized"))
        window = self._window(request, call.at)
        after = window.ends - call.at
        if window.used >= window.limit and not is_webhook:
            return slow_down(after)
        window.used += 1
        try:
            response: web.StreamResponse = await handler(request)
        except Refused as refused:
            response = refusal(refused)
        except web.HTTPException:
            self.violations.append(f"no such route: {call.method} {call.path}")
            response = refusal(Refused(404, 0, "404: Not Found"))
        except Exception:  # noqa: BLE001 - a fault of the stand-in must not pass for one of Discord
            self.violations.append(f"{call.method} {call.path}: {traceback.format_exc()}")
            response = refusal(Refused(500, 0, "the stand-in fell over"))
        if not is_webhook:
            told = {"Limit": f"{window.limit}", "Remaining": f"{window.limit - window.used}"}
            told |= {"Reset": f"{time.time() + after:.3f}", "Reset-After": f"{after:.3f}"}
            for name, value in (told | {"Bucket": f"bucket-{_route(request)}"}).items():
                response.headers[f"X-RateLimit-{name}"] = value
        return response

    def _window(self, request: web.Request, now: float) -> Window:
        """Return the window of this route in this channel; the first request after it opens one.

        A limit that changes applies from the next window on: the bot was told of the old one.
        """
        channel = request.match_info.get("channel", "")
        bucket = f"{_route(request)} {channel}"
        window = self._windows.get(bucket)
        if window is None or window.ends <= now:
            limit, seconds = self.limits.get(channel, LIMIT)
            window = self._windows[bucket] = Window(limit, ends=now + seconds)
        return window


def _route(request: web.Request) -> str:
    resource = request.match_info.route.resource
    return f"{request.method} {resource.canonical if resource else request.path}"
