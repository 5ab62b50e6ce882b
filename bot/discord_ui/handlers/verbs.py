"""The words in custom ids that say what a button or a menu does."""

from enum import Enum
from typing import TypeVar

from bot.discord_ui.errors import OldButton

V = TypeVar("V", bound=Enum)


def verb_in(verbs: type[V], word: str) -> V:
    """Return the member of ``verbs`` that ``word`` stands for; raises :class:`OldButton`."""
    try:
        return verbs(word)
    except ValueError:
        raise OldButton from None
