"""The layout of bones and flags, without Pillow or pixels: one unit is half a bone."""

from renderers.geometry.lineage import Lineage
from renderers.geometry.places import Placement
from renderers.line.line import lay_out_line
from renderers.scene.bones import LineScene
from renderers.tree.layout import lay_out_tree


def lay_out(scene: LineScene) -> Placement:
    """Return the place of every bone and every flag of the scene.

    Raises `BrokenScene` if it names a bone or a side that does not exist or is taken.
    """
    lineage = Lineage.of(scene)
    if scene.bones and (scene.branching or lineage.spinners):
        return lay_out_tree(scene, lineage)
    return lay_out_line(scene)
