"""Computer players: they get an observation and return the code of a move."""

from bot.ai.players import LEVELS, Player, UnknownLevel, player

__all__ = ["LEVELS", "Player", "UnknownLevel", "player"]
