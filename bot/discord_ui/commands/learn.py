"""``/learn``: a guided first match of a game, which only one person sees."""

import re
from contextlib import suppress
from dataclasses import dataclass

from discord import app_commands

from bot.ai.lesson import LessonChanged
from bot.discord_ui.commands.command_client import CommandInteraction
from bot.discord_ui.commands.feature import Command, run
from bot.discord_ui.errors import OldButton
from bot.discord_ui.interactions.autocomplete import game_id_of, suggested_games
from bot.discord_ui.interactions.response import Reply
from bot.engine.errors import UnknownGame
from bot.engine.translatable import N_, NC_
from bot.games import game
from bot.games.lessons import lesson
from bot.present.screens.help import DESCRIPTIONS
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


@dataclass(frozen=True, slots=True)
class Lessons:
    """Shows lessons; the ids of their buttons hold what was chosen so far."""

    name: str = LEARN

    @property
    def commands(self) -> tuple[Command, ...]:
        """Its slash command."""
        return (learn,)

    async def pressed(self, click: CommandInteraction, reply: Reply, rest: str) -> None:
        """Begin a lesson, go on with it, or do what its end offers."""
        try:
            if named := _NAMED.fullmatch(rest):
                await _follow(click, reply, *named.groups())
            elif step := _STEP.fullmatch(rest):
                await _show(click, reply, _parsed(*step.groups()))
            else:
                raise OldButton
        except UnknownGame:
            raise OldButton from None

    async def picked(self, click: CommandInteraction, reply: Reply, rest: str, value: str) -> None:
        """Raise :class:`OldButton`: the entries of menus are ids of buttons."""
        del click, reply, rest, value
        raise OldButton


@app_commands.command(description=DESCRIPTIONS["learn"])
@app_commands.rename(typed_game=NC_("option", "game"))
@app_commands.describe(typed_game=N_("Which game"))
@app_commands.autocomplete(typed_game=suggested_games)
async def learn(interaction: CommandInteraction, typed_game: str) -> None:
    """``/learn``: begin the lesson of a game."""

    async def work(reply: Reply) -> None:
        await _begin(interaction, reply, game_id_of(typed_game, reply.say))

    await run(interaction, work)


def _parsed(game_id: str, version: str, choices: str, piece: str) -> LessonId:
    made = tuple(map(int, filter(None, choices.split("."))))
    return LessonId(game_id, version, made, int(piece) if piece else None)


async def _follow(click: CommandInteraction, reply: Reply, game_id: str, verb: str) -> None:
    """Begin a lesson, or do what can follow at its end."""
    if verb == BEGIN:
        await _begin(click, reply, game_id)
    elif verb == RULES:
        await reply.private(rules_screen(game(game_id).info, reply.say))
    else:
        await click.client.actions.play_at_once(click, reply, game_id)


async def _begin(click: CommandInteraction, reply: Reply, game_id: str) -> None:
    """Show the first choice of a lesson, which is not offered to the person again."""
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
