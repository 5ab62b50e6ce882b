"""Blind's parts: bones in rows that nobody has seen."""
