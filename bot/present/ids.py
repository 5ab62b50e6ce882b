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
    REMATCH = "rematch"
    """Of a match that is over: opens its rematch, or joins it."""
    TAKE_BACK = "back"
    """Returns a seat that a computer holds to the person it belongs to."""


class LobbyVerb(StrEnum):
    """What can be done in a lobby by button or menu."""

    JOIN = "join"
    LEAVE = "leave"
    ADD = "add"
    """Seats a computer of the usual level."""
    OPTIONS = "options"
    PARTNERS = "partners"
    """Moves everybody but the first seat on by one, so that partners change."""
    START = "start"


class LobbyMenu(StrEnum):
    """What can be picked from a menu in a lobby."""

    COMPUTER = "computer"
    """A level, or :data:`REMOVE`."""
    PACE = "pace"
    """How long somebody may think."""
    OPTION = "option"
    """A value of the option whose key follows, or :data:`OTHER`."""


class OwnMenu(StrEnum):
    """What somebody can set for themselves."""

    LETTERS = "letters"
    """Which direct messages."""
    FORCED = "forced"
    """What becomes of forced moves."""
    QUIET = "quiet"
    """Hours, :data:`NONE`, or :data:`OTHER`."""
    HOLIDAY = "holiday"
    """A number of days, :data:`END`, or :data:`NONE`: it stays as it is."""
    LISTED = "listed"
    """Whether rankings and profiles show them to others."""


REMOVE = "-"
"""Sends a computer away."""
OTHER = "…"
"""Asks for something that is not in the menu."""
NONE = "none"
"""Nothing of that kind."""
END = "end"
"""Ends a holiday."""


def move(match_id: int, ply: int, code: str) -> str:
    """A move at the table as it was after ``ply`` entries of the log."""
    return f"m:{match_id}:{ply}:{code}"


def bone(match_id: int, ply: int, code: str) -> str:
    """A bone whose place is still to be chosen, at the table as it was then."""
    return f"b:{match_id}:{ply}:{code}"


def table(match_id: int, verb: TableVerb) -> str:
    """Something about a running match."""
    return f"t:{match_id}:{verb}"


def lobby(match_id: int, verb: LobbyVerb) -> str:
    """A button of a lobby."""
    return f"l:{match_id}:{verb}"


def lobby_menu(match_id: int, verb: LobbyMenu, argument: str = "") -> str:
    """A menu of a lobby."""
    return f"p:{match_id}:{verb}:{argument}"


def own_menu(verb: OwnMenu) -> str:
    """A menu of what somebody sets for themselves: always of the one who uses it."""
    return f"o:{verb}"


def moves_menu(match_id: int, page: int) -> str:
    """A menu of moves; its values are ids of :func:`move`."""
    return f"s:{match_id}:{page}"


def thread(game_id: str) -> str:
    """Open a table of that game in a thread of this channel."""
    return f"n:{game_id}"


def rematch_thread(match_id: int) -> str:
    """Open the rematch of that match in a thread; no game is called by a number."""
    return f"n:{match_id}"


def feature(name: str, rest: str) -> str:
    """A button or a menu of something that is no table: ``name`` knows what ``rest`` means."""
    return f"x:{name}:{rest}"
