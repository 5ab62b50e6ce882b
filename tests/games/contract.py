import copy
import pickle
import random
from collections import Counter
from typing import Any

import pytest

from bot.engine.contract import NATURE, Lot, Move, Outcome, Position, Seat, Shuffle
from bot.engine.errors import IllegalMove, MatchOver, NotYourTurn, Refusal
from bot.engine.match_formats import TARGET
from bot.engine.replay import ReplayedMove, find, playout, replay
from bot.engine.rounds import Rounds, RoundScored
from bot.engine.rules import Rules
from bot.games.common.events import BLOCKED, DOMINO, HandsCounted, RoundEndEvent
from tests.games.playing import PLIES, Match


def check_it_ends_with_a_result(match: Match) -> None:
    outcome = match.rules.outcome(match.states[match.last])
    assert outcome is not None, "the match stopped without an outcome"
    assert len(outcome.points) == match.setup.seat_count
    assert set(outcome.winners) <= set(range(match.setup.seat_count))
    assert outcome.reason
    for state in match.states[: match.last]:
        assert match.rules.outcome(state) is None, "there was an outcome before the end"


def check_turns(match: Match) -> None:
    """Check that seats that are to act have moves with distinct codes, and all others have none."""
    for state in match.states:
        asked = match.rules.to_act(state)
        acting = frozenset() if isinstance(asked, Shuffle | Lot) else asked
        for seat in range(match.setup.seat_count):
            legal = match.rules.legal_moves(state, seat)
            assert bool(legal) == (seat in acting), f"seat {seat} has {len(legal)} moves"
            codes = [move.code for move in legal]
            assert len(set(codes)) == len(codes), f"two moves are spelled alike: {codes}"


def check_refusals(match: Match) -> None:
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
    for seat in range(match.setup.seat_count):
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
    again = replay(match.rules, match.setup, match.log)
    compared = set(range(1, match.last + 1) if match.depth.every else match.moments(20))
    for ply in match.plies:
        try:
            other = next(again)
        except Refusal as refusal:
            raise AssertionError(f"ply {ply.index} cannot be replayed: {refusal}") from None
        assert other.events == ply.events, f"ply {ply.index} is told otherwise"
        if ply.index + 1 in compared:
            assert other.state == ply.state, f"ply {ply.index} leads elsewhere"


def check_pieces(match: Match) -> None:
    """Check that no piece is lost or doubled (GEN-I1, GEN-I2)."""
    whole = match.copies
    for at, state in enumerate(match.states):
        assert Counter(all_pieces(match.rules, state)) == whole, f"pieces changed before ply {at}"
    for at in range(match.last) if match.depth.every else filter(match.closes, range(match.last)):
        now = Counter(piece for held in match.pieces_after(at).values() for piece in held)
        assert now == whole, f"pieces changed in ply {at}"


def all_pieces(rules: Rules[Any, Any], state: Any) -> list[str]:
    return [piece for pieces in rules.piece_locations(state).values() for piece in pieces]


def check_points_never_decrease(match: Match) -> None:
    """Check that a round takes no points away (GEN-13), and that totals are what the format says,
    which may break a score (JAM-8)."""
    assert isinstance(match.rules, Rounds)
    totals = (0,) * match.setup.seat_count
    for ply in match.plies:
        for event in ply.events:
            if isinstance(event, RoundScored):
                assert all(points >= 0 for points in event.points), f"negative: {event}"
                played = Outcome(event.winners, event.points, "")
                totals = match.rules.match_format.totals(match.setup, totals, played)
                assert event.totals == totals, f"the sum is wrong: {event}"
    outcome = match.rules.outcome(match.states[match.last])
    assert outcome is not None
    assert all(points >= before for points, before in zip(outcome.points, totals, strict=True))


def check_observation_tells_whose_turn_it_is(match: Match) -> None:
    for at in match.moments(match.depth.turns):
        state = match.states[at]
        asked = match.rules.to_act(state)
        for seat in match.eyes:
            seen = match.rules.observe(state, seat)
            assert seen.seat == seat
            assert seen.to_act == (asked if isinstance(asked, frozenset) else frozenset())
            assert seen.legal == (() if seat is None else match.rules.legal_moves(state, seat))


def check_the_safest_move_is_a_legal_one(match: Match) -> None:
    for at in match.moments(match.depth.timeout_move):
        asked = match.rules.to_act(match.states[at])
        for seat in asked if isinstance(asked, frozenset) else ():
            seen = match.rules.observe(match.states[at], seat)
            move = match.rules.timeout_move(seen)
            where = f"seat {seat} at ply {at}"
            assert move in seen.legal, f"{where}: {move.code} is not to be had"
            assert match.rules.timeout_move(seen) == move, f"{where} thinks again"


def check_a_match_of_safest_moves_ends(match: Match) -> None:
    rules = match.rules
    state = rules.start(match.setup)

    def made_for(state: Any, seat: Seat, legal: tuple[Move, ...]) -> Move:
        return rules.timeout_move(rules.observe(state, seat))

    moves = playout(rules, state, random.Random(match.seed), made_for)
    for count, (_, _, step) in enumerate(moves):
        assert count < PLIES, "a match of safest moves does not end"
        state = step.state
    assert rules.outcome(state) is not None


def check_the_end_of_a_round_says_who_is_out(match: Match) -> None:
    """Check that the reason is domino if and only if exactly one seat has nothing left, or one side
    where the round goes on until then. A target that is hit is the reason in either case."""
    goes_on = getattr(getattr(match.rules, "game", None), "until_side_is_out", None)
    for ply in match.plies:
        for event in ply.events:
            if not isinstance(event, HandsCounted):
                unsaid = isinstance(event, RoundEndEvent) and event.reason == DOMINO
                assert not unsaid, f"who is out? {event}"
                continue
            assert event.reason in {DOMINO, BLOCKED, TARGET}
            if event.reason != TARGET:
                assert (event.reason == DOMINO) == (event.out is not None), f"{event} has two minds"
            setup = match.states[ply.index].setup
            places = match.pieces_after(ply.index)
            bare = {
                seat
                for seat in setup.seats
                if not any(places.get(f"{kind} {seat}") for kind in ("hand", "row", "stock"))
            }
            if goes_on and goes_on(setup):
                bare = {seat for side in setup.sides for seat in side if bare.issuperset(side)}
                out = set() if event.out is None else {*setup.side_of(event.out)}
            else:
                out = {event.out} - {None}
            assert bare == out, f"{bare} have nothing left: {event}"


def check_states_survive_a_copy(match: Match) -> None:
    midway = random.Random(match.seed).randrange(match.last)
    for at in {midway, match.last}:
        state = match.states[at]
        for copied in (pickle.loads(pickle.dumps(state)), copy.deepcopy(state)):
            assert copied == state, f"another state at ply {at}"
            assert hash(copied) == hash(state), f"another hash at ply {at}"
            for seat in match.eyes:
                assert match.rules.observe(copied, seat) == match.rules.observe(state, seat)
    copied = pickle.loads(pickle.dumps(match.states[midway]))
    assert _played_on(match, copied, midway) == match.states[-1], f"from ply {midway} on"


def _played_on(match: Match, state: Any, at: int) -> Any:
    for ply in match.plies[at:]:
        move = find(match.rules, state, ply.actor, ply.move.code)
        step = match.rules.apply(state, ply.actor, move)
        assert step.events == ply.events, f"ply {ply.index} is told otherwise"
        state = step.state
    return state


def check_a_position_plays_as_the_rules_do(match: Match) -> None:
    """Check that positions follow the match to the end of a round, whatever their copies do. They
    start where nature has no more to do in the round."""
    for at in match.moments(match.depth.positions):
        plies = _rest_of_the_round(match, at)
        if not any(ply.actor is NATURE for ply in plies):
            _follows(match, at, plies)


def _rest_of_the_round(match: Match, at: int) -> list[ReplayedMove[Any]]:
    """Return the plies from ``at`` to the end of the round. Where several seats act at the same
    time, they do so in the order of their seats."""
    plies: list[ReplayedMove[Any]] = []
    while at < match.last:
        asked = match.rules.to_act(match.states[at])
        count = len(asked) if isinstance(asked, frozenset) else 1
        plies += sorted(match.plies[at : at + count], key=lambda ply: str(ply.actor))
        at += count
        if match.closes(at - 1):
            break
    return plies


def _follows(match: Match, at: int, plies: list[ReplayedMove[Any]]) -> None:
    state = match.states[at]
    position = match.rules.position(state, random.Random(1))
    game: Rules[Any, Any] = match.rules
    if isinstance(match.rules, Rounds):
        game, state = match.rules.game, state.round
    untouched, tried = position.copy(), position.copy()
    before, result = _choices(position), tried.play_out(random.Random(match.seed))
    for ply in plies:
        where = f"at ply {ply.index}, from ply {at} on"
        asked = game.to_act(state)
        assert isinstance(asked, frozenset)
        legal = {move.code: move for move in game.legal_moves(state, min(asked))}
        assert _choices(position) == (min(asked), sorted(legal)), where
        assert position.outcome() is None, where
        position.push(legal[ply.move.code])
        state = game.apply(state, min(asked), legal[ply.move.code]).state
    outcome = game.outcome(state)
    assert _choices(position) == (None, []), f"no end, from ply {at} on"
    assert position.outcome() == position.play_out(random.Random(1)) == outcome, f"from ply {at} on"
    assert _shape(result) == _shape(outcome) == _shape(tried.outcome())
    assert _choices(untouched) == before, f"a copy was changed from ply {at} on"


def _choices(position: Position) -> tuple[Seat | None, list[str]]:
    return position.seat, sorted(move.code for move in position.moves())


def _shape(outcome: Outcome | None) -> tuple[object, ...]:
    """Return what the outcomes of all ways to play a round on have in common."""
    assert outcome is not None
    assert set(outcome.winners) <= set(range(len(outcome.points)))
    return len(outcome.points), outcome.lasted, outcome.tally is None, bool(outcome.reason)


def check_sampled_positions_agree_with_what_was_seen(match: Match) -> None:
    """Check that a seat finds itself to act in every sample, with its own moves. Equal random
    sources give equal samples, and they can be played out."""
    for at in match.moments(match.depth.turns):
        asked = match.rules.to_act(match.states[at])
        for seat in sorted(asked) if isinstance(asked, frozenset) else ():
            seen = match.rules.observe(match.states[at], seat)
            belief, legal = match.rules.believe(seen), sorted(move.code for move in seen.legal)
            results = []
            for again in (belief, match.rules.believe(seen)):
                chance = random.Random(match.seed + at)
                sample = again.sample(chance)
                assert _choices(sample) == (seat, legal), f"seat {seat} at ply {at}"
                sample.push(seen.legal[-1])
                results.append(sample.play_out(chance))
            assert results[0] == results[1], f"seat {seat} at ply {at} gets other samples"
