"""The bot, which does not hear a random third of what other processes tell it.

python -m tests.wire.deaf_bot run
"""

import random
import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any

from bot.cli import main

LOST = 1 / 3


def _losing_some(heard: Callable[..., None]) -> Callable[..., None]:
    def heard_sometimes(*notification: object) -> None:
        if random.random() >= LOST:
            heard(*notification)

    return heard_sometimes


if __name__ == "__main__":
    connection: Any = import_module("asyncpg").Connection
    listen = connection.add_listener

    async def listen_with_losses(self: Any, channel: str, heard: Callable[..., None]) -> None:
        await listen(self, channel, _losing_some(heard))

    connection.add_listener = listen_with_losses
    sys.exit(main())
