"""The laws are held: a body that breaks one is found out."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from tests.wire import laws

V2 = laws.COMPONENTS_V2


def png() -> bytes:
    file = BytesIO()
    Image.new("P", (4, 4)).save(file, "PNG")
    return file.getvalue()


def text(content: str) -> dict[str, Any]:
    return {"type": 10, "content": content}


def button(**changes: Any) -> dict[str, Any]:
    return {"type": 2, "style": 1, "custom_id": "a", "label": "A"} | changes


def row(*parts: dict[str, Any]) -> dict[str, Any]:
    return {"type": 1, "components": list(parts)}


def gallery(url: str, alt: str = "alt") -> dict[str, Any]:
    return {"type": 12, "items": [{"media": {"url": url}, "description": alt}]}


def body(*components: dict[str, Any], **more: Any) -> dict[str, Any]:
    attachments = (
        {"attachments": [{"id": 0, "filename": "a.png"}]} if more.pop("file", False) else {}
    )
    return {"components": list(components), "allowed_mentions": {"parse": []}} | attachments | more


GOOD = body(
    {"type": 17, "components": [text("hello"), gallery("attachment://a.png"), row(button())]},
    file=True,
)


def test_a_good_body() -> None:
    assert laws.message(GOOD, {"a.png": png()}, flags=V2) == []


@pytest.mark.parametrize(
    "bad",
    [
        body(text("x"), content="y"),
        body(text("x"), embeds=[{}]),
        body(),
        body(*(text("x") for _ in range(41))),
        body(text("x" * 4001)),
        body(text("")),
        body(button()),
        body(row()),
        body(row(*(button(custom_id=str(n)) for n in range(6)))),
        body(row(button(), button())),
        body(row(button(custom_id="x" * 101))),
        body(row(button(label="x" * 81))),
        body(row(button(style=5))),
        body({"type": 17, "components": [{"type": 17, "components": [text("x")]}]}),
        body(row({"type": 3, "custom_id": "s", "options": []})),
        body(row({"type": 3, "custom_id": "s", "options": [{"label": "x", "value": "x"}] * 2})),
        body(gallery("attachment://b.png")),
        body(gallery("attachment://a.png", "x" * 1025), file=True),
        {"components": [text("x")]},
        body(text("x"), allowed_mentions={"parse": ["users"], "users": ["1"]}),
    ],
    ids=str,
)
def test_a_bad_body(bad: dict[str, Any]) -> None:
    files = {"a.png": png()} if "attachments" in bad else {}
    assert laws.message(bad, files, flags=V2)


def test_uploads_are_shown_and_whole() -> None:
    assert laws.message(body(text("x"), file=True), {"a.png": png()}, flags=V2)
    assert laws.message(GOOD, {"a.png": png()[:-20]}, flags=V2)
    assert laws.message(GOOD, {"a.png": b"GIF89a"}, flags=V2)
    assert laws.message(body(text("x")), {}, flags=0), "without the flag"


def test_whom_a_message_notifies() -> None:
    two = body(text("<@1> and <@2>"), allowed_mentions={"parse": [], "users": ["2", "3"]})
    assert laws.pinged(two) == {2}
    assert laws.pinged(two | {"allowed_mentions": {"parse": []}}) == frozenset()


def test_commands() -> None:
    good: dict[str, Any] = {"name": "play", "description": "x", "options": []}
    assert laws.commands([good]) == []
    assert laws.commands([good | {"contexts": [0, 1], "integration_types": [0]}]) == []
    wrong: list[dict[str, Any]] = [
        {"name": "Play"},
        {"name": "x" * 33},
        {"description": ""},
        {"description": "x" * 101},
        {"contexts": []},
        {"contexts": [0, 3]},
        {"contexts": [1, 1]},
        {"integration_types": [2]},
    ]
    for changes in wrong:
        assert laws.commands([good | changes])
    assert laws.commands([good, good])
    late = [{"name": "a", "description": "x"}, {"name": "b", "description": "x", "required": True}]
    assert laws.commands([good | {"options": late}])
