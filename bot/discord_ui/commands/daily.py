"""``/daily``: the deal of the day, in a message that only its player sees."""

import re
from datetime import date

from bot.discord_ui.commands.feature import CommandInteraction, Feature, slash_command
from bot.discord_ui.errors import OldButton, parts_of
from bot.discord_ui.interactions.response import Reply
from bot.model.daily import DailyMoment, day_numbered
from bot.present.i18n import Words
from bot.present.screen import Screen
from bot.present.screens.daily import DAILY, OPEN, daily_end_screen, daily_screen

_OPEN = re.compile(rf"{OPEN}:(\d{{1,6}})")
_STEP = re.compile(r"(\d{1,6}):(\d{1,3}):(\d{0,4}):(\d{0,4})")


@slash_command
async def daily(click: CommandInteraction, reply: Reply) -> None:
    await _show(click, reply, click.client.service.daily.days()[0])


async def _pressed(click: CommandInteraction, reply: Reply, rest: str) -> None:
    if opened := _OPEN.fullmatch(rest):
        await _show(click, reply, _day(opened[1]))
        return
    number, made, move, piece = parts_of(_STEP, rest)
    if not move:
        await _show(click, reply, _day(number), int(piece) if piece else None)
        return
    service = click.client.service.daily
    choosing = service.choose(
        click.user.id, _day(number), int(made), int(move), guild_id=click.guild_id
    )
    moment = await reply.defer_if_slow(choosing, replacing=reply.may_replace)
    await _answer(click, reply, moment)


def _day(number: str) -> date:
    try:
        return day_numbered(int(number))
    except OverflowError:
        raise OldButton from None


async def _show(
    click: CommandInteraction, reply: Reply, day: date, piece: int | None = None
) -> None:
    finding = click.client.service.daily.moment(click.user.id, day, click.guild_id)
    moment = await reply.defer_if_slow(finding, replacing=reply.may_replace)
    await _answer(click, reply, moment, piece)


async def _answer(
    click: CommandInteraction, reply: Reply, moment: DailyMoment, piece: int | None = None
) -> None:
    if not moment.attempt.is_over:
        await reply.replace(daily_screen(moment, click.user.id, reply.say, piece))
        return
    ending = _end(click, moment, reply.say)
    await reply.replace(await reply.defer_if_slow(ending, replacing=reply.may_replace))


async def _end(click: CommandInteraction, moment: DailyMoment, say: Words) -> Screen:
    result = await click.client.service.daily.result(moment.attempt)
    return daily_end_screen(moment, result, click.user.id, say)


DAILY_FEATURE = Feature(DAILY, daily, pressed=_pressed)
"""Shows the deals of the days; the ids of their buttons say which choice they make."""
