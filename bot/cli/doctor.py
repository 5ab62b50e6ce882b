"""Checks of a deployment, one after the other; each yields a verdict in plain words."""

from collections.abc import AsyncIterator

from bot.cli.doctor_store import Verdict, check_database, examine_shards
from bot.config import SettingsError, load_settings


async def examine(*, discord: bool) -> AsyncIterator[Verdict]:
    """Check the settings, database and shards, and with ``discord`` the token and its servers."""
    try:
        settings = load_settings()
    except SettingsError as error:
        yield Verdict("settings", str(error), fine=False)
        return
    yield Verdict("settings", "every value is understood")
    database = await check_database(settings)
    yield database
    if database.fine:
        async for verdict in examine_shards(settings):
            yield verdict
    if discord:
        from bot.cli.doctor_guilds import ask_discord

        async for verdict in ask_discord(settings):
            yield verdict
