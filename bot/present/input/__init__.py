"""Reads what players type: moves, times of day, time zones."""
