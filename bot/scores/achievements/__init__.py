"""Achievements: their conditions, and what a match or a week earns a player."""
