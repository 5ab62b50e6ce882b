import pytest

from bot.config import Settings


@pytest.fixture
def no_settings(monkeypatch, tmp_path):
    """Run without settings in the environment, in a directory without a database."""
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.chdir(tmp_path)
