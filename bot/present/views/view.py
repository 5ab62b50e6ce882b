"""What the presenter asks of a kind of table: its pictures, the same in words, and its choices.

A table's kind goes by the type of its observation; `bot/present/views/__init__.py` knows them all.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from bot.engine.contract import Event, Move, Seat
from bot.games.events import Closing
from bot.present.company import Company, lettered
from bot.present.words import Words
from renderers import Scene

SeenT = TypeVar("SeenT")
OverT = TypeVar("OverT", bound=Closing)


@dataclass(frozen=True, slots=True)
class Group:
    """Moves that are chosen together at first, all those with one piece; or a single move."""

    moves: tuple[Move, ...]
    key: str = ""
    """What stands for them in a button's id; empty: they are never chosen together."""
    label: str = ""
    page: str = ""
    """The menu that they go to, where there are too many for buttons."""


@dataclass(frozen=True, slots=True)
class Places:
    """The second choice: where, or to whom, with one piece."""

    question: str
    scene: Scene
    alt: str
    labels: tuple[str, ...]
    """For each of the moves, in their order."""


class View(ABC, Generic[SeenT, OverT]):
    """One kind of table."""

    direct = 1
    """With so many moves or fewer, a piece needs no second choice."""
    draws_told = True
    """Whether a draw is news: where everybody draws at every turn it is not."""
    calls_by_letter = False
    """Whether choices name other seats, for which a button has room for a letter only."""

    # Pictures.

    @abstractmethod
    def table(self, seen: SeenT, news: Sequence[Event]) -> Scene:
        """The table as everybody sees it, after ``news``."""

    @abstractmethod
    def hand(self, seen: SeenT) -> Scene:
        """What the observation's seat holds, or what it plays from."""

    @abstractmethod
    def ended(self, over: OverT) -> Scene:
        """The end of a round."""

    def opened(
        self, seen: SeenT, held: Sequence[Sequence[str]], news: Sequence[Event], room: int
    ) -> Scene:
        """The table with all hands face up, after ``news``: of a match that is over.

        ``held`` has the codes of what each seat holds, of which there were never more than
        ``room``. Where nobody holds anything it is the table.
        """
        del held, room
        return self.table(seen, news)

    @abstractmethod
    def sample(self, codes: tuple[str, ...]) -> Scene:
        """A few pieces, to show what the table looks like (:attr:`GameInfo.sample`)."""

    # The same in words, sentence by sentence.

    @abstractmethod
    def table_told(self, seen: SeenT, say: Words) -> Iterator[str]:
        """The whole table, sizes of hands included; who is to move comes after."""

    @abstractmethod
    def hand_told(self, seen: SeenT, say: Words) -> Iterator[str]:
        """What the observation's seat holds, and what it can be played on."""

    @abstractmethod
    def ended_told(self, over: OverT, say: Words) -> Iterator[str]:
        """The end of a round."""

    def opened_told(self, seen: SeenT, held: Sequence[Sequence[str]], say: Words) -> Iterator[str]:
        """All hands, and the table."""
        for seat, codes in enumerate(held):
            if codes:
                pieces = ", ".join(self.called(code) for code in codes)
                yield say("{who} has {pieces}.", who=lettered(seat, say), pieces=pieces)
        yield from self.table_told(seen, say)

    def called(self, code: str) -> str:
        """What a piece is called in a text."""
        return code

    # Text beside the pictures.

    @abstractmethod
    def held(self, seen: SeenT, seat: Seat, say: Words) -> str:
        """How much a seat holds or has: “5 bones”."""

    def facts(self, seen: SeenT, say: Words) -> Iterator[str]:
        """What else is to be known of the table, a line each."""
        del seen, say
        yield from ()

    def running(self, seen: SeenT, seat: Seat) -> int:
        """Points that a seat has made in a round that goes on."""
        del seen, seat
        return 0

    def points(self, number: int, company: Company, say: Words) -> str:
        """A number of points, as they are called at this table."""
        return company.points(number, say)

    def tally(self, number: int, say: Words) -> str:
        """What is counted of a match played alone: “14 attempts”."""
        del say
        return str(number)

    def tally_news(self, number: int, say: Words) -> str:
        """The same as the news of a match that has ended."""
        return self.tally(number, say)

    def drew(self, who: str, count: int, say: Words, *, mine: bool) -> str:
        """That ``who`` drew so many pieces; ``mine`` where that is the one who is told."""
        if mine:
            return say.count("You drew a bone", "You drew {n} bones", count)
        return say.count("{who} drew a bone", "{who} drew {n} bones", count, who=who)

    def phrase(self, event: Event, company: Company, say: Words, me: Seat | None) -> str | None:
        """What happened; ``None`` for what is not told, or not by this kind of table."""
        del event, company, say, me
        return None

    def waiting(self, event: Event, company: Company, say: Words, me: Seat | None) -> str | None:
        """What is to be told of the newest event as long as nothing follows it."""
        del event, company, say, me
        return None

    def how_it_ended(self, over: OverT, company: Company, say: Words, *, counted: bool) -> str:
        """Why a round is over; ``counted`` tells whether it makes points."""
        del over, company, say, counted
        return ""

    def arithmetic(self, over: OverT, company: Company, say: Words) -> Iterator[str]:
        """How the points of a round come about."""
        del over, company, say
        yield from ()

    # Choices.

    def question(self, seen: SeenT, say: Words) -> str:
        """What is asked, where no move's name tells."""
        del seen, say
        return ""

    @abstractmethod
    def named(self, move: Move, seen: SeenT, say: Words) -> str:
        """A legal move in words."""

    def spellings(self, move: Move) -> list[str]:
        """How a move may be typed, beside its code and its name."""
        del move
        return []

    def groups(self, seen: SeenT, say: Words) -> list[Group]:
        """The legal moves as they are chosen; here each by itself."""
        del say
        legal: tuple[Move, ...] = getattr(seen, "legal", ())
        return [Group((move,)) for move in legal]

    def places(self, seen: SeenT, ways: Sequence[Move], say: Words) -> Places | None:
        """The second choice among ``ways``, the moves of a group; ``None`` where there is none."""
        del seen, ways, say
        return None


AnyView = View[Any, Any]
