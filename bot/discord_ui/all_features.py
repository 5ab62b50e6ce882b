"""The list of all features."""

from __future__ import annotations

from bot.discord_ui.features import Feature
from bot.discord_ui.history import History
from bot.discord_ui.privacy import PrivacyDesk
from bot.discord_ui.profile import Profiles
from bot.discord_ui.rankings import Rankings
from bot.discord_ui.replays import Replays
from bot.discord_ui.server_settings import ServerSettings
from bot.discord_ui.verifying import Verifying

FEATURES: tuple[Feature, ...] = (
    Rankings(),
    Profiles(),
    History(),
    Replays(),
    Verifying(),
    PrivacyDesk(),
    ServerSettings(),
)
