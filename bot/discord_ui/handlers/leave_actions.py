"""Leaving a running match: the question, staying, going, and coming back within a minute."""

import re
from datetime import UTC, datetime

from bot.discord_ui.adapters import table_info_of
from bot.discord_ui.base_client import Interaction
from bot.discord_ui.errors import OldButton, verb_in
from bot.discord_ui.handlers.match_actions import MatchActions, open_match
from bot.discord_ui.interactions.response import Reply
from bot.model.errors import NotSeated, TooLateToReturn
from bot.present.custom_ids import LeaveVerb
from bot.present.screen import note
from bot.present.screens.match.table import leave_screen, left_screen
from bot.service.game_service import GameService
from bot.service.play.loaded_match import info_of

LEAVE_PATTERN = r"(?:leave!?|stay|return:.*)"
"""The part of these buttons' ids that follows the number of the match."""
_WHEN_LEFT = re.compile(r":(\d{1,9}):(\d{1,10})")
"""The length of the log when somebody left, and the Unix time."""


class LeaveActions:
    def __init__(self, service: GameService, actions: MatchActions) -> None:
        self._service = service
        self._actions = actions

    async def press(self, click: Interaction, reply: Reply, number: str, verb: str) -> None:
        match_id = int(number)
        word, mark, rest = verb.partition(":")
        match verb_in(LeaveVerb, word):
            case LeaveVerb.ASK:
                await self._ask(click, reply, match_id)
            case LeaveVerb.STAY:
                match = await reply.defer_if_slow(
                    open_match(self._service.store, match_id), replacing=True
                )
                if match.seat_of(click.user.id) is None:
                    raise NotSeated  # they have left in another message
                game = info_of(match).name
                text = reply.say("Good! You're still in this {game} match.", game=game)
                await reply.replace(note(text))
            case LeaveVerb.SURELY:
                await self._leave(click, reply, match_id)
            case LeaveVerb.RETURN:
                found = _WHEN_LEFT.fullmatch(mark + rest)
                if found is None or not reply.may_replace:
                    raise OldButton
                await self._undo(click, reply, match_id, int(found[1]), int(found[2]))

    async def _ask(self, click: Interaction, reply: Reply, match_id: int) -> None:
        user = click.user.id
        match = await reply.defer_if_slow(open_match(self._service.store, match_id), replacing=True)
        if match.seat_of(user) is None:
            raise NotSeated
        counting = self._service.matches.leaving_counts(match_id, user)
        counts = await reply.defer_if_slow(counting, replacing=True)
        await reply.replace(leave_screen(table_info_of(match), user, reply.say, counts=counts))

    async def _leave(self, click: Interaction, reply: Reply, match_id: int) -> None:
        left_at = self._service.now()
        leaving = self._service.matches.leave(match_id, click.user.id)
        match = await reply.defer_if_slow(leaving, replacing=True)
        table_info = table_info_of(match)
        farewell = left_screen(table_info, reply.say)
        self._actions.hands.open_hands.show_farewell(match_id, click.user.id, farewell)
        undo = (match.ply, left_at) if match.is_open else None
        await reply.replace(left_screen(table_info, reply.say, undo))

    async def _undo(
        self, click: Interaction, reply: Reply, match_id: int, ply: int, left_at: int
    ) -> None:
        at = datetime.fromtimestamp(left_at, UTC)
        returning = self._service.matches.undo_leaving(match_id, click.user.id, ply, at)
        try:
            match = await reply.defer_if_slow(returning, replacing=True)
        except TooLateToReturn as refusal:
            await reply.replace(note(reply.say.refusal(refusal)))
            return
        text = reply.say("Welcome back! You've got your seat back.")
        choosing = self._actions.is_chosen_at_table(match, click.user.id)
        if await reply.defer_if_slow(choosing, replacing=True):
            await reply.replace(note(text))
        else:
            await self._actions.hands.refresh(click, reply, match_id, text)
