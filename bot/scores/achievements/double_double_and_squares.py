"""Achievements in Double Double Dominoes and in the games with square pieces."""

from bot.domino.square import Command
from bot.engine.contract import Event
from bot.engine.translatable import N_
from bot.games.common.events import DrawEvent
from bot.games.double_double.events import TARGET, BoardEnded, Placed
from bot.games.squares.events import Commanded, Gave, PieceLaid
from bot.scores.achievements.conditions import (
    Round,
    at_least,
    in_a_round,
    in_game,
    longest_run,
    once,
    play_achievement,
    won_in_company,
)
from bot.scores.achievements.line_games import play_worth
from bot.scores.achievements.participation import Participation
from bot.scores.achievements.round_ends import went_out

SQUARES = ("squares", "squares-block", "squares-draw", "squares-blind")


def diamonds_in_a_turn(part: Participation) -> int:
    """Count the most diamonds that the player covered in one turn: before the next draw."""

    def counts(each: Event) -> bool:
        return isinstance(each, Placed) and each.seat == part.seat and each.diamond > 0

    return longest_run(part.events, counts, lambda each: isinstance(each, DrawEvent))


def on_anothers_turn(part: Participation) -> bool:
    last = next((each for each in reversed(part.events) if isinstance(each, Placed)), None)
    end = next((each for each in reversed(part.events) if isinstance(each, BoardEnded)), None)
    reached = end is not None and end.reason == TARGET
    return reached and last is not None and last.seat != part.seat


def each_command(part: Participation) -> bool:
    given = {
        each.command
        for each in part.events
        if isinstance(each, Commanded) and each.seat == part.seat
    }
    return given == set(Command)


def with_a_wild_piece(part: Participation, played: Round) -> bool:
    last = next((e for e in reversed(played.events) if isinstance(e, PieceLaid | Gave)), None)
    return isinstance(last, PieceLaid) and last.seat == part.seat and last.piece.wild


DOUBLE_DOUBLE_AND_SQUARES = (
    play_achievement(
        "diamonds-3",
        "💎",
        N_("Diamond rush"),
        N_("Cover three diamonds in one turn of Double Double Dominoes."),
        in_game("double-double"),
        at_least(3, diamonds_in_a_turn),
    ),
    play_achievement(
        "carried-home",
        "🎈",
        N_("Carried home"),
        N_("Win a match of Double Double Dominoes on somebody else's turn."),
        in_game("double-double"),
        won_in_company,
        on_anothers_turn,
    ),
    play_achievement(
        "squares-commands",
        "📣",
        N_("Commander"),
        N_("Carry out all five commands in one match of Domino Squares."),
        in_game("squares"),
        each_command,
    ),
    play_achievement(
        "squares-wild",
        "🌀",
        N_("Wild finish"),
        N_("Go out with a piece that has a wild square in any Domino Squares game."),
        in_game(*SQUARES),
        in_a_round(went_out, with_a_wild_piece),
    ),
    play_achievement(
        "squares-twelve",
        "🎰",
        N_("Double six"),
        N_("Score twelve points with one piece in Domino Squares."),
        in_game("squares"),
        once(play_worth(12)),
    ),
)
