"""A round of the connecting family at one moment, and what most of its games have in common."""

from bot.domino.bone import DOUBLE_SIX, Bone
from bot.domino.layout import DoublePlacement, Layout
from bot.engine.contract import Setup
from bot.games.common.rules import RoundState
from bot.games.connecting.leading import Lead
from bot.games.connecting.scoring import Hands


class LineTable(RoundState):
    hands: Hands = ()
    """Hands by seat, for every seat of the match; empty before the deal."""
    stock: tuple[Bone, ...] = ()
    """Bones not dealt or drawn, top first: the boneyard, or out of play."""
    layout: Layout = Layout()
    lead: Lead | None = None
    """The lead that follows from the deal; ``None`` before the deal."""
    earned: tuple[int, ...] = ()


def seven(_: Setup) -> int:
    """Deal everybody seven bones, whatever the options and the number of seats."""
    return 7


def double_six(_: Setup) -> tuple[Bone, ...]:
    """Deal a double-six set, whatever the options and the number of seats (GEN-1)."""
    return DOUBLE_SIX


ALONG, _ACROSS = (DoublePlacement.ALONG,), (DoublePlacement.ACROSS,)
"""The only way to lay a bone that isn't a double, and to lay a double in most games."""


def always_across(*_: object) -> tuple[DoublePlacement, ...]:
    """Lay every double across its line, with two ends like any bone."""
    return _ACROSS
