"""Refusals: what cannot be done, in a sentence for the person concerned.

    Refusal
    ├── IllegalMove          not among the legal moves
    ├── NotYourTurn          somebody else is to act
    ├── StaleMove            the table has gone on since
    ├── MatchOver            nothing is to be done any more
    ├── WrongSeats           so many cannot play this game
    ├── UnknownGame
    ├── BadSetup
    │   ├── UnknownOption
    │   ├── BadOption
    │   └── BadSeniority
    └── BadRecord            a record that cannot be read or replayed

A refusal carries an English sentence with named places and what belongs in them, so that it can be
translated where it is shown. ``str()`` is the English sentence.
"""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from bot.engine.words import N_

_QUOTED = 40
"""Characters of a stranger's text that a refusal repeats."""


def shortened(text: str) -> str:
    """Text that somebody else wrote, short enough to be quoted back at them."""
    text = text.encode("utf-8", "replace").decode()  # JSON can spell what UTF-8 cannot
    return text if len(text) <= _QUOTED else text[:_QUOTED] + "…"


class Refusal(Exception):
    """Something that was asked for and cannot be done; nothing has changed."""

    sentence: ClassVar[str] = N_("That cannot be done.")

    def __init__(self, **places: object) -> None:
        self.places = places
        super().__init__(self.sentence.format_map(places))

    def __reduce__(self) -> tuple[partial[Refusal], tuple[()]]:
        return partial(type(self), **self.places), ()


class IllegalMove(Refusal):
    """``code`` is not among the legal moves; ``legal`` lists those."""

    sentence = N_("“{code}” is not possible now. Possible: {legal}.")


class NotYourTurn(Refusal):
    """The actor is not to act."""

    sentence = N_("It is not your turn.")


class StaleMove(Refusal):
    """The move was meant for an earlier table."""

    sentence = N_("The table has moved on since; here it is as it stands now.")


class MatchOver(Refusal):
    """The match has ended."""

    sentence = N_("This match is over.")


class WrongSeats(Refusal):
    """That many people cannot play; ``allowed`` says how many can."""

    sentence = N_("{game} is played by {allowed}, not by {seats}.")


class UnknownGame(Refusal):
    """No such game; ``known`` lists the ids."""

    sentence = N_("There is no game called “{game}”. There are: {known}.")


class BadSetup(Refusal):
    """The agreement before a match does not hold together."""


class UnknownOption(BadSetup):
    """The game has no such option."""

    sentence = N_("{game} has no option “{option}”. It has: {known}.")


class BadOption(BadSetup):
    """The option does not take that value."""

    sentence = N_("“{value}” does not fit option “{option}”. Possible: {allowed}.")


class BadSeniority(BadSetup):
    """The list of the oldest first does not hold every seat once."""

    sentence = N_("The list of seniority must name each of the {seats} seats once.")


class BadRecord(Refusal):
    """A record that is not one; ``why`` says where it goes wrong."""

    sentence = N_("This is not a record of a match: {why}.")
