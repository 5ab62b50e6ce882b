"""Matches as text for a terminal."""
