"""Buttons that lead to the replay, the proof or the analysis of a match, or share its result."""

from bot.present import custom_ids
from bot.present.i18n import Words
from bot.present.screen import Button

ANALYSE = "analyse"
"""The feature's name in ids; the match follows, and perhaps what to show of its analysis."""
OWN, EVERYBODY = "own", "all"
"""Whose moves the overview points out: the reader's, if they played, or everybody's."""


def analyse_button(match_id: int, say: Words) -> Button:
    return Button(custom_ids.feature(ANALYSE, str(match_id)), say("Analyse"))


def part_id(match_id: int, part: str, mark: str = "") -> str:
    """Return the id of a button that shows a part of an analysis.

    ``part`` is the index of a decision in the log, :data:`OWN` or :data:`EVERYBODY`. ``mark``, a
    letter, keeps ids distinct if several buttons of a message lead to the same decision.
    """
    return custom_ids.feature(ANALYSE, f"{match_id}:{part}{mark}")


SHARE = "share"


def share_button(match_id: int, say: Words) -> Button:
    return Button(custom_ids.feature(SHARE, str(match_id)), say("Share"))


REPLAY = "replay"
"""The feature's name in ids; the match follows, and the action on it."""


def step_id(match_id: int, step: int | str, mark: str = "") -> str:
    """Return the id of a button to a step of a match; a letter, ``mark``, keeps ids distinct.

    While moves can be taken back, a step is named by its last log entry: ``p12``.
    """
    return custom_ids.feature(REPLAY, f"{match_id}:{step}{mark}")


def replay_button(match_id: int, say: Words) -> Button:
    return Button(custom_ids.feature(REPLAY, str(match_id)), say("Replay"))


VERIFY = "verify"
"""The feature's name in ids; the match follows, and perhaps a page, from 0, with a letter, or ``d``
and the number of a deal of the day."""


def sealed_button(match_id: int, say: Words) -> Button:
    return Button(custom_ids.feature(VERIFY, str(match_id)), say("🔒 Shuffle sealed"))


def verify_deal_button(number: int, say: Words) -> Button:
    return Button(deal_id(number), say("Verify"))


def deal_id(number: int, action: str = "") -> str:
    return custom_ids.feature(VERIFY, f"d{number}{action}")


def look_back_row(match_id: int, say: Words) -> tuple[Button, ...]:
    verify = Button(custom_ids.feature(VERIFY, str(match_id)), say("Verify"))
    return replay_button(match_id, say), verify, analyse_button(match_id, say)
