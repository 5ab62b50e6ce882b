"""Earned achievements are stored and shown once, by the whole service over a real database."""

from random import Random

import pytest

from bot.scores.achievements.catalogue import BY_ID
from bot.store import open_store
from bot.store.tables.columns import metadata
from bot.store.tables.matches import log, matches
from bot.store.tables.scores import results
from tests.service.harness import ANA, BRUNO, HERE, ServiceHarness
from tests.store.support import execute

FEATS = {"knock-knock", "six-six-left"}


@pytest.fixture
async def harness():
    store = open_store("sqlite+aiosqlite://")
    await store.database.write(metadata.create_all)
    there = ServiceHarness(store)
    yield there
    await there.service.close()
    await store.dispose()


async def match(harness, chance):
    """Let Ana and Bruno play a short match of Block; return what is shown of it, by person."""
    match_id = await harness.running(ANA, BRUNO, target=1)
    await harness.play_on(match_id, chance)
    shown = harness.channel.shown[-1]
    assert shown.match.id == match_id
    return match_id, {each.user_id: each for each in shown.scores}


async def has(harness, user):
    return {each.id: each.match_id for each in await harness.store.achievements(user)}


async def test_a_first_win_is_shown_and_kept_once(harness):
    chance = Random(1)
    first, shown = await match(harness, chance)
    (winner,) = [user for user, each in shown.items() if "first-win" in each.earned]
    (loser,) = {ANA, BRUNO} - {winner}
    assert shown[winner].place == 1
    assert "first-match" in shown[winner].earned
    assert "first-match" in shown[loser].earned
    kept = await has(harness, winner)
    assert kept == dict.fromkeys(shown[winner].earned, first)
    assert kept.keys() <= BY_ID.keys()

    assert {each.user_id: each for each in await harness.service.scoring.of(first)} == shown
    assert await has(harness, winner) == kept, "a match asked for again earns nothing again"

    wins_again = False
    while not wins_again:
        _, shown = await match(harness, chance)
        wins_again = shown[winner].place == 1
        assert not {"first-win", "first-match"} & set(shown[winner].earned)
    assert (await has(harness, winner))["first-win"] == first


@pytest.mark.parametrize(("helped", "feats"), [(None, FEATS), ("0", FEATS), ("1", set())])
async def test_with_the_clocks_help_a_match_counts_but_no_feat(harness, helped, feats):
    """Play one match in which the clock made no move, some of the loser's, or the winner's."""
    match_id = await harness.running(ANA, BRUNO, target=1)
    chance = Random(8)
    await harness.play_on(match_id, chance, moves=6)
    made = log.c.match_id == match_id, log.c.actor == helped
    await execute(harness.store, log.update().where(*made).values(late=True))
    await harness.play_on(match_id, chance)

    own = await has(harness, BRUNO)

    assert {"first-match", "first-win"} <= own.keys()
    assert FEATS & own.keys() == feats


@pytest.mark.parametrize(
    ("told", "changes", "avenged"),
    [
        ("a loss", {}, True),
        ("left", {"left_early": True}, False),
        ("unrated", {"rated": False}, True),
    ],
)
async def test_revenge_is_for_who_lost_also_unrated_and_not_for_who_left(
    harness, told, changes, avenged
):
    chance = Random(1)
    match_id, shown = await match(harness, chance)
    (loser,) = [user for user, each in shown.items() if each.place == 2]
    if told == "left":
        theirs = results.c.match_id == match_id, results.c.user_id == loser
        await execute(harness.store, results.update().where(*theirs).values(changes))
    elif told == "unrated":
        this = matches.update().where(matches.c.id == match_id)
        await execute(harness.store, this.values(changes))

    for user in (ANA, BRUNO):
        rematch = await harness.rematches.ask(match_id, HERE, user, f"again {user}")
        if told == "unrated" and user == ANA:
            await harness.tables.set_rated(rematch.id, ANA, rated=True)
        harness.service.attend(rematch.id)
        await harness.quiet()
    await harness.play_on(rematch.id, chance)

    assert harness.channel.shown[-1].scores[rematch.seat_of(loser)].place == 1
    assert ("avenged" in await has(harness, loser)) is avenged
    assert "first-win" in await has(harness, loser)
