"""Recomputes the deals of a match from its secret and salts and compares them with its log."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from bot.engine.chance import Chance
from bot.engine.contract import NATURE, Lot, Rules, Seat, Setup, Shuffle
from bot.engine.record import Entry
from bot.engine.replay import find
from bot.engine.story import held_by
from bot.engine.take_back import kept_moves


@dataclass(frozen=True, slots=True)
class DealCheck:
    """One of nature's moves, recomputed, and the log entry it is compared with."""

    ordinal: int
    """The number of the move among nature's, from 0."""
    asked: Shuffle | Lot
    code: str
    """The code recomputed from secret and salts."""
    logged: str
    """The code in the log."""
    held: tuple[tuple[str, ...], ...]
    """The codes that each seat holds after the recomputed move, by seat."""

    @property
    def agrees(self) -> bool:
        """True if the log has the same code."""
        return self.code == self.logged


def check_shuffles(
    rules: Rules[Any, Any], setup: Setup, log: Iterable[Entry], chance: Chance
) -> Iterator[DealCheck]:
    """Yield nature's moves recomputed, in order, through the first that differs from the log.

    Raises a refusal if the log has a move that the rules do not allow.
    """
    state, ordinal, entries = rules.start(setup), 0, tuple(log)
    for actor, code in (entries[index] for index in kept_moves(entries)):
        asked = rules.to_act(state)
        if actor is NATURE and isinstance(asked, Shuffle | Lot):
            answer = chance.answer(asked, ordinal)
            dealt = rules.apply(state, NATURE, answer).state
            deal = DealCheck(
                ordinal, asked, answer.code, code, held_by(rules, dealt, setup.seat_count)
            )
            yield deal
            if not deal.agrees:
                return
            state, ordinal = dealt, ordinal + 1
        else:
            state = rules.apply(state, actor, find(rules, state, actor, code)).state


def lots_drawn(found: Iterable[DealCheck]) -> tuple[tuple[Seat, ...], ...]:
    """Return, for each lot, the seats it picked from."""
    return tuple(deal.asked.seats for deal in found if isinstance(deal.asked, Lot))
