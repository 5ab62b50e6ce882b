"""What a player can choose from: moves, and the places where one bone can be laid."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from bot.engine.contract import Move, Observation
from bot.games.blind import BlindSeen
from bot.games.moves import Draw, Pass, Play
from bot.games.seen import TableSeen
from bot.present import ids, places, rows
from bot.present.alt import bones_and_ends
from bot.present.company import Company
from bot.present.ids import TableVerb
from bot.present.lines import line_scene
from bot.present.scenes import round_seen
from bot.present.screen import Button, Entry, Menu, Picture, Row, Screen, Tone, in_rows
from bot.present.words import Words

MAX_BUTTONS = 20
MAX_ENTRIES = 25
MAX_WAYS = 2
"""A bone with more ways to be laid is chosen first and its place then."""

Named = tuple[str, str]
"""An id, and what its button says."""


def choices(company: Company, seen: Observation, ply: int, say: Words) -> tuple[Row, ...]:
    """A button or an entry for each legal move; for a bone with many places, one that asks."""
    named: list[Named] = []
    for bone, group in groupby(sorted(seen.legal, key=_as_in_the_hand), key=_bone_code):
        ways = list(group)
        if bone is not None and len(ways) > MAX_WAYS:
            named.append((ids.bone(company.match_id, ply, bone), say("{bone} …", bone=bone)))
        else:
            named += _named(company, ways, seen, ply, say)
    return _rows(company, named, say("Choose a move"))


def places_screen(
    company: Company, seen: Observation, ply: int, bone: str, say: Words
) -> Screen | None:
    """Where one bone can be laid, with just those ends flagged; ``None`` when it cannot be."""
    ways = [move for move in seen.legal if isinstance(move, Play) and move.bone.code == bone]
    table = round_seen(seen)
    if not ways or not isinstance(table, TableSeen):
        return None
    told = " ".join(bones_and_ends(table.layout, say, table.limits))
    scene = line_scene(table.layout, flagged={move.at for move in ways})
    back = Button(ids.table(company.match_id, TableVerb.HAND), say("Back to the hand"))
    return Screen(
        parts=(
            say("Where do you lay **{bone}**?", bone=bone),
            Picture(scene, told, "places.png"),
        ),
        rows=(
            *_rows(company, _named(company, ways, seen, ply, say), say("Choose a place")),
            (back,),
        ),
    )


def named_move(move: Move, seen: Observation, say: Words) -> str:
    """A legal move in words: ``6-4 → left (6)``; a lead is the bone alone."""
    match move:
        case Play(bone=bone, at=""):
            return bone.code
        case Play(bone=bone, at=at):
            place = say("{side} ({pips})", side=places.name(at, say), pips=_shown(seen, at))
            if how := _how(move, seen, say):
                place = say("{where}, {how}", where=place, how=how)
            return say("{bone} → {place}", bone=bone.code, place=place)
        case Pass():
            return say("Knock")
        case Draw():
            return say("Draw a bone")
        case _:
            return rows.named(move, say) or move.code


def _how(move: Play, seen: Observation, say: Words) -> str:
    """How a double lies, where that is chosen."""
    if move.crosswise:
        return say("crosswise")
    chosen = any(isinstance(e, Play) and e.crosswise and e.bone is move.bone for e in seen.legal)
    return say("in line") if chosen else ""


def _named(
    company: Company, moves: Iterable[Move], seen: Observation, ply: int, say: Words
) -> list[Named]:
    return [
        (ids.move(company.match_id, ply, move.code), named_move(move, seen, say)) for move in moves
    ]


def _rows(company: Company, named: list[Named], hint: str) -> tuple[Row, ...]:
    if len(named) <= MAX_BUTTONS:
        return in_rows(tuple(Button(id_, label, Tone.GOOD) for id_, label in named))
    pages = [named[at : at + MAX_ENTRIES] for at in range(0, len(named), MAX_ENTRIES)]
    return tuple(
        Menu(
            ids.moves_menu(company.match_id, at),
            hint,
            tuple(Entry(id_, label) for id_, label in page),
        )
        for at, page in enumerate(pages)
    )


def _as_in_the_hand(move: Move) -> int:
    return move.bone.index if isinstance(move, Play) else -1


def _bone_code(move: Move) -> str | None:
    return move.bone.code if isinstance(move, Play) else None


def _shown(seen: Observation, at: str) -> int | None:
    table = round_seen(seen)
    if not isinstance(table, TableSeen | BlindSeen):
        return None
    return table.layout.opening(at).pips
