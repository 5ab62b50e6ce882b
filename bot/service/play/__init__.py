"""Moves: loaded matches, people's moves, automatic moves, computers, ends."""
