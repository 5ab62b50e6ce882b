"""Observations and events turned into scenes for the renderers."""

from __future__ import annotations

from dataclasses import replace

from bot.domino.bone import BY_INDEX
from bot.domino.layout import Layout
from bot.engine.contract import Observation
from bot.engine.rounds import MatchSeen
from bot.games.events import RoundEnded
from bot.games.moves import Play
from bot.games.seen import TableSeen
from bot.present.company import letter
from renderers import (
    HandBone,
    HandScene,
    LaidBone,
    LineScene,
    OpenEnd,
    RoundScene,
    Scene,
    SeatHand,
)


def round_seen(seen: Observation) -> Observation:
    """The round inside a match, or the observation itself."""
    return seen.round if isinstance(seen, MatchSeen) else seen


def table_scene(seen: Observation) -> Scene:
    """The table as everybody sees it."""
    match round_seen(seen):
        case TableSeen(layout=layout):
            return line_scene(layout)
        case other:
            raise TypeError(f"no picture for {type(other).__name__}")


def hand_scene(seen: Observation) -> Scene:
    """The hand of the observation's seat in order, what can be played raised."""
    match round_seen(seen):
        case TableSeen(hand=hand, legal=legal):
            playable = {move.bone for move in legal if isinstance(move, Play)}
            bones = sorted(hand, key=BY_INDEX)
            return HandScene(tuple(HandBone(b.high, b.low, b in playable) for b in bones))
        case other:
            raise TypeError(f"no picture for {type(other).__name__}")


def round_scene(ended: RoundEnded) -> Scene:
    """The end of a round: the table and all hands."""
    hands = tuple(
        SeatHand(letter(seat), tuple((b.high, b.low) for b in hand), seat in ended.winners)
        for seat, hand in enumerate(ended.hands)
    )
    return RoundScene(still(ended.layout), hands)


def still(layout: Layout) -> LineScene:
    """Bones that nobody will add to, seen close."""
    return replace(line_scene(layout), newest=None, close=True)


def line_scene(layout: Layout) -> LineScene:
    """Bones in play, the newest one ringed; ends that show the same are told apart by a letter."""
    bones = tuple(
        LaidBone(
            near=laid.near,
            far=laid.far,
            parent=laid.parent,
            side=laid.opening if laid.parent == 0 else "end",
            crosswise=laid.bone.double,
        )
        for laid in layout.laid
    )
    alike = len({opening.pips for opening in layout.openings}) < len(layout.openings)
    ends = tuple(
        OpenEnd(
            opening.at,
            opening.name if opening.at == 0 else "end",
            opening.pips,
            opening.name.upper() if alike else "",
        )
        for opening in layout.openings
    )
    return LineScene(bones, ends, len(bones) - 1 if bones else None)
