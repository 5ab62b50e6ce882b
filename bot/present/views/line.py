"""Bones in play, as a scene and in words, and the names of the places where bones can be laid."""

from collections.abc import Container, Mapping
from dataclasses import replace
from types import MappingProxyType

from bot.domino.ends import DOWN, LEFT, RIGHT, UP
from bot.domino.layout import Laid, Layout
from bot.engine.translatable import N_
from bot.games.connecting.observation import Limit
from bot.present.i18n import Words
from renderers.scene.bones import LaidBone, LineScene, OpenEnd

_NAMES = {LEFT: N_("left"), RIGHT: N_("right"), UP: N_("top"), DOWN: N_("bottom")}
_PLACES = {
    LEFT: N_("on the left"),
    RIGHT: N_("on the right"),
    UP: N_("at the top"),
    DOWN: N_("at the bottom"),
}
_FLAGS = {LEFT: "←", RIGHT: "→", UP: "↑", DOWN: "↓"}
"""The arrows on the flags of ends that are named by their direction."""


def closeup(layout: Layout, flagged: Container[str] | None = None) -> LineScene:
    """Return bones that nobody will add to, drawn close up."""
    return replace(line_scene(layout, flagged), newest=None, close=True)


def line_scene(layout: Layout, flagged: Container[str] | None = None) -> LineScene:
    """Return the bones in play, the newest ringed; open ends that look alike get arrows or letters.

    ``flagged`` names the openings that get a flag; by default all of them do.
    """
    bones = tuple(
        LaidBone(laid.near, laid.far, laid.parent, laid.side or RIGHT, laid.crosswise)
        for laid in layout.laid
    )
    shown = [opening.pips for opening in layout.openings]
    lettered = len(shown) > 2 or len(set(shown)) < len(shown)
    ends = tuple(
        OpenEnd(
            each.at,
            each.side,
            each.pips,
            _FLAGS.get(each.name, _sign(each.name)) if lettered else "",
            flagged is None or each.name in flagged,
        )
        for each in layout.openings
    )
    newest = len(bones) - 1 if bones else None
    return LineScene(bones, ends, newest, branching=layout.branching)


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
        say("{place} {pips}", place=end_name(each.name, say), pips=each.pips)
        for each in layout.openings
        if each.name not in limits or not limits[each.name].closes
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
        name = end_name(arm, say)
        told.append(
            say("From {spinner}, {arm}: {bones}.", spinner=from_bone, arm=name, bones=outwards)
        )
    return told


def doubles_first(layout: Layout, limits: Mapping[str, Limit], say: Words) -> str:
    """Name the ends that take only their double."""
    ends = [
        f"{end_name(each.name, say)} {each.pips}-{each.pips}"
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


def end_where(at: str, say: Words) -> str:
    """Say where something was played: “on the left”, “at F”."""
    # Translators: {opening} is the letter of an open end, as on its flag in the picture.
    return say(_PLACES[at]) if at in _PLACES else say("at {opening}", opening=_sign(at))


def end_name(at: str, say: Words) -> str:
    """Name an opening by itself: “left”, “F”."""
    return say(_NAMES[at]) if at in _NAMES else _sign(at)


def _sign(at: str) -> str:
    """Return the letter on an opening's flag, if flags have letters."""
    return at.upper()
