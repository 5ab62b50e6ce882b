"""Buttons and menus to choose a move, and the place where a piece is laid."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from bot.engine.contract import Observation
from bot.present import custom_ids
from bot.present.custom_ids import TableVerb
from bot.present.i18n import Words
from bot.present.narration.alt_text import fitting
from bot.present.screen import Button, Entry, Menu, Picture, Row, Screen, Tone, in_rows
from bot.present.text.seats import TableInfo, letter
from bot.present.views import view_of, view_of_game

MAX_BUTTONS = 20
MAX_ENTRIES = 25

Named = tuple[str, str, str]
"""An id, its button's label, and the menu it goes to if there are too many for buttons."""


def choices(
    table_info: TableInfo, seen: Observation, ply: int, say: Words, suggested: str | None = None
) -> tuple[Row, ...]:
    """Offer the legal moves as buttons or menu entries; a piece with many places gets just one.

    Of buttons, that of the move ``suggested`` (a code) stands out.
    """
    view, table = view_of(seen)
    named: list[Named] = []
    best = ""
    for group in view.groups(table, say):
        if group.key and len(group.moves) > view.max_direct_moves:
            bone = custom_ids.bone(table_info.match_id, ply, group.key)
            named.append((bone, group.label, group.page))
            best = bone if suggested in {move.code for move in group.moves} else best
            continue
        for move in group.moves:
            id_ = custom_ids.move(table_info.match_id, ply, move.code)
            named.append((id_, view.named(move, table, say), group.page))
            best = id_ if move.code == suggested else best
    return _rows(table_info, named, say("Choose a move"), say, best)


def places_screen(
    table_info: TableInfo, seen: Observation, ply: int, key: str, say: Words
) -> Screen | None:
    """Show the places for one piece; ``None`` if there is no such choice."""
    view, table = view_of(seen)
    group = next((each for each in view.groups(table, say) if key and each.key == key), None)
    places = None if group is None else view.places(table, group.moves, say)
    if group is None or places is None:
        return None
    named = [
        (custom_ids.move(table_info.match_id, ply, move.code), label, "")
        for move, label in zip(group.moves, places.labels, strict=True)
    ]
    back = Button(custom_ids.table(table_info.match_id, TableVerb.HAND), say("Back to your hand"))
    return Screen(
        parts=(
            "\n".join(filter(None, (places.question, legend(table_info, say)))),
            Picture(places.scene, fitting([places.alt]), "places.png"),
        ),
        rows=(*_rows(table_info, named, say("Choose a place"), say), (back,)),
    )


def legend(table_info: TableInfo, say: Words) -> str:
    """Say which letter stands for which player, where choices name players by letter."""
    if not view_of_game(table_info.info.id).calls_by_letter:
        return ""
    who = (
        f"`{letter(each.seat)}` {table_info.name(each.seat, say)}" for each in table_info.sitters
    )
    return "-# " + " · ".join(who)


def _rows(
    table_info: TableInfo, named: list[Named], hint: str, say: Words, best: str = ""
) -> tuple[Row, ...]:
    """Offer choices; with ``best``, the other buttons are plain."""
    if len(named) <= MAX_BUTTONS:
        return in_rows(
            tuple(
                Button(id_, label, Tone.GOOD if best in {"", id_} else Tone.PLAIN)
                for id_, label, _ in named
            )
        )
    return tuple(
        Menu(
            custom_ids.moves_menu(table_info.match_id, number),
            called,
            tuple(Entry(id_, label) for id_, label, _ in entries),
        )
        for number, (called, entries) in enumerate(_pages(named, hint, say))
    )


def _pages(named: Iterable[Named], hint: str, say: Words) -> Iterator[tuple[str, list[Named]]]:
    """Yield menus of up to 25 entries with their labels; entries of one page stay together."""
    for page, group in groupby(named, key=lambda each: each[2]):
        entries = list(group)
        parts = [entries[at : at + MAX_ENTRIES] for at in range(0, len(entries), MAX_ENTRIES)]
        for number, part in enumerate(parts, 1):
            called = page or hint
            if len(parts) > 1:
                called = say("{menu} ({n} of {all})", menu=called, n=number, all=len(parts))
            yield called, part
