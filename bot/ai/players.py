"""Two honest players. They are given what their seat sees and nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from bot.engine.contract import Move, Observation, Rng, Rules
from bot.engine.errors import Refusal
from bot.engine.words import N_
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
    """Gets rid of doubles first, then of heavy bones; among equals, by chance."""

    def choose(self, rules: Rules[Any], seen: Observation, rng: Rng) -> str:
        """The best legal move by that measure."""
        del rules
        best = max(map(_urgency, seen.legal))
        equals = [move for move in seen.legal if _urgency(move) == best]
        return equals[rng.randrange(len(equals))].code


def _urgency(move: Move) -> tuple[bool, int]:
    """How much a move is worth making early: doubles, then pips."""
    return (move.bone.double, move.bone.pips) if isinstance(move, Play) else (False, -1)


LEVELS: dict[str, Player] = {"casual": Casual(), "steady": Steady()}
"""The players by the name of their level."""


def player(level: str) -> Player:
    """The computer of that level; raises :class:`UnknownLevel`."""
    try:
        return LEVELS[level]
    except KeyError:
        raise UnknownLevel(level=level[:40], known=", ".join(LEVELS)) from None
