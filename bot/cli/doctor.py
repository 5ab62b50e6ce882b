"""Checks of a deployment, one after the other; each yields a verdict in plain words."""

import asyncio
from collections.abc import AsyncIterator

from bot.cli.doctor_shards import examine_shards
from bot.cli.doctor_verdict import Verdict
from bot.config import Settings, SettingsError, load_settings
from bot.service.ports.faults import StoreFault
from bot.store import SchemaState, check, open_store

DATABASE_TIMEOUT = 8.0
"""Seconds within which the database has to answer."""


async def examine(*, discord: bool) -> AsyncIterator[Verdict]:
    """Check the settings, database and shards, and with ``discord`` the token and its servers."""
    try:
        settings = load_settings()
    except SettingsError as error:
        yield Verdict("settings", str(error), fine=False)
        return
    yield Verdict("settings", "every value is understood")
    database = await _database(settings)
    yield database
    if database.fine:
        async for verdict in examine_shards(settings):
            yield verdict
    if discord:
        from bot.cli.doctor_guilds import ask_discord

        async for verdict in ask_discord(settings):
            yield verdict


async def _database(settings: Settings) -> Verdict:
    try:
        is_pooled = settings.database_direct_url is not None
        store = open_store(settings.database_url, pooled=is_pooled)
        try:
            async with asyncio.timeout(DATABASE_TIMEOUT):
                schema = await check(store.engine)
        finally:
            await store.dispose()
    except TimeoutError:
        return Verdict("database", "it does not answer", fine=False)
    except StoreFault as fault:
        return Verdict("database", str(fault), fine=False)
    if schema.state is SchemaState.NEWER:
        return Verdict("database", str(schema), fine=False)
    return Verdict("database", f"it can be written. {schema}")
