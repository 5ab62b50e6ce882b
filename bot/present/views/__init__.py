"""Find the view for an observation, a game, or the end of a round."""

from __future__ import annotations

from functools import cache
from typing import cast

from bot.engine.contract import Observation
from bot.engine.rounds import MatchSeen
from bot.engine.seating import prepare
from bot.games import game
from bot.games.blind import BlindSeen
from bot.games.double_double import BoardEnded, BoardSeen
from bot.games.events import Closing, RoundEnded
from bot.games.memory import GridCleared, MemorySeen
from bot.games.seen import RoundSeen, TableSeen
from bot.games.solitaire import RowEnded, SolitaireSeen
from bot.games.squares.events import SquaresEnded
from bot.games.squares.seen import SquareRowsSeen, SquaresSeen
from bot.present.views.blind import RowsView
from bot.present.views.bones import BonesView
from bot.present.views.double_double import BoardView
from bot.present.views.memory import GridView
from bot.present.views.solitaire import PatienceView
from bot.present.views.squares import SquaresView
from bot.present.views.squares_blind import SquareRowsView
from bot.present.views.view import AnyView

_BONES, _ROWS = BonesView(), RowsView()
_GRID, _PATIENCE, _BOARD = GridView(), PatienceView(), BoardView()
_SQUARES, _SQUARE_ROWS = SquaresView(), SquareRowsView()

VIEWS: tuple[AnyView, ...] = (_BONES, _ROWS, _GRID, _PATIENCE, _BOARD, _SQUARES, _SQUARE_ROWS)
_BY_SEEN: dict[type, AnyView] = {
    TableSeen: _BONES,
    BlindSeen: _ROWS,
    MemorySeen: _GRID,
    SolitaireSeen: _PATIENCE,
    BoardSeen: _BOARD,
    SquaresSeen: _SQUARES,
    SquareRowsSeen: _SQUARE_ROWS,
}
_BY_CLOSING: dict[type, AnyView] = {
    RoundEnded: _BONES,
    GridCleared: _GRID,
    RowEnded: _PATIENCE,
    BoardEnded: _BOARD,
    SquaresEnded: _SQUARES,
}


def round_seen(seen: Observation) -> RoundSeen:
    """Return the round inside a match, or the observation itself."""
    table: RoundSeen = seen.round if isinstance(seen, MatchSeen) else cast("RoundSeen", seen)
    return table


def view_of(seen: Observation) -> AnyView:
    """Return the view for an observation; raises ``TypeError`` for an unknown type."""
    kind = type(round_seen(seen))
    try:
        return _BY_SEEN[kind]
    except KeyError:
        raise TypeError(f"no view for {kind.__name__}") from None


@cache
def view_of_game(game_id: str) -> AnyView:
    """Return the view for a game, before anybody sits at its table."""
    rules = game(game_id)
    start = rules.start(prepare(rules.info, rules.info.min_seats))
    return view_of(rules.observe(start, None))


def view_of_ending(over: Closing) -> AnyView:
    """Return the view for the end of a round."""
    return _BY_CLOSING[type(over)]
