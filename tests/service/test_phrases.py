"""Phrases at the table: once between two moves, and never a move."""

import asyncio
from dataclasses import replace

import pytest

from bot.model.errors import NotSeated, PhrasesOff, SaidAlready, SeatHeld
from bot.model.terms import Phrase, Said
from bot.present.text.phrases import PHRASES
from bot.service.lobby.seating import Where
from tests.service.harness import ANA, BRUNO, CHEN, EVA, ServiceHarness


async def said(harness: ServiceHarness, match_id: int) -> list[Said | None]:
    match = await harness.store.match(match_id)
    return [each.said for each in match.seats]


def test_every_phrase_has_a_text():
    assert set(Phrase) == set(PHRASES)
    assert len(PHRASES) == 8


async def test_a_phrase_changes_nothing_but_what_is_shown(harness):
    match_id = await harness.running(ANA, BRUNO)
    await harness.quiet()
    before, shown = await harness.store.match(match_id), len(harness.channel.shown)
    await harness.service.phrases.say(match_id, BRUNO, Phrase.LUCK)
    await harness.quiet()
    after = await harness.store.match(match_id)
    assert (after.ply, after.agenda, after.awaits) == (before.ply, before.agenda, before.awaits)
    assert after.version == before.version + 1
    (update,) = harness.channel.shown[shown:]
    assert update.match.seats[1].said == Said(Phrase.LUCK, before.ply)
    assert (update.news, update.asked) == ((), frozenset())


async def test_each_says_one_phrase_between_two_moves(harness):
    match_id = await harness.running(ANA, BRUNO)
    say = harness.service.phrases.say
    await say(match_id, ANA, Phrase.HELLO)
    with pytest.raises(SaidAlready):
        await say(match_id, ANA, Phrase.LUCK)
    await say(match_id, BRUNO, Phrase.LUCK)
    await harness.move(match_id)
    await say(match_id, ANA, Phrase.WELL)
    assert [each and each.phrase for each in await said(harness, match_id)] == [
        Phrase.WELL,
        Phrase.LUCK,
    ]


async def test_two_presses_at_once_are_one_phrase(harness):
    match_id = await harness.running(ANA, BRUNO)
    say = harness.service.phrases.say
    done = await asyncio.gather(
        *(say(match_id, ANA, each) for each in (Phrase.HELLO, Phrase.LUCK)), return_exceptions=True
    )
    assert [type(each) for each in done].count(SaidAlready) == 1


async def test_strangers_leavers_and_held_seats_say_nothing(harness):
    match_id = await harness.running(ANA, BRUNO, CHEN)
    say = harness.service.phrases.say
    await say(match_id, BRUNO, Phrase.HELLO)
    await harness.matches.leave(match_id, BRUNO)
    (_, left, _) = await said(harness, match_id)
    assert left is not None
    assert left.phrase is None, "what they said is gone with them"
    for user in (BRUNO, EVA):
        with pytest.raises(NotSeated):
            await say(match_id, user, Phrase.HELLO)
    await harness.quiet()
    match = await harness.store.match(match_id)
    held = replace(match.seats[2], level="steady")
    await harness.store.take_seat(match_id, match.revision, held, match.awaits, match.agenda)
    harness.service.cache.mark_outdated(match_id)
    with pytest.raises(SeatHeld):
        await say(match_id, CHEN, Phrase.HELLO)


async def test_whoever_leaves_and_comes_back_has_had_their_say(harness):
    match_id = await harness.running(ANA, BRUNO, CHEN)
    mover, _ = await harness.turn(match_id)
    leaver = next(user for user in (ANA, BRUNO, CHEN) if user != mover)
    await harness.service.phrases.say(match_id, leaver, Phrase.HELLO)
    left_at = harness.clock.now()
    ply = (await harness.matches.leave(match_id, leaver)).ply
    harness.service.cache.forget_all()
    await harness.matches.undo_leaving(match_id, leaver, ply, left_at)
    with pytest.raises(SaidAlready):
        await harness.service.phrases.say(match_id, leaver, Phrase.LUCK)


async def test_the_host_turns_phrases_off_and_a_rematch_keeps_them_off(harness):
    match_id = await harness.lobby(ANA, BRUNO)
    await harness.tables.set_phrases(match_id, ANA, allowed=False)
    match = await harness.tables.start(match_id, ANA, "start")
    with pytest.raises(PhrasesOff):
        await harness.service.phrases.say(match_id, ANA, Phrase.HELLO)
    await harness.matches.leave(match_id, BRUNO)
    await harness.matches.leave(match_id, ANA)
    after = await harness.tables.open_rematch(match, Where(1, 11), ANA, "salt")
    assert not after.phrases
