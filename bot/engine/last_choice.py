"""A seat's last choice in a running match, and whether it can still be taken back."""

from collections.abc import Iterable
from typing import Any, Generic

from msgspec.structs import replace

from bot.engine.contract import NATURE, Rules, S, Seat, Setup
from bot.engine.record import Entry
from bot.engine.replay import replay_kept
from bot.engine.value import Value


class LastChoice(Value, Generic[S]):
    """A seat's last move that it chose among several."""

    ply: int
    """The length of the log before it."""
    state: S
    """The match before it."""
    has_uncovered: bool
    """True if a piece was drawn, turned over or handed to the seat since, secret choices were
    shown, or a new round was dealt: the choice cannot be taken back."""


def last_choice(
    rules: Rules[S, Any], setup: Setup, log: Iterable[Entry], seat: Seat
) -> LastChoice[S] | None:
    """Return the last choice of a seat that was not taken back; ``None`` if there is none."""
    found: LastChoice[S] | None = None
    state = rules.start(setup)
    for ply in replay_kept(rules, setup, log):
        if ply.actor == seat and len(rules.legal_moves(state, seat)) > 1:
            found = LastChoice(ply.index, state, has_uncovered=False)
        if found and (ply.actor is NATURE or any(event.uncovers_for(seat) for event in ply.events)):
            found = replace(found, has_uncovered=True)
        state = ply.state
    return found
