"""The interface of a view: a table's pictures, the same in words, and its choices.

The view is chosen by the type of the observation; `bot/present/views/__init__.py` knows them all.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from bot.domino.bone import Bone
from bot.engine.contract import Event, Move, Seat
from bot.engine.options import OptionValue
from bot.games.common.events import DealEvent, DrawEvent, Drew, Passed, PointsEvent, RoundEndEvent
from bot.present.i18n import Words
from bot.present.text.seats import Reader, lettered
from bot.present.views.planning import PlanView, SeenT
from renderers.scene.bones import Scene
from renderers.scene.captions import BoneSign, Glyph, Sign

Hands = Sequence[Sequence[str]]
"""The codes of the pieces that each seat holds, by seat."""
Options = Mapping[str, OptionValue]
OverT = TypeVar("OverT", bound=RoundEndEvent)


@dataclass(frozen=True, slots=True)
class Group:
    """Moves that are offered as one first choice: all those with one piece, or a single move."""

    moves: tuple[Move, ...]
    key: str = ""
    """The part of a button's id for this group; empty if the moves are offered one by one."""
    label: str = ""
    page: str = ""
    """The menu that the moves go to if there are too many for buttons."""


@dataclass(frozen=True, slots=True)
class Places:
    """The second choice for a piece: the place to lay it, or the player to give it to."""

    question: str
    scene: Scene
    alt: str
    labels: tuple[str, ...]
    """One label for each move, in their order; none if :meth:`View.label` has them."""
    best: int = 0
    """The number of places, the first ones, that are buttons if not all fit; 0: none is better."""


class RoundEndView(ABC, Generic[OverT]):
    """The view of the end of a round, whatever observations its game has."""

    end_type: type[OverT]

    @abstractmethod
    def ended(self, over: OverT) -> Scene:
        """Return the end of a round."""

    @abstractmethod
    def describe_end(self, over: OverT, say: Words) -> Iterable[str]:
        """Describe the end of a round."""

    @abstractmethod
    def how_it_ended(self, over: OverT, reader: Reader, *, counted: bool) -> str:
        """Say why a round is over; ``counted`` says whether it makes points."""

    def arithmetic(self, over: OverT, reader: Reader) -> Iterator[str]:
        yield from ()


class View(PlanView[SeenT]):
    seen_type: type[SeenT]
    is_one_press = False
    """True if every move has a button of its own as long as a message has room for them all."""
    max_direct_moves = 1
    """With this many moves or fewer, a piece needs no second choice even if there is no room."""
    has_private_copy = True
    """False where what everybody saw is hidden later, so that a private copy of the table would be
    a record that others don't have."""
    sample_cut = 0.0
    """The part of the height of a wide sample that may be cut off, to show the rest larger."""
    names_bones = False
    """True if moves are named by the bones of a double-six set."""
    calls_by_letter = False
    """True if choices name other seats by letter, as buttons are short and pictures have these."""
    calls_by_name = False
    """True if choices name other players, by letter only where no name is known."""

    # Pictures.

    @abstractmethod
    def table(self, seen: SeenT, events: Sequence[Event]) -> Scene:
        """Return the table as everybody sees it, after ``events``."""

    def hand(self, seen: SeenT) -> Scene:
        """Return the table above the seat's hand, if any; what can be played is marked in both."""
        return self.table(seen, ())

    def all_hands(self, seen: SeenT, held: Hands, events: Sequence[Event]) -> Scene:
        """Return the table of a finished match after ``events``, with any hands face up."""
        return self.table(seen, events)

    def caption(self, event: Event, later: Sequence[Event]) -> tuple[Sign, ...]:
        """Return the signs of an event, to follow the mover's; ``later`` events come after it."""
        match event:
            case DealEvent():
                return (Glyph.DEALT,)
            case Drew(bone=Bone() as bone):
                return (Glyph.TAKEN, BoneSign(bone.high, bone.low))
            case Passed():
                return (Glyph.NOTHING,)
            case PointsEvent():
                return (f"+{event.points}",)
            case _:
                return ()

    @abstractmethod
    def sample(self, codes: Sequence[str], options: Options, *, wide: bool = False) -> Scene:
        """Return a few pieces that show what the table looks like under ``options``.

        ``codes`` are those of :attr:`GameInfo.sample`, or :attr:`GameInfo.wide_sample` if the
        picture is to be ``wide``, several times as wide as high.
        """

    # The same in words, sentence by sentence.

    @abstractmethod
    def describe_table(self, seen: SeenT, say: Words) -> Iterator[str]:
        """Describe the whole table with the sizes of hands; the caller adds whose turn it is."""

    def describe_hand(self, seen: SeenT, say: Words) -> Iterable[str]:
        """Describe what the observation's seat holds, and what it can be played on."""
        return self.describe_table(seen, say)

    def describe_all_hands(self, seen: SeenT, held: Hands, say: Words) -> Iterator[str]:
        for seat, codes in enumerate(held):
            if codes:
                pieces = ", ".join(self.piece_name(code) for code in codes)
                yield say("{who} has {pieces}.", who=lettered(seat, say), pieces=pieces)
        yield from self.describe_table(seen, say)

    def piece_name(self, code: str) -> str:
        """Return the name of a piece for use in text."""
        return code

    def end_name(self, seen: SeenT, code: str) -> str:
        """Return what an open end of the table is called that the codes of moves call ``code``."""
        return code

    # Text beside the pictures.

    def held(self, seen: SeenT, seat: Seat, say: Words) -> str:
        """Say how much a seat holds or has: “5 bones”."""
        return say.count("{n} bone", "{n} bones", seen.counts[seat])

    def facts(self, seen: SeenT, say: Words) -> Iterator[str]:
        """Yield a line for each other fact about the table."""
        yield from ()

    def sum_of_ends(self, seen: SeenT, say: Words) -> str:
        """Say what the open ends add up to; empty where nobody scores by it."""
        return ""

    def lasting_events(self, seen: SeenT) -> Sequence[Event]:
        """Return past events, oldest first, that are told as long as the table is like this."""
        return ()

    def goal(self, seen: SeenT) -> int | None:
        """Return the points that end a match of one round; ``None`` if something else does."""
        return None

    def running(self, seen: SeenT, seat: Seat) -> int:
        """Return the points that a seat has made so far in a running round."""
        return 0

    def points(self, number: int, say: Words) -> str:
        """Return a number of points as a seat's line shows it: the number alone, or “3 pairs”."""
        return say.number(number)

    def score(self, number: int, say: Words) -> str:
        """Return somebody's points in a finished match: “52 points”, or “9 pairs”."""
        return say.count("{n} point", "{n} points", number)

    def alone(self, tally: int, say: Words) -> str:
        """Return the result of a match played alone, as a list of matches tells it."""
        return self.tally(tally, say)

    def tally(self, number: int, say: Words) -> str:
        """Return the result of a match played alone: “14 attempts”."""
        return str(number)

    def tally_at_end(self, number: int, say: Words) -> str:
        """Return the same result, as told of a match that has just ended."""
        return self.tally(number, say)

    def drew(self, seat: Seat, draws: Sequence[DrawEvent], reader: Reader) -> str:
        """Say what a seat drew, one after another; pieces may be named only to that seat."""
        say, count = reader.say, len(draws)
        if seat == reader.seat:
            return say.count("You drew a bone", "You drew {n} bones", count)
        who = reader.name(seat)
        return say.count("{who} drew a bone", "{who} drew {n} bones", count, who=who)

    def reported(self, events: Sequence[Event]) -> Sequence[Event]:
        """Return the events worth reporting of those that happened together."""
        return events

    def phrase(self, event: Event, reader: Reader, later: Sequence[Event] = ()) -> str | None:
        """Describe an event, told before ``later``; ``None`` if it is not reported here."""
        return None

    def waiting(self, event: Event, reader: Reader) -> str | None:
        """Describe the newest event while nothing follows it; ``None`` if it gives no news yet."""
        return None

    def received(self, seen: SeenT, say: Words) -> str:
        """Say which pieces the observation's seat has got since it last moved; empty if none."""
        return ""

    # Choices.

    def question(self, seen: SeenT, say: Words) -> str:
        """Return the question to the player, if the names of the moves don't make it clear."""
        return ""

    @abstractmethod
    def move_name(self, move: Move, seen: SeenT, say: Words) -> str:
        """Describe a legal move, with letters for other players."""

    def move_name_with_players(self, move: Move, seen: SeenT, reader: Reader) -> str:
        """Describe a legal move, with the names of other players as far as they are known."""
        return self.move_name(move, seen, reader.say)

    def label(self, move: Move, seen: SeenT, reader: Reader) -> str:
        """Return the label of the button that plays a move: its name, unless it may name people."""
        return self.move_name(move, seen, reader.say)

    def spellings(self, move: Move, seen: SeenT, say: Words) -> list[str]:
        """Return ways to type a legal move besides its code and its name."""
        return []

    def several(self, text: str, seen: SeenT) -> tuple[str, ...]:
        """Return the codes of legal moves of one turn that ``text`` spells together, if several."""
        return ()

    def several_suggested(self, text: str, seen: SeenT) -> list[str]:
        """Return texts that begin with what was typed and spell several moves of one turn."""
        return []

    def refused(self, text: str, seen: SeenT) -> str:
        """Return the part of a typed ``text`` that is no legal move, named as on a button."""
        return text

    def most_pips(self, seen: SeenT) -> int | None:
        """Return the most pips on half of a bone; ``None`` where moves are not named by bones."""
        return 6 if self.names_bones else None

    def offered(self, move: Move, seen: SeenT) -> Move:
        """Return the move that is offered for all legal ones that differ from it only in name."""
        return move

    def groups(self, seen: SeenT, say: Words) -> list[Group]:
        """Group the legal moves for the first choice; by default each is on its own."""
        return [Group((move,)) for move in seen.legal]

    def grid(self, seen: SeenT) -> Sequence[Sequence[Move]]:
        """Return moves, legal or not, as their pieces lie in rows in the picture, if they do.

        Their buttons lie in the same way, as far as a message has room.
        """
        return ()

    def places(self, seen: SeenT, ways: Sequence[Move], say: Words) -> Places | None:
        """Return the second choice among a group's moves ``ways``; ``None`` if there is none."""
        return None


def without_settled(
    events: Sequence[Event], chosen: type[Event], shown: type[Event]
) -> Sequence[Event]:
    """Return the events without the choices (``chosen``) that were ``shown`` to all since."""
    last = max((at for at, each in enumerate(events) if isinstance(each, shown)), default=0)
    return [each for at, each in enumerate(events) if at >= last or not isinstance(each, chosen)]


AnyView = View[Any]
AnyRoundEndView = RoundEndView[Any]
