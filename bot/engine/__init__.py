"""The core of any turn-based game: no dominoes, no clock, no randomness of its own, no I/O."""
