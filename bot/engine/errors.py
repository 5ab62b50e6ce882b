"""Refusals: requests that cannot be carried out, with a sentence for the person who asked.

    Refusal
    ├── IllegalMove          not among the legal moves
    ├── NotYourTurn          it is somebody else's turn
    ├── StaleMove            the table it was meant for is out of date
    ├── MatchOver            the match has ended
    ├── WrongSeats           that number of players cannot play this game
    │   └── SeatsNotAllowed  that number can play it only if an option allows it
    ├── UnknownGame
    ├── BadSetup
    │   ├── UnknownOption
    │   ├── BadOption
    │   ├── OptionsDisagree  it goes only with another value of another option
    │   └── BadSeniority
    └── BadRecord            a record that cannot be read or replayed

A refusal carries an English sentence with named placeholders and their values, so that it can be
translated where it is shown. ``str()`` is the English sentence.
"""

from functools import partial
from typing import ClassVar

from bot.engine.translatable import N_

_QUOTED = 40
"""The most characters of a user's text that a refusal quotes."""


def shortened(text: str) -> str:
    """Return a user's text, shortened enough to be quoted back at them."""
    text = text.encode("utf-8", "replace").decode()  # JSON can hold lone surrogates
    return text if len(text) <= _QUOTED else text[:_QUOTED] + "…"


class Refusal(Exception):
    """A request that cannot be carried out; nothing has changed."""

    sentence: ClassVar[str] = N_("You can't do that.")

    def __init__(self, **places: object) -> None:
        self.places = places
        super().__init__(self.sentence.format_map(places))

    def __reduce__(self) -> "tuple[partial[Refusal], tuple[()]]":
        return partial(type(self), **self.places), ()


class IllegalMove(Refusal):
    """``code`` is not among the legal moves; ``legal`` lists them."""

    sentence = N_("“{code}” isn't a legal move now. Legal: {legal}.")


class NotYourTurn(Refusal):
    sentence = N_("It's not your turn. The table shows whose it is.")


class StaleMove(Refusal):
    sentence = N_("That was out of date. This is how things stand now.")


class MatchOver(Refusal):
    sentence = N_("This match is over. Play again with /rematch.")


class WrongSeats(Refusal):
    """The game cannot be played with ``seats`` players; ``allowed`` says how many can play."""

    sentence = N_("Players needed for {game}: {allowed}. Now: {seats}.")


class SeatsNotAllowed(WrongSeats):
    """That number of players can play, but only with an option that is off."""

    sentence = N_("To play {game} with {seats} players, allow it in the options.")


class UnknownGame(Refusal):
    """There is no game with that id; ``known`` lists the ids."""

    sentence = N_("There's no game called “{game}”. Try: {known}.")


class BadSetup(Refusal):
    """The setup of a match is not valid."""


class UnknownOption(BadSetup):
    sentence = N_("{game} has no option “{option}”. It has: {known}.")


class BadOption(BadSetup):
    sentence = N_("“{option}” can't be “{value}”. Allowed: {allowed}.")


class OptionsDisagree(BadSetup):
    """The value of an option can be chosen only while another option has a certain value."""

    sentence = N_("“{option}” can be “{value}” only if “{other}” is “{needed}”.")


class BadSeniority(BadSetup):
    """The seniority list does not name every seat exactly once."""

    sentence = N_("The seniority list must name each of the {seats} seats once.")


class BadRecord(Refusal):
    """The text or the log is not a valid record; ``why`` says where it goes wrong."""

    sentence = N_("This isn't a match record: {why}.")
