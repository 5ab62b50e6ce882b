"""Measures how strong the computers are, and how much they think for it.

python -m benchmarks.strength [--quick | --long] [--game ID] [--json FILE]

Levels play each other; :mod:`benchmarks.contests` says how their wins are counted. Without --long
there is a limit of CPU time for each contest, so intervals are wide, and how many games are played
depends on the machine. With --long, each contest has at least 1,000 games.
"""

import argparse
import json
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median

from benchmarks.clairvoyant import measure_clairvoyant
from benchmarks.contests import (
    STRONG,
    Contest,
    Effort,
    PlayedGame,
    played,
    seated,
    share,
    with_company,
    workers,
)
from benchmarks.measures import Measure, table
from benchmarks.partners import AgainstDominoes
from benchmarks.peers import DOMINOES, has_dominoes
from benchmarks.worlds import PACES, measure_rounds, measure_worlds
from bot.games import game

DUEL = (STRONG, "steady")
ONE_OF_FOUR = (STRONG, "steady", "steady", "steady")
STRONG_CONTESTS = (
    Contest("block", DUEL, rounds=True),
    Contest("draw", DUEL, rounds=True),
    Contest("duos", (*DUEL, *DUEL), rounds=True),
    Contest("block", ONE_OF_FOUR, rounds=True),
    Contest("block", DUEL, at_least=85),
    Contest("draw", DUEL, at_least=82),
    Contest("duos", (*DUEL, *DUEL), at_least=80),
    Contest("block", ONE_OF_FOUR, at_least=68),
    Contest("all-fives", DUEL, at_least=70),
    Contest("fives-and-threes", DUEL, at_least=55),
    Contest("fives-and-threes", (*DUEL, *DUEL)),
    Contest("maltese-cross", ONE_OF_FOUR, at_least=60),
    Contest("classic", ONE_OF_FOUR, at_least=45),
    Contest("star", ONE_OF_FOUR, at_least=60),
    Contest("lucky-draw", ONE_OF_FOUR, at_least=45),
    Contest("jamaican", (*DUEL, *DUEL), at_least=60),
    Contest("cut-throat", ONE_OF_FOUR, at_least=40),
    Contest("kozel", (*DUEL, *DUEL), at_least=60),
    Contest("squares", DUEL, at_least=65),
    Contest("squares-block", DUEL, at_least=65),
    Contest("double-double", DUEL, at_least=65),
)
"""Contests of strong computers, with the shares of matches they have to reach.

Single rounds have no limit: how many can be won depends on the deal more than on the player
(:mod:`benchmarks.clairvoyant`).
"""
PEERS = (AgainstDominoes(16, 10), AgainstDominoes(8, 10))
"""Players of the package ``dominoes``, which plays single rounds."""
LUCK = frozenset({"blind", "squares-blind"})
"""Games in which luck decides between computers."""
MEDIAN_MS, P99_MS = 150, 400
"""The most CPU time for a move of a strong computer, in milliseconds."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is measured, and with how much effort."""

    strong: Effort
    """The effort for each contest with a strong computer."""
    steady: Effort
    """The effort for each contest of the others."""
    pace_seconds: float
    playouts: int | None = None
    """The playouts of the strong computer for a move; ``None`` for the game's own number."""
    game: str | None = None
    """The id of the only game to be measured; ``None`` for all."""

    def wants(self, game_id: str) -> bool:
        """Return whether a game is to be measured."""
        return self.game in {None, game_id}


QUICK = Plan(Effort(1), Effort(1), 0.02, playouts=2)
SHORT = Plan(Effort(400, seconds=5), Effort(400, seconds=1.5), 0.5)
LONG = Plan(Effort(1_000), Effort(1_000), 3)


def measure(*, quick: bool = False) -> list[Measure]:
    """Measure everything, in a minute or two."""
    return list(measured(QUICK if quick else SHORT))


def measured(plan: Plan) -> Iterator[Measure]:
    """Yield the shares, then the times of moves, then the worlds a second."""
    times: dict[str, list[float]] = {}
    with workers() as pool:
        for contest in STRONG_CONTESTS:
            if plan.wants(contest.game):
                games = played(pool, replace(contest, playouts=plan.playouts), plan.strong)
                note = "" if contest.fair == 50 else f"; fair is {contest.fair:.0f}"
                yield _share(contest.title, STRONG, games, contest.at_least, note)
                _add_times(times, game(contest.game).info.name, games)
        if has_dominoes() and plan.wants("duos"):
            yield from _against_peers(pool, plan)
        for game_id in with_company():
            if plan.wants(game_id):
                contest = seated(game_id, "steady", "casual")
                games = played(pool, contest, plan.steady)
                fair = None if game_id in LUCK else contest.fair
                yield _share(contest.title, "steady", games, fair)
    yield from _times_of_moves(times)
    for pace in PACES:
        if plan.wants(pace.game):
            decisions = 4 if plan.playouts else 40
            yield measure_worlds(pace, decisions=decisions, seconds=plan.pace_seconds)
    if plan.wants("block"):
        yield measure_clairvoyant(deals=5 if plan.playouts else 300)
        yield measure_rounds(turns=3, seconds=plan.pace_seconds)


def _share(
    title: str,
    level: str,
    games: Sequence[PlayedGame],
    at_least: float | None = None,
    note: str = "",
) -> Measure:
    """Return the share of a level, with a note behind its interval."""
    found = share(games, level)
    return Measure(
        name=title,
        value=found.value,
        unit="%",
        at_least=at_least,
        interval=(found.low, found.high),
        beside=f"{found}{note}",
    )


def _against_peers(pool: Executor, plan: Plan) -> Iterator[Measure]:
    for peer in PEERS:
        games = played(pool, replace(peer, playouts=plan.playouts), plan.strong)
        yield _share(peer.title, STRONG, games, note=f"; {DOMINOES}")


def _add_times(times: dict[str, list[float]], name: str, games: Sequence[PlayedGame]) -> None:
    times.setdefault(name, []).extend(1000 * each for one in games for each in one.times)


def _times_of_moves(times: dict[str, list[float]]) -> Iterator[Measure]:
    statistics: tuple[tuple[str, float, Callable[[list[float]], float]], ...] = (
        ("median", MEDIAN_MS, median),
        ("99 of 100 take less", P99_MS, lambda found: sorted(found)[99 * len(found) // 100]),
    )
    for name, found in times.items():
        for what, at_most, of in statistics:
            yield Measure(
                name=f"CPU time of a strong move, {name}, {what}",
                value=of(found),
                unit="ms",
                at_most=at_most,
                beside=f"{len(found)} moves",
            )


def main() -> None:
    """Measure what the command line asks for, print a table and write JSON if wanted."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.strength", description=__doc__)
    efforts = parser.add_mutually_exclusive_group()
    efforts.add_argument("--quick", action="store_true", help="only see whether it all works")
    efforts.add_argument("--long", action="store_true", help="1,000 games for each contest")
    parser.add_argument("--game", metavar="ID", choices=[*with_company()], help="only this game")
    parser.add_argument("--json", metavar="FILE", type=Path, help="also write the measures here")
    given = parser.parse_args()
    effort = QUICK if given.quick else LONG if given.long else SHORT
    plan = replace(effort, game=given.game)
    found = []
    for each in measured(plan):
        found.append(each)
        print(each.name, flush=True)  # it can take hours
    print(f"\n{table(found)}")
    if given.json:
        text = json.dumps([each.plain() for each in found], ensure_ascii=False, indent=2)
        given.json.write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
