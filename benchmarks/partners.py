"""Our strong computers against the player of the package ``dominoes``, as partners, on equal deals.

Both play the round of ``dominoes``: 28 bones, seven each, partners opposite each other, clockwise;
seat 0 leads any bone. Whoever goes out wins for their side; if nobody can play, the side with fewer
pips wins, and nobody if they hold equally many. Our rules for it run beside the game object of the
package. Each side is told only what its own interface tells: ours gets the observation of its seat,
theirs gets the game object.
"""

import random
from dataclasses import dataclass, replace
from importlib import import_module
from time import process_time
from typing import Any

from benchmarks.contests import STRONG, PlayedGame
from bot.ai.players import Strong
from bot.domino.bone import bone
from bot.domino.counting import Sum
from bot.engine.chance import shuffle_result
from bot.engine.contract import NATURE, Move, Outcome, Seat
from bot.engine.replay import find
from bot.engine.seating import prepare
from bot.games.common.events import Credit, LeadReason
from bot.games.common.pieces import Pass
from bot.games.connecting.leading import Lead
from bot.games.connecting.moves import Play
from bot.games.connecting.rules import Connecting
from bot.games.connecting.scoring import Count, FinishedRound
from bot.games.connecting.table import LineTable
from bot.games.duos import DUOS

PEER = "dominoes"
_DUOS = DUOS.info.partnerships


def _score(ending: FinishedRound) -> Count:
    """Give the side that is out, or holds fewer pips, all pips that are left."""
    held = {duo: sum(ending.pips[seat] for seat in duo) for duo in _DUOS}
    fewest = [duo for duo in _DUOS if held[duo] == min(held.values())]
    if ending.out is not None:
        fewest = [duo for duo in _DUOS if ending.out in duo]
    if len(fewest) > 1:
        return Count(())
    return Count(fewest[0], (Credit(fewest[0], Sum(tuple(held.values()))),))


PARTNERS = Connecting(
    info=replace(DUOS.info, counter_clockwise=False),
    hand_size=lambda _: 7,
    lead=lambda _: Lead(0, LeadReason.NEXT_LEFT),
    score=_score,
)
"""The round of ``dominoes`` in our rules."""


@dataclass(frozen=True, slots=True)
class AgainstDominoes:
    """Rounds against ``probabilistic_alphabeta``; a deal is played twice, with sides swapped."""

    start_move: int
    """The number of moves before which that player plays its bones in the order of its hand."""
    sample_size: int
    """The number of deals that it imagines for a move."""
    playouts: int | None = None
    """The playouts of our computer."""

    @property
    def title(self) -> str:
        """Who plays whom."""
        sizes = f"start_move={self.start_move}, sample_size={self.sample_size}"
        return f"strong partners against probabilistic_alphabeta({sizes})"

    @property
    def seatings(self) -> tuple[tuple[str, ...], ...]:
        """Both ways to seat the two sides."""
        return (STRONG, PEER, STRONG, PEER), (PEER, STRONG, PEER, STRONG)

    def __call__(self, number: int, /) -> PlayedGame:
        """Play the round with that number, of the deal that it belongs to, in both games at once.

        Raises ``RuntimeError`` if the two games go or end differently.
        """
        began, (deal, at) = process_time(), divmod(number, len(self.seatings))
        levels, rng, times = self.seatings[at], random.Random(deal), list[float]()
        random.seed(deal)  # the package uses Python's shared generator
        peer = _package().players.probabilistic_alphabeta(self.start_move, self.sample_size)
        state = _dealt(rng)
        theirs = _their_game(state)
        while state.outcome is None:
            seat, legal = state.turn, PARTNERS.legal_moves(state, state.turn)
            if isinstance(legal[0], Pass):  # the package passes by itself
                state = PARTNERS.apply(state, seat, legal[0]).state
                continue
            if levels[seat] == STRONG:
                asked, seen = process_time(), PARTNERS.observe(state, seat)
                code = Strong(self.playouts).choose(PARTNERS, seen, rng)
                times.append(process_time() - asked)
            else:
                peer(theirs)
                code = _code(state, *theirs.valid_moves[0])
            play = find(PARTNERS, state, seat, code)
            _carry_out(theirs, seat, play)
            state = PARTNERS.apply(state, seat, play).state
        _check_end(state.outcome, theirs)
        return PlayedGame(levels, state.outcome, _DUOS, tuple(times), process_time() - began)


def _package() -> Any:  # noqa: ANN401 - the package has no types
    return import_module("dominoes")


def _dealt(rng: random.Random) -> LineTable:
    state = PARTNERS.start(prepare(PARTNERS.info, 4))
    order = [each.code for each in PARTNERS.bones(state.setup)]
    rng.shuffle(order)
    return PARTNERS.apply(state, NATURE, shuffle_result(tuple(order))).state


def _their_game(state: LineTable) -> Any:  # noqa: ANN401
    """Return the package's game with the hands of our deal, in the order they were dealt."""
    package, leader = _package(), state.turn
    hands = [
        package.Hand([package.Domino(each.high, each.low) for each in hand]) for hand in state.hands
    ]
    leads = tuple((each, True) for each in hands[leader])
    return package.Game(package.Board(), hands, [], leader, leads, leader, None)


def _code(state: LineTable, domino: Any, left: bool) -> str:  # noqa: ANN401
    """Return our spelling of a move of the package."""
    code = bone(domino.first, domino.second).code
    if not state.layout.laid:
        return code
    return f"{code}@{'l' if left else 'r'}"


def _carry_out(theirs: Any, seat: Seat, move: Move) -> None:  # noqa: ANN401
    """Carry out our move in the package's game; its left is where ours is."""
    if not isinstance(move, Play) or theirs.turn != seat:
        raise RuntimeError("the two games went different ways")
    theirs.make_move(_package().Domino(move.bone.high, move.bone.low), move.at != "r")


def _check_end(outcome: Outcome, theirs: Any) -> None:  # noqa: ANN401
    """Check that both games count the round alike; seats 0 and 2 score above zero in theirs."""
    points = outcome.points[0] - outcome.points[1]
    if theirs.result is None or theirs.result.points != points:
        raise RuntimeError(f"the two games count differently: {theirs.result}, {outcome}")
