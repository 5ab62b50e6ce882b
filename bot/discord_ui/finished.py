"""Matches that are over, as commands and buttons name them."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.discord_ui.errors import NoMatchNumber
from bot.discord_ui.reply import Click, Reply
from bot.engine.errors import Refusal
from bot.games import game
from bot.present.history import Played, listed
from bot.service.lookback import Lookback, Onlooker
from bot.service.ports import Past, StoreFault, UserId

Choice = app_commands.Choice[str]
MAX_CHOICES = 25
_DIGITS = 18


def onlooker(click: Click) -> Onlooker:
    """Who asks, and where."""
    return Onlooker(
        click.user.id, click.guild_id, click.channel_id or 0, lambda each: _sees(click, each)
    )


def _sees(click: Click, channel_id: int) -> bool:
    """Whether who clicks may see a channel; of one that is gone, or an old thread, nobody knows.

    Who is in a private thread is not known either: there, only the thread itself tells.
    """
    if click.guild is None or not isinstance(click.user, discord.Member):
        return True
    channel = click.guild.get_channel_or_thread(channel_id)
    if channel is None:
        return True
    try:
        may = channel.permissions_for(click.user)
    except discord.ClientException:  # a thread of a channel that is not known
        return True
    is_private = isinstance(channel, discord.Thread) and channel.is_private()
    return may.view_channel and (may.manage_threads or not is_private)


def turns_pages(click: Click) -> bool:
    """Whether the clicked message is an answer to that person, and no result in their letters."""
    return click.message is not None and click.message.flags.ephemeral


def lookback(click: Click) -> Lookback:
    """Where finished matches are found."""
    return click.client.boneyard.lookback


async def named(click: Click, typed: str | None) -> int:
    """The match with the number that was typed, or the last one that may be meant.

    Raises :class:`~bot.discord_ui.errors.NoMatchNumber`, and
    :class:`~bot.service.errors.UnfinishedHere` where nothing was typed and there is none.
    """
    if typed is None:
        return await lookback(click).last(onlooker(click))
    text = typed.strip().removeprefix("#")
    if not text.isdecimal() or len(text) > _DIGITS:
        raise NoMatchNumber(text=typed[:50])
    return int(text)


async def own_matches(click: Click, typed: str) -> list[Choice]:
    """The last matches of the person who types, seen by nobody else."""
    store, say = click.client.boneyard.store, Reply(click).say
    try:
        found = await store.history(click.user.id, MAX_CHOICES)
    except (Refusal, StoreFault):
        return []
    labels = ((listed(played(each), say), str(each.match_id)) for each in found)
    return [
        app_commands.Choice(name=label, value=value)
        for label, value in labels
        if typed.casefold() in label.casefold()
    ]


def played(
    past: Past, people: tuple[UserId, ...] = (), former: int = 0, computers: int = 0
) -> Played:
    """A finished match as the presenter tells it."""
    return Played(
        match_id=past.match_id,
        game=game(past.game).info.name,
        at=past.at,
        place=past.place,
        seats=past.seats,
        won=past.won,
        points=past.points,
        gained=past.gained,
        people=people,
        former=former,
        computers=computers,
        url=f"https://discord.com/channels/{past.guild_id or '@me'}/{past.channel_id}",
    )
