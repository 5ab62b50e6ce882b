"""The levels and names of the computers that play, as they are stored."""

from bot.engine.contract import Seat

CASUAL, STEADY, STRONG = "casual", "steady", "strong"
USUAL = STEADY
"""The level of the computer that takes a seat when nobody chooses one."""

COMPUTER_NAMES = ("Ebony", "Ivory", "Amber", "Coral", "Maple", "Pepper", "Cocoa", "Hazel")
"""Names for computers: more than any game has seats, and none of them a word of the rules."""


def usual_name(match_id: int, seat: Seat) -> str:
    """Return the name of a computer in that seat that has not been given one."""
    return COMPUTER_NAMES[(match_id + seat) % len(COMPUTER_NAMES)]
