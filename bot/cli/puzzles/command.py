"""The command ``puzzle``, which loads nothing before it is called."""

import json
from typing import Annotated

import typer

from bot.cli.errors import TROUBLE, CannotDo, in_one_line


def puzzle(
    theme: Annotated[
        str | None, typer.Option(metavar="T", help="What it is about, such as double or knocks.")
    ] = None,
    game: Annotated[str, typer.Option(metavar="ID", help="The game, such as draw.")] = "",
    seed: Annotated[
        int | None, typer.Option(metavar="N", help="The same seed gives the same puzzle.")
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print it as JSON, with its solution.")
    ] = False,
    check: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="Judge that many puzzles anew; each takes seconds."),
    ] = None,
) -> None:
    """Show a position and ask for its best move, then tell what each move is worth and why.

    With --check, judge some of the shipped puzzles anew instead, and exit with status 1 if the best
    move is no longer clearly the best in more than one in fifty.
    """
    from bot.cli.puzzles.checking import are_fine
    from bot.cli.puzzles.shown import (
        answer_text,
        ask,
        chosen,
        plain_puzzle,
        question_text,
        theme_named,
    )
    from bot.model.puzzles.puzzle import moment

    with in_one_line():
        if as_json and check is not None:
            raise CannotDo(
                "--json prints one puzzle and --check judges many; give only one of them"
            )
        about = None if theme is None else theme_named(theme)
        found = chosen(game, about, seed, check or 1)
        if check is not None:
            raise typer.Exit(0 if are_fine(found, seed) else TROUBLE)
        now = moment(found[0])
        if as_json:
            typer.echo(json.dumps(plain_puzzle(now), ensure_ascii=False))
            return
        typer.echo(question_text(now))
        typer.echo(answer_text(now, ask(now)))
