"""What every game keeps, as plain checks that can be turned on any rules object.

Each check looks at a match that was played by chance and raises ``AssertionError`` where the game
breaks the contract. What concerns hidden pieces is in :mod:`tests.games.secrecy`.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from bot.engine.contract import NATURE, Lot, Move, Rules, Seat, Shuffle
from bot.engine.errors import IllegalMove, MatchOver, NotYourTurn, Refusal
from bot.engine.replay import find, playout, replay
from bot.engine.rounds import RoundScored
from tests.games.playing import PLIES, Match


def check_it_ends_with_a_result(match: Match) -> None:
    """A match ends, and then it has winners among those at the table and points for everybody."""
    outcome = match.rules.outcome(match.states[match.last])
    assert outcome is not None, "the match stopped without an outcome"
    assert len(outcome.points) == match.setup.table
    assert set(outcome.winners) <= set(range(match.setup.table))
    assert outcome.reason
    for state in match.states[: match.last]:
        assert match.rules.outcome(state) is None, "there was an outcome before the end"


def check_turns(match: Match) -> None:
    """Who is to act has moves with codes of their own; everybody else has none."""
    for state in match.states:
        asked = match.rules.to_act(state)
        acting = frozenset() if isinstance(asked, Shuffle | Lot) else asked
        for seat in range(match.setup.table):
            legal = match.rules.legal_moves(state, seat)
            assert bool(legal) == (seat in acting), f"seat {seat} has {len(legal)} moves"
            codes = [move.code for move in legal]
            assert len(set(codes)) == len(codes), f"two moves are spelled alike: {codes}"


def check_refusals(match: Match) -> None:
    """Only those asked may act, and only as the rules allow."""
    rules = match.rules
    for at in match.moments(12):
        state = match.states[at]
        asked = rules.to_act(state)
        if isinstance(asked, Shuffle | Lot):
            with pytest.raises(NotYourTurn):
                find(rules, state, 0, "pass")
            with pytest.raises(IllegalMove):
                find(rules, state, NATURE, "deal nothing")
        elif not asked:
            with pytest.raises(MatchOver):
                find(rules, state, 0, "pass")
        else:
            _refuses_all_but(match, state, asked)


def _refuses_all_but(match: Match, state: Any, asked: frozenset[int]) -> None:
    for seat in range(match.setup.table):
        if seat in asked:
            for move in match.rules.legal_moves(state, seat):
                assert find(match.rules, state, seat, move.code) == move
            with pytest.raises(IllegalMove):
                find(match.rules, state, seat, "no such move")
        else:
            with pytest.raises(NotYourTurn):
                find(match.rules, state, seat, match.plies[-1].move.code)
            with pytest.raises(NotYourTurn):
                match.rules.apply(state, seat, match.rules.legal_moves(state, min(asked))[0])
    with pytest.raises(NotYourTurn):
        find(match.rules, state, NATURE, "lot 0")


def check_replay(match: Match) -> None:
    """The log alone brings back every state and every event."""
    again = replay(match.rules, match.setup, match.log)
    for ply in match.plies:
        try:
            other = next(again)
        except Refusal as refusal:
            raise AssertionError(f"ply {ply.index} cannot be replayed: {refusal}") from None
        assert other.events == ply.events, f"ply {ply.index} is told otherwise"
        assert other.state == ply.state, f"ply {ply.index} leads elsewhere"


def check_pieces(match: Match) -> None:
    """No piece is lost and none is there twice (GEN-I1)."""
    whole = Counter(all_pieces(match.rules, match.states[0]))
    for at, state in enumerate(match.states):
        assert Counter(all_pieces(match.rules, state)) == whole, f"pieces changed before ply {at}"
    for at in range(match.last):
        now = Counter(piece for held in match.pieces_after(at).values() for piece in held)
        assert now == whole, f"pieces changed in ply {at}"


def all_pieces(rules: Rules[Any], state: Any) -> list[str]:
    return [piece for pieces in rules.whereabouts(state).values() for piece in pieces]


def check_points_never_decrease(match: Match) -> None:
    """Points go up only and are never negative (GEN-13)."""
    totals = (0,) * match.setup.table
    for ply in match.plies:
        for event in ply.events:
            if isinstance(event, RoundScored):
                assert all(points >= 0 for points in event.points), f"negative: {event}"
                now = tuple(map(sum, zip(totals, event.points, strict=True)))
                assert event.totals == now, f"the sum is wrong: {event}"
                totals = now
    outcome = match.rules.outcome(match.states[match.last])
    assert outcome is not None
    assert all(points >= before for points, before in zip(outcome.points, totals, strict=True))


def check_observation_tells_whose_turn_it_is(match: Match) -> None:
    """An observation names its seat, who is to act, and the seat's own moves."""
    for at in match.moments(20):
        state = match.states[at]
        asked = match.rules.to_act(state)
        for seat in match.eyes:
            seen = match.rules.observe(state, seat)
            assert seen.seat == seat
            assert seen.to_act == (asked if isinstance(asked, frozenset) else frozenset())
            assert seen.legal == (() if seat is None else match.rules.legal_moves(state, seat))


def check_imagine_keeps_what_was_seen(match: Match) -> None:
    """``observe(imagine(seen)) == seen`` for every seat and a spectator."""
    chance = random.Random(match.seed)
    whole = Counter(all_pieces(match.rules, match.states[0]))
    for at in match.moments(12):
        for seat in match.eyes:
            seen = match.rules.observe(match.states[at], seat)
            world = match.rules.imagine(seen, chance)
            assert match.rules.observe(world, seat) == seen, f"seat {seat} at ply {at}"
            assert Counter(all_pieces(match.rules, world)) == whole


def check_imagined_worlds_can_be_played(match: Match) -> None:
    """A world that was imagined is a table like any other: it plays on to an end."""
    chance = random.Random(match.seed)
    for at in match.moments(2):
        seat = chance.choice(match.eyes)
        state = match.rules.imagine(match.rules.observe(match.states[at], seat), chance)
        for count, (_, _, step) in enumerate(playout(match.rules, state, chance)):
            assert count < PLIES, "an imagined match does not end"
            state = step.state
        assert match.rules.outcome(state) is not None


def check_the_safest_move_is_a_legal_one(match: Match) -> None:
    """Whoever is to act has a move for when its time is up, the same whenever it is asked for."""
    for at in match.moments(60):
        asked = match.rules.to_act(match.states[at])
        for seat in asked if isinstance(asked, frozenset) else ():
            seen = match.rules.observe(match.states[at], seat)
            move = match.rules.safest(seen)
            where = f"seat {seat} at ply {at}"
            assert move in seen.legal, f"{where}: {move.code} is not to be had"
            assert match.rules.safest(seen) == move, f"{where} thinks again"


def check_the_safest_move_rests_on_what_is_seen(match: Match) -> None:
    """In every world that a seat cannot tell from its own, the same move is made for it."""
    chance = random.Random(match.seed)
    for at in match.moments(12):
        asked = match.rules.to_act(match.states[at])
        for seat in asked if isinstance(asked, frozenset) else ():
            seen = match.rules.observe(match.states[at], seat)
            made = match.rules.safest(seen)
            world = match.rules.imagine(seen, chance)
            other = match.rules.safest(match.rules.observe(world, seat))
            assert other == made, f"seat {seat} at ply {at} knows too much"


def check_a_match_of_safest_moves_ends(match: Match) -> None:
    """Also when everybody has left, and every move is made for them."""
    rules = match.rules
    state = rules.start(match.setup)

    def made_for(state: Any, seat: Seat, legal: tuple[Move, ...]) -> Move:
        return rules.safest(rules.observe(state, seat))

    moves = playout(rules, state, random.Random(match.seed), made_for)
    for count, (_, _, step) in enumerate(moves):
        assert count < PLIES, "a match of safest moves does not end"
        state = step.state
    assert rules.outcome(state) is not None
