"""Replays a record move by move, as everybody or as one seat saw it."""

import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.cli.errors import CannotDo
from bot.engine.contract import (
    NATURE,
    Actor,
    Event,
    Lot,
    Observation,
    Outcome,
    Seat,
    Setup,
    Shuffle,
    as_seen_by,
)
from bot.engine.errors import BadRecord, IllegalMove, Refusal, shortened
from bot.engine.game_info import GameInfo
from bot.engine.options import OptionValue
from bot.engine.record import Record, load
from bot.engine.replay import ReplayedMove, replay, shown_code
from bot.engine.rounds import MatchSeen
from bot.engine.rules import Rules
from bot.engine.seating import prepare
from bot.engine.story import held_by
from bot.games import game
from bot.games.names import info_under

LARGEST = 32 * 2**20
"""The largest record that is read, in bytes; that of a long match has some ten thousand."""


@dataclass(frozen=True, slots=True)
class LoadedRecord:
    record: Record
    rules: Rules[Any, Any]
    setup: Setup
    info: GameInfo
    """The game, or the preset whose name the record has."""

    def plies(self, seat: Seat | None = None) -> Iterator[ReplayedMove[Any]]:
        """Replay every entry.

        Raises :class:`CannotDo` at the first wrong one, with its index, its code and the reason.
        When the record is shown to one ``seat``, the reason keeps what is hidden from it.
        """
        state = self.rules.start(self.setup)
        index = 0
        try:
            for ply in replay(self.rules, self.setup, self.record.log):
                state, index = ply.state, ply.index + 1
                yield ply
        except Refusal as refusal:
            actor, code = self.record.log[index]
            told = seat is None or seat == actor
            why = _why(refusal, self.rules.to_act(state), told=told)
            code = code if told or actor is not NATURE else code.split(" ")[0]
            raise CannotDo(
                f"log entry {index}, {called(actor)}, “{shortened(code)}”: {why}"
            ) from None

    def check_seat(self, seat: Seat | None) -> None:
        if seat is not None and not 0 <= seat < self.record.seats:
            raise CannotDo(f"there is no seat {seat}; the record has 0 to {self.record.seats - 1}")


@dataclass(frozen=True, slots=True)
class Line:
    """One entry of a log, with its events and the total scores by seat after it."""

    index: int
    actor: Actor
    code: str
    events: tuple[Event, ...]
    scores: tuple[int, ...]
    to_act: tuple[Actor, ...]
    legal: dict[Seat, tuple[str, ...]]
    outcome: Outcome | None
    seen: Observation
    """The state after the entry, as everybody or that seat sees it."""
    held: tuple[tuple[str, ...], ...] = ()
    """The codes of the pieces in everybody's hand, by seat; empty in what one seat saw."""


def read(name: str) -> LoadedRecord:
    """Read the record in a file; ``-`` is standard input."""
    record = load(_text(name))
    rules = game(record.game)
    if record.rules != rules.info.rules:
        raise BadRecord(
            why=f"it was played by version {record.rules} of the rules of {rules.info.name},"
            f" and this is version {rules.info.rules}"
        )
    setup = prepare(rules.info, record.seats, record.options, seniority=record.seniority)
    rules.start(setup)
    return LoadedRecord(record, rules, setup, _named(record, rules.info, setup.options))


def _named(record: Record, info: GameInfo, options: Mapping[str, OptionValue]) -> GameInfo:
    """Return the game under the record's preset, if it has one and these are its options."""
    found = info_under(info.id, record.preset, options)
    if found.preset != record.preset:
        raise BadRecord(
            why=f"{info.name} has no preset “{shortened(record.preset)}” with these options"
        )
    return found


def lines(loaded: LoadedRecord, seat: Seat | None = None) -> Iterator[Line]:
    loaded.check_seat(seat)
    for ply in loaded.plies(seat):
        due, outcome = loaded.rules.to_act(ply.state), loaded.rules.outcome(ply.state)
        seen = loaded.rules.observe(ply.state, seat)
        acting = () if isinstance(due, Shuffle | Lot) else tuple(sorted(due))
        told = acting if seat is None else tuple(each for each in acting if each == seat)
        yield Line(
            index=ply.index,
            actor=ply.actor,
            code=ply.move.code if seat is None else shown_code(ply.move, ply.actor, seat),
            events=ply.events if seat is None else as_seen_by(ply.events, seat),
            scores=_scores(seen, outcome, loaded.record.seats),
            to_act=(NATURE,) if isinstance(due, Shuffle | Lot) else acting,
            legal={
                each: tuple(move.code for move in loaded.rules.observe(ply.state, each).legal)
                for each in told
            },
            outcome=outcome,
            seen=seen,
            held=held_by(loaded.rules, ply.state, loaded.record.seats) if seat is None else (),
        )


def _scores(seen: Observation, outcome: Outcome | None, seats: int) -> tuple[int, ...]:
    """Return everybody's total; scores are public (GEN-14)."""
    if isinstance(seen, MatchSeen):
        return seen.totals
    return (0,) * seats if outcome is None else outcome.points


def called(actor: Actor) -> str:
    return "nature" if actor is NATURE else f"seat {actor}"


def _why(refusal: Refusal, due: Shuffle | Lot | frozenset[Seat], *, told: bool) -> str:
    """Say why an entry is wrong; with ``told`` also what would have been right."""
    if isinstance(refusal, IllegalMove):
        possible = f"; possible: {refusal.places['legal']}" if told else ""
        return f"that is not possible here{possible}"
    match due:
        case Shuffle():
            return "a shuffle by nature is due"
        case Lot():
            return "a lot by nature is due"
        case seats if seats:
            return f"{' or '.join(map(called, sorted(seats)))} is to act"
        case _:
            return "the match is over"


def _text(name: str) -> str:
    try:
        if name == "-":
            data = sys.stdin.buffer.read(LARGEST + 1)
        else:
            with Path(name).open("rb") as file:
                data = file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise CannotDo(f"{name} cannot be read: {reason}") from None
    if len(data) > LARGEST:
        raise BadRecord(why=f"it is larger than {LARGEST // 2**20} MB")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadRecord(why="it is not text in UTF-8") from None
