"""``/replay``: a match step by step; a finished one also as an animation, and as a file."""

import asyncio
import re

from discord import app_commands

from bot.discord_ui.adapters import table_info_of
from bot.discord_ui.base_client import Interaction
from bot.discord_ui.commands.feature import Feature, everywhere, slash_command
from bot.discord_ui.commands.finished_matches import (
    match_history,
    match_named,
    own_matches,
    turns_pages,
    viewer,
)
from bot.discord_ui.components import body
from bot.discord_ui.errors import OldButton, OnlyAtTable
from bot.discord_ui.installs import channel_of
from bot.discord_ui.interactions.response import Reply
from bot.engine.translatable import N_, NC_
from bot.model.match import Stage
from bot.present.screens.lookback.buttons import REPLAY
from bot.present.screens.lookback.replay import (
    ANIMATION,
    RECORD,
    animation_screen,
    record_screen,
    replay_screen,
    so_far_screen,
)
from bot.present.views import view_of_game
from bot.service.play.loaded_match import info_of

_STEP = re.compile(r"(\d{1,18})(?::(p?)(\d{1,9})[a-z]?)?")
_ASKED = re.compile(r"(\d{1,18}):([a-z]+)")


async def _pressed(click: Interaction, reply: Reply, rest: str) -> None:
    if found := _STEP.fullmatch(rest):
        match_id, step = int(found[1]), None if found[3] is None else int(found[3])
        if step is not None:
            reply.may_replace = turns_pages(click)
        if step is None or found[2]:
            await _show_match(click, reply, match_id, step)
        else:
            await show_replay(click, reply, match_id, step)
        return
    match _ASKED.fullmatch(rest):
        case re.Match() as found if found[2] == ANIMATION:
            await _show_animation(click, reply, int(found[1]))
        case re.Match() as found if found[2] == RECORD:
            reading = match_history(click).record(int(found[1]), viewer(click))
            record = await reply.defer_if_slow(reading)
            await reply.private(record_screen(int(found[1]), record, reply.say))
        case _:
            raise OldButton


@everywhere
@slash_command
@app_commands.rename(match=NC_("option", "match"))
@app_commands.describe(match=N_("Match number (default: the one running here, or the last one)"))
@app_commands.autocomplete(match=own_matches)
async def replay(click: Interaction, reply: Reply, match: str | None = None) -> None:
    store, here = click.client.service.store, None
    if match is None:
        here = await reply.defer_if_slow(store.open_in(channel_of(click)))
    if here is None or here.stage is not Stage.RUNNING:
        match_id = await reply.defer_if_slow(match_named(click, match))
    else:
        match_id = here.id
    await _show_match(click, reply, match_id)


async def _show_match(
    click: Interaction, reply: Reply, match_id: int, ply: int | None = None
) -> None:
    """Show a running match as its viewer sees it, or a finished one, up to the log entry ``ply``.

    Without ``ply``, show the newest step, or the first one of a finished match. Raises
    :class:`OnlyAtTable`.
    """
    history, who = match_history(click), viewer(click)
    replacing = reply.may_replace and ply is not None
    match = await reply.defer_if_slow(history.visible(match_id, who), replacing=replacing)
    if match.stage is not Stage.RUNNING:
        await show_replay(click, reply, match_id, ply=ply)
        return
    if not view_of_game(match.game).has_private_copy:
        raise OnlyAtTable(game=info_of(match).name)
    looking = history.so_far(match, who, ply)
    so_far = await reply.defer_if_slow(looking, replacing=replacing)
    screen = so_far_screen(table_info_of(match), so_far, reply.say)
    await (reply.replace if replacing else reply.private)(screen)


async def show_replay(
    click: Interaction, reply: Reply, match_id: int, step: int | None = None, ply: int | None = None
) -> None:
    """Show a match from its start in a new message, or at another place in the clicked one.

    That is after a ``step``, or after the last step up to the log entry ``ply``.
    """
    replacing = reply.may_replace and not (step is None and ply is None)
    work = match_history(click).open_story(match_id, viewer(click))
    found = await reply.defer_if_slow(work, replacing=replacing)
    if ply is not None:
        step = found.story.step_until(ply)
    table_info = table_info_of(found.match)
    try:
        screen = replay_screen(table_info, found.story, step or 0, reply.say)
    except IndexError:
        raise OldButton from None
    await (reply.replace if replacing else reply.private)(screen)


async def _show_animation(click: Interaction, reply: Reply, match_id: int) -> None:
    """Send the animation; it takes a moment, so an answer is promised at once.

    Only drawing waits for the animations of others: the speed of an upload is up to Discord.
    """
    who = viewer(click)
    await reply.defer()
    found = await match_history(click).open_story(match_id, who)
    table_info = table_info_of(found.match)
    with match_history(click).drawing_animation(who):
        async with match_history(click).drawing:
            screen = await asyncio.to_thread(animation_screen, table_info, found.story, reply.say)
            theme = await click.client.themes.for_channel(click)
            animation = await body(screen.in_theme(theme))
        await reply.private(animation)


REPLAY_FEATURE = Feature(REPLAY, replay, pressed=_pressed)
