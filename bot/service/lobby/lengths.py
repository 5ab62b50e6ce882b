"""The length of a lobby's match: how long it is expected to take, and what it begins with."""

from dataclasses import replace

from bot.engine.game_info import Length
from bot.games import game
from bot.model.durations import days_among
from bot.model.errors import NoSuchLength
from bot.model.match import Match
from bot.service.lobby.seating import why_not, with_computers
from bot.service.play.loaded_match import info_of

FEW = 2
"""The most people whose match is full until they choose otherwise."""
MOST_DAYS = 3.0
"""The most days that a match is expected to take if nobody has chosen how long it is."""


def with_length(match: Match, length: Length) -> Match:
    """Return the lobby with that length, as its host chose; raises :class:`NoSuchLength`."""
    if length not in info_of(match).lengths:
        raise NoSuchLength
    return replace(match, options=_options(match, length), length_chosen=True)


def with_usual_length(match: Match) -> Match:
    """Return the lobby with the length that suits its people, unless its host has chosen one."""
    if match.length_chosen or info_of(match).length_of(match.options) is None:
        return match
    return replace(match, options=_options(match, _usual(match)))


def expected_days(match: Match, length: Length | None) -> float | None:
    """Return about how many days the match takes at a slow pace, with its computers.

    Seats that are still needed count as people. ``None`` if it was not measured, and as long as
    there is one person, who may play with computers and wait for nobody.
    """
    computers = sum(each.user_id is None for each in match.seats)
    room = game(match.game).info.max_seats - len(match.seats)
    enough = (n for n in range(room + 1) if why_not(with_computers(match, n, "")) is None)
    seats = len(match.seats) + next(enough, 0)
    days = None if length is None else days_among(match.game, seats, length)
    if days is None or len(match.people) < FEW:
        return None
    return days * (seats - computers) / seats


def _usual(match: Match) -> Length:
    """Return the longest length of at most :data:`MOST_DAYS`; full for few people or a quick pace.

    If even the shortest takes longer, it is that. What was not measured is taken to fit.
    """
    if len(match.people) <= FEW or match.pace.is_quick:
        return Length.FULL
    shortest, *_ = lengths = list(info_of(match).lengths)
    days = {each: expected_days(match, each) or 0.0 for each in lengths}
    return next((each for each in reversed(lengths) if days[each] <= MOST_DAYS), shortest)


def _options(match: Match, length: Length) -> dict[str, str | int]:
    return {**match.options, **info_of(match).lengths[length]}
