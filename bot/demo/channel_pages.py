"""Pages for every channel, thread and direct message of the simulated Discord.

SimCord shows one channel per preview, so there is a preview for each place. A line of links leads
from one to the others, and a link to discord.com in a message leads to the place's page.
"""

from __future__ import annotations

import asyncio
import errno
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Never

import simcord
from aiohttp import web
from babel.localtime import get_localzone
from simcord.builders import ChannelHandle
from simcord.preview._server import PreviewServer

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from simcord import Env, GuildHandle, MemberActor, Preview, UserHandle

    from bot.demo.languages import DemoLanguages

SCRIPT = Path(__file__).with_name("channel_pages.js")
SOON = 0.001
"""Seconds after which busy pages are retried."""


@dataclass(frozen=True, slots=True, eq=False)
class ChannelPage:
    name: str
    channel: ChannelHandle
    preview: Preview
    only: str = ""
    """The id of the only person who can see it; empty: everybody can."""


@dataclass
class ChannelPages:
    """All pages of the demo; they are served until the stack is closed."""

    env: Env
    guild: GuildHandle
    people: Sequence[MemberActor]
    stack: AsyncExitStack
    languages: DemoLanguages
    all: list[ChannelPage] = field(default_factory=list)
    _changed: set[int] = field(default_factory=set)
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    async def open(self, channel: ChannelHandle, port: int = 0) -> Preview:
        """Serve a channel or a thread that everybody sees; `OSError` if the port is not free."""
        return await self._serve(f"# {channel.name}", channel, self.people, port)

    async def open_dm(self, user: UserHandle) -> Preview:
        return await self._serve("Direct messages", user.dm_channel, [user], only=str(user.id))

    async def _serve(
        self,
        name: str,
        channel: ChannelHandle,
        viewers: Sequence[MemberActor | UserHandle],
        port: int = 0,
        only: str = "",
    ) -> Preview:
        self.env._preview = None  # noqa: SLF001 - it allows one preview at a time
        preview = self.env.preview(
            channel,
            viewers=viewers,
            layout="channel",
            timezone=getattr(get_localzone(), "key", None) or "UTC",
            port=port,
        )
        preview._server = _Server(preview, port, self)  # noqa: SLF001 - there is no public way
        try:
            await self.stack.enter_async_context(preview)
        except simcord.SetupError as error:
            cause = error.__cause__
            if not isinstance(cause, OSError):
                raise
            if cause.errno == errno.EADDRINUSE:
                text = f"port {port} is in use; name another with --port, or none"
                raise OSError(cause.errno, text) from None
            raise cause from None
        page = ChannelPage(name, channel, preview, only)
        self.all.append(page)
        # A page may ask for the links while the demo ends, and a closed preview has no address.
        self.stack.callback(self.all.remove, page)
        self.env._preview = _Everywhere(self)  # type: ignore[assignment]  # noqa: SLF001
        return preview

    def keep_time(self) -> None:
        """Have relative times in messages count from now, not from when a page was refreshed."""
        for page in self.all:
            page.preview.capture_time = self.env.now()

    async def follow(self) -> Never:
        """Open a page for every thread, and refresh the open pages of a place when it changes.

        Only then: a page refuses a click that crosses with a refresh.
        """
        self.env.backend.subscribers.append(self._hear)
        while True:
            await self._news.wait()
            self._news.clear()
            changed, self._changed = self._changed, set()
            for page in tuple(self.all):
                if page.channel.id in changed:
                    changed.discard(page.channel.id)
                    await self._refresh(page)
            for number in changed:  # these have no page yet
                await self._open_thread(number)

    def _hear(self, event: str, payload: Mapping[str, Any]) -> None:
        if event == "THREAD_CREATE":
            self._note(int(payload["id"]))
        elif event.startswith("MESSAGE_") and "channel_id" in payload:
            number = int(payload["channel_id"])
            if any(page.channel.id == number for page in self.all):
                self._note(number)

    def _note(self, channel: int) -> None:
        self._changed.add(channel)
        self._news.set()

    async def _open_thread(self, number: int) -> None:
        thread = ChannelHandle(self.env, self.guild, self.env.backend.get_channel(number))
        try:
            await self.open(thread)
        except simcord.SetupError:  # a click is being answered
            await self._later(number)

    async def _refresh(self, page: ChannelPage) -> None:
        try:
            await page.preview.refresh()
        except (simcord.SetupError, TimeoutError):  # a click is being answered
            if self._tabs() > 1:
                await self._later(page.channel.id)

    async def _later(self, channel: int) -> None:
        await asyncio.sleep(SOON)
        self._note(channel)

    def _tabs(self) -> int:
        return sum(len(page.preview._pages) - 1 for page in self.all)  # noqa: SLF001

    def listed(self) -> dict[str, Any]:
        pages = [
            {
                "name": page.name,
                "channel": str(page.channel.id),
                "url": page.preview.url,
                "only": page.only,
            }
            for page in self.all
        ]
        return {"pages": pages, "languages": self.languages.listed()}


class _Everywhere:
    """Stands in for the environment's only preview."""

    _closed = False

    def __init__(self, pages: ChannelPages) -> None:
        self._all_pages = pages

    def _mark_action_dispatched(self) -> None:
        for page in self._all_pages.all:
            page.preview._mark_action_dispatched()  # noqa: SLF001 - as the environment does


class _Server(PreviewServer):
    """SimCord's page with a line of links in it."""

    _STATIC_FILES = PreviewServer._STATIC_FILES | {  # noqa: SLF001 - as in its base class
        "/channel_pages.js": "channel_pages.js",
        "/channel_pages.json": "channel_pages.json",
        "/language": "",
    }

    def __init__(self, preview: Preview, port: int, pages: ChannelPages) -> None:
        super().__init__(preview, port)
        self._all_pages = pages

    async def _static(self, request: web.Request) -> web.Response:
        headers = self._SECURITY_HEADERS
        if request.path == "/channel_pages.json":
            if not self._authorized(request):
                raise web.HTTPUnauthorized
            return web.json_response(self._all_pages.listed(), headers=headers)
        if request.path == "/language":
            if not self._authorized(request):
                raise web.HTTPUnauthorized
            whom, language = (request.query.get(name, "") for name in ("whom", "language"))
            if not self._all_pages.languages.choose(whom, language):
                raise web.HTTPBadRequest
            return web.json_response({}, headers=headers)
        if request.path == "/channel_pages.js":
            script = SCRIPT.read_text(encoding="utf-8")
            return web.Response(text=script, content_type="application/javascript", headers=headers)
        answer: web.Response = await super()._static(request)
        if request.path == "/" and answer.text is not None:
            script_tag = '<script src="/channel_pages.js" defer></script></head>'
            answer.text = answer.text.replace("</head>", script_tag).replace(
                "SimCord Preview</title>", "Boneyard</title>"
            )
        return answer
