"""Observations and events turned into scenes for the renderers."""

from __future__ import annotations

from typing import cast

from bot.domino.bone import BY_INDEX
from bot.engine.contract import Observation
from bot.engine.rounds import MatchSeen
from bot.games.blind import BlindSeen
from bot.games.events import RoundEnded
from bot.games.moves import Play
from bot.games.seen import Limit, RoundSeen, TableSeen
from bot.present.company import letter
from bot.present.lines import line_scene, still
from bot.present.rows import row_scene, rows_scene
from renderers import HandBone, HandScene, RoundScene, Scene, SeatHand


def round_seen(seen: Observation) -> RoundSeen:
    """The round inside a match, or the observation itself."""
    table: RoundSeen = seen.round if isinstance(seen, MatchSeen) else cast("RoundSeen", seen)
    return table


def table_scene(seen: Observation) -> Scene:
    """The table as everybody sees it."""
    match round_seen(seen):
        case TableSeen(layout=layout, limits=limits):
            ends = {each.name for each in layout.openings}
            closed = {name for name, limit in limits.items() if limit is Limit.CLOSED}
            return line_scene(layout, flagged=ends - closed)
        case BlindSeen() as rows:
            return rows_scene(rows)
        case other:
            raise TypeError(f"no picture for {type(other).__name__}")


def hand_scene(seen: Observation) -> Scene:
    """The hand of the observation's seat in order, what can be played raised."""
    match round_seen(seen):
        case TableSeen(hand=hand, legal=legal):
            playable = {move.bone for move in legal if isinstance(move, Play)}
            bones = sorted(hand, key=BY_INDEX)
            return HandScene(tuple(HandBone(b.high, b.low, b in playable) for b in bones))
        case BlindSeen() as rows:
            return row_scene(rows)
        case other:
            raise TypeError(f"no picture for {type(other).__name__}")


def round_scene(ended: RoundEnded) -> Scene:
    """The end of a round: the table and all hands."""
    hands = tuple(
        SeatHand(letter(seat), tuple((b.high, b.low) for b in hand), seat in ended.winners)
        for seat, hand in ended.shown
    )
    return RoundScene(still(ended.layout, flagged=()), hands)
