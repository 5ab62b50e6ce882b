"""The menu of languages: in a person's preferences and in a server's settings."""

from collections.abc import Callable

from bot.present.catalogues import LANGUAGES, autonym
from bot.present.screen import Entry

_AS_IN_DISCORD = "auto"
LANGUAGE_CHOICES: dict[str, str | None] = {
    _AS_IN_DISCORD: None,
    **{each: each for each in LANGUAGES},
}
"""The language for each value of the menu; ``None`` for the one that Discord is set to."""


def language_name(language: str | None, as_in_discord: str) -> str:
    """Return a language's name in itself; ``as_in_discord`` if none was chosen."""
    return as_in_discord if language is None else autonym(language)


def language_entries(
    chosen: str | None, as_in_discord: str, label: Callable[[str], str]
) -> tuple[Entry, ...]:
    """Return the menu's entries: the language of Discord, and all that the bot speaks.

    ``label`` turns the name of a language into the text of its entry.
    """
    return tuple(
        Entry(value, label(language_name(language, as_in_discord)), chosen=language == chosen)
        for value, language in LANGUAGE_CHOICES.items()
    )
