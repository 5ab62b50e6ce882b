import os
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import yaml

from bot.config import Settings, load_settings

pytestmark = pytest.mark.usefixtures("no_settings")
ROOT = Path(__file__).parents[1]
COMPOSE = (ROOT / "compose.yaml").read_text(encoding="utf-8")
SERVICES: dict[str, Any] = yaml.safe_load(COMPOSE)["services"]
CLUSTER = {name: each for name, each in SERVICES.items() if each.get("profiles") == ["cluster"]}
BOTS = [name for name in CLUSTER if name.startswith("bot-")]
KUBERNETES = (ROOT / "deploy" / "kubernetes.yaml").read_text(encoding="utf-8")
OBJECTS = {(one["kind"], one["metadata"]["name"]): one for one in yaml.safe_load_all(KUBERNETES)}
PODS = OBJECTS["StatefulSet", "boneyard"]["spec"]
BOT = PODS["template"]["spec"]["containers"][0]
NOT_SETTINGS = {"SHARDS_PER_POD"}
InPod = Callable[..., dict[str, str]]


def filled_in(text: str, **values: str) -> str:
    """Return a text of compose.yaml with its variables; unset and empty ones have defaults."""
    filled = re.sub(r"\$\{(\w+):-([^{}]*)\}", lambda found: values.get(found[1]) or found[2], text)
    assert "$" not in filled
    return filled


def environment(service: str, **values: str) -> dict[str, str]:
    given = SERVICES[service]["environment"]
    return {name: filled_in(value, **values) for name, value in given.items()}


def settings(monkeypatch: pytest.MonkeyPatch, given: dict[str, str]) -> Settings:
    """Return the settings of a process with this environment; each name must be a setting."""
    for name, value in given.items():
        assert name.lower() in Settings.model_fields or name in NOT_SETTINGS, name
        monkeypatch.setenv(name, value)
    return load_settings(None)


def expect_all_shards_once(processes: list[Settings]) -> None:
    (count,) = {each.shard_count for each in processes}
    assert count is not None
    held = [shard for each in processes for shard in each.shard_ids or ()]
    assert sorted(held) == list(range(count))


def test_alone_there_is_one_bot_on_sqlite(monkeypatch):
    assert [name for name in SERVICES if name not in CLUSTER] == ["boneyard"]
    alone = settings(monkeypatch, environment("boneyard"))
    assert alone.database_url.startswith("sqlite")
    assert alone.shard_count is None


@pytest.mark.parametrize(
    "values", [{}, {"SHARD_COUNT": "5", "BOT_0_SHARD_IDS": "0,2-4", "BOT_1_SHARD_IDS": "1"}]
)
def test_the_bots_of_the_cluster_share_its_shards(monkeypatch, values):
    assert len(BOTS) == 2
    expect_all_shards_once([settings(monkeypatch, environment(each, **values)) for each in BOTS])


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_of_the_cluster_reaches_what_it_depends_on(monkeypatch, name):
    password = {"POSTGRES_PASSWORD": "chosen1"}
    bot, postgres = environment(name, **password), environment("postgres", **password)
    read = settings(monkeypatch, bot)
    database, proxy = urlsplit(read.database_url), urlsplit(read.discord_api_url or "")
    assert (database.username, database.password) == (postgres["POSTGRES_USER"], "chosen1")
    assert postgres["POSTGRES_PASSWORD"] == "chosen1"
    assert database.path == f"/{postgres['POSTGRES_DB']}"
    hosts = {database.hostname, proxy.hostname}
    assert set(CLUSTER[name]["depends_on"]) == hosts
    assert hosts < set(CLUSTER), "or they would run beside the bot on SQLite"


def test_the_command_for_the_cluster_names_all_its_bots():
    command = f"docker compose --profile cluster up -d --build {' '.join(BOTS)}\n"
    for text in (COMPOSE, (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")):
        assert command in text


@pytest.fixture
def in_pod(tmp_path) -> InPod:
    """Run the pod's command with a program in the bot's place, which tells its environment."""
    program = tmp_path / "boneyard"
    program.write_text('#!/bin/sh\n[ "$*" = run ] && exec env\n')
    program.chmod(0o700)

    def run(ordinal: int, **changed: str) -> dict[str, str]:
        given = {each["name"]: each["value"] for each in BOT["env"]} | changed
        pod = {"PATH": f"{tmp_path}:{os.defpath}", "HOSTNAME": f"boneyard-{ordinal}"}
        told = subprocess.check_output(BOT["command"], env=given | pod, text=True)
        found = dict(line.split("=", 1) for line in told.splitlines())
        return {name: found[name] for name in (*given, "SHARD_IDS")}

    return run


def test_the_pods_share_the_shards(monkeypatch, in_pod):
    secret = OBJECTS["Secret", "boneyard"]["stringData"]
    pods = [settings(monkeypatch, secret | in_pod(each)) for each in range(PODS["replicas"])]
    expect_all_shards_once(pods)


@pytest.mark.parametrize(
    ("ordinal", "each", "shards"),
    [(0, 1, "0-0"), (3, 1, "3-3"), (0, 4, "0-3"), (12, 16, "192-207")],
)
def test_the_shards_of_a_pod_follow_from_its_number(in_pod, ordinal, each, shards):
    assert in_pod(ordinal, SHARDS_PER_POD=str(each))["SHARD_IDS"] == shards


def test_probes_and_addresses_of_kubernetes_match_the_ports():
    env = {each["name"]: each["value"] for each in BOT["env"]}
    assert [port["containerPort"] for port in BOT["ports"]] == [int(env["METRICS_PORT"])]
    assert PODS["template"]["metadata"]["annotations"]["prometheus.io/port"] == env["METRICS_PORT"]
    for probe in ("startupProbe", "readinessProbe", "livenessProbe"):
        assert BOT[probe]["httpGet"] == {"path": "/healthz", "port": BOT["ports"][0]["name"]}
    proxy = urlsplit(env["DISCORD_API_URL"])
    service = OBJECTS["Service", proxy.hostname]["spec"]
    assert [port["port"] for port in service["ports"]] == [proxy.port]


def test_each_selector_of_kubernetes_finds_its_pods():
    bots = PODS["template"]["metadata"]["labels"]
    proxies = OBJECTS["Deployment", "boneyard-proxy"]["spec"]["template"]["metadata"]["labels"]
    assert bots != proxies
    for (kind, name), each in OBJECTS.items():
        selector = each.get("spec", {}).get("selector")
        if selector is not None:
            pods = proxies if name == "boneyard-proxy" else bots
            assert selector.get("matchLabels", selector) == pods, kind
