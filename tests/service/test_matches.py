"""Running matches: moves, what follows by itself, leaving, results."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from bot.engine.contract import NATURE, Outcome
from bot.engine.errors import IllegalMove, MatchOver, NotYourTurn, Refusal, StaleMove
from bot.engine.rounds import RoundScored
from bot.games import game
from bot.games.block import BLOCK
from bot.games.maltese_cross import MALTESE_CROSS
from bot.games.moves import Draw, Pass
from bot.service.errors import NoMatchHere, NoSuchMatch, NotSeated, NotStarted, TableClosed
from bot.service.ports import Awaits, Match, Occupant, Stage
from bot.service.results import places
from tests.service.house import ANA, BRUNO, CHEN, DANA, EVA, NOON, House


async def test_a_move_is_committed_with_all_that_follows_by_itself(house):
    match_id = await house.running(game_id="draw")
    await house.play_on(match_id, Random(1))
    plies = await house.plies(match_id)
    rules = game("draw")
    forced = [ply for ply in plies if isinstance(ply.move, Draw | Pass)]
    assert forced
    for at, ply in enumerate(plies[:-1]):
        asked = rules.to_act(ply.state)
        if isinstance(asked, frozenset) and len(asked) == 1:
            (seat,) = asked
            legal = rules.legal_moves(ply.state, seat)
            following = plies[at + 1]
            assert following.actor == seat
            assert len(legal) > 1 or legal[0].automatic or following.move is legal[0]
    await house.agree(match_id)


async def test_nobody_is_ever_asked_to_draw_or_to_knock(house):
    match_id = await house.running(ANA, BRUNO, game_id="draw")
    rng = Random(2)
    while (match := await house.store.match(match_id)).is_open:
        user, codes = await house.turn(match_id)
        assert "draw" not in codes
        assert "pass" not in codes
        await house.matches.play(match_id, user, match.ply, rng.choice(codes))


async def test_refused_moves_change_nothing(house):
    match_id = await house.running()
    await house.quiet()
    user, codes = await house.turn(match_id)
    other = BRUNO if user == ANA else ANA
    before = await house.store.match(match_id)
    for refusal, who, ply, code in (
        (NotYourTurn, other, before.ply, codes[0]),
        (NotSeated, EVA, before.ply, codes[0]),
        (StaleMove, user, before.ply - 1, codes[0]),
        (StaleMove, user, before.ply + 1, codes[0]),
        (IllegalMove, user, before.ply, "nonsense"),
        (IllegalMove, user, before.ply, "pass"),
        (IllegalMove, user, before.ply, "deal " + codes[0]),
        (IllegalMove, user, None, ""),
    ):
        with pytest.raises(refusal):
            await house.matches.play(match_id, who, ply, code)
    with pytest.raises(NoSuchMatch):
        await house.matches.play(99, user, 0, "6-6")
    assert await house.store.match(match_id) == before
    await house.agree(match_id)


async def test_a_lobby_cannot_be_played_nor_left_like_a_match(house):
    match_id = await house.lobby(ANA, BRUNO)
    with pytest.raises(NotStarted):
        await house.matches.play(match_id, ANA, 0, "6-6")
    with pytest.raises(NotStarted):
        await house.matches.leave(match_id, ANA)
    assert (await house.matches.look(match_id, ANA)).seen is None


async def test_no_match_in_a_channel(house):
    with pytest.raises(NoMatchHere):
        await house.matches.here(99)


async def test_everybody_sees_their_own_seat_and_a_stranger_a_spectators(house):
    match_id = await house.running(ANA, BRUNO, CHEN)
    state = (await house.plies(match_id))[-1].state
    for seat, user in enumerate((ANA, BRUNO, CHEN)):
        seen = (await house.matches.look(match_id, user)).seen
        assert seen.seat == seat
        assert seen.round.hand == state.round.hands[seat]
    seen = (await house.matches.look(match_id, EVA)).seen
    assert seen.seat is None
    assert seen.round.hand == ()


async def test_hundreds_of_hostile_plays_at_once_leave_a_legal_log(house):
    """Everybody plays everything at every ply at the same time: no ply is taken twice."""
    match_id = await house.running(ANA, BRUNO, CHEN, DANA)
    rng = Random(3)
    for _ in range(12):
        match = await house.store.match(match_id)
        if not match.is_open:
            break
        _, codes = await house.turn(match_id)
        wild = [*codes, "pass", "6-6", "0-0@l", "nonsense", "deal", "lot 1"]
        wishes = [
            house.matches.play(
                match_id,
                rng.choice((ANA, BRUNO, CHEN, DANA, EVA)),
                match.ply + rng.choice((0, 0, 0, -1, 1)),
                rng.choice(wild),
            )
            for _ in range(40)
        ]
        answers = await asyncio.gather(*wishes, return_exceptions=True)
        assert all(isinstance(a, Refusal) for a in answers if isinstance(a, BaseException))
        made = [answer for answer in answers if not isinstance(answer, BaseException)]
        after = await house.store.match(match_id)
        assert after.ply == match.ply + sum(len(look.news) for look in made)
        await house.agree(match_id)


async def test_two_processes_play_one_match_and_the_log_stays_legal(house):
    match_id = await house.running(ANA, BRUNO)
    other = House(house.store)
    rng = Random(4)
    for _ in range(10):
        match = await house.store.match(match_id)
        if not match.is_open:
            break
        user, codes = await house.turn(match_id)
        code = rng.choice(codes)
        answers = await asyncio.gather(
            house.matches.play(match_id, user, match.ply, code),
            other.matches.play(match_id, user, match.ply, code),
            return_exceptions=True,
        )
        assert sum(isinstance(answer, StaleMove) for answer in answers) <= 2
        assert all(isinstance(a, StaleMove) for a in answers if isinstance(a, BaseException))
        await house.plies(match_id)
    await house.quiet()
    await other.quiet()
    await other.boneyard.close()


async def test_computers_play_until_a_person_is_to_act(house):
    match_id = await house.lobby(ANA)
    for level in ("casual", "steady"):
        await house.tables.add_computer(match_id, ANA, level)
    await house.tables.set_option(match_id, ANA, "target", "60")
    await house.tables.start(match_id, ANA, "start")
    await house.quiet()
    rng = Random(5)
    while (match := await house.store.match(match_id)).is_open:
        assert match.awaits is Awaits.PERSON
        await house.play_on(match_id, rng, moves=1)
    assert {ply.actor for ply in await house.plies(match_id)} == {NATURE, 0, 1, 2}
    await house.agree(match_id)


async def test_computers_that_took_over_from_everybody_but_one_go_on(house):
    match_id = await house.running(ANA, BRUNO, CHEN, target=20)
    await house.matches.leave(match_id, BRUNO)
    match = await house.matches.leave(match_id, CHEN)
    assert match.people == (ANA,)
    assert [each.left_by for each in match.seats] == [None, BRUNO, CHEN]
    assert match.salts == ("salt 101", "salt 102", "salt 103", "start"), "chance stays as promised"
    await house.quiet()
    await house.play_on(match_id, Random(6))
    assert (await house.store.match(match_id)).stage is Stage.OVER
    await house.agree(match_id)


async def test_the_last_person_leaves_and_the_match_is_closed(house):
    match_id = await house.running(ANA, BRUNO)
    await house.matches.leave(match_id, ANA)
    match = await house.matches.leave(match_id, BRUNO)
    assert match.stage is Stage.CLOSED
    await house.quiet()
    ply = (await house.store.match(match_id)).ply
    for wish in (
        house.matches.play(match_id, BRUNO, None, "6-6"),
        house.matches.leave(match_id, BRUNO),
    ):
        with pytest.raises(TableClosed):
            await wish
    assert (await house.store.match(match_id)).ply == ply
    await house.agree(match_id)


async def test_all_leave_at_once(house):
    match_id = await house.running(ANA, BRUNO, CHEN, DANA)
    leaving = [house.matches.leave(match_id, user) for user in (ANA, BRUNO, CHEN, DANA, ANA)]
    answers = await asyncio.gather(*leaving, return_exceptions=True)
    assert sum(isinstance(each, Refusal) for each in answers) == 1
    await house.quiet()
    assert (await house.store.match(match_id)).stage is Stage.CLOSED
    await house.agree(match_id)


async def test_after_the_end_nothing_more_is_played(house):
    match_id = await house.running(target=1)
    await house.play_on(match_id, Random(7))
    match = await house.store.match(match_id)
    assert match.stage is Stage.OVER
    assert match.awaits is Awaits.NOBODY
    for wish in (
        house.matches.play(match_id, ANA, None, "6-6"),
        house.matches.leave(match_id, ANA),
    ):
        with pytest.raises(MatchOver):
            await wish


async def test_results_are_those_of_the_log(house):
    match_id = await house.running(ANA, BRUNO, target=30)
    await house.play_on(match_id, Random(8))
    plies = await house.plies(match_id)
    totals = [0, 0]
    for ply in plies:
        for event in ply.events:
            if isinstance(event, RoundScored):
                totals = [a + b for a, b in zip(totals, event.points, strict=True)]
    assert tuple(totals) == plies[-1].state.totals
    results = (await house.store.ended(match_id)).seats
    assert {each.user_id: each.points for each in results} == {ANA: totals[0], BRUNO: totals[1]}


def ended(*occupants: Occupant) -> Match:
    return Match(
        id=1,
        game="block",
        rules=1,
        options={},
        guild_id=1,
        channel_id=10,
        host_id=ANA,
        stage=Stage.RUNNING,
        ply=9,
        shown_ply=9,
        version=9,
        shown_version=9,
        awaits=Awaits.PERSON,
        secret=b"",
        start_salt="start",
        created_at=NOON,
        seats=occupants,
    )


@pytest.mark.parametrize(
    ("points", "winners", "left", "expected"),
    [
        ((50, 20), (0,), (), [(1, True), (2, False)]),
        ((10, 60, 60, 5), (1, 2), (), [(3, False), (1, True), (1, True), (4, False)]),
        ((20, 20, 60), (2,), (), [(2, False), (2, False), (1, True)]),
        ((60, 20), (0,), (0,), [(2, False), (1, False)]),
        ((60, 60), (0, 1), (1,), [(1, True), (2, False)]),
        ((0, 0, 0, 0), (), (), [(1, False)] * 4),
        ((60, 30, 20, 10), (0,), (0, 2), [(3, False), (1, False), (4, False), (2, False)]),
    ],
)
def test_places_winners_first_then_points_and_who_left_comes_last(points, winners, left, expected):
    users = (ANA, BRUNO, CHEN, DANA)[: len(points)]
    seats = [
        Occupant(seat, None, "steady", left_by=user) if seat in left else Occupant(seat, user)
        for seat, user in enumerate(users)
    ]
    found = places(ended(*seats), Outcome(winners, points, "target"), BLOCK.info)
    assert [(each.place, each.won) for each in found] == expected
    assert [each.user_id for each in found] == list(users), "who left still has a result"
    assert tuple(each.points for each in found) == points


@pytest.mark.parametrize(
    ("penalties", "winners", "left", "expected"),
    [
        ((90, 110), (0,), (), [(1, True), (2, False)]),
        ((120, 99, 101, 100), (1,), (), [(4, False), (1, True), (3, False), (2, False)]),
        ((105, 105, 107), (0, 1), (), [(1, True), (1, True), (3, False)]),
        ((130, 40, 101), (1,), (1,), [(2, False), (3, False), (1, False)]),
    ],
)
def test_places_where_points_are_penalties_the_fewest_are_best(penalties, winners, left, expected):
    users = (ANA, BRUNO, CHEN, DANA)[: len(penalties)]
    seats = [
        Occupant(seat, None, "steady", left_by=user) if seat in left else Occupant(seat, user)
        for seat, user in enumerate(users)
    ]
    found = places(ended(*seats), Outcome(winners, penalties, "last"), MALTESE_CROSS.info)
    assert [(each.place, each.won) for each in found] == expected
    assert {each.points for each in found} == {0}, "nothing that a leaderboard would add up"


async def test_penalties_bring_a_win_and_no_points(house):
    match_id = await house.running(ANA, BRUNO, game_id="maltese-cross")
    await house.play_on(match_id, Random(8))
    outcome = (await house.plies(match_id))[-1].state.outcome
    assert max(outcome.points) >= 100
    wins = {user: seat in outcome.winners for seat, user in enumerate((ANA, BRUNO))}
    results = (await house.store.ended(match_id)).seats
    assert {each.user_id: (each.won, each.points) for each in results} == {
        user: (won, 0) for user, won in wins.items()
    }


def test_a_computers_place_belongs_to_nobody():
    found = places(
        ended(Occupant(0, ANA), Occupant(1, None, "casual")),
        Outcome((1,), (5, 70), "target"),
        BLOCK.info,
    )
    assert [(each.user_id, each.place, each.won) for each in found] == [
        (ANA, 2, False),
        (None, 1, True),
    ]
