"""The commands that copy the whole database; each loads only what it needs."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Self

import typer

from bot.cli.errors import TROUBLE, CannotDo, complain, in_one_line


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where the copy goes.")],
    force: Annotated[bool, typer.Option("--force", help="Replace what is there.")] = False,
) -> None:
    """Copy the database to FILE and check the copy; the bot may keep running."""
    with in_one_line():
        from bot.config import load_settings
        from bot.store.backup import back_up

        with _told():
            back_up(load_settings().database_url, file, force=force)
        size = file.stat().st_size / 1e6
        typer.echo(f"{file} is a complete and intact copy, {size:.1f} MB.")


def restore(file: Annotated[Path, typer.Argument(metavar="FILE", help="A backup.")]) -> None:
    """Replace the database with a backup and keep the old one; the bot must be stopped."""
    with in_one_line():
        from bot.config import load_settings
        from bot.store import backup as copies

        with _told():
            kept = copies.restore(load_settings().database_url, file)
        before = "" if kept is None else f" What was there before is in {kept}."
        typer.echo(f"The database is {file} now.{before}")


def migrate_to(
    url: Annotated[str, typer.Argument(metavar="URL", help="The address of an empty database.")],
) -> None:
    """Move everything in the database to the empty one at URL; the bot must be stopped.

    URL is written as in DATABASE_URL. Each row is read back and compared, and if one differs,
    nothing is kept and the exit status is 1. The old database keeps its rows.
    """
    with in_one_line():
        import asyncio

        from bot.config import checked_database_url, load_settings
        from bot.store.transfer import CopyDiffers, transfer

        with _told():
            settings = load_settings()
            try:
                checked_database_url(url)
            except ValueError as error:
                raise CannotDo(f"URL: {error}") from None
            source = settings.database_direct_url or settings.database_url
            try:
                with _Progress() as progress:
                    done = asyncio.run(transfer(source, url, progress.report))
            except CopyDiffers as difference:
                complain(f"{difference} Nothing was kept.")
                raise typer.Exit(TROUBLE) from None
        for table, rows in done.rows.items():
            typer.echo(f"{table:<14}{rows:>12,}")
        typer.echo(
            f"All of {done.source} is in {done.target} now, and each row was read back and is"
            " equal.\n"
            "Next: set DATABASE_URL to that address, check it with boneyard doctor, start the"
            " bot.\n"
            f"Keep {done.source} as a backup, but start no bot on it any more."
        )


@contextmanager
def _told() -> Iterator[None]:
    """Turn faults of the settings and of the store into :class:`CannotDo`."""
    from bot.config import SettingsError
    from bot.service.ports.faults import StoreFault

    try:
        yield
    except (SettingsError, StoreFault) as fault:
        raise CannotDo(str(fault)) from None


class _Progress:
    """A line on standard error, if that is a terminal; written again and again, gone at the end."""

    def __init__(self) -> None:
        self._is_shown = sys.stderr.isatty()
        self._width = 0

    def report(self, doing: str, table: str, rows: int) -> None:
        self._write(f"{doing} {table}: {rows:,} rows")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._write("")

    def _write(self, line: str) -> None:
        if self._is_shown:
            ending = "" if line else "\r"
            typer.echo(f"\r{line:<{self._width}}{ending}", nl=False, err=True)
            self._width = len(line)
