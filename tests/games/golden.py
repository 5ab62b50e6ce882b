"""Golden playthroughs: random matches in a form in which a change of the rules can be reviewed.

Every ply is a line: the actor and the code, the events, the pieces removed (``-``) from a place and
added (``+``) to one, or all that are in it (``:``), and after ``or`` the seat's other legal moves.
The end of a round is followed by its last table.
"""

import random
from collections import Counter
from collections.abc import Iterator
from enum import Enum
from functools import singledispatch
from itertools import groupby
from pathlib import Path
from typing import Any

from msgspec.structs import fields

from bot.domino.layout import Layout
from bot.domino.path import Path as Trail, cell_name
from bot.engine.contract import NATURE, Actor, Event, Move, Nature, Outcome, Step
from bot.engine.replay import playout
from bot.engine.rounds import Rounds
from bot.engine.rules import Rules
from bot.engine.seating import prepare
from bot.games.blind.table import BlindTable
from bot.games.common.events import Credit, RoundEndEvent
from bot.games.connecting.notes import Note
from bot.games.connecting.table import LineTable
from bot.games.double_double.table import BoardTable
from bot.games.mexican_train.rules import TrainTable
from bot.games.squares.matching.table import MatchingTable
from bot.games.squares.rows import RowsTable
from bot.games.squares.table import SquaresTable

Pieces = tuple[str, ...]
FOLDER = Path(__file__).parents[1] / "golden" / "playthroughs"
SEEDS = {
    "block": 73,
    "draw": 2461,
    "duos": 3268,
    "maltese-cross": 436,
    "star": 4251,
    "all-fives": 480,
    "fives-and-threes": 360,
    "classic": 1730,
    "lucky-draw": 1143,
    "memory": 4541,
    "solitaire": 8,
    "squares": 3766,
    "squares-block": 110,
    "squares-draw": 2190,
    "squares-blind": 230,
    "double-double": 1208,
    "partners": 182,
    "puerto-rican": 69,
    "cuban": 50,
    "brazilian": 86,
    "jamaican": 2157,
    "cut-throat": 1654,
    "kozel": 1022,
    "mexican-train": 1,
}
"""Seeds for short matches with both ways to end a round, or another rare event; others have 1."""
OPTIONS: dict[str, dict[str, object]] = {
    "block": {"target": 50},
    "squares-block": {"target": 60},
    "squares-draw": {"target": 60},
    "mexican-train": {"rounds": 1},
    "squares-blind": {"eitherEnd": "on", "target": 150},
    "partners": {"target": 100},
    "puerto-rican": {"target": 250},
    "jamaican": {"format": "six-love"},
    "cut-throat": {"format": "six-love"},
}
"""Options for games whose defaults would make a long match, or only a single round."""
SEATS = {
    "maltese-cross": 3,
    "squares": 3,
    "double-double": 4,
    "fives-and-threes": 4,
    "cut-throat": 3,
    "kozel": 4,
    "mexican-train": 3,
}
"""Numbers of seats that are not the fewest, so that somebody is eliminated and the others continue,
that a piece is passed on which one seat has never seen, that four play to 50, that partners play on
until both are out, and that there are two pairs."""

HEAD = "# Written by `python -m tests.games.record_golden`; golden.py there says how to read it."


def path(rules: Rules[Any, Any]) -> Path:
    return FOLDER / f"{rules.info.id}.txt"


def playthrough(rules: Rules[Any, Any]) -> str:
    info = rules.info
    seed = SEEDS.get(info.id, 1)
    seats = SEATS.get(info.id, min(max(info.min_seats, 2), info.max_seats))
    setup = prepare(info, seats, OPTIONS.get(info.id))
    agreed = ", ".join(f"{key}={value}" for key, value in setup.options.items()) or "none"
    lines = [
        HEAD,
        f"game {info.id}, rules {info.rules}, seats {seats}, options {agreed}, seed {seed}",
    ]
    state = rules.start(setup)
    moves = playout(rules, state, random.Random(seed))
    for ply, (actor, move, step) in enumerate(moves):
        lines += entry(rules, state, ply, actor, move, step)
        state = step.state
    return "\n".join([*lines, f"outcome: {told(rules.outcome(state))}", ""])


def entry(
    rules: Rules[Any, Any], state: Any, ply: int, actor: Actor, move: Move, step: Step[Any]
) -> Iterator[str]:
    before, after = rules.piece_locations(state), rules.piece_locations(step.state)
    changes = [
        change(place, before.get(place, ()), after.get(place, ()))
        for place in dict.fromkeys((*before, *after))
        if before.get(place, ()) != after.get(place, ())
    ]
    happened = [told(event, actor) for event in step.events]
    name = "*" if actor is NATURE else actor
    choices = () if isinstance(actor, Nature) else rules.legal_moves(state, actor)
    others = [each.code for each in choices if each != move]
    instead = [f"or {' '.join(shortened(others))}"] if others else []
    yield f"{ply}. {name}: {' | '.join((move.code, *happened, *changes, *instead))}"
    over = any(isinstance(event, RoundEndEvent) for event in step.events)
    if over and (picture := pictured(last_table(rules, state, actor, move))):
        yield f"    {picture}"


def last_table(rules: Rules[Any, Any], state: Any, actor: Actor, move: Move) -> Any:
    assert isinstance(rules, Rounds)
    return rules.game.apply(state.round, actor, move).state


def change(place: str, before: Pieces, after: Pieces) -> str:
    """Describe the pieces removed from a place and added at its end, or else all that are there."""
    went, came = Counter(before) - Counter(after), Counter(after) - Counter(before)
    stayed = list(before)
    for piece in went.elements():
        stayed.remove(piece)
    told = [f"-{piece}" for piece in went.elements()] + [f"+{piece}" for piece in came.elements()]
    if (*stayed, *came.elements()) != after or not after or len(told) > 4:
        return f"{place}: {' '.join(after) or '-'}"
    return f"{place} {' '.join(told)}"


def shortened(codes: list[str]) -> Iterator[str]:
    """Name moves with the same piece together: ``5-3@l,r,u``."""
    for piece, group in groupby(codes, key=lambda code: code.partition("@")[0]):
        places = ",".join(code.partition("@")[2] for code in group)
        yield f"{piece}@{places}" if places else piece


def told(value: Any, actor: Actor | None = None) -> str:
    match value:
        case Event() | Outcome() | Credit() | Note():
            named = (
                f" {each.name}={told(getattr(value, each.name))}"
                for each in fields(value)
                if each.name not in {"layout", "path", "laid", "text", "tracks"}
                and getattr(value, each.name) != each.default
                and not (each.name == "seat" and getattr(value, each.name) == actor)
            )
            return type(value).__name__ + "".join(named)
        case Enum():
            return value.name
        case tuple():
            return "(" + " ".join(map(told, value)) + ")"
        case _:
            return str(value)


@singledispatch
def pictured(state: Any) -> str:
    return ""


@pictured.register(LineTable)
@pictured.register(BlindTable)
def _(state: LineTable | BlindTable) -> str:
    return line(state.layout)


@pictured.register
def _(state: BoardTable) -> str:
    """List the dominoes as placed, and the pieces: ``board: 4-3@h8i8, track: 0 3``."""
    placed = " ".join(each.code for each in state.tiling.laid)
    return f"board: {placed}, track: {' '.join(map(str, state.positions))}"


def line(layout: Layout) -> str:
    """Format ``line: [2|5][5|5]<[5|1]>[1|6]``: the first bone between its left and right arm."""
    first, *rest = layout.laid
    arms: dict[str, list[tuple[int, int]]] = {"l": [], "r": []}
    for laid in rest:
        arms.setdefault(laid.opening, []).append((laid.near, laid.far))
    left = "".join(f"[{far}|{near}]" for near, far in reversed(arms.pop("l")))
    right = "".join(f"[{near}|{far}]" for near, far in arms.pop("r"))
    others = (
        f" {name}: " + "".join(f"[{near}|{far}]" for near, far in arm)
        for name, arm in sorted(arms.items())
    )
    return f"line: {left}<[{first.near}|{first.far}]>{right}" + "".join(others)


@pictured.register
def _(state: TrainTable) -> str:
    """List the trains from the hub outwards: ``9-9: [9|4][4|4], [9|1], m [9|6]``."""
    trains = ("".join(f"[{near}|{far}]" for near, far in train) for train in state.tracks.trains)
    return f"{state.tracks.engine.code}: {', '.join(trains)}"


@pictured.register(MatchingTable)
@pictured.register(RowsTable)
@pictured.register(SquaresTable)
def _(state: MatchingTable | RowsTable | SquaresTable) -> str:
    return ends(state.path)


def ends(path: Trail) -> str:
    """Format a path's ends row by row: ``ends: start [0 0|2 6], e1 [0 2|6 6]``."""
    lying = []
    for end in path.ends:
        top, right, low, left = path.laid[end].symbols
        lying.append(f"{cell_name(path.laid[end].cell)} [{top} {right}|{left} {low}]")
    return f"ends: {', '.join(lying)}"
