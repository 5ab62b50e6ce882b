"""Preferences, holidays, languages and lessons of people."""

from collections.abc import Collection, Mapping
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy import Connection

from bot.model.match import UserId
from bot.model.preferences import Holiday, MessagePreference, PlayerSettings, Preferences
from bot.service.ports.faults import Conflict
from bot.store import rows, statements
from bot.store.tables.matches import IS_OPEN, matches, seats
from bot.store.tables.people import digests, holidays, lesson_offers, locales, people
from bot.store.tables.scores import results, standings
from bot.store.transactions import QueryBase, reads, writes


class PeopleQueries(QueryBase):
    @reads
    def player_settings(
        self, db: Connection, users: Collection[UserId], since: datetime
    ) -> Mapping[UserId, PlayerSettings]:
        of_people = sa.select(people).where(people.c.user_id.in_(users))
        of_holidays = (
            sa.select(holidays)
            .where(holidays.c.user_id.in_(users), holidays.c.ends_at > since)
            .order_by(holidays.c.begins_at)
        )
        of_locales = sa.select(locales).where(locales.c.user_id.in_(users))
        set_by = {row.user_id: row for row in db.execute(of_people)}
        away: dict[UserId, list[Holiday]] = {}
        for user, begins_at, ends_at in db.execute(of_holidays):
            away.setdefault(user, []).append(Holiday(begins_at, ends_at))
        known = {row.user_id: row.locale for row in db.execute(of_locales)}
        return {
            user: PlayerSettings(
                rows.preferences(set_by[user]) if user in set_by else Preferences(),
                tuple(away.get(user, ())),
                known.get(user),
            )
            for user in set_by.keys() | away.keys() | known.keys()
        }

    @writes
    def save_preferences(
        self,
        db: Connection,
        user_id: UserId,
        preferences: Preferences,
        replacing: Preferences | None = None,
        digest_at: datetime | None = None,
    ) -> None:
        query = sa.select(people).where(people.c.user_id == user_id)
        statements.lock_person(db, user_id)
        row = db.execute(query).one_or_none()
        stored = Preferences() if row is None else rows.preferences(row)
        if replacing not in {None, stored}:
            raise Conflict
        db.execute(people.delete().where(people.c.user_id == user_id))
        db.execute(people.insert().values(rows.person(user_id, preferences)))
        if preferences.messages is not MessagePreference.DIGEST:
            db.execute(digests.delete().where(digests.c.user_id == user_id))
        elif digest_at is not None:
            due = {"user_id": user_id, "due_at": digest_at, "claimed_at": None}
            statements.upsert(db, digests, [due], ("due_at", "claimed_at"))
        ranked = standings.update().where(standings.c.user_id == user_id)
        db.execute(ranked.values(listed=preferences.listed))

    @writes
    def save_locale(self, db: Connection, user_id: UserId, locale: str) -> None:
        """Save the locale of a person's Discord, if they sit in an open match.

        The seat is theirs until the locale is saved, so deleting their data comes before or after.
        """
        sits = sa.select(matches.c.id).join(seats).where(IS_OPEN, seats.c.user_id == user_id)
        keeping = sits.limit(1).with_for_update(read=True, of=seats)
        if db.execute(keeping).first():
            row = {"user_id": user_id, "locale": locale}
            statements.upsert(db, locales, [row], ["locale"])

    @writes
    def save_holiday(self, db: Connection, user_id: UserId, holiday: Holiday) -> None:
        outdated = holidays.delete().where(
            holidays.c.user_id == user_id, holidays.c.begins_at == holiday.begins_at
        )
        values = {"user_id": user_id, "begins_at": holiday.begins_at, "ends_at": holiday.ends_at}
        db.execute(outdated)
        db.execute(holidays.insert().values(values))

    async def offer_lesson(self, user_id: UserId, game: str, at: datetime) -> bool:
        return not await self._knows(user_id, game) and await self._offer(user_id, game, at)

    @reads
    def _knows(self, db: Connection, user_id: UserId, game: str) -> bool:
        """Return whether somebody was offered a game's lesson, or has a result in the game."""
        offered = sa.exists().where(
            lesson_offers.c.user_id == user_id, lesson_offers.c.game == game
        )
        played = sa.exists().where(
            results.c.user_id == user_id, matches.c.id == results.c.match_id, matches.c.game == game
        )
        return bool(db.scalar(sa.select(sa.or_(offered, played))))

    @writes
    def _offer(self, db: Connection, user_id: UserId, game: str, at: datetime) -> bool:
        row = {"user_id": user_id, "game": game, "offered_at": at}
        return bool(statements.insert_new(db, lesson_offers, [row]))
