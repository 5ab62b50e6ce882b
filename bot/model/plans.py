"""Plans: what a player wants to play once it is their turn, said beforehand."""

from dataclasses import dataclass
from enum import Enum

from bot.engine.contract import Seat
from bot.engine.planning import Wish


class Reach(Enum):
    """How long a plan lasts; every plan ends with the round at the latest."""

    TURN = "turn"
    """Until the player's next turn is over."""
    ROUND = "round"
    CHANGE = "change"
    """Until something happens that may change the player's mind (:meth:`Rules.ends_plans`)."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a seat will play, known to nobody but its owner."""

    seat: Seat
    wishes: tuple[Wish, ...]
    """The pieces to play, not empty: on each turn, the first one that can be played."""
    reach: Reach = Reach.ROUND


PlanChanges = tuple[tuple[Seat, Plan | None], ...]
"""The new plan of each seat whose plan has changed; ``None`` where there is none any more."""
