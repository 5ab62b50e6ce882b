"""Pieces and layouts. Knows no game and no turn."""
