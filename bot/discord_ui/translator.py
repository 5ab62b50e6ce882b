"""Translations of slash command descriptions and choices, for languages with a catalogue."""

import discord
from discord import app_commands

from bot.present.i18n import words

_Place = app_commands.TranslationContextLocation
_READ = {_Place.command_description, _Place.parameter_description, _Place.choice_name}
"""The texts that people read and do not type."""


class Translator(app_commands.Translator):
    """Looks the translations up; names of commands are the same in every language."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Return the text in that language, or ``None`` if it has no translation."""
        if context.location not in _READ:
            return None
        text = words(str(locale))(string.message)
        return None if text == string.message else text
