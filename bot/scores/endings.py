"""What is earned by how a round with bones ends."""

from __future__ import annotations

from collections.abc import Sequence

from bot.domino.bone import Bone, bone
from bot.domino.counting import pips
from bot.engine.words import N_
from bot.games.events import BLOCKED, DOMINO, Closing, Dealt, Drawing, Passed, Played, RoundEnded
from bot.games.lattice.events import PieceLaid
from bot.scores.conditions import (
    Course,
    Round,
    feat,
    for_points,
    in_a_round,
    in_game,
    rivals,
    round_won,
)
from bot.scores.deed import Deed

SIX_SIX = bone(6, 6)


def last_laid(deed: Deed, played: Round) -> Played | PieceLaid | None:
    """The piece that was laid last in the round, where they laid it."""
    for each in reversed(played.events):
        if isinstance(each, Played | PieceLaid):
            return each if each.seat == deed.seat else None
    return None


def went_out(deed: Deed, played: Round) -> bool:
    """With their last piece they ended the round."""
    end = played.end(Closing)
    return end is not None and end.reason == DOMINO and last_laid(deed, played) is not None


def with_a_double(deed: Deed, played: Round) -> bool:
    """The bone that they laid last was a double."""
    last = last_laid(deed, played)
    return isinstance(last, Played) and last.bone.double


def blocked(deed: Deed, played: Round) -> bool:
    """Nobody could go on."""
    del deed
    end = played.end(Closing)
    return end is not None and end.reason == BLOCKED


def laid_the_last(deed: Deed, played: Round) -> bool:
    """It was their piece after which nobody could go on."""
    return last_laid(deed, played) is not None


def by_one_pip(deed: Deed, played: Round) -> bool:
    """Without a partner they held the lowest hand, one pip below the next, and so won the round."""
    end = played.end(RoundEnded)
    if end is None or deed.partners:
        return False
    others = [pips(hand) for seat, hand in end.shown if seat != deed.seat]
    return min(others) - pips(end.hands[deed.seat]) == 1


def an_opponent_held(held: Bone) -> Course:
    """That bone was left in an opponent's hand."""

    def left(deed: Deed, played: Round) -> bool:
        end = played.end(RoundEnded)
        return end is not None and any(held in end.hands[rival] for rival in rivals(deed))

    return left


def only_others_knocked(deed: Deed, played: Round) -> bool:
    """All who were dealt bones knocked, but for them."""
    deal = played.end(Dealt)
    if deal is None:
        return False
    others = {seat for seat, count in enumerate(deal.counts) if count and seat != deed.seat}
    return {each.seat for each in played.all(Passed)} == others


def end_worth(points: int) -> Course:
    """What was counted at the end made them that many points."""

    def made(deed: Deed, played: Round) -> bool:
        end = played.end(RoundEnded)
        credits_ = () if end is None else end.credits
        return sum(each.sum.points for each in credits_ if deed.seat in each.seats) >= points

    return made


def drew(deed: Deed, played: Round) -> Sequence[Drawing]:
    """What they drew in the round."""
    return [each for each in played.all(Drawing) if each.seat == deed.seat]


def without_drawing(deed: Deed, played: Round) -> bool:
    """They drew nothing."""
    return not drew(deed, played)


def after_drawing(count: int) -> Course:
    """They drew that many pieces or more."""
    return lambda deed, played: len(drew(deed, played)) >= count


ENDINGS = (
    feat(
        "out-with-double",
        "🎯",
        N_("Double out"),
        N_("Go out with a double."),
        in_a_round(went_out, with_a_double),
    ),
    feat(
        "blocked-by-one",
        "🔒",
        N_("By a pip"),
        N_("Win a blocked round with bones, without a partner, one pip below the next hand."),
        in_a_round(blocked, by_one_pip),
    ),
    feat(
        "six-six-left",
        "🎁",
        N_("Keep the change"),
        N_("Go out while an opponent still holds the double-six."),
        in_a_round(went_out, an_opponent_held(SIX_SIX)),
    ),
    feat(
        "knock-knock",
        "🚪",
        N_("Who is there?"),
        N_("Win a round with bones in which everybody else knocks and you never do."),
        in_a_round(round_won, only_others_knocked),
    ),
    feat(
        "sixty-at-once",
        "💰",
        N_("Jackpot"),
        N_("Score 60 points or more at the end of a round with bones."),
        for_points,
        in_a_round(end_worth(60)),
    ),
    feat(
        "block-wall",
        "🧱",
        N_("Bricklayer"),
        N_(
            "Win a blocked round of Block, or of Domino Squares: Block, in which you laid the last"
            " piece."
        ),
        in_game("block", "squares-block"),
        in_a_round(round_won, blocked, laid_the_last),
    ),
    feat(
        "draw-nothing",
        "🍃",
        N_("Light hand"),
        N_("Win a round of Draw, or of Domino Squares: Draw, without drawing."),
        in_game("draw", "squares-draw"),
        in_a_round(round_won, without_drawing),
    ),
    feat(
        "draw-ten",
        "🐫",
        N_("Camel"),
        N_("Win a round of Draw, or of Domino Squares: Draw, in which you drew ten or more."),
        in_game("draw", "squares-draw"),
        in_a_round(round_won, after_drawing(10)),
    ),
)
