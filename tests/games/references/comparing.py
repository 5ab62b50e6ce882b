"""Random matches of a game of the catalogue, compared at each moment with a second program."""

import random
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any

from bot.engine.contract import Event, Lot, Setup, Shuffle
from bot.engine.errors import Refusal
from bot.engine.options import OFF_ON, Option, OptionValue
from bot.engine.replay import playout
from bot.engine.rounds import MatchEnded, RoundScored
from bot.engine.rules import Rules
from bot.engine.seating import prepare
from bot.games.common.events import PointsEvent
from tests.games.references import telling
from tests.games.references.telling import MatchEnd, Moment, RoundEnd, Score


def compare(rules: Rules[Any, Any], setup: Setup, second, defaults: str, rng) -> None:
    """Play a random match, and raise ``AssertionError`` where the programs differ."""
    state, log = rules.start(setup), []
    program = second(setup.seat_count, telling.options(defaults, **setup.options))
    moment = next(program)
    try:
        for actor, move, step in playout(rules, state, rng):
            same((moment.actor, moment.legal), asked(rules, state))
            log.append((actor if isinstance(actor, int) else "*", move.code))
            moment, state = program.send(move.code), step.state
            same(told_by(moment), list(news_of(step.events)))
        same((moment.actor, moment.legal), asked(rules, state))
    except BaseException as failure:
        failure.add_note(f"{setup.seat_count} seats, {dict(setup.options)}, {log}")
        raise


class Stacked(random.Random):
    """Shuffles so that in every fifth deal like bones lie together, and rare ends come about."""

    def shuffle(self, x: Any) -> None:
        super().shuffle(x)
        if self.random() < 0.2:
            number, last = self.randrange(8), self.choice((False, True))
            x.sort(key=lambda b: last == (telling.is_double(b) if number > 6 else str(number) in b))


def same(expected: object, found: object) -> None:
    assert expected == found, f"the second program: {expected}; the rules: {found}"


def asked(rules: Rules[Any, Any], state: Any) -> tuple[int | str, frozenset[str]]:
    to_act = rules.to_act(state)
    if isinstance(to_act, Shuffle):
        return telling.DEAL, frozenset(to_act.pieces)
    if isinstance(to_act, Lot):
        return telling.LOT, frozenset(map(str, to_act.seats))
    for seat in to_act:
        return seat, frozenset(move.code for move in rules.legal_moves(state, seat))
    return telling.OVER, frozenset()


def told_by(moment: Moment) -> list[Score | RoundEnd | MatchEnd]:
    """Return the news without the next leader, which is compared as the next seat to act."""
    return [e._replace(leader=None) if isinstance(e, RoundEnd) else e for e in moment.news]


def news_of(events: Iterable[Event]) -> Iterator[Score | RoundEnd | MatchEnd]:
    for event in events:
        if isinstance(event, PointsEvent) and event.points:
            yield Score(getattr(event, "seats", (event.seat,)), event.points)
        elif isinstance(event, RoundScored):
            yield RoundEnd(event.winners, event.points, event.totals, None)
        elif isinstance(event, MatchEnded):
            yield MatchEnd(event.winners, event.totals)


def random_setup(rules: Rules[Any, Any], rng: random.Random) -> Setup:
    """Return a random number of seats with random options that go together."""
    for _ in range(1000):
        seats = rng.randint(rules.info.min_seats, rules.info.max_seats)
        chosen = {option.key: _value(option, rng) for option in rules.info.options}
        with suppress(Refusal):
            setup = prepare(rules.info, seats, chosen)
            rules.start(setup)
            return setup
    raise AssertionError("no options go together")


def _value(option: Option, rng: random.Random) -> OptionValue:
    if option.limits and rng.random() < 0.3:
        return rng.randint(*option.limits)
    return rng.choice(OFF_ON if option.kind == "flag" else option.choices)
