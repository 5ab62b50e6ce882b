"""Descriptions of slash commands, and choices, in every language that has a catalogue."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.present.words import words

_Place = app_commands.TranslationContextLocation
_READ = {_Place.command_description, _Place.parameter_description, _Place.choice_name}
"""What is read and not typed."""


class Translator(app_commands.Translator):
    """Looks them up; names of commands stay as they are, in every language."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """The text in that language, or ``None`` when there is none."""
        if context.location not in _READ:
            return None
        text = words(str(locale))(string.message)
        return None if text == string.message else text
