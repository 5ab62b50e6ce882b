import pytest
from hypothesis import HealthCheck, settings

from bot.config import Settings

# A busy machine makes examples slow, so no property test fails because of time.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")

# Rewrite the asserts of shared checks too, so that failures explain themselves.
pytest.register_assert_rewrite("tests.games.contract", "tests.games.secrecy")

WAITING = ("tests/wire/", "tests/browser/")
"""Tests of whole processes, which spend most of their time waiting."""
HANGS = 1800
"""Seconds after which a deep test counts as hanging; some take minutes on a busy machine."""


@pytest.fixture
def no_settings(monkeypatch, tmp_path):
    """Run without settings in the environment, in a directory without a database."""
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.chdir(tmp_path)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run tests that wait first: one worker waits while the others compute, not all at the end."""
    items.sort(key=lambda item: not item.nodeid.startswith(WAITING))
    for item in items:
        if item.get_closest_marker("deep"):
            item.add_marker(pytest.mark.timeout(HANGS))
