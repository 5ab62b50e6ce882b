"""Find the view for an observation, a game, an event, or the end of a round."""

from functools import cache
from typing import cast

from bot.engine.contract import Event, Observation
from bot.engine.rounds import MatchSeen
from bot.engine.seating import prepare
from bot.games import game
from bot.games.blind import (
    BlindSeen,
    DirectionChosen,
    DirectionsShown,
    LotsDrawn,
    OddLaid,
    Returned,
    Turned,
)
from bot.games.double_double import BoardEnded, BoardSeen, LowestShown, Pitted, Placed, Stopped
from bot.games.events import Closing, Lacking, Played, Redealt, RoundEnded
from bot.games.memory import GridCleared, MemorySeen, Taken, TurnedBack, TurnedUp
from bot.games.seen import RoundSeen, TableSeen
from bot.games.solitaire import Added, Removed, RowEnded, SolitaireSeen
from bot.games.squares import events as square_events
from bot.games.squares.seen import SquareRowsSeen, SquaresSeen
from bot.present.views.blind import BlindView
from bot.present.views.bones import BonesView
from bot.present.views.double_double import DoubleDoubleView
from bot.present.views.memory import MemoryView
from bot.present.views.solitaire import SolitaireView
from bot.present.views.squares import SquaresView
from bot.present.views.squares_blind import SquaresBlindView
from bot.present.views.view import AnyEnding, AnyView

_BONES, _ROWS = BonesView(), BlindView()
_GRID, _PATIENCE, _BOARD = MemoryView(), SolitaireView(), DoubleDoubleView()
_SQUARES, _SQUARE_ROWS = SquaresView(), SquaresBlindView()

_BY_SEEN: dict[type, AnyView] = {
    TableSeen: _BONES,
    BlindSeen: _ROWS,
    MemorySeen: _GRID,
    SolitaireSeen: _PATIENCE,
    BoardSeen: _BOARD,
    SquaresSeen: _SQUARES,
    SquareRowsSeen: _SQUARE_ROWS,
}
_BY_CLOSING: dict[type, AnyEnding] = {
    RoundEnded: _BONES,
    GridCleared: _GRID,
    RowEnded: _PATIENCE,
    BoardEnded: _BOARD,
    square_events.SquaresEnded: _SQUARES,
}
_BY_EVENT: dict[type[Event], AnyView] = {
    **dict.fromkeys((Played, Lacking, Redealt), _BONES),
    **dict.fromkeys(
        (LotsDrawn, OddLaid, DirectionChosen, DirectionsShown, Turned, Returned), _ROWS
    ),
    **dict.fromkeys((TurnedUp, TurnedBack, Taken), _GRID),
    **dict.fromkeys((Added, Removed), _PATIENCE),
    **dict.fromkeys((LowestShown, Placed, Pitted, Stopped), _BOARD),
    **dict.fromkeys(
        (
            square_events.SquaresDealt,
            square_events.PieceLaid,
            square_events.Kept,
            square_events.Stopped,
            square_events.Commanded,
            square_events.WayCalled,
            square_events.PieceChosen,
            square_events.AllPassed,
            square_events.Gave,
            square_events.PieceReturned,
        ),
        _SQUARES,
    ),
    square_events.PieceTurned: _SQUARE_ROWS,
}
"""The view that describes an event, whatever game it happens in."""


def round_seen(seen: Observation) -> RoundSeen:
    """Return the round inside a match, or the observation itself."""
    table: RoundSeen = seen.round if isinstance(seen, MatchSeen) else cast("RoundSeen", seen)
    return table


def view_of(seen: Observation) -> tuple[AnyView, RoundSeen]:
    """Return the view for an observation, and the round that it is to show."""
    table = round_seen(seen)
    return _BY_SEEN[type(table)], table


@cache
def view_of_game(game_id: str) -> AnyView:
    """Return the view for a game, before anybody sits at its table."""
    rules = game(game_id)
    start = rules.start(prepare(rules.info, rules.info.min_seats))
    view, _ = view_of(rules.observe(start, None))
    return view


def view_of_event(event: Event) -> AnyView | None:
    """Return the view that describes an event; ``None`` for one that no view reports."""
    return _BY_EVENT.get(type(event))


def view_of_ending(over: Closing) -> AnyEnding:
    """Return the view for the end of a round."""
    return _BY_CLOSING[type(over)]
