"""Conversion of screens into Discord's components (version 2), with a new view per message.

Every button and menu is a :class:`discord.ui.DynamicItem`, so no state is kept for a message and a
button works for as long as it is visible.
"""

import asyncio
import hashlib
import json
import logging
import re
from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Any, ClassVar, Generic, Self, TypeVar, cast

import discord
from discord import ui

from bot.model.preferences import NO_THEME, ThemeChoice
from bot.present.screen import (
    MAX_COMPONENTS,
    Animation,
    Button,
    ChannelMenu,
    Document,
    Menu,
    Part,
    PeopleMenu,
    Picture,
    Row,
    Screen,
    Section,
    Tone,
)
from bot.present.text.shortening import MAX_ENTRY, cut_to, in_words
from bot.present.text.unbroken import unbroken

log = logging.getLogger(__name__)

ACCENT_COLOUR = discord.Colour(0x1F6B4A)
NO_PINGS = discord.AllowedMentions.none()
MAX_HINT = 150
"""The most characters that a closed menu can show."""
BUTTONS, MENUS, PEOPLE = "mbghtwlnx", "psox", "u"
"""The first letters of the ids of buttons, and of menus of two kinds."""
LOWEST_MARK = 1 << 30
"""Ids of components have 31 bits; those that Discord gives are small."""

_STYLES = {
    Tone.PLAIN: discord.ButtonStyle.secondary,
    Tone.MAIN: discord.ButtonStyle.primary,
    Tone.GOOD: discord.ButtonStyle.success,
    Tone.BAD: discord.ButtonStyle.danger,
}


ItemT = TypeVar("ItemT", bound=ui.Item[Any])


class _Stateless(ui.DynamicItem[ItemT], Generic[ItemT], template=r"(?!)"):
    """An item whose id says everything; ids of one kind are shared by buttons and menus."""

    kind: ClassVar[type[ui.Item[Any]]]

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        del interaction, match
        return cls(cast("ItemT", item))

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        del interaction
        return isinstance(self.item, self.kind)


class Press(_Stateless[ui.Button[Any]], template=f"[{BUTTONS}]:.+"):
    kind = ui.Button

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.client.router.pressed(interaction, self.custom_id)


class Pick(_Stateless[ui.Select[Any]], template=f"[{MENUS}]:.+"):
    """Any menu of the bot, except those of channels and people."""

    kind = ui.Select

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.client.router.picked(interaction, self.custom_id, self.item.values)


class PickChannel(_Stateless[ui.ChannelSelect[Any]], template="x:.+"):
    """Any menu of channels of the bot; Discord fills it."""

    kind = ui.ChannelSelect

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        ids = [str(channel.id) for channel in self.item.values]
        await interaction.client.router.picked(interaction, self.custom_id, ids)


class PickPeople(_Stateless[ui.UserSelect[Any]], template=f"[{PEOPLE}]:.+"):
    """Any menu of the bot from which people are chosen; Discord fills it."""

    kind = ui.UserSelect

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        people = self.item.values
        await interaction.client.router.people_picked(interaction, self.custom_id, people)


class Unknown(_Stateless[ui.Item[Any]], template=rf"(?![{BUTTONS}{MENUS}{PEOPLE}]:.+\Z)(?s:.+)"):
    """A button or a menu with an id of none of these kinds, as another release may have them."""

    kind = ui.Item

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.client.router.pressed(interaction, self.custom_id)


ITEMS = (Press, Pick, PickChannel, PickPeople, Unknown)


@dataclass(frozen=True, slots=True)
class Body:
    """A message ready to be sent: its view, and its attachments as bytes."""

    view: ui.LayoutView
    attached: tuple[tuple[str, bytes], ...]

    @property
    def files(self) -> list[discord.File]:
        return [discord.File(BytesIO(data), filename=name) for name, data in self.attached]

    @property
    def as_new(self) -> dict[str, Any]:
        """The arguments that send it as a new message; it pings nobody."""
        return {"view": self.view, "files": self.files, "allowed_mentions": NO_PINGS}

    @property
    def as_edit(self) -> dict[str, Any]:
        """The arguments that put it in place of what a message shows."""
        return {"view": self.view, "attachments": self.files, "allowed_mentions": NO_PINGS}


async def body(screen: Screen) -> Body:
    """Paint a screen's pictures off the event loop and lay it out.

    A picture that can't be drawn is replaced by its description, so the message is still sent.
    """
    attached = screen.attachments
    theme = screen.theme or NO_THEME
    painted = await asyncio.to_thread(_painted, attached, theme) if attached else ()
    if len(painted) < len(attached):
        screen = in_words(screen, drawn=[name for name, _ in painted])
    return Body(view(screen), painted)


def view(screen: Screen) -> ui.LayoutView:
    """Return a screen as one container, with its pings above, or in it if there is no room.

    It counts as finished, so discord.py does not keep it and wait for its end: all its buttons and
    menus are dynamic items, which work without it.
    """
    layout = ui.LayoutView(timeout=None)
    layout.stop()
    pinged, parts = " ".join(f"<@{user}>" for user in screen.ping), screen.parts
    if pinged and screen.size < MAX_COMPONENTS:
        layout.add_item(ui.TextDisplay(pinged))
    elif pinged and isinstance(parts[0], str):
        parts = (f"{pinged}\n{parts[0]}", *parts[1:])
    container: ui.Container[Any] = ui.Container(accent_colour=ACCENT_COLOUR)
    _add_parts(container, parts[:1])
    _add_rows(container, screen.top_rows)
    _add_parts(container, parts[1:])
    _add_rows(container, screen.rows)
    return layout.add_item(container)


def mark(layout: ui.LayoutView) -> int:
    """Give a message's container an id that says what the message shows, and return that id.

    Discord numbers the components that have none, but keeps ids that were given.
    """
    components: Any = layout.to_components()  # type: ignore[no-untyped-call]
    content = json.dumps(components).encode()
    number = int.from_bytes(hashlib.blake2b(content, digest_size=4).digest())
    marked = number % LOWEST_MARK + LOWEST_MARK
    for item in layout.children:
        if isinstance(item, ui.Container):
            item.id = marked
    return marked


def mark_of(message: discord.Message) -> int | None:
    """Return the id that :func:`mark` gave to a message's container; ``None`` without one."""
    given = (each.id for each in message.components if isinstance(each, discord.Container))
    return next((each for each in given if each is not None and each >= LOWEST_MARK), None)


def pings(screen: Screen) -> discord.AllowedMentions:
    users = [discord.Object(user) for user in screen.ping]
    return discord.AllowedMentions(everyone=False, roles=False, users=users or False)


def _painted(
    attached: Sequence[Picture | Animation | Document], theme: ThemeChoice
) -> tuple[tuple[str, bytes], ...]:
    painted = []
    for each in attached:
        try:
            painted.append((each.name, each.paint(theme)))
        except Exception:
            kind = type(getattr(each, "scene", each)).__name__
            log.exception("cannot draw %s (%s), so its description is posted", each.name, kind)
    return tuple(painted)


def _add_parts(container: ui.Container[Any], parts: Sequence[Part]) -> None:
    for part in parts:
        if isinstance(part, Section):
            media = f"attachment://{part.picture.name}"
            beside: ui.Thumbnail[Any] = ui.Thumbnail(media, description=part.picture.alt)
            container.add_item(ui.Section(unbroken(part.text), accessory=beside))
        elif isinstance(part, Picture | Animation):
            item = discord.MediaGalleryItem(f"attachment://{part.name}", description=part.alt)
            container.add_item(ui.MediaGallery(item))
        elif isinstance(part, Document):
            container.add_item(ui.File(f"attachment://{part.name}"))
        else:
            container.add_item(ui.TextDisplay(unbroken(part)))


def _add_rows(container: ui.Container[Any], rows: Sequence[Row]) -> None:
    for row in rows:
        if isinstance(row, Menu) and row.title:
            container.add_item(ui.TextDisplay(unbroken(row.title)))
        container.add_item(_row(row))


def _row(row: Row) -> ui.ActionRow[Any]:
    if isinstance(row, ChannelMenu):
        return ui.ActionRow(PickChannel(_channels(row)))
    if isinstance(row, PeopleMenu):
        return ui.ActionRow(PickPeople(_people(row)))
    if isinstance(row, Menu):
        return ui.ActionRow(Pick(_select(row)))
    return ui.ActionRow(*(_button(button) for button in row))


def _button(button: Button) -> Press:
    return Press(
        ui.Button(
            label=button.label,
            style=_STYLES[button.tone],
            custom_id=button.id,
            disabled=button.disabled,
        )
    )


def _channels(menu: ChannelMenu) -> ui.ChannelSelect[Any]:
    chosen = () if menu.chosen is None else (menu.chosen,)
    kind = discord.SelectDefaultValueType.channel
    return ui.ChannelSelect(
        custom_id=menu.id,
        placeholder=cut_to(menu.hint, MAX_HINT),
        channel_types=[discord.ChannelType.text, discord.ChannelType.news],
        default_values=[discord.SelectDefaultValue(id=each, type=kind) for each in chosen],
    )


def _people(menu: PeopleMenu) -> ui.UserSelect[Any]:
    return ui.UserSelect(
        custom_id=menu.id, placeholder=cut_to(menu.hint, MAX_HINT), max_values=menu.most
    )


def _select(menu: Menu) -> ui.Select[Any]:
    return ui.Select(
        custom_id=menu.id,
        placeholder=cut_to(menu.hint, MAX_HINT),
        options=[
            discord.SelectOption(
                label=cut_to(entry.label, MAX_ENTRY),
                value=entry.value,
                description=cut_to(entry.detail, MAX_ENTRY) or None,
                default=entry.chosen,
            )
            for entry in menu.entries
        ],
    )
