"""How games make their matches shorter: by the option for the points that win one (GEN-15)."""

from collections.abc import Mapping

from bot.engine.contract import Setup
from bot.engine.game_info import Length
from bot.engine.match_formats import RaceTo
from bot.engine.options import Option, OptionValue
from bot.engine.translatable import N_

TARGET = "target"
ONE_ROUND = "none"
"""The target of a match that is one round."""
ONE_ROUND_LABEL = N_("none (one round)")
POINTS_TO_WIN = N_("Points to win the match")


def target_option(usual: int, *others: int, help_: str = POINTS_TO_WIN) -> Option:
    """Return the option for the target, with these suggestions, one round and any number."""
    choices: tuple[OptionValue, ...] = (ONE_ROUND, *sorted((usual, *others)))
    labels = (ONE_ROUND_LABEL,)
    return Option(TARGET, usual, choices, help_, limits=(1, 1000), labels=labels)


def shorter_races(short: OptionValue) -> Mapping[Length, Mapping[str, OptionValue]]:
    return {Length.ROUND: {TARGET: ONE_ROUND}, Length.SHORT: {TARGET: short}}


def target_of(setup: Setup) -> int | None:
    return setup.number(TARGET)


RACE = RaceTo(target_of, counted=True)
"""The usual match: whoever reaches the target first wins it (BLOCK-10)."""
