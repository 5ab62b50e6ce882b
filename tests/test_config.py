"""Settings come from the environment and `.env`, and a wrong one is named in one line."""

from pathlib import Path

import pytest
from pydantic import ValidationError

from bot.config import Settings, SettingsError, load_settings

NAMES = tuple(name.upper() for name in Settings.model_fields)
EXAMPLE = Path(__file__).parents[1] / ".env.example"


@pytest.fixture(autouse=True)
def clean_environment(monkeypatch, tmp_path):
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)


def refusal(monkeypatch, name, value) -> str:
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError) as caught:
        load_settings()
    message = str(caught.value)
    assert message.startswith(f"{name}: ")
    assert "\n" not in message
    return message


def test_defaults_need_nothing():
    settings = load_settings()

    assert settings.discord_token is None
    assert settings.database_url == "sqlite+aiosqlite:///data/boneyard.db"
    assert settings.discord_api_url is None
    assert settings.discord_gateway_url is None
    assert settings.log_level == "INFO"
    assert settings.log_format == "plain"
    assert settings.metrics_port is None
    assert settings.metrics_host == "127.0.0.1"
    assert settings.command_guild is None
    assert settings.docs_url is None


def test_everything_is_read_from_the_environment(monkeypatch):
    monkeypatch.setenv("DISCORD_TOKEN", "abc.def.ghi")
    monkeypatch.setenv("DATABASE_URL", "postgresql+asyncpg://me:pass@db/boneyard")
    monkeypatch.setenv("DISCORD_API_URL", "http://127.0.0.1:8080/api/v10")
    monkeypatch.setenv("DISCORD_GATEWAY_URL", "ws://127.0.0.1:8080/gateway")
    monkeypatch.setenv("LOG_LEVEL", "debug")
    monkeypatch.setenv("LOG_FORMAT", "JSON")
    monkeypatch.setenv("METRICS_PORT", "9400")
    monkeypatch.setenv("METRICS_HOST", "0.0.0.0")
    monkeypatch.setenv("COMMAND_GUILD", "81384788765712384")
    monkeypatch.setenv("DOCS_URL", "https://example.org/docs/")

    settings = load_settings()

    assert settings.discord_token is not None
    assert settings.discord_token.get_secret_value() == "abc.def.ghi"
    assert settings.database_url == "postgresql+asyncpg://me:pass@db/boneyard"
    assert settings.discord_api_url == "http://127.0.0.1:8080/api/v10"
    assert settings.discord_gateway_url == "ws://127.0.0.1:8080/gateway"
    assert settings.log_level == "DEBUG"
    assert settings.log_format == "json"
    assert settings.metrics_port == 9400
    assert settings.metrics_host == "0.0.0.0"
    assert settings.command_guild == 81384788765712384
    assert settings.docs_url == "https://example.org/docs"


@pytest.mark.parametrize("blank", ["", "   "])
def test_blank_counts_as_unset(monkeypatch, blank):
    for name in NAMES:
        monkeypatch.setenv(name, blank)

    assert load_settings() == Settings.model_construct()


def test_values_are_stripped(monkeypatch):
    monkeypatch.setenv("DISCORD_TOKEN", " abc.def.ghi\n")

    settings = load_settings()

    assert settings.discord_token is not None
    assert settings.discord_token.get_secret_value() == "abc.def.ghi"


def test_the_file_is_read_and_the_environment_wins(monkeypatch):
    Path(".env").write_text("LOG_LEVEL=ERROR\nCOMMAND_GUILD=7\nSOMETHING_ELSE=1\n")
    monkeypatch.setenv("LOG_LEVEL", "WARNING")

    settings = load_settings()

    assert settings.log_level == "WARNING"
    assert settings.command_guild == 7


def test_an_empty_variable_leaves_the_word_to_the_file(monkeypatch):
    Path(".env").write_text("LOG_LEVEL=ERROR\n")
    monkeypatch.setenv("LOG_LEVEL", "")

    assert load_settings().log_level == "ERROR"


def test_another_file_or_none(tmp_path):
    Path(".env").write_text("LOG_LEVEL=ERROR\n")
    other = tmp_path / "other.env"
    other.write_text("LOG_LEVEL=CRITICAL\n")

    assert load_settings(other).log_level == "CRITICAL"
    assert load_settings(None).log_level == "INFO"
    assert load_settings(tmp_path / "missing.env").log_level == "INFO"


def test_a_file_that_is_no_text_is_refused():
    Path(".env").write_bytes(b"LOG_LEVEL=\xff\xfe\n")

    with pytest.raises(SettingsError, match=r"^\.env cannot be read"):
        load_settings()


def test_settings_cannot_be_changed():
    settings = load_settings()

    with pytest.raises(ValidationError):
        settings.log_level = "DEBUG"  # type: ignore[misc]


@pytest.mark.parametrize("token", ["Bot abc.def", "abc def", "abc\tdef", "abc.dëf"])
def test_a_token_stands_alone(monkeypatch, token):
    message = refusal(monkeypatch, "DISCORD_TOKEN", token)

    assert "token alone" in message
    assert token not in message


@pytest.mark.parametrize(
    "url",
    [
        "sqlite+aiosqlite://",
        "sqlite+aiosqlite:///:memory:",
        "sqlite+aiosqlite:///data/boneyard.db",
        "sqlite+aiosqlite:////data/boneyard.db",
        "postgresql+asyncpg://db/boneyard",
        "postgresql+asyncpg:///boneyard?host=/run/postgresql",
    ],
)
def test_databases_that_are_supported(monkeypatch, url):
    monkeypatch.setenv("DATABASE_URL", url)

    assert load_settings().database_url == url


@pytest.mark.parametrize(
    "url",
    [
        "sqlite:///boneyard.db",
        "postgres://me:hunter2@db/boneyard",
        "postgresql://me:hunter2@db/boneyard",
        "mysql+aiomysql://me:hunter2@db/boneyard",
        "me:hunter2@db/boneyard",
        "hunter2",
    ],
)
def test_databases_that_are_not(monkeypatch, url):
    message = refusal(monkeypatch, "DATABASE_URL", url)

    assert "sqlite+aiosqlite:// or postgresql+asyncpg://" in message
    assert "hunter2" not in message


def test_a_database_file_needs_three_slashes(monkeypatch):
    message = refusal(monkeypatch, "DATABASE_URL", "sqlite+aiosqlite://data/boneyard.db")

    assert "three slashes" in message


def test_the_api_has_no_slash_at_its_end(monkeypatch):
    monkeypatch.setenv("DISCORD_API_URL", "https://proxy.example/api/v10/")

    assert load_settings().discord_api_url == "https://proxy.example/api/v10"


BROKEN_ADDRESSES = [
    "127.0.0.1:8080",
    "{}//127.0.0.1:8080",
    "{}:///nowhere",
    "{}://host:port",
    "{}://host:99999",
    "{}://host:0",
    "{}://[::1",
    "{}://ho st",
    "{}://host/?query",
    "{}://host/#fragment",
    "ftp://host",
]


@pytest.mark.parametrize("address", [*BROKEN_ADDRESSES, "ws://127.0.0.1:8080"])
def test_an_api_that_is_no_http_address(monkeypatch, address):
    message = refusal(monkeypatch, "DISCORD_API_URL", address.format("http"))

    assert "http or https" in message


@pytest.mark.parametrize("address", [*BROKEN_ADDRESSES, "http://127.0.0.1:8080"])
def test_a_gateway_that_is_no_websocket_address(monkeypatch, address):
    message = refusal(monkeypatch, "DISCORD_GATEWAY_URL", address.format("ws"))

    assert "ws or wss" in message


@pytest.mark.parametrize("level", ["LOUD", "10", "INFO,DEBUG"])
def test_a_log_level_that_is_none(monkeypatch, level):
    message = refusal(monkeypatch, "LOG_LEVEL", level)

    assert "DEBUG, INFO, WARNING, ERROR, CRITICAL" in message


def test_a_log_format_that_is_none(monkeypatch):
    assert "plain, json" in refusal(monkeypatch, "LOG_FORMAT", "xml")


@pytest.mark.parametrize("port", ["0", "65536", "-1", "http", "9400/metrics", "٣"])
def test_a_port_that_is_none(monkeypatch, port):
    assert "from 1 to 65535" in refusal(monkeypatch, "METRICS_PORT", port)


@pytest.mark.parametrize("guild", ["my server", "-1", "0", "1.5", "1_000", "٣", "9" * 30])
def test_a_guild_that_is_none(monkeypatch, guild):
    message = refusal(monkeypatch, "COMMAND_GUILD", guild)

    assert "id of a server" in message


def test_several_wrong_settings_are_named_together(monkeypatch):
    monkeypatch.setenv("LOG_LEVEL", "LOUD")

    message = refusal(monkeypatch, "DATABASE_URL", "nowhere")

    assert "; LOG_LEVEL: " in message
    assert "\n" not in message


def test_secrets_do_not_show(monkeypatch):
    monkeypatch.setenv("DISCORD_TOKEN", "hunter2")
    monkeypatch.setenv("DATABASE_URL", "postgresql+asyncpg://me:hunter2@db/boneyard")

    settings = load_settings()

    assert "hunter2" not in repr(settings)
    assert "hunter2" not in str(settings)


def test_what_must_not_be_logged_is_known(monkeypatch):
    assert load_settings().secrets == ()
    monkeypatch.setenv("DISCORD_TOKEN", "abc.def.ghi")
    monkeypatch.setenv("DATABASE_URL", "postgresql+asyncpg://me:hunter%402@db/boneyard")

    assert load_settings().secrets == ("abc.def.ghi", "hunter%402", "hunter@2")


def test_a_refusal_drags_no_secret_along(monkeypatch):
    monkeypatch.setenv("DISCORD_TOKEN", "Bot hunter2")

    with pytest.raises(SettingsError) as caught:
        load_settings()

    assert caught.value.__suppress_context__
    assert "hunter2" not in str(caught.value.__context__)


def test_the_example_names_every_setting_and_is_valid():
    lines = EXAMPLE.read_text(encoding="utf-8").splitlines()
    assigned = [line.partition("=")[0] for line in lines if line and not line.startswith("#")]

    assert tuple(assigned) == NAMES
    assert load_settings(EXAMPLE) == load_settings(None)


@pytest.mark.parametrize(
    "url",
    ["docs", "ftp://example.org", "https://example.org/a)b", "https://example.org/" + "a" * 200],
)
def test_pages_are_read_at_an_address_that_fits_into_a_message(monkeypatch, url):
    assert "address" in refusal(monkeypatch, "DOCS_URL", url)
