"""The command line: runs the bot, and shows games and records without it."""

from bot.cli.commands import app, main

__all__ = ["app", "main"]
