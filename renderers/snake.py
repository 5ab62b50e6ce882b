"""One arm of a line: a snake that fills a row, turns, and comes back in the next.

A row ends where the next bone no longer fits. There a *corner* bone hangs from the side of the last
half, and the next row starts under the corner's end, three units on:

    . . . [ a | b ][ b | c ]        the row's last half is c
                       [ c ]        the corner, upright
                       [ d ]
          . . . [ e | d ]          the next row, the other way

A double lies across its line wherever a bone still fits beyond it in the row; at the end of a row,
at a corner and right after one it lies along. So a bone never hangs from a double's short side,
and rows keep at least one unit of felt between them.
"""

from __future__ import annotations

from dataclasses import dataclass

from renderers.places import Box, Heading, PlacedBone, PlacedFlag

ALONG, ACROSS = 2.0, 1.0
"""How much of its row a bone takes that lies along its line, and one that lies across, in units."""
FLAG_HEIGHT, FLAG_WIDTH, FLAG_WIDTH_LABELLED = 0.9, 0.9, 1.6
"""The size of a flag, with a number only and with a letter before it, in units."""
FLAG_GAP = 0.2
"""The felt between a bone and its flag, in units."""


@dataclass(frozen=True, slots=True)
class Tip:
    """The growing end of an arm.

    `(x, y)` is the middle of the last bone's open edge, `heading` the way that bone's line runs,
    `row` the way of the present row (at a corner: of the next), `drift` the way to the next row,
    `left` and `right` the x between which bones may lie.
    """

    x: float
    y: float
    heading: Heading
    row: Heading
    drift: Heading
    left: float
    right: float

    @property
    def room(self) -> float:
        """The units left in the row."""
        return self.right - self.x if self.row is Heading.EAST else self.x - self.left

    def lay(self, crosswise: bool) -> tuple[PlacedBone, Tip]:
        """The next bone's place, and the tip beyond it."""
        if self.heading is self.drift:
            return self._start_row()
        if crosswise and self.room >= ACROSS + ALONG:
            box = Box.ahead(self.x, self.y, self.row, ACROSS, 2)
            return PlacedBone(box, self.row, across=True), self._after(self.row, ACROSS)
        if self.room >= ALONG:
            box = Box.ahead(self.x, self.y, self.row, ALONG, 1)
            return PlacedBone(box, self.row), self._after(self.row, ALONG)
        return self._turn()

    def flag(self, labelled: bool) -> PlacedFlag:
        """The flag's place, where a next bone would lie."""
        width = FLAG_WIDTH_LABELLED if labelled else FLAG_WIDTH
        if self.heading is self.row and self.room >= ALONG:
            box = Box.ahead(self.x, self.y, self.row, width, FLAG_HEIGHT)
            return PlacedFlag(box.moved(self.row.dx * FLAG_GAP, 0), self.row)
        x, y = (self.x, self.y) if self.heading is self.drift else self._side()
        box = Box.ahead(x, y, self.drift, FLAG_HEIGHT, width)
        return PlacedFlag(box.moved(0, self.drift.dy * FLAG_GAP), self.drift)

    def _side(self) -> tuple[float, float]:
        """The middle of the last half's long edge, on the side of the next row."""
        return self.x - self.row.dx / 2, self.y + self.drift.dy / 2

    def _turn(self) -> tuple[PlacedBone, Tip]:
        x, y = self._side()
        bone = PlacedBone(Box.ahead(x, y, self.drift, ALONG, 1), self.drift)
        tip = Tip(
            x,
            y + self.drift.dy * ALONG,
            self.drift,
            self.row.back,
            self.drift,
            self.left,
            self.right,
        )
        return bone, tip

    def _start_row(self) -> tuple[PlacedBone, Tip]:
        x, y = self.x - self.row.dx / 2, self.y + self.drift.dy / 2
        bone = PlacedBone(Box.ahead(x, y, self.row, ALONG, 1), self.row)
        tip = Tip(x + self.row.dx * ALONG, y, self.row, self.row, self.drift, self.left, self.right)
        return bone, tip

    def _after(self, heading: Heading, length: float) -> Tip:
        x, y = self.x + heading.dx * length, self.y + heading.dy * length
        return Tip(x, y, heading, self.row, self.drift, self.left, self.right)
