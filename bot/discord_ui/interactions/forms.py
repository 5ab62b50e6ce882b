"""Forms: what one does follows from its id alone, so it works after a restart, in any process."""

from collections.abc import Iterator
from typing import Any

from discord import ui

from bot.discord_ui.base_client import Interaction


async def open_form(click: Interaction, form: ui.Modal) -> None:
    """Open a form as the answer to a click; the router handles what is typed into it."""
    await click.response.send_modal(form)
    form.stop()  # discord.py would handle only forms that this process has opened


def typed_into(click: Interaction) -> tuple[str, ...]:
    """Return the values of a submitted form's fields, in order."""
    data: Any = click.data or {}
    return tuple(_values(data.get("components", ())))


def _values(parts: Any) -> Iterator[str]:  # noqa: ANN401 - JSON
    for part in parts:
        if "value" in part:
            yield part["value"]
        yield from _values([part["component"]] if "component" in part else ())
