from datetime import timedelta

from bot.model.match import CloseReason, FinalPlace, Moved, Occupant, WaitingFor
from bot.model.scores import SoloResult
from tests.store.support import ANA, AT, BEN, DEAL, new, play, reread

USUAL = {"goal": "all", "size": 28}


async def alone(store, *, user=ANA, game="solitaire", options=USUAL, level=None, rated=True):
    seats: tuple[Occupant, ...] = (Occupant(0, user, salt="900"),)
    if level is not None:
        seats = (*seats, Occupant(1, level=level))
    opened = new(user=user, game=game, options=options, seats=seats, rated=rated)
    match = await store.open_match(opened, AT)
    await store.start(match.id, 1, start_salt="902", moved=Moved([DEAL], WaitingFor.PERSON, AT))
    return await reread(store, match)


async def finish(store, match, *, seconds=60.0, tally=5, won=False):
    user = match.seats[0].user_id
    places = [FinalPlace(0, user, 1, 0, won=won, tally=tally if len(match.seats) == 1 else None)]
    await play(store, match, 1, places=places, at=AT + timedelta(seconds=seconds))
    return match.id


class TestTries:
    async def test_each_finished_match_with_its_time(self, store):
        first = await finish(store, await alone(store), seconds=192.4, tally=5)
        second = await finish(store, await alone(store), seconds=250, tally=0, won=True)
        third = await finish(store, await alone(store, rated=False), seconds=260, tally=None)
        assert await store.solo_results(ANA, "solitaire", USUAL) == (
            SoloResult(first, False, 5, 192),
            SoloResult(second, True, 0, 250),
            SoloResult(third, False, None, 260, rated=False),
        )

    async def test_the_time_is_from_the_start_whatever_came_between(self, store):
        match = await alone(store)
        await play(store, match, 1, at=AT + timedelta(days=1))
        ended = AT + timedelta(days=2)
        await play(store, match, 2, at=ended, places=[FinalPlace(0, ANA, 1, 0, won=True, tally=14)])
        (try_,) = await store.solo_results(ANA, "solitaire", USUAL)
        assert try_.seconds == 2 * 24 * 60 * 60

    async def test_in_the_order_of_their_ends(self, store):
        late = await alone(store)
        ended = await finish(store, late, seconds=100)
        soon = await finish(store, await alone(store), seconds=10)
        tries = await store.solo_results(ANA, "solitaire", USUAL)
        assert [each.match_id for each in tries] == [soon, ended]

    async def test_options_are_compared_by_what_they_say(self, store):
        there = await finish(store, await alone(store, options={"size": 28, "goal": "all"}))
        await finish(store, await alone(store, options={**USUAL, "size": 55}))
        await finish(store, await alone(store, options={}))
        (other,) = await store.solo_results(ANA, "solitaire", USUAL)
        assert other.match_id == there

    async def test_an_option_newer_than_a_match_had_its_usual_value(self, store):
        old = await finish(store, await alone(store, options={"goal": "all"}))
        await finish(store, await alone(store, options={**USUAL, "size": 55}))
        tries = await store.solo_results(ANA, "solitaire", USUAL, {"goal": "all", "size": 28})
        assert [each.match_id for each in tries] == [old]

    async def test_only_ones_own_of_that_game_without_anybody_else_and_finished(self, store):
        for other in ({"user": BEN}, {"game": "memory"}, {"level": "steady"}):
            await finish(store, await alone(store, **other))
        await store.close((await alone(store)).id, 2, CloseReason.LEFT, AT)
        await alone(store)
        assert await store.solo_results(ANA, "solitaire", USUAL) == ()
