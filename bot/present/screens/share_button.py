"""The button that shares a result, apart from the screens that it leads to."""

from bot.present import custom_ids
from bot.present.i18n import Words
from bot.present.screen import Button

NAME = "share"
"""The feature's name in ids."""


def share_button(match_id: int, say: Words) -> Button:
    """Return a button that offers a result to be posted elsewhere."""
    return Button(custom_ids.feature(NAME, str(match_id)), say("Share"))
