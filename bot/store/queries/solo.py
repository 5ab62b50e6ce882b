"""Matches that a person has finished alone."""

from collections.abc import Mapping
from types import MappingProxyType

import sqlalchemy as sa

from bot.engine.options import OptionValue
from bot.model.match import Stage, UserId
from bot.model.scores import SoloResult
from bot.store.query_base import QueryBase
from bot.store.rows import Values
from bot.store.tables.matches import log, matches, seats
from bot.store.tables.scores import results

_others = seats.alias("others")
_other_results = results.alias("other_results")

HAD_COMPANY = sa.exists().where(
    _other_results.c.match_id == results.c.match_id, _other_results.c.seat != results.c.seat
)
"""True of a result whose match has results of other seats, too."""


class SoloQueries(QueryBase):
    """The part of the store that has the results of matches played alone."""

    async def solo_results(
        self,
        user_id: UserId,
        game: str,
        options: Mapping[str, OptionValue],
        usual: Mapping[str, OptionValue] = MappingProxyType({}),
    ) -> tuple[SoloResult, ...]:
        """Return a person's solo results in a game with exactly these options, in order of ending.

        ``usual`` has the values of options that a match lacks because they are newer than it.
        """
        agreed = {**usual, **options}
        async with self._read() as connection:
            found = await connection.execute(_solo_matches(user_id, game))
            return tuple(_solo_result(row) for row in found if {**usual, **row.options} == agreed)


def _solo_matches(user_id: UserId, game: str) -> sa.Select[Values]:
    """Select one row per match in order of ending; its options cannot be compared in SQL."""
    lonely = ~sa.exists().where(
        _others.c.match_id == seats.c.match_id, _others.c.seat != seats.c.seat
    )
    return (
        sa.select(
            matches.c.id,
            matches.c.options,
            matches.c.rated,
            results.c.won,
            results.c.tally,
            log.c.at,
            matches.c.ended_at,
            seats.c.hints_taken,
        )
        .select_from(seats)
        .join(matches, matches.c.id == seats.c.match_id)
        .join(results, results.c.match_id == matches.c.id)
        .join(log, sa.and_(log.c.match_id == matches.c.id, log.c.ply == 0))
        .where(seats.c.user_id == user_id, matches.c.game == game)
        .where(matches.c.stage == Stage.OVER, lonely)
        .order_by(matches.c.ended_at, matches.c.id)
    )


def _solo_result(row: sa.Row[Values]) -> SoloResult:
    """Turn such a row into a :class:`SoloResult`."""
    seconds = round((row.ended_at - row.at).total_seconds())
    return SoloResult(row.id, row.won, row.tally, seconds, row.hints_taken, row.rated)
