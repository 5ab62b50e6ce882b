"""The way from one match that waits for a person to the next, through all servers and DMs."""

from collections.abc import Sequence

from bot.discord_ui.base_client import Interaction
from bot.discord_ui.handlers.match_actions import MatchActions
from bot.discord_ui.handlers.table_actions import note_own
from bot.discord_ui.interactions.response import Reply, is_direct
from bot.discord_ui.publishing.message_records import link_to
from bot.model.match import Match, MatchId
from bot.present.screens.home import at_table_screen, nothing_waits_screen
from bot.service.game_service import GameService
from bot.service.play.loaded_match import info_of


class NextMatch:
    """Opens the match that waits for whoever presses, the most urgent first.

    A button's id has the match that its message shows, so pressing again without a move leads on.
    """

    def __init__(self, service: GameService, actions: MatchActions) -> None:
        self._service = service
        self._actions = actions

    async def press(self, click: Interaction, reply: Reply, shown: str) -> None:
        """Show the next hand in the clicked message, or a link if they choose at the table."""
        store, user = self._service.store, click.user.id
        await note_own(click, reply, store, int(shown), replacing=True)
        waiting = await reply.defer_if_slow(store.waiting_for(user), replacing=True)
        following = _next_after(waiting, int(shown))
        match = None if following is None else await store.match(following)
        if match is not None and is_direct(click) and match.channel_id == click.channel_id:
            reply.may_replace = False  # in the DM with its table, only what goes away is a hand
        if reply.may_replace and following != int(shown):
            await self._actions.hands.open_hands.release(click, int(shown))
        if match is None:
            expected_at = await store.others_expected_by(user)
            await reply.replace(nothing_waits_screen(expected_at, reply.say))
            return
        choosing = self._actions.is_chosen_at_table(match, user)
        if await reply.defer_if_slow(choosing, replacing=reply.may_replace):
            await self._lead_to_table(click, reply, match)
        else:
            await self._actions.hands.show(click, reply, match.id, in_place=reply.may_replace)

    async def _lead_to_table(self, click: Interaction, reply: Reply, match: Match) -> None:
        hands, user = self._actions.hands.open_hands, click.user.id
        async with hands.lock(match.id, user):
            url = await link_to(self._service.store, match)
            await reply.replace(at_table_screen(info_of(match).name, match.id, url, reply.say))
            if reply.may_replace:
                await hands.record_request(click, match)


def _next_after(waiting: Sequence[MatchId], shown: MatchId) -> MatchId | None:
    """Return the match to show after ``shown``: the next one, and the first after the last."""
    if not waiting:
        return None
    following = waiting.index(shown) + 1 if shown in waiting else 0
    return waiting[following % len(waiting)]
