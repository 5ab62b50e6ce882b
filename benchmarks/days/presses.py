"""What somebody presses: buttons and menu entries of the real screens, found by their ids."""

import re
from collections.abc import Collection, Iterator
from random import Random

from bot.ai import LEVELS
from bot.discord_ui.adapters import table_info_of
from bot.engine.choices import chooses_openly
from bot.engine.contract import Observation
from bot.engine.errors import Refusal
from bot.engine.planning import Wish
from bot.engine.rounds import MatchSeen
from bot.engine.seating import STEADY
from bot.games import game
from bot.games.connecting.observation import TableSeen
from bot.model.match import MatchId, Stage, UserId
from bot.model.plans import Reach
from bot.present.custom_ids import PlanVerb, TableVerb, plan as plan_id, table as table_id
from bot.present.i18n import ENGLISH
from bot.present.screen import Menu, Screen
from bot.present.screens.match.choices import places_screen
from bot.present.screens.match.hand import hand_screen
from bot.present.screens.match.plan import plan_screen
from bot.present.screens.match.table import table_screen
from bot.present.views import view_of
from bot.service.game_service import GameService
from bot.service.play.matches import PlayerView

MOVE, PIECE = (re.compile(rf"{kind}:\d+:(\d+):(.+)") for kind in "mb")
"""The ids of moves, and of pieces still to be given a place, as the router reads them."""
PLANNING = re.compile(rf"w:\d+:{PlanVerb.ADD}:(.+)")
"""The ids of pieces that can be added to a plan."""
PLAN_TIMED = 3


class Presser:
    """Plays and plans for people, by presses on what they are shown.

    They choose as the steady computer does, and plan their heaviest pieces that fit, then others.
    """

    def __init__(self, service: GameService, rng: Random, spare: int) -> None:
        """Take the pieces that people plan beyond one for each move, in case some don't fit."""
        self._service = service
        self._rng = rng
        self._spare = spare
        self.longest_plan = 0
        """The most presses until :data:`PLAN_TIMED` pieces were planned, from the open hand."""

    async def play(self, match_id: MatchId, user: UserId) -> bool:
        """Make all moves that wait for a person, as long as it is their turn; return if any did."""
        matches, has_moved = self._service.matches, False
        view = await matches.view_for(match_id, user)
        if table_id(match_id, TableVerb.RESUME) in ids_of(_screen(view)):
            await matches.reclaim_seat(match_id, user)
            view = await matches.view_for(match_id, user)
        while view.match.stage is Stage.RUNNING and view.seen is not None and view.seen.legal:
            code = self._chosen(view.match.game, view.seen)
            ply = _found(view, view.seen, code)
            view = await matches.play(match_id, user, ply, code)
            has_moved = True
        return has_moved

    async def plan(self, match_id: MatchId, user: UserId, moves: int) -> None:
        """Plan so many moves, if it is not the person's turn: for the next one, or the round."""
        plans, view = self._service.plans, await self._service.matches.view_for(match_id, user)
        pieces, planned, presses = moves + self._spare, _planned(view, user), 1
        if len(planned) >= pieces or view.seen is None or view.seen.legal:
            return
        if plan_id(match_id, PlanVerb.OPEN) not in ids_of(_screen(view)):
            return
        try:
            view = await plans.view(match_id, user)
            while len(planned) < pieces and (wish := _wish(view, planned)):
                view = await plans.add(match_id, user, wish)
                planned[wish.piece] = wish
                presses += 1
                if len(planned) == PLAN_TIMED:
                    self.longest_plan = max(self.longest_plan, presses)
            for wish in planned.values():
                if place := _place(view, wish):
                    view = await plans.add(match_id, user, place)
            if moves == 1:
                await plans.extend(match_id, user, Reach.TURN)
        except Refusal:  # their turn has come, so they look again in a moment
            return

    def _chosen(self, game_id: str, seen: Observation) -> str:
        code = LEVELS[STEADY].choose(game(game_id), seen, self._rng)
        view, table = view_of(seen)
        return next(view.offered(e, table).code for e in seen.legal if e.code == code)


def _found(view: PlayerView, seen: Observation, code: str) -> int:
    """Return the ply in the id of a move's button, which needs one press or two."""
    ids = list(ids_of(_screen(view)))
    pieces = (found for each in ids if (found := PIECE.fullmatch(each)))
    # Whoever looks for a move looks first under the piece that it begins with.
    likely = sorted(pieces, key=lambda each: not code.startswith(each[2]))
    while True:
        moves = (found for each in ids if (found := MOVE.fullmatch(each)))
        for each in moves:
            if each[2] == code:
                return int(each[1])
        ply, key = likely.pop(0).groups()
        places = places_screen(table_info_of(view.match), seen, int(ply), key, ENGLISH)
        ids = [] if places is None else list(ids_of(places))


def _planned(view: PlayerView, user: UserId) -> dict[str, Wish]:
    """Return what a person has planned, by piece."""
    seat = view.match.seat_of(user)
    plan = None if seat is None else view.match.agenda.plan(seat)
    return {each.piece: each for each in plan.wishes} if plan else {}


def _wish(view: PlayerView, planned: Collection[str]) -> Wish | None:
    """Return the piece to add to a plan: the heaviest that fits now, else the heaviest."""
    offered = [each for each in _offered(view) if not each.place and each.piece not in planned]
    fitting = {each.piece for each in _fitting(view)}
    return max(offered, key=lambda each: (each.piece in fitting, _weight(each)), default=None)


def _place(view: PlayerView, wish: Wish) -> Wish | None:
    """Return a planned piece with the place that it is to have; ``None`` if any will do.

    Where a piece fits at several, the bot would ask. On a line with two ends it rarely does.
    """
    places = [each for each in _fitting(view) if each.piece == wish.piece]
    is_line = isinstance(seen := _round_seen(view), TableSeen) and len(seen.layout.openings) <= 2
    if wish.place or not places or (is_line and len(places) < 2):
        return None
    return places[0] if places[0] in _offered(view) else None


def _fitting(view: PlayerView) -> list[Wish]:
    """Return the wishes for places where a piece would fit if it were the person's turn now."""
    if view.seen is None:
        return []
    wishes = [each for each in game(view.match.game).wishes(view.seen) if each.place]
    if isinstance(seen := _round_seen(view), TableSeen):
        shown = {str(opening.pips) for opening in seen.layout.openings}
        return [each for each in wishes if each.place in shown]
    return wishes


def _round_seen(view: PlayerView) -> object:
    return view.seen.round if isinstance(view.seen, MatchSeen) else view.seen


def _offered(view: PlayerView) -> list[Wish]:
    """Return the wishes that the plan's screen offers to add."""
    if view.seen is None:
        return []
    screen = plan_screen(table_info_of(view.match), view.seen, ENGLISH) or Screen(())
    found = (PLANNING.fullmatch(each) for each in ids_of(screen))
    return [Wish.of(each[1]) for each in found if each]


def _weight(wish: Wish) -> int:
    return sum(map(int, re.findall(r"\d+", wish.piece)))


def _screen(view: PlayerView) -> Screen:
    """Return the person's hand, or the open table at which they choose."""
    table_info, seen = table_info_of(view.match, can_take_back=view.can_take_back), view.seen
    if seen is None:
        return Screen(())
    if seen.legal and chooses_openly(table_info.info, seen):
        return table_screen(table_info, seen, (), ENGLISH, seen, view.match.ply)
    return hand_screen(table_info, seen, view.match.ply, ENGLISH)


def ids_of(screen: Screen) -> Iterator[str]:
    """Yield the ids of all buttons that can be pressed, and the values of all menu entries."""
    for row in screen.rows:
        if isinstance(row, Menu):
            yield from (each.value for each in row.entries)
        else:
            yield from (each.id for each in row if not each.disabled)
