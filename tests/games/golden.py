"""Golden playthroughs: a match by chance, written so that a change of the rules can be reviewed.

Every ply is a line: the actor and the code, what happened, which pieces went from where (``-``) to
where (``+``), or all that lies there (``:``), and after ``or`` what else the seat could have done.
At the end of a round follows the table as it was.
"""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields
from enum import Enum
from functools import singledispatch
from itertools import groupby
from pathlib import Path
from typing import Any

from bot.domino.layout import Layout
from bot.domino.path import Path as Trail
from bot.domino.path import cell_name
from bot.engine.contract import NATURE, Actor, Event, Move, Nature, Outcome, Rules, Step
from bot.engine.replay import playout
from bot.engine.rounds import Rounds
from bot.engine.seating import prepare
from bot.games.blind.table import BlindTable
from bot.games.connecting.table import Table
from bot.games.double_double.table import BoardTable
from bot.games.events import Closing, Credit
from bot.games.squares.matching.table import MatchingTable
from bot.games.squares.rows.table import RowsTable
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
    "classic": 1730,
    "lucky-draw": 1143,
    "memory": 4541,
    "solitaire": 8,
    "squares": 3766,
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

HEAD = "# Written by `python -m tests.games.record_golden`; golden.py there says how to read it."


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
        HEAD,
        f"game {info.id}, rules {info.rules}, seats {setup.table}, options {agreed}, seed {seed}",
    ]
    state = rules.start(setup)
    moves = playout(rules, state, random.Random(seed))
    for ply, (actor, move, step) in enumerate(moves):
        lines += entry(rules, state, ply, actor, move, step)
        state = step.state
    return "\n".join([*lines, f"outcome: {told(rules.outcome(state))}", ""])


def entry(
    rules: Rules[Any], state: Any, ply: int, actor: Actor, move: Move, step: Step[Any]
) -> Iterator[str]:
    """The lines about one ply."""
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
    over = any(isinstance(event, Closing) for event in step.events)
    if over and (picture := pictured(last_table(rules, state, actor, move))):
        yield f"    {picture}"


def last_table(rules: Rules[Any], state: Any, actor: Actor, move: Move) -> Any:
    """The round's last state, which the match has left behind for the next one."""
    assert isinstance(rules, Rounds)
    return rules.game.apply(state.round, actor, move).state


def change(place: str, before: Pieces, after: Pieces) -> str:
    """What went from a place and what was added at its end; else all that lies there now."""
    went, came = Counter(before) - Counter(after), Counter(after) - Counter(before)
    stayed = list(before)
    for piece in went.elements():
        stayed.remove(piece)
    told = [f"-{piece}" for piece in went.elements()] + [f"+{piece}" for piece in came.elements()]
    if (*stayed, *came.elements()) != after or not after or len(told) > 4:
        return f"{place}: {' '.join(after) or '-'}"
    return f"{place} {' '.join(told)}"


def shortened(codes: list[str]) -> Iterator[str]:
    """Moves with one piece are named together: ``5-3@l,r,u``."""
    for piece, group in groupby(codes, key=lambda code: code.partition("@")[0]):
        places = ",".join(code.partition("@")[2] for code in group)
        yield f"{piece}@{places}" if places else piece


def told(value: Any, actor: Actor | None = None) -> str:
    """A value in few words: no default of a field is told, and not the seat of who acts."""
    match value:
        case Event() | Outcome() | Credit():
            named = (
                f" {each.name}={told(getattr(value, each.name))}"
                for each in fields(value)  # type: ignore[arg-type]
                if each.name not in {"layout", "path", "laid"}
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
    """What lies on the table, in a line of text, where that is more than a list of pieces."""
    del state
    return ""


@pictured.register(Table)
@pictured.register(BlindTable)
def _(state: Table | BlindTable) -> str:
    return line(state.layout)


@pictured.register
def _(state: BoardTable) -> str:
    """The dominoes in the order of placing, and the pieces: ``board: 4-3@h8i8, track: 0 3``."""
    placed = " ".join(each.code for each in state.tiling.laid)
    return f"board: {placed}, track: {' '.join(map(str, state.positions))}"


def line(layout: Layout) -> str:
    """``line: [2|5][5|5]<[5|1]>[1|6]``: the first bone between the arms at its left and right."""
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
    return f"ends: {', '.join(lying)}"
