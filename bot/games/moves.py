"""Moves with bones. Each exists once, so making a list of legal moves makes nothing new."""

from __future__ import annotations

from dataclasses import dataclass

from bot.domino.bone import Bone
from bot.domino.layout import Layout
from bot.domino.sets import double_n
from bot.engine.contract import Move


@dataclass(frozen=True, slots=True)
class Play(Move):
    """A bone laid at an opening: ``6-4@l``; a lead is the bone alone."""

    bone: Bone
    at: str
    """The opening; empty for a lead."""


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


class _PlaysAt(dict[str, tuple[Play, ...]]):
    """For an opening's name the play of each bone there, by the bone's index."""

    def __missing__(self, at: str) -> tuple[Play, ...]:
        plays = tuple(Play(f"{each.code}@{at}", bone=each, at=at) for each in _BONES)
        self[at] = plays
        return plays


_PLAYS_AT = _PlaysAt()


def plays(hand: tuple[Bone, ...], layout: Layout) -> tuple[Move, ...]:
    """Every way to lay a bone of ``hand`` (GEN-6), in the order of the hand."""
    openings = layout.openings
    if not openings:
        return tuple([_LEADS[each.index] for each in hand])
    ends = [(opening.pips, _PLAYS_AT[opening.name]) for opening in openings]
    return tuple(
        [
            at[each.index]
            for each in hand
            for shown, at in ends
            if each.high == shown or each.low == shown  # noqa: PLR1714 - faster than a tuple
        ]
    )
