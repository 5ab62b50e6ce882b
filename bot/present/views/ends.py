"""What open ends are called in pictures, texts and buttons, and in what players type.

An end is called by the pips it shows. If that would not tell the ends apart at a glance, because
there are more than two or two show the same, each is called by a letter instead. An opening keeps
its letter for as long as the round lasts.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.domino.layout import Layout
from bot.engine.contract import Event
from bot.games.common.events import RoundEndEvent
from bot.games.connecting.events import Played

LETTERS = "EFGHJKLMNPQRSTUVWXYZ"
"""The letters of ends: A to D are seats, and I and O look like digits."""


@dataclass(frozen=True, slots=True)
class EndNames:
    """What open ends are called, all those that were open at the same time."""

    shows: Sequence[int]
    """The pips that the ends show, in the order in which they opened."""
    codes: str = ""
    """What the codes of moves call the same ends, a character each (:mod:`bot.domino.ends`)."""

    @property
    def has_letters(self) -> bool:
        """Return whether the ends are called by letters."""
        return len(self.shows) > 2 or len(set(self.shows)) < len(self.shows)

    def letter(self, end: int) -> str:
        """Return the letter of an end; empty if the ends are called by their pips."""
        if not self.has_letters:
            return ""
        times, at = divmod(end, len(LETTERS))
        return LETTERS[at] * (times + 1)

    def name(self, end: int) -> str:
        """Return what an end is called: “5”, “E”."""
        return self.letter(end) or str(self.shows[end])

    def name_by_code(self, code: str) -> str:
        """Return what the end is called that the codes of moves call ``code``."""
        return self.name(self.codes.index(code))

    def with_pips(self, end: int) -> str:
        """Return what an end is called and what it shows: “5”, “E 5”."""
        return f"{self.letter(end)} {self.shows[end]}".lstrip()


def names_of_ends(layout: Layout) -> EndNames:
    """Return what the open ends of ``layout`` are called."""
    return EndNames(layout.ends.shows, layout.ends.names)


def names_before(event: Played) -> EndNames:
    """Return what the ends were called when the player chose among them."""
    return EndNames(event.before)


def keeps_letters(event: Played, later: Sequence[Event]) -> bool:
    """Return whether ends have letters in the picture that is shown after a play and ``later``.

    At the end of a round, ends have no flags.
    """
    if any(isinstance(each, RoundEndEvent) for each in later):
        return False
    plays = [each for each in (event, *later) if isinstance(each, Played)]
    return EndNames(plays[-1].ends).has_letters
