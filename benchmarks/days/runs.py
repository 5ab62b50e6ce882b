"""Plays matches at many tables, in two processes."""

from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor

from benchmarks.days.matches import Lasted, lasting
from benchmarks.days.report import Line
from benchmarks.days.tables import LONG, Table
from bot.engine.game_info import Length

MATCHES = 20
PROCESSES = 2
SEED = "days"


def played(tables: Iterable[Table], matches: int = MATCHES) -> Iterator[Line]:
    """Play matches at each table, the longest first, and yield lines in the order of ``tables``."""
    tables = list(tables)
    with ProcessPoolExecutor(PROCESSES) as pool:
        order = sorted(tables, key=_is_long, reverse=True)
        running = {each: pool.submit(_lasting, each, matches) for each in order}
        for each in tables:
            yield Line(each, running[each].result())


def _lasting(table: Table, matches: int) -> list[Lasted]:
    return lasting(table, matches, SEED)


def _is_long(table: Table) -> tuple[bool, bool]:
    return table.length == Length.FULL, table.game in LONG
