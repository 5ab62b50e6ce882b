"""Find the view for an observation, a game, or the end of a round."""

from functools import cache
from typing import cast

from bot.engine.contract import Observation
from bot.engine.rounds import MatchSeen
from bot.engine.seating import prepare
from bot.games import game
from bot.games.common.events import RoundEndEvent
from bot.games.common.rules import RoundSeen
from bot.present.views.blind import BlindView
from bot.present.views.bones import BonesView
from bot.present.views.double_double import DoubleDoubleView
from bot.present.views.memory import MemoryView
from bot.present.views.solitaire import SolitaireView
from bot.present.views.squares import SquaresView
from bot.present.views.squares.blind import SquaresBlindView
from bot.present.views.trains import TrainsView
from bot.present.views.view import AnyRoundEndView, AnyView, RoundEndView

_VIEWS: tuple[AnyView, ...] = (
    BonesView(),
    BlindView(),
    MemoryView(),
    SolitaireView(),
    DoubleDoubleView(),
    SquaresView(),
    SquaresBlindView(),
    TrainsView(),
)
_BY_SEEN = {view.seen_type: view for view in _VIEWS}
_BY_END = {view.end_type: view for view in _VIEWS if isinstance(view, RoundEndView)}


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


def view_of_ending(over: RoundEndEvent) -> AnyRoundEndView:
    return _BY_END[type(over)]
