"""Moves with bones, and where they may be laid.

Each move is created only once, so listing legal moves creates no objects.
"""

from collections.abc import Callable
from dataclasses import dataclass

from bot.domino.bone import DOUBLES, MAX_PIPS, Bone, double_n, union
from bot.domino.ends import Ends
from bot.engine.contract import Move, Setup
from bot.games.common.pieces import Draw, Pass
from bot.games.connecting.observation import Limit


@dataclass(frozen=True, slots=True)
class Play(Move):
    """A bone laid at an opening: ``6-4@l``; a lead is the bone alone."""

    bone: Bone
    at: str
    """The name of the opening; empty for a lead."""
    crosswise: bool = False
    """True for a double laid as a spinner, ``4-4@l+``, where it could also lie along the line."""


PASS = Pass("pass", automatic=True)
DRAW = Draw("draw", automatic=True)
_BONES = double_n(MAX_PIPS)
_LEADS = tuple(Play(each.code, bone=each, at="") for each in _BONES)
_ORDERED = tuple(Play(each.code, automatic=True, bone=each, at="") for each in _BONES)


class _PlaysAt(dict[str, tuple[Play, ...]]):
    """The plays of all bones at each opening: by the opening's name, then by the bone's index."""

    def __missing__(self, at: str) -> tuple[Play, ...]:
        plays = tuple(Play(f"{each.code}@{at}", bone=each, at=at) for each in _BONES)
        self[at] = plays
        return plays


class _SpinnersAt(dict[str, dict[Bone, Play]]):
    """The plays of all doubles as spinners, where that is a choice: by the opening's name."""

    def __missing__(self, at: str) -> dict[Bone, Play]:
        doubles = [each for each in _BONES if each.double]
        plays = {b: Play(f"{b.code}@{at}+", bone=b, at=at, crosswise=True) for b in doubles}
        self[at] = plays
        return plays


_PLAYS_AT = _PlaysAt()
_SPINNERS_AT = _SpinnersAt()


def play(bone: Bone, at: str) -> Play:
    """Return the play of a bone at an opening, ``6-4@l``; not that of a lead."""
    return _PLAYS_AT[at][bone.index]


def leads(hand: tuple[Bone, ...], bones: tuple[Bone, ...]) -> tuple[Play, ...]:
    """Return the leads of ``hand``, those in ``bones`` if any; a single bone leads by itself."""
    if not bones:
        return tuple([_LEADS[each.index] for each in hand])
    known = _ORDERED if len(bones) == 1 else _LEADS
    return tuple([known[each.index] for each in hand if each in bones])


def plays(hand: tuple[Bone, ...], ends: Ends, takes: list[int] | None = None) -> tuple[Play, ...]:
    """Return every way to lay a bone of ``hand`` at an end (GEN-6), in the hand's order.

    ``takes`` has the mask of bones that each end takes; ``None`` if all that fit.
    """
    if takes is None:
        takes, playable = ends.fits, ends.fitting
    else:
        playable = union(takes)
    found = []
    for each in hand:
        bit = each.bit
        if bit & playable:
            for end, name in enumerate(ends.names):
                if bit & takes[end]:
                    found.append(_PLAYS_AT[name][each.index])
    return tuple(found)


def with_spinners(found: tuple[Play, ...]) -> tuple[Play, ...]:
    return tuple(
        way
        for play in found
        for way in ((play, _SPINNERS_AT[play.at][play.bone]) if play.bone.double else (play,))
    )


def can_play(hands: tuple[tuple[Bone, ...], ...], bones: int) -> bool:
    """Return whether any bone of any hand is among the ``bones``, a mask."""
    for hand in hands:
        for each in hand:
            if bones & each.bit:
                return True
    return False


SIDES = 4
"""Number of open sides of a first double that is a spinner."""

Gate = Callable[[Setup, Ends], list[int] | None]
"""A function that returns for each end the mask of the bones that may be laid there.

It returns ``None`` if every end takes all bones that fit.
"""

WhyClosed = Callable[[Setup, Ends, int], Limit]
"""A function that says why an end takes nothing, given its index."""


def playable(gate: Gate | None, setup: Setup, ends: Ends) -> int:
    takes = None if gate is None else gate(setup, ends)
    if takes is None:
        return ends.fitting
    return union(takes)


def around_the_lead(ends: Ends) -> list[int] | None:
    """Allow only the lead's free sides, ``None`` once there are none (STAR-3, CROSS-5)."""
    if 0 not in ends.at:
        return None
    return [0 if at else bones for bones, at in zip(ends.fits, ends.at, strict=True)]


def lead_first(*_: object) -> Limit:
    """Say that ends are closed because the lead has free sides (STAR-3, CROSS-5)."""
    return Limit.LEAD_FIRST


def limits(setup: Setup, ends: Ends, gate: Gate | None, why_closed: WhyClosed) -> dict[str, Limit]:
    """Return, by name, the limits of ends that do not take every bone of the set that fits."""
    takes = gate(setup, ends) if gate and ends.lying else None
    return {
        ends.names[end]: Limit.DOUBLE if bones & ~ends.lying else why_closed(setup, ends, end)
        for end, bones in enumerate(takes or ())
        if not bones & ~DOUBLES
    }
