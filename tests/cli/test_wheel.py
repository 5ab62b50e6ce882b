import os
import re
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parents[2]
TIMEOUT = 120
ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+\S*")

pytestmark = pytest.mark.deep


def run(*command: object, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if name != "DISCORD_TOKEN"}
    told: dict[str, Any] = {"capture_output": True, "text": True, "timeout": TIMEOUT}
    return subprocess.run([*map(str, command)], check=False, cwd=cwd, env=kept, **told)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    built = run("make", "wheel", f"DIST={folder}")
    assert built.returncode == 0, built.stderr
    (file,) = folder.glob("*.whl")
    return file


@pytest.fixture(scope="module")
def boneyard(wheel, tmp_path_factory) -> Path:
    """Return the command in an environment with nothing but the wheel and what it needs."""
    folder = tmp_path_factory.mktemp("environment")
    assert run(sys.executable, "-m", "venv", folder).returncode == 0
    installed = run(folder / "bin" / "pip", "install", "--quiet", f"{wheel}[demo]")
    assert installed.returncode == 0, installed.stderr
    return folder / "bin" / "boneyard"


def test_it_has_all_files_of_the_packages(wheel):
    files = {
        str(file.relative_to(ROOT))
        for package in ("bot", "renderers")
        for file in (ROOT / package).rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    }
    assert {Path(file).suffix for file in files} >= {".mo", ".po", ".py", ".toml", ".ttf"}
    assert files <= set(ZipFile(wheel).namelist())


def test_the_demo_serves_its_page(boneyard, tmp_path):
    command = [boneyard, "demo"]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, text=True) as demo:
        try:
            assert demo.stdout is not None
            address = next(found[0] for line in demo.stdout if (found := ADDRESS.search(line)))
            with urllib.request.urlopen(address, timeout=TIMEOUT) as page:
                assert b"<title>" in page.read()
            demo.terminate()  # whoever starts the tests may ignore SIGINT
            told, _ = demo.communicate(timeout=TIMEOUT)
        finally:
            demo.kill()
    assert "Thank you for playing" in told
    assert demo.returncode == 0


def test_without_a_token_the_bot_says_what_is_missing(boneyard, tmp_path):
    bot = run(boneyard, "run", cwd=tmp_path)
    assert bot.returncode == 2
    assert bot.stderr.startswith("boneyard: DISCORD_TOKEN is not set")


def test_the_tables_and_a_picture_are_made(boneyard, tmp_path):
    record, picture = tmp_path / "match.json", tmp_path / "table.png"
    assert run(boneyard, "simulate", "block", "--out", record, cwd=tmp_path).returncode == 0
    drawn = run(boneyard, "render", record, "--ply", 9, "--out", picture, cwd=tmp_path)
    assert drawn.returncode == 0, drawn.stderr
    assert picture.read_bytes().startswith(b"\x89PNG")
    healthy = run(boneyard, "doctor", "--quiet", cwd=tmp_path)
    assert healthy.returncode == 0, healthy.stdout
