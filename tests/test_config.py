from pathlib import Path

import pytest

from bot.config import Settings, SettingsError, load_settings

pytestmark = pytest.mark.usefixtures("no_settings")
NAMES = tuple(name.upper() for name in Settings.model_fields)
EXAMPLE = Path(__file__).parents[1] / ".env.example"


def refusal(monkeypatch, name, value) -> str:
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError) as caught:
        load_settings()
    message = str(caught.value)
    assert message.startswith(f"{name}: ")
    assert "\n" not in message
    return message


DEFAULTS = {
    "database_url": "sqlite+aiosqlite:///data/boneyard.db",
    "database_connections": 10,
    "log_level": "INFO",
    "log_format": "plain",
    "metrics_host": "127.0.0.1",
}
"""The defaults; all other settings are None."""
GIVEN = {
    "DISCORD_TOKEN": (" abc.def.ghi\n", "abc.def.ghi"),
    "DATABASE_URL": ("postgresql+asyncpg://me:pass@db/boneyard",) * 2,
    "DATABASE_DIRECT_URL": ("postgresql+asyncpg://me:pass@direct/boneyard",) * 2,
    "DATABASE_CONNECTIONS": ("20", 20),
    "SHARD_COUNT": ("16", 16),
    "SHARD_IDS": ("0-2, 7", frozenset({0, 1, 2, 7})),
    "DISCORD_API_URL": ("https://proxy.example/api/v10/", "https://proxy.example/api/v10"),
    "DISCORD_GATEWAY_URL": ("ws://127.0.0.1:8080/gateway",) * 2,
    "LOG_LEVEL": ("debug", "DEBUG"),
    "LOG_FORMAT": ("JSON", "json"),
    "METRICS_PORT": ("9400", 9400),
    "METRICS_HOST": ("0.0.0.0",) * 2,
    "THINKING_PROCESSES": ("3", 3),
    "COMMAND_GUILD": ("81384788765712384", 81384788765712384),
    "DOCS_URL": ("https://example.org/docs/", "https://example.org/docs"),
}
"""Values in the environment, and what is read from them."""


def test_defaults_need_nothing():
    settings = load_settings()
    for name in Settings.model_fields:
        assert getattr(settings, name) == DEFAULTS.get(name), name


def test_everything_is_read_from_the_environment(monkeypatch):
    assert tuple(GIVEN) == NAMES
    for name, (said, _) in GIVEN.items():
        monkeypatch.setenv(name, said)
    settings = load_settings()
    for name, (_, read) in GIVEN.items():
        value = getattr(settings, name.lower())
        assert getattr(value, "get_secret_value", lambda value=value: value)() == read, name


def test_the_file_is_read_and_the_environment_wins(monkeypatch):
    Path(".env").write_text("LOG_LEVEL=ERROR\nCOMMAND_GUILD=7\nSOMETHING_ELSE=1\n")
    monkeypatch.setenv("LOG_LEVEL", "")
    assert load_settings().log_level == "ERROR", "an empty variable says nothing"
    monkeypatch.setenv("LOG_LEVEL", "WARNING")
    settings = load_settings()
    assert (settings.log_level, settings.command_guild) == ("WARNING", 7)


@pytest.mark.parametrize("blank", ["", "   "])
def test_blank_counts_as_unset(monkeypatch, blank):
    for name in NAMES:
        monkeypatch.setenv(name, blank)
    assert load_settings() == Settings.model_construct()


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


BROKEN_ADDRESSES = [
    "127.0.0.1:8080",
    "{}//127.0.0.1:8080",
    "{}://host:port",
    "{}://host:99999",
    "{}://[::1",
    "{}://host/?query",
    "{}://host/#fragment",
    "ftp://host",
]


WRONG = {
    "DISCORD_TOKEN": ("token alone", ["Bot abc.def", "abc def", "abc\tdef", "abc.dëf"]),
    "DATABASE_URL": (
        "sqlite+aiosqlite:// or postgresql+asyncpg://",
        [
            "sqlite:///hunter2.db",
            "postgres://me:hunter2@db/boneyard",
            "postgresql://me:hunter2@db/boneyard",
            "mysql+aiomysql://me:hunter2@db/boneyard",
            "hunter2",
        ],
    ),
    "DISCORD_API_URL": (
        "http or https",
        [*(each.format("http") for each in BROKEN_ADDRESSES), "ws://127.0.0.1:8080"],
    ),
    "DISCORD_GATEWAY_URL": (
        "ws or wss",
        [*(each.format("ws") for each in BROKEN_ADDRESSES), "http://127.0.0.1:8080"],
    ),
    "LOG_LEVEL": ("DEBUG, INFO, WARNING, ERROR, CRITICAL", ["LOUD", "10", "INFO,DEBUG"]),
    "LOG_FORMAT": ("plain, json", ["xml"]),
    "METRICS_PORT": ("from 1 to 65535", ["0", "65536", "-1", "http", "9400/metrics", "٣"]),
    "THINKING_PROCESSES": ("from 1 to 64", ["many", "0", "65", "1.5"]),
    "COMMAND_GUILD": ("id of a server", ["my server", "-1", "0", "1.5", "1_000", "٣", "9" * 30]),
    "DOCS_URL": (
        "address",
        ["docs", "ftp://example.org", "https://example.org/a)b", "https://e.org/" + "a" * 200],
    ),
}


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [(name, value, said) for name, (said, values) in WRONG.items() for value in values],
)
def test_a_wrong_value_is_refused_without_repeating_a_secret(monkeypatch, name, value, sentence):
    message = refusal(monkeypatch, name, value)
    assert sentence in message
    if name in {"DISCORD_TOKEN", "DATABASE_URL"}:
        assert value not in message
        assert "hunter2" not in message


def test_a_database_file_needs_three_slashes(monkeypatch):
    url = "sqlite+aiosqlite://data/boneyard.db"
    assert "three slashes" in refusal(monkeypatch, "DATABASE_URL", url)


def test_several_wrong_settings_are_named_together(monkeypatch):
    monkeypatch.setenv("LOG_LEVEL", "LOUD")
    message = refusal(monkeypatch, "DATABASE_URL", "nowhere")
    assert "; LOG_LEVEL: " in message
    assert "\n" not in message


def test_what_must_not_be_logged_is_known(monkeypatch):
    assert load_settings().secrets == ()
    monkeypatch.setenv("DISCORD_TOKEN", "abc.def.ghi")
    monkeypatch.setenv("DATABASE_URL", "postgresql+asyncpg://me:hunter%402@db/boneyard")
    settings = load_settings()
    assert settings.secrets == ("abc.def.ghi", "hunter%402", "hunter@2")
    for secret in settings.secrets:
        assert secret not in repr(settings) + str(settings)


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
