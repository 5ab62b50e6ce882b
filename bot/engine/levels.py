"""The levels of the computers that play, as they are stored."""

CASUAL, STEADY, STRONG = "casual", "steady", "strong"
USUAL = STEADY
"""The level of the computer that takes a seat when nobody chooses one."""
