"""Hints while several people choose at the same time, and when none is found."""

from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

import pytest

from bot.ai.hint import hint_in
from bot.games import game
from bot.model.errors import NoHintNow, NothingKnown
from bot.model.terms import HintRule
from bot.present.i18n import ENGLISH
from bot.present.screens.match.hint import hint_buttons
from bot.service.play import hints
from bot.service.ports.thinking import ThinkingInThreads
from tests.present.sights import table_info
from tests.service.harness import ANA, BRUNO, CHEN, ServiceHarness

TABLE = replace(table_info(ANA, BRUNO), allows_hints=True)


async def hints_taken(harness: ServiceHarness) -> int:
    query = "SELECT sum(hints_taken) FROM seats"
    async with harness.store.engine.connect() as connection:
        taken: int = (await connection.exec_driver_sql(query)).scalar()
        return taken


async def test_a_hint_stands_though_somebody_else_chooses_meanwhile(harness, monkeypatch):
    match_id = await harness.lobby(ANA, BRUNO, CHEN, game_id="squares")
    await harness.tables.set_hints(match_id, ANA, HintRule.ON)
    await harness.tables.start(match_id, ANA, "start")
    rng, rules, asked = Random(4), game("squares"), list[int]()
    while len(asked) < 2:
        user, codes = await harness.turn(match_id)
        await harness.matches.play(match_id, user, None, rng.choice(codes))
        state = (await harness.plies(match_id))[-1].state
        asked = [seat for seat in range(3) if rules.legal_moves(state, seat)]
    match = await harness.store.match(match_id)
    (user, _), *others = [
        (match.seats[seat].user_id, rules.legal_moves(state, seat)[0].code) for seat in asked
    ]

    async def meanwhile(self: ThinkingInThreads, _: Any, game_id: str, *of: Any) -> Any:
        await harness.matches.play(match_id, others[0][0], match.ply, others[0][1])
        return hint_in(game_id, of[0], of[1], playouts=10)

    monkeypatch.setattr(ThinkingInThreads, "run", meanwhile)
    found = await harness.service.hints.take(match_id, user, match.ply)
    assert found.code in {move.code for move in rules.legal_moves(state, match.seat_of(user))}
    assert await hints_taken(harness) == 1


@pytest.mark.parametrize("game_id", ["blind", "memory"])
async def test_there_is_no_hint_while_nobody_knows_anything(harness, game_id, monkeypatch):
    monkeypatch.setattr(hints, "hint_in", partial(hint_in, playouts=10))
    match_id = await harness.lobby(ANA, BRUNO, game_id=game_id)
    await harness.tables.set_hints(match_id, ANA, HintRule.ON)
    await harness.tables.start(match_id, ANA, "start")
    for _ in range(2):  # both choose a front, or two bones are turned up
        user, seen, ply = await asked_first(harness, match_id)
        assert len(seen.legal) > 1
        assert not hint_buttons(TABLE, seen, ply, ENGLISH)
        with pytest.raises(NothingKnown):
            await harness.service.hints.take(match_id, user, ply)
        await harness.matches.play(match_id, user, None, seen.legal[0].code)
    while len((await asked_first(harness, match_id))[1].legal) < 2:
        user, seen, _ = await asked_first(harness, match_id)
        await harness.matches.play(match_id, user, None, seen.legal[0].code)
    user, seen, ply = await asked_first(harness, match_id)
    assert hint_buttons(TABLE, seen, ply, ENGLISH)
    await harness.service.hints.take(match_id, user, ply)


async def asked_first(harness: ServiceHarness, match_id: int) -> tuple[int, Any, int]:
    match = await harness.store.match(match_id)
    rules, state = game(match.game), (await harness.plies(match_id))[-1].state
    asked = rules.to_act(state)
    assert isinstance(asked, frozenset)
    seat = min(asked)
    return match.seats[seat].user_id, rules.observe(state, seat), match.ply


async def test_a_hint_that_takes_too_long_is_refused_and_not_counted(harness, monkeypatch):
    match_id = await harness.running(ANA, computers=("casual",))
    await harness.quiet()

    async def too_long(self: ThinkingInThreads, *work: Any) -> Any:
        raise TimeoutError

    monkeypatch.setattr(ThinkingInThreads, "run", too_long)
    ply = (await harness.store.match(match_id)).ply
    for _ in range(2):
        with pytest.raises(NoHintNow):
            await harness.service.hints.take(match_id, ANA, ply)
    assert await hints_taken(harness) == 0


async def test_a_hint_counts_though_another_process_changes_the_match(harness, monkeypatch):
    match_id = await harness.lobby(ANA, BRUNO)
    await harness.tables.set_hints(match_id, ANA, HintRule.ON)
    await harness.tables.start(match_id, ANA, "start")
    user, _ = await harness.turn(match_id)
    match = await harness.store.match(match_id)
    count = harness.store.count_hint

    async def late(*of: Any) -> None:
        monkeypatch.setattr(harness.store, "count_hint", count)
        now = await harness.store.match(match_id)
        await harness.store.mark_shown(match_id, now.revision, now.version, now.ply)
        await count(*of)

    monkeypatch.setattr(harness.store, "count_hint", late, raising=False)
    await harness.service.hints.take(match_id, user, match.ply)
    assert await hints_taken(harness) == 1
