"""Handlers behind the buttons that take back a move."""

from bot.discord_ui.adapters import info_of, table_info_of
from bot.discord_ui.base_client import Interaction
from bot.discord_ui.handlers.match_actions import NOT_PLAYING, MatchActions
from bot.discord_ui.interactions.origin import is_own
from bot.discord_ui.interactions.response import Reply
from bot.engine.errors import Refusal, StaleMove
from bot.model.errors import RevealedSince, SeatHeld
from bot.present.screen import note
from bot.present.screens.match.table import take_back_screen
from bot.service.game_service import GameService


class TakeBackActions:
    """Asks whether somebody is sure, and takes their move back."""

    def __init__(self, service: GameService, actions: MatchActions) -> None:
        self._service = service
        self._actions = actions

    async def ask(self, click: Interaction, reply: Reply, match_id: int) -> None:
        """Ask whether the person is sure, in place of their own message."""
        user = click.user.id
        await self._note_origin(click, reply, match_id)
        offering = self._service.take_backs.offer(match_id, user)
        ply = await reply.defer_if_slow(offering, replacing=reply.may_replace)
        viewing = self._service.matches.view_for(match_id, user)
        view = await reply.defer_if_slow(viewing, replacing=reply.may_replace)
        await reply.replace(take_back_screen(table_info_of(view.match), ply, reply.say))

    async def take_back(self, click: Interaction, reply: Reply, match_id: int, ply: int) -> None:
        """Take back the move that was made after ``ply`` log entries, and show the hand."""
        user = click.user.id
        await self._note_origin(click, reply, match_id)
        taking = self._service.take_backs.take_back(match_id, user, ply)
        try:
            view = await reply.defer_if_slow(taking, replacing=reply.may_replace)
        except NOT_PLAYING as refusal:
            await reply.replace(note(reply.say.refusal(refusal)))
        except (StaleMove, RevealedSince, SeatHeld) as refusal:
            await self._answer(click, reply, match_id, refusal)
        else:
            text = reply.say("You took your move back.")
            if info_of(view.match).open_play:
                await reply.replace(note(text))  # the choices are on the table
            else:
                await self._actions.hands.refresh(click, reply, match_id, text)

    async def _answer(
        self, click: Interaction, reply: Reply, match_id: int, refusal: Refusal
    ) -> None:
        """Show a refusal, with the hand as it is now if there are hands."""
        viewing = self._service.matches.view_for(match_id, click.user.id)
        view = await reply.defer_if_slow(viewing, replacing=reply.may_replace)
        text = reply.say.refusal(refusal)
        if info_of(view.match).open_play:
            await reply.replace(note(text))
        else:
            await self._actions.hands.refresh(click, reply, match_id, text)

    async def _note_origin(self, click: Interaction, reply: Reply, match_id: int) -> None:
        """Note in ``reply`` whether the clicked message is the person's own."""
        own = is_own(click, self._service.store, match_id)
        reply.may_replace = await reply.defer_if_slow(own, replacing=reply.may_replace)
