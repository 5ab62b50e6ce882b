"""``/profile``: ratings and achievements, and showing your own profile to everybody."""

import re
from functools import partial

import discord
from discord import app_commands

from bot.discord_ui.base_client import Interaction
from bot.discord_ui.commands.feature import Feature, everywhere, slash_command
from bot.discord_ui.errors import KeptPrivate, NoPerson, OldButton, SeenByYouAlone
from bot.discord_ui.faults import FAULTS
from bot.discord_ui.installs import can_share
from bot.discord_ui.interactions.response import Reply
from bot.engine.translatable import N_, NC_
from bot.model.match import UserId
from bot.present.screens.scores.profile import (
    NAME,
    PAGES,
    SHOW,
    achievements_screen,
    profile_screen,
)
from bot.present.screens.scores.profile_picture import CURVE, Profile
from bot.scores.rating import FRESH
from bot.service.game_service import GameService

OPPONENTS = 5
_USER = r"([1-9]\d{0,18})"
_LOOK = re.compile(rf"look:{_USER}")
_LIST = re.compile(rf"list:{_USER}:(\d)")
_MOST = 2**63
"""Upper limit of ids: Discord's are smaller, and no database takes one as large."""


async def _pressed(click: Interaction, reply: Reply, rest: str) -> None:
    if rest == SHOW:
        await _show(click, reply)
    elif found := _LIST.fullmatch(rest):
        await _list(click, reply, _user(found[1]), int(found[2]))
    elif found := _LOOK.fullmatch(rest):
        await _show_profile(click, reply, _user(found[1]))
    else:
        raise OldButton


@everywhere
@slash_command
@app_commands.rename(user=NC_("option", "user"))
@app_commands.describe(user=N_("Player (default: you)"))
async def profile(click: Interaction, reply: Reply, user: discord.User | None = None) -> None:
    if user is not None and user.bot:
        raise NoPerson
    await _show_profile(click, reply, click.user.id if user is None else user.id)


async def _show_profile(click: Interaction, reply: Reply, user: UserId) -> None:
    service, is_own = click.client.service, user == click.user.id
    found = await reply.defer_if_slow(
        profile_of(service, user, is_own=is_own), replacing=reply.may_replace
    )
    listed = await reply.defer_if_slow(_is_listed(service, user), replacing=reply.may_replace)
    can_show = is_own and listed and can_share(click)
    is_shown = click.message is not None and click.message.id in click.client.sharing
    await reply.replace(
        profile_screen(found, reply.say, is_own=is_own, can_show=can_show, is_shown=is_shown)
    )


async def _list(click: Interaction, reply: Reply, user: UserId, page: int) -> None:
    if page >= PAGES:
        raise OldButton
    is_own = user == click.user.id
    work = profile_of(click.client.service, user, is_own=is_own)
    found = await reply.defer_if_slow(work, replacing=reply.may_replace)
    await reply.replace(achievements_screen(found, page, reply.say, is_own=is_own))


async def _show(click: Interaction, reply: Reply) -> None:
    """Post the person's own profile in the channel, once; not if they keep it private."""
    if click.message is None or not reply.may_replace:
        raise OldButton
    with click.client.sharing.once(click.message.id):
        work = profile_of(click.client.service, click.user.id, is_own=False)
        found = await reply.defer_if_slow(work, replacing=True)
        offer = partial(profile_screen, found, reply.say, is_own=True, can_show=True)
        await reply.replace(offer(is_shown=True))
        try:
            await reply.announce(profile_screen(found, await reply.words_for_channel()))
        except (*FAULTS, SeenByYouAlone):
            await reply.replace(offer())
            raise


def _user(text: str) -> UserId:
    user = int(text)
    if user >= _MOST:
        raise OldButton
    return user


async def _is_listed(service: GameService, user: UserId) -> bool:
    return (await service.preferences.player_settings([user]))[user].preferences.listed


async def profile_of(service: GameService, user: UserId, *, is_own: bool) -> Profile:
    """Return a person's profile; raises :class:`~bot.discord_ui.errors.KeptPrivate`.

    ``is_own``: only they will read it, so it is never refused.
    """
    store = service.store
    career, ratings = await store.career(user), await store.ratings_of(user)
    points = await store.rating_points(user, CURVE)
    opponents = await store.opponents(user, OPPONENTS)
    earned = await store.achievements(user)
    answer, days = await store.puzzle_attempt(user), await service.daily.streak(user)
    if not is_own and not await _is_listed(service, user):  # read last: it may have changed
        raise KeptPrivate
    now = service.now()
    return Profile(
        *(user, now, career, ratings, tuple(points), tuple(opponents), tuple(earned)),
        puzzles=FRESH if answer is None else answer.rating,
        days=days,
    )


PROFILE_FEATURE = Feature(NAME, profile, pressed=_pressed)
