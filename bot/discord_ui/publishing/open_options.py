"""The messages that show the options of a lobby, and how they close."""

import asyncio
import logging

from bot.discord_ui.base_client import Interaction
from bot.discord_ui.components import body
from bot.discord_ui.faults import FAULTS, UNREACHED
from bot.engine.translatable import N_
from bot.model.errors import TableClosed
from bot.model.match import Match, Stage
from bot.present.screen import note
from bot.service.keyed_locks import KeyedLocks

log = logging.getLogger(__name__)

FIXED = N_("The match has started, so you can't change the options.")


class OpenOptions:
    """The messages with each lobby's options, as long as Discord lets the bot edit them."""

    def __init__(self) -> None:
        self._open: dict[int, dict[int, Interaction]] = {}
        self._locks = KeyedLocks[int]()

    def lock(self, match_id: int) -> asyncio.Lock:
        return self._locks[match_id]

    def add(self, match_id: int, message_id: int | None, click: Interaction) -> None:
        """Remember that the answer to ``click`` shows the options and can be edited through it."""
        self._sweep()
        if message_id is not None:
            self._open.setdefault(match_id, {})[message_id] = click

    def discard(self, match_id: int, message_id: int) -> None:
        self._open.get(match_id, {}).pop(message_id, None)

    def are_open(self, match_id: int) -> bool:
        return bool(self._open.get(match_id)) or match_id in self._locks

    async def close(self, match: Match) -> None:
        async with self.lock(match.id):
            for message_id, click in list(self._open.get(match.id, {}).items()):
                if not click.is_expired():
                    await _close(click, match)
                self.discard(match.id, message_id)
            self._open.pop(match.id, None)

    def _sweep(self) -> None:
        for match_id, clicks in list(self._open.items()):
            left = {key: click for key, click in clicks.items() if not click.is_expired()}
            if left:
                self._open[match_id] = left
            else:
                del self._open[match_id]


async def _close(click: Interaction, match: Match) -> None:
    say = await click.client.languages.words_for_click(click)
    closed = match.stage is Stage.CLOSED
    ready = await body(note(say.refusal(TableClosed()) if closed else say(FIXED)))
    try:
        await click.edit_original_response(**ready.as_edit)
    except UNREACHED:
        raise
    except FAULTS as error:
        log.info("cannot close a message with options: %s", error)
