"""Bones in play as a scene."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace

from bot.domino.layout import RIGHT, Layout
from bot.present import places
from renderers import LaidBone, LineScene, OpenEnd


def still(layout: Layout, flagged: Container[str] | None = None) -> LineScene:
    """Bones that nobody will add to, seen close."""
    return replace(line_scene(layout, flagged), newest=None, close=True)


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
        OpenEnd(
            each.at,
            each.side,
            each.pips,
            places.sign(each.name) if lettered else "",
            flagged is None or each.name in flagged,
        )
        for each in layout.openings
    )
    newest = len(bones) - 1 if bones else None
    return LineScene(bones, ends, newest, branching=layout.branching)
