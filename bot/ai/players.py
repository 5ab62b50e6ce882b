"""The computer players; they get only what their seat sees."""

from dataclasses import dataclass
from typing import Any, Protocol

from bot.ai.foresight import best_by_sampling, earned
from bot.engine.contract import Move, Observation, Rng, Rules
from bot.engine.errors import Refusal
from bot.engine.translatable import N_
from bot.games.connecting.moves import Play
from bot.games.double_double.moves import Place
from bot.games.squares.moves import Lay


class UnknownLevel(Refusal):
    """There is no computer of that level; ``known`` lists the levels."""

    sentence = N_("There's no computer called “{level}”. Try: {known}.")


class Player(Protocol):
    """A computer player."""

    def choose(self, rules: Rules[Any, Any], seen: Observation, rng: Rng) -> str:
        """Return the code of one of ``seen.legal``."""


@dataclass(frozen=True, slots=True)
class Casual:
    """A computer that plays any legal move."""

    def choose(self, rules: Rules[Any, Any], seen: Observation, rng: Rng) -> str:
        """Return the code of a random legal move, each equally likely."""
        del rules
        return seen.legal[rng.randrange(len(seen.legal))].code


@dataclass(frozen=True, slots=True)
class Steady:
    """A computer that scores if it can, else plays doubles first, then heavy bones.

    If nobody holds anything and the points of a move are not known in advance, it plays the move
    that seems to score most. Ties are broken at random.
    """

    def choose(self, rules: Rules[Any, Any], seen: Observation, rng: Rng) -> str:
        """Return the code of the best legal move by these criteria."""
        if len(seen.legal) == 1:
            return seen.legal[0].code
        info = rules.info
        if info.scoring_plays and info.open_play:
            return best_by_sampling(rules, seen, rng)
        gains = _gains(rules, seen, rng) if info.scoring_plays else {}
        worth = [(gains.get(move.code, 0), *_urgency(move)) for move in seen.legal]
        equals = [move for move, each in zip(seen.legal, worth, strict=True) if each == max(worth)]
        return equals[rng.randrange(len(equals))].code


def _gains(rules: Rules[Any, Any], seen: Observation, rng: Rng) -> dict[str, int]:
    """Return each move's immediate points; with one's own pieces, all worlds give the same."""
    world, seat = rules.imagine(seen, rng), seen.seat
    if seat is None:
        return {}
    return {move.code: earned(rules.apply(world, seat, move).events, seat) for move in seen.legal}


def _urgency(move: Move) -> tuple[bool, int]:
    """Return the urgency of a move: doubles, then pips; moves that lay nothing come last."""
    match move:
        case Play(bone=bone) | Place(bone=bone):
            return bone.double, bone.pips
        case Lay(piece=piece):
            return False, piece.pips
        case _:
            return False, -1


LEVELS: dict[str, Player] = {"casual": Casual(), "steady": Steady()}
"""The computer players by level."""


def player(level: str) -> Player:
    """Return the computer of that level; raises :class:`UnknownLevel`."""
    try:
        return LEVELS[level]
    except KeyError:
        raise UnknownLevel(level=level[:40], known=", ".join(LEVELS)) from None
