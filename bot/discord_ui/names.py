"""People's names for buttons and pictures: from their own clicks or asked of Discord, never stored.

A text mentions people by id, and Discord shows their names there. Buttons and pictures need the
names themselves. No members are cached, so names come with interactions, and a picture asks for
those that are missing. They stay in memory only.
"""

import asyncio
import logging
import re
import time
from collections.abc import Iterable, Mapping, Sequence
from unicodedata import category

import discord
from cachetools import FIFOCache

from bot.discord_ui.adapters import table_info_of
from bot.discord_ui.faults import FAULTS
from bot.model.match import Match, UserId
from bot.present.text.seats import TableInfo

log = logging.getLogger(__name__)

MINUTES_FRESH = 10
"""Minutes in which a picture shows a known name without asking again."""
MAX_KEPT = 20_000
"""The most names that are kept; those that were learned longest ago are forgotten first."""
MOST_MEMBERS = 100
"""The most members that Discord returns at once."""
WAIT_SECONDS = 1.0
"""Seconds that a picture waits for names; it leaves out those that are still unknown then."""


_TURNING = re.compile("[\x00-\x08\x0e-\x1b\x7f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Control characters, and those that change the direction of what follows."""
_BLANK = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and signs that draw nothing."""
_UNSEEN = {"Cc", "Cf", "Cs", "Mn", "Zs"}
"""Unicode's categories of characters that can't be seen alone."""


class Names:
    """Knows what people are called in each server, or as users where there is no server."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._kept = FIFOCache[tuple[int | None, UserId], tuple[str, float]](MAX_KEPT)
        """Each name, and when it was learned; the name of somebody who has left is empty."""

    def note(self, guild_id: int | None, user: discord.User | discord.Member) -> None:
        self._keep(guild_id, user.id, user.display_name)

    def known(self, match: Match) -> dict[UserId, str]:
        """Return the names of a match's people that are known; Discord is not asked."""
        found = ((user, self._kept.get((match.guild_id, user))) for user in match.people)
        return {user: kept[0] for user, kept in found if kept and kept[0]}

    def table_info(self, match: Match, *, can_take_back: bool = False) -> TableInfo:
        return table_info_of(match, names=self.known(match), can_take_back=can_take_back)

    async def fetch(
        self, users: Iterable[UserId], guild_id: int | None, somebody: str
    ) -> Mapping[UserId, str]:
        """Return fresh names: those known, and those that Discord returns in time.

        ``guild_id``: the server whose members they are, or ``None`` to have the names of users.
        ``somebody`` is the name of everybody who has left, or whose account was deleted.
        """
        wanted = set(users)
        unknown = [each for each in wanted if self._fresh(guild_id, each) is None]
        if unknown:
            try:
                async with asyncio.timeout(WAIT_SECONDS):
                    if guild_id is None:
                        await asyncio.gather(*map(self._ask_user, unknown))
                    else:
                        await self._ask_members(guild_id, unknown)
            except TimeoutError:
                log.info("Discord did not answer in time when asked for names")
            except (*FAULTS, discord.ClientException) as error:
                log.info("cannot ask Discord for names: %s", type(error).__name__)
        found = {each: self._fresh(guild_id, each) for each in wanted}
        return {each: name or somebody for each, name in found.items() if name is not None}

    def forget(self, user: UserId) -> None:
        for key in [key for key in self._kept if key[1] == user]:
            del self._kept[key]

    def _keep(self, guild_id: int | None, user: UserId, name: str) -> None:
        self._kept[guild_id, user] = _in_one_line(name), time.monotonic()

    def _fresh(self, guild_id: int | None, user: UserId) -> str | None:
        name, learned = self._kept.get((guild_id, user), (None, 0.0))
        return name if time.monotonic() - learned < 60 * MINUTES_FRESH else None

    async def _ask_members(self, guild_id: int, users: Sequence[UserId]) -> None:
        """Ask the gateway for members; somebody who isn't among them has left."""
        guild = self._client.get_guild(guild_id)
        if guild is None:
            return
        for at in range(0, len(users), MOST_MEMBERS):
            some = list(users[at : at + MOST_MEMBERS])
            members = await guild.query_members(user_ids=some, limit=len(some), cache=False)
            here = {each.id: each.display_name for each in members}
            for user in some:
                self._keep(guild_id, user, here.get(user, ""))

    async def _ask_user(self, user: UserId) -> None:
        try:
            name = (await self._client.fetch_user(user)).display_name
        except discord.NotFound:
            name = ""
        self._keep(None, user, name)


def _in_one_line(name: str) -> str:
    """Return a name without characters that turn the text around it; empty if it can't be seen."""
    line = " ".join(_TURNING.sub("", name).split())
    return "" if all(each in _BLANK or category(each) in _UNSEEN for each in line) else line
