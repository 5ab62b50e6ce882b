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

from typing import NamedTuple

from renderers.geometry.places import Box, Heading, PlacedBone, PlacedFlag

ALONG, ACROSS = 2.0, 1.0
"""The length of its row that a bone takes lying along its line, and lying across it, in units."""
FLAG_HEIGHT, FLAG_WIDTH, FLAG_WIDTH_LABELLED = 0.9, 0.9, 1.6
"""The height of a flag, and its width with a number only and with a letter before it, in units."""
FLAG_SMALL, FLAG_SMALL_GAP = 0.8, 0.1
"""The side of a flag that stands in a gap between bones, and the felt before it, in units."""
FLAG_SMALL_LABELLED = 1.3
"""The length of such a flag with a letter and a number, in units: with felt before and after it, it
stands between bones one and a half units apart."""
FLAG_GAP = 0.2  # the felt between a bone and its flag, in units
PITCH = 3.0  # the distance from the middle of a row to the middle of the next, in units


class Tip(NamedTuple):
    """The growing end of an arm.

    `(x, y)` is the middle of the last bone's open edge, `heading` the direction of that bone's
    line, `row` that of the present row (at a corner: of the next), `drift` that to the next row.
    """

    x: float
    y: float
    heading: Heading
    row: Heading
    drift: Heading

    def lay(self, room: float, crosswise: bool) -> "tuple[PlacedBone, Tip]":
        """Return the next bone's place, with `room` units left in the row, and the tip beyond."""
        if self.heading is self.drift:
            return self._start_row()
        if crosswise and room >= ACROSS + ALONG:
            return self._go_on(ACROSS, across=True)
        return self._go_on(ALONG, across=False) if room >= ALONG else self._turn()

    def flag(self, room: float, labelled: bool) -> PlacedFlag:
        width = FLAG_WIDTH_LABELLED if labelled else FLAG_WIDTH
        if self.heading is self.row and room >= ALONG:
            box = Box.ahead(self.x, self.y, self.row, width, FLAG_HEIGHT)
            return PlacedFlag(box.moved(self.row.dx * FLAG_GAP, 0), self.row)
        x, y = (self.x, self.y) if self.heading is self.drift else self._side()
        box = Box.ahead(x, y, self.drift, FLAG_HEIGHT, width)
        return PlacedFlag(box.moved(0, self.drift.dy * FLAG_GAP), self.drift)

    def _side(self) -> tuple[float, float]:
        """Return the middle of the last half's long edge, on the side of the next row."""
        return self.x - self.row.dx / 2, self.y + self.drift.dy / 2

    def _go_on(self, length: float, *, across: bool) -> "tuple[PlacedBone, Tip]":
        box = Box.ahead(self.x, self.y, self.row, length, 2 if across else 1)
        tip = self._moved_to(self.x + self.row.dx * length, self.y, self.row, self.row)
        return PlacedBone(box, self.row, across), tip

    def _turn(self) -> "tuple[PlacedBone, Tip]":
        x, y = self._side()
        bone = PlacedBone(Box.ahead(x, y, self.drift, ALONG, 1), self.drift)
        return bone, self._moved_to(x, y + self.drift.dy * ALONG, self.drift, self.row.back)

    def _start_row(self) -> "tuple[PlacedBone, Tip]":
        x, y = self._side()
        bone = PlacedBone(Box.ahead(x, y, self.row, ALONG, 1), self.row)
        return bone, self._moved_to(x + self.row.dx * ALONG, y, self.row, self.row)

    def _moved_to(self, x: float, y: float, heading: Heading, row: Heading) -> "Tip":
        return Tip(x, y, heading, row, self.drift)
