"""What all tables share: how their constraints are named, and indexes of some of the rows."""

from typing import Any

import sqlalchemy as sa
from sqlalchemy import Column, Index, MetaData

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def partial_index(name: str, *keys: Column[Any], only: sa.TextClause, unique: bool = False) -> None:
    """Add an index of the rows for which ``only`` holds."""
    Index(name, *keys, unique=unique, sqlite_where=only, postgresql_where=only)
