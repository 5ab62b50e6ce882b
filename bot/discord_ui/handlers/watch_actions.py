"""Handlers behind the buttons that choose reminders for people who watch a match."""

from bot.discord_ui.adapters import table_info_of
from bot.discord_ui.base_client import Interaction
from bot.discord_ui.errors import OldButton
from bot.discord_ui.interactions.response import Reply
from bot.model.calls import WatchReminders
from bot.model.match import MatchId
from bot.present import custom_ids
from bot.present.screen import Screen, note
from bot.present.screens.match.calls import with_reminders
from bot.service.game_service import GameService

PATTERN = rf"{custom_ids.WATCH}:([01])([01])"
"""The part of these buttons' ids that follows the number of the match."""


class WatchActions:
    """Saves which reminders a person wants; the id of each button has all of them."""

    def __init__(self, service: GameService) -> None:
        self._service = service

    async def press(
        self, click: Interaction, reply: Reply, number: str, goes_on: str, ends: str
    ) -> None:
        """Choose exactly these reminders, and show the choice in place of the last one."""
        reminders = WatchReminders(goes_on == "1", ends == "1")
        if reminders:
            await reply.defer_if_slow(self._check(click, int(number)), replacing=True)
        choosing = self._service.watching.choose(int(number), click.user.id, reminders)
        match = await reply.defer_if_slow(choosing, replacing=True)
        if not (reminders or match.is_open):
            await reply.replace(note(reply.say("I won't remind you of this match.")))
            return
        screen = with_reminders(Screen(()), table_info_of(match), reminders, reply.say)
        await reply.replace(screen)

    async def _check(self, click: Interaction, match_id: MatchId) -> None:
        """Raise :class:`OldButton` for a match of another server; in a DM it can be of any."""
        match = await self._service.store.match(match_id)
        if match and click.guild_id is not None and match.guild_id != click.guild_id:
            raise OldButton
