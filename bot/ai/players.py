"""The computer players; they get only what their seat sees."""

from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar, Protocol

from bot.ai.search import judge
from bot.engine.contract import Observation, Rng
from bot.engine.errors import Refusal
from bot.engine.rules import Rules
from bot.engine.seating import CASUAL, STEADY, STRONG
from bot.engine.translatable import N_
from bot.games import game

STEADY_MEMORY = 4
"""The number of pieces, shown and turned face down again, that the steady computer remembers.

In Memory with 28 bones, a player who remembers six wins as often as one who forgets nothing.
"""


class UnknownLevel(Refusal):
    """There is no computer of that level; ``known`` lists the levels."""

    sentence = N_("There's no computer called “{level}”. Try: {known}.")


class Player(Protocol):
    is_costly: ClassVar[bool]
    """True if a choice may take many milliseconds."""

    def choose(self, rules: Rules[Any, Any], seen: Observation, rng: Rng) -> str:
        """Return the code of one of ``seen.legal``.

        The same observation and random source give the same choice on every machine.
        """


@dataclass(frozen=True, slots=True)
class Casual:
    """A computer that plays any legal move."""

    is_costly: ClassVar[bool] = False

    def choose(self, rules: Rules[Any, Any], seen: Observation, rng: Rng) -> str:
        return seen.legal[rng.randrange(len(seen.legal))].code


@dataclass(frozen=True, slots=True)
class Steady:
    """A computer that plays what looks best at first sight, by the game's rules of thumb.

    Of what was shown and turned face down again, it remembers only the last few pieces. Ties are
    broken at random.
    """

    is_costly: ClassVar[bool] = False

    def choose(self, rules: Rules[Any, Any], seen: Observation, rng: Rng) -> str:
        if len(seen.legal) == 1:
            return seen.legal[0].code
        recalled = rules.recalled(seen, STEADY_MEMORY)
        liked = [rules.preference(recalled, move) for move in seen.legal]
        best = max(liked)
        equals = [move for move, each in zip(seen.legal, liked, strict=True) if each == best]
        return equals[rng.randrange(len(equals))].code


@dataclass(frozen=True, slots=True)
class Strong:
    """A computer that plays out every move in worlds that agree with what it sees.

    Its effort is a number of playouts, not a time, so a slow machine plays the same move.
    """

    is_costly: ClassVar[bool] = True
    playouts: int | None = None
    """The playouts for each move; ``None`` for the game's own number."""

    def choose(self, rules: Rules[Any, Any], seen: Observation, rng: Rng) -> str:
        if len(seen.legal) == 1:
            return seen.legal[0].code
        playouts = rules.info.playouts if self.playouts is None else self.playouts
        return judge(rules, seen, rng, playouts).best.move.code


LEVELS: dict[str, Player] = {CASUAL: Casual(), STEADY: Steady(), STRONG: Strong()}


def player(level: str) -> Player:
    """Return the computer of that level; raises :class:`UnknownLevel`."""
    try:
        return LEVELS[level]
    except KeyError:
        raise UnknownLevel(level=level, known=", ".join(LEVELS)) from None


def decide(level: str, game_id: str, seen: Observation, seed: int) -> str:
    """Return the code of the move that a computer chooses; equal arguments give equal moves.

    Raises :class:`~bot.ai.UnknownLevel` and :class:`~bot.engine.errors.UnknownGame`.
    """
    return player(level).choose(game(game_id), seen, Random(seed))  # noqa: S311
