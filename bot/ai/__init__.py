"""Computers that sit at the table: an observation in, a code out."""

from __future__ import annotations

from bot.ai.players import LEVELS, Player, UnknownLevel, player

__all__ = ["LEVELS", "Player", "UnknownLevel", "player"]
