"""The command line: run the bot, and look at games and records without it."""

from __future__ import annotations

from bot.cli.commands import app, main

__all__ = ["app", "main"]
