"""Handlers behind the Hint button."""

from bot.discord_ui.adapters import table_info_of
from bot.discord_ui.base_client import Interaction
from bot.discord_ui.handlers.match_actions import NOT_PLAYING, OUT_OF_DATE, MatchActions
from bot.discord_ui.handlers.private_hands import seat_to_play
from bot.discord_ui.interactions.response import Reply
from bot.engine.errors import StaleMove
from bot.present.screen import note
from bot.present.screens.match.hint import hint_note
from bot.service.errors import SeatHeld
from bot.service.game_service import GameService


class HintActions:
    """Shows hints to the person who asked and nobody else."""

    def __init__(self, service: GameService, actions: MatchActions) -> None:
        self._service = service
        self._actions = actions

    async def show_in_hand(self, click: Interaction, reply: Reply, match_id: int, ply: int) -> None:
        """Show a hint in the clicked hand; if that is out of date, show the current hand."""
        taking = self._service.hints.take(match_id, click.user.id, ply)
        try:
            hint = await reply.defer_if_slow(taking, replacing=True)
        except StaleMove as refusal:
            await self._actions.hands.refresh(click, reply, match_id, reply.say.refusal(refusal))
        except SeatHeld:  # the hand itself says so
            await self._actions.hands.refresh(click, reply, match_id)
        except NOT_PLAYING as refusal:
            await reply.replace(note(reply.say.refusal(refusal)))
        else:
            await self._actions.hands.refresh(click, reply, match_id, hint=(ply, hint))

    async def show_beside_table(
        self, click: Interaction, reply: Reply, match_id: int, ply: int
    ) -> None:
        """Show a hint in a new message, for a choice that is made at an open table."""
        matches, user = self._service.matches, click.user.id
        try:
            hint = await reply.defer_if_slow(self._service.hints.take(match_id, user, ply))
            view = await reply.defer_if_slow(matches.view_for(match_id, user))
            if not view.is_asked_as_at(ply):
                raise StaleMove
        except StaleMove:
            await reply.private(note(reply.say(OUT_OF_DATE)))
            return
        seen = seat_to_play(view)
        await reply.private(hint_note(table_info_of(view.match), seen, hint, reply.say))
