"""The database tables, the same on SQLite and on PostgreSQL.

A change here needs a migration beside it (`migrations/versions`); a test compares the two.
"""

from bot.store.tables import daily, matches, people, puzzles, scores  # noqa: F401 - see above
