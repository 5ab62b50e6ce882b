"""Describe bones in play for people who use a screen reader."""

from collections.abc import Mapping
from types import MappingProxyType

from bot.domino.layout import LEFT, RIGHT, Laid, Layout
from bot.games.seen import Limit
from bot.present.i18n import Words
from bot.present.text import end_names


def bones_and_ends(
    layout: Layout, say: Words, limits: Mapping[str, Limit] = MappingProxyType({})
) -> list[str]:
    """Describe the bones and the open ends.

    ``limits`` names the ends that take only their double, or nothing.
    """
    told = bones_told(layout, say)
    if not layout.laid:
        return told
    ends = [
        say("{place} {pips}", place=end_names.name(each.name, say), pips=each.pips)
        for each in layout.openings
        if limits.get(each.name) is not Limit.CLOSED
    ]
    told.append(say("Open ends: {ends}.", ends=", ".join(ends)) if ends else say("No open ends."))
    doubles = doubles_first(layout, limits, say)
    return [*told, doubles] if doubles else told


def bones_told(layout: Layout, say: Words) -> list[str]:
    """Describe the line from end to end, and every other arm with the bone it starts from."""
    if not layout.laid:
        return [say("The table is empty.")]
    told = [say("The line from left to right: {bones}.", bones=" ".join(from_left(layout)))]
    for arm in dict.fromkeys(each.opening for each in layout.laid[1:]):
        if arm in (LEFT, RIGHT):
            continue
        bones = [each for each in layout.laid if each.opening == arm]
        from_bone = layout.laid[bones[0].parent or 0].bone.code
        outwards = " ".join(map(_outwards, bones))
        name = end_names.name(arm, say)
        told.append(
            say("From {spinner}, {arm}: {bones}.", spinner=from_bone, arm=name, bones=outwards)
        )
    return told


def doubles_first(layout: Layout, limits: Mapping[str, Limit], say: Words) -> str:
    """Name the ends that take only their double."""
    ends = [
        f"{end_names.name(each.name, say)} {each.pips}-{each.pips}"
        for each in layout.openings
        if limits.get(each.name) is Limit.DOUBLE
    ]
    return say("Ends that need their double first: {ends}.", ends=", ".join(ends)) if ends else ""


def from_left(layout: Layout) -> list[str]:
    """Return the bones from the left end to the right, the left half of each first."""
    left = [f"{each.far}-{each.near}" for each in layout.laid if each.opening == LEFT]
    right = [_outwards(each) for each in layout.laid if each.opening in ("", RIGHT)]
    return [*reversed(left), *right]


def boneyard(count: int, say: Words) -> str:
    """Say how many bones are left to draw."""
    return say.count("{n} bone in the boneyard.", "{n} bones in the boneyard.", count)


def _outwards(laid: Laid) -> str:
    return f"{laid.near}-{laid.far}"
