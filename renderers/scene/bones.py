"""The scenes that pictures show, in numbers and letters: no game, no pixels, no people's names."""

from dataclasses import dataclass
from typing import Literal

from renderers.scene.scores import (
    ChanceScene,
    DistributionScene,
    PodiumScene,
    ProfileScene,
    RankingScene,
)
from renderers.scene.squares import SquareHandScene, SquareRowsScene, SquaresScene
from renderers.scene.trains import TrainsScene

Side = Literal["end", "left", "right"]
"""The side of its parent that a bone lies at, seen in the direction the parent points (from its
near to its far half): beyond its far end, or off its long side to the left or to the right."""
EndMark = Literal["flag", "greyed", "closed", "none"]
"""The sign at an end: a flag, greyed if nothing in the hand fits; a bar if it takes no bone."""


@dataclass(frozen=True, slots=True)
class LaidBone:
    """A bone on the table and the bone it was laid against. Halves have 0 to 9 pips.

    `near` is the pips of the half that touches the parent (of a first bone: the half towards arm
    `"l"`), `far` those of the other half. `parent` is an index in `LineScene.bones`, `None` for the
    first bone. `side` is, for a bone laid on the first bone, the arm it starts (`"l"`, `"r"`, `"u"`
    or `"d"`), and a `Side` for any other. `crosswise` is true for a double laid across its line,
    also if it is the first bone.
    """

    near: int
    far: int
    parent: int | None = None
    side: str = "r"
    crosswise: bool = False


@dataclass(frozen=True, slots=True)
class OpenEnd:
    """A place where a next bone may lie.

    `bone` is the index of the bone that has this end, `side` as in `LaidBone`, `pips` the number to
    be matched, `label` empty or a letter or two, so that a text can name this end. As long as any
    end has a `mark`, all of them keep the room of a flag.
    """

    bone: int
    side: str
    pips: int
    label: str = ""
    mark: EndMark = "flag"


@dataclass(frozen=True, slots=True)
class LineScene:
    """A table.

    `bones` are in the order laid (none: an empty table), `ends` are all that are open, and `newest`
    is the index of the bone to be ringed. `branching` says that there may be more than two ends
    later: a line is then laid out as the tree it may become. `extent` is the left, top,
    width and height of what the frame holds at least, in half bones from the middle of the first
    bone: pictures with the same one show their bones in the same size and place.
    """

    bones: tuple[LaidBone, ...] = ()
    ends: tuple[OpenEnd, ...] = ()
    newest: int | None = None
    branching: bool = False
    extent: tuple[float, float, float, float] | None = None


@dataclass(frozen=True, slots=True)
class HandBone:
    """A bone in its owner's hand, standing with its `high` half on top; ringed if just `drawn`."""

    high: int
    low: int
    playable: bool = False
    drawn: bool = False


@dataclass(frozen=True, slots=True)
class HandScene:
    """One seat's hand as its owner sees it: 0 to 28 bones.

    `planned` is empty or has, for each bone, its place in the owner's plan (from 1), if any.
    """

    bones: tuple[HandBone, ...]
    planned: tuple[int | None, ...] = ()


@dataclass(frozen=True, slots=True)
class SeatHand:
    """The bones that a seat (one letter, from `"A"`) holds face up, as `(high, low)` pairs.

    `winner` marks the seat that won the round, `active` the seat that is to move. Below and beside
    it, hands lie as if it had `room` bones or more.
    """

    seat: str
    bones: tuple[tuple[int, int], ...]
    winner: bool = False
    active: bool = False
    room: int = 0


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat's bones as they lie on the table, from left to right.

    `seat` is one letter. A face-up bone is given as `(high, low)`, a face-down one as `None`.
    `front` is the end from which bones are turned over, the other is the back; it is `None` while
    nobody knows it yet. `active` marks the seat that is to move.
    """

    seat: str
    bones: tuple[tuple[int, int] | None, ...]
    front: Literal["left", "right"] | None = None
    active: bool = False


@dataclass(frozen=True, slots=True)
class RowsScene:
    """A table, and below it the row of every seat; after the match all are `shown`, and larger."""

    table: LineScene
    rows: tuple[SeatRow, ...]
    shown: bool = False


@dataclass(frozen=True, slots=True)
class RowScene:
    """One seat's row, larger, for its owner, who can't see more of it than anybody else."""

    row: SeatRow


@dataclass(frozen=True, slots=True)
class Diamond:
    """A square of a board that is worth points. Columns and rows count from 0, the top left."""

    column: int
    row: int
    points: int


@dataclass(frozen=True, slots=True)
class BoardBone:
    """A bone on a board: each half with its pips and its square, `(column, row)` from 0."""

    first: int
    at: tuple[int, int]
    second: int
    other: tuple[int, int]


@dataclass(frozen=True, slots=True)
class ScorePiece:
    """A seat's piece on the score track.

    `seat` is its letter, `space` its place (0: the start), and `number` the number there, if any;
    `active` marks the seat to move.
    """

    seat: str
    space: int
    number: int | None = None
    active: bool = False


@dataclass(frozen=True, slots=True)
class BoardSpot:
    """A letter or two on an empty square that a bone may cover."""

    column: int
    row: int
    label: str


@dataclass(frozen=True, slots=True)
class BoardScene:
    """A square board of `size` by `size`, with a star and diamonds, and everybody's score piece.

    `newest` holds the indices of the bones to be ringed. `goal` is the space that ends the game, 0
    if it is not shown. `ahead` holds the numbers of the spaces before the piece of the seat `own`.
    The picture shows the part of the board in use, in a `close` one as large as it can be; an
    `extent` is a part to be shown instead: its left, top, width and height in squares.
    """

    size: int
    star: tuple[int, int]
    diamonds: tuple[Diamond, ...]
    bones: tuple[BoardBone, ...] = ()
    newest: tuple[int, ...] = ()
    pieces: tuple[ScorePiece, ...] = ()
    spots: tuple[BoardSpot, ...] = ()
    goal: int = 0
    own: str = ""
    ahead: tuple[int, ...] = ()
    close: bool = False
    extent: tuple[float, float, float, float] | None = None


@dataclass(frozen=True, slots=True)
class GridTile:
    """A bone of a grid: face up as `(high, low)`, or face down.

    A ringed bone carries the letters of the seats that turned it up, at most five.
    """

    face: tuple[int, int] | None = None
    ringed: bool = False
    seats: str = ""


@dataclass(frozen=True, slots=True)
class GridScene:
    """Bones in rows of `columns`, row by row from the top; a place whose bone was taken is `None`.

    Rows are called A, B, C … and columns 1, 2, 3 …; the picture shows these names.
    """

    columns: int
    tiles: tuple[GridTile | None, ...]


@dataclass(frozen=True, slots=True)
class PatienceScene:
    """Bones side by side in a row, which may take several lines, and what is left to draw.

    `middles` are the indices of the bones that may be removed from between their neighbours, each
    with the number that these share; `triples` are the indices of the middle bones that may be
    removed with both neighbours. `newest` are the indices of the bones to be ringed; `stock` bones
    lie face down, `gone` have been removed. A `close` picture shows the row alone, as large as it
    can be. With `room` for so many bones in a line, none moves or changes its size when another is
    dealt; without, a short line is in the middle.
    """

    bones: tuple[tuple[int, int], ...]
    stock: int
    gone: int
    middles: tuple[tuple[int, int], ...] = ()
    triples: tuple[int, ...] = ()
    newest: tuple[int, ...] = ()
    close: bool = False
    room: int = 0


@dataclass(frozen=True, slots=True)
class RoundScene:
    """The table, and everybody's hand face up."""

    table: LineScene | BoardScene | TrainsScene
    hands: tuple[SeatHand, ...]


@dataclass(frozen=True, slots=True)
class FramedScene:
    """Another scene, in a frame that is `ratio` times as high as wide.

    If the ratio is only the `highest`, a picture that is less high stays as it is.
    """

    scene: "Scene"
    ratio: float
    highest: bool = False
    cut: float = 0.0
    """The part of the scene's height that may be cut off, to show the rest larger."""


@dataclass(frozen=True, slots=True)
class TableAndHandScene:
    """A table, and below it what one seat holds, as its owner sees both."""

    table: LineScene | BoardScene | SquaresScene | TrainsScene
    hand: HandScene | RowScene | SquareHandScene


Scene = (
    LineScene
    | HandScene
    | TableAndHandScene
    | RoundScene
    | RowsScene
    | RowScene
    | BoardScene
    | GridScene
    | PatienceScene
    | SquaresScene
    | SquareHandScene
    | SquareRowsScene
    | TrainsScene
    | RankingScene
    | ProfileScene
    | PodiumScene
    | ChanceScene
    | DistributionScene
    | FramedScene
)
"""Every scene that `renderers.paint.render` can draw."""
