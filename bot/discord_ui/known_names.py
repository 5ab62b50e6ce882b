"""What people are called in a server, as far as their own clicks have told it."""

from collections import OrderedDict

import discord

from bot.service.model.match import Match, UserId

MOST = 20_000
"""The most names that are remembered; those not used for longest are forgotten first."""


class KnownNames:
    """The names of people who have clicked or typed, in memory only: no name is stored.

    Buttons can't mention people, and no members are cached, so names come with interactions.
    """

    def __init__(self) -> None:
        self._names: OrderedDict[tuple[int | None, UserId], str] = OrderedDict()

    def note(self, guild_id: int | None, user: discord.User | discord.Member) -> None:
        """Remember what somebody is called in a server, or in direct messages."""
        key = (guild_id, user.id)
        self._names[key] = " ".join(user.display_name.split())
        self._names.move_to_end(key)
        if len(self._names) > MOST:
            self._names.popitem(last=False)

    def at(self, match: Match) -> dict[UserId, str]:
        """Return the known names of a match's people, by id."""
        found = ((user, self._names.get((match.guild_id, user))) for user in match.people)
        return {user: name for user, name in found if name}

    def forget(self, user: UserId) -> None:
        """Forget all names of a person whose data was deleted."""
        for key in [key for key in self._names if key[1] == user]:
            del self._names[key]
