"""Translations of slash commands: names, descriptions and choices, for Discord's own menus."""

import logging
import re
import unicodedata

import discord
from discord import app_commands

from bot.present.catalogues import LANGUAGES
from bot.present.i18n import words

log = logging.getLogger(__name__)

_Place = app_commands.TranslationContextLocation
_READ = {_Place.command_description, _Place.parameter_description, _Place.choice_name}
"""The texts that people only read."""
_TYPED = {_Place.command_name: "command", _Place.parameter_name: "option"}
"""The names that people type, with their context in the catalogues."""
_NAME = re.compile(r"[-_\w]{1,32}")
"""Names that Discord accepts, which must be in lower case, too."""


class Translator(app_commands.Translator):
    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Return the text in that language; ``None`` shows it in English."""
        if str(locale) not in LANGUAGES:
            return None
        text = None
        if context.location in _READ:
            text = words(str(locale))(string.message)
        elif context.location in _TYPED:
            text = _name(_TYPED[context.location], string.message, str(locale))
        return None if text == string.message else text


def _name(context: str, name: str, locale: str) -> str | None:
    """Return the name in that language; ``None`` if Discord would refuse it."""
    text = unicodedata.normalize("NFC", words(locale).in_context(context, name))
    if _NAME.fullmatch(text) and text == text.lower():
        return text
    log.warning("%s: “%s” can't be the name of a %s", locale, text, context)
    return None
