"""The last message of a process that leaves: its shards, and the interactions it has accepted.

Discord sends a press to both processes while one takes over from the other. The successor keeps
what arrives, and after it has taken over it carries out only what its predecessor did not accept.
"""

import logging
import re
from collections.abc import Callable, Collection, Iterator, Sequence

from bot.model.shards import Shards
from bot.store.coordination.direct_connection import DirectConnection

log = logging.getLogger(__name__)

CHANNEL = "boneyard_accepted"
"""The channel of notifications."""
IDS_A_PART = 350
"""The most ids and shards in one notification, which has to be shorter than 8000 bytes."""
MOST_PARTS = 100
"""The most notifications of one message."""
MOST_SENDERS = 64
"""The most processes of which incomplete messages are kept."""

_NOTIFY = "SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload"
_PART = re.compile(r"([0-9a-f]{8}) ([0-9]{1,3})/([0-9]{1,3})((?: s[0-9]{1,9}| [0-9]{1,19})*)")

Heard = Callable[[frozenset[int], frozenset[int]], None]
"""Called with the shards of a process that leaves, and with the ids of what it has accepted."""


class AcceptedInteractions:
    """Tells a successor which interactions were accepted."""

    def __init__(self, connection: DirectConnection) -> None:
        """Take a connection that is not open yet."""
        self._connection = connection
        self._callbacks: list[Heard] = []
        self._parts: dict[str, dict[int, list[str]]] = {}
        self._found_garbage = False
        connection.listen(CHANNEL, self._receive)

    def on_accepted(self, callback: Heard) -> None:
        """Call ``callback`` for each other process that announces, once all its ids are there."""
        self._callbacks.append(callback)

    async def announce_accepted(self, shards: Shards, ids: Collection[int]) -> None:
        """Tell all other processes the ids of the interactions that this one accepted lately.

        They may be successors of others, so they are told the shards, too.

        To be called once, after the last interaction was accepted and before the shards are
        released. Of very many ids, only the greatest are sent, which are the newest.

        Raises:
            StoreFault: The message could not be sent.
        """
        of_shards = [f"s{each}" for each in sorted(shards.ids)]
        newest = sorted(ids)[-(IDS_A_PART * MOST_PARTS - len(of_shards)) :]
        texts = list(_parts(self._connection.instance, [*of_shards, *map(str, newest)]))
        await self._connection.fetch(_NOTIFY, CHANNEL, texts)

    def _receive(self, payload: str) -> None:
        match = _PART.fullmatch(payload)
        number, total = (int(match[2]), int(match[3])) if match else (0, 0)
        if match is None or not 1 <= number <= total <= MOST_PARTS:
            if not self._found_garbage:
                self._found_garbage = True
                log.warning("somebody else sends notifications on %s; they are ignored", CHANNEL)
            return
        sender = match[1]
        if sender == self._connection.instance:
            return
        parts = self._parts.pop(sender, {})  # the newest sender is last
        parts[number] = match[4].split()
        if len(parts) == total:
            self._tell([word for part in parts.values() for word in part])
            return
        self._parts[sender] = parts
        while len(self._parts) > MOST_SENDERS:
            del self._parts[next(iter(self._parts))]

    def _tell(self, words: Collection[str]) -> None:
        shards = frozenset(int(word[1:]) for word in words if word.startswith("s"))
        ids = frozenset(int(word) for word in words if not word.startswith("s"))
        for callback in self._callbacks:
            try:
                callback(shards, ids)
            except Exception:
                log.exception("accepted interactions could not be noted")


def _parts(instance: str, words: Sequence[str]) -> Iterator[str]:
    """Yield the notifications of a message; there is one even if there are no words."""
    starts = range(0, len(words), IDS_A_PART) or range(1)
    for number, start in enumerate(starts, 1):
        part = words[start : start + IDS_A_PART]
        yield " ".join([instance, f"{number}/{len(starts)}", *part])
