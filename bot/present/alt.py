"""Pictures in words, for those who hear them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from bot.domino.bone import BY_INDEX
from bot.domino.layout import LEFT, RIGHT, Laid, Layout
from bot.engine.contract import Observation
from bot.engine.words import N_
from bot.games.blind import BlindSeen
from bot.games.events import RoundEnded
from bot.games.moves import Play
from bot.games.seen import Limit, RoundSeen, TableSeen
from bot.present import places, rows
from bot.present.company import lettered
from bot.present.scenes import round_seen
from bot.present.words import Words

MAX_ALT = 1024
"""Discord takes no longer alt text."""


def table_alt(seen: Observation, say: Words) -> str:
    """The whole table: its bones, the open ends, hand sizes, who is to move."""
    sentences: list[str] = []
    match round_seen(seen):
        case TableSeen() as table:
            sentences += bones_and_ends(table.layout, say, table.limits)
            sentences += _hand_sizes(table, say)
            if table.boneyard:
                sentences.append(boneyard(table.boneyard, say))
        case BlindSeen() as table:
            sentences += bones_and_ends(table.layout, say)
            sentences += rows.rows_told(table, say)
        case other:
            raise TypeError(f"no words for {type(other).__name__}")
    to_act = sorted(seen.to_act)
    sentences += [say("{who} is to move.", who=lettered(seat, say)) for seat in to_act]
    return _fitting(sentences)


def hand_alt(seen: Observation, say: Words) -> str:
    """The own hand, and what fits where."""
    match round_seen(seen):
        case TableSeen() as table:
            told = bones_and_ends(table.layout, say, table.limits)
            return _fitting([_hand(table, say), *told])
        case BlindSeen() as table:
            told = rows.own_row_told(table, say)
            return _fitting([*told, *bones_and_ends(table.layout, say)])
        case other:
            raise TypeError(f"no words for {type(other).__name__}")


def _hand_sizes(table: RoundSeen, say: Words) -> Iterator[str]:
    for seat, held in enumerate(table.counts):
        if seat in table.setup.seats:
            who = lettered(seat, say)
            yield say.count("{who} holds {n} bone.", "{who} holds {n} bones.", held, who=who)


def _hand(table: TableSeen, say: Words) -> str:
    playable = {move.bone for move in table.legal if isinstance(move, Play)}
    held = [
        say("{bone} (can be played)", bone=bone.code) if bone in playable else bone.code
        for bone in sorted(table.hand, key=BY_INDEX)
    ]
    return say("Your hand: {bones}.", bones=", ".join(held)) if held else say("Your hand is empty.")


def round_alt(ended: RoundEnded, say: Words) -> str:
    """The end of a round: the table, and every hand."""
    sentences = [*bones_told(ended.layout, say)]
    for seat, hand in ended.shown:
        who, bones = lettered(seat, say), ", ".join(bone.code for bone in hand)
        told = N_("{who} held {bones}.") if hand else N_("{who} has no bones left.")
        sentences.append(say(told, who=who, bones=bones))
    return _fitting(sentences)


def bones_and_ends(
    layout: Layout, say: Words, limits: Mapping[str, Limit] = MappingProxyType({})
) -> Iterator[str]:
    """The bones, and the open ends; ``limits`` names those that take only their double, or none."""
    yield from bones_told(layout, say)
    if not layout.laid:
        return
    ends = [
        say("{place} {pips}", place=places.name(each.name, say), pips=each.pips)
        for each in layout.openings
        if limits.get(each.name) is not Limit.CLOSED
    ]
    yield say("Open ends: {ends}.", ends=", ".join(ends)) if ends else say("No end is open.")
    if doubles := doubles_first(layout, limits, say):
        yield doubles


def bones_told(layout: Layout, say: Words) -> Iterator[str]:
    """The line from end to end, and every other arm with the bone it starts from."""
    if not layout.laid:
        yield say("The table is empty.")
        return
    yield say("The line from left to right: {bones}.", bones=" ".join(from_left(layout)))
    for arm in dict.fromkeys(each.opening for each in layout.laid[1:]):
        if arm in (LEFT, RIGHT):
            continue
        bones = [each for each in layout.laid if each.opening == arm]
        yield say(
            "From {spinner}, {arm}: {bones}.",
            spinner=layout.laid[bones[0].parent or 0].bone.code,
            arm=places.name(arm, say),
            bones=" ".join(map(_outwards, bones)),
        )


def doubles_first(layout: Layout, limits: Mapping[str, Limit], say: Words) -> str:
    """The ends that take nothing but their double."""
    ends = [
        f"{places.name(each.name, say)} {each.pips}-{each.pips}"
        for each in layout.openings
        if limits.get(each.name) is Limit.DOUBLE
    ]
    return say("Only with its double goes on: {ends}.", ends=", ".join(ends)) if ends else ""


def from_left(layout: Layout) -> list[str]:
    """Bones as read from the left end to the right end, the left half of each first."""
    left = [f"{each.far}-{each.near}" for each in layout.laid if each.opening == LEFT]
    right = [_outwards(each) for each in layout.laid if each.opening in ("", RIGHT)]
    return [*reversed(left), *right]


def boneyard(count: int, say: Words) -> str:
    """How much is left to draw."""
    return say.count("{n} bone in the boneyard.", "{n} bones in the boneyard.", count)


def _outwards(laid: Laid) -> str:
    return f"{laid.near}-{laid.far}"


def _fitting(sentences: list[str]) -> str:
    text = " ".join(sentences)
    return text if len(text) <= MAX_ALT else text[: MAX_ALT - 1] + "…"
