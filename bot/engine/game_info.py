"""The description of a game: its name, seats and options, and its rules in words."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, StrEnum

from bot.engine.options import OFF, Option, OptionValue
from bot.engine.translatable import N_


class Length(StrEnum):
    """How long a match is; a game offers those that differ (GEN-15)."""

    ROUND = "round"
    SHORT = "short"
    FULL = "full"
    """As published."""


class Topic(Enum):
    """The subject of a paragraph; the value is the name of its chapter."""

    SET_UP = N_("Setting up")
    TURN = N_("Your turn")
    COMMANDS = N_("Commands")
    END = N_("End and points")
    NAMES = N_("Names of pieces")


class PipsLeft(Enum):
    """What the pips left in hands are for at the end of a round."""

    SCORE = "score"
    DECIDE_BLOCKS = "decide blocks"
    """They only decide who wins a blocked round (JAM-4, BRAZ-5)."""
    NOTHING = "nothing"
    """They count for nothing (FT-8)."""


class Shown(Enum):
    """The picture of a worked example, made as at a real table."""

    TABLE = "table"
    """The table as everybody sees it."""
    HAND = "hand"
    """The table and the hand, as the seat to move sees them."""
    ROUND_END = "round end"
    """The end of the round, with all hands face up."""


@dataclass(frozen=True, slots=True)
class WorkedExample:
    """A position, reached by legal moves, and what it shows of the rules."""

    text: str
    """A sentence or two. Points that the last move makes are in bold, and sums are written out, as
    in ``2 + 8 + 5 = 15``; a test compares both with the rules."""
    seats: int
    log: str
    """The codes of the log up to this position, separated by ``"; "``. A deal may end early: the
    pieces that are not named follow in the order of the set."""
    shown: Shown = Shown.TABLE


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
class Preset:
    """A name under which people know a game, and the options that it stands for."""

    id: str
    """No game and no other preset of any game has it."""
    name: str
    options: Mapping[str, OptionValue] = field(default_factory=dict, hash=False)
    """The values that are not the game's own defaults."""
    aliases: tuple[str, ...] = ()
    differs: str = ""
    """A line about what people who know the name will miss: then the game is found by it, but no
    list offers it."""
    at_home: tuple[str, ...] = ()
    """As :attr:`GameInfo.at_home`."""
    shorter: Mapping[Length, Mapping[str, OptionValue]] = field(default_factory=dict, hash=False)
    """Its shorter matches, where they are not those of the game."""


@dataclass(frozen=True, slots=True)
class GameInfo:
    id: str
    name: str
    min_seats: int
    max_seats: int
    rules: int
    """The version of the rules; a stored match is replayed with the version it was played under."""
    options: tuple[Option, ...]
    card: tuple[str, str, str]
    """The rules in three lines, with every option at its default (:meth:`card_under`)."""
    page: tuple[str, ...]
    """The rules on one page, a paragraph each."""
    topics: tuple[Topic, ...]
    """The subject of each paragraph of the page; those with the same one follow each other."""
    examples: tuple[WorkedExample, ...]
    """Worked examples, the most telling one first."""
    aliases: tuple[str, ...] = ()
    """Other names under which people look for the game; they are not translated."""
    at_home: tuple[str, ...] = ()
    """Where people play it: locales of Discord's (``pt-BR``) or whole languages (``es``), whose
    readers are shown it first."""
    presets: tuple[Preset, ...] = ()
    """Names that stand for options, the best-known first."""
    preset: str = ""
    """The id of the preset that is described: its name, and its values as the defaults
    (:mod:`bot.games.names`); empty for the game itself."""
    differs: str = ""
    """As :attr:`Preset.differs`."""
    hidden: bool = True
    partnerships: tuple[tuple[int, ...], ...] = ()
    """The groups of seats that score together in a match of exactly these seats; empty if everybody
    always plays for themselves (:meth:`partnerships_under`)."""
    pairs_option: str = ""
    """The key of the option without which there are no partnerships; empty if none is needed."""
    counter_clockwise: bool = False
    """True if the next turn is that of the seat to the right, not to the left (GEN-3)."""
    sample: tuple[str, ...] = ("6-4", "6-6@l", "4-4@r", "4-1@r", "6-2@l")
    """The codes of a few moves that show a sample table: a lead, then plays; ``+`` is a spinner.
    Where bones lie in rows, the codes of the bones of a row."""
    wide_sample: tuple[str, ...] = ()
    """The same for a wide picture; empty if that shows the same bones."""
    scoring_plays: bool = False
    """True if plays score points before the round ends."""
    pips_left: PipsLeft = PipsLeft.SCORE
    penalties: bool = False
    """True if points are penalties, so that the fewest are best."""
    worst: str = ""
    """What is said of those who end with the most penalties, ``{who}``; empty if nothing is."""
    other_lines: tuple[CardLine, ...] = ()
    """Lines of the card under other options; of several for one line the last takes its place."""
    goal: int | None = None
    """The number of the paragraph, from 0, that says how a round is won; ``None`` if the last line
    of the card does."""
    open_play: bool = False
    """True if nobody holds anything of their own: everybody knows the choices, and players choose
    at the table itself, except for secret moves (:func:`~bot.engine.choices.chooses_openly`)."""
    playouts: int = 1_000
    """The number of rounds that a strong computer plays out for a move; the slower they are, the
    fewer."""
    shorter: Mapping[Length, Mapping[str, OptionValue]] = field(default_factory=dict, hash=False)
    """The option values that make a match shorter than a full one, from the shortest on."""
    written_for: Mapping[str, OptionValue] | None = field(default=None, hash=False)
    """The values for which the card is written; ``None`` for the defaults."""

    @property
    def key(self) -> str:
        """The id under which a table of it is opened: its preset's, or its own."""
        return self.preset or self.id

    @property
    def default_options(self) -> Mapping[str, OptionValue]:
        return {option.key: option.default for option in self.options}

    @property
    def lengths(self) -> Mapping[Length, Mapping[str, OptionValue]]:
        """The lengths offered, from the shortest on, with the values of all options that count."""
        usual = self.default_options
        full = {key: usual[key] for values in self.shorter.values() for key in values}
        shorter = {each: {**full, **values} for each, values in self.shorter.items()}
        return {**shorter, Length.FULL: full}

    def length_of(self, options: Mapping[str, OptionValue]) -> Length | None:
        """Return the length that the options make; ``None`` if none that is offered."""
        made = (each for each, values in self.lengths.items() if values.items() <= options.items())
        return next(made, None)

    @property
    def how_won(self) -> str:
        return self.card[-1] if self.goal is None else self.page[self.goal]

    def card_under(
        self, options: Mapping[str, OptionValue] | None = None
    ) -> tuple[tuple[str, OptionValue | None], ...]:
        """Return the lines of the card under ``options``, each with the value that it mentions.

        Without ``options``, every option is at its default.
        """
        lines: list[tuple[str, OptionValue | None]] = [(line, None) for line in self.card]
        options = self.default_options if options is None else options
        defaults = self.default_options if self.written_for is None else self.written_for
        for other in self.other_lines:
            value = options[other.option]
            if value == other.value or (other.value is None and value != defaults[other.option]):
                lines[other.number] = other.text, value
        return tuple(lines)

    @property
    def partnered_seats(self) -> int:
        """The number of seats with which there are partnerships; 0 if there never are."""
        return sum(map(len, self.partnerships))

    def allows_partners(self, options: Mapping[str, OptionValue]) -> bool:
        """Return whether there are partnerships once enough have joined.

        An option that is missing has its default.
        """
        with_defaults = {**self.default_options, **options}
        return bool(self.partnerships) and with_defaults.get(self.pairs_option) != OFF

    def partnerships_under(
        self, options: Mapping[str, OptionValue], seat_count: int
    ) -> tuple[tuple[int, ...], ...]:
        """Return the partnerships of a match; empty if everybody plays for themselves.

        While too few have joined to start, they are those of the smallest match.
        """
        enough = max(seat_count, self.min_seats) == self.partnered_seats
        return self.partnerships if enough and self.allows_partners(options) else ()

    @property
    def seat_counts(self) -> tuple[int, ...]:
        every, on_request = range(self.min_seats, self.max_seats + 1), self.seat_counts_on_request
        return tuple(count for count in every if count not in on_request)

    @property
    def seat_counts_on_request(self) -> tuple[int, ...]:
        return tuple(sorted({count for option in self.options for count in option.admits}))
