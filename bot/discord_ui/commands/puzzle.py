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
    await _next(click, reply, PuzzleId("", theme, game_id))


async def _pressed(click: CommandInteraction, reply: Reply, rest: str) -> None:
    action, puzzle_id, theme, game_id, index, again = parts_of(_STEP, rest)
    at = PuzzleId(puzzle_id, theme, game_id, again=bool(again))
    if theme and theme not in NAMES:
        raise OldButton
    if action == NEXT:
        await _next(click, reply, at)
    elif action == SHOW:
        await _show(click, reply, at)
    elif not index:
        raise OldButton
    elif action == ANSWER:
        await _answer(click, reply, at, int(index))
    else:
        await _vote(click, reply, at, int(index), is_good=action == UP)


async def _next(click: CommandInteraction, reply: Reply, at: PuzzleId) -> None:
    async def screen() -> Screen:
        puzzles, user = click.client.service.puzzles, click.user.id
        theme = Theme(at.theme) if at.theme else None
        now = await puzzles.next_for(user, at.game, theme, at.puzzle_id)
        again = await puzzles.attempt(user, now.puzzle.id) is not None
        shown = replace(at, puzzle_id=now.puzzle.id, again=again)
        return puzzle_screen(now, shown, user, reply.say)

    await reply.replace(await reply.defer_if_slow(screen(), replacing=reply.may_replace))


async def _show(click: CommandInteraction, reply: Reply, at: PuzzleId) -> None:
    """Show a puzzle, or its answer to somebody who has answered it, in a message of its own."""

    async def screen() -> Screen:
        puzzles, user = click.client.service.puzzles, click.user.id
        now = await puzzles.moment(at.puzzle_id)
        attempt = await puzzles.attempt(user, at.puzzle_id)
        if attempt is None:
            return puzzle_screen(now, at, user, reply.say)
        return answer_screen(now, at, attempt.move, attempt, user, reply.say)

    await reply.private(await reply.defer_if_slow(screen()))


async def _answer(click: CommandInteraction, reply: Reply, at: PuzzleId, index: int) -> None:
    async def screen() -> Screen:
        puzzles, user = click.client.service.puzzles, click.user.id
        now = await puzzles.moment(at.puzzle_id)
        move = _move(now, index)
        attempt = await puzzles.attempt(user, at.puzzle_id) if at.again else None
        if attempt is not None:
            return answer_screen(now, at, move, attempt, user, reply.say)
        counted = await puzzles.answer(user, now, move)
        first = replace(at, again=False)
        late = counted.move != move
        return answer_screen(now, first, counted.move, counted, user, reply.say, is_late=late)

    await reply.replace(await reply.defer_if_slow(screen(), replacing=reply.may_replace))


async def _vote(
    click: CommandInteraction, reply: Reply, at: PuzzleId, index: int, *, is_good: bool
) -> None:
    async def screen() -> Screen:
        puzzles, user = click.client.service.puzzles, click.user.id
        now = await puzzles.moment(at.puzzle_id)
        move = _move(now, index)
        attempt = await puzzles.vote(user, at.puzzle_id, is_good=is_good)
        if attempt is None:
            raise OldButton
        chosen = move if at.again else attempt.move
        return answer_screen(now, at, chosen, attempt, user, reply.say)

    await reply.replace(await reply.defer_if_slow(screen(), replacing=reply.may_replace))


def _move(now: PuzzleMoment, index: int) -> str:
    """Return the code of a move that is offered."""
    if index not in offered(now):
        raise OldButton
    return now.seen.legal[index].code


PUZZLE_FEATURE = Feature(PUZZLE, puzzle, pressed=_pressed)
"""Shows puzzles; the ids of their buttons say which, and which move they choose."""
