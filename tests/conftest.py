import pytest
from hypothesis import HealthCheck, settings

# How long an example takes depends on what else the machine does: no property fails for that.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")

# Shared checks: their asserts shall explain themselves wherever they are used from.
pytest.register_assert_rewrite("tests.games.contract", "tests.games.secrecy")

WAITING = ("tests/wire/", "tests/browser/")
"""Tests of whole processes: most of their time is waiting."""
HANGS = 1800
"""Seconds after which a deep test is thought to hang; some take minutes on a busy machine."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What waits comes first: one worker waits while the others compute, not all at the end."""
    items.sort(key=lambda item: not item.nodeid.startswith(WAITING))
    for item in items:
        if item.get_closest_marker("deep"):
            item.add_marker(pytest.mark.timeout(HANGS))
