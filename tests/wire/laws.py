"""What Discord's public interface demands of a body, as sentences about what is wrong with it.

Numbers are those of the API's documentation (version 10). A body that breaks none gives an empty
list. `tests/wire/test_laws.py` shows that each law is held.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from io import BytesIO
from typing import Any

from PIL import Image

EPHEMERAL = 1 << 6
COMPONENTS_V2 = 1 << 15
SILENT = 1 << 12

ROW, BUTTON, SELECT, INPUT = 1, 2, 3, 4
SECTION, TEXT, GALLERY, FILE, SEPARATOR, CONTAINER, LABEL = 9, 10, 12, 13, 14, 17, 18
AT_THE_TOP = {ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR, CONTAINER}
IN_A_CONTAINER = AT_THE_TOP - {CONTAINER}

MAX_UPLOAD = 10 * 1024 * 1024
MENTION = re.compile(r"<@!?(\d+)>")
COMMAND_NAME = re.compile(r"[-_'\w]{1,32}")

Body = Mapping[str, Any]
Files = Mapping[str, bytes]
"""Uploads by their names."""


def walk(components: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Every component, the nested ones after the one they stand in."""
    for each in components:
        yield each
        yield from walk(each.get("components") or [])
        for lone in ("accessory", "component"):
            if each.get(lone):
                yield from walk([each[lone]])


def texts(components: list[dict[str, Any]]) -> list[str]:
    return [each["content"] for each in walk(components) if each["type"] == TEXT]


def pictures(components: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The items of the galleries, in order."""
    galleries = [each for each in walk(components) if each["type"] == GALLERY]
    return [item for gallery in galleries for item in gallery["items"]]


def message(
    body: Body, files: Files, *, flags: int, kept: frozenset[str] = frozenset()
) -> list[str]:
    """A message to be sent or edited; ``kept`` are the names of pictures that an edit leaves.

    ``flags`` are those the message will have, the ones it had included.
    """
    return [*_parts(body, flags), *_uploads(body, files, kept), *_mentions(body)]


def _parts(body: Body, flags: int) -> Iterator[str]:
    components = body.get("components") or []
    if not flags & COMPONENTS_V2:
        if any(each["type"] != ROW for each in components):
            yield "components of version 2 without their flag"
        if not (body.get("content") or body.get("embeds") or components):
            yield "50006: an empty message"
        return
    for banned in ("content", "embeds", "poll", "sticker_ids"):
        if body.get(banned):
            yield f"{banned} beside components of version 2"
    if body.get("tts"):
        yield "a message of components is not read aloud"
    if not components:
        yield "50006: an empty message"
    yield from _components(components)


def _components(components: list[dict[str, Any]]) -> Iterator[str]:
    everything = list(walk(components))
    if len(everything) > 40:
        yield f"{len(everything)} components, 40 are allowed"
    total = sum(map(len, texts(components)))
    if total > 4000:
        yield f"{total} characters of text, 4000 are allowed"
    for key in ("id", "custom_id"):
        named = [each[key] for each in everything if each.get(key)]
        yield from (f"{key} {name} twice" for name in {n for n in named if named.count(n) > 1})
    for each in components:
        if each["type"] not in AT_THE_TOP:
            yield f"component {each['type']} at the top"
    for each in everything:
        yield from _component(each)


def _component(part: dict[str, Any]) -> Iterator[str]:
    match part["type"]:
        case 1:
            yield from _row(part)
        case 2:
            yield from _button(part)
        case 3:
            yield from _select(part)
        case 10:
            yield from _length("a text", part.get("content"), 1, 4000)
        case 12:
            yield from _gallery(part)
        case 17:
            yield from _container(part)
        case other:
            yield f"no law is written down for component {other}"


def _row(row: dict[str, Any]) -> Iterator[str]:
    children = row.get("components") or []
    kinds = {child["type"] for child in children}
    if not 1 <= len(children) <= (5 if kinds == {BUTTON} else 1):
        yield f"a row of {len(children)}: {kinds}"


def _gallery(gallery: dict[str, Any]) -> Iterator[str]:
    items = gallery.get("items") or []
    if not 1 <= len(items) <= 10:
        yield f"a gallery of {len(items)}"
    for item in items:
        yield from _length("alt text", item.get("description") or "-", 1, 1024)


def _container(container: dict[str, Any]) -> Iterator[str]:
    children = container.get("components") or []
    if not children:
        yield "an empty container"
    if not 0 <= (container.get("accent_color") or 0) <= 0xFFFFFF:
        yield "a colour out of range"
    for child in children:
        if child["type"] not in IN_A_CONTAINER:
            yield f"component {child['type']} in a container"


def _button(button: dict[str, Any]) -> Iterator[str]:
    is_link = button.get("style") == 5
    if is_link:
        yield from _length("a link", button.get("url"), 1, 512)
    elif button.get("style") in {1, 2, 3, 4}:
        yield from _length("custom_id", button.get("custom_id"), 1, 100)
    else:
        yield f"a button of style {button.get('style')}"
    if bool(button.get("url")) != is_link or bool(button.get("custom_id")) == is_link:
        yield "a button has either an id or a link"
    if button.get("label") or not button.get("emoji"):
        yield from _length("a label", button.get("label"), 1, 80)


def _select(menu: dict[str, Any]) -> Iterator[str]:
    options = menu.get("options") or []
    yield from _length("custom_id", menu.get("custom_id"), 1, 100)
    yield from _length("a hint", menu.get("placeholder") or "", 0, 150)
    if not 1 <= len(options) <= 25:
        yield f"a menu of {len(options)}"
    values = [option["value"] for option in options]
    if len(set(values)) < len(values):
        yield "a value twice in a menu"
    if sum(bool(option.get("default")) for option in options) > menu.get("max_values", 1):
        yield "more chosen than can be"
    for option in options:
        yield from _length("an option's label", option.get("label"), 1, 100)
        yield from _length("an option's value", option.get("value"), 1, 100)
        yield from _length("an option's description", option.get("description") or "-", 1, 100)


def _uploads(body: Body, files: Files, kept: frozenset[str]) -> Iterator[str]:
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
        if name.endswith(".png"):
            yield from _png(name, data)


def _png(name: str, data: bytes) -> Iterator[str]:
    if not data.endswith(b"IEND\xaeB`\x82"):
        yield f"{name} is cut short"
    try:
        with Image.open(BytesIO(data)) as picture:
            picture.load()
            if picture.format != "PNG":
                yield f"{name} is {picture.format}"
    except (OSError, SyntaxError) as error:
        yield f"{name} is no picture: {error}"


def _mentions(body: Body) -> Iterator[str]:
    allowed = body.get("allowed_mentions")
    if allowed is None:
        yield "it does not say whom it may notify (allowed_mentions)"
        return
    parse, users = allowed.get("parse", []), allowed.get("users") or []
    if set(parse) - {"users", "roles", "everyone"}:
        yield f"allowed_mentions parses {parse}"
    if users and "users" in parse:
        yield "allowed_mentions: both all users and some"
    if len(users) > 100 or len(set(users)) < len(users):
        yield "allowed_mentions: too many users, or one twice"


def pinged(body: Body) -> frozenset[int]:
    """Whom a new message notifies."""
    allowed = body.get("allowed_mentions") or {}
    named = {
        int(user) for text in texts(body.get("components") or []) for user in MENTION.findall(text)
    }
    if "users" in allowed.get("parse", []):
        return frozenset(named)
    return frozenset(named & {int(user) for user in allowed.get("users") or []})


def modal(data: Body) -> list[str]:
    wrong = [
        *_length("a title", data.get("title"), 1, 45),
        *_length("custom_id", data.get("custom_id"), 1, 100),
    ]
    if not 1 <= len(data.get("components") or []) <= 5:
        wrong.append("a form has one to five parts")
    for part in walk(data.get("components") or []):
        if part["type"] == LABEL:
            wrong += _length("a label", part.get("label"), 1, 45)
        if part["type"] == INPUT:
            wrong += _length("custom_id", part.get("custom_id"), 1, 100)
    return wrong


def thread(body: Body) -> list[str]:
    return list(_length("a thread's name", body.get("name"), 1, 100))


def choices(data: Body) -> list[str]:
    """What an autocompletion is answered with."""
    offered = data.get("choices")
    if not isinstance(offered, list) or len(offered) > 25:
        return [f"choices: {offered}"]
    wrong: list[str] = []
    for choice in offered:
        wrong += _length("a choice", choice.get("name"), 1, 100)
        wrong += _length("a choice's value", str(choice.get("value")), 1, 100)
    return wrong


def commands(listed: list[dict[str, Any]]) -> list[str]:
    """The commands of an application."""
    wrong = [] if len(listed) <= 100 else [f"{len(listed)} commands, 100 are allowed"]
    names = [command["name"] for command in listed]
    if len(set(names)) < len(names):
        wrong.append("a command twice")
    for command in listed:
        wrong += _described(command, "command")
        wrong += _offered(command)
        options = command.get("options") or []
        optional = [not option.get("required") for option in options]
        if len(options) > 25 or optional != sorted(optional):
            wrong.append(f"options of {command['name']}: too many, or a required one comes late")
        for option in options:
            wrong += _described(option, "option")
            if option.get("autocomplete") and option.get("choices"):
                wrong.append(f"option {option['name']} has both choices and autocompletion")
    return wrong


def _offered(command: dict[str, Any]) -> Iterator[str]:
    """In servers (0), direct messages with the bot (1), others (2); for servers (0), people (1)."""
    for key, known in (("contexts", {0, 1, 2}), ("integration_types", {0, 1})):
        named = command.get(key)
        if named is not None and not (
            named and set(named) <= known and len(set(named)) == len(named)
        ):
            yield f"{key} of {command['name']}: {named}"


def _described(thing: dict[str, Any], kind: str) -> list[str]:
    name = thing.get("name", "")
    wrong = list(_length(f"the description of {kind} {name}", thing.get("description"), 1, 100))
    if not COMMAND_NAME.fullmatch(name) or name != name.lower():
        wrong.append(f"a {kind} called {name}")
    return wrong


def _length(what: str, text: object, least: int, most: int) -> Iterator[str]:
    if not isinstance(text, str) or not least <= len(text) <= most:
        yield f"{what} of {len(text) if isinstance(text, str) else None} characters: {text!r:.60}"
