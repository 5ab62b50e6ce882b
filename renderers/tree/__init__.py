"""Finds room for a table with many open ends."""
