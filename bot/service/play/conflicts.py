"""Conflicts with other processes: a change that was made to an old copy is attempted again."""

from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from bot.engine.errors import StaleMove

P = ParamSpec("P")
T = TypeVar("T")

TRIES = 5
"""Attempts before a person is told that the table has changed."""


class ChangedMeanwhile(StaleMove):
    """Another process has changed the match since it was read; nothing was written."""


def retried(method: Callable[P, Coroutine[Any, Any, T]]) -> Callable[P, Coroutine[Any, Any, T]]:
    """Attempt a method again if another process has changed the match meanwhile.

    Each attempt reads the match again, so what makes no sense any more is refused as usual. The
    method must have no effects before its one write.
    """

    @wraps(method)
    async def attempt(*args: P.args, **kwargs: P.kwargs) -> T:
        for _ in range(TRIES - 1):
            try:
                return await method(*args, **kwargs)
            except ChangedMeanwhile:
                continue
        return await method(*args, **kwargs)

    return attempt
