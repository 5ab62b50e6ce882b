"""Sharing a result: as text to copy, or in another channel of the server."""

import re
from collections.abc import Mapping
from dataclasses import replace

from bot.present import custom_ids
from bot.present.i18n import Words
from bot.present.screen import ChannelMenu, Screen
from bot.present.screens.lookback.buttons import SHARE, replay_button

_MENTION = re.compile(r"<@(\d+)>")
_SMALL_PRINT = re.compile(r"^-# .*\n?", re.MULTILINE)
_HEADING = re.compile(r"^#{1,3} ", re.MULTILINE)
_MARKS = re.compile(r"\*\*|`")


def share_screen(
    match_id: int,
    result: Screen,
    names: Mapping[int, str],
    say: Words,
    *,
    elsewhere: bool,
    note: str = "",
) -> Screen:
    """Offer a result to one person: its picture, its text to copy, and a menu of channels.

    ``names`` stand in for mentions, which mean nothing outside of Discord. ``elsewhere``: there are
    other channels. ``note`` says what was just done.
    """
    copied = f"```\n{plain_text(result, names, say)}\n```"
    offer = say("Copy this, with the picture, to post it wherever you like.")
    screen = Screen(tuple(filter(None, (note, *result.pictures, offer, copied))))
    return (
        offer_channels(screen, custom_ids.feature(SHARE, str(match_id)), say)
        if elsewhere
        else screen
    )


def offer_channels(screen: Screen, menu_id: str, say: Words) -> Screen:
    """Return the screen with a menu of this server's channels, to post a result in."""
    below = say("Or choose a channel of this server, and I'll post the result there.")
    menu = ChannelMenu(menu_id, say("Post it in…"))
    return replace(screen, parts=(*screen.parts, below), rows=(*screen.rows, menu))


def shared_result(match_id: int, result: Screen, who: int, say: Words) -> Screen:
    """Return a result as it is posted in another channel: nobody is pinged there."""
    by = say("Shared by {who}", who=f"<@{who}>")
    row = (replay_button(match_id, say),)
    return replace(result, parts=(*result.parts, f"-# {by}"), rows=(row,))


def plain_text(result: Screen, names: Mapping[int, str], say: Words) -> str:
    """Return a screen's text without markup and small print, with names in place of mentions."""
    text = "\n".join(part for part in result.parts if isinstance(part, str))
    bare = _MARKS.sub("", _HEADING.sub("", _SMALL_PRINT.sub("", text))).strip()

    def named(mention: re.Match[str]) -> str:
        return names.get(int(mention[1]), say("somebody")).replace("`", "'")

    return _MENTION.sub(named, bare)


def mentioned(result: Screen) -> frozenset[int]:
    text = "\n".join(part for part in result.parts if isinstance(part, str))
    return frozenset(map(int, _MENTION.findall(text)))
