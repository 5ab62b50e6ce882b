"""Ratings, ranking periods and achievements: values and arithmetic, nothing is stored here."""
