"""The bot with one thing changed: ``python -m tests.wire.changed_bot CHANGE run``."""

import random
import sys
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from alembic.script import ScriptDirectory

from bot import bootstrap
from bot.cli import main
from bot.discord_ui import sharded_client
from bot.model import terms
from bot.model.terms import Pace
from bot.service.delays import Delays, QuietTime
from bot.store import migrate

LOST = 1 / 3
MOVE = 2.0
"""Seconds for a move."""
GRACE = 1.0
"""The grace period after a restart, in seconds."""
MIGRATION = """
import sqlalchemy as sa
from alembic import op

revision, down_revision = "next", "{head}"


def upgrade():
    op.add_column("matches", sa.Column("remark", sa.String(40)))
"""
"""A change that the release before it can live with: a column that may be empty."""


def deaf() -> None:
    """Let it miss a random third of what other processes tell it."""
    connection: Any = import_module("asyncpg").Connection
    listen = connection.add_listener

    async def listen_with_losses(self: Any, channel: str, heard: Callable[..., None]) -> None:
        def heard_sometimes(*notification: object) -> None:
            if random.random() >= LOST:
                heard(*notification)

        await listen(self, channel, heard_sometimes)

    connection.add_listener = listen_with_losses


def fast_clock() -> None:
    """Let it give people seconds for a move, and take hiccups for short."""
    terms._ALLOWANCES[Pace.LIVE] = timedelta(seconds=MOVE)
    terms._GRACES[Pace.LIVE] = timedelta(seconds=GRACE)
    sharded_client.HICCUP = 0.2


def quick_calls() -> None:
    """Let it call people, and make planned moves, within seconds after a move."""
    loaded: Any = bootstrap
    loaded.Delays = partial(Delays, calls=QuietTime(0.2, 1))


def next_release() -> None:
    """Let it bring a migration that this release does not know."""
    config_of_this_release = migrate._config
    script = ScriptDirectory.from_config(config_of_this_release())
    folder = Path.cwd() / "next_release"
    folder.mkdir(exist_ok=True)
    (folder / "remark.py").write_text(MIGRATION.format(head=script.get_current_head()))

    def config_of_next_release():
        config = config_of_this_release()
        config.set_main_option("path_separator", "newline")
        config.set_main_option("version_locations", f"{script.versions}\n{folder}")
        return config

    migrate._config = config_of_next_release


if __name__ == "__main__":
    {each.__name__: each for each in (deaf, fast_clock, quick_calls, next_release)}[
        sys.argv.pop(1)
    ]()
    sys.exit(main())
