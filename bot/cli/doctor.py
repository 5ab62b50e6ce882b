"""What a deployment stands on, looked at one thing after the other; each gets a plain verdict."""

from __future__ import annotations

from collections.abc import AsyncIterator

from bot.cli.verdict import Verdict
from bot.config import Settings, SettingsError, load_settings
from bot.service.ports import StoreFault
from bot.store import SchemaState, check, open_store


async def examine(*, discord: bool) -> AsyncIterator[Verdict]:
    """Look at the settings and the database, and with ``discord`` at the token and its servers."""
    try:
        settings = load_settings()
    except SettingsError as error:
        yield Verdict("settings", str(error), fine=False)
        return
    yield Verdict("settings", "every value is understood")
    yield await _database(settings)
    if discord:
        from bot.cli.servers import ask_discord

        async for verdict in ask_discord(settings):
            yield verdict


async def _database(settings: Settings) -> Verdict:
    try:
        store = open_store(settings.database_url)
        try:
            schema = await check(store.engine)
        finally:
            await store.dispose()
    except StoreFault as fault:
        return Verdict("database", str(fault), fine=False)
    if schema.state is SchemaState.NEWER:
        return Verdict("database", str(schema), fine=False)
    return Verdict("database", f"it can be written. {schema}")
