"""A round on a line with two ends, of which no double is a spinner."""

from typing import NamedTuple

from tests.games.references.telling import News, Program, halves, other_half

Plays = list[tuple[int, str]]
"""The moves of a round, each with its seat."""


class Ended(NamedTuple):
    """A round that is over; ``hands`` has what is left in them."""

    hands: list[list[str]]
    leader: int
    last: int
    """The seat of the last bone; it is out or has blocked the round."""
    bone: str
    """The last bone."""
    before: tuple[int, ...]
    """The numbers at the ends before the last bone."""
    laid: frozenset[str]

    @property
    def is_out(self) -> bool:
        return not self.hands[self.last]

    @property
    def fits_both(self) -> bool:
        """Whether the last bone's different halves fit the two different ends."""
        return len(set(self.before)) == 2 and set(self.before) == set(halves(self.bone))


def play_line(
    news: News, hands, leader: int, leads, *, step: int, yard=(), watch=lambda _: None
) -> Program:
    """Play a round and return how it :class:`Ended`; ``watch`` sees the moves after each."""
    ends: dict[str, int] = {}
    plays: Plays = []
    laid: set[str] = set()
    stock, seat, last, bone = list(yard), leader, leader, ""
    before: tuple[int, ...] = ()
    while True:
        hand = hands[seat]
        legal = set(leads) if not ends else playable(hand, ends)
        if not legal:
            legal = {"draw"} if stock else {"pass"}
        code = yield from news.ask(seat, legal)
        plays.append((seat, code))
        watch(plays)
        if code == "draw":
            hand.append(stock.pop(0))
        elif code != "pass":
            last, before = seat, tuple(ends.values())
            bone, _, end = code.partition("@")
            hand.remove(bone)
            laid.add(bone)
            if ends:
                ends[end] = other_half(bone, ends[end])
            else:
                ends["l"], ends["r"] = halves(bone)
        blocked = not stock and not any(playable(each, ends) for each in hands)
        if not hand or blocked:
            return Ended(hands, leader, last, bone, before, frozenset(laid))
        if code != "draw":
            seat = (seat + step) % len(hands)


def playable(hand: list[str], ends: dict[str, int]) -> set[str]:
    return {f"{b}@{end}" for b in hand for end, number in ends.items() if number in halves(b)}
