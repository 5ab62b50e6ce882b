"""Opening of tables: in a channel, in a thread if that has a match, and for a rematch."""

import logging
from collections.abc import Awaitable, Callable
from functools import partial

import discord

from bot.discord_ui.adapters import lobby_of
from bot.discord_ui.base_client import Interaction
from bot.discord_ui.errors import NoThreadsInHere, OldButton
from bot.discord_ui.faults import FAULTS
from bot.discord_ui.installs import is_guest
from bot.discord_ui.interactions.response import Reply
from bot.discord_ui.publishing.message_records import link_to
from bot.discord_ui.publishing.permissions import check_playable, check_thread
from bot.discord_ui.publishing.publisher import ChannelPublisher
from bot.engine.game_info import GameInfo
from bot.games.names import named
from bot.model.errors import MatchHere, NoMatchHere, NoSuchMatch, RematchBegun
from bot.model.match import Match, MatchId
from bot.present import custom_ids
from bot.present.screen import Button, Screen, Tone, below, note
from bot.present.screens.lesson import offer_screen
from bot.present.screens.match.lobby import begun_note, lobby_screen, seated_note
from bot.service.game_service import GameService
from bot.service.lobby.new_match import MatchPlace
from bot.service.play.loaded_match import info_of
from bot.service.ports.faults import StoreFault

log = logging.getLogger(__name__)

OpenMatch = Callable[[MatchPlace], Awaitable[Match]]
"""A function that opens a match in a given place."""


class TableOpener:
    """Asks the service to open tables, and tells people where they are."""

    def __init__(self, service: GameService, publisher: ChannelPublisher) -> None:
        self._service = service
        self._publisher = publisher
        self._opening: set[tuple[int, int]] = set()
        """People for whom a thread is being opened, each with the channel."""

    # New matches.

    async def open(self, click: Interaction, reply: Reply, key: str) -> None:
        """Open a lobby in this channel, or offer a thread if there is a match already.

        ``key``, here and below, is that of a game or of a preset (:mod:`bot.games.names`).
        """
        match = await self._open_here(click, reply, key)
        if match is not None:
            await self._show_lobby(reply, match)
            self.save_locale(click, match.id)

    async def open_chosen(self, click: Interaction, reply: Reply, key: str) -> None:
        match = await self.open_quietly(click, reply, key, in_place=True)
        if match is None:
            return
        info = info_of(match)
        opened = note(reply.say("Your table of {game} is open.", game=info.name))
        offering = self.lesson_offer(click, reply, info)
        lesson = await reply.defer_if_slow(offering, replacing=True)
        await reply.replace(opened if lesson is None else below(opened, lesson))

    async def open_quietly(
        self, click: Interaction, reply: Reply, key: str, *, in_place: bool = False
    ) -> Match | None:
        """Open a lobby in this channel, which is posted in the background.

        If there is a match already, offer a thread and return ``None``; with ``in_place``, offer it
        in place of the clicked message.
        """
        match = await self._open_here(click, reply, key, in_place=in_place)
        if match is not None:
            self._show_later(click, match)
        return match

    async def _open_here(
        self, click: Interaction, reply: Reply, key: str, *, in_place: bool = False
    ) -> Match | None:
        if is_guest(click):
            told = note(reply.no_table)
            await (reply.replace if in_place else reply.private)(told)
            return None
        check_playable(click, reply.say)
        opening = self._table(click, key)(_where(click))
        try:
            return await reply.defer_if_slow(opening, replacing=True)
        except MatchHere as refusal:
            taken = self._taken(click, reply, refusal, custom_ids.thread(key))
            offer = await reply.defer_if_slow(taken, replacing=in_place)
            await (reply.replace if in_place else reply.private)(offer)
            return None

    async def open_thread(self, click: Interaction, reply: Reply, key: str) -> None:
        await self._open_thread(click, reply, named(key), self._table(click, key))

    def _table(self, click: Interaction, key: str) -> OpenMatch:
        lobbies, user, salt = self._service.lobbies, click.user.id, str(click.id)
        return lambda where: lobbies.open(key, where, user, salt)

    async def _taken(
        self, click: Interaction, reply: Reply, refusal: MatchHere, offer: str
    ) -> Screen:
        """Say where the channel's table is; ``offer`` is the custom id of the button for a thread.

        Somebody's own table, in a DM, can only be left.
        """
        match, say = await self._service.store.match(refusal.match_id), reply.say
        if match is None:
            return note(say.refusal(refusal))
        where = await link_to(self._service.store, match)
        if click.guild_id is None:
            return note(
                say("There's already [a table]({where}) here. End it with /leave.", where=where)
            )
        taken = say("This channel already has [a table]({where}).", where=where)
        if not isinstance(click.channel, discord.TextChannel):
            return note(taken)
        button = Button(offer, say("Open a thread"), Tone.MAIN)
        text = say("{taken} Should I open a thread for yours?", taken=taken)
        return Screen((text,), ((button,),))

    # Rematches.

    async def last_here(self, click: Interaction, reply: Reply) -> Match:
        last = self._service.rematches.last(_where(click).channel_id, click.user.id)
        return await reply.defer_if_slow(last, replacing=True)

    async def rematch(self, click: Interaction, reply: Reply, match_id: int) -> None:
        """Open a rematch in this channel, or take a seat in it, wherever it is open.

        The lobby is a message of its own, because that pings the others; an answer pings nobody.
        """
        before = await reply.defer_if_slow(self._repeated(click, match_id), replacing=True)
        if before.channel_id != click.channel_id:
            raise OldButton
        check_playable(click, reply.say)
        try:
            match = await reply.defer_if_slow(
                self._again(click, match_id)(_where(click)), replacing=True
            )
        except MatchHere as refusal:
            taken = self._taken(click, reply, refusal, custom_ids.thread(match_id))
            await reply.private(await reply.defer_if_slow(taken))
            return
        except RematchBegun as refusal:
            await self._point_to(refusal.match_id, reply)
            return
        self._show_later(click, match)
        pressed = click.type is discord.InteractionType.component
        if pressed and match.channel_id == click.channel_id:
            await reply.acknowledge()
            return
        where = await reply.defer_if_slow(link_to(self._service.store, match))
        await reply.private(seated_note(where, reply.say))

    async def rematch_in_thread(self, click: Interaction, reply: Reply, match: str) -> None:
        match_id = int(match)
        before = await reply.defer_if_slow(self._repeated(click, match_id), replacing=True)
        info = info_of(before)
        try:
            await self._open_thread(click, reply, info, self._again(click, match_id))
        except RematchBegun as refusal:
            await self._point_to(refusal.match_id, reply)

    def _again(self, click: Interaction, match_id: int) -> OpenMatch:
        rematches, user, salt = self._service.rematches, click.user.id, str(click.id)
        return lambda where: rematches.ask(match_id, where, user, salt)

    async def _repeated(self, click: Interaction, match_id: int) -> Match:
        return await self._service.rematches.asked_by(match_id, click.user.id)

    async def _point_to(self, match_id: int, reply: Reply) -> None:
        """Link to a rematch that has started already; raises :class:`NoSuchMatch`."""
        match = await reply.defer_if_slow(self._service.store.match(match_id))
        if match is None:
            raise NoSuchMatch
        where = await reply.defer_if_slow(link_to(self._service.store, match))
        await reply.private(begun_note(where, reply.say))

    # Threads.

    async def _open_thread(
        self, click: Interaction, reply: Reply, info: GameInfo, opening: OpenMatch
    ) -> None:
        channel = click.channel
        if not isinstance(channel, discord.TextChannel):
            raise NoThreadsInHere
        check_thread(click, reply.say)
        await click.response.defer()
        name = (await reply.words_for_channel())(info.name)
        person_and_channel = (click.user.id, channel.id)
        if person_and_channel in self._opening:
            return
        self._opening.add(person_and_channel)
        try:
            match = await _in_a_thread(channel, name, opening)
        finally:
            self._opening.discard(person_and_channel)
        self._show_later(click, match)
        place, say = f"<#{match.channel_id}>", reply.say
        await reply.replace(note(say("Your table is open in {thread}.", thread=place)))

    # Lessons.

    async def offer_lesson(self, click: Interaction, reply: Reply, info: GameInfo) -> None:
        """Offer the lesson of a game to somebody new to it, in a message that only they see."""
        offer = await self.lesson_offer(click, reply, info)
        if offer is None:
            return
        try:
            await reply.private(offer)
        except FAULTS as error:
            log.info("cannot offer the lesson of %s: %s", info.id, error)

    async def lesson_offer(self, click: Interaction, reply: Reply, info: GameInfo) -> Screen | None:
        """Return the offer of a lesson to somebody new to a game; ``None`` for anybody else.

        Nobody gets it twice.
        """
        try:
            is_new = await self._service.lessons.should_offer(click.user.id, info.id)
        except StoreFault as fault:
            log.info("cannot offer the lesson of %s: %s", info.id, fault)
            return None
        return offer_screen(info, reply.say) if is_new else None

    # The lobby.

    def _show_later(self, click: Interaction, match: Match) -> None:
        self.save_locale(click, match.id)
        self._service.attend(match.id)

    def save_locale(self, click: Interaction, match_id: MatchId) -> None:
        saving = partial(click.client.languages.save_locale, click.user.id)
        self._publisher.background.begin("language", match_id, saving)

    async def _show_lobby(self, reply: Reply, match: Match) -> None:
        """Answer with the lobby itself; if that fails, have it posted in the channel."""
        theme = await reply.interaction.client.themes.for_table(match)
        screen = lobby_screen(lobby_of(match), await reply.words_for_channel()).in_theme(theme)
        try:
            message = await reply.promise_public()
            if message is None:
                await reply.private(screen)
                self._service.attend(match.id)
                return
            await self._publisher.adopt_answer(
                match, message, partial(reply.replace_answer, screen)
            )
            await self._service.outbox.record_shown(match.id, match.version, match.ply)
        except FAULTS:
            self._service.attend(match.id)
            raise
        except StoreFault as fault:
            log.warning("cannot record the lobby of match %s: %s", match.id, fault)
            self._service.attend(match.id)


async def _in_a_thread(channel: discord.TextChannel, name: str, opening: OpenMatch) -> Match:
    """Open a match in a new thread; delete the thread if the match is open elsewhere already."""
    kinds = discord.ChannelType
    kind = kinds.news_thread if channel.is_news() else kinds.public_thread
    thread = await channel.create_thread(name=name, type=kind)
    try:
        match = await opening(MatchPlace(channel.guild.id, thread.id))
    except BaseException:
        await thread.delete()
        raise
    if match.channel_id != thread.id:
        await thread.delete()
    return match


def _where(click: Interaction) -> MatchPlace:
    if click.channel_id is None:
        raise NoMatchHere
    return MatchPlace(click.guild_id, click.channel_id)
