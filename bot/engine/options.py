"""The options of a game, declared as data for menus, command line, validation and docs."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from bot.engine.errors import BadOption, OptionsDisagree, UnknownOption, shortened
from bot.engine.translatable import N_

OptionValue: TypeAlias = str | int
OFF, ON = OFF_ON = ("off", "on")


@dataclass(frozen=True, slots=True)
class Option:
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
    needs: Mapping[OptionValue, tuple[str, OptionValue]] = field(default_factory=dict, hash=False)
    """For each value that can be chosen only while another option has a certain value: the key of
    that option, which needs nothing itself, and its value."""

    def agrees(self, value: OptionValue, options: Mapping[str, OptionValue]) -> bool:
        """Return whether a value can be chosen beside those of the other ``options``."""
        return value not in self.needs or options[self.needs[value][0]] == self.needs[value][1]

    def offered(self, options: Mapping[str, OptionValue]) -> tuple[OptionValue, ...]:
        return tuple(choice for choice in self.choices if self.agrees(choice, options))

    def label(self, value: OptionValue) -> str:
        labels = dict(zip(self.choices, self.labels, strict=False))
        return labels.get(value, str(value))

    @property
    def kind(self) -> Literal["number", "flag", "choice"]:
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
    return Option(key, default, OFF_ON, help_, labels=(N_("no"), N_("yes")), admits=admits)


def choice(
    key: str,
    help_: str,
    labels: Mapping[OptionValue, str],
    default: OptionValue | None = None,
    *,
    limits: tuple[int, int] | None = None,
) -> Option:
    """Return an option with the values of ``labels`` and their texts.

    The first value is the default, unless another ``default`` is given.
    """
    values = tuple(labels)
    usual = values[0] if default is None else default
    return Option(key, usual, values, help_, limits, tuple(labels.values()))


def complete(
    options: tuple[Option, ...], given: Mapping[str, object], *, game: str
) -> dict[str, OptionValue]:
    """Return every option's value.

    One that is not given takes its default, or the first value that agrees with the others. Raises
    :class:`UnknownOption`, :class:`BadOption` or :class:`OptionsDisagree`.
    """
    known = {option.key: option for option in options}
    for key in given:
        if key not in known:
            raise UnknownOption(option=shortened(key), game=game, known=", ".join(known) or "–")
    values = {
        key: option.accept(given[key]) if key in given else option.default
        for key, option in known.items()
    }
    for key, option in known.items():
        if not option.agrees(value := values[key], values):
            if key in given:
                other, needed = option.needs[value]
                raise OptionsDisagree(option=key, value=value, other=other, needed=needed)
            values[key] = option.offered(values)[0]
    return values


def with_option(
    options: tuple[Option, ...],
    before: Mapping[str, OptionValue],
    key: str,
    value: object,
    *,
    game: str,
) -> dict[str, OptionValue]:
    """Return every option's value after a change of one.

    Others that no longer agree with it take the first value that does. Raises what
    :func:`complete` raises.
    """
    known = {option.key: option for option in options}
    values = {**before, key: known[key].accept(value) if key in known else str(value)}
    agreeing = {
        each: now
        for each, now in values.items()
        if each == key or each not in known or known[each].agrees(now, values)
    }
    return complete(options, agreeing, game=game)


def _whole_number(value: object) -> int | None:
    if isinstance(value, int):
        return value
    text = str(value)
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else None
