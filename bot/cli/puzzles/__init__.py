"""Puzzles in the terminal: asked in words, printed as JSON, or judged anew."""
