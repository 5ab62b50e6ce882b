"""A person's open matches: their lists in `/games` and the digest, and the way to the next one."""

import logging
from collections.abc import Sequence
from dataclasses import replace

import discord

from bot.discord_ui.base_client import BaseClient
from bot.discord_ui.publishing.message_records import link_to
from bot.engine.contract import Observation
from bot.model.match import Match, Stage, UserId, WaitingFor
from bot.present.i18n import Words
from bot.present.screen import Screen
from bot.present.screens.home import MAX_LISTED, OpenMatch, State, as_of, with_next
from bot.service.play.loaded_match import info_of
from bot.service.ports.faults import StoreFault

log = logging.getLogger(__name__)

MAX_NAME = 30
"""Number of characters of a server's name that are shown."""


async def open_matches(
    client: BaseClient, matches: Sequence[Match], user: UserId, here: int | None, say: Words
) -> list[OpenMatch]:
    """Return a person's matches, the most urgent first, up to :data:`MAX_LISTED`.

    ``here`` is the server in which they read this; ``None`` in a DM, 0 where no match can be.
    """
    store = client.service.store
    found = [(await _open_match(client, each, user), each) for each in matches]
    found.sort(key=lambda each: (*each[0].urgency, each[1].id))
    moved_at = await store.last_moves([match.id for _, match in found[:MAX_LISTED]])
    return [
        replace(
            each,
            url=await link_to(store, match),
            place=_place(client, match.guild_id, here, say),
            moved_at=moved_at.get(match.id),
        )
        for each, match in found[:MAX_LISTED]
    ]


async def _open_match(client: BaseClient, match: Match, user: UserId) -> OpenMatch:
    """Return a match's state for the person from its clocks; load it only if it has none."""
    clocks, acting = match.agenda.clocks, [each.seat for each in match.agenda.clocks]
    open_one = OpenMatch(
        match.id,
        info_of(match).name,
        others=tuple(each for each in match.seats if each.user_id != user),
        awaited=tuple(each for each in match.seats if each.seat in acting),
    )
    if match.stage is Stage.LOBBY:
        return replace(open_one, until=match.agenda.lapses_at)
    own = next(each for each in match.seats if each.user_id == user)
    if (clock := match.agenda.clock(own.seat)) is not None:
        return replace(open_one, state=State.MY_TURN, until=clock.due_at)
    due = min((each.due_at for each in clocks if each.due_at is not None), default=None)
    if own.is_held:
        return replace(open_one, state=State.HELD, until=due)
    if not clocks and match.awaits is WaitingFor.PERSON:
        view = await client.service.matches.view_for(match.id, user)
        if view.seen is not None and view.seen.legal:
            return replace(open_one, state=State.MY_TURN)
    return replace(open_one, state=State.OTHERS, until=due)


def _place(client: BaseClient, guild_id: int | None, here: int | None, say: Words) -> str:
    """Return the place of a match, or an empty string if the person asks from there."""
    if guild_id == here:
        return ""
    if guild_id is None:
        return say("in DMs")
    guild = client.get_guild(guild_id)
    if guild is None:
        return say("in another server")
    return discord.utils.escape_markdown(guild.name[:MAX_NAME])


async def with_way_on(
    client: BaseClient,
    match: Match,
    user: UserId,
    seen: Observation | None,
    screen: Screen,
    say: Words,
    *,
    is_direct: bool,
) -> Screen:
    """Return a hand as it is shown while others are to move.

    It leads to another match that waits for its owner. A DM says when it was true: the bot can
    change it only for a while without asking Discord once for each.
    """
    if seen is None or seen.seat is None:
        return screen
    if seen.seat in seen.to_act and not match.seats[seen.seat].is_held:
        return screen
    if is_direct and seen.to_act:
        screen = as_of(screen, client.service.now(), say)
    try:
        waiting = await client.service.store.waiting_for(user)
    except StoreFault as fault:
        log.warning("cannot read what waits: %s", fault)
        return screen
    others = any(each != match.id for each in waiting)
    return with_next(screen, say, match.id) if others else screen
