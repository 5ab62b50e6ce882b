"""Errors of the command line: one line on standard error and exit status 2, no traceback."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import typer

from bot.engine.errors import Refusal

TROUBLE = 1
"""Exit status of doctor and replay when they find something wrong."""
BAD_INPUT = 2
_LONGEST = 500
"""The most characters of an error message, since some quote all of a bad input."""


class CannotDo(Exception):
    """The command cannot be carried out; the message says why."""


@contextmanager
def in_one_line() -> Iterator[None]:
    """Turn a refusal into its sentence and exit status 2; exit quietly if the pipe is closed."""
    try:
        yield
    except (CannotDo, Refusal) as refusal:
        complain(str(refusal))
        raise typer.Exit(BAD_INPUT) from None
    except BrokenPipeError:
        silence_stdout()
        raise typer.Exit(0) from None


def silence_stdout() -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def complain(message: str) -> None:
    typer.echo(f"boneyard: {one_line(message)}", err=True)


def one_line(text: str) -> str:
    """Return ``text`` in one line, shortened, without characters that affect a terminal."""
    words = " ".join(text.split())
    shown = "".join(char if char.isprintable() else ascii(char)[1:-1] for char in words)
    return shown if len(shown) <= _LONGEST else shown[:_LONGEST] + "…"
