"""A hand that belongs to no match: its buttons have ids of their own."""

from collections.abc import Callable
from dataclasses import replace

from bot.engine.contract import Observation
from bot.present import custom_ids
from bot.present.custom_ids import TableVerb
from bot.present.i18n import Words
from bot.present.screen import Menu, Row, Screen
from bot.present.views import view_of

NO_MATCH = 0
"""The number of a match that is none."""


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
        self._groups = view.groups(table, say)
        self._legal = seen.legal
        legal = {move.code: index for index, move in enumerate(seen.legal)}
        self._ids = {custom_ids.table(NO_MATCH, TableVerb.HAND): hand}
        for code, index in legal.items():
            self._ids[custom_ids.move(NO_MATCH, made, code)] = chosen(index)
        for group in self._groups:
            first = places(legal[group.moves[0].code])
            self._ids[custom_ids.bone(NO_MATCH, made, group.key)] = first

    def piece_of(self, index: int | None) -> str:
        """Return the key of the piece of the legal move with that index; empty without one."""
        if index is None or index >= len(self._legal):
            return ""
        move = self._legal[index]
        return next((each.key for each in self._groups if move in each.moves), "")

    def own(self, screen: Screen) -> Screen:
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
