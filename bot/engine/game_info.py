"""The description of a game: its name, seats and options, and its rules in words."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.engine.options import Option, OptionValue
from bot.engine.rules_text import Topic, WorkedExample


@dataclass(frozen=True, slots=True)
class CardLine:
    """A line of a game's card that takes the place of another under an option."""

    number: int
    """The line's place on the card, from 0."""
    option: str
    value: OptionValue | None
    """The option's value; ``None`` for every value but the default."""
    text: str
    """``{value}`` in it stands for the option's value."""


@dataclass(frozen=True, slots=True)
class GameInfo:
    """The description of a game for catalogues, menus and rules pages."""

    id: str
    name: str
    min_seats: int
    max_seats: int
    rules: int
    """The version of the rules; a stored match is replayed with the version it was played under."""
    options: tuple[Option, ...]
    card: tuple[str, str, str]
    """The rules in three lines, with every option at its default."""
    page: tuple[str, ...]
    """The rules on one page, a paragraph each."""
    topics: tuple[Topic, ...]
    """The subject of each paragraph of the page; those with the same one follow each other."""
    examples: tuple[WorkedExample, ...]
    """Worked examples, the most telling one first."""
    aliases: tuple[str, ...] = ()
    """Other names under which people look for the game; they are not translated."""
    hidden: bool = True
    """True if anything is hidden from a player."""
    partnerships: tuple[tuple[int, ...], ...] = ()
    """The groups of seats that score together; empty if everybody plays for themselves."""
    counter_clockwise: bool = False
    """True if the next turn is that of the seat to the right, not to the left (GEN-3)."""
    sample: tuple[str, ...] = ("6-4", "6-6@l", "4-4@r", "4-1@r", "6-2@l")
    """The codes of a few moves that show a sample table: a lead, then plays; ``+`` is a spinner.
    Where bones lie in rows, the codes of the bones of a row."""
    wide_sample: tuple[str, ...] = ()
    """The same for a wide picture; empty if that shows the same bones."""
    scoring_plays: bool = False
    """True if plays score points before the round ends."""
    penalties: bool = False
    """True if points are penalties, so that the fewest are best."""
    other_lines: tuple[CardLine, ...] = ()
    """Lines of the card under other options; of several for one line the last takes its place."""
    goal: int | None = None
    """The number of the paragraph, from 0, that says how a round is won; ``None`` if the last line
    of the card does."""
    open_play: bool = False
    """True if nobody holds anything of their own: everybody knows the choices, and players choose
    at the table itself, except for secret moves (:func:`~bot.engine.contract.chooses_openly`)."""
    playouts: int = 1_000
    """The number of rounds that a strong computer plays out for a move; the slower they are, the
    fewer."""

    @property
    def default_options(self) -> Mapping[str, OptionValue]:
        """The options of a table at which nobody has changed any."""
        return {option.key: option.default for option in self.options}

    @property
    def how_won(self) -> str:
        """Say how a round is won, with every option at its default."""
        return self.card[-1] if self.goal is None else self.page[self.goal]

    def card_under(
        self, options: Mapping[str, OptionValue]
    ) -> tuple[tuple[str, OptionValue | None], ...]:
        """Return the lines of the card under ``options``, each with the value that it mentions."""
        lines: list[tuple[str, OptionValue | None]] = [(line, None) for line in self.card]
        defaults = self.default_options
        for other in self.other_lines:
            value = options[other.option]
            if value == other.value or (other.value is None and value != defaults[other.option]):
                lines[other.number] = other.text, value
        return tuple(lines)

    @property
    def seat_counts(self) -> tuple[int, ...]:
        """The numbers of players that can play with any options."""
        every, on_request = range(self.min_seats, self.max_seats + 1), self.seat_counts_on_request
        return tuple(count for count in every if count not in on_request)

    @property
    def seat_counts_on_request(self) -> tuple[int, ...]:
        """The numbers of players that can play only if an option allows it."""
        return tuple(sorted({count for option in self.options for count in option.admits}))
