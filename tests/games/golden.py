"""Golden playthroughs: a match by chance, written so that a change of the rules can be reviewed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import fields
from functools import singledispatch
from pathlib import Path
from typing import Any

from bot.domino.layout import Layout
from bot.domino.path import Path as Trail
from bot.domino.path import cell_name
from bot.engine.contract import NATURE, Actor, Event, Lot, Move, Nature, Rules, Shuffle, Step
from bot.engine.replay import playout
from bot.engine.rounds import MatchState
from bot.engine.seating import prepare
from bot.games.board.table import BoardTable
from bot.games.connecting.table import Table
from bot.games.grid.table import MemoryTable
from bot.games.lattice.matching_table import MatchingTable
from bot.games.lattice.rows_table import RowsTable
from bot.games.lattice.table import SquaresTable
from bot.games.memory import columns
from bot.games.rows.table import BlindTable

FOLDER = Path(__file__).parents[1] / "golden" / "playthroughs"
SEEDS = {
    "block": 73,
    "draw": 199,
    "duos": 461,
    "maltese-cross": 436,
    "star": 104,
    "all-fives": 246,
    "classic": 210,
    "lucky-draw": 249,
    "memory": 97,
    "solitaire": 8,
    "squares": 159,
    "squares-block": 110,
    "squares-draw": 2190,
    "squares-blind": 230,
    "double-double": 1208,
}
"""Chosen for a short match with both ways to end a round, or another rare turn; else it is 1."""
OPTIONS: dict[str, dict[str, object]] = {
    "block": {"target": 50},
    "squares-block": {"target": 60},
    "squares-draw": {"target": 60},
    "squares-blind": {"eitherEnd": "on", "target": 150},
}
"""What a game is played with when its default would make a long match, or only a single round."""
SEATS = {"maltese-cross": 3, "squares": 3, "double-double": 4}
"""How many play where it is not the fewest: one goes out of the match, and it goes on; a piece is
passed on that one of them has never seen; four play to 50."""

HEAD = """\
# A match of {name} by chance. Every ply: actor and code, what else the seat could have done, the
# events, then each place whose pieces changed.
# Written by `python -m tests.games.record_golden`: read what changes here before you commit it.
"""


def path(rules: Rules[Any]) -> Path:
    """Where the playthrough of a game lies."""
    return FOLDER / f"{rules.info.id}.txt"


def playthrough(rules: Rules[Any]) -> str:
    """The text of one match."""
    info = rules.info
    seed = SEEDS.get(info.id, 1)
    seats = SEATS.get(info.id, min(max(info.min_seats, 2), info.max_seats))
    setup = prepare(info, seats, OPTIONS.get(info.id))
    agreed = ", ".join(f"{key}={value}" for key, value in setup.options.items()) or "none"
    lines = [
        HEAD.format(name=info.name),
        f"game {info.id}, rules {info.rules}, seats {setup.table}, options {agreed}, seed {seed}",
    ]
    state = rules.start(setup)
    moves = playout(rules, state, random.Random(seed))
    for ply, (actor, move, step) in enumerate(moves):
        lines += ["", *entry(rules, state, ply, actor, move, step)]
        state = step.state
    return "\n".join([*lines, "", f"outcome: {told(rules.outcome(state))}", ""])


def entry(
    rules: Rules[Any], state: Any, ply: int, actor: Actor, move: Move, step: Step[Any]
) -> Iterator[str]:
    """The lines about one ply."""
    name = "*" if actor is NATURE else f"seat {actor}"
    yield f"{ply}. {name}: {move.code}"
    asked = rules.to_act(state)
    if not isinstance(asked, Shuffle | Lot) and not isinstance(actor, Nature):
        others = [each.code for each in rules.legal_moves(state, actor) if each != move]
        if others:
            yield f"    or  {' '.join(others)}"
    for event in step.events:
        yield f"    ->  {told(event)}"
    if pictured(step.state) != pictured(state):
        yield f"    {pictured(step.state)}"
    before = rules.whereabouts(state)
    for place, pieces in rules.whereabouts(step.state).items():
        drawn = place in {"layout", "path", "board"} and pictured(step.state)
        if pieces != before.get(place) and not drawn:
            yield f"    {place}: {' '.join(pieces) or '-'}"
    if isinstance(step.state, MatchState) and step.state.number != state.number:
        yield f"    round {step.state.number}, totals {told(step.state.totals)}"


def told(value: Any) -> str:
    """A value in few words."""
    match value:
        case Event():
            inner = ", ".join(
                f"{each.name}={told(getattr(value, each.name))}"
                for each in fields(value)  # type: ignore[arg-type]
                if each.name not in {"layout", "path", "laid"}
            )
            return f"{type(value).__name__} {inner}"
        case tuple():
            return "(" + " ".join(map(told, value)) + ")"
        case _:
            return str(value)


@singledispatch
def pictured(state: Any) -> str:
    """What lies on the table, in a line of text, where that is more than a list of pieces."""
    del state
    return ""


@pictured.register
def _(state: MatchState) -> str:
    return pictured(state.round)


@pictured.register(Table)
@pictured.register(BlindTable)
def _(state: Table | BlindTable) -> str:
    return line(state.layout)


@pictured.register
def _(state: MemoryTable) -> str:
    """The rows of the grid: ``grid: ####.## #[6-4]##### …``."""
    places = [
        "." if tile is None else f"[{tile}]" if at == state.up else "#"
        for at, tile in enumerate(state.grid)
    ]
    wide = columns(len(places)) if places else 1
    rows = ("".join(places[at : at + wide]) for at in range(0, len(places), wide))
    return " ".join(("grid:", *rows))


@pictured.register
def _(state: BoardTable) -> str:
    """The dominoes in the order of placing, and the pieces: ``board: 4-3@h8i8, track: 0 3``."""
    placed = " ".join(each.code for each in state.tiling.laid) or "-"
    return f"board: {placed}, track: {' '.join(map(str, state.positions))}"


def line(layout: Layout) -> str:
    """``line: [2|5][5|5]<[5|1]>[1|6]``: the first bone between the arms at its left and right."""
    if not layout.laid:
        return "line: -"
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


@pictured.register(MatchingTable)
@pictured.register(RowsTable)
@pictured.register(SquaresTable)
def _(state: MatchingTable | RowsTable | SquaresTable) -> str:
    return ends(state.path)


def ends(path: Trail) -> str:
    """``ends: start [0 0|2 6], e1 [0 2|6 6]``: the ends of a path as they lie, row by row."""
    lying = []
    for end in path.ends:
        top, right, low, left = path.laid[end].symbols
        lying.append(f"{cell_name(path.laid[end].cell)} [{top} {right}|{left} {low}]")
    return f"ends: {', '.join(lying) or '-'}"
