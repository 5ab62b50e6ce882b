"""Memory: find the pairs of tiles whose pips add up to twelve."""

from __future__ import annotations

from bot.engine.contract import GameInfo, Setup
from bot.engine.options import Option
from bot.engine.plans import RaceTo
from bot.engine.rounds import Rounds
from bot.engine.words import N_
from bot.games.memory.rules import MemoryRules
from bot.games.memory.seen import (
    GridCleared,
    GridLaid,
    MemorySeen,
    Taken,
    TurnedBack,
    TurnedUp,
    TurnUp,
    columns,
    place_name,
)

__all__ = [
    "MEMORY",
    "GridCleared",
    "GridLaid",
    "MemorySeen",
    "Taken",
    "TurnUp",
    "TurnedBack",
    "TurnedUp",
    "columns",
    "place_name",
]


def _target(setup: Setup) -> int | None:
    """Return the pairs that win the match; ``None`` if it is one grid (MEM-7)."""
    target = setup.options["firstTo"]
    return None if target == "off" else int(target)


MEMORY = Rounds(
    MemoryRules(
        GameInfo(
            id="memory",
            name="Memory",
            min_seats=1,
            max_seats=6,
            rules=1,
            options=(
                Option(
                    "tiles",
                    28,
                    (28, 56),
                    N_("How many tiles lie in the grid"),
                    labels=(N_("28: one set"), N_("56: two sets")),
                ),
                Option(
                    "firstTo",
                    "off",
                    ("off", 25),
                    N_("Pairs that win the match, over several grids"),
                    limits=(1, 50),
                    labels=(N_("one grid is the match"), N_("25")),
                ),
            ),
            card=(
                N_("Turn up two tiles. Make twelve pips together: the pair is yours, go on."),
                N_("Anything else is turned back, and the next player tries: remember it."),
                N_("The most pairs win. Alone, clear the grid in as few attempts as you can."),
            ),
            page=(
                N_(
                    "One to six players. The 28 bones of a double-six set lie face down in a grid"
                    " of four rows and seven columns; with two sets, 56 tiles, there are seven rows"
                    " and eight columns. A lot says who begins."
                ),
                N_(
                    "On your turn you turn up two tiles, one after the other, for all to see. If"
                    " their four halves add up to twelve, as 6-6 and 0-0 or 5-3 and 2-2 do, you"
                    " take both, and it is your turn again. If not, both are turned back, and the"
                    " turn passes to the left."
                ),
                N_(
                    "Every tile has a partner, however the others were paired: the grid can"
                    " always be cleared."
                ),
                N_(
                    "When the grid is empty, the most pairs win; who ties for the most shares the"
                    " win. If a number of pairs is agreed, grids are laid until somebody has so"
                    " many; then the highest total wins."
                ),
                N_(
                    "Alone you go on whatever you turn up. What counts is the number of your"
                    " attempts, two tiles each: the fewer, the better."
                ),
            ),
            scoring_plays=True,
            open_play=True,
        )
    ),
    RaceTo(_target, counted=True),
)
