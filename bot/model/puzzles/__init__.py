"""Puzzles: positions in which one move is clearly the best, and the collection that is shipped."""

from bot.model.puzzles.collection import Collection, pack, shipped
from bot.model.puzzles.puzzle import (
    Difficulty,
    Puzzle,
    PuzzleChanged,
    PuzzleMoment,
    moment,
    puzzle_id,
)

__all__ = [
    "Collection",
    "Difficulty",
    "Puzzle",
    "PuzzleChanged",
    "PuzzleMoment",
    "moment",
    "pack",
    "puzzle_id",
    "shipped",
]
