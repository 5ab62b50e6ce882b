"""What a turn-based game is. Knows no domino, no clock, no chance of its own and no I/O."""
