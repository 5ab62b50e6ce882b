"""Databases with thousands of open matches in them, made in seconds.

A few dozen matches of every game for several players are played up to somewhere in the middle; the
crowd is made of their logs. Every match has a channel and people of its own, its clocks run as the
service would have set them, and the message that shows it is recorded.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from itertools import islice
from random import Random
from typing import Any

import sqlalchemy as sa

from bot.engine.contract import Seat, Setup
from bot.engine.record import Entry
from bot.engine.replay import ReplayedMove, playout
from bot.engine.rules import Rules
from bot.engine.seating import prepare
from bot.games import CATALOGUE
from bot.model.deadlines import Agenda
from bot.model.match import MoveCommit, NewMatch, Occupant, Stage, WaitingFor
from bot.model.messages import MessageRecord
from bot.model.preferences import DEFAULT_SETTINGS
from bot.model.terms import Pace
from bot.service.clock import timing
from bot.service.clock.planner import MATCH_LASTS
from bot.service.play.loaded_match import turns_after
from bot.store import open_store, rows, upgrade
from bot.store.tables.matches import clocks, log, matches, messages, seats

PLAYED = 4
"""Matches played of each game for the crowd; each is cut at several places."""
CUTS = 6
LONGEST = 60
"""The latest ply at which a match is cut."""
GUILD, CHANNELS, PEOPLE, MESSAGES = 900_002, 910_000, 10**17, 10**18
"""Ids, or the first of a range of them."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The state of a match that waits for somebody."""

    rules: Rules[Any, Any]
    setup: Setup
    log: tuple[Entry, ...]
    asked: Mapping[Seat, int]
    """By seat that is to act, the ply since which it has had its choice."""


@dataclass(frozen=True, slots=True)
class Crowd:
    """A description of the matches to be put into a database."""

    matches: int
    now: datetime
    due_in: Callable[[int], timedelta]
    """Time from now until the deadline of the n-th match, from 0."""
    pace: Pace = Pace.DAY
    owed: int = 0
    """Number of matches whose newest version was not shown."""
    channel: Callable[[int], int] = field(default=lambda number: CHANNELS + number)


async def gather(url: str, crowd: Crowd, seed: str = "crowd") -> None:
    """Make the database."""
    store = open_store(url)
    await upgrade(store.database)
    rng = Random(seed)
    standings = list(_standings(rng))
    rng.shuffle(standings)

    def fill(db: sa.Connection) -> None:
        for table, values in _rows(crowd, standings).items():
            db.execute(table.insert(), values)

    await store.database.write(fill)
    await store.dispose()


def people(number: int, seats: int) -> Sequence[int]:
    """Return the players of the n-th match of a crowd, by seat."""
    return [PEOPLE + 10 * number + seat for seat in range(seats)]


def _rows(crowd: Crowd, standings: Sequence[Standing]) -> dict[Any, list[rows.Values]]:
    """Return the rows of every table."""
    filled: dict[Any, list[rows.Values]] = {
        table: [] for table in (matches, seats, clocks, log, messages)
    }
    for number in range(crowd.matches):
        standing, match_id = standings[number % len(standings)], number + 1
        info, ply = standing.rules.info, len(standing.log)
        seated = people(number, len(standing.setup.seats))
        occupants = tuple(Occupant(seat, user, salt=str(user)) for seat, user in enumerate(seated))
        agenda = _agenda(crowd, standing, crowd.now + crowd.due_in(number))
        options = standing.setup.options
        channel = crowd.channel(number)
        new = NewMatch(
            game=info.id,
            rules=info.rules,
            options=options,
            guild_id=GUILD,
            channel_id=channel,
            host_id=seated[0],
            secret=bytes(32),
            seats=occupants,
            pace=crowd.pace,
        )
        version = 1 + ply
        shown = version - (number < crowd.owed)
        running = {
            "id": match_id,
            "stage": Stage.RUNNING,
            "awaits": WaitingFor.PERSON,
            "ply": ply,
            "shown_ply": ply - (number < crowd.owed),
            "version": version,
            "shown_version": shown,
            "start_salt": str(match_id),
        }
        created_at = crowd.now - timedelta(days=1)
        filled[matches].append(rows.lobby(new, created_at) | running | rows.planned(agenda))
        filled[seats] += rows.seated(match_id, occupants)
        filled[clocks] += rows.clocks(match_id, agenda)
        filled[log] += _logged(match_id, standing.log, created_at)
        posted = MessageRecord(channel, MESSAGES + match_id, None, shown, ply)
        filled[messages].append(rows.message(match_id, posted))
    return filled


def _logged(match_id: int, log: Sequence[Entry], at: datetime) -> list[rows.Values]:
    return rows.logged(match_id, 0, MoveCommit(log, WaitingFor.PERSON, at))


def _agenda(crowd: Crowd, standing: Standing, due_at: datetime) -> Agenda:
    """Return an agenda with the clocks of those who are to act, reminded when it was time."""
    begun_at = due_at - (crowd.pace.allowance or timedelta())
    clocks = []
    for seat, ply in sorted(standing.asked.items()):
        clock = timing.new_clock(seat, ply, crowd.pace, begun_at, DEFAULT_SETTINGS)
        reminded = timing.reminders_due(clock, crowd.pace, crowd.now, DEFAULT_SETTINGS)
        clocks.append(replace(clock, reminded=reminded))
    lapses_at = crowd.now + MATCH_LASTS
    alarms = [timing.next_alarm(each, crowd.pace, crowd.now, DEFAULT_SETTINGS) for each in clocks]
    return Agenda(tuple(clocks), lapses_at, min(filter(None, (*alarms, lapses_at))))


def _standings(rng: Random) -> Iterator[Standing]:
    for rules in CATALOGUE:
        if rules.info.max_seats == 1:
            continue
        for number in range(PLAYED):
            setup = prepare(
                rules.info, (max(rules.info.min_seats, 2), rules.info.max_seats)[number % 2]
            )
            waiting = list(islice(_waiting(rules, setup, rng), LONGEST))
            yield from rng.sample(waiting, min(CUTS, len(waiting)))


def _waiting(rules: Rules[Any, Any], setup: Setup, rng: Random) -> Iterator[Standing]:
    """Yield the states of a random match at which somebody has a choice."""
    state = rules.start(setup)
    log: list[Entry] = []
    asked: Mapping[Seat, int] = {}
    for actor, move, step in playout(rules, state, rng):
        log.append((actor, move.code))
        ply = ReplayedMove(len(log) - 1, actor, move, step.events, step.state)
        asked = turns_after(rules, state, ply, asked)
        state = step.state
        if any(_chooses(rules, state, seat) for seat in asked):
            yield Standing(rules, setup, tuple(log), asked)


def _chooses(rules: Rules[Any, Any], state: object, seat: Seat) -> bool:
    legal = rules.legal_moves(state, seat)
    return len(legal) > 1 or not legal[0].automatic


NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
