"""The time that a computer takes tells nothing about its thoughts."""

import asyncio

import pytest

from bot.model.match import WaitingFor
from bot.service.play.computers import AnswerTime
from tests.service.harness import ANA, ServiceHarness


async def answered_after(*thought: float, chance: float = 0.5) -> float:
    """Return the seconds after which computers that think so long, in a row, have answered."""
    seconds = 0.0

    async def sleep(time: float) -> None:
        nonlocal seconds
        assert time >= 0
        seconds += time

    answer = AnswerTime(chance=lambda: chance, now=lambda: seconds, sleep=sleep)
    for number, each in enumerate(thought):
        begun = seconds
        seconds += each
        await answer.wait(begun, number)
    return seconds


async def test_quick_and_slow_thoughts_are_answered_at_the_same_moment():
    moment = await answered_after(0.0)
    assert moment > 1
    for thought in (0.08, 0.38, 1.0):
        assert await answered_after(thought) == pytest.approx(moment)
    for thought in (1.5, 2.0):
        assert await answered_after(thought) == pytest.approx(2 * moment)


async def test_a_person_waits_four_seconds_for_three_computers_and_little_for_more():
    assert await answered_after(0, 0.5, 1, chance=1.0) < 4
    assert await answered_after(*[0] * 20) < 12


async def test_a_computer_moves_when_its_moment_has_come():
    waits, come = asyncio.Event(), asyncio.Event()

    async def sleep(_: float) -> None:
        waits.set()
        await come.wait()

    harness = ServiceHarness(answer_time=AnswerTime(sleep=sleep))
    match_id = await harness.running(ANA, computers=("steady",))
    while (await harness.store.match(match_id)).awaits is WaitingFor.PERSON:
        await harness.move(match_id)
    before = await harness.store.match(match_id)
    await waits.wait()
    assert await harness.store.match(match_id) == before
    come.set()
    await harness.quiet()
    assert (await harness.store.match(match_id)).ply > before.ply
    await harness.end()
