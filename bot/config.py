"""Settings of a deployment, read once from the environment and `.env`.

Each is explained in `.env.example`. The environment wins over the file, an empty value counts as
unset, and names that are not known here are left to other programs.
"""

from pathlib import Path
from typing import Annotated, Literal, get_args
from urllib.parse import unquote, urlsplit

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    SecretStr,
    ValidationError,
    ValidationInfo,
    field_validator,
    model_validator,
)
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

DATABASE_DRIVERS = ("sqlite+aiosqlite", "postgresql+asyncpg")
"""Drivers before `://` in a database's address: those that the store is tested with.

SQLite's is the one of 1.0.0, so that settings stay valid; the store uses Python's own.
"""
MOST_DIGITS = 5
"""The most digits of a shard's number."""
MAX_DOCS_URL = 200
"""The most characters of `docs_url`, which messages quote."""


def _in_digits(value: object) -> object:
    """Refuse numbers that Python reads but that nobody writes as a port or an id: ``1_000``."""
    if isinstance(value, str) and not (value.isascii() and value.isdigit()):
        raise ValueError("give a number")
    return value


def _token(token: SecretStr) -> SecretStr:
    if not all("!" <= char <= "~" for char in token.get_secret_value()):
        raise ValueError("give the token alone, without spaces, quotes or the word Bot")
    return token


def checked_database_url(url: str) -> str:
    """Return a database's address, or raise a `ValueError` that doesn't quote it."""
    driver, separator, rest = url.partition("://")
    if not separator or driver not in DATABASE_DRIVERS:
        known = " or ".join(f"{name}://" for name in DATABASE_DRIVERS)
        raise ValueError(f"the address must begin with {known}")
    if driver == "sqlite+aiosqlite" and rest and not rest.startswith("/"):
        raise ValueError(
            "a file's path follows three slashes, as in sqlite+aiosqlite:///data/boneyard.db"
        )
    return url


def _direct_url(url: str) -> str:
    if not url.startswith("postgresql+asyncpg://"):
        raise ValueError("the address must begin with postgresql+asyncpg://")
    return url


def _is_address(url: str, *, schemes: tuple[str, ...]) -> bool:
    try:
        parts = urlsplit(url)
        has_port_in_range = parts.port != 0
    except ValueError:
        return False
    plain = not (parts.query or parts.fragment or any(char.isspace() for char in url))
    return parts.scheme in schemes and bool(parts.hostname) and has_port_in_range and plain


def _api_url(url: str) -> str:
    if not _is_address(url, schemes=("http", "https")):
        raise ValueError("give an http or https address, as in http://127.0.0.1:8080/api/v10")
    return url.rstrip("/")


def _gateway_url(url: str) -> str:
    if not _is_address(url, schemes=("ws", "wss")):
        raise ValueError("give a ws or wss address, as in ws://127.0.0.1:8080/gateway")
    return url


def _docs_url(url: str) -> str:
    if not _is_address(url, schemes=("http", "https")) or set(url) & set("()<> "):
        raise ValueError("give an http or https address, as in https://example.org/docs")
    if len(url) > MAX_DOCS_URL:
        raise ValueError(f"give an address of at most {MAX_DOCS_URL} characters")
    return url.rstrip("/")


def _ids_in(text: object) -> object:
    """Return the ids in a list of numbers and ranges, as in ``0-3,6``."""
    if not isinstance(text, str):
        return text
    found: set[int] = set()
    for part in text.split(","):
        first, _, last = part.strip().partition("-")
        ends = (first.strip(), (last or first).strip())
        if not all(end.isascii() and end.isdigit() and len(end) <= MOST_DIGITS for end in ends):
            raise ValueError("give shards as in 0-3 or 0,2")
        begin, end = map(int, ends)
        if begin > end:
            raise ValueError("give shards as in 0-3 or 0,2")
        found.update(range(begin, end + 1))
    return frozenset(found)


LogLevel = Literal["DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"]
LogFormat = Literal["plain", "json"]
Processes = Annotated[int, Field(ge=1, le=64), BeforeValidator(_in_digits)]
Port = Annotated[int, Field(ge=1, le=65535), BeforeValidator(_in_digits)]
ShardCount = Annotated[int, Field(ge=1, le=100_000), BeforeValidator(_in_digits)]
Connections = Annotated[int, Field(ge=2, le=1000), BeforeValidator(_in_digits)]
GuildId = Annotated[int, Field(gt=0, lt=2**64), BeforeValidator(_in_digits)]

ADVICE = {
    "log_level": f"give one of {', '.join(get_args(LogLevel))}",
    "log_format": f"give one of {', '.join(get_args(LogFormat))}",
    "metrics_port": "give a port, a number from 1 to 65535 as in 9400",
    "thinking_processes": "give a number from 1 to 64",
    "shard_count": "give the number of shards of the whole bot, as in 16",
    "database_connections": "give a number from 2 to 1000",
    "command_guild": "give the id of a server, a number as in 81384788765712384",
}
"""Advice for operators, for settings that are checked by their types alone."""


class SettingsError(Exception):
    """A setting is wrong. The message is one line for the operator and holds no secret."""


class Settings(BaseSettings):
    """The settings of one running bot.

    Their `repr` shows neither the token nor the database's address, which may hold a password.
    """

    model_config = SettingsConfigDict(
        env_file_encoding="utf-8",
        env_ignore_empty=True,
        extra="ignore",
        frozen=True,
        hide_input_in_errors=True,
    )

    discord_token: Annotated[SecretStr, AfterValidator(_token)] | None = None
    """The bot's token; only `run` needs it."""

    database_url: Annotated[str, AfterValidator(checked_database_url)] = Field(
        default="sqlite+aiosqlite:///data/boneyard.db", repr=False
    )
    """The database's address, as SQLAlchemy spells it."""

    database_direct_url: Annotated[str, AfterValidator(_direct_url)] | None = Field(
        default=None, repr=False
    )
    """PostgreSQL's own address, if ``database_url`` is a connection pooler's; None: it is not."""

    database_connections: Connections = 10
    """The most connections to PostgreSQL, besides the one for locks and notifications."""

    shard_count: ShardCount | None = None
    """The number of shards of the whole bot; None: what Discord recommends."""

    shard_ids: Annotated[frozenset[int] | None, NoDecode, BeforeValidator(_ids_in)] = None
    """The shards of this process; None: all of them."""

    discord_api_url: Annotated[str, AfterValidator(_api_url)] | None = None
    """Discord's HTTP interface, without a slash at the end; None: Discord's own."""

    discord_gateway_url: Annotated[str, AfterValidator(_gateway_url)] | None = None
    """Discord's gateway; None: the one that the HTTP interface names."""

    log_level: Annotated[LogLevel, BeforeValidator(str.upper)] = "INFO"
    """The least severe log records that are written."""

    log_format: Annotated[LogFormat, BeforeValidator(str.lower)] = "plain"
    """Log records as readable lines, or as JSON objects."""

    metrics_port: Port | None = None
    """The port on which Prometheus can read metrics; None: there are none."""

    metrics_host: str = "127.0.0.1"
    """The host for the metrics server."""

    thinking_processes: Processes | None = None
    """The most processes in which computers think; None: one or two, depending on the machine."""

    command_guild: GuildId | None = None
    """The one server that gets the slash commands, at once; None: all servers do."""

    docs_url: Annotated[str, AfterValidator(_docs_url)] | None = None
    """The address of the pages of docs/, without a slash at the end; None: the source."""

    @property
    def secrets(self) -> tuple[str, ...]:
        """The token and the database's passwords, as spelt and decoded; logs must not show them."""
        token = self.discord_token.get_secret_value() if self.discord_token else ""
        urls = (self.database_url, self.database_direct_url or "")
        passwords = [urlsplit(url).password or "" for url in urls]
        return tuple(filter(None, (token, *passwords, *map(unquote, passwords))))

    @model_validator(mode="before")
    @classmethod
    def _drop_blanks(cls, values: dict[str, object]) -> dict[str, object]:
        stripped = {
            name: value.strip() if isinstance(value, str) else value
            for name, value in values.items()
        }
        return {name: value for name, value in stripped.items() if value != ""}

    @field_validator("shard_ids")
    @classmethod
    def _check_shard_ids(
        cls, ids: frozenset[int] | None, given: ValidationInfo
    ) -> frozenset[int] | None:
        if ids is not None and "shard_count" in given.data:
            count = given.data["shard_count"]
            if count is None:
                raise ValueError("set SHARD_COUNT, too")
            if max(ids) >= count:
                raise ValueError(f"of {count} shards the last is {count - 1}")
        return ids


def load_settings(env_file: Path | None = Path(".env")) -> Settings:
    """Read the settings from the environment and, for those it lacks, from a file, if there is one.

    Raises :class:`SettingsError` if one is wrong, or the file cannot be read.
    """
    try:
        return Settings(_env_file=env_file)
    except ValidationError as error:
        raise SettingsError(_one_line(error)) from None
    except (OSError, UnicodeDecodeError):
        raise SettingsError(f"{env_file} cannot be read as a text file in UTF-8") from None


def _one_line(error: ValidationError) -> str:
    wrongs = {
        str(wrong["loc"][0]): wrong["msg"].removeprefix("Value error, ")
        for wrong in error.errors(include_url=False, include_input=False)
    }
    return "; ".join(f"{name.upper()}: {ADVICE.get(name, why)}" for name, why in wrongs.items())
