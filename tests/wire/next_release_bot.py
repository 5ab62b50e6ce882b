"""The bot as its next release: it brings a migration that this release does not know.

python -m tests.wire.next_release_bot run
"""

import sys
from pathlib import Path

from alembic.script import ScriptDirectory

from bot.cli import main
from bot.store import migrate

MIGRATION = """
import sqlalchemy as sa
from alembic import op

revision, down_revision = "next", "{head}"


def upgrade():
    op.add_column("matches", sa.Column("remark", sa.String(40)))
"""
"""A change that the release before it can live with: a column that may be empty."""

if __name__ == "__main__":
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
    sys.exit(main())
