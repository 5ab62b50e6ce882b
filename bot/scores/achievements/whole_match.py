"""Achievements for a whole match: the other players, the pace, and the course of the scores."""

from collections import Counter
from datetime import timedelta

from bot.engine.seating import STEADY, STRONG
from bot.engine.translatable import N_
from bot.games import game
from bot.scores.achievements.conditions import (
    Achievement,
    Condition,
    at_least,
    every,
    for_points,
    in_game,
    rivals,
    round_won,
    rounds,
    won,
    won_in_company,
)
from bot.scores.achievements.participation import Participation

SLOW = "slow"
BLITZ, LONG_HAUL = timedelta(minutes=5), timedelta(days=7)


def against(*levels: str) -> Condition:
    """Require a computer of one of these levels among the opponents from the start."""
    return lambda part: any(part.computers.get(seat) in levels for seat in rivals(part))


def far_behind(part: Participation) -> bool:
    return any(
        played.scored.goal is not None
        and 2 * (played.scored.totals[rival] - played.scored.totals[part.seat])
        >= played.scored.goal
        for played in rounds(part)
        for rival in rivals(part)
    )


def number_of_rounds(part: Participation) -> int:
    return sum(1 for _ in rounds(part))


def won_each_round(part: Participation) -> bool:
    return all(round_won(part, played) for played in rounds(part))


def by_a_point(part: Participation) -> bool:
    return part.totals[part.seat] - max(part.totals[rival] for rival in rivals(part)) == 1


def fewer_rounds_won(part: Participation) -> bool:
    counted = Counter(seat for played in rounds(part) for seat in played.scored.winners)
    return any(counted[rival] > counted[part.seat] for rival in rivals(part))


def all_others_without_points(part: Participation) -> bool:
    return not any(part.totals[rival] for rival in rivals(part))


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
        N_("Win a match with six or more players."),
        of_match=every(won_in_company, lambda part: part.seats >= 6),
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
MATCH_SCORES = (
    Achievement(
        "comeback",
        "🎢",
        N_("Comeback"),
        N_("Win a match after trailing an opponent by half the target score or more."),
        of_match=every(won_in_company, for_points, far_behind),
    ),
    Achievement(
        "clean-sweep",
        "🧹",
        N_("Clean sweep"),
        N_("Win every round of a match with three rounds or more."),
        of_match=every(won_in_company, at_least(3, number_of_rounds), won_each_round),
    ),
    Achievement(
        "photo-finish",
        "📸",
        N_("Photo finish"),
        N_("Win a match by exactly one point."),
        of_match=every(won_in_company, for_points, by_a_point),
    ),
    Achievement(
        "outfoxed",
        "🦊",
        N_("Outfoxed"),
        N_("Win a match in which an opponent won more rounds than you."),
        of_match=every(won_in_company, fewer_rounds_won),
    ),
    Achievement(
        "marathon",
        "🏃",
        N_("Marathon"),
        N_("Win a match that takes twelve rounds or more."),
        of_match=every(won_in_company, at_least(12, number_of_rounds)),
    ),
    Achievement(
        "cross-ninety",
        "🐱",
        N_("Nine lives"),
        N_("Win a match of Maltese Cross despite having 90 penalty points or more."),
        of_match=every(in_game("maltese-cross"), won, lambda part: part.totals[part.seat] >= 90),
    ),
    Achievement(
        "duos-shutout",
        "🦢",
        N_("Swan pair"),
        N_("Win a match of Duos with 50 points or more in which the other duo scores nothing."),
        of_match=every(
            in_game("duos"),
            won,
            lambda part: part.totals[part.seat] >= 50,
            all_others_without_points,
        ),
    ),
    Achievement(
        "six-love",
        "🌴",
        N_("Six love"),
        N_(
            "Win a match of Jamaican or Cut-throat with six points or more while all others have"
            " none."
        ),
        of_match=every(
            in_game("jamaican", "cut-throat"),
            won,
            lambda part: part.totals[part.seat] >= 6,
            all_others_without_points,
        ),
    ),
    Achievement(
        "dry-goat",
        "🐐",
        N_("Dry goat"),
        N_("Win a match of Kozel with no points when somebody has 101 or more."),
        of_match=every(
            in_game("kozel"),
            won,
            lambda part: part.totals[part.seat] == 0 and max(part.totals) >= 101,
        ),
    ),
)
