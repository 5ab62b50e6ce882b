"""The deals of a match worked out anew from its secret and salts, beside those of its log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from bot.engine.chance import Chance
from bot.engine.contract import NATURE, Lot, Rules, Seat, Setup, Shuffle
from bot.engine.record import Entry
from bot.engine.replay import find
from bot.engine.story import held_by


@dataclass(frozen=True, slots=True)
class Deal:
    """A shuffle or a lot of nature's."""

    ordinal: int
    """Which of nature's moves, from 0."""
    asked: Shuffle | Lot
    code: str
    """As it follows from secret and salts."""
    logged: str
    """As it stands in the log."""
    held: tuple[tuple[str, ...], ...]
    """What each seat has after it, by seat; as it follows from secret and salts, too."""

    @property
    def agrees(self) -> bool:
        """Whether the log tells the same."""
        return self.code == self.logged


def deals(rules: Rules[Any], setup: Setup, log: Iterable[Entry], chance: Chance) -> Iterator[Deal]:
    """Nature's moves worked out anew, in their order, up to the first that the log tells otherwise.

    Raises a refusal where the log has a move that the rules do not allow.
    """
    state, ordinal = rules.start(setup), 0
    for actor, code in log:
        asked = rules.to_act(state)
        if actor is NATURE and isinstance(asked, Shuffle | Lot):
            answer = chance.answer(asked, ordinal)
            dealt = rules.apply(state, NATURE, answer).state
            deal = Deal(ordinal, asked, answer.code, code, held_by(rules, dealt, setup.table))
            yield deal
            if not deal.agrees:
                return
            state, ordinal = dealt, ordinal + 1
        else:
            state = rules.apply(state, actor, find(rules, state, actor, code)).state


def lots(found: Iterable[Deal]) -> tuple[tuple[Seat, ...], ...]:
    """For each lot the seats that it was drawn among."""
    return tuple(deal.asked.seats for deal in found if isinstance(deal.asked, Lot))
