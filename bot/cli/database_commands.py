"""Commands that copy the whole database; each loads only what it needs."""

from pathlib import Path
from typing import Annotated

import typer

from bot.cli.errors import TROUBLE, complain, in_one_line


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where the copy goes.")],
    force: Annotated[bool, typer.Option("--force", help="Replace what is there.")] = False,
) -> None:
    """Copy the database to FILE and check the copy; the bot may keep running."""
    with in_one_line():
        from bot.cli.backup import backed_up

        typer.echo(backed_up(file, force=force))


def restore(file: Annotated[Path, typer.Argument(metavar="FILE", help="A backup.")]) -> None:
    """Replace the database with a backup and keep the old one; the bot must be stopped."""
    with in_one_line():
        from bot.cli.backup import restored

        typer.echo(restored(file))


def migrate_to(
    url: Annotated[str, typer.Argument(metavar="URL", help="The address of an empty database.")],
) -> None:
    """Move everything in the database to the empty one at URL; the bot must be stopped.

    URL is written as in DATABASE_URL. Each row is read back and compared, and if one differs,
    nothing is kept and the exit status is 1. The old database keeps its rows.
    """
    with in_one_line():
        from bot.cli.transfer import transfer_text, transferred
        from bot.store.transfer import CopyDiffers

        try:
            done = transferred(url)
        except CopyDiffers as difference:
            complain(f"{difference} Nothing was kept.")
            raise typer.Exit(TROUBLE) from None
        typer.echo("\n".join(transfer_text(done)))
