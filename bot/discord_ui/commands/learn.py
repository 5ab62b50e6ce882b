"""``/learn``: a guided first match of a game, which only one person sees."""

import re
from contextlib import suppress

from discord import app_commands

from bot.ai.lesson import LessonChanged
from bot.discord_ui.commands.feature import CommandInteraction, Feature, everywhere, slash_command
from bot.discord_ui.errors import OldButton
from bot.discord_ui.interactions.autocomplete import game_meant, suggested_games
from bot.discord_ui.interactions.response import Reply
from bot.engine.errors import UnknownGame
from bot.engine.translatable import N_, NC_
from bot.games import game
from bot.games.lessons import lesson
from bot.present.screens.lesson import (
    BEGIN,
    LEARN,
    PLAY,
    RULES,
    LessonId,
    lesson_screen,
    version_of,
)
from bot.present.screens.rules import rules_screen
from bot.service.ports.faults import StoreFault

_NAMED = re.compile(rf"([a-z-]{{1,20}}):({BEGIN}|{PLAY}|{RULES})")
_STEP = re.compile(r"([a-z-]{1,20}):([\d.]{1,9}):((?:\d{1,5}(?:\.\d{1,5}){0,19})?):(\d{0,5})")


async def _pressed(click: CommandInteraction, reply: Reply, rest: str) -> None:
    try:
        if named := _NAMED.fullmatch(rest):
            await _follow(click, reply, *named.groups())
        elif step := _STEP.fullmatch(rest):
            game_id, version, choices, piece = step.groups()
            made = tuple(map(int, filter(None, choices.split("."))))
            at = LessonId(game_id, version, made, int(piece) if piece else None)
            await _show(click, reply, at)
        else:
            raise OldButton
    except UnknownGame:
        raise OldButton from None


@everywhere
@slash_command
@app_commands.rename(typed_game=NC_("option", "game"))
@app_commands.describe(typed_game=N_("Which game"))
@app_commands.autocomplete(typed_game=suggested_games)
async def learn(click: CommandInteraction, reply: Reply, typed_game: str) -> None:
    await _begin(click, reply, game_meant(typed_game, reply.say).id)


async def _follow(click: CommandInteraction, reply: Reply, game_id: str, verb: str) -> None:
    if verb == BEGIN:
        await _begin(click, reply, game_id)
    elif verb == RULES:
        await reply.private(rules_screen(game(game_id).info, reply.say))
    else:
        await click.client.actions.play_at_once(click, reply, game_id)


async def _begin(click: CommandInteraction, reply: Reply, game_id: str) -> None:
    lessons = click.client.service.lessons
    with suppress(StoreFault):
        await reply.defer_if_slow(
            lessons.should_offer(click.user.id, game_id), replacing=reply.may_replace
        )
    await _show(click, reply, LessonId(game_id, version_of(game(game_id).info, lesson(game_id))))


async def _show(click: CommandInteraction, reply: Reply, at: LessonId) -> None:
    """Show the lesson after the choices of ``at``; if it has changed since, begin again."""
    info, taught = game(at.game_id).info, lesson(at.game_id)
    lessons = click.client.service.lessons
    begun = LessonId(at.game_id, version_of(info, taught))
    at = at if at.version == begun.version else begun
    try:
        now = await reply.defer_if_slow(
            lessons.moment(at.game_id, at.choices), replacing=reply.may_replace
        )
    except LessonChanged:
        at = begun
        now = await reply.defer_if_slow(lessons.moment(at.game_id, ()), replacing=reply.may_replace)
    await reply.replace(lesson_screen(info, taught, now, at, click.user.id, reply.say))


LEARN_FEATURE = Feature(LEARN, learn, pressed=_pressed)
"""Shows lessons; the ids of their buttons hold what was chosen so far."""
