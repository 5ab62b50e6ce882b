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
from bot.engine.options import OptionValue
from bot.engine.seating import CASUAL, STEADY, STRONG, usual_name
from bot.engine.translatable import N_
from bot.model.deadlines import NOTHING, Agenda
from bot.model.match import CloseReason, Occupant, UserId
from bot.model.terms import HintRule, Pace
from bot.present.i18n import Words

LONGEST_NAME = 9
"""The most characters of a name on a button."""
PACES = {
    Pace.LIVE: N_("live, 90 seconds per move"),
    Pace.RELAXED: N_("relaxed, 15 minutes per move"),
    Pace.DAY: N_("one day per move"),
    Pace.SLOW: N_("slow, three days per move"),
    Pace.NONE: N_("no clock"),
}
LEVEL_NAMES = {CASUAL: N_("casual"), STEADY: N_("steady"), STRONG: N_("strong")}


@dataclass(frozen=True, slots=True)
class TableInfo:
    match_id: int
    info: GameInfo
    options: Mapping[str, OptionValue]
    host_id: int
    sitters: tuple[Occupant, ...]
    pace: Pace = Pace.NONE
    close_reason: CloseReason | None = None
    hints: HintRule = HintRule.OFF
    allows_hints: bool = False
    """True if people may take hints for whatever reason."""
    phrases: bool = True
    rated: bool = True
    agenda: Agenda = NOTHING
    away: Mapping[UserId, datetime] = field(default_factory=dict)
    """The end of the holiday of people who are not to move, where the table shows it."""
    names: Mapping[UserId, str] = field(default_factory=dict)
    """What people are called in this server, for buttons, as far as it is known just now."""
    can_take_back: bool = False
    """True if the only person at the table can take back their last choice now."""

    def due_at(self, seat: Seat) -> datetime | None:
        """Return the end of the time to move of a seat that is to act, if a clock runs for it."""
        clock = self.agenda.clock(seat)
        return clock.due_at if clock else None

    def away_until(self, seat: Seat) -> datetime | None:
        """Return the end of the holiday of a seat's person, if they are on one."""
        if clock := self.agenda.clock(seat):
            return clock.away_until
        user = self.sitters[seat].user_id
        return None if user is None else self.away.get(user)

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
        sitters = tuple(
            Occupant(each.seat, each.left_by) if each.seat in back else each
            for each in self.sitters
        )
        return replace(self, sitters=sitters)

    def name(self, seat: Seat, say: Words) -> str:
        return player_name(self.sitters[seat], self.match_id, say)

    def lettered_name(self, seat: Seat, say: Words) -> str:
        """Return a name after the letter that stands for it on buttons: “`A` @Ana”."""
        return f"`{letter(seat)}` {self.name(seat, say)}"

    def short_name(self, seat: Seat, say: Words) -> str:
        """Return the name of the seat's player for a button, or the seat's letter.

        The letter stands for whoever has no name, or the same on a button as another player.
        """
        called = [self._called(each) for each in self.sitters]
        called += [lettered(each.seat, say) for each in self.sitters]
        name = called[seat]
        return name if name and called.count(name) == 1 else lettered(seat, say)

    def _called(self, sitter: Occupant) -> str:
        if sitter.user_id is not None:
            return _shortened(self.names.get(sitter.user_id, ""))
        return "" if sitter.level is None else _shortened(_computer(sitter, self.match_id))

    def title(self, say: Words) -> str:
        return say("### {game} · match {number}", game=say(self.info.name), number=self.match_id)

    def side(self, seat: Seat) -> tuple[Seat, ...]:
        partnerships = self.info.partnerships_under(self.options, len(self.sitters))
        return next((side for side in partnerships if seat in side), (seat,))

    @property
    def sides(self) -> tuple[tuple[Seat, ...], ...]:
        """The partnerships, or each seat alone, in the order of seats."""
        return tuple(dict.fromkeys(self.side(sitter.seat) for sitter in self.sitters))

    def seat_of(self, user_id: int) -> Seat | None:
        return next((each.seat for each in self.sitters if each.user_id == user_id), None)


@dataclass(frozen=True, slots=True)
class Reader:
    """Whoever reads of a match: their language, the names of the players, and their own seat."""

    table_info: TableInfo
    say: Words
    seat: Seat | None = None
    """``None`` if the text is for everybody."""

    def name(self, seat: Seat) -> str:
        return self.table_info.name(seat, self.say)

    def short_name(self, seat: Seat) -> str:
        return self.table_info.short_name(seat, self.say)

    def told(self, seat: Seat, own: str, other: str, **places: object) -> str:
        """Say what a seat did: ``own`` to its player, ``other`` with ``{who}`` to anybody else."""
        text = own if seat == self.seat else other
        return self.say(text, who=self.name(seat), **places)


def player_name(sitter: Occupant, match_id: int, say: Words) -> str:
    if sitter.user_id is not None:
        return f"<@{sitter.user_id}>"
    if sitter.level is None:  # their data was deleted
        return say("a former player")
    return f"🤖 {_computer(sitter, match_id)}"


def _computer(sitter: Occupant, match_id: int) -> str:
    return sitter.name or usual_name(match_id, sitter.seat)


def _shortened(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1].rstrip()}…"


def letter(seat: Seat) -> str:
    return chr(ord("A") + seat)


def by_letter(told: Iterable[tuple[Seat, object]]) -> str:
    """Put each seat's letter before what is told of it: “A 3, B 5”."""
    return ", ".join(f"{letter(seat)} {each}" for seat, each in told)


def lettered(seat: Seat, say: Words) -> str:
    """Return the name of a seat where no player name can be shown."""
    # Translators: also on buttons; {letter} is A, B and so on. The letter alone is fine, too.
    return say("Player {letter}", letter=letter(seat))
