"""Achievements for many matches: for playing a lot, for trying many games, for winning."""

from bot.engine.words import N_
from bot.games import CATALOGUE
from bot.scores.achievements.conditions import Condition, every, won, won_in_company
from bot.scores.achievements.definition import Achievement
from bot.scores.achievements.participation import Participation

EVERY_GAME = frozenset(rules.info.id for rules in CATALOGUE)


def matches(count: int) -> Condition:
    """Require that many matches played to the end, including those played alone."""
    return lambda part: sum(each.stayed for each in part.career.games.values()) >= count


def wins(count: int) -> Condition:
    """Require that many matches won against others, this one among them."""
    return every(won_in_company, lambda part: part.career.company.wins >= count)


def streak(count: int) -> Condition:
    """Require that many multiplayer matches won in a row, this one being the last."""
    return every(won_in_company, lambda part: part.career.streak >= count)


def games_played(count: int) -> Condition:
    """Require that many different games played to the end."""
    return lambda part: sum(each.stayed > 0 for each in part.career.games.values()) >= count


def games_won(count: int) -> Condition:
    """Require that many different games won, this one among them."""
    return every(
        won, lambda part: sum(each.wins > 0 for each in part.career.games.values()) >= count
    )


def knows_every_game(part: Participation) -> bool:
    """Return whether the player has played every game of the catalogue to the end."""
    played = {name for name, each in part.career.games.items() if each.stayed > 0}
    return played >= EVERY_GAME


MILESTONES = (
    Achievement(
        "first-match", "🎲", N_("First bones"), N_("Play a match to the end."), of_match=matches(1)
    ),
    Achievement(
        "hundred-matches",
        "☕",
        N_("Regular guest"),
        N_("Play a hundred matches to the end."),
        of_match=matches(100),
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
        of_match=games_played(10),
    ),
    Achievement(
        "all-games",
        "🌍",
        N_("Around the world"),
        N_("Play every game to the end at least once."),
        of_match=knows_every_game,
    ),
    Achievement(
        "ten-games-won",
        "🎓",
        N_("Well-read"),
        N_("Win at least one match in each of ten different games."),
        of_match=games_won(10),
    ),
)
