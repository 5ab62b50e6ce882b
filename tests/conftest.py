import pytest

# Shared checks: their asserts shall explain themselves wherever they are used from.
pytest.register_assert_rewrite("tests.games.contract", "tests.games.secrecy")
