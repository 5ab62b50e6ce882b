"""Bad input gets one line on standard error and exit status 2, never a traceback."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import typer

from bot.engine.errors import Refusal

TROUBLE = 1
"""What doctor exits with when it finds something wrong."""
BAD_INPUT = 2
_LONGEST = 500
"""Characters of a complaint; what is longer quotes somebody's nonsense at length."""


class CannotDo(Exception):
    """What was asked for on the command line cannot be done; the message says why."""


@contextmanager
def in_one_line() -> Iterator[None]:
    """Turn a refusal into its sentence and exit status 2; stop when nobody reads any more."""
    try:
        yield
    except (CannotDo, Refusal) as refusal:
        complain(str(refusal))
        raise typer.Exit(BAD_INPUT) from None
    except BrokenPipeError:
        hush()
        raise typer.Exit(0) from None


def hush() -> None:
    """Let what is still to be printed go nowhere: the reader has seen enough."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def complain(message: str) -> None:
    """Say on standard error what is wrong, in one line."""
    typer.echo(f"boneyard: {one_line(message)}", err=True)


def one_line(text: str) -> str:
    """``text`` in one line that does nothing to a terminal, and not without end."""
    words = " ".join(text.split())
    shown = "".join(char if char.isprintable() else ascii(char)[1:-1] for char in words)
    return shown if len(shown) <= _LONGEST else shown[:_LONGEST] + "…"
