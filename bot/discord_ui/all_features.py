"""The list of features."""

from __future__ import annotations

from bot.discord_ui.features import Feature
from bot.discord_ui.profile import Profiles
from bot.discord_ui.rankings import Rankings

FEATURES: tuple[Feature, ...] = (Rankings(), Profiles())
