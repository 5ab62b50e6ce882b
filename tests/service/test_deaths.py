"""Wherever the process dies, the next one goes on as if it had not: nothing is lost or done twice.

Every scene is played as often as it has moments: once it dies just before and once just after each
call to the store and to the publisher, from the click to the last that is noted of its showing.
Then a process begins with what is in the database, whoever was not answered presses again, and all
comes to the same end as without a death.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace

import pytest

from bot.engine.errors import Refusal
from bot.games import game
from bot.service import boneyard, timing
from bot.service.ports import NOTHING, OVERALL, Match
from tests.service.dying import (
    Act,
    Life,
    World,
    began,
    here,
    last_shown,
    lived,
    made_ready,
    rest,
)
from tests.service.house import House
from tests.service.scenes import SCENES, later

GRACE = {"minutes": 61}
"""What a restart gives those whose time ran out meanwhile, where a move may take a day."""
READS = {"match", "log", "late", "open_of", "alarms", "next_alarm", "habits", "owed"}
READS |= {"unscored", "ended", "meetings", "ratings", "career", "scored"}
"""Calls after which the world is as it was."""


@pytest.fixture(autouse=True)
def same_thoughts(monkeypatch) -> None:
    """Computers think the same in every life."""
    chance = SimpleNamespace(SystemRandom=lambda: random.Random(7))
    monkeypatch.setattr(boneyard, "random", chance)


@dataclass(frozen=True)
class Told:
    """What came of the matches, and who was reminded."""

    matches: list[tuple[object, ...]]
    reminded: Counter[tuple[int, int]]


async def is_all_as_promised(name: str, folder: Path, deadly: Callable[[str], bool]) -> None:
    """Play a scene without a death, then with one at every moment that is ``deadly``."""
    world, act = await made_ready(SCENES[name], folder / "before.db")
    whole = Life()
    untroubled, _ = await lived(world, act, folder / "whole.db", whole)
    truth = await gone_on(untroubled, None)
    assert truth.matches
    before = Counter(world.channel.reminded)
    numbers = [number for number, what in enumerate(whole.moments, 1) if deadly(what)]
    assert numbers
    for number in numbers:
        life = Life(ends_at=number)
        left, confirmed = await lived(world, act, folder / f"{number}.db", life)
        try:
            after = await gone_on(left, None if confirmed else act)
            assert after.matches == truth.matches
            assert max((after.reminded - before).values(), default=0) <= 1, "reminded twice"
            if "before plan" not in life.moments:  # once it is noted: rather never than twice
                assert after.reminded >= truth.reminded, "somebody was not reminded"
        except BaseException as error:
            error.add_note(f"died {life.moments[-1]}: {number} of {life.moments}")
            raise


@pytest.mark.parametrize("name", SCENES)
async def test_death_as_something_is_written_or_shown(name: str, tmp_path: Path) -> None:
    await is_all_as_promised(name, tmp_path, lambda what: what.split()[1] not in READS)


@pytest.mark.long
@pytest.mark.parametrize("name", SCENES)
async def test_death_at_any_moment(name: str, tmp_path: Path) -> None:
    await is_all_as_promised(name, tmp_path, lambda what: True)


async def gone_on(world: World, again: Act | None) -> Told:
    """Another process; ``again``: who was not answered presses once more."""
    house = await world.house(Life())
    await began(house)
    await rest()
    if again is not None:
        with suppress(Refusal):
            await again(house)
        await rest()
    await later(house, **GRACE)
    matches = [match async for match in all_matches(house)]
    for match in matches:
        await house.agree(match.id)
        await everything_was_told(world, house, match)
        await the_clocks_are_right(house, match)
    assert await house.store.owed() == ()
    told = [await what_came_of(house, match) for match in matches]
    await world.bury(house, here())
    return Told(told, Counter(world.channel.reminded))


async def all_matches(house: House) -> AsyncIterator[Match]:
    number = 1
    while (match := await house.store.match(number)) is not None:
        yield match
        number += 1


async def what_came_of(house: House, match: Match) -> tuple[object, ...]:
    return (
        match.stage,
        match.given_up,
        match.host_id,
        match.pace,
        match.seats,
        match.awaits,
        await house.store.log(match.id),
        await house.store.late(match.id, 0),
        await scores_of(house, match),
        [
            (clock.seat, clock.ply, clock.reminded, clock.away_until is not None)
            for clock in match.agenda.clocks
        ],
    )


async def scores_of(house: House, match: Match) -> tuple[object, ...]:
    """What it was for each seat, worked out once, and what that has made of people's ratings."""
    ended = await house.store.ended(match.id)
    scored = await house.store.scored(match.id)
    assert await house.store.unscored(10) == ()
    assert (ended is not None) == bool(scored)
    if ended is None:
        return ()
    assert ended.is_scored
    users = [each.user_id for each in ended.seats if each.user_id is not None]
    ratings = await house.store.ratings(users, (OVERALL, match.game))
    earned = [await house.store.achievements(user) for user in users]
    given = [[(each.id, each.match_id) for each in found] for found in earned]
    return ended.seats, scored, ratings, given


async def everything_was_told(world: World, house: House, match: Match) -> None:
    """The channel sees the match as it is, and no move was passed over on the way."""
    shown = last_shown(world.channel, match.id)
    assert shown is not None
    assert (shown.match.version, shown.match.ply) == (match.version, match.ply)
    assert (match.shown_version, match.shown_ply) == (match.version, match.ply)
    updates = [each for each in world.channel.shown if each.match.id == match.id]
    told = Counter(news.ply for each in updates for news in each.news)
    if match.id == 1:  # no scene plays a second one as far as that
        told += Counter(news.ply for chapter in world.channel.rounds for news in chapter)
    assert set(told) == set(range(match.ply))
    assert set(told.values()) <= {1, 2}, "more often than once under its nonce"
    if match.ply:
        plies = await house.plies(match.id)
        assert shown.seen == game(match.game).observe(plies[-1].state, None)


async def the_clocks_are_right(house: House, match: Match) -> None:
    """Those who are to act and play for themselves have a clock each, and nobody else."""
    agenda, now = match.agenda, house.clock.now()
    if not match.is_open:
        assert agenda == NOTHING
        return
    fresh = House(house.store)
    async with fresh.boneyard.keeper.hold(match.id) as live:
        asked = {seat: ply for seat, ply in live.asked.items() if match.seats[seat].plays}
    assert {clock.seat: clock.ply for clock in agenda.clocks} == asked
    assert agenda.lapses_at is not None
    assert agenda.lapses_at > now
    alarms = [agenda.lapses_at]
    for clock in agenda.clocks:
        assert (clock.due_at is None) is (match.pace.allowance is None)
        assert clock.due_at is None or clock.due_at > now
        user = match.seats[clock.seat].user_id or 0
        habits = (await fresh.boneyard.people.habits([user]))[user]
        assert clock.away_until == timing.away_until(match.pace, now, habits)
        alarm = timing.next_alarm(clock, match.pace, now, habits)
        alarms += [alarm] if alarm else []
    assert agenda.wakes_at == min(alarms)
