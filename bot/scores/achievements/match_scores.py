"""Achievements for the course of the scores in a match."""

from collections import Counter

from bot.engine.translatable import N_
from bot.scores.achievements.conditions import (
    Achievement,
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
        N_("Win a match of Duos in which the other duo scores nothing."),
        of_match=every(in_game("duos"), won, all_others_without_points),
    ),
)
