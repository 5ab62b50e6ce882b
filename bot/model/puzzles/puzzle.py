"""A puzzle: a position of a round, and what each move of the seat to act is worth.

It has all hands and the order of the boneyard, so only what :func:`moment` says the seat sees may
be shown, until it is answered.
"""

import hashlib
from base64 import b32encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from bot.engine.analysis import WORLDS, Certainty, Hint, RatedMove, Reason
from bot.engine.contract import Event, Observation, Seat, Value, as_seen_by
from bot.engine.errors import Refusal
from bot.engine.options import OptionValue
from bot.engine.record import Entry
from bot.engine.replay import next_actor, play
from bot.engine.rules import Rules
from bot.engine.seating import prepare
from bot.engine.translatable import N_
from bot.games import game
from bot.games.themes import Insight, Theme


class PuzzleChanged(Refusal):
    """The puzzle does not fit the rules of its game any more."""

    sentence = N_("The rules of this puzzle's game have changed, so it can't be played any more.")


class Difficulty(StrEnum):
    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


EASY_LEAD, HARD_LEAD = 250, 170
"""A puzzle is easy if its best move leads by at least the first, and hard below the second."""


class Puzzle(Value):
    id: str
    """Follows from the position alone, so it is the same in every release."""
    game: str
    rules: int
    """The version of the rules; with any other, the puzzle can't be shown."""
    seats: int
    options: Mapping[str, OptionValue]
    log: tuple[str, ...]
    """The codes of a match up to the position, nature's deals in full; whoever is due made each."""
    seat: Seat
    """The seat that is to move."""
    moves: tuple[RatedMove, ...]
    """Every legal move, the best first."""
    played: str
    """The code of the move that looked best at first sight to a computer."""
    insights: tuple[Insight, ...]
    """What explains it, the most telling first; may be empty if the reason does."""
    themes: tuple[Theme, ...]
    """Those of the insights and of the reason, the most telling first; at least one."""
    reason: Reason
    """What became more frequent by the best move than by the second-best."""

    def __repr__(self) -> str:
        """Return the id alone: the rest has what is hidden."""
        return f"Puzzle({self.id})"

    @property
    def best(self) -> RatedMove:
        return self.moves[0]

    @property
    def lead(self) -> int:
        """In how many more of the worlds the best move wins than any other."""
        return self.moves[0].wins - max(each.wins for each in self.moves[1:])

    @property
    def difficulty(self) -> Difficulty:
        if self.lead >= EASY_LEAD:
            return Difficulty.EASY
        return Difficulty.HARD if self.lead < HARD_LEAD else Difficulty.MEDIUM

    @property
    def hint(self) -> Hint:
        """The answer as a hint, in whose words it can be told."""
        chance, second = self.best.wins / WORLDS, self.moves[1].code
        return Hint(self.best.code, chance, Certainty.CLEAR, second, self.reason)


def puzzle_id(
    game_id: str, rules: int, seats: int, options: Mapping[str, OptionValue], log: Sequence[str]
) -> str:
    """Return the id of the puzzle with that position: eight letters and digits."""
    settings = [f"{key}={options[key]}" for key in sorted(options)]
    text = "; ".join([game_id, str(rules), str(seats), *settings, *log])
    return b32encode(hashlib.sha256(text.encode()).digest()[:5]).decode().lower()


@dataclass(frozen=True, slots=True)
class PuzzleMoment:
    """A puzzle, replayed: what its seat sees and has seen, and the state with everything hidden."""

    puzzle: Puzzle
    rules: Rules[Any, Any]
    log: tuple[Entry, ...] = field(repr=False)
    """The log, with whoever made each move."""
    state: Any = field(repr=False)
    seen: Observation
    events: tuple[Event, ...]
    """All events of the round so far, as the seat saw them."""

    def after(self, code: str) -> tuple[Observation, tuple[Event, ...]]:
        """Return what the seat sees after one of its moves, and the events of the move.

        Raises a refusal if the move isn't legal.
        """
        seat = self.puzzle.seat
        step = play(self.rules, self.state, seat, code)
        return self.rules.observe(step.state, seat), as_seen_by(step.events, seat)


def moment(puzzle: Puzzle) -> PuzzleMoment:
    """Replay a puzzle; raises :class:`PuzzleChanged` if its game has other rules by now."""
    rules = game(puzzle.game)
    if rules.info.rules != puzzle.rules:
        raise PuzzleChanged
    state = rules.start(prepare(rules.info, puzzle.seats, puzzle.options))
    log, events = list[Entry](), list[Event]()
    for code in puzzle.log:
        actor = next_actor(rules, state)
        step = play(rules, state, actor, code)
        state = step.state
        log.append((actor, code))
        events += as_seen_by(step.events, puzzle.seat)
    seen = rules.observe(state, puzzle.seat)
    return PuzzleMoment(puzzle, rules, tuple(log), state, seen, tuple(events))
