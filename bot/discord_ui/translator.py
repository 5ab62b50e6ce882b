"""Descriptions of slash commands in every language that has a catalogue."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.present.words import words

_Place = app_commands.TranslationContextLocation
_DESCRIPTIONS = {_Place.command_description, _Place.parameter_description}


class Translator(app_commands.Translator):
    """Looks descriptions up; names of commands stay as they are, in every language."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """The text in that language, or ``None`` when there is none."""
        if context.location not in _DESCRIPTIONS:
            return None
        text = words(str(locale))(string.message)
        return None if text == string.message else text
