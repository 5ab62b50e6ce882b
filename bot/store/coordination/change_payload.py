"""Changes as the text of notifications, as in ``1f2e3d4c m123:456 p77``.

The first word names the process that sent it. Each other word is a change: its subject, its id
and, for a match in a server, the server's id. ``!`` stands for changes that were not sent.
"""

import re
from collections.abc import Iterable, Iterator

from bot.service.ports.changes import Change, Subject

MAX_PAYLOAD = 7900
"""The most bytes of a payload; PostgreSQL takes fewer than 8000."""
SOME_WERE_LOST = "!"

_INSTANCE = re.compile(r"[0-9a-f]{8}")
_NUMBER = "(0|[1-9][0-9]{0,18})"
_WORD = re.compile(rf"(?:(m){_NUMBER}(?::{_NUMBER})?|([pes]){_NUMBER})")
_LARGEST_ID = 2**63 - 1


class NotOurs(Exception):
    """A payload that no process of Boneyard has sent."""


def payloads(instance: str, words: Iterable[str]) -> Iterator[str]:
    """Yield texts, each short enough for a notification, which together have all the words."""
    line = instance
    for word in words:
        if len(line) + 1 + len(word) > MAX_PAYLOAD:
            yield line
            line = instance
        line = f"{line} {word}"
    if line != instance:
        yield line


def word_of(change: Change) -> str:
    """Return a change as a word."""
    place = "" if change.guild_id is None else f":{change.guild_id}"
    return f"{change.subject.value}{change.id}{place}"


def read(payload: str) -> tuple[str, list[Change | None]]:
    """Return who sent a payload, and its changes; None stands for changes that were not sent.

    Raises:
        NotOurs: It is not what `payloads` makes.
    """
    instance, *words = payload.split(" ")
    if not _INSTANCE.fullmatch(instance) or not words or len(payload) > MAX_PAYLOAD:
        raise NotOurs
    return instance, [_change_of(word) for word in words]


def _change_of(word: str) -> Change | None:
    if word == SOME_WERE_LOST:
        return None
    match = _WORD.fullmatch(word)
    if match is None:
        raise NotOurs
    subject, id_, guild_id = match[1] or match[4], int(match[2] or match[5]), match[3]
    change = Change(Subject(subject), id_, None if guild_id is None else int(guild_id))
    if max(change.id, change.guild_id or 0) > _LARGEST_ID:
        raise NotOurs
    return change
