"""What is earned is kept and shown once, by the whole service over a real database."""

from random import Random

import pytest

from bot.scores.achievements import BY_ID
from bot.store import open_store
from bot.store.tables import log, metadata, results
from tests.service.house import ANA, BRUNO, HERE, House

FEATS = {"knock-knock", "six-six-left"}


@pytest.fixture
async def house():
    store = open_store("sqlite+aiosqlite://")
    async with store.engine.begin() as connection:
        await connection.run_sync(metadata.create_all)
    there = House(store)
    yield there
    await there.boneyard.close()
    await store.dispose()


async def match(house, chance):
    """Ana and Bruno play a short match of Block to its end; what is shown of it, by person."""
    match_id = await house.running(ANA, BRUNO, target=1)
    await house.play_on(match_id, chance)
    shown = house.channel.shown[-1]
    assert shown.match.id == match_id
    return match_id, {each.user_id: each for each in shown.scores}


async def has(house, user):
    return [each.id for each in await house.store.achievements(user)]


async def test_a_first_win_is_shown_and_kept_once(house):
    chance = Random(1)

    first, shown = await match(house, chance)

    (winner,) = [user for user, each in shown.items() if "first-win" in each.earned]
    (loser,) = {ANA, BRUNO} - {winner}
    assert shown[winner].place == 1
    assert "first-match" in shown[winner].earned
    assert "first-match" in shown[loser].earned
    kept = await house.store.achievements(winner)
    assert {each.id for each in kept} == set(shown[winner].earned) <= set(BY_ID)
    assert {each.match_id for each in kept} == {first}

    again = False
    while not again:
        _, shown = await match(house, chance)
        again = shown[winner].place == 1
        assert not {"first-win", "first-match"} & set(shown[winner].earned)
    have = await has(house, winner)
    assert len(have) == len(set(have))
    (first_win,) = [
        each for each in await house.store.achievements(winner) if each.id == "first-win"
    ]
    assert first_win.match_id == first


async def test_a_match_asked_for_again_earns_nothing_again(house):
    match_id, shown = await match(house, Random(2))
    before = {user: await has(house, user) for user in (ANA, BRUNO)}

    again = await house.boneyard.scoring.of(match_id)

    assert {each.user_id: each for each in again} == shown
    assert {user: await has(house, user) for user in (ANA, BRUNO)} == before


async def test_who_leaves_earns_nothing(house):
    match_id = await house.running(ANA, BRUNO, target=1)
    await house.play_on(match_id, Random(3), moves=2)
    await house.matches.leave(match_id, ANA)
    await house.matches.leave(match_id, BRUNO)
    await house.quiet()

    scores = await house.boneyard.scoring.of(match_id)

    assert {each.user_id for each in scores} == {ANA, BRUNO}
    assert [each.earned for each in scores] == [(), ()]
    assert await has(house, ANA) == await has(house, BRUNO) == []


@pytest.mark.parametrize(("helped", "feats"), [(None, FEATS), ("0", FEATS), ("1", set())])
async def test_with_the_clocks_help_a_match_counts_but_no_feat(house, helped, feats):
    """The same match, in which the clock made no move, some of the loser's, or the winner's."""
    match_id = await house.running(ANA, BRUNO, target=1)
    chance = Random(8)
    await house.play_on(match_id, chance, moves=6)
    async with house.store.engine.begin() as connection:
        made = log.c.match_id == match_id, log.c.actor == helped
        await connection.execute(log.update().where(*made).values(late=True))
    await house.play_on(match_id, chance)

    own = await has(house, BRUNO)

    assert {"first-match", "first-win"} <= set(own)
    assert FEATS & set(own) == feats


@pytest.mark.parametrize("left", [False, True])
async def test_revenge_is_for_who_lost_and_not_for_who_left(house, left):
    chance = Random(1)
    match_id, shown = await match(house, chance)
    (loser,) = [user for user, each in shown.items() if each.place == 2]
    if left:
        async with house.store.engine.begin() as connection:
            theirs = results.c.match_id == match_id, results.c.user_id == loser
            await connection.execute(results.update().where(*theirs).values(left_early=True))

    for user in (ANA, BRUNO):
        rematch = await house.rematches.ask(match_id, HERE, user, f"again {user}")
        house.boneyard.show(rematch.id)
        await house.quiet()
    await house.play_on(rematch.id, chance)

    assert house.channel.shown[-1].scores[rematch.seat_of(loser)].place == 1
    assert ("avenged" in await has(house, loser)) is not left
    assert "first-win" in await has(house, loser)
