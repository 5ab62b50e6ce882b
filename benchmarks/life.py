"""Measures how soon a real process stops on a signal, and shows its tables after a crash."""

import asyncio
import signal
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from time import perf_counter

from benchmarks.measures import Measure, table
from benchmarks.thinking_bot import DECIDED, RESTS, THINKERS
from tests.wire.bot_process import BotProcess
from tests.wire.fake_discord import FakeDiscord, until
from tests.wire.group import Group
from tests.wire.test_stopping import THINKS_FOR_EVER

FOR_EVER = 3600.0
TURNS, CLICKS = 4, 50
"""Turns with and without computers that think, and clicks in each."""


def measure(*, quick: bool = False) -> list[Measure]:
    """Measure the seconds from a signal to the end, and from a start to the newest tables."""
    matches = 1 if quick else 8
    with TemporaryDirectory() as directory:
        folder = Path(directory)
        stops = {
            "in the middle of play": asyncio.run(_stop_in_play(folder / "play")),
            "Discord answers nothing": asyncio.run(_stop_unanswered(folder / "unanswered")),
            "a computer thinks": asyncio.run(_stop_thinking(folder / "thinking")),
        }
        shown = asyncio.run(_restart(folder / "crash", matches))
        often = (1, 5) if quick else (TURNS, CLICKS)
        idle, busy = asyncio.run(_click(folder / "clicks", *often))
    return [
        *(
            Measure(name=f"from SIGTERM to the end, {when}", value=took, unit="s", at_most=5)
            for when, took in stops.items()
        ),
        Measure(
            name="from the start after a crash to the newest tables",
            value=shown,
            unit="s",
            at_most=10,
            beside=f"{matches} matches in play",
        ),
        Measure(
            name=f"click to answer, p99, what {THINKERS} computers that think add",
            value=busy - idle,
            unit="ms",
            at_most=20,
            beside=f"{busy:.1f} ms, and {idle:.1f} ms while none thinks",
        ),
    ]


async def _stop(bot: BotProcess) -> float:
    began = perf_counter()
    bot.process.send_signal(signal.SIGTERM)
    status = await bot.ended()
    if status != 0:
        raise RuntimeError(f"it ended with status {status}: {bot.output[-2000:]}")
    return perf_counter() - began


async def _stop_in_play(directory: Path) -> float:
    async with FakeDiscord() as discord, BotProcess(directory, discord) as bot:
        await bot.ready()
        match = await Group(discord).open()
        async with match.playing():
            await until(lambda: len(match.moves) > 1, "two moves")
            return await _stop(bot)


async def _stop_unanswered(directory: Path) -> float:
    async with FakeDiscord() as discord, BotProcess(directory, discord) as bot:
        await bot.ready()
        match = await Group(discord).open()
        await bot.until_all_is_shown()
        for method in ("POST", "PATCH", "DELETE", "GET"):
            discord.fault(method, "*", times=1000, delay=FOR_EVER)
        asked = len(discord.calls)
        match.press_hand()
        await until(lambda: len(discord.calls) > asked, "an answer to the click")
        return await _stop(bot)


async def _stop_thinking(directory: Path) -> float:
    command = ("-c", THINKS_FOR_EVER)
    async with FakeDiscord() as discord, BotProcess(directory, discord, command) as bot:
        await bot.ready()
        async with Group(discord, computers=["steady"]).playing():
            await until(lambda: "it thinks" in bot.output, "a computer that thinks")
            return await _stop(bot)


async def _click(directory: Path, turns: int, clicks: int) -> tuple[float, float]:
    """Return the p99 of milliseconds from a click to its answer while none and many think."""
    command = ("-m", "benchmarks.thinking_bot", "run")
    idle, busy = list[float](), list[float]()
    async with FakeDiscord() as discord, BotProcess(directory, discord, command) as bot:
        await bot.ready()
        match = await Group(discord).open()
        await bot.until_all_is_shown()
        for _ in range(turns):
            idle += await _click_often(match, clicks)
            told = len(bot.output)
            bot.process.send_signal(signal.SIGUSR1)
            await until(_says(bot, DECIDED, told), "a decision")
            busy += await _click_often(match, clicks)
            bot.process.send_signal(signal.SIGUSR1)
            await until(_says(bot, RESTS, told), "rest")
    return quantiles(idle, n=100)[-1], quantiles(busy, n=100)[-1]


def _says(bot: BotProcess, word: str, after: int) -> Callable[[], bool]:
    return lambda: word in bot.output[after:]


async def _click_often(match: Group, clicks: int) -> list[float]:
    """Ask for a hand that often, and return the milliseconds until each answer."""
    took = []
    for _ in range(clicks):
        began = perf_counter()
        person, asked = match.press_hand()
        await person.shown(asked)
        took.append((perf_counter() - began) * 1000)
    return took


async def _restart(directory: Path, matches: int) -> float:
    async with FakeDiscord() as discord, BotProcess(directory, discord) as bot:
        await bot.ready()
        played = [await Group(discord).open() for _ in range(matches)]
        async with AsyncExitStack() as playing:
            for each in played:
                await playing.enter_async_context(each.playing())
            await until(lambda: all(len(each.moves) > 2 for each in played), "three moves each")
            await bot.kill()
        began = perf_counter()
        await bot.start()
        await bot.ready()
        await bot.until_all_is_shown()
        return perf_counter() - began


if __name__ == "__main__":
    print(table(measure()))
