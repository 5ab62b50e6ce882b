"""People's answers to puzzles, and the ratings and votes that follow from them."""

from dataclasses import asdict, replace

import sqlalchemy as sa
from sqlalchemy import Connection

from bot.model.match import UserId
from bot.model.puzzle_attempts import PuzzleAttempt, PuzzleOutlook, PuzzleStanding
from bot.scores.rating import FRESH, Rating, rated
from bot.store import statements
from bot.store.tables.puzzles import puzzle_attempts, puzzle_ratings
from bot.store.transactions import QueryBase, reads, writes


class PuzzleQueries(QueryBase):
    @reads
    def puzzle_attempt(
        self, db: Connection, user_id: UserId, puzzle_id: str | None = None
    ) -> PuzzleAttempt | None:
        return _attempt(db, user_id, puzzle_id)

    @writes
    def answer_puzzle(self, db: Connection, attempt: PuzzleAttempt, fresh: Rating) -> PuzzleAttempt:
        """Rate both in the transaction: the locks of both keep others' answers out."""
        user, puzzle = attempt.user_id, attempt.puzzle_id
        statements.lock_person(db, user)
        if (given := _attempt(db, user, puzzle)) is not None:
            return given
        start = {"puzzle_id": puzzle, "up": 0, "down": 0, **_columns(fresh)}
        statements.insert_new(db, puzzle_ratings, [start])
        is_it = puzzle_ratings.c.puzzle_id == puzzle
        hardness = db.execute(puzzle_ratings.select().where(is_it).with_for_update()).one()
        last = _attempt(db, user)
        before, streak = (FRESH, 0) if last is None else (last.rating, last.streak)
        places = (1, 2) if attempt.solved else (2, 1)
        hard = Rating(hardness.mu, hardness.sigma, hardness.answered)
        (person,), (after,) = rated([[before], [hard]], places, [[1], [1]])
        gained, streak = person.shown - before.shown, streak + 1 if attempt.solved else 0
        columns = asdict(attempt) | _columns(person) | {"gained": gained, "streak": streak}
        db.execute(puzzle_attempts.insert(), columns)
        db.execute(puzzle_ratings.update().where(is_it).values(_columns(after)))
        return PuzzleAttempt(**columns)

    @reads
    def puzzle_outlook(self, db: Connection, user_id: UserId) -> PuzzleOutlook:
        own, each = puzzle_attempts.c, puzzle_ratings.c
        answered = db.scalars(sa.select(own.puzzle_id).where(own.user_id == user_id))
        found = db.execute(sa.select(each.puzzle_id, each.mu, each.up, each.down))
        standings = {row.puzzle_id: PuzzleStanding(row.mu, row.up, row.down) for row in found}
        last = _attempt(db, user_id)
        rating = FRESH if last is None else last.rating
        return PuzzleOutlook(frozenset(answered), rating, standings)

    @writes
    def vote_for_puzzle(
        self, db: Connection, user_id: UserId, puzzle_id: str, *, is_good: bool
    ) -> PuzzleAttempt | None:
        statements.lock_person(db, user_id)
        before = _attempt(db, user_id, puzzle_id)
        if before is None or before.is_good is is_good:
            return before
        was = before.is_good
        up, down = is_good - (was is True), (not is_good) - (was is False)
        each = puzzle_ratings.c
        counted = puzzle_ratings.update().where(each.puzzle_id == puzzle_id)
        db.execute(counted.values(up=each.up + up, down=each.down + down))
        own = puzzle_attempts.c
        voted = puzzle_attempts.update().where(own.user_id == user_id, own.puzzle_id == puzzle_id)
        db.execute(voted.values(is_good=is_good))
        return replace(before, is_good=is_good)


def _attempt(db: Connection, user_id: UserId, puzzle_id: str | None = None) -> PuzzleAttempt | None:
    """Return somebody's answer to a puzzle, or their newest answer to any."""
    own = puzzle_attempts.c
    query = puzzle_attempts.select().where(own.user_id == user_id)
    if puzzle_id is not None:
        query = query.where(own.puzzle_id == puzzle_id)
    row = db.execute(query.order_by(own.answered.desc()).limit(1)).mappings().one_or_none()
    return None if row is None else PuzzleAttempt(**row)


def _columns(rating: Rating) -> dict[str, float]:
    return {"mu": rating.mu, "sigma": rating.sigma, "answered": rating.matches}
