"""The board of Double Double, with its tracks and pieces."""
