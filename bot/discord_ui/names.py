"""People's names for pictures: asked of Discord when a picture is drawn, and never stored.

A text mentions people by id, and Discord shows their names there. A picture needs the names
themselves. They stay in memory for some minutes: whoever looks at one ranking looks at others.
"""

import asyncio
import logging
from collections.abc import Iterable, Mapping, Sequence
from functools import partial

import discord
from cachetools import TTLCache

from bot.discord_ui.faults import FAULTS
from bot.service.model.match import UserId

log = logging.getLogger(__name__)

MINUTES_KEPT = 10
MAX_KEPT = 2_000
MOST_MEMBERS = 100
"""The most members that Discord tells at once."""
PATIENCE = 1.0
"""Seconds that a picture waits for names; whoever is still unknown then has none in it."""


class Names:
    """Asks Discord for names: as members of a server, or as users where there is no server."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._kept: TTLCache[tuple[int | None, UserId], str] = TTLCache(
            MAX_KEPT, ttl=60 * MINUTES_KEPT
        )

    async def of(
        self, users: Iterable[UserId], guild_id: int | None, somebody: str
    ) -> Mapping[UserId, str]:
        """Return the names that Discord tells in time.

        ``guild_id``: the server whose members they are, or ``None`` to have the names of users.
        ``somebody`` is the name of everybody who has left, or whose account was deleted.
        """
        wanted = set(users)
        unknown = [each for each in wanted if (guild_id, each) not in self._kept]
        if unknown:
            ask = self._ask_users if guild_id is None else partial(self._ask_members, guild_id)
            try:
                await asyncio.wait_for(ask(unknown), PATIENCE)
            except TimeoutError:
                log.info("Discord does not tell names in time")
            except (*FAULTS, discord.ClientException) as error:
                log.info("cannot ask Discord for names: %s", type(error).__name__)
        found = {each: self._kept.get((guild_id, each)) for each in wanted}
        return {each: name or somebody for each, name in found.items() if name is not None}

    def forget(self, user: UserId) -> None:
        """Drop somebody's name."""
        for key in [key for key in self._kept if key[1] == user]:
            self._kept.pop(key, None)

    async def _ask_members(self, guild_id: int, users: Sequence[UserId]) -> None:
        """Ask for members with one request to the gateway; who isn't among them has left."""
        guild = self._client.get_guild(guild_id)
        if guild is None:
            return
        for at in range(0, len(users), MOST_MEMBERS):
            some = list(users[at : at + MOST_MEMBERS])
            members = await guild.query_members(user_ids=some, limit=len(some), cache=False)
            here = {each.id: each.display_name for each in members}
            self._kept.update({(guild_id, each): here.get(each, "") for each in some})

    async def _ask_users(self, users: Sequence[UserId]) -> None:
        """Ask for each user; whoever isn't told in time is left out."""
        await asyncio.gather(*(self._ask_user(each) for each in users))

    async def _ask_user(self, user: UserId) -> None:
        try:
            name = (await self._client.fetch_user(user)).display_name
        except discord.NotFound:
            name = ""
        self._kept[None, user] = name
