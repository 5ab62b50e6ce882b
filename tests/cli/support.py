import json
from functools import cache
from pathlib import Path
from typing import Any

from typer.testing import CliRunner, Result

from bot.cli import app
from bot.cli.simulation import series
from bot.engine.record import Record

ROOT = Path(__file__).parents[2]


def run(*args: object, stdin: str | bytes | None = None) -> Result:
    return CliRunner().invoke(app, [str(arg) for arg in args], input=stdin)


def good(result: Result) -> str:
    assert result.exit_code == 0, result.stderr
    assert result.stderr == ""
    return result.stdout


def refused(result: Result) -> str:
    """Return the one error line that bad input gets."""
    assert result.exit_code == 2, result.output
    assert result.stderr.endswith("\n")
    assert result.stderr.count("\n") == 1, result.stderr
    assert result.stderr.startswith("boneyard: ")
    return result.stderr


def objects(text: str) -> list[Any]:
    return [json.loads(line) for line in text.splitlines()]


@cache
def match(game: str, seats: int | None = None, seed: str = "test", *options: str) -> Record:
    """Return a match that computers played to its end; it is played once for all tests."""
    played = series(game, seats=seats, levels=["casual"], options=list(options), seed=seed)
    return played.play(1).record


def told(record: Record, *args: object) -> list[Any]:
    """Return the record as `replay --json` prints it; don't change it."""
    return _told(record.dump(), *args)


@cache
def _told(text: str, *args: object) -> list[Any]:
    return objects(good(run("replay", "-", "--json", *args, stdin=text)))
