"""Buttons and menus to choose a move, and the place where a piece is laid."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from bot.engine.contract import Observation
from bot.present import custom_ids
from bot.present.custom_ids import LeaveVerb, TableVerb
from bot.present.i18n import Words
from bot.present.screen import (
    MAX_COMPONENTS,
    MAX_IN_ROW,
    Button,
    Entry,
    Menu,
    Picture,
    Row,
    Screen,
    Tone,
    in_lines,
    in_rows,
    menu_pages,
)
from bot.present.text.seats import Reader, TableInfo, lettered
from bot.present.text.shortening import fitting
from bot.present.views import view_of, view_of_game
from bot.present.views.view import AnyView, Group

MAX_BUTTONS = 20
"""The most buttons for choices whose labels are not short."""
FEW_MORE = 2
"""If no more places than this come after the best ones, all of them are buttons."""

Choice = tuple[Button, str]
"""A button, and the menu that it goes to as an entry if there are too many for buttons."""


def table_button(
    table_info: TableInfo, verb: TableVerb | LeaveVerb, label: str, tone: Tone = Tone.PLAIN
) -> Button:
    return Button(custom_ids.table(table_info.match_id, verb), label, tone)


def choices(
    table_info: TableInfo, seen: Observation, ply: int, say: Words, suggested: str | None = None
) -> tuple[Row, ...]:
    """Offer the legal moves as buttons or menu entries; a piece with many places gets just one.

    Of buttons, that of the move ``suggested`` (a code) stands out.
    """
    first = _first_choices(table_info, seen, ply, say, suggested)
    return _rows(table_info, first, say("Choose a move"), say)


def with_choices(
    screen: Screen,
    table_info: TableInfo,
    seen: Observation,
    ply: int,
    say: Words,
    suggested: str | None = None,
    shorter: Sequence[Screen] = (),
) -> Screen:
    """Add the same choices above a screen's own rows.

    Where pieces lie in a grid, the buttons lie in the same grid if the message has room for all. To
    make room, the screen's own buttons are put into the last row of choices; if that is not enough,
    the first screen of ``shorter`` that has room takes the place of ``screen``. Each is smaller.
    """
    grid = _grid(table_info, seen, ply, say, suggested)
    if grid and max(map(len, grid)) <= MAX_IN_ROW:
        ways = [replace(screen, rows=(*grid, *screen.rows))]
        ways += [_joined(grid, each) for each in (screen, *shorter)]
        for way in ways:
            if way.size <= MAX_COMPONENTS:
                return way
    rows = choices(table_info, seen, ply, say, suggested)
    return replace(screen, rows=(*rows, *screen.rows))


def _first_choices(
    table_info: TableInfo, seen: Observation, ply: int, say: Words, suggested: str | None
) -> list[Choice]:
    view, table = view_of(seen)
    groups = view.groups(table, say)
    if suggested is not None:
        suggested = next(view.offered(e, table).code for e in seen.legal if e.code == suggested)
    direct = _max_direct(view, groups)
    found: list[Choice] = []
    for group in groups:
        if group.key and len(group.moves) > direct:
            bone = custom_ids.bone(table_info.match_id, ply, group.key)
            tone = _tone(suggested, *(move.code for move in group.moves))
            found.append((Button(bone, group.label, tone), group.page))
            continue
        for move in group.moves:
            id_ = custom_ids.move(table_info.match_id, ply, move.code)
            label = view.label(move, table, Reader(table_info, say))
            found.append((Button(id_, label, _tone(suggested, move.code)), group.page))
    return found


def _tone(suggested: str | None, *codes: str) -> Tone:
    """Return the tone of a choice that leads to moves; without a suggestion, all are alike."""
    return Tone.GOOD if suggested is None or suggested in codes else Tone.PLAIN


def _max_direct(view: AnyView, groups: Sequence[Group]) -> int:
    """Return how many moves with one piece have buttons of their own, as far as there is room."""
    wanted = (MAX_BUTTONS, view.max_direct_moves) if view.is_one_press else (view.max_direct_moves,)
    for most in wanted:
        sizes = (len(group.moves) for group in groups)
        if sum(size if size <= most else 1 for size in sizes) <= MAX_BUTTONS:
            return most
    return min(1, view.max_direct_moves)


def places_screen(
    table_info: TableInfo, seen: Observation, ply: int, key: str, say: Words
) -> Screen | None:
    """Show the places for one piece; ``None`` if there is no such choice."""
    view, table = view_of(seen)
    group = next((each for each in view.groups(table, say) if key and each.key == key), None)
    places = None if group is None else view.places(table, group.moves, say)
    if group is None or places is None:
        return None
    labels = places.labels or [
        view.label(move, table, Reader(table_info, say)) for move in group.moves
    ]
    ways = [
        (Button(custom_ids.move(table_info.match_id, ply, move.code), label, Tone.GOOD), "")
        for move, label in zip(group.moves, labels, strict=True)
    ]
    back = table_button(table_info, TableVerb.HAND, say("Back to your hand"))
    return Screen(
        parts=(
            in_lines(places.question, legend(table_info, say)),
            Picture(places.scene, fitting([places.alt]), "places.png"),
        ),
        rows=(*_place_rows(table_info, ways, places.best, say), (back,)),
    )


def legend(table_info: TableInfo, say: Words) -> str:
    """Say which letter stands for which player, as far as choices name players by letter."""
    view = view_of_game(table_info.info.id)
    seats = [
        each.seat
        for each in table_info.sitters
        if view.calls_by_letter
        or (
            view.calls_by_name and table_info.short_name(each.seat, say) == lettered(each.seat, say)
        )
    ]
    who = " · ".join(table_info.lettered_name(seat, say) for seat in seats)
    return f"-# {who}" if who else ""


def _grid(
    table_info: TableInfo, seen: Observation, ply: int, say: Words, suggested: str | None
) -> list[tuple[Button, ...]]:
    """Return buttons in the rows of the picture; a row ends with the last that can be pressed."""
    view, table = view_of(seen)
    legal = {move.code for move in seen.legal}
    grid = []
    for row in view.grid(table):
        last = max((at for at, move in enumerate(row, 1) if move.code in legal), default=0)
        buttons = [
            Button(
                custom_ids.move(table_info.match_id, ply, move.code),
                view.label(move, table, Reader(table_info, say)),
                _tone(suggested, move.code) if move.code in legal else Tone.PLAIN,
                disabled=move.code not in legal,
            )
            for move in row[:last]
        ]
        grid += [tuple(buttons)] if buttons else []
    return grid


def _joined(grid: Sequence[tuple[Button, ...]], screen: Screen) -> Screen:
    own = tuple(button for row in screen.rows if not isinstance(row, Menu) for button in row)
    return replace(screen, rows=(*grid[:-1], *in_rows((*grid[-1], *own))))


def _rows(table_info: TableInfo, offered: list[Choice], hint: str, say: Words) -> tuple[Row, ...]:
    if len(offered) <= MAX_BUTTONS:
        return in_rows(tuple(button for button, _ in offered))
    return _menus(table_info, offered, hint, say)


def _menus(table_info: TableInfo, offered: list[Choice], hint: str, say: Words) -> tuple[Row, ...]:
    """Offer choices in menus, called by ``hint`` where they have no names of their own."""
    return tuple(
        Menu(
            custom_ids.moves_menu(table_info.match_id, number),
            called,
            tuple(Entry(button.id, button.label) for button, _ in entries),
        )
        for number, (called, entries) in enumerate(_pages(offered, hint, say))
    )


def _place_rows(
    table_info: TableInfo, ways: list[Choice], best: int, say: Words
) -> tuple[Row, ...]:
    """Offer places: all of them or, if they are many, the ``best`` first ones and menus below."""
    if not best or len(ways) <= best + FEW_MORE:
        return _rows(table_info, ways, say("Choose a place"), say)
    return (
        *in_rows(tuple(button for button, _ in ways[:best])),
        *_menus(table_info, ways[best:], say("More places"), say),
    )


def _pages(offered: list[Choice], hint: str, say: Words) -> Iterator[tuple[str, Sequence[Choice]]]:
    """Yield menus of up to 25 entries with their labels; entries of one page stay together."""
    for page, group in groupby(offered, key=lambda each: each[1]):
        yield from menu_pages(page or hint, list(group), say)
