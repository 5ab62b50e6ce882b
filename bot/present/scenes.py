"""Observations and events turned into scenes for the renderers."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace
from typing import cast

from bot.domino.bone import BY_INDEX
from bot.domino.layout import RIGHT, Layout
from bot.engine.contract import Observation
from bot.engine.rounds import MatchSeen
from bot.games.events import RoundEnded
from bot.games.moves import Play
from bot.games.seen import RoundSeen, TableSeen
from bot.present import places
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


def round_seen(seen: Observation) -> RoundSeen:
    """The round inside a match, or the observation itself."""
    table: RoundSeen = seen.round if isinstance(seen, MatchSeen) else cast("RoundSeen", seen)
    return table


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


def line_scene(layout: Layout, flagged: Container[str] | None = None) -> LineScene:
    """Bones in play, the newest one ringed; ends that could be mixed up have a letter.

    ``flagged`` names the openings that get a flag, if not all of them do.
    """
    bones = tuple(
        LaidBone(laid.near, laid.far, laid.parent, laid.side or RIGHT, laid.crosswise)
        for laid in layout.laid
    )
    shown = [opening.pips for opening in layout.openings]
    lettered = len(shown) > 2 or len(set(shown)) < len(shown)
    ends = tuple(
        OpenEnd(each.at, each.side, each.pips, places.sign(each.name) if lettered else "")
        for each in layout.openings
        if flagged is None or each.name in flagged
    )
    newest = len(bones) - 1 if bones else None
    return LineScene(bones, ends, newest, branching=layout.branching)
