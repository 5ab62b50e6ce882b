from __future__ import annotations

import json
import time
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any

from aiohttp import BodyPartReader, web

CALL = web.RequestKey("call", object)


class Refused(Exception):
    def __init__(self, status: int, code: int, text: str) -> None:
        super().__init__(text)
        self.status, self.code = status, code


@dataclass
class Call:
    method: str
    path: str
    query: dict[str, str]
    body: Any
    files: dict[str, bytes] = field(repr=False)
    token: str | None
    client: str
    """The process that made it."""
    at: float = field(default_factory=time.monotonic)
    status: int = 0

    @classmethod
    async def of(cls, request: web.Request) -> Call:
        body: Any = None
        files: dict[str, bytes] = {}
        if request.content_type == "multipart/form-data":
            async for part in await request.multipart():
                assert isinstance(part, BodyPartReader)
                if part.name == "payload_json":
                    body = json.loads(await part.text())
                    attachments = (body.get("data") or body)["attachments"]
                    names = {f"files[{each['id']}]": each["filename"] for each in attachments}
                else:
                    file = names[str(part.name)]
                    assert part.filename == file, part.name
                    files[file] = bytes(await part.read())
        elif raw := await request.read():
            assert request.content_type == "application/json", request.content_type
            body = json.loads(raw)
        client, _, path = request.path.removeprefix("/").partition("/api/v10")
        token = request.headers.get("Authorization")
        return cls(request.method, path, dict(request.query), body, files, token, client)


@dataclass
class Fault:
    """Mistreatment for the next ``times`` requests that match.

    They are handled after ``delay`` seconds, and answered ``lag`` seconds later with ``status`` or
    not at all.
    """

    method: str
    path: str
    times: int = 1
    status: int = 0
    retry_after: float = 0.0
    delay: float = 0.0
    lag: float = 0.0
    via: bool = True
    """True if Discord itself refuses, false if a proxy in front of it does."""
    drop: str = ""
    """``before``: nothing is done or answered; ``after``: done, but the answer is lost."""
    hits: int = 0

    def meets(self, call: Call) -> bool:
        is_due = self.hits < self.times and call.method == self.method
        return is_due and fnmatchcase(call.path, self.path)


def slow_down(after: float, *, via: bool = True) -> web.Response:
    """Return “too many requests” from Discord itself, or without ``via`` from a proxy."""
    body = {"message": "You are being rate limited.", "global": False}
    headers = {"Retry-After": str(int(after) + 1), "X-RateLimit-Scope": "user"}
    headers |= {"Via": "1.1 google"} if via else {}
    return json_response(body | {"retry_after": round(after, 3)}, 429, **headers)


def json_response(data: object, status: int = 200, **headers: str) -> web.Response:
    """Return JSON labelled as Discord does: discord.py reads nothing else as JSON."""
    body = json.dumps(data).encode()
    return web.Response(body=body, status=status, headers=headers, content_type="application/json")


def refusal(refused: Refused) -> web.Response:
    return json_response({"code": refused.code, "message": str(refused)}, refused.status)


def failure(fault: Fault) -> web.StreamResponse:
    if fault.status == 429:
        return slow_down(fault.retry_after, via=fault.via)
    return json_response({"code": 0, "message": f"{fault.status}: by request"}, fault.status)


def hang_up(request: web.Request) -> web.Response:
    if request.transport is not None:
        request.transport.abort()
    return web.Response()
