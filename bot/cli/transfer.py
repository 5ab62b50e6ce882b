"""Moving to another database, for the command line."""

import asyncio
import sys
from collections.abc import Iterator

import typer

from bot.cli.errors import CannotDo
from bot.config import SettingsError, checked_database_url, load_settings
from bot.service.ports.faults import StoreFault
from bot.store.transfer import Transfer, transfer


def transferred(target: str) -> Transfer:
    """Move everything from the database of the settings to ``target``.

    Raises:
        CannotDo: The settings or the address are wrong, or the move failed.
        CopyDiffers: The copy was different.
    """
    try:
        settings = load_settings()
        checked_database_url(target)
    except SettingsError as error:
        raise CannotDo(str(error)) from None
    except ValueError as error:
        raise CannotDo(f"URL: {error}") from None
    shown = _Progress()
    try:
        source = settings.database_direct_url or settings.database_url
        return asyncio.run(transfer(source, target, shown.report))
    except StoreFault as fault:
        raise CannotDo(str(fault)) from None
    finally:
        shown.clear()


def transfer_text(done: Transfer) -> Iterator[str]:
    """Yield the rows of each table, and what to do next."""
    for table, rows in done.rows.items():
        yield f"{table:<14}{rows:>12,}"
    yield f"All of {done.source} is in {done.target} now, and each row was read back and is equal."
    yield "Next: set DATABASE_URL to that address, check it with boneyard doctor, start the bot."
    yield f"Keep {done.source} as a backup, but start no bot on it any more."


class _Progress:
    """One line on standard error that is written again and again, if that is a terminal."""

    def __init__(self) -> None:
        self._is_shown = sys.stderr.isatty()
        self._width = 0

    def report(self, doing: str, table: str, rows: int) -> None:
        """Show how far it is."""
        self._write(f"{doing} {table}: {rows:,} rows")

    def clear(self) -> None:
        """Remove the line."""
        self._write("")

    def _write(self, line: str) -> None:
        if self._is_shown:
            ending = "" if line else "\r"
            typer.echo(f"\r{line:<{self._width}}{ending}", nl=False, err=True)
            self._width = len(line)
