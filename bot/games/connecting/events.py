"""The events of dealing, playing and ending a round in the connecting family."""

from enum import Enum

from bot.domino.bone import Bone
from bot.domino.layout import DoublePlacement, Layout
from bot.engine.contract import Event, Seat
from bot.games.common.events import BonesCounted, Credit, HandsDealt, LayEvent
from bot.games.connecting.notes import Note
from bot.games.connecting.scoring import Decision, Extra


class VoidDeal(Enum):
    NO_DOUBLE = "no double"
    MANY_DOUBLES = "many doubles"
    """A hand has more doubles than the game allows."""
    FOUR_DOUBLES = "four doubles"
    """A hand has four doubles or more, which the game does not allow."""
    MANY_OF_ONE = "many of one"
    """A hand has more bones with one number than the game allows."""
    LEADER_LEFT = "leader left over"
    """The bone that has to lead was not dealt."""


class Redealt(Event):
    """The deal was void, and everything is shuffled again (GEN-12)."""

    reason: VoidDeal


class Dealt(HandsDealt[Bone]):
    boneyard: int
    """Number of bones that can be drawn."""
    aside: int
    """Number of bones out of play, unseen."""


class Lacking(Event):
    """Finding the leader has shown that ``seats`` were dealt none of ``bones``."""

    seats: tuple[Seat, ...]
    bones: tuple[Bone, ...]


class Holding(Event):
    """Finding the leader has shown that ``seat`` was dealt ``bone``, which it needn't lead."""

    seat: Seat
    bone: Bone


class Played(LayEvent):
    seat: Seat
    bone: Bone
    at: str
    """The name of the opening it was laid at; empty for the lead."""
    ends: tuple[int, ...]
    """Pips shown by the open ends afterwards."""
    lie: DoublePlacement = DoublePlacement.ALONG
    """The bone's position: along the line unless it is a double."""
    chosen: bool = False
    """True for a double that could also have been laid the other way."""
    end: int = 0
    """The index of that opening among the ends; 0 for the lead."""

    @property
    def before(self) -> tuple[int, ...]:
        """Pips shown by the open ends just before; empty for the lead."""
        if not self.at:
            return ()
        opened = 2 if self.lie is DoublePlacement.SPINNER else 0
        bone, shows = self.bone, list(self.ends[: len(self.ends) - opened])
        shows[self.end] = bone.high if shows[self.end] == bone.low else bone.low
        return tuple(shows)


class RoundEnded(BonesCounted):
    reason: str
    """:data:`DOMINO` or :data:`BLOCKED`."""
    winners: tuple[Seat, ...]
    """Empty when the lowest hands are tied (GEN-11)."""
    hands: tuple[tuple[Bone, ...], ...]
    """Hands by seat, for every seat of the match; sorted, to hide the order of drawing."""
    credits: tuple[Credit, ...]
    layout: Layout
    out: Seat | None
    """The seat with no bones left; ``None`` if the round is blocked."""
    earned: tuple[int, ...] = ()
    """Points scored by plays before the end, by seat; may be empty if plays score nothing."""
    last: tuple[Seat, Bone] | None = None
    """The seat that laid the last bone, and that bone; ``None`` if nothing was laid."""
    decision: Decision | None = None
    """How a block was decided, if the game says so."""
    extras: tuple[Extra, ...] = ()
    """What the last terms of the credit are for."""
    notes: tuple[Note, ...] = ()
    """What else the game says of this round, and what goes on to the next one."""

    @property
    def shown(self) -> tuple[tuple[Seat, tuple[Bone, ...]], ...]:
        """The hands of all who hold bones, of the seat that is out and of its partner (FT-6)."""
        bare = {self.out, *self.winners}
        return tuple((seat, hand) for seat, hand in enumerate(self.hands) if hand or seat in bare)


def last_play(history: tuple[Event, ...]) -> Played | None:
    return next((event for event in reversed(history) if isinstance(event, Played)), None)


def last_laid(history: tuple[Event, ...]) -> tuple[Seat, Bone] | None:
    """Return the seat that laid the last bone, and that bone; ``None`` if nothing was laid."""
    last = last_play(history)
    return None if last is None else (last.seat, last.bone)
