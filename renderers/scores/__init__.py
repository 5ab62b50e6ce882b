"""Podium, profile, rankings and achievements."""
