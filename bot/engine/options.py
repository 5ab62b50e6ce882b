"""Options of a game, declared as data for menus, command line, validation and docs."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from bot.engine.errors import BadOption, UnknownOption, shortened
from bot.engine.translatable import N_

OptionValue: TypeAlias = str | int
OFF, ON = OFF_ON = ("off", "on")


@dataclass(frozen=True, slots=True)
class Option:
    """One setting that players can choose before a match."""

    key: str
    default: OptionValue
    choices: tuple[OptionValue, ...]
    """The values offered; for a number with :attr:`limits`, suggestions."""
    help: str
    """One line for the host."""
    limits: tuple[int, int] | None = None
    """The smallest and largest number, if any number between them is allowed."""
    labels: tuple[str, ...] = ()
    """The text that players read for each of the choices; empty for the choices themselves."""
    admits: tuple[int, ...] = ()
    """The numbers of players that can play only while this is on."""

    def label(self, value: OptionValue) -> str:
        """Return the text that players read for ``value``."""
        labels = dict(zip(self.choices, self.labels, strict=False))
        return labels.get(value, str(value))

    @property
    def kind(self) -> Literal["number", "flag", "choice"]:
        """The kind of input that a menu should offer."""
        if self.limits is not None:
            return "number"
        return "flag" if self.choices == OFF_ON else "choice"

    def accept(self, value: object) -> OptionValue:
        """Return ``value`` in its canonical spelling.

        Accepts text from a command line and true/false from a record.
        Raises :class:`BadOption` if the option does not allow the value.
        """
        if isinstance(value, bool):
            value = OFF_ON[value]
        for choice in self.choices:
            if str(choice) == str(value):
                return choice
        if self.limits is not None and (number := _whole_number(value)) is not None:
            low, high = self.limits
            if low <= number <= high:
                return number
        allowed = ", ".join(self.allowed)
        raise BadOption(option=self.key, value=shortened(str(value)), allowed=allowed)

    @property
    def allowed(self) -> tuple[str, ...]:
        """The allowed values as text: every choice, or the non-numeric choices and the limits."""
        if self.limits is None:
            return tuple(map(str, self.choices))
        words = [choice for choice in self.choices if isinstance(choice, str)]
        return *words, f"{self.limits[0]}–{self.limits[1]}"


def flag(
    key: str, help_: str, *, default: Literal["off", "on"] = "off", admits: tuple[int, ...] = ()
) -> Option:
    """Return an option that is on or off."""
    return Option(key, default, OFF_ON, help_, labels=(N_("no"), N_("yes")), admits=admits)


def complete(
    options: tuple[Option, ...], given: Mapping[str, object], *, game: str
) -> dict[str, OptionValue]:
    """Return the value of every option of a game: the given ones checked, defaults for the rest.

    Raises :class:`UnknownOption` or :class:`BadOption`.
    """
    known = {option.key: option for option in options}
    for key in given:
        if key not in known:
            raise UnknownOption(option=shortened(key), game=game, known=", ".join(known) or "–")
    return {
        key: option.accept(given[key]) if key in given else option.default
        for key, option in known.items()
    }


def _whole_number(value: object) -> int | None:
    if isinstance(value, int):
        return value
    text = str(value)
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else None
