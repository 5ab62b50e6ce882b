"""Turn bones in play into a scene."""

from collections.abc import Container
from dataclasses import replace

from bot.domino.layout import RIGHT, Layout
from bot.present.text import end_names
from renderers.scene.bones import LaidBone, LineScene, OpenEnd


def still(layout: Layout, flagged: Container[str] | None = None) -> LineScene:
    """Return bones that nobody will add to, drawn close up."""
    return replace(line_scene(layout, flagged), newest=None, close=True)


def line_scene(layout: Layout, flagged: Container[str] | None = None) -> LineScene:
    """Return the bones in play, the newest ringed; open ends that look alike get letters.

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
            end_names.sign(each.name) if lettered else "",
            flagged is None or each.name in flagged,
        )
        for each in layout.openings
    )
    newest = len(bones) - 1 if bones else None
    return LineScene(bones, ends, newest, branching=layout.branching)
