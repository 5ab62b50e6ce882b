"""Achievements for the end of a round."""

from bot.domino.bone import bone
from bot.domino.counting import pips
from bot.engine.contract import Seat
from bot.engine.translatable import N_
from bot.games.common.events import BLOCKED, DOMINO, DrawEvent, LayEvent, Passed, RoundEndEvent
from bot.games.connecting.events import Dealt, RoundEnded
from bot.games.mexican_train.events import TrainsEnded
from bot.scores.achievements.conditions import (
    Round,
    at_least,
    for_points,
    in_a_round,
    in_game,
    play_achievement,
    rivals,
    round_won,
)
from bot.scores.achievements.participation import Participation

SIX_SIX = bone(6, 6)


def last_laid(part: Participation, played: Round) -> LayEvent | None:
    last = played.end(LayEvent)
    return last if last is not None and last.seat == part.seat else None


def went_out(part: Participation, played: Round) -> bool:
    end = played.end(RoundEndEvent)
    return end is not None and end.reason == DOMINO and last_laid(part, played) is not None


def with_a_double(part: Participation, played: Round) -> bool:
    last = last_laid(part, played)
    return last is not None and last.bone is not None and last.bone.double


def blocked(_: Participation, played: Round) -> bool:
    end = played.end(RoundEndEvent)
    return end is not None and end.reason == BLOCKED


def bones_counted(played: Round) -> RoundEnded | TrainsEnded | None:
    """Return the end of a round in which the bones of hands are counted."""
    return played.end(RoundEnded) or played.end(TrainsEnded)


def hand_counts(end: RoundEnded | TrainsEnded) -> dict[Seat, int]:
    """Return what each hand counts: where everybody is charged for theirs, that, else its pips."""
    charged = {each.seats[0]: each.sum.points for each in end.credits if len(each.seats) == 1}
    held = {seat: pips(hand) for seat, hand in end.shown}
    return {**held, **charged} if all(s in charged for s, hand in end.shown if hand) else held


def by_one_pip(part: Participation, played: Round) -> bool:
    """Return whether the player, without a partner, was one pip below the next lowest hand."""
    end = bones_counted(played)
    if end is None or part.partners:
        return False
    counts = hand_counts(end)
    own = counts.pop(part.seat, None)
    return own is not None and min(counts.values(), default=own) - own == 1


def an_opponent_held_six_six(part: Participation, played: Round) -> bool:
    end = bones_counted(played)
    return end is not None and any(SIX_SIX in end.hands[rival] for rival in rivals(part))


def only_others_knocked(part: Participation, played: Round) -> bool:
    """Return whether everybody who was dealt bones passed, except the player."""
    deal = played.end(Dealt)
    if deal is None:
        return False
    others = {seat for seat, count in enumerate(deal.counts) if count and seat != part.seat}
    return {each.seat for each in played.all(Passed)} == others


def worth_of_the_end(part: Participation, played: Round) -> int:
    end = played.end(RoundEnded)
    credits_ = () if end is None else end.credits
    return sum(each.sum.points for each in credits_ if part.seat in each.seats)


def draws(part: Participation, played: Round) -> int:
    return sum(each.seat == part.seat for each in played.all(DrawEvent))


ROUND_ENDS = (
    play_achievement(
        "out-with-double",
        "🎯",
        N_("Double out"),
        N_("Go out with a double."),
        in_a_round(went_out, with_a_double),
    ),
    play_achievement(
        "blocked-by-one",
        "🔒",
        N_("By a pip"),
        N_("In a game with bones and no partners, win a blocked round by a single pip."),
        in_a_round(blocked, by_one_pip),
    ),
    play_achievement(
        "six-six-left",
        "🎁",
        N_("Keep the change"),
        N_("Go out while an opponent still holds 6-6."),
        in_a_round(went_out, an_opponent_held_six_six),
    ),
    play_achievement(
        "knock-knock",
        "🚪",
        N_("Who's there?"),
        N_("In a game with bones, win a round in which everybody else knocks and you never do."),
        in_a_round(round_won, only_others_knocked),
    ),
    play_achievement(
        "sixty-at-once",
        "💰",
        N_("Jackpot"),
        N_("In a game with bones, score 60 points or more at the end of a round."),
        for_points,
        in_a_round(at_least(60, worth_of_the_end)),
    ),
    play_achievement(
        "block-wall",
        "🧱",
        N_("Bricklayer"),
        N_(
            "Win a blocked round of Block or Domino Squares: Block after playing the last piece on"
            " the table."
        ),
        in_game("block", "squares-block"),
        in_a_round(round_won, blocked, lambda part, played: last_laid(part, played) is not None),
    ),
    play_achievement(
        "draw-nothing",
        "🍃",
        N_("Light hand"),
        N_("Win a round of Draw or Domino Squares: Draw without drawing."),
        in_game("draw", "squares-draw"),
        in_a_round(round_won, lambda part, played: not draws(part, played)),
    ),
    play_achievement(
        "draw-ten",
        "🐫",
        N_("Camel"),
        N_("Win a round of Draw or Domino Squares: Draw after drawing ten pieces or more."),
        in_game("draw", "squares-draw"),
        in_a_round(round_won, at_least(10, draws)),
    ),
)
