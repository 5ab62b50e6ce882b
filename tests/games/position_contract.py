import random
from typing import Any

from bot.engine.contract import NATURE, Outcome, Position, Rules, Seat
from bot.engine.replay import ReplayedMove
from bot.engine.rounds import Rounds
from tests.games.playing import Match


def check_a_position_plays_as_the_rules_do(match: Match) -> None:
    """Check that positions follow the match to the end of a round, whatever their copies do.

    They start where nature has no more to do in the round.
    """
    for at in match.moments(match.depth.positions):
        plies = _rest_of_the_round(match, at)
        if not any(ply.actor is NATURE for ply in plies):
            _follows(match, at, plies)


def _rest_of_the_round(match: Match, at: int) -> list[ReplayedMove[Any]]:
    """Return the plies from ``at`` to the end of the round.

    Where several seats act at the same time, they do so in the order of their seats.
    """
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
    """Check that a seat finds itself to act in every sample, with its own moves.

    Equal random sources give equal samples, and they can be played out.
    """
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
