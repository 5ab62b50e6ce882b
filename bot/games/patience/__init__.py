"""Solitaire's parts: a row of bones that is to vanish."""
