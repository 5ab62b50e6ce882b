"""A person's own settings: read, changed, and shown to nobody else."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Any

from discord import ui

from bot.discord_ui.base_client import Interaction
from bot.discord_ui.errors import OldButton, TooSlow, verb_in
from bot.discord_ui.interactions.response import Reply
from bot.engine.errors import Refusal
from bot.model.match import UserId
from bot.model.preferences import (
    DigestTime,
    InvitationPreference,
    MessagePreference,
    Preferences,
    QuietHours,
)
from bot.present import custom_ids
from bot.present.custom_ids import OwnMenu
from bot.present.i18n import Words
from bot.present.input.time_of_day import minutes_of
from bot.present.input.timezones import zone_of
from bot.present.screens.settings.menus import BONE_NAMES, FELT_NAMES, LANGUAGE_CHOICES
from bot.present.screens.settings.preferences import (
    FORCED,
    HOLIDAYS,
    LISTED,
    OFFERED,
    PersonalSettings,
    hours_value,
    preferences_screen,
)
from bot.service.game_service import GameService
from bot.service.keyed_locks import KeyedLocks
from bot.service.people.holidays import left
from bot.service.ports.faults import Conflict

TRIES = 5
"""Attempts to change a setting while another process changes others."""
USUAL_HOURS = next(iter(OFFERED.values()))
"""The hours that the form proposes to somebody without quiet hours."""
USUAL_DIGEST = 8 * 60
"""The minute after midnight that the form proposes for a first digest."""
_FELTS: dict[str, str | None] = {custom_ids.NONE: None, **{each: each for each in FELT_NAMES}}
_BONES: dict[str, str | None] = {custom_ids.NONE: None, **{each: each for each in BONE_NAMES}}
_HOLIDAYS = {custom_ids.NONE, custom_ids.END, *map(str, HOLIDAYS)}


class OwnPreferences:
    """Shows and changes settings; whoever uses a menu changes their own."""

    def __init__(self, service: GameService) -> None:
        self._service = service
        self._locks = KeyedLocks[UserId]()
        """Locks held while a person's settings change: two windows can change two at once."""
        self._screens = KeyedLocks[UserId]()
        """Locks held while settings are shown, so that the ones shown last are current."""

    async def show(self, click: Interaction, reply: Reply) -> None:
        own = await reply.defer_if_slow(self._own(click.user.id))
        await reply.private(preferences_screen(own, reply.say))

    async def pick(self, click: Interaction, reply: Reply, verb: str, value: str) -> None:
        """Change the setting that was chosen; raises :class:`OldButton` for an unknown value."""
        user = click.user.id
        match verb_in(OwnMenu, verb):
            case OwnMenu.MESSAGES if value.startswith(MessagePreference.DIGEST.value):
                await self._ask_digest(click, reply)
                return
            case OwnMenu.MESSAGES:
                change = partial(replace, messages=verb_in(MessagePreference, value))
            case OwnMenu.INVITATIONS:
                change = partial(replace, invitations=verb_in(InvitationPreference, value))
            case OwnMenu.FORCED if value in FORCED:
                change = partial(replace, autoplay=value == "on")
            case OwnMenu.LISTED if value in LISTED:
                change = partial(replace, listed=value == "yes")
            case OwnMenu.LANGUAGE if value in LANGUAGE_CHOICES:
                change = partial(replace, language=LANGUAGE_CHOICES[value])
            case OwnMenu.FELT if value in _FELTS:
                change = partial(_with_theme, felt=_FELTS[value])
            case OwnMenu.BONES if value in _BONES:
                change = partial(_with_theme, bones=_BONES[value])
            case OwnMenu.QUIET if value == custom_ids.NONE:
                change = partial(replace, quiet=None)
            case OwnMenu.QUIET:
                await self._pick_hours(click, reply, value)
                return
            case OwnMenu.HOLIDAY if value in _HOLIDAYS:
                await self._done(user, reply, self._holiday(user, value))
                return
            case _:
                raise OldButton
        await self._done(user, reply, self.change(user, change))

    async def set_hours(
        self, click: Interaction, reply: Reply, begins: str, ends: str, zone: str
    ) -> None:
        user = click.user.id
        await self._done(user, reply, self._type_hours(user, reply, begins, ends, zone))

    async def _type_hours(
        self, user: UserId, reply: Reply, begins: str, ends: str, zone: str
    ) -> None:
        now = self._service.holidays.clock.now()
        quiet = QuietHours(minutes_of(begins), minutes_of(ends), zone_of(zone, now, reply.say))
        await self.change(user, partial(replace, quiet=quiet))

    async def set_digest(self, click: Interaction, reply: Reply, at: str, zone: str) -> None:
        user = click.user.id
        await self._done(user, reply, self._type_digest(user, reply, at, zone))

    async def _type_digest(self, user: UserId, reply: Reply, at: str, zone: str) -> None:
        now = self._service.holidays.clock.now()
        digest = DigestTime(minutes_of(at), zone_of(zone, now, reply.say))
        change = partial(replace, messages=MessagePreference.DIGEST, digest=digest)
        await self.change(user, change)

    async def _ask_digest(self, click: Interaction, reply: Reply) -> None:
        """Open the form for the hour of the digest; propose what is known."""
        user = click.user.id
        own = await reply.defer_if_slow(self._preferences(user), replacing=True)
        known, minute = own.digest or own.quiet, own.digest.minute if own.digest else USUAL_DIGEST
        form = DigestForm(reply.say, minute, known.zone if known else "")
        await self._ask(user, click, reply, form)

    async def _ask(self, user: UserId, click: Interaction, reply: Reply, form: ui.Modal) -> None:
        if click.response.is_done():  # too late for a form
            await self._show_again(user, reply, reply.say.refusal(TooSlow()))
        else:
            await reply.open_form(form)

    async def _pick_hours(self, click: Interaction, reply: Reply, value: str) -> None:
        """Set hours from the menu; open the form for other hours, or if no time zone is known."""
        user = click.user.id
        quiet = (await reply.defer_if_slow(self._preferences(user), replacing=True)).quiet
        now = None if quiet is None else (quiet.begins, quiet.ends)
        kept = {hours_value(*now): now} if now else {}
        asks = value.startswith(custom_ids.OTHER)
        hours = now or USUAL_HOURS if asks else {**OFFERED, **kept}.get(value)
        if hours is None:
            raise OldButton
        if quiet is not None and not asks:
            changed = replace(quiet, begins=hours[0], ends=hours[1])
            await self._done(user, reply, self.change(user, partial(replace, quiet=changed)))
        else:
            zone = "" if quiet is None else quiet.zone
            await self._ask(user, click, reply, QuietForm(reply.say, hours, zone))

    async def _holiday(self, user: UserId, value: str) -> None:
        async with self._locks[user]:
            if value == custom_ids.END:
                await self._service.holidays.end(user)
            elif value != custom_ids.NONE:
                await self._service.holidays.begin(user, int(value))

    async def change(self, user: UserId, change: Callable[[Preferences], Preferences]) -> None:
        async with self._locks[user]:
            for _ in range(TRIES):
                self._service.preferences.forget(user)  # another process may have changed them
                before = await self._preferences(user)
                after = change(before)
                with suppress(Conflict):
                    if after != before:
                        await self._service.set_preferences(user, after, before)
                    return
            raise Conflict

    async def _done(self, user: UserId, reply: Reply, work: Awaitable[None]) -> None:
        refusal_text = ""
        try:
            await reply.defer_if_slow(work, replacing=True)
        except Refusal as refusal:
            refusal_text = reply.say.refusal(refusal)
        await self._show_again(user, reply, refusal_text)

    async def _show_again(self, user: UserId, reply: Reply, refusal_text: str) -> None:
        async with reply.holding(self._screens[user], replacing=True):
            own = await reply.defer_if_slow(self._own(user), replacing=True)
            await reply.learn_language()
            await reply.replace(
                preferences_screen(own, reply.say, refusal_text, reply.interaction.id)
            )

    async def _preferences(self, user: UserId) -> Preferences:
        return (await self._service.preferences.player_settings([user]))[user].preferences

    async def _own(self, user: UserId) -> PersonalSettings:
        settings = (await self._service.preferences.player_settings([user]))[user]
        now = self._service.holidays.clock.now()
        days = left(settings, now) // timedelta(days=1)
        return PersonalSettings(settings.preferences, now, settings.away_until(now), days)


def _with_theme(own: Preferences, **part: str | None) -> Preferences:
    return replace(own, theme=replace(own.theme, **part))


class QuietForm(ui.Modal):
    def __init__(self, say: Words, hours: tuple[int, int], zone: str) -> None:
        super().__init__(title=say("Quiet hours"), custom_id=custom_ids.QUIET_FORM)
        for label, minutes in zip((say("From"), say("To")), hours, strict=True):
            self.add_item(_time_field(label, minutes))
        self.add_item(_zone_field(zone, say))


class DigestForm(ui.Modal):
    def __init__(self, say: Words, minute: int, zone: str) -> None:
        super().__init__(title=say("Daily digest"), custom_id=custom_ids.DIGEST_FORM)
        self.add_item(_time_field(say("At"), minute))
        self.add_item(_zone_field(zone, say))


def _time_field(label: str, minute: int) -> ui.Label[Any]:
    proposed = "{:02}:{:02}".format(*divmod(minute, 60))
    return ui.Label(text=label, component=ui.TextInput(default=proposed, max_length=12))


def _zone_field(zone: str, say: Words) -> ui.Label[Any]:
    city: ui.TextInput[Any] = ui.TextInput(
        default=zone or None, placeholder=say("Berlin"), max_length=60
    )
    where = say("The nearest big city will do.")
    return ui.Label(text=say("Time zone"), description=where, component=city)
