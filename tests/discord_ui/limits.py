import json
from typing import Any

from bot.present.text.unbroken import unbroken
from tests.discord_ui.simulation import GALLERY, TEXT, THUMBNAIL, DiscordSim, Shown

FILE = 13


def check_everything(sim: DiscordSim) -> None:
    for shown in sim.versions:
        if shown.components:
            check_message(shown)
        else:
            assert not shown.edited, "a message was emptied"  # only a promised answer is empty
    for request in sim.env.http_requests:
        check_request(request.method, request.path, request.json)


def check_message(shown: Shown) -> None:
    """Check what simcord, which applies Discord's limits to components, does not."""
    parts = list(shown.parts)
    assert all(text.strip() for text in (*shown.texts, *(each.label for each in shown.buttons)))
    written = [part["content"] for part in parts if part["type"] == TEXT]
    assert written == list(map(unbroken, written))
    items = [item for part in parts if part["type"] == GALLERY for item in part["items"]]
    items += [part for part in parts if part["type"] == THUMBNAIL]
    assert all(item["description"] for item in items), "a picture without words"
    named = [item["media"]["url"] for item in items]
    named += [part["file"]["url"] for part in parts if part["type"] == FILE]
    assert sorted(named) == sorted(file["url"] for file in shown.attachments), "a lost picture"
    check_pings(shown)


ALL_AT_ONCE = {"Blind": ("",), "Domino Squares": (" ·", "\n")}
"""Games in which several people choose at once, and what comes after their names in a title."""
CALL_SIGNS = ("📨", "🔔")
CALL = "{who}: press Rematch or Join. The match starts when everybody is here."


def check_pings(shown: Shown) -> None:
    """Check that only new tables ping, and only people to move: one, unless all choose at once.

    A rematch pings its people when it is opened. Calls ping people who aren't at the table.
    """
    in_each_language, lines = shown.sim.in_each_language, shown.text.splitlines()
    if shown.pinged:
        assert not shown.edited
        if any(line.startswith(CALL_SIGNS) for line in lines):
            assert (shown.files, shown.moves) == ([], [])
            return
        calls = tuple(in_each_language(CALL, who=""))
        if called := [line for line in lines if line.endswith(calls)]:
            assert all(f"<@{user}>" in called[0] for user in shown.pinged)
            return
        assert shown.is_("table.png") or not shown.files
        waiting = [line for line in lines if line.startswith("➤")]
        for user in shown.pinged:
            assert [f"<@{user}>" in line for line in waiting].count(True) == 1
        assert len(waiting) == len(shown.pinged), "nobody waits without a ping"
        if len(waiting) > 1:
            titles = [
                f"### {name}{end}"
                for game, ends in ALL_AT_ONCE.items()
                for name in in_each_language(game)
                for end in ends
            ]
            assert any(title in shown.text for title in titles)


def check_request(method: str, path: str, body: Any) -> None:
    if not isinstance(body, dict):
        return
    message = body.get("data") if path.endswith("/callback") else body
    if not isinstance(message, dict) or not message.get("components") or "title" in message:
        return
    assert "allowed_mentions" in message, f"{method} {path} leaves pings to chance"
    allowed = message["allowed_mentions"]
    assert not allowed.get("parse")
    assert not allowed.get("roles")
    if method == "PATCH" or path.endswith("/callback"):
        assert not allowed.get("users"), "an edit or an answer pings nobody"
    assert len(json.dumps(body)) < 25_000


def check_commands(sim: DiscordSim) -> list[dict[str, Any]]:
    (request,) = sim.requests("PUT", r"/applications/\d+(/guilds/\d+)?/commands")
    commands: list[dict[str, Any]] = request.json
    for command in commands:
        for named in (command, *command.get("options", [])):
            name, description = named["name"], named["description"]
            assert name == name.lower()
            assert 1 <= len(name) <= 32
            assert 1 <= len(description) <= 100
        assert len(command.get("options", [])) <= 25
        contexts, installs = set(command["contexts"]), set(command["integration_types"])
        assert contexts <= {0, 1, 2}
        assert {0} <= installs <= {0, 1}
        assert (2 in contexts) == (1 in installs), "people take it anywhere, or nowhere"
    assert len(commands) <= 100
    return commands
