"""The list of all commands, and of the features whose buttons and menus the router hands on."""

from bot.discord_ui.commands.analysis import Analyses
from bot.discord_ui.commands.feature import Command, Feature
from bot.discord_ui.commands.games import games
from bot.discord_ui.commands.help import Help
from bot.discord_ui.commands.history import History
from bot.discord_ui.commands.leaderboard import Leaderboard
from bot.discord_ui.commands.learn import Lessons
from bot.discord_ui.commands.match.board import board
from bot.discord_ui.commands.match.hand import hand
from bot.discord_ui.commands.match.leave import leave
from bot.discord_ui.commands.match.move import move
from bot.discord_ui.commands.match.play import GameChoice
from bot.discord_ui.commands.match.rematch import rematch
from bot.discord_ui.commands.preferences import preferences
from bot.discord_ui.commands.privacy import PrivacyCommand
from bot.discord_ui.commands.profile import Profiles
from bot.discord_ui.commands.replay import Replays
from bot.discord_ui.commands.rules import RulesCommand
from bot.discord_ui.commands.settings import SettingsCommand
from bot.discord_ui.commands.share import Shares
from bot.discord_ui.commands.verify import Verification

FEATURES: tuple[Feature, ...] = (
    GameChoice(),
    Lessons(),
    Leaderboard(),
    Profiles(),
    History(),
    Replays(),
    Analyses(),
    Shares(),
    Verification(),
    PrivacyCommand(),
    SettingsCommand(),
    Help(),
    RulesCommand(),
)

COMMANDS: tuple[Command, ...] = (
    *(hand, board, move, leave, rematch),
    *(games, preferences),
    *(command for feature in FEATURES for command in feature.commands),
)
