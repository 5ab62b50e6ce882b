"""Values of the games as plain JSON."""

import re
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from msgspec import Struct

from bot.cli.proof import RecordCheck
from bot.cli.replay import Line
from bot.domino.board import cell_name as square_name
from bot.domino.bone import Bone
from bot.domino.counting import Sum
from bot.domino.layout import Layout
from bot.domino.path import LaidPiece, Path, cell_name
from bot.domino.square import Square
from bot.engine.contract import NATURE, Actor, Event, Move, Outcome
from bot.games.double_double.events import Placed
from bot.games.double_double.tiling import OnBoard

_WORD = re.compile(r"(?<!^)(?=[A-Z])")


def plain(value: object) -> Any:  # noqa: ANN401, PLR0911 - JSON is Any; one return per kind
    """Return ``value`` as JSON-compatible data; raises :class:`TypeError` for an unknown type.

    A bone is its code; a layout the list of its bones in the order they were laid, each with the
    opening it was laid at (``6-4@l``), a path the same with cells (``0-2-6-6@n1/3``), a domino on a
    board its code with the squares of its halves (``4-3@h8i8``); a sum its terms, as text, and its
    points; any other value with fields is an object with these.
    """
    match value:
        case None | bool() | int() | float() | str():
            return value
        case Bone(code=code) | Square(code=code) | OnBoard(code=code) | Move(code=code):
            return code
        case Layout(laid=laid):
            return [f"{each.bone.code}@{each.opening}".rstrip("@") for each in laid]
        case Path(laid=laid):
            return [_laid_piece(each) for each in laid]
        case Sum(terms=terms):
            return {"terms": list(terms), "text": str(value), "points": value.points}
        case Enum():
            return value.value
        case Mapping():
            return {str(key): plain(each) for key, each in value.items()}
        case list() | tuple():
            return [plain(each) for each in value]
        case set() | frozenset():
            return sorted(map(plain, value))
        case Struct():
            return {name: plain(getattr(value, name)) for name in value.__struct_fields__}
        case _ if is_dataclass(value):
            return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
        case _:
            raise TypeError(f"{type(value).__name__} has no plain form")


def plain_event(event: Event) -> dict[str, Any]:
    """Return an event with its ``type``: the name of its class in snake case."""
    name = _WORD.sub("_", type(event).__name__).lower()
    told = {"type": name, **plain(event)}
    if isinstance(event, Placed):
        told |= {"first": square_name(event.first), "second": square_name(event.second)}
    return told


def plain_actor(actor: Actor) -> str | int:
    """Return ``*`` for nature, else the seat."""
    return actor.value if actor is NATURE else actor


def plain_line(line: Line) -> dict[str, Any]:
    return {
        "i": line.index,
        "actor": plain_actor(line.actor),
        "code": line.code,
        "events": [plain_event(event) for event in line.events],
        "scores": list(line.scores),
        "to_act": [plain_actor(actor) for actor in line.to_act],
        "legal": {str(seat): list(codes) for seat, codes in line.legal.items()},
    }


def plain_outcome(outcome: Outcome | None) -> dict[str, Any] | None:
    if outcome is None:
        return None
    return {name: plain(getattr(outcome, name)) for name in ("winners", "points", "reason")}


def plain_proof(proof: RecordCheck | None) -> dict[str, Any]:
    """Return the result of checking a record's secret and salts; empty without a proof."""
    return {} if proof is None else {"chance": plain(proof)}


def _laid_piece(laid: LaidPiece) -> str:
    starter = laid.cell == (0, 0) and not laid.turn
    return laid.piece.code if starter else f"{laid.piece}@{cell_name(laid.cell)}/{laid.turn}"
