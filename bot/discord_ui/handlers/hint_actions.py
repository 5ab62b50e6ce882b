"""Handlers behind the Hint button."""

from bot.discord_ui.adapters import table_info_of
from bot.discord_ui.base_client import Interaction
from bot.discord_ui.handlers.match_actions import NOT_PLAYING, OUT_OF_DATE, MatchActions
from bot.discord_ui.handlers.private_hands import seat_to_play
from bot.discord_ui.interactions.response import Reply
from bot.engine.errors import StaleMove
from bot.model.errors import SeatHeld
from bot.present import custom_ids
from bot.present.screen import note
from bot.present.screens.match.hint import hint_note, hint_question
from bot.service.game_service import GameService


class HintActions:
    """Shows hints to the person who asked and nobody else."""

    def __init__(self, service: GameService, actions: MatchActions) -> None:
        self._service = service
        self._actions = actions

    async def show_in_hand(
        self, click: Interaction, reply: Reply, match_id: int, ply: int, *, sure: bool
    ) -> None:
        """Show a hint in the clicked hand; if that is out of date, show the current hand.

        Unless they are ``sure``, somebody's first one in the match is preceded by a question.
        """
        hints, user = self._service.hints, click.user.id
        try:
            if not sure and await reply.defer_if_slow(
                hints.would_be_first(match_id, user, ply), replacing=True
            ):
                await self._ask(click, reply, match_id, ply, custom_ids.IN_HAND)
                return
            hint = await reply.defer_if_slow(hints.take(match_id, user, ply), replacing=True)
        except StaleMove as refusal:
            await self._actions.hands.refresh(click, reply, match_id, reply.say.refusal(refusal))
        except SeatHeld:  # the hand itself says so
            await self._actions.hands.refresh(click, reply, match_id)
        except NOT_PLAYING as refusal:
            await reply.replace(note(reply.say.refusal(refusal)))
        else:
            await self._actions.hands.refresh(click, reply, match_id, hint=(ply, hint))

    async def show_beside_table(
        self, click: Interaction, reply: Reply, match_id: int, ply: int, *, sure: bool
    ) -> None:
        """Show a hint for a choice at an open table, in a message that only they see.

        ``sure``: as in :meth:`show_in_hand`.
        """
        matches, hints, user = self._service.matches, self._service.hints, click.user.id
        replacing = reply.may_replace
        try:
            if not sure and await reply.defer_if_slow(hints.would_be_first(match_id, user, ply)):
                await self._ask(click, reply, match_id, ply, custom_ids.BESIDE_TABLE)
                return
            taking = hints.take(match_id, user, ply)
            hint = await reply.defer_if_slow(taking, replacing=replacing)
            view = await reply.defer_if_slow(matches.view_for(match_id, user), replacing=replacing)
            if not view.has_same_choice_as_at(ply):
                raise StaleMove
        except StaleMove:
            await reply.replace(note(reply.say(OUT_OF_DATE)))
            return
        seen = seat_to_play(view)
        await reply.replace(hint_note(table_info_of(view.match), seen, hint, reply.say))

    async def _ask(
        self, click: Interaction, reply: Reply, match_id: int, ply: int, sure: str
    ) -> None:
        view = await self._service.matches.view_for(match_id, click.user.id)
        await reply.replace(hint_question(table_info_of(view.match), ply, sure, reply.say))
