"""Two honest players. They are given what their seat sees and nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from bot.ai.foresight import earned, foremost
from bot.engine.contract import Move, Observation, Rng, Rules
from bot.engine.errors import Refusal
from bot.engine.words import N_
from bot.games.double_double import Place
from bot.games.lattice.moves import Lay
from bot.games.moves import Play


class UnknownLevel(Refusal):
    """No computer plays at that level; ``known`` lists those there are."""

    sentence = N_("There is no computer called “{level}”. There are: {known}.")


class Player(Protocol):
    """A computer in a seat."""

    def choose(self, rules: Rules[Any], seen: Observation, rng: Rng) -> str:
        """The code of one of ``seen.legal``."""


@dataclass(frozen=True, slots=True)
class Casual:
    """Plays anything legal."""

    def choose(self, rules: Rules[Any], seen: Observation, rng: Rng) -> str:
        """One of the legal moves, each as likely."""
        del rules
        return seen.legal[rng.randrange(len(seen.legal))].code


@dataclass(frozen=True, slots=True)
class Steady:
    """Scores what it can, else gets rid of doubles first, then of heavy bones.

    Where nobody holds anything, and what a move will earn is not known, it does what seems to earn
    most. Among equals it goes by chance.
    """

    def choose(self, rules: Rules[Any], seen: Observation, rng: Rng) -> str:
        """The best legal move by that measure."""
        if len(seen.legal) == 1:
            return seen.legal[0].code
        info = rules.info
        if info.scoring_plays and info.open_play:
            return foremost(rules, seen, rng)
        gains = _gains(rules, seen, rng) if info.scoring_plays else {}
        worth = [(gains.get(move.code, 0), *_urgency(move)) for move in seen.legal]
        equals = [move for move, each in zip(seen.legal, worth, strict=True) if each == max(worth)]
        return equals[rng.randrange(len(equals))].code


def _gains(rules: Rules[Any], seen: Observation, rng: Rng) -> dict[str, int]:
    """The points that each move makes at once: with one's own pieces, the same in every world."""
    world, seat = rules.imagine(seen, rng), seen.seat
    if seat is None:
        return {}
    return {move.code: earned(rules.apply(world, seat, move).events, seat) for move in seen.legal}


def _urgency(move: Move) -> tuple[bool, int]:
    """How much a move is worth making early: doubles, then pips; what lays nothing comes last."""
    match move:
        case Play(bone=bone) | Place(bone=bone):
            return bone.double, bone.pips
        case Lay(piece=piece):
            return False, piece.pips
        case _:
            return False, -1


LEVELS: dict[str, Player] = {"casual": Casual(), "steady": Steady()}
"""The players by the name of their level."""


def player(level: str) -> Player:
    """The computer of that level; raises :class:`UnknownLevel`."""
    try:
        return LEVELS[level]
    except KeyError:
        raise UnknownLevel(level=level[:40], known=", ".join(LEVELS)) from None
