"""Checks that wishes mean moves, whoever is to act when they are made, and the same ones later."""

import pickle
from itertools import groupby
from typing import Any

from bot.engine.contract import Move
from bot.engine.planning import Wish
from bot.games.connecting.moves import Play
from bot.games.double_double.moves import Place
from bot.games.squares.moves import Lay
from tests.games.playing import Match

UNPLANNED = {"memory", "solitaire", "blind", "squares-blind"}
"""Games in which nobody has a hand of pieces that only they see."""
LONGEST = 40
"""The most characters of a wish's code: the id of a button has at most 100."""


def check_wishes_are_for_pieces_in_hand(match: Match) -> None:
    for at in match.moments(match.depth.turns):
        for seat in match.eyes:
            wishes = wishes_of(match, at, seat)
            held = match.places[at].get(f"hand {seat}", ())
            assert {wish.piece for wish in wishes} <= set(held), f"seat {seat} at ply {at}"
            over = match.over[at] or match.rules.info.id in UNPLANNED
            assert bool(wishes) == (bool(held) and not over) or has_chosen(match, at, seat)


def check_wishes_have_codes(match: Match) -> None:
    for at in match.moments(match.depth.turns):
        for seat in match.eyes:
            wishes = wishes_of(match, at, seat)
            codes = [wish.code for wish in wishes]
            assert len(set(codes)) == len(codes)
            assert [Wish.of(code) for code in codes] == list(wishes)
            assert all(len(code) <= LONGEST for code in codes)
            ways = [list(each) for _, each in groupby(wishes, key=lambda wish: wish.piece)]
            assert len(ways) == len({wish.piece for wish in wishes}), "a piece comes twice"
            assert all(not first.place and all(w.place for w in rest) for first, *rest in ways)


def check_wishes_grant_legal_plays_of_their_pieces(match: Match) -> None:
    for at in match.moments(match.depth.turns):
        for seat in range(match.setup.seat_count):
            seen = match.observed(at, seat)
            wishes, plays = match.rules.wishes(seen), list(filter(is_play, seen.legal))
            granted = {wish: match.rules.granted(seen, wish) for wish in wishes}
            again = pickle.loads(pickle.dumps(seen))
            for wish, moves in granted.items():
                assert set(moves) <= set(plays), f"{wish} at ply {at}"
                assert all(Wish.of(move.code).piece == wish.piece for move in moves)
                assert match.rules.granted(again, wish) == moves
            if wishes and not leads_on_a_board(seen):
                for play in plays:
                    alone = Wish(Wish.of(play.code).piece)
                    assert granted[alone], f"{play.code} at ply {at}"
                    if not isinstance(play, Play):
                        assert granted[Wish.of(play.code)] == (play,)
                        assert play in granted[alone]


def check_nothing_is_granted_for_a_piece_not_in_hand(match: Match) -> None:
    for at in match.moments(match.depth.turns):
        for seat in range(match.setup.seat_count):
            held, seen = match.places[at].get(f"hand {seat}", ()), match.observed(at, seat)
            for piece in match.pieces - set(held):
                assert not match.rules.granted(seen, Wish(piece))


def check_a_place_that_is_gone_does_not_come_back(match: Match) -> None:
    """Check that a wish that is dropped while its piece is in hand was of no more use."""
    before, gone, start = set[Wish](), set[Wish](), 0
    for at in range(match.last):
        now = set(wishes_of(match, at, 0))
        if match.rounds[at] != start:
            before, gone, start = set(), set(), match.rounds[at]
        held = {wish.piece for wish in now}
        gone |= {wish for wish in before - now if wish.piece in held}
        assert not now & gone, f"back at ply {at}"
        before = now


def wishes_of(match: Match, at: int, seat: int | None) -> tuple[Wish, ...]:
    return match.rules.wishes(match.observed(at, seat))


def is_play(move: Move) -> bool:
    return isinstance(move, Play | Lay | Place)


def leads_on_a_board(seen: Any) -> bool:
    """Return whether the first domino is to be placed, by somebody who never waited to do it."""
    return getattr(seen.round, "laid", None) == ()


def has_chosen(match: Match, at: int, seat: Any) -> bool:
    """Return whether the seat's last piece is the one that it has chosen to pass on (SQ-22)."""
    seen = match.observed(at, seat)
    return getattr(seen.round, "chosen", None) is not None and len(seen.round.hand) == 1
