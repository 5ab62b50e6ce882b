"""What second programs of a game tell, and how they are asked.

A second program is a generator that plays a match by the printed rules alone, plainly and slowly,
and shares no code with the bot. It yields a :class:`Moment` before every entry of the log and is
sent that entry's code; the last moment has the actor :data:`OVER`.
"""

from collections.abc import Generator, Iterable
from typing import Any, NamedTuple

DEAL, LOT, OVER = "deal", "lot", "over"


class Score(NamedTuple):
    """Points that a side makes during a round."""

    seats: tuple[int, ...]
    points: int


class RoundEnd(NamedTuple):
    winners: tuple[int, ...]
    points: tuple[int, ...]
    totals: tuple[int, ...]
    leader: int | None
    """Who leads the next round; ``None`` if that depends on the deal, or if there is none."""


class MatchEnd(NamedTuple):
    winners: tuple[int, ...]
    totals: tuple[int, ...]


class Moment(NamedTuple):
    actor: int | str
    """A seat, or one of the words above."""
    legal: frozenset[str]
    """The codes of the seat's moves; the bones of a deal; the seats of a lot."""
    news: tuple[Score | RoundEnd | MatchEnd, ...]
    """What has happened since the last moment."""


Program = Generator[Moment, str, Any]


class News(list):
    """What was not told yet."""

    def ask(self, actor: int | str, legal: Iterable[str] = ()) -> Program:
        moment = Moment(actor, frozenset(legal), tuple(self))
        self.clear()
        return (yield moment)

    def deal(self, bones: Iterable[str], seats: int, size: int, without: str = "") -> Program:
        """Return the hands and the boneyard, top first."""
        order = (yield from self.ask(DEAL, bones)).split(" ")[1:]
        order = [bone for bone in order if bone != without]
        hands = [order[seat * size : (seat + 1) * size] for seat in range(seats)]
        return hands, order[seats * size :]

    def lot(self, seats: int) -> Program:
        return int((yield from self.ask(LOT, map(str, range(seats)))).split(" ")[1])

    def end_round(self, winners, points, totals, leader) -> None:
        self.append(RoundEnd(winners, tuple(points), tuple(totals), leader))

    def end(self, winners: Iterable[int], totals: Iterable[int]) -> Program:
        self.append(MatchEnd(tuple(winners), tuple(totals)))
        return (yield from self.ask(OVER))


def options(defaults: str, **others: object) -> dict[str, str]:
    """Return options, all as words: the ``defaults``, ``key=value`` each, with others instead."""
    words = dict(each.split("=") for each in defaults.split())
    return words | {key: str(value) for key, value in others.items()}


def bones(highest: int) -> list[str]:
    return [f"{high}-{low}" for high in range(highest + 1) for low in range(high + 1)]


def halves(bone: str) -> tuple[int, int]:
    high, low = bone.split("-")
    return int(high), int(low)


def is_double(bone: str) -> bool:
    return len(set(halves(bone))) == 1


def pips(hand: Iterable[str]) -> int:
    return sum(sum(halves(bone)) for bone in hand)


def other_half(bone: str, number: int) -> int:
    return sum(halves(bone)) - number
