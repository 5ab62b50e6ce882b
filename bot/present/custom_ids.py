"""The custom ids of buttons and menus.

Everybody who sees a message can read its ids, so codes from a hand appear only in messages that
nobody but its owner sees.
"""

from enum import StrEnum

MAX_LENGTH = 100
"""The longest id that Discord accepts."""


class TableVerb(StrEnum):
    HAND = "hand"
    RULES = "rules"
    MORE = "more"
    BOARD = "board"
    REMATCH = "rematch"
    """For a finished match: opens its rematch, or joins it."""
    RESUME = "back"
    """Returns a seat that a computer is playing to the person it belongs to."""
    TAKE_BACK_MOVE = "undo"
    """Asks whether to take back the person's last move; :func:`take_back_move` does it."""
    MUTE = "mute"
    UNMUTE = "unmute"


class LeaveVerb(StrEnum):
    ASK = "leave"
    """Asks whether the person is sure; :attr:`SURELY` leaves."""
    STAY = "stay"
    SURELY = "leave!"
    RETURN = "return"
    """Undoes leaving; made by :func:`undo_leaving`."""


class PlanVerb(StrEnum):
    OPEN = "open"
    ADD = "add"
    """Adds the wish with the code that follows, or changes where its piece is to go."""
    REMOVE = "remove"
    """Takes out the piece with the code that follows."""
    REACH = "reach"
    """Sets how long the plan lasts."""
    STOP = "stop"
    FORCED = "forced"
    """Says whether moves without a choice are made for the person, too; :data:`ON` or
    :data:`OFF`."""


WATCH = "watch"
"""Saves which reminders of a match a person wants; made by :func:`watch`."""


class LobbyVerb(StrEnum):
    JOIN = "join"
    LEAVE = "leave"
    ADD = "add"
    """Seats a computer of the default level."""
    OPTIONS = "options"
    PARTNERS = "partners"
    """Moves everybody but the first seat on by one, so that partners change."""
    START = "start"
    PLAY_NOW = "now"
    """Adds the computers that the lobby lacks, starts, and shows the host's hand."""
    RATED = "rated"
    UNRATED = "unrated"
    RULES = "rules"
    INVITE = "invite"
    ROUND = "round"
    """As :attr:`SHORT` and :attr:`FULL`, a value of :class:`~bot.engine.game_info.Length`."""
    SHORT = "short"
    FULL = "full"


class LobbyMenu(StrEnum):
    COMPUTER = "computer"
    """A level, or :data:`REMOVE`; made by :func:`repeatable`."""
    PACE = "pace"
    HINTS = "hints"
    PHRASES = "phrases"
    """:data:`ON` if people may say phrases, else :data:`OFF`."""
    RATED = "rated"
    """:data:`ON` if the match changes ratings, else :data:`OFF`."""
    PRESET = "preset"
    """The key of a preset, or of the game itself; it changes all options."""
    OPTION = "option"
    """A value of the option whose key follows, or :data:`OTHER`."""


class OwnMenu(StrEnum):
    LANGUAGE = "language"
    """One of the languages, or the one of their Discord."""
    MESSAGES = "letters"
    INVITATIONS = "calls"
    FORCED = "forced"
    QUIET = "quiet"
    """Hours, :data:`NONE`, or :data:`OTHER`."""
    HOLIDAY = "holiday"
    """A number of days, :data:`END`, or :data:`NONE` for no change."""
    LISTED = "listed"
    FELT = "felt"
    """A felt, or :data:`NONE` for the server's."""
    BONES = "bones"
    """A set of bones, or :data:`NONE` for the server's."""


REMOVE = "-"
OTHER = "…"
"""Asks for a value that is not in the menu; made by :func:`repeatable`."""
NONE = "none"
ON, OFF = "on", "off"
IN_HAND, BESIDE_TABLE = "hand", "table"
"""Where a hint is shown after the question whether it is worth its cost."""
END = "end"


def repeatable(value: str, shown: int) -> str:
    """Return a value for an entry that does something each time it is chosen.

    Discord keeps showing what was chosen in a menu as long as an entry with that value is in it,
    and what is shown as chosen can't be chosen again. So ``shown`` must be a number not used
    before. :func:`without_number` returns the original ``value``.
    """
    return f"{value} {shown}"


def without_number(entry: str) -> str:
    return entry.rpartition(" ")[0] or entry


def move(match_id: int, ply: int, code: str) -> str:
    """Return the id of a move at the table as it was after ``ply`` log entries."""
    return f"m:{match_id}:{ply}:{code}"


def bone(match_id: int, ply: int, code: str) -> str:
    """Return the id of a bone still to be given a place, at the table after ``ply`` log entries."""
    return f"b:{match_id}:{ply}:{code}"


def hint(match_id: int, ply: int, sure: str = "") -> str:
    """Return the id of a button that asks for a hint at the table after ``ply`` log entries.

    ``sure``: they know what it costs, and were asked :data:`IN_HAND` or :data:`BESIDE_TABLE`.
    """
    return f"h:{match_id}:{ply}{sure and f':{sure}'}"


def table(match_id: int, verb: TableVerb | LeaveVerb) -> str:
    return f"t:{match_id}:{verb}"


def plan(match_id: int, verb: PlanVerb, argument: str = "") -> str:
    return f"w:{match_id}:{verb}:{argument}"


def undo_leaving(match_id: int, ply: int, left_at: int) -> str:
    """Return a button's id; the person left after ``ply`` entries, at the Unix time ``left_at``."""
    return f"t:{match_id}:{LeaveVerb.RETURN}:{ply}:{left_at}"


def watch(match_id: int, *, goes_on: bool, ends: bool) -> str:
    return f"t:{match_id}:{WATCH}:{goes_on:d}{ends:d}"


def invitation(match_id: int) -> str:
    return f"u:{match_id}"


def phrase(match_id: int, code: str) -> str:
    return f"t:{match_id}:say:{code}"


def phrases_menu(match_id: int) -> str:
    """Return the id of a menu of phrases; its values are ids from :func:`phrase`."""
    return f"s:{match_id}:say"


def take_back_move(match_id: int, ply: int) -> str:
    return f"t:{match_id}:{TableVerb.TAKE_BACK_MOVE}:{ply}"


def lobby(match_id: int, verb: LobbyVerb) -> str:
    return f"l:{match_id}:{verb}"


def lobby_menu(match_id: int, verb: LobbyMenu, argument: str = "") -> str:
    return f"p:{match_id}:{verb}:{argument}"


def own_menu(verb: OwnMenu) -> str:
    """Return the id of a preferences menu; it always applies to the person who uses it."""
    return f"o:{verb}"


def moves_menu(match_id: int, page: int) -> str:
    """Return the id of a menu of moves; its values are ids from :func:`move`."""
    return f"s:{match_id}:{page}"


def thread(game_or_match: str | int) -> str:
    """Return the id of a button that opens a table of a game, or a rematch, in a thread here.

    A number is the match to repeat: no game id is a number.
    """
    return f"n:{game_or_match}"


def number_form(match_id: int, key: str) -> str:
    return f"f:{match_id}:{key}"


QUIET_FORM = "f:quiet"
DIGEST_FORM = "f:digest"


def next_match(match_id: int) -> str:
    """Return the id of a button that opens the match that waits for its presser after this one.

    ``match_id`` is the match that the button's message shows; 0 if it shows none.
    """
    return f"g:{match_id}"


def feature(name: str, rest: str) -> str:
    """Return the id of a feature's button or menu; the feature ``name`` interprets ``rest``."""
    return f"x:{name}:{rest}"
