"""The paragraph that explains the names of pieces and places to players."""

from bot.engine.words import N_

NAMING = N_(
    "A piece is named by its four squares, clockwise from the top left: 0 is a blank, W a wild,"
    " and a word a command. A place is named by how to get there from the starter: N2 E1 is two"
    " up and one to the right."
)
"""A paragraph for the rules of every game with square pieces."""
