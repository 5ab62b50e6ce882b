"""``/puzzle``: a position in a message that only one person sees, and its solution."""

import re
from dataclasses import replace

from discord import app_commands

from bot.discord_ui.commands.feature import CommandInteraction, Feature, everywhere, slash_command
from bot.discord_ui.errors import OldButton, parts_of
from bot.discord_ui.interactions.autocomplete import game_meant, suggested_with_puzzles
from bot.discord_ui.interactions.response import Reply
from bot.engine.translatable import N_, NC_
from bot.games.themes import NAMES, Theme
from bot.model.puzzles import PuzzleMoment
from bot.present.i18n import Words
from bot.present.screen import Screen
from bot.present.screens.puzzle import (
    ANSWER,
    DOWN,
    NEXT,
    PUZZLE,
    SHOW,
    UP,
    PuzzleId,
    answer_screen,
    offered,
    puzzle_screen,
)

_STEP = re.compile(
    rf"({SHOW}|{ANSWER}|{NEXT}|{UP}|{DOWN}):([a-z2-7]{{8}}):([a-z]{{0,9}}):([a-z-]{{0,40}})"
    r":(\d{0,3}):(!?)"
)


@everywhere
@slash_command
@app_commands.rename(theme=NC_("option", "theme"), typed_game=NC_("option", "game"))
@app_commands.describe(theme=N_("What it is about"), typed_game=N_("Which game"))
@app_commands.choices(
    theme=[app_commands.Choice(name=name, value=each.value) for each, name in NAMES.items()]
)
@app_commands.autocomplete(typed_game=suggested_with_puzzles)
async def puzzle(
    click: CommandInteraction, reply: Reply, theme: str = "", typed_game: str | None = None
) -> None:
    game_id = "" if typed_game is None else game_meant(typed_game, reply.say).id
    await reply.private(
        await reply.defer_if_slow(_next(click, reply.say, PuzzleId("", theme, game_id)))
    )


async def _pressed(click: CommandInteraction, reply: Reply, rest: str) -> None:
    action, puzzle_id, theme, game_id, index, again = parts_of(_STEP, rest)
    at = PuzzleId(puzzle_id, theme, game_id, again=bool(again))
    if (theme and theme not in NAMES) or (not index and action in {ANSWER, UP, DOWN}):
        raise OldButton
    if action == SHOW:
        await reply.private(await reply.defer_if_slow(_shown(click, reply.say, at)))
        return
    if action == NEXT:
        making = _next(click, reply.say, at)
    elif action == ANSWER:
        making = _answered(click, reply.say, at, int(index))
    else:
        making = _voted(click, reply.say, at, int(index), is_good=action == UP)
    await reply.replace(await reply.defer_if_slow(making, replacing=reply.may_replace))


async def _next(click: CommandInteraction, say: Words, at: PuzzleId) -> Screen:
    puzzles, user = click.client.service.puzzles, click.user.id
    theme = Theme(at.theme) if at.theme else None
    now = await puzzles.next_for(user, at.game, theme, at.puzzle_id)
    again = await puzzles.attempt(user, now.puzzle.id) is not None
    return puzzle_screen(now, replace(at, puzzle_id=now.puzzle.id, again=again), user, say)


async def _shown(click: CommandInteraction, say: Words, at: PuzzleId) -> Screen:
    """Show a puzzle, or its answer to somebody who has answered it."""
    puzzles, user = click.client.service.puzzles, click.user.id
    now = await puzzles.moment(at.puzzle_id)
    attempt = await puzzles.attempt(user, at.puzzle_id)
    if attempt is None:
        return puzzle_screen(now, at, user, say)
    return answer_screen(now, at, attempt.move, attempt, user, say)


async def _answered(click: CommandInteraction, say: Words, at: PuzzleId, index: int) -> Screen:
    puzzles, user = click.client.service.puzzles, click.user.id
    now = await puzzles.moment(at.puzzle_id)
    move = _move(now, index)
    if at.again and (attempt := await puzzles.attempt(user, at.puzzle_id)):
        return answer_screen(now, at, move, attempt, user, say)
    first = await puzzles.answer(user, now, move)
    at, late = replace(at, again=False), first.move != move
    return answer_screen(now, at, first.move, first, user, say, is_late=late)


async def _voted(
    click: CommandInteraction, say: Words, at: PuzzleId, index: int, *, is_good: bool
) -> Screen:
    puzzles, user = click.client.service.puzzles, click.user.id
    now = await puzzles.moment(at.puzzle_id)
    move = _move(now, index)
    attempt = await puzzles.vote(user, at.puzzle_id, is_good=is_good)
    if attempt is None:
        raise OldButton
    return answer_screen(now, at, move if at.again else attempt.move, attempt, user, say)


def _move(now: PuzzleMoment, index: int) -> str:
    """Return the code of a move that is offered."""
    if index not in offered(now):
        raise OldButton
    return now.seen.legal[index].code


PUZZLE_FEATURE = Feature(PUZZLE, puzzle, pressed=_pressed)
"""Shows puzzles; the ids of their buttons say which, and which move they choose."""
