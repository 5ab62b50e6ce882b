import pytest

pytest.register_assert_rewrite("tests.games.contract", "tests.games.secrecy")
