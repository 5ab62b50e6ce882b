"""Hints while several people choose at the same time."""

from random import Random
from typing import Any

from bot.ai.hint import hint_in
from bot.games import game
from bot.service.model.hints import HintRule
from bot.service.ports.thinking import ThinkingInThreads
from tests.service.harness import ANA, BRUNO, CHEN, ServiceHarness


async def test_a_hint_stands_though_somebody_else_chooses_meanwhile(monkeypatch):
    harness = ServiceHarness()
    match_id = await harness.lobby(ANA, BRUNO, CHEN, game_id="squares")
    await harness.tables.set_hints(match_id, ANA, HintRule.ON)
    await harness.tables.start(match_id, ANA, "start")
    rng, rules = Random(4), game("squares")
    while len(asked := rules.to_act(state := (await harness.plies(match_id))[-1].state)) < 2:
        user, codes = await harness.turn(match_id)
        await harness.matches.play(match_id, user, None, rng.choice(codes))
    match = await harness.store.match(match_id)
    (user, _), *others = [
        (match.seats[seat].user_id, rules.legal_moves(state, seat)[0].code) for seat in asked
    ]

    async def meanwhile(self: ThinkingInThreads, *work: Any) -> Any:
        await harness.matches.play(match_id, others[0][0], match.ply, others[0][1])
        return hint_in(*work[1:], playouts=10)

    monkeypatch.setattr(ThinkingInThreads, "run", meanwhile)
    found = await harness.service.hints.take(match_id, user, match.ply)
    assert found.code in {move.code for move in rules.legal_moves(state, match.seat_of(user))}
    query = "SELECT sum(hints_taken) FROM seats"
    async with harness.store.engine.connect() as connection:
        assert (await connection.exec_driver_sql(query)).scalar() == 1
    await harness.end()
