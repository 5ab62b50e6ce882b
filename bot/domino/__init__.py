"""Pieces and layouts, independent of games and turns."""
