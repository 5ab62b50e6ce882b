"""Running matches: moves, automatic moves, leaving, results."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest
import sqlalchemy as sa

from bot.engine.contract import NATURE, Actor, Lot, Move, Shuffle
from bot.engine.errors import IllegalMove, MatchOver, NotYourTurn, Refusal, StaleMove
from bot.engine.replay import ReplayedMove, by_chance, replay
from bot.engine.seating import prepare
from bot.games import game
from bot.games.blind import BLIND
from bot.games.block import BLOCK
from bot.games.common.pieces import Draw, Pass
from bot.model import errors
from bot.model.match import CloseReason, Stage, WaitingFor
from bot.model.terms import Pace
from bot.service.history import Viewer
from bot.service.lobby.new_match import MatchPlace
from bot.service.play.loaded_match import turns_after
from tests.service.harness import ANA, BRUNO, CHEN, DANA, EVA, HERE, refused


async def test_a_move_is_committed_with_all_that_follows_by_itself(harness):
    match_id, rng = await harness.running(game_id="draw"), Random(1)
    while (match := await harness.store.match(match_id)).is_open:
        user, codes = await harness.turn(match_id)
        assert not {"draw", "pass"} & {*codes}, "nobody is ever asked to draw or to knock"
        await harness.matches.play(match_id, user, match.ply, rng.choice(codes))
        await harness.quiet()
    plies = await harness.plies(match_id)
    rules = game("draw")
    assert [ply for ply in plies if isinstance(ply.move, Draw | Pass)]
    for at, ply in enumerate(plies[:-1]):
        asked = rules.to_act(ply.state)
        if isinstance(asked, frozenset) and len(asked) == 1:
            (seat,) = asked
            legal = rules.legal_moves(ply.state, seat)
            following = plies[at + 1]
            assert following.actor == seat
            assert len(legal) > 1 or legal[0].automatic or following.move is legal[0]
    await harness.agree(match_id)


@pytest.mark.parametrize("rounds", [3, pytest.param(12, marks=pytest.mark.deep)])
async def test_hundreds_of_hostile_plays_at_once_leave_a_legal_log(harness, rounds):
    """Everybody plays everything at every ply at the same time: no ply is taken twice."""
    match_id = await harness.running(ANA, BRUNO, CHEN, DANA)
    rng, moves = Random(3), 0
    for _ in range(rounds):
        match = await harness.store.match(match_id)
        _, codes = await harness.turn(match_id)
        wild = [*codes, "pass", "6-6", "0-0@l", "nonsense", "deal", "lot 1"]
        wishes = []
        for _ in range(40):
            user, ply = rng.choice((ANA, BRUNO, CHEN, DANA, EVA)), rng.choice((0, 0, 0, -1, 1))
            wishes.append(harness.matches.play(match_id, user, match.ply + ply, rng.choice(wild)))
        answers = await asyncio.gather(*wishes, return_exceptions=True)
        assert all(isinstance(a, Refusal) for a in answers if isinstance(a, BaseException))
        made = [answer for answer in answers if not isinstance(answer, BaseException)]
        moves += len(made)
        after = await harness.store.match(match_id)
        assert after.ply == match.ply + sum(len(look.news) for look in made)
        await harness.agree(match_id)
    assert moves > rounds / 2


async def test_all_leave_at_once_and_one_of_them_twice(harness):
    match_id = await harness.running(ANA, BRUNO, CHEN, DANA)
    leaving = [harness.matches.leave(match_id, user) for user in (ANA, BRUNO, CHEN, DANA, ANA)]
    answers = await asyncio.gather(*leaving, return_exceptions=True)
    assert sum(isinstance(each, Refusal) for each in answers) == 1
    await harness.quiet()
    assert (await harness.store.match(match_id)).stage is Stage.CLOSED
    await harness.agree(match_id)


async def test_refused_moves_change_nothing(harness):
    match_id = await harness.running()
    user, codes = await harness.turn(match_id)
    other = BRUNO if user == ANA else ANA
    before = await harness.store.match(match_id)
    for refusal, who, ply, code in (
        (NotYourTurn, other, before.ply, codes[0]),
        (errors.NotSeated, EVA, before.ply, codes[0]),
        (StaleMove, user, before.ply - 1, codes[0]),
        (StaleMove, user, before.ply + 1, codes[0]),
        (IllegalMove, user, before.ply, "nonsense"),
        (IllegalMove, user, before.ply, "pass"),
        (IllegalMove, user, before.ply, "deal " + codes[0]),
        (IllegalMove, user, None, ""),
    ):
        await refused(refusal, harness.matches.play(match_id, who, ply, code))
    await refused(errors.NoSuchMatch, harness.matches.play(99, user, 0, "6-6"))
    assert await harness.store.match(match_id) == before
    lobby = await harness.lobby(where=MatchPlace(1, 11))
    await refused(errors.NotStarted, harness.matches.play(lobby, ANA, 0, "6-6"))
    await refused(errors.NotStarted, harness.matches.leave(lobby, ANA))
    await harness.agree(match_id)


@pytest.mark.parametrize(("ends", "refusal"), [("won", MatchOver), ("left", errors.TableClosed)])
async def test_a_match_that_has_ended_cannot_be_played_or_left(harness, ends, refusal):
    match_id = await harness.running(target=1)
    if ends == "won":
        await harness.play_on(match_id, Random(7))
    else:
        await asyncio.gather(*(harness.matches.leave(match_id, user) for user in (ANA, BRUNO)))
        await harness.quiet()
    match = await harness.store.match(match_id)
    assert match.stage is (Stage.OVER if ends == "won" else Stage.CLOSED)
    assert match.awaits is WaitingFor.NOBODY
    await refused(refusal, harness.matches.play(match_id, BRUNO, None, "6-6"))
    await refused(refusal, harness.matches.leave(match_id, BRUNO))
    assert (await harness.store.match(match_id)).ply == match.ply
    await harness.agree(match_id)


async def test_everybody_sees_their_own_seat_and_a_stranger_a_spectators(harness):
    match_id = await harness.running(ANA, BRUNO, CHEN)
    state = (await harness.plies(match_id))[-1].state
    for seat, user in enumerate((ANA, BRUNO, CHEN)):
        seen = (await harness.matches.view_for(match_id, user)).seen
        assert seen.seat == seat
        assert seen.round.hand == state.round.hands[seat]
    seen = (await harness.matches.view_for(match_id, EVA)).seen
    assert seen.seat is None
    assert seen.round.hand == ()


async def test_computers_that_took_over_from_everybody_but_one_go_on(harness):
    match_id = await harness.running(ANA, BRUNO, CHEN, target=20)
    await harness.matches.leave(match_id, BRUNO, for_good=True)
    match = await harness.matches.leave(match_id, CHEN, for_good=True)
    assert match.people == (ANA,)
    assert [each.left_by for each in match.seats] == [None, BRUNO, CHEN]
    assert match.salts == ("salt 101", "salt 102", "salt 103", "start"), "chance stays as promised"
    await harness.quiet()
    await harness.play_on(match_id, Random(6))
    assert (await harness.store.match(match_id)).stage is Stage.OVER
    await harness.agree(match_id)


@pytest.mark.parametrize("computers", [0, 1])
async def test_a_match_in_which_nobody_made_a_move_is_simply_closed(harness, computers):
    """Not even where a computer has moved, its own seat or that of who left first."""
    match_id = await harness.running(ANA, BRUNO, computers=["steady"] * computers)
    for user in (ANA, BRUNO):
        await harness.quiet()
        await harness.matches.leave(match_id, user)
    await harness.quiet()
    assert (await harness.store.match(match_id)).stage is Stage.CLOSED
    assert await harness.store.ended(match_id) is None
    assert await harness.store.unscored(9) == ()
    assert await harness.store.ratings_of(ANA) == {}
    assert await harness.store.history(BRUNO, 9) == ()
    for user in (ANA, BRUNO):
        assert await harness.store.achievements(user) == ()
    assert harness.channel.shown[-1].scores == ()
    with pytest.raises(errors.NothingToReplay):
        await harness.service.match_history.open_story(match_id, Viewer(ANA, 1, 10))


@pytest.mark.parametrize("first", ["who has moved", "the other"])
@pytest.mark.parametrize("again", [False, True], ids=["in memory", "read again"])
async def test_one_move_makes_a_match_count_whoever_leaves_first(harness, first, again):
    match_id = await harness.running(ANA, BRUNO)
    mover, codes = await harness.turn(match_id)
    await harness.matches.play(match_id, mover, None, codes[0])
    (other,) = {ANA, BRUNO} - {mover}
    leaving = [mover, other] if first == "who has moved" else [other, mover]
    for user in leaving:
        if again:
            await harness.service.cache.forget(match_id)
        await harness.matches.leave(match_id, user)
    assert (await harness.store.match(match_id)).is_abandoned
    if again:
        await harness.service.cache.forget(match_id)
    await harness.tables.open("block", HERE, ANA, "salt")
    results = (await harness.store.ended(match_id)).seats
    assert {each.user_id: each.place for each in results} == {leaving[1]: 1, leaving[0]: 2}


async def test_what_the_clock_moved_for_people_who_never_came_counts_for_nobody(timed):
    await timed.begun(ANA, BRUNO)
    await timed.advance(days=1.5)
    await timed.service.cache.forget(1)  # so that it is read again
    await timed.advance(days=4)
    assert (await timed.match()).close_reason is CloseReason.ABSENT
    assert await timed.store.late_plies(1, 0)
    assert await timed.store.ended(1) is None


async def test_the_match_a_command_is_about_is_found_without_loading_any(timed):
    for nth, pace in enumerate((Pace.NONE, Pace.DAY, Pace.LIVE, Pace.DAY)):
        match_id = await timed.running(ANA, BRUNO, pace=pace, where=MatchPlace(1, 100 + nth))
        if (await timed.turn(match_id))[0] == BRUNO:
            await timed.play(match_id)
    await timed.lobby(ANA, where=MatchPlace(1, 200))
    statements: list[str] = []
    engine = timed.store.within.database.engine
    listening = (engine, "after_cursor_execute", lambda *args: statements.append(args[2]))
    sa.event.listen(*listening)
    calls = timed.store.calls.copy()

    match_for_command = timed.matches.match_for_command
    assert await match_for_command(ANA, 101) == 2
    assert await match_for_command(ANA, 999) == 3
    assert (timed.store.calls - calls) == {"open_in": 2, "waiting_for": 1}
    assert len(statements) == 3
    sa.event.remove(*listening)
    await refused(errors.NoMatchHere, match_for_command(CHEN, 999))


@pytest.mark.parametrize(("rules", "seats"), [(BLIND, 3), (BLOCK, 2)], ids=["blind", "block"])
def test_a_choice_began_when_its_seat_last_acted_or_its_moves_last_changed(rules, seats):
    """The log alone tells, so it is the same after a restart."""
    rng, kept = random.Random(1), 0
    actor: Actor
    state, live, log = rules.start(prepare(rules.info, seats)), [], []
    turns: Mapping[int, int] = {}
    while waiting := rules.to_act(state):
        if isinstance(waiting, Shuffle | Lot):
            actor, move = NATURE, by_chance(waiting, rng)
        else:
            actor = rng.choice(sorted(waiting))
            move = rng.choice(rules.legal_moves(state, actor))
        before, known, state = state, turns, rules.apply(state, actor, move).state
        log.append((actor, move.code))
        ply = ReplayedMove(len(log) - 1, actor, move, (), state)
        turns = turns_after(rules, before, ply, known)
        live.append(turns)
        acting = rules.to_act(state)
        assert set(turns) == (set() if isinstance(acting, Shuffle | Lot) else acting)
        for seat, since in turns.items():
            goes_on = seat != actor and seat in known
            same = goes_on and rules.legal_moves(before, seat) == rules.legal_moves(state, seat)
            assert since == (known[seat] if same else len(log))
            kept += same
    assert kept or rules is BLOCK
    turns, state = {}, rules.start(prepare(rules.info, seats))
    for ply, known in zip(replay(rules, prepare(rules.info, seats), log), live, strict=True):
        turns = turns_after(rules, state, ply, turns)
        state = ply.state
        assert turns == known


def test_a_choice_that_has_become_another_is_a_new_one():
    class Changing:
        def to_act(self, state):
            return frozenset({0, 1})

        def legal_moves(self, state, seat):
            return (state,)

    rules: Any = Changing()
    changed = ReplayedMove(4, 0, Move(""), (), "after")
    asked = turns_after(rules, "before", changed, {0: 2, 1: 2})
    assert asked == {0: 5, 1: 5}
    asked = turns_after(rules, "same", ReplayedMove(5, 0, Move(""), (), "same"), asked)
    assert asked == {0: 6, 1: 5}
