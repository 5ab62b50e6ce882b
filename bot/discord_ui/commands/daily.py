"""``/daily``: the deal of the day, in a message that only its player sees."""

import re
from datetime import date

from bot.discord_ui.commands.feature import CommandInteraction, Feature, everywhere, slash_command
from bot.discord_ui.commands.share import post_where_chosen
from bot.discord_ui.errors import OldButton, parts_of
from bot.discord_ui.installs import can_share, server_of
from bot.discord_ui.interactions.response import Reply
from bot.model.daily import DailyMoment, DailyResult, day_numbered, number_of
from bot.present.i18n import Words
from bot.present.screen import Screen
from bot.present.screens.daily.deal import (
    DAILY,
    OPEN,
    POST,
    SHARE,
    daily_end_screen,
    daily_screen,
    daily_share_screen,
    shared_daily_screen,
)
from bot.present.screens.puzzle import with_puzzle_button

_ACTION = re.compile(rf"({OPEN}|{SHARE}|{POST}):(\d{{1,6}})")
_STEP = re.compile(r"(\d{1,6}):(\d{1,3}):(\d{0,4}):(\d{0,4})")


@everywhere
@slash_command
async def daily(click: CommandInteraction, reply: Reply) -> None:
    day = await reply.defer_if_slow(click.client.service.daily.day_for(click.user.id))
    await _show(click, reply, day)


async def _pressed(click: CommandInteraction, reply: Reply, rest: str) -> None:
    if action := _ACTION.fullmatch(rest):
        await _ACTIONS[action[1]](click, reply, _day(action[2]))
        return
    number, made, move, piece = parts_of(_STEP, rest)
    if not move:
        await _show(click, reply, _day(number), int(piece) if piece else None)
        return
    service = click.client.service.daily
    choosing = service.choose(
        click.user.id, _day(number), int(made), int(move), guild_id=server_of(click)
    )
    moment = await reply.defer_if_slow(choosing, replacing=reply.may_replace)
    await _answer(click, reply, moment)


async def _picked(click: CommandInteraction, reply: Reply, rest: str, value: str) -> None:
    """Post a result in the channel that its player has chosen."""
    action, number = parts_of(_ACTION, rest)
    if action != SHARE:
        raise OldButton
    day = _day(number)

    async def shared(say: Words) -> Screen:
        return shared_daily_screen(await _result(click, day), click.user.id, say)

    note = await post_where_chosen(click, reply, value, shared)
    result = await _result(click, day)
    await reply.replace(daily_share_screen(result, reply.say, elsewhere=True, note=note))


async def _offer_sharing(click: CommandInteraction, reply: Reply, day: date) -> None:
    result = await reply.defer_if_slow(_result(click, day))
    elsewhere, here = server_of(click) is not None, can_share(click)
    await reply.private(daily_share_screen(result, reply.say, elsewhere=elsewhere, here=here))


async def _post_here(click: CommandInteraction, reply: Reply, day: date) -> None:
    if click.message is None:
        raise OldButton
    result = await _result(click, day)
    with click.client.sharing.once(click.message.id):
        await reply.public(shared_daily_screen(result, click.user.id, reply.say))


async def _result(click: CommandInteraction, day: date) -> DailyResult:
    """Return the presser's own result; raises ``OldButton`` if they have none."""
    service = click.client.service.daily
    attempt = await click.client.service.store.attempt(day, click.user.id)
    if attempt is None or not attempt.is_over:
        raise OldButton
    return await service.result(attempt)


def _day(number: str) -> date:
    try:
        return day_numbered(int(number))
    except OverflowError:
        raise OldButton from None


async def _show(
    click: CommandInteraction, reply: Reply, day: date, piece: int | None = None
) -> None:
    finding = click.client.service.daily.moment(click.user.id, day, server_of(click))
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
    service = click.client.service.daily
    result = await service.result(moment.attempt)
    other = await service.next_for(click.user.id)
    number = None if other is None else number_of(other)
    puzzle = await click.client.service.puzzles.of_day(service.days()[0])
    screen = daily_end_screen(moment, result, click.user.id, say, number)
    return screen if puzzle is None else with_puzzle_button(screen, puzzle, say)


_ACTIONS = {OPEN: _show, SHARE: _offer_sharing, POST: _post_here}


DAILY_FEATURE = Feature(DAILY, daily, pressed=_pressed, picked=_picked)
"""Shows the deals of the days; the ids of their buttons say which choice they make."""
