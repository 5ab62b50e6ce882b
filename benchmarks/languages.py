"""Measures what languages cost: the time that players wait, and the memory of all catalogues.

    python -m benchmarks.languages

A lobby, and a table with the next hand, are made as they are sent: texts, picture and all. English
and every other language take turns, so both meet the same load. The slowest language counts.
"""

import asyncio
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import quantiles
from time import process_time

from benchmarks.measures import Measure, table
from bot.cli.simulation import series
from bot.discord_ui.components import body
from bot.engine.contract import Observation
from bot.engine.replay import replay
from bot.games import game
from bot.model.match import Occupant
from bot.present.catalogues import ENGLISH, LANGUAGES
from bot.present.i18n import Words, words
from bot.present.screen import Screen
from bot.present.screens.help import help_screen
from bot.present.screens.match.hand import hand_screen
from bot.present.screens.match.lobby import Lobby, lobby_screen
from bot.present.screens.match.table import table_screen
from bot.present.text.seats import TableInfo

ROUNDS = 250
PLIES = 18
"""The length of the log of the table that is shown."""


def measure(*, quick: bool = False) -> list[Measure]:
    """Measure the slowest language beside English, and the memory of all."""
    rounds = 5 if quick else ROUNDS
    opened, answered = _screens()
    return [
        *asyncio.run(_slowest("opening a table", opened, rounds)),
        *asyncio.run(_slowest("answering a move", answered, rounds)),
        _memory(),
    ]


async def _slowest(
    name: str, screens: Callable[[Words], list[Screen]], rounds: int
) -> list[Measure]:
    """Measure how long it takes in each language, in turn; return the slowest beside English."""
    spent: dict[str, list[float]] = {language: [] for language in LANGUAGES}
    for number in range(rounds + 1):
        for language in LANGUAGES:
            took = await _timed(screens, words(language))
            if number:  # the first time, texts are looked up and pictures drawn
                spent[language].append(took)
    # The first quarter: other load can only add to a time.
    times = {language: 1000 * quantiles(each)[0] for language, each in spent.items()}
    english = times.pop(ENGLISH)
    slowest = max(times, key=times.__getitem__)
    return [
        Measure(
            name=f"{name} in the slowest language ({slowest}), of English",
            value=times[slowest] / english,
            unit="×",
            at_most=1.05,
            beside=f"{english:.2f} ms of CPU in English",
        )
    ]


async def _timed(screens: Callable[[Words], list[Screen]], say: Words) -> float:
    """Make the messages as they are sent; return the seconds of CPU time."""
    began = process_time()
    for screen in screens(say):
        await body(screen)
    return process_time() - began


def _screens() -> tuple[Callable[[Words], list[Screen]], Callable[[Words], list[Screen]]]:
    """Return what makes a lobby, and what makes a table with the hand of who is next."""
    rules = game("block")
    to_play = series("block", seats=4, levels=["casual"], options=[], seed="bench")
    *_, last = replay(rules, to_play.setup, to_play.play(1).record.log[:PLIES])
    info = rules.info
    sitters = tuple(Occupant(seat, 1000 + seat) for seat in range(4))
    table_info = TableInfo(1, info, dict(to_play.setup.options), 1000, sitters)
    lobby = Lobby(table_info, ("casual", "steady", "strong"), None)
    seen: Observation = rules.observe(last.state, None)
    hand: Observation = rules.observe(last.state, min(seen.to_act))
    events = [event.for_seat(None) for event in last.events]

    def opened(say: Words) -> list[Screen]:
        return [lobby_screen(lobby, say)]

    def answered(say: Words) -> list[Screen]:
        return [
            table_screen(table_info, seen, events, say),
            hand_screen(table_info, hand, PLIES, say),
        ]

    return opened, answered


def _memory() -> Measure:
    """Measure the resident memory of all catalogues, in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.languages", "memory"],
        cwd=Path(__file__).parents[1],
        capture_output=True,
        text=True,
        check=True,
    )
    before, after = json.loads(done.stdout)
    return Measure(
        name="memory of all catalogues, each used",
        value=(after - before) / 1e6,
        unit="MB",
        at_most=15,
        beside=f"{before / 1e6:.0f} MB with English alone",
    )


def _hold_all() -> tuple[int, int]:
    """Load every catalogue and show long screens in it; return resident bytes before and after."""
    from benchmarks.memory import resident  # noqa: PLC0415 - it loads all that a bot does
    from bot.games import CATALOGUE  # noqa: PLC0415

    infos = [rules.info for rules in CATALOGUE]
    help_screen(infos, words(ENGLISH))
    before = resident()
    for language in LANGUAGES:
        help_screen(infos, words(language))
    return before, resident()


if __name__ == "__main__":
    if sys.argv[1:] == ["memory"]:
        print(json.dumps(_hold_all()))
    else:
        print(table(measure()))
