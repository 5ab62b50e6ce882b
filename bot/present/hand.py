"""A hand, for its owner alone."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.contract import Event, Move, Observation, Seat
from bot.games.moves import Draw, Pass, Play
from bot.games.seen import TableSeen
from bot.present import ids
from bot.present.alt import hand_alt
from bot.present.company import Company
from bot.present.ids import TableVerb
from bot.present.scenes import hand_scene, round_seen
from bot.present.screen import Button, Entry, Menu, Picture, Row, Screen, Tone, in_rows
from bot.present.table import title
from bot.present.telling import MAX_NEWS, move_label, tell
from bot.present.words import Words

MAX_BUTTONS = 20
MAX_ENTRIES = 25


def hand_screen(
    company: Company, seen: Observation, ply: int, say: Words, note: str = ""
) -> Screen:
    """The hand of ``seen.seat`` with one button for each legal move.

    ``ply`` is the length of the log at this table; ``note`` is told above the picture.
    """
    text = "\n".join(
        filter(None, (title(company, seen, say), note, _whose_turn(company, seen, say)))
    )
    return Screen(
        parts=(text, Picture(hand_scene(seen), hand_alt(seen, say), "hand.png")),
        rows=(*_moves(company, seen, ply, say), *_refresh(company, seen, say)),
    )


def moved_note(company: Company, own: Sequence[Event], me: Seat | None, say: Words) -> str:
    """What the person's own move was and led to, told to them."""
    return " · ".join(tell(own, company, say, me=me)[-MAX_NEWS:])


def named_move(move: Move, seen: Observation, say: Words) -> str:
    """A legal move in words."""
    match move:
        case Play():
            return move_label(move, _shown(seen, move.at), say)
        case Pass():
            return say("Knock")
        case Draw():
            return say("Draw a bone")
        case _:
            return move.code


def _whose_turn(company: Company, seen: Observation, say: Words) -> str:
    if seen.seat in seen.to_act:
        return say("**Your turn.**")
    if not seen.to_act:
        return say("The match is over; how it ended is in its channel.")
    names = say.listed(company.name(seat, say) for seat in sorted(seen.to_act))
    return say("{who} is to move.", who=names)


def _moves(company: Company, seen: Observation, ply: int, say: Words) -> tuple[Row, ...]:
    named = [
        (ids.move(company.match_id, ply, move.code), named_move(move, seen, say))
        for move in sorted(seen.legal, key=_as_in_the_hand)
    ]
    if len(named) <= MAX_BUTTONS:
        return in_rows(tuple(Button(id_, label, Tone.GOOD) for id_, label in named))
    pages = [named[at : at + MAX_ENTRIES] for at in range(0, len(named), MAX_ENTRIES)]
    return tuple(
        Menu(
            ids.moves_menu(company.match_id, at),
            say("Choose a move"),
            tuple(Entry(id_, label) for id_, label in page),
        )
        for at, page in enumerate(pages)
    )


def _as_in_the_hand(move: Move) -> int:
    return move.bone.index if isinstance(move, Play) else -1


def _refresh(company: Company, seen: Observation, say: Words) -> tuple[Row, ...]:
    """A way to look again, while somebody else is to move."""
    if seen.legal or not seen.to_act:
        return ()
    return ((Button(ids.table(company.match_id, TableVerb.HAND), say("Look again")),),)


def _shown(seen: Observation, at: str) -> int | None:
    table = round_seen(seen)
    if not isinstance(table, TableSeen) or not at:
        return None
    return table.layout.opening(at).pips
