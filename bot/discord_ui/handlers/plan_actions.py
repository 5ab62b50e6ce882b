"""Handlers behind the buttons of a person's own plan; none of them ever makes a move."""

from collections.abc import Awaitable
from dataclasses import replace
from functools import partial

from bot.discord_ui.base_client import Interaction
from bot.discord_ui.errors import OldButton, verb_in
from bot.discord_ui.handlers.match_actions import MatchActions
from bot.discord_ui.handlers.own_preferences import OwnPreferences
from bot.discord_ui.handlers.table_actions import note_own
from bot.discord_ui.interactions.response import Reply
from bot.engine.planning import Wish
from bot.model.match import MatchId, UserId
from bot.model.plans import Reach
from bot.present.custom_ids import ON, PlanVerb
from bot.present.screens.settings.preferences import FORCED
from bot.service.game_service import GameService
from bot.service.play.matches import PlayerView


class PlanActions:
    def __init__(self, service: GameService, actions: MatchActions, own: OwnPreferences) -> None:
        self._service, self._own = service, own
        self._hands = actions.hands

    async def press(
        self, click: Interaction, reply: Reply, number: str, verb: str, argument: str
    ) -> None:
        """Carry out what a button says; if the person's turn has come, offer the move instead.

        Raises :class:`OldButton` on any message but the person's own.
        """
        match_id, chosen = int(number), verb_in(PlanVerb, verb)
        await note_own(click, reply, self._service.store, match_id, replacing=True)
        if not reply.may_replace:
            raise OldButton
        if chosen is PlanVerb.FORCED:
            await self._set_forced_moves(click, reply, match_id, argument)
            return
        async with (
            self._hands.explaining(click, reply, match_id),
            self._hands.lock(click, reply, match_id, replacing=True),
        ):
            changing = self._change(match_id, click.user.id, chosen, argument)
            view = await reply.defer_if_slow(changing, replacing=True)
            plan = None
            if chosen is not PlanVerb.STOP:
                plan = self._hands.plan(click, view, reply.say)
            screen = plan or self._hands.screen(click, view, reply.say)
            is_plan = plan is not None
            await self._hands.answer(click, reply, view, screen, reply.replace, is_plan=is_plan)

    async def _set_forced_moves(
        self, click: Interaction, reply: Reply, match_id: MatchId, wanted: str
    ) -> None:
        if wanted not in FORCED:
            raise OldButton
        changing = self._own.change(click.user.id, partial(replace, autoplay=wanted == ON))
        await reply.defer_if_slow(changing, replacing=True)
        text = reply.say("I won't make moves for you. You can change that in /preferences.")
        if wanted == ON:
            text = reply.say(
                "From now on, I'll play for you when you have no choice. You can change that in"
                " /preferences."
            )
        await self._hands.refresh(click, reply, match_id, text)

    def _change(
        self, match_id: MatchId, user: UserId, verb: PlanVerb, argument: str
    ) -> Awaitable[PlayerView]:
        plans = self._service.plans
        match verb:
            case PlanVerb.OPEN:
                return plans.view(match_id, user)
            case PlanVerb.ADD:
                return plans.add(match_id, user, Wish.of(argument))
            case PlanVerb.REMOVE:
                return plans.remove(match_id, user, argument)
            case PlanVerb.REACH:
                return plans.extend(match_id, user, verb_in(Reach, argument))
            case _:
                return plans.stop(match_id, user)
