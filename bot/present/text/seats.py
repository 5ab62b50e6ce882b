"""The people and computers at a table, and the names they are given.

People are mentioned by their Discord id, which each reader's client turns into a name. Where
mentions don't work (alt texts, buttons), a seat is named by its letter, which the text shows next
to the player's name.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from bot.engine.contract import Seat
from bot.engine.game_info import GameInfo
from bot.engine.levels import CASUAL, STEADY, STRONG, usual_name
from bot.engine.options import OptionValue
from bot.engine.translatable import N_, NC_
from bot.present.i18n import Words

LONGEST_NAME = 9
"""The most characters of a name on a button."""
PACES = {
    "live": N_("live, 90 seconds per move"),
    "relaxed": N_("relaxed, 15 minutes per move"),
    "day": N_("one day per move"),
    "slow": N_("slow, three days per move"),
    "none": N_("no clock"),
}
SLOW_PACES = ("day", "slow")
"""The paces with days for a move, where a date says more than a time of day."""
PHRASES = {"on": NC_("phrases", "on"), "off": NC_("phrases", "off")}
RATINGS = {"on": NC_("ratings", "on"), "off": NC_("ratings", "off")}
RATED_DETAILS = {
    "on": N_("The result changes everybody's rating."),
    "off": N_("Alone with computers, you can take back moves."),
}
HINTS = {"off": NC_("hints", "off"), "on": NC_("hints", "on")}
HINTS_DETAILS = {
    "off": N_("If only one person plays, hints are always allowed."),
    "on": N_("After a hint, nobody's rating goes up."),
}
LEVEL_NAMES = {CASUAL: N_("casual"), STEADY: N_("steady"), STRONG: N_("strong")}
LEVEL_DETAILS = {
    CASUAL: N_("plays any move that is allowed"),
    STEADY: N_("plays the move that looks best at first sight"),
    STRONG: N_("tries out its moves in many possible deals"),
}


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """The occupant of a seat: a person, a computer, or a computer playing for a person."""

    seat: Seat
    user_id: int | None = None
    level: str | None = None
    left_by: int | None = None
    """The person who sat there and left."""
    due_at: datetime | None = None
    """The end of the person's time to move, if they are to act."""
    away_until: datetime | None = None
    """The end of the person's holiday, during which their time doesn't run."""
    said: str = ""
    """The code of the last phrase that the person said (:mod:`bot.present.text.phrases`)."""
    said_ply: int = 0
    """The length of the log when they said it."""
    left_ply: int | None = None
    """The length of the log when whoever sat there left; ``None`` if nobody did."""
    computer: str = ""
    """The name of the computer that plays there; empty for the usual one."""

    @property
    def before_leaving(self) -> "SeatInfo":
        """The seat as it was before its person left it."""
        return SeatInfo(self.seat, self.left_by)

    @property
    def is_person_playing(self) -> bool:
        """Return whether a person makes the moves of this seat."""
        return self.user_id is not None and self.level is None

    @property
    def is_held(self) -> bool:
        """Return whether a computer plays until the person takes the seat back."""
        return self.user_id is not None and self.level is not None


@dataclass(frozen=True, slots=True)
class TableInfo:
    """A match's game and its players."""

    match_id: int
    info: GameInfo
    options: Mapping[str, OptionValue]
    host_id: int
    sitters: tuple[SeatInfo, ...]
    pace: str = "none"
    """The time allowed for a move, as a key of :data:`PACES`."""
    close_reason: str | None = None
    """The reason why the match was closed; ``None`` if it wasn't."""
    hints: str = "off"
    """Whether people may take hints, as a key of :data:`HINTS`."""
    allows_hints: bool = False
    """True if they may take hints for whatever reason."""
    phrases: bool = True
    """True if people may say phrases."""
    rated: bool = True
    """True if the match changes ratings."""
    can_take_back: bool = False
    """True if the only person at the table can take back their last choice now."""
    names: Mapping[int, str] = field(default_factory=dict)
    """What people are called in this server, by id, as far as it is known just now."""

    def at(self, ply: int) -> "TableInfo":
        """Return the table with those in their seats who sat there at the log entry ``ply``."""
        return self.before_leaving(
            each.seat for each in self.sitters if each.left_ply is not None and each.left_ply > ply
        )

    def before_leaving(self, seats: Iterable[Seat]) -> "TableInfo":
        """Return the table as it was before the people of these seats left."""
        back = {each.seat for each in self.sitters if each.left_ply is not None}.intersection(seats)
        if not back:
            return self
        sitters = (each.before_leaving if each.seat in back else each for each in self.sitters)
        return replace(self, sitters=tuple(sitters))

    def name(self, seat: Seat, say: Words) -> str:
        """Return the name of the seat's player, for use in text."""
        return player_name(self.sitters[seat], self.match_id, say)

    def short_name(self, seat: Seat, say: Words) -> str:
        """Return the name of the seat's player for a button, or the seat's letter.

        The letter stands for whoever has no name, or the same on a button as another player.
        """
        called = [self._called(each) for each in self.sitters]
        called += [lettered(each.seat, say) for each in self.sitters]
        name = called[seat]
        return name if name and called.count(name) == 1 else lettered(seat, say)

    def _called(self, sitter: SeatInfo) -> str:
        """Return what a player is called on a button; empty if no name is known."""
        if sitter.user_id is not None:
            return _shortened(self.names.get(sitter.user_id, ""))
        return "" if sitter.level is None else _shortened(_computer(sitter, self.match_id))

    def title(self, say: Words) -> str:
        """Return the heading for a match that is being looked back on."""
        return say("### {game} · match {number}", game=say(self.info.name), number=self.match_id)

    def side(self, seat: Seat) -> tuple[Seat, ...]:
        """Return the seat and its partners, who score together."""
        return next((side for side in self.info.partnerships if seat in side), (seat,))

    @property
    def sides(self) -> tuple[tuple[Seat, ...], ...]:
        """The partnerships, or each seat alone, in the order of seats."""
        return tuple(dict.fromkeys(self.side(sitter.seat) for sitter in self.sitters))

    def seat_of(self, user_id: int) -> Seat | None:
        """Return the person's seat; ``None`` if they have none."""
        return next((each.seat for each in self.sitters if each.user_id == user_id), None)


def player_name(sitter: SeatInfo, match_id: int, say: Words) -> str:
    """Return the name of a seat's player in a match, for use in text."""
    if sitter.user_id is not None:
        return f"<@{sitter.user_id}>"
    if sitter.level is None:  # their data was deleted
        return say("a former player")
    return f"🤖 {_computer(sitter, match_id)}"


def _computer(sitter: SeatInfo, match_id: int) -> str:
    return sitter.computer or usual_name(match_id, sitter.seat)


def _shortened(name: str) -> str:
    """Return a name that fits on a button beside other words."""
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1].rstrip()}…"


def letter(seat: Seat) -> str:
    """Return a seat's letter: A, B, C and so on."""
    return chr(ord("A") + seat)


def by_letter(told: Iterable[tuple[Seat, object]]) -> str:
    """Put each seat's letter before what is told of it: “A 3, B 5”."""
    return ", ".join(f"{letter(seat)} {each}" for seat, each in told)


def lettered(seat: Seat, say: Words) -> str:
    """Return the name of a seat where no player name can be shown."""
    # Translators: also on buttons; {letter} is A, B and so on. The letter alone is fine, too.
    return say("Player {letter}", letter=letter(seat))
