"""Participations for tests, taken from matches played by the rules or made by hand."""

import random
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Any

from bot.engine.contract import NATURE, Event, Lot, Seat, Shuffle
from bot.engine.replay import play, playout
from bot.engine.rounds import MatchEnded, RoundScored
from bot.engine.rules import Rules
from bot.engine.seating import prepare
from bot.games.block import BLOCK
from bot.scores.achievements.catalogue import earned_in
from bot.scores.achievements.participation import Participation
from bot.scores.career import Career, Tally
from tests.games.positions import position


def scored(*rounds, goal=100):
    """Return the rounds of a match, given each round's winners and everybody's total after it."""
    return tuple(
        RoundScored(number, winners, (0,) * len(totals), totals, goal=goal)
        for number, (winners, totals) in enumerate(rounds, start=1)
    )


ENDED = MatchEnded((0,), (100, 40), "target")
PLAIN = Participation(
    game="block",
    options={},
    seat=0,
    seats=3,
    partners=frozenset(),
    place=1,
    won=True,
    left=False,
    aided=False,
    helped=False,
    totals=(100, 40, 0),
    computers={},
    pace="relaxed",
    lasted=timedelta(hours=1),
    events=(*scored(((0,), (60, 0, 0)), ((1,), (60, 40, 0)), ((0,), (100, 40, 0))), ENDED),
    career=Career(),
)
"""A won match of Block that earns nothing special."""


def earned(part=PLAIN, **changes) -> set[str]:
    return set(earned_in(replace(part, **changes)))


def with_rounds(*rounds, goal=100, **changes) -> Participation:
    """Return the first seat's participation in a match scored like that."""
    totals = rounds[-1][1]
    events = (*scored(*rounds, goal=goal), MatchEnded((0,), totals, "target"))
    return replace(PLAIN, events=events, totals=totals, seats=len(totals), **changes)


def career(stayed=1, wins=0, streak=0, games=("block",), company=None) -> Career:
    each, in_company = Tally(stayed, wins, stayed), wins if company is None else company
    return Career(dict.fromkeys(games, each), streak, streak, Tally(stayed, in_company))


def acted(rules: Rules[Any, Any], state: Any, *codes: str) -> Any:
    """Make these moves, given by code or the beginning of one; return events and last state."""
    events: list[Event] = []
    for code in codes:
        asked = rules.to_act(state)
        if isinstance(asked, Shuffle | Lot):
            step = play(rules, state, NATURE, code)
        else:
            legal = rules.legal_moves(state, min(asked))
            same = [move for move in legal if move.code == code]
            meant = same or [move for move in legal if move.code.startswith(code)]
            step = rules.apply(state, min(asked), meant[0])
        events += step.events
        state = step.state
    return tuple(events), state


def played(
    rules: Rules[Any, Any], state: Any, *codes: str, seat: Seat = 0, before: tuple[Event, ...] = ()
) -> Participation:
    events, state = acted(rules, state, *codes)
    return told(rules, state, (*before, *events), seat)


def after(rules: Rules[Any, Any], state: Any, *codes: str, **how: Any) -> set[str]:
    return earned(played(rules, state, *codes, **how))


def block(*hands, on="5-3", **more):
    return position(BLOCK, *hands, on=on, **more)


def told(
    rules: Rules[Any, Any], state: Any, events: tuple[Event, ...], seat: Seat
) -> Participation:
    setup, outcome = state.setup, rules.outcome(state)
    if outcome is None:
        events = (*events, MatchEnded((), state.totals, "made up"))
    own = next((side for side in rules.info.partnerships if seat in side), (seat,))
    won = outcome is not None and seat in outcome.winners
    seats = {"seat": seat, "seats": setup.seat_count, "partners": frozenset(own) - {seat}}
    part = replace(PLAIN, game=rules.info.id, options=setup.options, **seats)
    return replace(part, place=1 if won else 2, won=won, totals=state.totals, events=events)


def by_chance(rules: Rules[Any, Any], seats: int, seed: int, **options) -> Iterator[Participation]:
    setup = prepare(rules.info, seats, options)
    events: list[Event] = []
    state = rules.start(setup)
    for _, _, step in playout(rules, state, random.Random(seed)):
        events += step.events
        state = step.state
    for seat in range(seats):
        yield told(rules, state, tuple(events), seat)


def found(rules: Rules[Any, Any], seats: int, wanted: str, tries: int = 400) -> Participation:
    """Return the first participation in random matches that earns ``wanted``."""
    deeds = (part for seed in range(tries) for part in by_chance(rules, seats, seed))
    return next(part for part in deeds if wanted in earned(part))


def without(part: Participation, *gone: Event) -> Participation:
    kept = tuple(each for each in part.events if not any(each is other for other in gone))
    return replace(part, events=kept)
