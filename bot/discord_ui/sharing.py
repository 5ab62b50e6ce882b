"""Sharing something with everybody: once for each message that offers it."""

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager

from bot.discord_ui.errors import AlreadyShown

MAX_REMEMBERED = 10_000


class Sharing:
    """Remembers messages whose button was pressed; after a restart, it is disabled."""

    def __init__(self) -> None:
        self._shown: OrderedDict[int, None] = OrderedDict()

    def __contains__(self, message_id: int) -> bool:
        return message_id in self._shown

    @contextmanager
    def once(self, message_id: int) -> Iterator[None]:
        """Share it within the block; if that fails, it may be tried again.

        Raises :class:`~bot.discord_ui.errors.AlreadyShown`.
        """
        if message_id in self._shown:
            raise AlreadyShown
        self._shown[message_id] = None
        while len(self._shown) > MAX_REMEMBERED:
            self._shown.popitem(last=False)
        try:
            yield
        except BaseException:
            self._shown.pop(message_id, None)
            raise
