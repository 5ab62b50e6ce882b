"""A seat's view of a round of the connecting family."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from bot.domino.counting import Sum
from bot.domino.layout import Layout
from bot.games.common.rules import BonesSeen


class Limit(Enum):
    """The limit of an opening that, by the rules, does not take every bone that fits."""

    DOUBLE = "double"
    """It takes only the double of its number."""
    LEAD_FIRST = "lead first"
    """It takes nothing until all four sides of the first bone are built on."""
    LONG_SIDES_FIRST = "long sides first"
    """It takes nothing until both long sides of its spinner are built on."""
    OTHER_ARMS_FIRST = "other arms first"
    """It takes nothing until every arm has its double."""
    DOUBLE_ELSEWHERE = "double elsewhere"
    """It takes nothing for the rest of the round, as the double it needed lies on another arm."""

    @property
    def closes(self) -> bool:
        return self is not Limit.DOUBLE


@dataclass(frozen=True, slots=True)
class TableSeen(BonesSeen):
    """A round of the connecting family."""

    stock: int
    """Number of bones not dealt or drawn, whether they can be drawn or not."""
    layout: Layout
    limits: Mapping[str, Limit]
    """The openings, by name, that do not take every bone that fits."""
    earned: tuple[int, ...]
    total: Sum | None = None
    """The sum of the open ends; ``None`` if plays score nothing, and before the lead."""
    gains: Mapping[str, int] = field(default_factory=dict)
    """Points that legal plays would score at once, by their codes; plays that score none are
    missing."""

    def alike(self, at: str, other: str) -> bool:
        """Return whether two open ends are the same to the rules, which know no names of ends.

        They are two sides of one double with nothing beyond them, and the same bones fit.
        """
        ends, (one, two) = self.layout.ends, map(self.layout.ends.names.index, (at, other))
        same_bone = ends.at[one] == ends.at[two] and ends.shows[one] == ends.shows[two]
        return same_bone and self.limits.get(at) == self.limits.get(other)
