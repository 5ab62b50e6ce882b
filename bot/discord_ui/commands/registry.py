"""The list of all commands, and of the features whose buttons and menus the router hands on."""

from bot.discord_ui.commands.analysis import ANALYSIS_FEATURE
from bot.discord_ui.commands.feature import Command, Feature
from bot.discord_ui.commands.games import HISTORY_FEATURE, games
from bot.discord_ui.commands.help import HELP_FEATURE, RULES_FEATURE
from bot.discord_ui.commands.leaderboard import LEADERBOARD_FEATURE
from bot.discord_ui.commands.learn import LEARN_FEATURE
from bot.discord_ui.commands.playing import PLAY_FEATURE, board, hand, leave, move, rematch
from bot.discord_ui.commands.privacy import PRIVACY_FEATURE
from bot.discord_ui.commands.profile import PROFILE_FEATURE
from bot.discord_ui.commands.replay import REPLAY_FEATURE
from bot.discord_ui.commands.settings import SETTINGS_FEATURE, preferences
from bot.discord_ui.commands.share import SHARE_FEATURE
from bot.discord_ui.commands.verify import VERIFY_FEATURE

FEATURES: tuple[Feature, ...] = (
    PLAY_FEATURE,
    LEARN_FEATURE,
    LEADERBOARD_FEATURE,
    PROFILE_FEATURE,
    HISTORY_FEATURE,
    REPLAY_FEATURE,
    ANALYSIS_FEATURE,
    SHARE_FEATURE,
    VERIFY_FEATURE,
    PRIVACY_FEATURE,
    SETTINGS_FEATURE,
    HELP_FEATURE,
    RULES_FEATURE,
)

COMMANDS: tuple[Command, ...] = (
    *(hand, board, move, leave, rematch),
    *(games, preferences),
    *(each.command for each in FEATURES if each.command is not None),
)
