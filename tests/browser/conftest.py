"""Fixtures: Chromium, and the demo as `make demo` starts it."""

import os
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.page import chromium

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
LONGEST = 280.0  # seconds after which a demo is ended in any case
ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Yield a browser; skip without Chromium, except in CI, where it must be installed.

    It is closed before other tests begin: while Playwright is open, no other event loop can run.
    """
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        if os.environ.get("CI", "").lower() not in {"", "0", "false"}:
            pytest.fail("CI is set, and there is no Chromium on the PATH")
        pytest.skip("there is no Chromium on the PATH; the system's package is enough")
    with chromium(path) as opened:
        yield opened


@contextmanager
def demo_running(folder: Path) -> Iterator[str]:
    """Run the demo in a process and yield its address; check that it ends quietly when told to."""
    complaints = folder / "stderr"
    command = [sys.executable, "-m", "bot", "demo"]
    with (
        complaints.open("wb") as stderr,
        subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=stderr) as process,
    ):
        watch = threading.Timer(LONGEST, process.kill)
        watch.start()
        try:
            assert process.stdout is not None
            line = process.stdout.readline().decode()
            found = re.search(r"http://127\.0\.0\.1:\d+/#\S+", line)
            assert found, f"{line}{complaints.read_text()}"
            yield found[0]
            process.terminate()
            assert process.wait(LONGEST) == 0
        finally:
            watch.cancel()
            process.kill()
    assert complaints.read_text() == ""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with demo_running(tmp_path_factory.mktemp("demo")) as found:
        yield found
