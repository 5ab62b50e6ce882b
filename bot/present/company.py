"""The people and computers at a table, and what they are called.

People are mentioned by their Discord id, which every reader's own client turns into a name. Where
that does not work (alt texts, buttons), a seat is called by its letter, which stands beside the
name in the text.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from bot.engine.contract import GameInfo, Seat
from bot.engine.options import OptionValue
from bot.engine.words import N_
from bot.present.words import Words

_COMPUTERS = ("Pip", "Domingo", "Ebony", "Ivory", "Matador", "Sebastopol", "Spinner", "Muggins")
PACES = {
    "live": N_("live, 90 seconds for each move"),
    "relaxed": N_("relaxed, 15 minutes for each move"),
    "day": N_("a day for each move"),
    "slow": N_("slow, three days for each move"),
    "none": N_("no clock"),
}
LEVEL_NAMES = {"casual": N_("casual"), "steady": N_("steady")}


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who sits in a seat: a person, a computer, or a computer for a person."""

    seat: Seat
    user_id: int | None = None
    level: str | None = None
    left_by: int | None = None
    """The person who sat there and left."""
    due_at: datetime | None = None
    """When the person's time is up, who is to act."""
    away_until: datetime | None = None
    """The end of the holiday that their time stands still for."""

    @property
    def plays(self) -> bool:
        """Whether a person makes the moves of this seat."""
        return self.user_id is not None and self.level is None

    @property
    def is_held(self) -> bool:
        """Whether a computer plays until the person takes the seat back."""
        return self.user_id is not None and self.level is not None


@dataclass(frozen=True, slots=True)
class Company:
    """A match's game and those who play it."""

    match_id: int
    info: GameInfo
    options: Mapping[str, OptionValue]
    host_id: int
    sitters: tuple[Sitter, ...]
    pace: str = "none"
    """How long somebody may think, as :data:`PACES` calls it."""
    given_up: str | None = None
    """Why it was closed, if it was."""

    def name(self, seat: Seat, say: Words) -> str:
        """Who sits there, for a text."""
        sitter = self.sitters[seat]
        if sitter.user_id is not None:
            return f"<@{sitter.user_id}>"
        if sitter.level is None:  # their data was deleted
            return say("a former player")
        computer = _COMPUTERS[(self.match_id + seat) % len(_COMPUTERS)]
        return say("{name} (computer)", name=computer)

    def title(self, say: Words) -> str:
        """The heading of a match that is looked back on."""
        return say("### {game} · match {number}", game=self.info.name, number=self.match_id)

    def side(self, seat: Seat) -> tuple[Seat, ...]:
        """The seat and those it scores together with."""
        return next((side for side in self.info.partnerships if seat in side), (seat,))

    @property
    def sides(self) -> tuple[tuple[Seat, ...], ...]:
        """Those who score together, or everybody alone, in the order of seats."""
        return tuple(dict.fromkeys(self.side(sitter.seat) for sitter in self.sitters))

    def points(self, number: int, say: Words) -> str:
        """A number of points, as this game calls them."""
        if self.info.penalties:
            return say.count("{n} penalty point", "{n} penalty points", number)
        return say.count("{n} point", "{n} points", number)

    def seat_of(self, user_id: int) -> Seat | None:
        """Where the person sits."""
        return next((each.seat for each in self.sitters if each.user_id == user_id), None)


def letter(seat: Seat) -> str:
    """The letter that stands for a seat: A, B, C and on."""
    return chr(ord("A") + seat)


def lettered(seat: Seat, say: Words) -> str:
    """A seat where no name can be shown."""
    return say("Player {letter}", letter=letter(seat))
