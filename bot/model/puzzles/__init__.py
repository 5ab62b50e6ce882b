"""Puzzles: positions in which one move is clearly the best, and the collection that is shipped."""
