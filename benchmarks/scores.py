"""Measures rankings and profiles over a million stored results of fifty thousand people.

    python -m benchmarks.scores

The time of an answer includes everything inside the process: the queries, the texts, the picture.
Each ranking is requested by somebody in its middle, who is shown their own place; profiles include
the busiest people's. Each is requested a few times, and the slowest median is reported.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import product
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

import sqlalchemy as sa

from benchmarks.measures import Measure, table
from benchmarks.season import NOW, PEOPLE, SERVERS, Season, play
from benchmarks.silent_publisher import SilentPublisher
from bot.cli.simulation import series
from bot.discord_ui.commands.leaderboard import ranking_of
from bot.discord_ui.commands.profile import profile_of
from bot.discord_ui.components import body
from bot.model.match import FinalPlace, MatchId, MoveCommit, NewMatch, Occupant, WaitingFor
from bot.present.i18n import ENGLISH
from bot.present.screen import Screen
from bot.present.screens.scores.leaderboard import MEASURES, RankingChoice, ranking_screen
from bot.present.screens.scores.profile import profile_screen
from bot.scores.span import Span
from bot.service.game_service import GameService
from bot.store import SqlStore, open_store
from bot.store.queries.score_writes import EVERYWHERE
from bot.store.tables.scores import standings

LITTLE = Season(matches=600, people=300, servers=5, busiest=100)
TIMES = 5
"""Repetitions of each request."""
PROFILES = 20
"""The number of the busiest people, and of others."""
ENDS = 60
"""Number of matches that are scored."""
GAME, SEATS = "block", 4


@dataclass(frozen=True, slots=True)
class Took:
    """The time of an answer, in milliseconds."""

    what: str
    whole: float
    queries: float
    """The part of it until everything was read."""


@dataclass(frozen=True, slots=True)
class SeasonClock:
    """A clock that always shows the end of the season."""

    def now(self) -> datetime:
        """Return the end of the season."""
        return NOW


def measure(*, quick: bool = False) -> list[Measure]:
    """Measure the slowest ranking and profile, and what scoring adds to the end of a match."""
    season = LITTLE if quick else Season()
    with TemporaryDirectory() as directory:
        file = Path(directory) / "season.db"
        return asyncio.run(_measured(file, season, 1 if quick else TIMES))


async def _measured(file: Path, season: Season, times: int) -> list[Measure]:
    began = perf_counter()
    await play(file, season)
    made = perf_counter() - began
    store = open_store(f"sqlite+aiosqlite:///{file}", exclusive=True)
    service = GameService(store, SilentPublisher(), SeasonClock())
    rankings = [await _asked(each, times) for each in await _rankings(service, store)]
    profiles = [await _asked(each, times) for each in _profiles(service, season)]
    ending, scoring, busiest = await _ends(service, store, ENDS if times > 1 else 4)
    await service.close()
    await store.dispose()
    among = f"among {season.results:,} results of {season.people:,} people"
    return [
        _slowest("ranking", rankings, among),
        _slowest("profile", profiles, among),
        Measure(
            name="what scoring adds to the end of a match",
            value=scoring,
            unit="ms",
            beside=f"its last commit takes {ending:.1f}; with the busiest person {busiest:.1f}",
        ),
        Measure(name="a database with a million results is made", value=made, unit="s"),
    ]


def _slowest(kind: str, took: Sequence[Took], among: str) -> Measure:
    slowest = max(took, key=lambda each: each.whole)
    usual = median(each.whole for each in took)
    return Measure(
        name=f"the slowest {kind}, picture included",
        value=slowest.whole,
        unit="ms",
        at_most=150,
        beside=f"{slowest.what}: queries {slowest.queries:.1f}; the median {usual:.1f}; {among}",
    )


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer to be measured: ``read`` reads everything and returns what makes the screen."""

    what: str
    read: Callable[[], Awaitable[Callable[[], Screen]]]


async def _asked(answer: Answer, times: int) -> Took:
    await body((await answer.read())())
    whole, queries = [], []
    for _ in range(times):
        began = perf_counter()
        screen = await answer.read()
        queries.append(perf_counter() - began)
        await body(screen())
        whole.append(perf_counter() - began)
    return Took(answer.what, 1000 * median(whole), 1000 * median(queries))


async def _rankings(service: GameService, store: SqlStore) -> list[Answer]:
    """Return all kinds: in a server and everywhere, by span, for all games and one, by measure."""
    kinds = product((False, True), Span, ("", GAME), MEASURES)
    return [await _ranking(service, store, RankingChoice(*each)) for each in kinds]


async def _ranking(service: GameService, store: SqlStore, wanted: RankingChoice) -> Answer:
    who = await _in_the_middle(store, wanted)

    async def read() -> Callable[[], Screen]:
        ranking = await ranking_of(service, wanted, SERVERS, who)
        return lambda: ranking_screen(ranking, ENGLISH)

    here = "of a server" if wanted.here else "everywhere"
    kind = f"{here}, {wanted.span.value}, {wanted.game or 'all games'}, {wanted.by.value}"
    return Answer(kind, read)


async def _in_the_middle(store: SqlStore, wanted: RankingChoice) -> int:
    """Return a person with as many others above as below."""
    here = SERVERS if wanted.here else EVERYWHERE
    rows = (
        standings.c.span == wanted.span.key(NOW),
        standings.c.guild_id == here,
        standings.c.game == wanted.game,
    )
    by = standings.c[wanted.by.value].desc()

    def found(db: sa.Connection) -> int:
        several = db.scalar(sa.select(sa.func.count()).where(*rows))
        middle = sa.select(standings.c.user_id).where(*rows).order_by(by)
        return db.scalar(middle.limit(1).offset((several or 0) // 2)) or PEOPLE

    return await store.database.read(found)


def _profiles(service: GameService, season: Season) -> Iterator[Answer]:
    for nth in range(PROFILES):
        yield _profile(service, nth)
        yield _profile(service, season.people * nth // PROFILES)


def _profile(service: GameService, number: int) -> Answer:
    async def read() -> Callable[[], Screen]:
        profile = await profile_of(service, PEOPLE + number, is_own=True)
        return lambda: profile_screen(profile, ENGLISH, is_own=True, can_show=True)

    return Answer(f"person {number + 1:,} by activity", read)


async def _ends(service: GameService, store: SqlStore, ends: int) -> tuple[float, float, float]:
    """Return milliseconds: a match's last commit, its scoring, and scoring the busiest person."""
    to_play = series(GAME, seats=SEATS, levels=["casual"], options=[], seed="ends")
    log = to_play.play(1).record.log
    commits: list[float] = []
    scorings: dict[bool, list[float]] = {False: [], True: []}
    for number in range(ends):
        busy = number % 2 == 1
        users = [
            PEOPLE + (0 if busy and not seat else 100 * number + seat) for seat in range(SEATS)
        ]
        seats = tuple(Occupant(seat, user, salt=str(user)) for seat, user in enumerate(users))
        at = NOW + timedelta(minutes=number)
        new = NewMatch(
            game=GAME,
            rules=to_play.rules.info.rules,
            options=to_play.setup.options,
            guild_id=SERVERS,
            channel_id=1,
            host_id=users[0],
            secret=bytes(32),
            seats=seats,
        )
        match_id = await _up_to_its_end(store, new, MoveCommit(log[:-1], WaitingFor.PERSON, at))
        places = [
            FinalPlace(seat, user, 1 + seat, 9, won=not seat, side=seat)
            for seat, user in enumerate(users)
        ]
        began = perf_counter()
        await store.commit_moves(
            match_id, 2, len(log) - 1, MoveCommit(log[-1:], WaitingFor.NOBODY, at, places=places)
        )
        committed = perf_counter()
        await service.scoring.of(match_id)
        scorings[busy].append(perf_counter() - committed)
        commits.append(committed - began)
    return 1000 * median(commits), 1000 * median(scorings[False]), 1000 * median(scorings[True])


async def _up_to_its_end(store: SqlStore, new: NewMatch, moved: MoveCommit) -> MatchId:
    match = await store.open_match(new, moved.at)
    await store.start(match.id, match.version, start_salt="1", moved=moved)
    return match.id


if __name__ == "__main__":
    print(table(measure()))
