"""The ids that lead to the analysis of a finished match."""

from bot.present import custom_ids
from bot.present.i18n import Words
from bot.present.screen import Button

ANALYSE = "analyse"
"""The feature's name in ids; the match follows, and perhaps what to show of its analysis."""
OWN, EVERYBODY = "own", "all"
"""Whose moves the overview points out: the reader's, if they played, or everybody's."""


def analyse_button(match_id: int, say: Words) -> Button:
    """Return a button that opens the analysis of a finished match."""
    return Button(custom_ids.feature(ANALYSE, str(match_id)), say("Analyse"))


def part_id(match_id: int, part: str, mark: str = "") -> str:
    """Return the id of a button that shows a part of an analysis.

    ``part`` is the index of a decision in the log, :data:`OWN` or :data:`EVERYBODY`. ``mark``, a
    letter, keeps ids distinct if several buttons of a message lead to the same decision.
    """
    return custom_ids.feature(ANALYSE, f"{match_id}:{part}{mark}")
