"""Hints while several people choose or none is found, and phrases, once between two moves."""

from dataclasses import replace
from functools import partial
from random import Random
from typing import Any
from unittest.mock import AsyncMock

import pytest

from bot.ai.hint import hint_in
from bot.games import game
from bot.model.errors import NoHintNow, NothingKnown, NotSeated, PhrasesOff, SaidAlready, SeatHeld
from bot.model.terms import HintRule, Phrase, Said
from bot.present.i18n import ENGLISH
from bot.present.screens.match.hint import hint_buttons
from bot.present.screens.match.table import PHRASES
from bot.service.lobby.new_match import MatchPlace
from bot.service.play import hints
from bot.service.ports.thinking import ThinkingInThreads
from tests.present.sights import table_info
from tests.service.harness import ANA, BRUNO, CHEN, EVA, ServiceHarness, refused

TABLE = replace(table_info(ANA, BRUNO), allows_hints=True)


async def hints_taken(harness: ServiceHarness) -> int:
    query = "SELECT sum(hints_taken) FROM seats"
    return await harness.store.database.read(lambda db: db.exec_driver_sql(query).scalar_one())


async def test_a_hint_stands_though_somebody_else_chooses_meanwhile(harness, monkeypatch):
    match_id = await harness.running(ANA, BRUNO, CHEN, game_id="squares", hints=HintRule.ON)
    rng, rules, asked = Random(4), game("squares"), list[int]()
    while len(asked) < 2:
        user, codes = await harness.turn(match_id)
        await harness.matches.play(match_id, user, None, rng.choice(codes))
        state = (await harness.plies(match_id))[-1].state
        asked = [seat for seat in range(3) if rules.legal_moves(state, seat)]
    match = await harness.store.match(match_id)
    user, other, *_ = (match.seats[seat].user_id for seat in asked)
    code = rules.legal_moves(state, asked[1])[0].code

    async def meanwhile(self: ThinkingInThreads, _: Any, game_id: str, *of: Any) -> Any:
        await harness.matches.play(match_id, other, match.ply, code)
        return hint_in(game_id, of[0], of[1], playouts=10)

    monkeypatch.setattr(ThinkingInThreads, "run", meanwhile)
    found = await harness.service.hints.take(match_id, user, match.ply)
    assert found.code in {move.code for move in rules.legal_moves(state, match.seat_of(user))}
    assert await hints_taken(harness) == 1


@pytest.mark.parametrize("game_id", ["blind", "memory"])
async def test_there_is_no_hint_while_nobody_knows_anything(harness, game_id, monkeypatch):
    monkeypatch.setattr(hints, "hint_in", partial(hint_in, playouts=10))
    match_id = await harness.running(ANA, BRUNO, game_id=game_id, hints=HintRule.ON)
    for _ in range(2):  # both choose a front, or two bones are turned up
        user, seen, ply = await asked_first(harness, match_id)
        assert len(seen.legal) > 1
        assert not hint_buttons(TABLE, seen, ply, ENGLISH)
        await refused(NothingKnown, harness.service.hints.take(match_id, user, ply))
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
    monkeypatch.setattr(ThinkingInThreads, "run", AsyncMock(side_effect=TimeoutError))
    ply = (await harness.store.match(match_id)).ply
    for _ in range(2):
        await refused(NoHintNow, harness.service.hints.take(match_id, ANA, ply))
    assert await hints_taken(harness) == 0


async def test_a_hint_counts_though_another_process_changes_the_match(harness, monkeypatch):
    match_id = await harness.running(ANA, BRUNO, hints=HintRule.ON)
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


async def said(harness: ServiceHarness, match_id: int) -> list[Said | None]:
    return [each.said for each in (await harness.store.match(match_id)).seats]


def test_every_phrase_has_a_text():
    assert set(Phrase) == set(PHRASES)
    assert len(PHRASES) == 8


async def test_a_phrase_changes_nothing_but_what_is_shown(harness):
    match_id = await harness.running(ANA, BRUNO)
    before, shown = await harness.store.match(match_id), len(harness.channel.shown)
    await harness.service.phrases.say(match_id, BRUNO, Phrase.LUCK)
    await harness.quiet()
    after = await harness.store.match(match_id)
    assert (after.ply, after.agenda, after.awaits) == (before.ply, before.agenda, before.awaits)
    assert after.version == before.version + 1
    (update,) = harness.channel.shown[shown:]
    assert update.match.seats[1].said == Said(Phrase.LUCK, before.ply)
    assert (update.news, update.newly_choosing) == ((), frozenset())


async def test_each_says_one_phrase_between_two_moves(harness):
    match_id = await harness.running(ANA, BRUNO)
    say = harness.service.phrases.say
    await say(match_id, ANA, Phrase.HELLO)
    await refused(SaidAlready, say(match_id, ANA, Phrase.LUCK))
    await say(match_id, BRUNO, Phrase.LUCK)
    await harness.move(match_id)
    await say(match_id, ANA, Phrase.WELL)
    phrases = [each and each.phrase for each in await said(harness, match_id)]
    assert phrases == [Phrase.WELL, Phrase.LUCK]


async def test_strangers_leavers_and_held_seats_say_nothing(harness):
    match_id = await harness.running(ANA, BRUNO, CHEN)
    say = harness.service.phrases.say
    await say(match_id, BRUNO, Phrase.HELLO)
    await harness.matches.leave(match_id, BRUNO)
    (_, left, _) = await said(harness, match_id)
    assert left is not None
    assert left.phrase is None, "what they said is gone with them"
    for user in (BRUNO, EVA):
        await refused(NotSeated, say(match_id, user, Phrase.HELLO))
    await harness.quiet()
    match = await harness.store.match(match_id)
    held = replace(match.seats[2], level="steady")
    await harness.store.take_seat(match_id, match.revision, held, match.awaits, match.agenda)
    harness.service.cache.mark_outdated(match_id)
    await refused(SeatHeld, say(match_id, CHEN, Phrase.HELLO))


async def test_whoever_leaves_and_comes_back_has_had_their_say(harness):
    match_id = await harness.running(ANA, BRUNO, CHEN)
    mover, _ = await harness.turn(match_id)
    leaver = next(user for user in (ANA, BRUNO, CHEN) if user != mover)
    await harness.service.phrases.say(match_id, leaver, Phrase.HELLO)
    left_at = harness.clock.now()
    ply = (await harness.matches.leave(match_id, leaver)).ply
    harness.service.cache.forget_all()
    await harness.matches.undo_leaving(match_id, leaver, ply, left_at)
    await refused(SaidAlready, harness.service.phrases.say(match_id, leaver, Phrase.LUCK))


async def test_the_host_turns_phrases_off_and_a_rematch_keeps_them_off(harness):
    match_id = await harness.lobby(ANA, BRUNO)
    await harness.tables.set_phrases(match_id, ANA, allowed=False)
    match = await harness.tables.start(match_id, ANA, "start")
    await refused(PhrasesOff, harness.service.phrases.say(match_id, ANA, Phrase.HELLO))
    await harness.leave(match_id, BRUNO, ANA)
    assert not (await harness.tables.open_rematch(match, MatchPlace(1, 11), ANA, "salt")).phrases
