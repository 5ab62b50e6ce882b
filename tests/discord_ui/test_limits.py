"""A test of the tests: they detect whatever breaks a rule of Discord or a promise of ours."""

from functools import partial
from types import SimpleNamespace as Faked
from typing import Any

import pytest
from simcord.components import ComponentValidationError, validate_message_state

from tests.discord_ui.limits import check_commands, check_message, check_request
from tests.discord_ui.simulation import COMPONENTS_V2, Shown
from tests.wire import api_rules

PNG = b"\x89PNG IEND\xaeB`\x82"
BUTTON: Any = {"type": 2, "style": 1, "custom_id": "a", "label": "A"}
OPTION = {"label": "x", "value": "x"}
MENU: Any = {"type": 3, "custom_id": "s", "options": [OPTION]}
TEXT: Any = {"type": 10, "content": "x"}
CALL, CALLS = (TEXT | {"content": each} for each in ("➤ <@1>", "➤ <@1>\n➤ <@2>"))
PICTURE: Any = {"media": {"url": "attachment://table.png"}, "description": "x"}
GALLERY: Any = {"type": 12, "items": [PICTURE]}
UPLOADED = {"components": [GALLERY], "attachments": [{"filename": "table.png"}]}
SENT = {"components": [TEXT], "allowed_mentions": {"parse": []}}
COMMAND = {"name": "a", "description": "x", "contexts": [0], "integration_types": [0]}


def row(*parts: Any) -> Any:
    return {"type": 1, "components": [*parts]}


def message(*parts: Any, files: Any = (), **more: Any) -> None:
    state: Any = {"flags": COMPONENTS_V2, "content": "", "embeds": []} | more
    pinged, edited = state.pop("pinged", ()), state.pop("edited", None)
    validate_message_state([*parts], **state)
    attachments = [{"filename": each, "url": f"attachment://{each}"} for each in files]
    common = {"id": 1, "channel_id": 1, "flags": state["flags"], "components": [*parts]}
    pings = {"ping_user_ids": pinged, "edited_timestamp": edited, "is_ephemeral": False}
    env = Faked(backend=Faked(get_channel=lambda _: Faked(guild_id=1)))
    sim: Any = Faked(env=env, in_each_language=lambda english, **_: {english})
    check_message(Shown(sim, Faked(attachments=attachments, **common, **pings)))


def sent(method: str = "POST", **changes: Any) -> None:
    check_request(method, "/channels/1/messages", {**SENT, **changes})


def command(*more: Any, **changes: Any) -> None:
    registered = Faked(json=[{**COMMAND, **changes}, *more])
    sim: Any = Faked(requests=lambda *_: [registered])
    check_commands(sim)


def upload(data: bytes = PNG, name: str = "table.png", **changes: Any) -> None:
    assert not list(api_rules.uploads({**UPLOADED, **changes}, {name: data}))


pictured = partial(message, files=["table.png"])
BAD = [
    *(partial(message, TEXT, **more) for more in ({"content": "y"}, {"flags": 0})),
    partial(message, TEXT, embeds=[{"title": "y"}]),
    *(partial(message, *parts) for parts in ([], [TEXT] * 41, [BUTTON], [row()], [GALLERY])),
    *(partial(message, {**TEXT, "content": each}) for each in ("", " ", "x" * 4001)),
    *(partial(message, row({**BUTTON, "label": each})) for each in ("", "x" * 81)),
    partial(message, row({**BUTTON, "custom_id": "x" * 101})),
    partial(message, row({**BUTTON, "style": 5})),
    partial(message, row(*({**BUTTON, "custom_id": str(n)} for n in range(6)))),
    *(partial(message, row(BUTTON, each)) for each in (BUTTON, MENU)),
    partial(message, {"type": 17, "components": [{"type": 17, "components": [TEXT]}]}),
    *(partial(message, row({**MENU, "options": [OPTION] * n})) for n in (0, 2)),
    partial(message, row({**MENU, "options": [{**OPTION, "value": str(n)} for n in range(26)]})),
    partial(message, row({**MENU, "options": [{**OPTION, "label": "x" * 101}]})),
    partial(pictured, TEXT),
    partial(pictured, {**GALLERY, "items": [{**PICTURE, "description": ""}]}),
    partial(pictured, {**GALLERY, "items": [{**PICTURE, "description": "x" * 1025}]}),
    partial(pictured, CALL, GALLERY, pinged=(2,)),
    partial(pictured, CALL, GALLERY, pinged=(1,), edited="now"),
    *(partial(pictured, CALLS, GALLERY, pinged=each) for each in ((1,), (1, 2))),
    *(partial(sent, allowed_mentions={each: ["1"]}) for each in ("parse", "roles")),
    partial(sent, "PATCH", allowed_mentions={"users": ["1"]}),
    partial(sent, more="x" * 25_000),
    partial(check_request, "POST", "/channels/1/messages", {"components": [TEXT]}),
    *(partial(command, name=each) for each in ("Play", "x" * 33)),
    *(partial(command, description=each) for each in ("", "x" * 101)),
    partial(command, options=[{**COMMAND, "name": "A"}]),
    partial(command, options=[COMMAND] * 26),
    *(partial(command, **{each: [2]}) for each in ("contexts", "integration_types")),
    partial(command, *[COMMAND] * 100),
    *(partial(upload, each) for each in (PNG[:-2], bytes(api_rules.MAX_UPLOAD) + PNG)),
    *(partial(upload, name=each) for each in ("b.png", "a b.png")),
    partial(upload, attachments=[]),
    partial(upload, components=[TEXT]),
]


@pytest.mark.parametrize("check", BAD)
def test_what_breaks_a_rule_is_found_out(check):
    with pytest.raises((AssertionError, ComponentValidationError)):
        check()


def test_what_keeps_them_is_taken():
    message(TEXT, row(BUTTON), row(MENU))
    pictured(CALL, GALLERY, pinged=(1,))
    sent()
    command()
    upload()
    two = {"components": [{**TEXT, "content": "<@1> <@2>"}], "allowed_mentions": {"users": ["2"]}}
    assert api_rules.pinged(two) == {2}
    assert api_rules.pinged({**two, "allowed_mentions": {"parse": []}}) == frozenset()
