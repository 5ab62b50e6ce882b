"""A hand that belongs to no match: its buttons have ids of their own."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from bot.engine.contract import Event, Observation, Seat
from bot.engine.game_info import GameInfo
from bot.engine.options import OptionValue
from bot.engine.seating import STEADY
from bot.model.match import Occupant, UserId
from bot.present import custom_ids
from bot.present.custom_ids import TableVerb
from bot.present.i18n import Words
from bot.present.scenes import hand_picture, table_picture
from bot.present.screen import Menu, Picture, Row, Screen
from bot.present.screens.match.choices import places_screen, with_choices
from bot.present.text.seats import TableInfo
from bot.present.views import view_of

NO_MATCH = 0
"""The number of a match that is none."""
ME: Seat = 0
"""The person's seat; steady computers have the others."""


def own_table(
    info: GameInfo, options: Mapping[str, OptionValue], seats: int, user_id: UserId
) -> TableInfo:
    """Return the table of a person who plays against computers, or alone."""
    computers = (Occupant(seat, level=STEADY) for seat in range(1, seats))
    return TableInfo(NO_MATCH, info, options, user_id, (Occupant(ME, user_id), *computers))


def own_picture(
    info: GameInfo, seen: Observation, events: Sequence[Event], say: Words, name: str
) -> Picture:
    """Return the hand with its table; at an open table or without a legal move, the table alone."""
    if info.open_play or not seen.legal:
        return table_picture(seen, say, events, name)
    return hand_picture(seen, say, name)


class OwnIds:
    """The ids that take the place of those of a match's hand."""

    def __init__(
        self,
        seen: Observation,
        made: int,
        say: Words,
        *,
        hand: str,
        chosen: Callable[[int], str],
        places: Callable[[int], str],
    ) -> None:
        """Take the ids for the choices of ``seen``, made after ``made`` others.

        ``hand`` shows the hand again. ``chosen`` returns the id that makes the legal move with an
        index, ``places`` the one that shows all places of its piece.
        """
        view, table = view_of(seen)
        self._seen, self._made, self._say = seen, made, say
        self._groups = view.groups(table, say)
        legal = {move.code: index for index, move in enumerate(seen.legal)}
        self._ids = {custom_ids.table(NO_MATCH, TableVerb.HAND): hand}
        for code, index in legal.items():
            self._ids[custom_ids.move(NO_MATCH, made, code)] = chosen(index)
        for group in self._groups:
            first = places(legal[group.moves[0].code])
            self._ids[custom_ids.bone(NO_MATCH, made, group.key)] = first

    def places(self, table_info: TableInfo, index: int | None) -> Screen | None:
        """Show all places of the piece of the legal move with that index, if it has several."""
        key = self._piece_of(index)
        found = places_screen(table_info, self._seen, self._made, key, self._say)
        return None if found is None else self._own(found)

    def choices(self, table_info: TableInfo, screen: Screen) -> Screen:
        """Return the screen with all choices as buttons and menus."""
        return self._own(with_choices(screen, table_info, self._seen, self._made, self._say))

    def _piece_of(self, index: int | None) -> str:
        """Return the key of the piece of the legal move with that index; empty without one."""
        if index is None or index >= len(self._seen.legal):
            return ""
        move = self._seen.legal[index]
        return next((each.key for each in self._groups if move in each.moves), "")

    def _own(self, screen: Screen) -> Screen:
        """Return the screen with those of its buttons that have an id here, and no others."""
        rows = (self._row(each) for each in screen.rows)
        return replace(screen, rows=tuple(each for each in rows if each is not None))

    def _row(self, row: Row) -> Row | None:
        if isinstance(row, Menu):
            entries = tuple(
                replace(each, value=self._ids[each.value])
                for each in row.entries
                if each.value in self._ids
            )
            return replace(row, entries=entries) if entries else None
        buttons = tuple(
            replace(each, id=self._ids[each.id]) for each in row if each.id in self._ids
        )
        return buttons or None
