"""The languages of the simulated Discord: each person's own, and the server's."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from bot.present import catalogues
from bot.present.catalogues import ENGLISH, autonym

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from simcord import Env, GuildHandle

SERVER = "server"
"""Stands for the server among those whose language can be chosen."""


class DemoLanguages:
    """Sends interactions in the languages that were chosen on the page; SimCord knows only one."""

    def __init__(self, env: Env, guild: GuildHandle) -> None:
        self._backend, self._guild_id = env.backend, guild.id
        self._chosen = {SERVER: ENGLISH}
        """The language of each person, by their id, and the server's."""
        self._backend.emit = partial(self._emit, self._backend.emit)  # type: ignore[method-assign]

    def of(self, whom: str) -> str:
        """Return the language of a person, given by their id, or of the :data:`SERVER`."""
        return self._chosen.get(whom, ENGLISH)

    def choose(self, whom: str, language: str) -> bool:
        """Set a language; return whether the bot speaks it."""
        if language not in catalogues.LANGUAGES:
            return False
        self._chosen[whom] = language
        if whom == SERVER:
            self._backend.edit_guild(self._guild_id, {"preferred_locale": language})
        return True

    def listed(self) -> dict[str, Any]:
        return {
            "names": {each: autonym(each) for each in catalogues.LANGUAGES},
            "chosen": self._chosen,
        }

    def _emit(self, emit: Callable[..., None], event: str, payload: Mapping[str, Any]) -> None:
        if event == "INTERACTION_CREATE":
            user = (payload.get("member") or payload)["user"]["id"]
            payload = {**payload, "locale": self.of(user)}
            if "guild_locale" in payload:
                payload["guild_locale"] = self.of(SERVER)
        emit(event, payload)
