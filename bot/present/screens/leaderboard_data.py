"""A ranking with everything that is shown of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from bot.engine.translatable import N_
from bot.scores.span import Span

MEASURES = {"rating": N_("Rating"), "wins": N_("Wins"), "points": N_("Points")}
"""The measures that a ranking can go by."""
SPANS = {Span.WEEK: N_("Week"), Span.MONTH: N_("Month"), Span.ALL: N_("All time")}
"""The periods that a ranking can cover."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """The ranking that somebody looks at."""

    here: bool
    """True for the server's ranking, false for everybody's."""
    span: Span
    game: str
    """The game's id; empty for all games together."""
    by: str
    """One of :data:`MEASURES`."""

    @property
    def rest(self) -> str:
        """The ranking as it is spelled in ids."""
        return f"{'here' if self.here else 'all'}:{self.span.value}:{self.game}:{self.by}"

    @property
    def is_gain(self) -> bool:
        """Return whether its values are rating gained during its span."""
        return self.by == "rating" and self.span is not Span.ALL


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a ranking."""

    place: int
    """From 1; equal values share a place."""
    user_id: int
    value: float
    """The number that the ranking goes by."""
    matches: int


@dataclass(frozen=True, slots=True)
class Own:
    """The viewer's own standing in the ranking."""

    line: Line | None = None
    """The viewer's line; ``None`` if they are not ranked."""
    is_listed: bool = True
    matches: int = 0
    """The number of matches behind their rating in that game, or over all games."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """A ranking with everything that is shown of it."""

    wanted: Wanted
    game: str
    """The game's name; empty for all games."""
    games: Sequence[tuple[str, str]]
    """Ids and names of all games."""
    lines: tuple[Line, ...]
    now: datetime
    in_server: bool
    """True if it is shown in a server, whose own ranking can then be chosen."""
    names: Mapping[int, str] = field(default_factory=dict)
    """People's names for the picture, by id, as far as they are known."""
    own: Own | None = None
    """Shown to the viewer alone: ``None`` where everybody can read the message."""
