"""The parts of a message on the wire, and Discord's demands on its uploads.

Discord's demands on components, texts, pings and commands are checked in the simulated Discord
(`tests/discord_ui/limits.py`).
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

EPHEMERAL = 1 << 6
COMPONENTS_V2 = 1 << 15

INPUT, TEXT, GALLERY, LABEL = 4, 10, 12, 18
MAX_UPLOAD = 10 * 1024 * 1024
MENTION = re.compile(r"<@!?(\d+)>")

Body = Mapping[str, Any]
Files = Mapping[str, bytes]


def walk(components: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield every component, and after each the ones nested in it."""
    for each in components:
        yield each
        yield from walk(each.get("components") or [])
        for lone in ("accessory", "component"):
            if each.get(lone):
                yield from walk([each[lone]])


def texts(components: list[dict[str, Any]]) -> list[str]:
    return [each["content"] for each in walk(components) if each["type"] == TEXT]


def pictures(components: list[dict[str, Any]]) -> list[dict[str, Any]]:
    galleries = [each for each in walk(components) if each["type"] == GALLERY]
    return [item for gallery in galleries for item in gallery["items"]]


def uploads(body: Body, files: Files, kept: frozenset[str] = frozenset()) -> Iterator[str]:
    """Yield what is wrong with a message's uploads; an edit keeps the pictures named ``kept``."""
    listed = {each.get("filename") for each in body.get("attachments") or [] if "filename" in each}
    if files and listed != set(files):
        yield f"uploaded {sorted(files)}, listed as attachments {listed}"
    wanted = set()
    for item in pictures(body.get("components") or []):
        url = item["media"]["url"]
        if url.startswith("attachment://"):
            wanted.add(url.removeprefix("attachment://"))
        elif not url.startswith(("http://", "https://")):
            yield f"no address: {url}"
    if wanted - set(files) - kept:
        yield f"no such attachment: {wanted - set(files) - kept}"
    if set(files) - wanted:
        yield f"nothing shows {set(files) - wanted}"
    for name, data in files.items():
        if not re.fullmatch(r"[\w.-]{1,260}", name):
            yield f"a file called {name}"
        if len(data) > MAX_UPLOAD:
            yield f"40005: {name} is too large"
        if name.endswith(".png") and not data.endswith(b"IEND\xaeB`\x82"):
            yield f"{name} is cut short"


def pinged(body: Body) -> frozenset[int]:
    allowed = body.get("allowed_mentions") or {}
    text = "\n".join(texts(body.get("components") or []))
    named = {*map(int, MENTION.findall(text))}
    if "users" in allowed.get("parse", []):
        return frozenset(named)
    return frozenset(named & {int(user) for user in allowed.get("users") or []})
