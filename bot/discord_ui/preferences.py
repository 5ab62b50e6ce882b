"""What a person sets for themselves: read, changed, and shown to them alone."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any
from weakref import WeakValueDictionary
from zoneinfo import ZoneInfo

import discord
from discord import ui

from bot.discord_ui.errors import OldButton
from bot.discord_ui.reply import Click, Reply, answered
from bot.engine.errors import Refusal
from bot.present import ids
from bot.present.daytime import minutes_of
from bot.present.ids import OwnMenu
from bot.present.preferences import (
    FORCED,
    HOLIDAYS,
    LETTERS,
    LISTED,
    OFFERED,
    Own,
    Quiet,
    hours_value,
    preferences_screen,
)
from bot.present.zones import zone_of
from bot.service.boneyard import Boneyard
from bot.service.holidays import left
from bot.service.ports import Letters, Preferences, QuietHours, UserId

USUAL_HOURS = next(iter(OFFERED.values()))
"""What the form proposes to who has no quiet hours."""
_HOLIDAYS = {ids.NONE, ids.END, *map(str, HOLIDAYS)}


class OwnPreferences:
    """Where people set what is theirs; whoever uses a menu sets their own."""

    def __init__(self, boneyard: Boneyard) -> None:
        self._boneyard = boneyard
        self._locks: WeakValueDictionary[UserId, asyncio.Lock] = WeakValueDictionary()
        """Held while somebody's preferences change: two windows can set two things at once."""

    async def show(self, click: Click, reply: Reply) -> None:
        """All that is set."""
        own = await reply.after(self._own(click.user.id))
        await reply.private(preferences_screen(own, reply.say))

    async def picked(self, click: Click, reply: Reply, menu: OwnMenu, value: str) -> None:
        """Set what was chosen."""
        user = click.user.id
        match menu:
            case OwnMenu.LETTERS if value in LETTERS:
                letters = Letters(value)
                work = self._change(user, lambda own: replace(own, letters=letters))
            case OwnMenu.FORCED if value in FORCED:
                work = self._change(user, lambda own: replace(own, autoplay=value == "on"))
            case OwnMenu.LISTED if value in LISTED:
                work = self._change(user, lambda own: replace(own, listed=value == "yes"))
            case OwnMenu.QUIET if value == ids.NONE:
                work = self._change(user, lambda own: replace(own, quiet=None))
            case OwnMenu.QUIET:
                await self._pick_hours(click, reply, value)
                return
            case OwnMenu.HOLIDAY if value in _HOLIDAYS:
                work = self._holiday(user, value)
            case _:
                raise OldButton
        await self._done(user, reply, work)

    async def set_hours(
        self, click: Click, reply: Reply, begins: str, ends: str, zone: str
    ) -> None:
        """Set quiet hours as they were typed."""
        user = click.user.id
        await self._done(user, reply, self._type_hours(user, reply, begins, ends, zone))

    async def _type_hours(
        self, user: UserId, reply: Reply, begins: str, ends: str, zone: str
    ) -> None:
        now = self._boneyard.holidays.clock.now()
        quiet = QuietHours(minutes_of(begins), minutes_of(ends), zone_of(zone, now, reply.say))
        await self._change(user, lambda own: replace(own, quiet=quiet))

    async def _pick_hours(self, click: Click, reply: Reply, value: str) -> None:
        """Set hours of the menu; who has told no time zone yet is asked for it."""
        user = click.user.id
        quiet = (await reply.after(self._preferences(user), replacing=True)).quiet
        now = None if quiet is None else (quiet.begins, quiet.ends)
        kept = {hours_value(*now): now} if now else {}
        hours = {ids.OTHER: now or USUAL_HOURS, **OFFERED, **kept}.get(value)
        if hours is None:
            raise OldButton
        if quiet is not None and value != ids.OTHER:
            anew = replace(quiet, begins=hours[0], ends=hours[1])
            await self._done(user, reply, self._change(user, lambda own: replace(own, quiet=anew)))
        elif click.response.is_done():  # too late for a form
            again = reply.say("That took me too long. Please choose once more.")
            await reply.replace(preferences_screen(await self._own(user), reply.say, again))
        else:
            zone = "" if quiet is None else quiet.zone
            await click.response.send_modal(QuietForm(self, reply, hours, zone))

    async def _holiday(self, user: UserId, value: str) -> None:
        async with self._lock(user):
            if value == ids.END:
                await self._boneyard.holidays.end(user)
            elif value != ids.NONE:
                await self._boneyard.holidays.begin(user, int(value))

    async def _change(self, user: UserId, change: Callable[[Preferences], Preferences]) -> None:
        async with self._lock(user):
            before = await self._preferences(user)
            after = change(before)
            if after != before:
                await self._boneyard.set_preferences(user, after)

    async def _done(self, user: UserId, reply: Reply, work: Awaitable[None]) -> None:
        """Carry out a change; the menus show how it stands now, and why it was refused."""
        told = ""
        try:
            await reply.after(work, replacing=True)
        except Refusal as refusal:
            told = reply.say.refusal(refusal)
        own = await reply.after(self._own(user), replacing=True)
        await reply.replace(preferences_screen(own, reply.say, told))

    async def _preferences(self, user: UserId) -> Preferences:
        return (await self._boneyard.people.habits([user]))[user].preferences

    async def _own(self, user: UserId) -> Own:
        """What the presenter wants to know."""
        habits = (await self._boneyard.people.habits([user]))[user]
        now = self._boneyard.holidays.clock.now()
        own, quiet = habits.preferences, habits.preferences.quiet
        return Own(
            own.letters.value,
            own.autoplay,
            None
            if quiet is None
            else Quiet(quiet.begins, quiet.ends, quiet.zone, now.astimezone(ZoneInfo(quiet.zone))),
            habits.away_until(now),
            left(habits, now) // timedelta(days=1),
            own.listed,
        )

    def _lock(self, user: UserId) -> asyncio.Lock:
        return self._locks.setdefault(user, asyncio.Lock())


class QuietForm(ui.Modal):
    """Asks for hours that are not in the menu, and for the time zone."""

    def __init__(
        self, owner: OwnPreferences, reply: Reply, hours: tuple[int, int], zone: str
    ) -> None:
        say = reply.say
        super().__init__(title=say("Quiet hours"), timeout=600)
        self._owner = owner
        begins, ends = ("{:02}:{:02}".format(*divmod(minutes, 60)) for minutes in hours)
        self._begins: ui.TextInput[QuietForm] = ui.TextInput(default=begins, max_length=12)
        self._ends: ui.TextInput[QuietForm] = ui.TextInput(default=ends, max_length=12)
        self._zone: ui.TextInput[QuietForm] = ui.TextInput(
            default=zone or None, placeholder=say("Berlin"), max_length=60
        )
        self.add_item(ui.Label(text=say("From"), component=self._begins))
        self.add_item(ui.Label(text=say("To"), component=self._ends))
        where = say("The nearest big city will do.")
        self.add_item(ui.Label(text=say("Time zone"), description=where, component=self._zone))

    async def on_submit(self, interaction: discord.Interaction[Any], /) -> None:
        """Set what was typed."""
        interaction.client.met(interaction)
        reply = Reply(interaction)
        typed = (self._begins.value, self._ends.value, self._zone.value)
        await answered(interaction, self._owner.set_hours(interaction, reply, *typed), reply)
