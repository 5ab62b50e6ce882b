"""A server's settings, and the menu to change them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType

from bot.engine.translatable import N_
from bot.model.scores import Post, Server
from bot.present import custom_ids
from bot.present.i18n import Words
from bot.present.screen import Button, ChannelMenu, Menu, Part, Screen
from bot.present.screens.settings.menus import (
    bone_entries,
    describe_theme,
    felt_entries,
    language_entries,
    language_name,
    preview,
    shown_bones,
    shown_felt,
)

FEATURE = "server"
CHANNEL = {Post.PODIUM: "channel", Post.DAILY: "daily"}
NOWHERE = {Post.PODIUM: "not posted", Post.DAILY: "no daily"}
"""The actions to set where something is posted, or to post it nowhere."""
LANGUAGE = "language"
FELT, BONES = "felt", "bones"


@dataclass(frozen=True, slots=True)
class _About:
    """What managers are told about something that can be posted."""

    name: str
    stop: str
    """The label of the button to post it nowhere."""
    offer: str
    """What could be posted."""
    next: str
    """When the next one comes, once there is a channel."""


_ABOUT = {
    Post.PODIUM: _About(
        N_("Weekly podium"),
        N_("Don't post the podium"),
        N_(
            "Every Monday at 00:00 UTC, I can post who gained the most rating in this server in"
            " the past week, and the daily league."
        ),
        N_("The next one comes on Monday at 00:00 UTC, if there is anything to tell by then."),
    ),
    Post.DAILY: _About(
        N_("Deal of the day"),
        N_("Don't post the deal"),
        N_("Every day at 00:00 UTC, I can post the new deal and who was best the day before."),
        N_("The next one comes at 00:00 UTC."),
    ),
}


@dataclass(frozen=True, slots=True)
class ChannelFault:
    """What keeps the bot from posting in a channel that was chosen."""

    is_gone: bool = False
    """True if it is known to have been deleted."""
    missing: Sequence[str] = ()
    """The names of permissions that the bot lacks there."""


def settings_screen(
    server: Server, say: Words, faults: Mapping[Post, ChannelFault] = MappingProxyType({})
) -> Screen:
    """Show the settings in plain words, with menus to change them."""
    head = say("Server settings")
    for_whom = say("Anybody who can manage the server can change them.")
    as_in_discord = say("as set in Discord")
    language = say.labelled_in_bold(say("Language"), language_name(server.language, as_in_discord))
    about_language = say(
        "For messages that everybody in a channel sees. What only one person sees is in their own"
        " language."
    )
    about_theme = say(
        "For tables that everybody sees, from the next picture on. With /preferences, players can"
        " choose something else for their own hands."
    )
    theme = describe_theme(shown_felt(server.theme), shown_bones(server.theme), say)
    parts: tuple[Part, ...] = (
        f"### {head}\n-# {for_whom}",
        f"{language}\n-# {about_language}",
        *(_posted(post, server, say, faults.get(post, ChannelFault())) for post in Post),
        f"{theme}\n-# {about_theme}",
        preview(say),
    )
    label = partial(say.labelled, say("Language"))
    choices = {
        FELT: (say("Felt"), felt_entries(shown_felt(server.theme), say)),
        BONES: (say("Bones"), bone_entries(shown_bones(server.theme), say)),
        LANGUAGE: (say("Language"), language_entries(server.language, as_in_discord, label)),
    }
    menus = (
        Menu(custom_ids.feature(FEATURE, each), hint, entries)
        for each, (hint, entries) in choices.items()
    )
    channels = (_menu(post, server, say, faults.get(post, ChannelFault())) for post in Post)
    nowhere = tuple(
        Button(
            custom_ids.feature(FEATURE, NOWHERE[post]),
            say(about.stop),
            disabled=post not in server.channels,
        )
        for post, about in _ABOUT.items()
    )
    return Screen(parts, (*menus, *channels, nowhere), theme=server.theme)


def _menu(post: Post, server: Server, say: Words, fault: ChannelFault) -> ChannelMenu:
    return ChannelMenu(
        custom_ids.feature(FEATURE, CHANNEL[post]),
        say.labelled(say(_ABOUT[post].name), say("not posted")),
        chosen=None if fault.is_gone else server.channels.get(post),
    )


def _posted(post: Post, server: Server, say: Words, fault: ChannelFault) -> str:
    """Say where something is posted, and what keeps it from there or what comes next."""
    about, channel_id = _ABOUT[post], server.channels.get(post)
    place = say("not posted") if channel_id is None else f"<#{channel_id}>"
    hint = "-# " + say(about.offer if channel_id is None else about.next)
    if fault.is_gone:
        hint = say("⚠️ That channel was deleted. Please choose another.")
    elif fault.missing:
        hint = say(
            "⚠️ I can't post there yet. I'm missing permissions: {missing}.",
            missing=say.listed(map(say, fault.missing)),
        )
    return f"{say.labelled_in_bold(say(about.name), place)}\n{hint}"
