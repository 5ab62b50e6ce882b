"""Moves with bones. Each exists once, so making a list of legal moves makes nothing new."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bot.domino.bone import Bone
from bot.domino.layout import Layout, Opening
from bot.domino.sets import double_n
from bot.engine.contract import Move

Gate = Callable[[Bone, Opening], bool]
"""Whether a bone that fits an opening may be laid there."""


@dataclass(frozen=True, slots=True)
class Play(Move):
    """A bone laid at an opening: ``6-4@l``; a lead is the bone alone."""

    bone: Bone
    at: str
    """The opening; empty for a lead."""
    crosswise: bool = False
    """Of a double for which there is a choice: as a spinner, ``4-4@l+``, not along the line."""


@dataclass(frozen=True, slots=True)
class Pass(Move):
    """Knocking, when nothing can be played or drawn."""


@dataclass(frozen=True, slots=True)
class Draw(Move):
    """Taking the boneyard's top bone."""


PASS = Pass("pass", automatic=True)
DRAW = Draw("draw", automatic=True)
_BONES = double_n(9)
_LEADS = tuple(Play(each.code, bone=each, at="") for each in _BONES)
_ORDERED = tuple(Play(each.code, automatic=True, bone=each, at="") for each in _BONES)


class _PlaysAt(dict[str, tuple[Play, ...]]):
    """For an opening's name the play of each bone there, by the bone's index."""

    def __missing__(self, at: str) -> tuple[Play, ...]:
        plays = tuple(Play(f"{each.code}@{at}", bone=each, at=at) for each in _BONES)
        self[at] = plays
        return plays


class _SpinnersAt(dict[str, dict[Bone, Play]]):
    """For an opening's name the play of each double there as a spinner, where that is chosen."""

    def __missing__(self, at: str) -> dict[Bone, Play]:
        doubles = [each for each in _BONES if each.double]
        plays = {b: Play(f"{b.code}@{at}+", bone=b, at=at, crosswise=True) for b in doubles}
        self[at] = plays
        return plays


_PLAYS_AT = _PlaysAt()
_SPINNERS_AT = _SpinnersAt()


def leads(hand: tuple[Bone, ...], bones: tuple[Bone, ...]) -> tuple[Play, ...]:
    """The bones of ``hand`` that may be led: any, unless ``bones`` names those.

    A single bone that everybody knows must be led leads by itself.
    """
    if not bones:
        return tuple([_LEADS[each.index] for each in hand])
    known = _ORDERED if len(bones) == 1 else _LEADS
    return tuple([known[each.index] for each in hand if each in bones])


def plays(hand: tuple[Bone, ...], layout: Layout, gate: Gate | None = None) -> tuple[Play, ...]:
    """Every way to lay a bone of ``hand`` at an opening (GEN-6), in the order of the hand."""
    openings = layout.openings
    if gate is not None:
        return tuple(
            [
                _PLAYS_AT[opening.name][each.index]
                for each in hand
                for opening in openings
                if each.has(opening.pips) and gate(each, opening)
            ]
        )
    ends = [(opening.pips, _PLAYS_AT[opening.name]) for opening in openings]
    return tuple(
        [
            at[each.index]
            for each in hand
            for shown, at in ends
            if each.high == shown or each.low == shown  # noqa: PLR1714 - faster than a tuple
        ]
    )


def with_spinners(found: tuple[Play, ...]) -> tuple[Play, ...]:
    """The same, each double also as a spinner."""
    return tuple(
        way
        for play in found
        for way in ((play, _SPINNERS_AT[play.at][play.bone]) if play.bone.double else (play,))
    )


def can_play(hands: tuple[tuple[Bone, ...], ...], layout: Layout, gate: Gate | None) -> bool:
    """Whether any bone of any hand can be laid."""
    if gate is not None:
        return any(plays(hand, layout, gate) for hand in hands)
    ends = {opening.pips for opening in layout.openings}
    for hand in hands:
        for each in hand:
            if each.high in ends or each.low in ends:
                return True
    return False
