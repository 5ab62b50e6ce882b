"""What buttons and menus are called.

Everybody who sees a message can read its ids: a code of a hand stands only in messages that its
owner alone sees.
"""

from __future__ import annotations

from enum import StrEnum

MAX_LENGTH = 100
"""Discord takes no longer ids."""


class TableVerb(StrEnum):
    """What can be asked of a running match by button."""

    HAND = "hand"
    RULES = "rules"
    MORE = "more"
    BOARD = "board"
    LEAVE = "leave"
    LEAVE_SURELY = "leave!"


class LobbyVerb(StrEnum):
    """What can be done in a lobby by button or menu."""

    JOIN = "join"
    LEAVE = "leave"
    ADD = "add"
    """A menu of levels; its values are levels, or :data:`REMOVE`."""
    OPTIONS = "options"
    OPTION = "option"
    """A menu of one option's values; the option's key follows."""
    NUMBER = "number"
    """Asks for a number in words; the option's key follows."""
    START = "start"


REMOVE = "-"


def move(match_id: int, ply: int, code: str) -> str:
    """A move at the table as it was after ``ply`` entries of the log."""
    return f"m:{match_id}:{ply}:{code}"


def table(match_id: int, verb: TableVerb) -> str:
    """Something about a running match."""
    return f"t:{match_id}:{verb}"


def lobby(match_id: int, verb: LobbyVerb, argument: str = "") -> str:
    """Something about a lobby."""
    return f"l:{match_id}:{verb}:{argument}"


def thread(game_id: str) -> str:
    """Open a table of that game in a thread of this channel."""
    return f"n:{game_id}"
