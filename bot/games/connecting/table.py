"""The state of a round of the family, and small steps from one state to the next."""

from msgspec.structs import replace

from bot.domino.bone import Bone
from bot.domino.layout import Layout
from bot.engine.contract import Event, Step
from bot.games.common.state import RoundState
from bot.games.connecting.leading import Lead
from bot.games.connecting.scoring import Hands


class LineTable(RoundState):
    """The state of a round."""

    hands: Hands = ()
    """Hands by seat, for every seat of the match; empty before the deal."""
    stock: tuple[Bone, ...] = ()
    """Bones not dealt or drawn, top first: the boneyard, or out of play."""
    layout: Layout = Layout()
    lead: Lead | None = None
    """The lead that follows from the deal; ``None`` before the deal."""
    earned: tuple[int, ...] = ()
    """Points scored by plays in this round, by seat."""


def with_events(state: LineTable, *events: Event) -> Step[LineTable]:
    return Step(replace(state, history=(*state.history, *events)), events)
