"""The interface of the store for puzzles."""

from typing import Protocol

from bot.model.match import UserId
from bot.model.puzzle_attempts import PuzzleAttempt, PuzzleOutlook
from bot.scores.rating import Rating


class PuzzleStore(Protocol):
    """Keeps answers and ratings; as in :class:`~bot.service.ports.store.Store`."""

    async def puzzle_attempt(
        self, user_id: UserId, puzzle_id: str | None = None
    ) -> PuzzleAttempt | None:
        """Return somebody's answer to a puzzle, or their newest, which has rating and streak."""

    async def answer_puzzle(self, attempt: PuzzleAttempt, fresh: Rating) -> PuzzleAttempt:
        """Save a first answer and rate both; return it, or the one that was given before.

        ``fresh`` is the rating of a puzzle that nobody has answered yet.
        """

    async def puzzle_outlook(self, user_id: UserId) -> PuzzleOutlook:
        """Return all that somebody's next puzzle depends on."""

    async def vote_for_puzzle(
        self, user_id: UserId, puzzle_id: str, *, is_good: bool
    ) -> PuzzleAttempt | None:
        """Save what somebody says of a puzzle, in place of what they said before.

        Return the attempt; ``None``, and nothing changes, if they have not answered it.
        """
