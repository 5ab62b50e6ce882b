"""A server's settings, and the menu to change them."""

from collections.abc import Sequence
from functools import partial

from bot.model.scores import Server
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
    shown_bones,
    shown_felt,
)

FEATURE = "server"
CHANNEL, NOWHERE = "channel", "not posted"
"""The actions to set where the podium is posted, or to post it nowhere."""
LANGUAGE = "language"
FELT, BONES = "felt", "bones"


def settings_screen(
    server: Server, say: Words, *, is_gone: bool = False, missing: Sequence[str] = ()
) -> Screen:
    """Show the settings in plain words, with a menu to change them.

    ``is_gone``: the podium's channel is known to have been deleted. ``missing`` names permissions
    that the bot lacks there.
    """
    head = say("Server settings")
    for_whom = say("Anybody who can manage the server can change them.")
    menu = ChannelMenu(
        custom_ids.feature(FEATURE, CHANNEL),
        say.labelled(say("Weekly podium"), say("not posted")),
        chosen=None if is_gone else server.podium_channel_id,
    )
    nowhere = Button(
        custom_ids.feature(FEATURE, NOWHERE),
        say("Don't post it"),
        disabled=server.podium_channel_id is None,
    )
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
    parts = (
        f"### {head}\n-# {for_whom}",
        f"{language}\n-# {about_language}",
        _podium(server, say, missing, is_gone=is_gone),
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
    return Screen(parts, (*menus, menu, (nowhere,)), theme=server.theme)


def _podium(server: Server, say: Words, missing: Sequence[str], *, is_gone: bool) -> str:
    name, hint = say("Weekly podium"), _hint(server, say, missing, is_gone=is_gone)
    if server.podium_channel_id is None:
        nowhere = say("not posted")
        return f"{say.labelled_in_bold(name, nowhere)}\n-# {hint}"
    return f"{say.labelled_in_bold(name, f'<#{server.podium_channel_id}>')}\n{hint}"


def _hint(server: Server, say: Words, missing: Sequence[str], *, is_gone: bool) -> str:
    if is_gone:
        return say("⚠️ That channel was deleted. Please choose another.")
    if missing:
        return say(
            "⚠️ I can't post there yet. I'm missing permissions: {missing}.",
            missing=say.listed(map(say, missing)),
        )
    if server.podium_channel_id is None:
        return say(
            "Every Monday at 00:00 UTC, I can post who gained the most rating in this server in"
            " the past week."
        )
    return say(
        "-# The next one comes on Monday at 00:00 UTC, if anybody has gained any rating by then."
    )
