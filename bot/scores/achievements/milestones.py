"""Achievements for many matches: for playing a lot, for trying many games, for winning."""

from bot.engine.translatable import N_
from bot.games import CATALOGUE
from bot.scores.achievements.conditions import (
    Achievement,
    Condition,
    at_least,
    every,
    won,
    won_in_company,
)
from bot.scores.achievements.participation import Participation

EVERY_GAME = frozenset(rules.info.id for rules in CATALOGUE)


def matches(part: Participation) -> int:
    return sum(each.stayed for each in part.career.games.values())


def wins(count: int) -> Condition:
    return every(won_in_company, lambda part: part.career.company.wins >= count)


def streak(count: int) -> Condition:
    return every(won_in_company, lambda part: part.career.streak >= count)


def games_played(part: Participation) -> set[str]:
    return {name for name, each in part.career.games.items() if each.stayed > 0}


def games_won(part: Participation) -> int:
    return sum(each.wins > 0 for each in part.career.games.values())


MILESTONES = (
    Achievement(
        "first-match",
        "🎲",
        N_("First bones"),
        N_("Play a match to the end."),
        of_match=at_least(1, matches),
        for_playing=True,
    ),
    Achievement(
        "hundred-matches",
        "☕",
        N_("Regular guest"),
        N_("Play a hundred matches to the end."),
        of_match=at_least(100, matches),
        for_playing=True,
    ),
    Achievement(
        "first-win",
        "🏆",
        N_("First win"),
        N_("Win a match against others, people or computers."),
        of_match=wins(1),
    ),
    Achievement(
        "ten-wins", "🔟", N_("Ten wins"), N_("Win ten matches against others."), of_match=wins(10)
    ),
    Achievement(
        "hundred-wins",
        "💯",
        N_("Hundred wins"),
        N_("Win a hundred matches against others."),
        of_match=wins(100),
    ),
    Achievement(
        "streak-3",
        "🔥",
        N_("Warm hand"),
        N_("Win three matches in a row against others."),
        of_match=streak(3),
    ),
    Achievement(
        "streak-5",
        "🚀",
        N_("Unstoppable"),
        N_("Win five matches in a row against others."),
        of_match=streak(5),
    ),
    Achievement(
        "streak-10",
        "🌋",
        N_("Force of nature"),
        N_("Win ten matches in a row against others."),
        of_match=streak(10),
    ),
    Achievement(
        "ten-games",
        "🎒",
        N_("Curious"),
        N_("Play ten different games to the end."),
        of_match=lambda part: len(games_played(part)) >= 10,
        for_playing=True,
    ),
    Achievement(
        "all-games",
        "🌍",
        N_("Around the world"),
        N_("Play every game to the end at least once."),
        of_match=lambda part: games_played(part) >= EVERY_GAME,
        for_playing=True,
    ),
    Achievement(
        "ten-games-won",
        "🎓",
        N_("Well-read"),
        N_("Win at least one match in each of ten different games."),
        of_match=every(won, at_least(10, games_won)),
    ),
)
