"""Backup and restore for the command line."""

from pathlib import Path

from bot.cli.errors import CannotDo
from bot.config import Settings, SettingsError, load_settings
from bot.service.ports.faults import StoreFault
from bot.store.backup import back_up, restore


def backed_up(file: Path, *, force: bool) -> str:
    """Copy the database of the settings to ``file``; return the result in one line.

    Raises :class:`CannotDo` if the settings are wrong or the copy fails.
    """
    try:
        back_up(_settings().database_url, file, force=force)
    except StoreFault as fault:
        raise CannotDo(str(fault)) from None
    return f"{file} is a complete and intact copy, {file.stat().st_size / 1e6:.1f} MB."


def restored(file: Path) -> str:
    """Replace the settings' database with ``file``; return the result in one line.

    Raises :class:`CannotDo` if the settings are wrong or the restore fails.
    """
    try:
        kept = restore(_settings().database_url, file)
    except StoreFault as fault:
        raise CannotDo(str(fault)) from None
    before = "" if kept is None else f" What was there before is in {kept}."
    return f"The database is {file} now.{before}"


def _settings() -> Settings:
    try:
        return load_settings()
    except SettingsError as error:
        raise CannotDo(str(error)) from None
