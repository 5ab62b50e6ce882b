import pytest

# Shared checks: their asserts shall explain themselves wherever they are used from.
pytest.register_assert_rewrite("tests.games.contract", "tests.games.secrecy")

WAITING = ("tests/wire/", "tests/browser/")
"""Tests of whole processes: most of their time is waiting."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What waits comes first: one worker waits while the others compute, not all at the end."""
    items.sort(key=lambda item: not item.nodeid.startswith(WAITING))
