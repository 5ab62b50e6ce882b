"""Checks with Discord: the token, and the bot's permissions in its servers."""

from collections.abc import AsyncIterator, Iterator
from typing import Any

import aiohttp
import discord
from discord.app_commands import AppInstallationType

from bot.cli.doctor_store import Verdict
from bot.config import Settings
from bot.discord_ui.publishing.permissions import NAMES

DISCORD_TIMEOUT = 8.0
"""Seconds that Discord may take to answer."""
LISTED = 200
"""The most servers that Discord lists in one answer."""
SERVERS, ACCOUNTS = (str(each) for each in (AppInstallationType.GUILD, AppInstallationType.USER))
"""Discord's names for the two kinds of install."""
_NOT_DISCORD = "what answers there is not Discord; is DISCORD_API_URL right?"


async def ask_discord(settings: Settings) -> AsyncIterator[Verdict]:
    """Check the token, who can add the bot, the starts that remain, and the permissions in servers.

    The gateway is not connected to.
    """
    if settings.discord_token is None:
        text = "DISCORD_TOKEN is not set; .env.example says where to get one"
        yield Verdict("token", text, fine=False)
        return
    base = settings.discord_api_url or discord.http.Route.BASE
    headers = {
        "Authorization": f"Bot {settings.discord_token.get_secret_value()}",
        "User-Agent": "DiscordBot (boneyard, 1)",
    }
    timeout = aiohttp.ClientTimeout(total=DISCORD_TIMEOUT)
    async with aiohttp.ClientSession(headers=headers, timeout=timeout) as session:
        try:
            me = await _get(session, f"{base}/users/@me", dict)
            yield Verdict("token", f"Discord knows it as {me.get('username')} ({me.get('id')})")
            yield installs_verdict(await _get(session, f"{base}/applications/@me", dict))
            gateway = await _get(session, f"{base}/gateway/bot", dict)
            yield gateway_verdict(gateway, settings.shard_count, settings.shard_ids)
            guilds = await _guilds(session, base, settings.command_guild)
        except _NoAnswer as error:
            yield Verdict(error.about, str(error), fine=False)
            return
    for verdict in verdicts(guilds, settings.command_guild):
        yield verdict


async def _guilds(
    session: aiohttp.ClientSession, base: str, command_guild: int | None
) -> list[dict[str, Any]]:
    """Return the bot's first servers, and that of the commands even if it is not among them."""
    url = f"{base}/users/@me/guilds"
    first: list[dict[str, Any]] = await _get(session, f"{url}?limit={LISTED}", list)
    if command_guild is None or len(first) < LISTED or _is_listed(command_guild, first):
        return first
    beyond = await _get(session, f"{url}?limit=1&after={command_guild - 1}", list)
    return first + [each for each in beyond if _is_listed(command_guild, [each])]


def _is_listed(guild_id: int, guilds: list[dict[str, Any]]) -> bool:
    return any(each.get("id") == str(guild_id) for each in guilds)


def installs_verdict(application: dict[str, Any]) -> Verdict:
    """Say whether the bot can be added to servers, which it needs, and to people's accounts."""
    switched_on = application.get("integration_types_config") or {SERVERS: {}}
    where = "in the developer portal, under Installation"
    if SERVERS not in switched_on:
        text = f"servers can't add it; switch on Guild Install {where}"
        return Verdict("installs", text, fine=False)
    if ACCOUNTS in switched_on:
        return Verdict("installs", "servers can add it, and people to their own account")
    text = f"only servers can add it; for people's own accounts, switch on User Install {where}"
    return Verdict("installs", text)


def gateway_verdict(
    gateway: dict[str, Any], count: int | None, ids: frozenset[int] | None
) -> Verdict:
    """Say how many shards Discord recommends, and whether this process may start its own today.

    The ``count`` is that of the whole bot, by default as recommended; ``ids`` are this process's
    shards, by default all. Raises :class:`_NoAnswer` if that is not Discord's answer.
    """
    try:
        limit = gateway["session_start_limit"]
        recommended, remaining = int(gateway["shards"]), int(limit["remaining"])
        total, hours = int(limit["total"]), int(limit["reset_after"]) / 3_600_000
    except (KeyError, TypeError, ValueError):
        raise _NoAnswer("Discord", _NOT_DISCORD) from None
    needed = (count or recommended) if ids is None else len(ids)
    text = f"Discord recommends a SHARD_COUNT of {recommended}"
    if remaining >= needed:
        return Verdict("gateway", f"{text}, and today {remaining} of {total} starts remain")
    more = f"this process has {needed} to start, and only {remaining} of {total} starts remain"
    return Verdict("gateway", f"{more} for the next {hours:.1f} hours", fine=False)


def verdicts(guilds: list[dict[str, Any]], command_guild: int | None) -> Iterator[Verdict]:
    """Yield the permissions missing in each server; single channels may still override them."""
    fine = True
    for guild in guilds:
        if missing := _missing(guild):
            fine = False
            yield Verdict("permissions", f"{guild.get('name')} does not give {missing}", fine=False)
    if command_guild is not None and not _is_listed(command_guild, guilds):
        fine = False
        text = f"the bot is not in the server of COMMAND_GUILD, {command_guild}"
        yield Verdict("servers", text, fine=False)
    if fine:
        more = " or more" if len(guilds) >= LISTED else ""
        allowed = ", and may do there what it needs" if guilds else ""
        yield Verdict("servers", f"the bot is in {len(guilds)}{more}{allowed}")


def _missing(guild: dict[str, Any]) -> str:
    has = discord.Permissions(int(guild.get("permissions", 0)))
    if has.administrator:
        return ""
    return ", ".join(name for key, name in NAMES.items() if not getattr(has, key))


class _NoAnswer(Exception):
    """Discord did not answer as expected."""

    def __init__(self, about: str, text: str) -> None:
        super().__init__(text)
        self.about = about


async def _get(session: aiohttp.ClientSession, url: str, kind: type[Any]) -> Any:  # noqa: ANN401
    """Return Discord's answer as JSON of that kind; never send the token anywhere else."""
    try:
        async with session.get(url, allow_redirects=False) as response:
            if response.status in {401, 403}:
                raise _NoAnswer("token", "Discord refuses it; is DISCORD_TOKEN the bot's newest?")
            if response.status != 200:
                raise _NoAnswer("Discord", f"it answers with status {response.status} for now")
            answer = await response.json(content_type=None)
    except TimeoutError:
        raise _NoAnswer("Discord", f"no answer within {DISCORD_TIMEOUT:.0f} seconds") from None
    except (aiohttp.ClientError, ValueError) as error:
        text = f"it cannot be reached ({type(error).__name__}); is DISCORD_API_URL right?"
        raise _NoAnswer("Discord", text) from None
    if not isinstance(answer, kind):
        raise _NoAnswer("Discord", _NOT_DISCORD)
    return answer
