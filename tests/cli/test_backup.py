import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.store.instance_lock import claimed
from tests.blank import write_blank
from tests.cli.support import good, refused, run

pytestmark = pytest.mark.usefixtures("no_settings")
DEFAULT = "sqlite+aiosqlite:///data/boneyard.db"


@pytest.fixture
def database() -> Path:
    file = Path("data/boneyard.db")
    write_blank(file)
    return file


def test_there_and_back(database):
    assert "complete and intact" in good(run("backup", "copy.db"))
    with closing(sqlite3.connect(database)) as later, later:
        later.execute("CREATE TABLE later (than, the_copy)")
    told = good(run("restore", "copy.db"))
    assert "boneyard.db.before-restore" in told
    with closing(sqlite3.connect(database)) as now:
        assert not now.execute("SELECT * FROM sqlite_master WHERE name = 'later'").fetchall()
    assert "is not there" not in refused(run("backup", "copy.db"))
    good(run("backup", "copy.db", "--force"))


def test_while_a_bot_is_running(database):
    good(run("backup", "copy.db"))
    with claimed(DEFAULT):
        assert "stop that one first" in refused(run("restore", "copy.db"))
        good(run("backup", "another.db"))
