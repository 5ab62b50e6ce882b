"""The scene of Mexican Train's table: trains of bones that leave a hub, each on its track."""

from dataclasses import dataclass
from typing import Literal

TrainEnd = Literal["flag", "greyed", "none"]
"""The flag at a train's end: bright if a bone may be laid there, greyed if not, or left out.

On the table that everybody sees, the trains that all may use are bright; above a hand, those that
take one of its bones."""


@dataclass(frozen=True, slots=True)
class Train:
    """A train: `bones` as `(near, far)` pairs from the hub outwards, none if it hasn't begun.

    `label` is its owner's letter, or that of the train that belongs to nobody (`shared`). Doubles
    lie across the track. `pips` is the number that its end shows (the hub's if it hasn't begun).
    `cover` is 0, or the place of its last double in the order in which open ones must be covered,
    from 1. `marker` says that everybody may use it, `active` that its owner is to move.
    """

    label: str
    bones: tuple[tuple[int, int], ...]
    pips: int
    end: TrainEnd = "flag"
    marker: bool = False
    shared: bool = False
    active: bool = False
    cover: int = 0


@dataclass(frozen=True, slots=True)
class TrainsScene:
    """A hub with the double `engine` (`None` before it is laid), and its trains from the top down.

    `newest` is the index of the train whose last bone is ringed. `boneyard` bones lie face down,
    drawn as a pile with their number; `None` leaves the pile out. Long trains show their last bones
    and how many come before them. Every train has room for `rows` rows of bones, if there are so
    many numbers: pictures with the same ones show their trains in the same places.
    """

    engine: int | None
    trains: tuple[Train, ...]
    boneyard: int | None = None
    newest: int | None = None
    rows: tuple[int, ...] = ()
