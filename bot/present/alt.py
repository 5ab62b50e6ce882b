"""Pictures in words, for those who hear them."""

from __future__ import annotations

from bot.domino.bone import BY_INDEX
from bot.domino.layout import LEFT, Layout
from bot.engine.contract import Observation
from bot.games.events import RoundEnded
from bot.games.moves import Play
from bot.games.seen import TableSeen
from bot.present.company import lettered
from bot.present.scenes import round_seen
from bot.present.words import Words

MAX_ALT = 1024
"""Discord takes no longer alt text."""


def table_alt(seen: Observation, say: Words) -> str:
    """The whole table: the line from end to end, the open ends, hand sizes, who is to move."""
    table = round_seen(seen)
    if not isinstance(table, TableSeen):
        raise TypeError(f"no words for {type(table).__name__}")
    sentences = [line(table.layout, say)]
    sentences += [
        say.count("{who} holds {n} bone.", "{who} holds {n} bones.", held, who=lettered(seat, say))
        for seat, held in enumerate(table.counts)
    ]
    if table.boneyard:
        sentences.append(boneyard(table.boneyard, say))
    sentences += [say("{who} is to move.", who=lettered(seat, say)) for seat in table.to_act]
    return _fitting(sentences)


def hand_alt(seen: Observation, say: Words) -> str:
    """The own hand, and what fits where."""
    table = round_seen(seen)
    if not isinstance(table, TableSeen):
        raise TypeError(f"no words for {type(table).__name__}")
    playable = {move.bone for move in table.legal if isinstance(move, Play)}
    held = [
        say("{bone} (can be played)", bone=bone.code) if bone in playable else bone.code
        for bone in sorted(table.hand, key=BY_INDEX)
    ]
    sentences = [
        say("Your hand: {bones}.", bones=", ".join(held)) if held else say("Your hand is empty."),
        line(table.layout, say),
    ]
    return _fitting(sentences)


def round_alt(ended: RoundEnded, say: Words) -> str:
    """The end of a round: the line, and every hand."""
    sentences = [line(ended.layout, say)]
    for seat, hand in enumerate(ended.hands):
        bones = ", ".join(bone.code for bone in hand)
        who = lettered(seat, say)
        sentences.append(
            say("{who} held {bones}.", who=who, bones=bones)
            if bones
            else say("{who} has no bones left.", who=who)
        )
    return _fitting(sentences)


def line(layout: Layout, say: Words) -> str:
    """The bones from the left end to the right end, each as it lies."""
    if not layout.laid:
        return say("The table is empty.")
    ends = {opening.name: opening.pips for opening in layout.openings}
    bones = " ".join(from_left(layout))
    return say(
        "The line from left to right: {bones}. Open ends: left {left}, right {right}.",
        bones=bones,
        left=ends["l"],
        right=ends["r"],
    )


def from_left(layout: Layout) -> list[str]:
    """Bones as read from the left end to the right end, the left half of each first."""
    left: list[str] = []
    right: list[str] = []
    for at, laid in enumerate(layout.laid):
        if at and laid.opening == LEFT:
            left.append(f"{laid.far}-{laid.near}")
        else:
            right.append(f"{laid.near}-{laid.far}")
    return [*reversed(left), *right]


def boneyard(count: int, say: Words) -> str:
    """How much is left to draw."""
    return say.count("{n} bone in the boneyard.", "{n} bones in the boneyard.", count)


def _fitting(sentences: list[str]) -> str:
    text = " ".join(sentences)
    return text if len(text) <= MAX_ALT else text[: MAX_ALT - 1] + "…"
