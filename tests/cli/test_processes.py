import os
import subprocess
import sys
from typing import Any

import pytest

from bot.cli import main
from bot.config import Settings
from tests.cli.support import ROOT, match, refused, run

PROGRAM = (sys.executable, "-m", "bot")


def spawn(*command: str, **more) -> subprocess.CompletedProcess[bytes]:
    more = {"cwd": ROOT, "env": surroundings(), **more}
    return subprocess.run(command, check=False, capture_output=True, timeout=60, **more)


def surroundings() -> dict[str, str]:
    names = {name.upper() for name in Settings.model_fields}
    kept = {key: value for key, value in os.environ.items() if key not in names}
    return kept | {"PYTHONPATH": str(ROOT)}


def test_a_record_goes_through_the_program():
    done = spawn(*PROGRAM, "replay", "-", "--json", input=match("block").dump().encode())
    assert done.returncode == 0
    assert done.stderr == b""
    assert done.stdout.splitlines()[-1].startswith(b'{"outcome": {')


MISUSED = (
    *("nonsense", "games --nonsense", "replay", "replay - extra", "replay - --seat north"),
    *("render - --out x.png", "simulate", "simulate block --matches 0", "simulate block --seats"),
    *("demo --port 70000", "demo --game nonsense"),
)


@pytest.mark.parametrize("args", MISUSED)
def test_a_wrong_command_gets_one_line(capsys, args):
    assert main(args.split()) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_without_a_command_there_is_help(capsys):
    assert main([]) == 0
    assert "simulate" in capsys.readouterr().out


@pytest.mark.usefixtures("no_settings")
def test_run_without_a_token_or_with_a_wrong_setting_gets_one_line(tmp_path):
    assert "DISCORD_TOKEN" in refused(run("run"))
    (tmp_path / ".env").write_text("LOG_LEVEL=loud")
    assert "LOG_LEVEL" in refused(run("run"))


@pytest.mark.deep
def test_a_reader_that_has_seen_enough_is_no_trouble():
    record = match("block").dump().encode()
    pipes: Any = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    with subprocess.Popen([*PROGRAM, "replay", "-", "--json"], cwd=ROOT, **pipes) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        process.stdin.write(record)
        process.stdin.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=60) == 0


def test_light_commands_load_nothing_heavy():
    code = """
import sys
from bot.cli import main
assert main(["games"]) == 0
heavy = {"PIL", "aiohttp", "babel", "discord", "simcord", "sqlalchemy"}
assert not heavy & set(sys.modules), heavy & set(sys.modules)
"""
    done = spawn(sys.executable, "-c", code)
    assert done.returncode == 0, done.stderr.decode()


def test_a_demo_without_its_packages_gets_one_line(monkeypatch, capsys):
    for name in [name for name in sys.modules if name in {"bot.demo", "bot.bootstrap"}]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "simcord", None)
    assert main(["demo"]) == 2
    complaint = capsys.readouterr().err
    assert complaint.count("\n") == 1
    assert "boneyard[demo]" in complaint
