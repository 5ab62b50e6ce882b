"""A server's settings, and the menu to change them."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from bot.model.themes import NO_THEME, ThemeChoice
from bot.present import custom_ids
from bot.present.i18n import Words
from bot.present.screen import Button, ChannelMenu, Menu, Screen
from bot.present.screens.settings.menus import (
    bone_entries,
    describe_theme,
    felt_entries,
    language_entries,
    language_name,
    preview,
)
from bot.present.theme import shown_bones, shown_felt

FEATURE = "server"
CHANNEL, NOWHERE = "channel", "not posted"
"""The actions to set where the podium is posted, or to post it nowhere."""
LANGUAGE = "language"
"""The action to set the server's language."""
FELT, BONES = "felt", "bones"
"""The actions to set the felt and the bones of the server's tables."""


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """The settings of a server."""

    channel_id: int | None = None
    """The channel where each week's podium is posted; ``None`` for nowhere."""
    is_gone: bool = False
    """True if that channel is known to have been deleted."""
    missing: Sequence[str] = ()
    """Names of permissions that the bot lacks there."""
    language: str | None = None
    """The language chosen for channels, as one of Discord's locales; ``None``: the one in
    Discord's settings for the server."""
    theme: ThemeChoice = NO_THEME
    """The felt and the bones of the server's tables."""


def settings_screen(settings: ServerSettings, say: Words) -> Screen:
    head = say("Server settings")
    for_whom = say("Anybody who can manage the server can change them.")
    menu = ChannelMenu(
        custom_ids.feature(FEATURE, CHANNEL),
        say.labelled(say("Weekly podium"), say("not posted")),
        chosen=None if settings.is_gone else settings.channel_id,
    )
    nowhere = Button(
        custom_ids.feature(FEATURE, NOWHERE),
        say("Don't post it"),
        disabled=settings.channel_id is None,
    )
    parts = (
        f"### {head}\n-# {for_whom}",
        _language(settings, say),
        _podium(settings, say),
        _theme(settings, say),
        preview(say),
    )
    menus = (*_themes(settings, say), _languages(settings, say), menu, (nowhere,))
    return Screen(parts, menus, theme=settings.theme)


def _language(settings: ServerSettings, say: Words) -> str:
    name, value = say("Language"), language_name(settings.language, _as_in_discord(say))
    hint = say(
        "For messages that everybody in a channel sees. What only one person sees is in their own"
        " language."
    )
    return f"{say.labelled_in_bold(name, value)}\n-# {hint}"


def _languages(settings: ServerSettings, say: Words) -> Menu:
    label = partial(say.labelled, say("Language"))
    entries = language_entries(settings.language, _as_in_discord(say), label)
    return Menu(custom_ids.feature(FEATURE, LANGUAGE), say("Language"), entries)


def _theme(settings: ServerSettings, say: Words) -> str:
    theme = settings.theme
    lines = describe_theme(shown_felt(theme), shown_bones(theme), "", say)
    hint = say(
        "For tables that everybody sees, from the next picture on. With /preferences, players can"
        " choose something else for their own hands."
    )
    return f"{lines}\n-# {hint}"


def _themes(settings: ServerSettings, say: Words) -> tuple[Menu, Menu]:
    theme = settings.theme
    felts, sets = felt_entries(shown_felt(theme), say), bone_entries(shown_bones(theme), say)
    return (
        Menu(custom_ids.feature(FEATURE, FELT), say("Felt"), felts),
        Menu(custom_ids.feature(FEATURE, BONES), say("Bones"), sets),
    )


def _as_in_discord(say: Words) -> str:
    return say("as set in Discord")


def _podium(settings: ServerSettings, say: Words) -> str:
    name, hint = say("Weekly podium"), _hint(settings, say)
    if settings.channel_id is None:
        nowhere = say("not posted")
        return f"{say.labelled_in_bold(name, nowhere)}\n-# {hint}"
    return f"{say.labelled_in_bold(name, f'<#{settings.channel_id}>')}\n{hint}"


def _hint(settings: ServerSettings, say: Words) -> str:
    if settings.is_gone:
        return say("⚠️ That channel was deleted. Please choose another.")
    if settings.missing:
        return say(
            "⚠️ I can't post there yet. I'm missing permissions: {missing}.",
            missing=say.listed(map(say, settings.missing)),
        )
    if settings.channel_id is None:
        return say(
            "Every Monday at 00:00 UTC, I can post who gained the most rating in this server in"
            " the past week."
        )
    return say(
        "-# The next one comes on Monday at 00:00 UTC, if anybody has gained any rating by then."
    )
