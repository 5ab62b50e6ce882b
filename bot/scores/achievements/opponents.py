"""Achievements for the other players at the table and for the pace."""

from datetime import timedelta

from bot.engine.levels import STEADY, STRONG
from bot.engine.translatable import N_
from bot.games import game
from bot.scores.achievements.conditions import Achievement, Condition, every, rivals, won_in_company

SLOW = "slow"
BLITZ, LONG_HAUL = timedelta(minutes=5), timedelta(days=7)


def against(*levels: str) -> Condition:
    """Require a computer of one of these levels among the opponents from the start."""
    return lambda part: any(part.computers.get(seat) in levels for seat in rivals(part))


OPPONENTS = (
    Achievement(
        "beat-steady",
        "🤖",
        N_("Steadier"),
        N_("Win a match against a steady or strong computer."),
        of_match=every(won_in_company, against(STEADY, STRONG)),
    ),
    Achievement(
        "beat-strong",
        "🦾",
        N_("Stronger"),
        N_("Win a match against a strong computer."),
        of_match=every(won_in_company, against(STRONG)),
    ),
    Achievement(
        "partners",
        "🤝",
        N_("Better together"),
        N_("Win a match together with a partner."),
        of_match=every(won_in_company, lambda part: bool(part.partners)),
    ),
    Achievement(
        "full-table",
        "🎪",
        N_("Full house"),
        N_("Win a match at a table with as many players as the game allows."),
        of_match=every(won_in_company, lambda part: part.seats == game(part.game).info.max_seats),
    ),
    Achievement(
        "table-of-six",
        "🎡",
        N_("Big wheel"),
        N_("Win a match with six players."),
        of_match=every(won_in_company, lambda part: part.seats == 6),
    ),
    Achievement(
        "avenged",
        "🥊",
        N_("Sweet revenge"),
        N_("Win the rematch of a match you lost."),
        of_match=every(won_in_company, lambda part: part.avenged),
    ),
    Achievement(
        "slow-win",
        "🐌",
        N_("Good things take time"),
        N_("Win a match at the slow pace, three days per move."),
        of_match=every(won_in_company, lambda part: part.pace == SLOW),
    ),
    Achievement(
        "long-haul",
        "⏳",
        N_("Long haul"),
        N_("Win a match that ends a week or more after its table was opened."),
        of_match=every(won_in_company, lambda part: part.lasted >= LONG_HAUL),
    ),
    Achievement(
        "blitz",
        "⚡",
        N_("Blitz"),
        N_("Win a match against people only, within five minutes of the table being opened."),
        of_match=every(won_in_company, lambda part: not part.computers and part.lasted <= BLITZ),
    ),
)
