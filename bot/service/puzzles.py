"""Puzzles: which one suits somebody next, and answers, each saved before anybody sees the solution.

Nothing is stored when a puzzle is shown: whoever asks again gets the same one until they answer.
"""

import asyncio
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from bot.games.themes import Theme
from bot.model.match import UserId
from bot.model.puzzle_attempts import AllPuzzlesAnswered, NoSuchPuzzle, PuzzleAttempt, PuzzleOutlook
from bot.model.puzzles.collection import shipped
from bot.model.puzzles.puzzle import Difficulty, PuzzleMoment, moment
from bot.scores.rating import FRESH, Rating
from bot.service.ports.clock import Clock
from bot.service.ports.store import Store

NEAR = 10
"""The number of puzzles, those nearest to a person's rating, of which one is next."""
_STEP = {Difficulty.EASY: -4.0, Difficulty.MEDIUM: 0.0, Difficulty.HARD: 4.0}
"""How far a puzzle's rating begins from that of a beginner, in units of the model."""


@dataclass(frozen=True, slots=True)
class Puzzles:
    store: Store
    clock: Clock

    async def next_for(
        self, user: UserId, game_id: str = "", theme: Theme | None = None
    ) -> PuzzleMoment:
        """Return a puzzle near somebody's rating that they have not answered.

        Raises :class:`NoSuchPuzzle` or :class:`AllPuzzlesAnswered`.
        """
        outlook = await self.store.puzzle_outlook(user)

        def chosen() -> PuzzleMoment:
            ids = shipped().matching(game_id, theme)
            if not ids:
                raise NoSuchPuzzle
            return _moment(_next(ids, outlook, f"{user}"))

        return await asyncio.to_thread(chosen)

    async def of_day(self, day: date) -> str | None:
        """Return the id of a day's puzzle, the same for everybody; ``None`` if there is none."""
        return await asyncio.to_thread(puzzle_of_day, day)

    async def moment(self, puzzle_id: str) -> PuzzleMoment:
        """Raise :class:`NoSuchPuzzle`, or :class:`PuzzleChanged` if its game has other rules."""
        return await asyncio.to_thread(_moment, puzzle_id)

    async def answer(self, user: UserId, now: PuzzleMoment, move: str) -> PuzzleAttempt:
        """Answer a puzzle with a legal move; return what counts, the first answer."""
        puzzle = now.puzzle
        solved = move == puzzle.best.code
        attempt = PuzzleAttempt(user, puzzle.id, move, solved, self.clock.now())
        return await self.store.answer_puzzle(attempt, _fresh(puzzle.id))


def puzzle_of_day(day: date) -> str | None:
    """Return the id whose place on that day is the first, so new puzzles hardly ever change it."""
    ids = shipped().matching()
    return min(ids, key=lambda each: _place(day.isoformat(), each), default=None)


def _next(ids: Sequence[str], outlook: PuzzleOutlook, seed: str) -> str:
    answered, standings, mu = outlook.answered, outlook.standings, outlook.rating.mu
    new = [each for each in ids if each not in answered]
    if not new:
        raise AllPuzzlesAnswered
    liked = [each for each in new if each not in standings or not standings[each].is_disliked]

    def distance(puzzle_id: str) -> float:
        standing = standings.get(puzzle_id)
        hardness = _fresh(puzzle_id).mu if standing is None else standing.mu
        return abs(hardness - mu)

    near = sorted(liked or new, key=lambda each: (distance(each), _place(seed, each)))
    return min(near[:NEAR], key=lambda each: _place(f"{seed} {len(answered)}", each))


def _place(seed: str, puzzle_id: str) -> bytes:
    """Return what orders puzzles at random: the same seed orders them alike."""
    return hashlib.sha256(f"{seed} {puzzle_id}".encode()).digest()


def _fresh(puzzle_id: str) -> Rating:
    """Return the rating of a puzzle that nobody has answered."""
    return Rating(FRESH.mu + _STEP[shipped().difficulty(puzzle_id)], FRESH.sigma)


def _moment(puzzle_id: str) -> PuzzleMoment:
    if puzzle_id not in shipped():
        raise NoSuchPuzzle
    return moment(shipped()[puzzle_id])
