"""The weight of a match for its people, and the changes of their ratings."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.ai.ratings import rating_of
from bot.engine.contract import Seat
from bot.model.match import UserId
from bot.model.scores import NAMELESS, Change, EndedMatch, Meetings, Rival, SeatResult
from bot.scores.rating import FRESH, Rating, rated, weight

Ratings = Mapping[tuple[UserId, str], Rating]


def weights_of(ended: EndedMatch, met: Meetings) -> Mapping[Seat, float]:
    """Return the weight of a match for each seat; 1.0 where no person is rated."""
    return {each.seat: _weight(each, ended, met) for each in ended.seats}


def changes(
    ended: EndedMatch,
    name: str,
    ratings: Ratings,
    weights: Mapping[Seat, float],
    share: float = 1.0,
) -> Mapping[Seat, Change]:
    """Return the changes of the ratings over all games, or in the one called ``name``, by seat.

    A computer counts in both with its rating in the game that was played. ``share`` is how long the
    match is as a part of a full one.

    Partners are rated as a side, which takes the best place of those who stayed. People who left
    have lost to everybody, even if their partner went on and won; and nobody gains by leaving, not
    even the last to do so.

    If anybody took a hint, nobody gains. Whoever took one or left can still lose, and so can their
    partners, since a hint would otherwise undo any loss.
    """
    sides = _sides(ended)
    if len(sides) < 2 or not ended.rated:  # with one side, it was played alone
        return {}
    before = [[_rating(each, ended.game, name, ratings) for each in side] for side in sides]
    shares = [[weights[each.seat] for each in side] for side in sides]
    stood = [_place(side) for side in sides]
    after = rated(before, stood, shares, share)
    changed = {}
    for at, side in enumerate(sides):
        for nth, each in enumerate(side):
            if each.user_id is None:
                continue
            new = after[at][nth]
            if each.left and not all(other.left for other in side):
                new = rated(before, _last(stood, at), shares, share)[at][nth]
            change = Change(before[at][nth], new)
            if each.left:
                change = _without_gain(change)
            if not ended.is_hinted or (_may_lose_with_hints(each, side) and change.gained < 0):
                changed[each.seat] = change
    return changed


def _may_lose_with_hints(result: SeatResult, side: Sequence[SeatResult]) -> bool:
    return result.left or any(each.hints for each in side)


def _weight(result: SeatResult, ended: EndedMatch, met: Meetings) -> float:
    if result.user_id is None:
        return 1.0
    rivals = (_rival(each) for each in ended.seats if each.side != result.side)
    return weight(met.between(result.user_id, rival) for rival in rivals)


def _rival(result: SeatResult) -> Rival:
    if result.user_id is not None:
        return result.user_id
    return NAMELESS if result.level is None else result.level


def _sides(ended: EndedMatch) -> list[list[SeatResult]]:
    sides: dict[int, list[SeatResult]] = {}
    for each in ended.seats:
        sides.setdefault(each.side, []).append(each)
    return list(sides.values())


def _place(side: Sequence[SeatResult]) -> int:
    """Return the place of a side: the best of those who stayed, or of all if nobody did."""
    return min([each.place for each in side if not each.left] or [each.place for each in side])


def _last(stood: Sequence[int], at: int) -> list[int]:
    return [max(stood) + 1 if nth == at else place for nth, place in enumerate(stood)]


def _without_gain(change: Change) -> Change:
    """Return the change; if it would show a gain, one that only counts the match."""
    if change.gained <= 0:
        return change
    return Change(change.before, replace(change.before, matches=change.after.matches))


def _rating(result: SeatResult, game: str, name: str, ratings: Ratings) -> Rating:
    if result.user_id is not None:
        return ratings.get((result.user_id, name), FRESH)
    return FRESH if result.level is None else rating_of(game, result.level)
