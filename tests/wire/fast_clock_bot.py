"""The bot with short times, as a process: seconds for a move, and short hiccups.

python -m tests.wire.fast_clock_bot run
"""

import sys
from datetime import timedelta

from bot.cli import main
from bot.discord_ui import sharded_client
from bot.model import terms
from bot.model.terms import Pace

MOVE = 2.0
"""Seconds for a move."""
GRACE = 1.0
"""The grace period after a restart, in seconds."""

if __name__ == "__main__":
    terms._ALLOWANCES[Pace.LIVE] = timedelta(seconds=MOVE)
    terms._GRACES[Pace.LIVE] = timedelta(seconds=GRACE)
    sharded_client.HICCUP = 0.2
    sys.exit(main())
