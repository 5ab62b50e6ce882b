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
from bot.model.puzzle_attempts import PuzzleAttempt
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
    r":(\d{0,3})"
)


@everywhere
@slash_command
@app_commands.rename(typed_game=NC_("option", "game"), theme=NC_("option", "theme"))
@app_commands.describe(typed_game=N_("Which game"), theme=N_("What it is about"))
@app_commands.choices(
    theme=[app_commands.Choice(name=name, value=each.value) for each, name in NAMES.items()]
)
@app_commands.autocomplete(typed_game=suggested_with_puzzles)
async def puzzle(
    click: CommandInteraction, reply: Reply, typed_game: str | None = None, theme: str = ""
) -> None:
    game_id = "" if typed_game is None else game_meant(typed_game, reply.say).id
    await reply.private(
        await reply.defer_if_slow(_next(click, reply.say, PuzzleId("", theme, game_id)))
    )


async def _pressed(click: CommandInteraction, reply: Reply, rest: str) -> None:
    action, puzzle_id, theme, game_id, index = parts_of(_STEP, rest)
    if (theme and theme not in NAMES) or bool(index) is not (action == ANSWER):
        raise OldButton
    at = PuzzleId(puzzle_id, theme, game_id)
    if action == NEXT:
        making = _next(click, reply.say, at)
    else:
        making = _shown(click, reply.say, at, action, index)
    if action == SHOW:
        await reply.private(await reply.defer_if_slow(making))
    else:
        await reply.replace(await reply.defer_if_slow(making, replacing=reply.may_replace))


async def _next(click: CommandInteraction, say: Words, at: PuzzleId) -> Screen:
    puzzles, user = click.client.service.puzzles, click.user.id
    now = await puzzles.next_for(user, at.game, Theme(at.theme) if at.theme else None)
    return puzzle_screen(now, replace(at, puzzle_id=now.puzzle.id), user, say)


async def _shown(
    click: CommandInteraction, say: Words, at: PuzzleId, action: str, index: str
) -> Screen:
    """Take an answer or a vote; show the solution, or the puzzle to whoever has not answered it."""
    puzzles, user = click.client.service.puzzles, click.user.id
    now, move = await puzzles.moment(at.puzzle_id), None
    if action == ANSWER:
        if int(index) not in offered(now).values():
            raise OldButton
        move = now.seen.legal[int(index)].code
        attempt: PuzzleAttempt | None = await puzzles.answer(user, now, move)
    elif action == SHOW:
        attempt = await puzzles.store.puzzle_attempt(user, at.puzzle_id)
    else:
        attempt = await puzzles.store.vote_for_puzzle(user, at.puzzle_id, is_good=action == UP)
    if attempt is None:
        return puzzle_screen(now, at, user, say)
    is_late = move is not None and move != attempt.move
    return answer_screen(now, at, attempt, user, say, is_late=is_late)


PUZZLE_FEATURE = Feature(PUZZLE, puzzle, pressed=_pressed)
"""Shows puzzles; the ids of their buttons say which, and which move they choose."""
