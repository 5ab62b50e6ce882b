"""Achievements in the games with bones in a line, a star or a row."""

from bot.domino.layout import DoublePlacement
from bot.engine.contract import Event
from bot.engine.rounds import RoundScored
from bot.engine.translatable import N_
from bot.games.blind.events import Returned
from bot.games.common.events import Scored
from bot.games.connecting.events import Played
from bot.games.squares.events import PieceLaid, PieceReturned
from bot.scores.achievements.conditions import (
    EventCondition,
    Round,
    at_least,
    in_a_round,
    in_game,
    longest_run,
    once,
    play_achievement,
)
from bot.scores.achievements.participation import Participation

RAYS = 4
"""The number of bones around the lead of The Star."""


def play_worth(points: int) -> EventCondition:
    return lambda part, each: (
        isinstance(each, Scored) and each.seat == part.seat and each.points >= points
    )


def scored_in_a_row(part: Participation, played: Round) -> int:
    run = longest = 0
    for play, after in zip(played.events, played.events[1:], strict=False):
        if isinstance(play, Played) and play.seat == part.seat:
            run = run + 1 if isinstance(after, Scored) else 0
            longest = max(longest, run)
    return longest


def rays_laid(part: Participation, played: Round) -> int:
    """Count the player's among the first :data:`RAYS` bones around the lead."""
    return sum(each.seat == part.seat for each in played.all(Played)[1 : 1 + RAYS])


def laid_at_once(part: Participation) -> int:
    """Count the most pieces that the player laid one after another, with no miss between them."""

    def counts(each: Event) -> bool:
        return isinstance(each, Played | PieceLaid) and each.seat == part.seat

    def breaks(each: Event) -> bool:
        other = isinstance(each, Played | PieceLaid) and each.seat != part.seat
        return other or isinstance(each, Returned | PieceReturned | RoundScored)

    return longest_run(part.events, counts, breaks)


def doubles_laid(part: Participation, played: Round) -> int:
    return sum(each.bone.double for each in played.all(Played) if each.seat == part.seat)


def turned_crosswise(part: Participation, played: Round) -> int:
    """Count the doubles that the player laid crosswise and could have laid in line."""
    return sum(
        each.chosen and each.lie is DoublePlacement.SPINNER
        for each in played.all(Played)
        if each.seat == part.seat
    )


LINE_GAMES = (
    play_achievement(
        "fives-25",
        "⭐",
        N_("High five"),
        N_("Score 25 points or more with one play in All Fives."),
        in_game("all-fives"),
        once(play_worth(25)),
    ),
    play_achievement(
        "fives-run",
        "✋",
        N_("Five alive"),
        N_("Score with four of your plays in a row in one round of All Fives."),
        in_game("all-fives"),
        in_a_round(at_least(4, scored_in_a_row)),
    ),
    play_achievement(
        "star-rays",
        "🌟",
        N_("Stargazer"),
        N_("Play three of the four bones around 6-6 in a round of The Star."),
        in_game("star"),
        in_a_round(at_least(3, rays_laid)),
    ),
    play_achievement(
        "blind-run",
        "🙈",
        N_("Second sight"),
        N_("Play five pieces in a row, without a miss, in Blind or Domino Squares: Blind."),
        in_game("blind", "squares-blind"),
        at_least(5, laid_at_once),
    ),
    play_achievement(
        "lucky-doubles",
        "🍀",
        N_("Clover"),
        N_("Play five doubles in one round of Lucky Draw."),
        in_game("lucky-draw"),
        in_a_round(at_least(5, doubles_laid)),
    ),
    play_achievement(
        "classic-crosswise",
        "🌳",
        N_("Branching out"),
        N_("Choose to play three doubles crosswise in one round of Classic Dominoes."),
        in_game("classic"),
        in_a_round(at_least(3, turned_crosswise)),
    ),
)
