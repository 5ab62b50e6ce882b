"""Rounds of a match of four, each given by its end, for games in which one leads to the next."""

from typing import Any

from msgspec import structs

from bot.engine.contract import Seat, Step
from bot.engine.rounds import MatchState, Rounds
from tests.games.positions import bones, laid_out, step

BLOCKING = "1-1 2-1@l 3-1@r 2-0@l 4-3@r 1-0@l 4-1@r 5-1@r 6-5@r"
"""The line that 6-1 blocks at its right: then all seven ones lie, and both ends show 1."""
HELD = ("6-3 6-2 3-3 4-0", "5-0 6-0 3-2 4-2 3-0", "0-0 2-2 5-2 5-3 4-4", "6-6 5-5 6-4 5-4")
"""What four hold then: 27, 25, 27 and 41 pips."""
TIED = (HELD[0], "5-0 6-0 3-2 5-2 3-0", "0-0 2-2 4-2 5-3 4-4", HELD[3])
"""The same with 27, 26, 26 and 41."""
EVEN = ("6-3 6-2 6-6 4-0", HELD[1], HELD[2], "3-3 5-5 6-4 5-4")
"""The same with 33, 25, 27 and 35, so both pairs hold 60."""


def end_round(
    rules: Rounds[Any, Any],
    state: MatchState[Any],
    seat: Seat,
    *hands: str,
    on: str = "5-3",
    play: str = "5-2@l",
    stock: str = "",
) -> Step[MatchState[Any]]:
    """Let ``seat`` make a play that ends the round: ``hands`` are those of all seats after it."""
    held = [bones(hand) for hand in hands]
    held[seat] = (*held[seat], *bones(play.partition("@")[0]))
    layout = [state.round.layout, *laid_out(rules, state.setup, on)][-1]
    table = structs.replace(
        state.round,
        awaits=None,
        turn=seat,
        hands=tuple(held),
        stock=bones(stock),
        layout=layout,
        leader=0,
        earned=(0,) * state.setup.seat_count,
    )
    return step(rules, structs.replace(state, round=table), play)


def block(rules: Rounds[Any, Any], state: MatchState[Any], seat: Seat, *hands: str) -> Step[Any]:
    """Let ``seat`` block the round with 6-1."""
    return end_round(rules, state, seat, *hands, on=BLOCKING, play="6-1@r")
