import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from msgspec import structs

from bot.domino.bone import DOUBLE_SIX
from bot.engine.contract import Event, Move, Previous, Seat, Setup
from bot.engine.match_formats import ALL_OUT, TARGET
from bot.engine.replay import Policy
from bot.engine.rounds import MatchState, Rounds
from bot.engine.rules import Rules
from bot.games import game
from bot.games.common.events import BLOCKED, RoundEndEvent
from bot.games.connecting.events import Redealt, VoidDeal
from bot.games.connecting.knocks import BonusScored
from bot.games.connecting.table import LineTable
from bot.games.double_double.events import BONEYARD
from tests.games.cases import Case, Options, cases, needed_for
from tests.games.playing import Match, played

TRIES = 400
"""The most matches that are played to find one that is as wanted."""
LOOKS = 60
"""The most moves that a style compares."""
BEYOND = (("finish", "beyond"),)
MANY_DOUBLES, FOUR_DOUBLES = VoidDeal.MANY_DOUBLES, VoidDeal.FOUR_DOUBLES
NOBODY, REDEAL = ("block", "nobody"), ("doubles", "redeal-4")
SIX_LOVE = (("format", "six-love"),)
ZEROS = tuple(each.code for each in DOUBLE_SIX if each.has(0))
DOUBLES = tuple(each.code for each in DOUBLE_SIX if each.double)

Style = Callable[[Rules[Any, Any]], Policy[Any] | None]
"""How everybody plays a game."""
Begun = Callable[[MatchState[Any], int | None], MatchState[Any]]
"""Changes the start of a match, given the total that it is played to."""


@dataclass(frozen=True)
class Underway(Rounds[Any, Any]):
    """A game whose matches begin as if some of them had been played."""

    begun: Begun

    def start(self, setup: Setup) -> MatchState[Any]:
        return self.begun(Rounds.start(self, setup), self.match_format.terms(setup).goal)


class Stacked(random.Random):
    first: tuple[str, ...] = ()

    def shuffle(self, x: Any) -> None:
        super().shuffle(x)
        for piece in reversed(self.first):
            x.remove(piece)
            x.insert(0, piece)
        self.first = ()


def by_chance(rules: Rules[Any, Any]) -> None:
    """Play anything."""


def openly(rules: Rules[Any, Any]) -> Policy[Any]:
    """Leave whoever is next the most moves: long tables."""
    return lambda state, seat, moves: max(
        moves[:: 1 + len(moves) // LOOKS], key=lambda move: _left(rules, state, seat, move)
    )


def tightly(rules: Rules[Any, Any]) -> Policy[Any]:
    """Leave whoever is next the fewest moves: early blocks, with many pieces in hand."""
    return lambda state, seat, moves: min(
        moves[:: 1 + len(moves) // LOOKS], key=lambda move: _left(rules, state, seat, move)
    )


def ably(rules: Rules[Any, Any]) -> Policy[Any]:
    def choose(state: Any, seat: Seat, moves: tuple[Move, ...]) -> Move:
        seen = rules.observe(state, seat)
        return max(moves, key=lambda move: rules.preference(seen, move))

    return choose


def _left(rules: Rules[Any, Any], state: Any, seat: Seat, move: Move) -> int:
    """Return how many moves are left after a move; -1 after the end of a round."""
    step = rules.apply(state, seat, move)
    if any(isinstance(event, RoundEndEvent) for event in step.events):
        return -1
    asked = rules.to_act(step.state)
    seats = asked if isinstance(asked, frozenset) else ()
    return sum(len(rules.legal_moves(step.state, each)) for each in seats)


def nearly_won(state: MatchState[Any], goal: int | None) -> MatchState[Any]:
    if goal is None:
        return state
    totals = (goal - 1,) * len(state.totals)
    if not isinstance(state.round, LineTable):
        return structs.replace(state, totals=totals)
    setup = replace(state.setup, previous=Previous(0, None, (), totals=totals))
    begun = structs.replace(state.round, setup=setup)
    return structs.replace(state, setup=setup, totals=totals, round=begun)


def five_to_nothing(state: MatchState[Any], _: int | None) -> MatchState[Any]:
    return structs.replace(state, totals=(5, 0, 5, 0))


def late_on_the_track(state: MatchState[Any], goal: int | None) -> MatchState[Any]:
    positions = tuple(99 - seat for seat in range(len(state.totals)))
    return structs.replace(state, round=structs.replace(state.round, positions=positions))


@dataclass(frozen=True)
class Extreme:
    called: str
    game_id: str
    seats: int
    style: Style = by_chance
    wanted: Callable[[Match], bool] = bool
    options: Options = ()
    begun: Begun | None = None
    first: tuple[str, ...] = ()
    """The pieces that the first shuffle begins with."""

    @property
    def id(self) -> str:
        return f"{self.game_id}-{self.seats}-{self.called}"

    def match(self) -> Match:
        rules: Any = game(self.game_id)
        if self.begun is not None:
            rules = Underway(rules.game, rules.match_format, self.begun)
        setup = Case(rules, self.seats, (*needed_for(rules, self.seats), *self.options)).setup
        for seed in range(TRIES):
            chance = Stacked(seed)
            chance.first = self.first
            match = played(rules, setup, seed, chance=chance, choose=self.style(rules))
            if self.wanted(match):
                return match
        raise AssertionError(f"{self.id} was not reached")


def _events(match: Match) -> Iterator[Event]:
    return (event for ply in match.plies for event in ply.events)


def _void(reason: VoidDeal) -> Callable[[Match], bool]:
    return lambda match: Redealt(reason) in _events(match)


def _ended(reason: str) -> Callable[[Match], bool]:
    ends = (RoundEndEvent,)
    return lambda match: reason in {e.reason for e in _events(match) if isinstance(e, ends)}


def _all_out_at_once(match: Match) -> bool:
    """Return whether everybody left was eliminated by the same round, besides its winner."""
    outcome = match.rules.outcome(match.states[-1])
    return outcome is not None and outcome.reason == ALL_OUT


def _ended_without_winners(match: Match) -> bool:
    return any(not e.winners for e in _events(match) if isinstance(e, RoundEndEvent))


def _totals(most: int) -> Callable[[Match], bool]:
    return lambda match: max(match.states[-1].totals) >= most


def _bonuses(count: int, points: int) -> Callable[[Match], bool]:
    """Return whether so many bonuses for knocks were scored."""
    return lambda match: (
        [each.points for each in _events(match) if isinstance(each, BonusScored)].count(points)
        >= count
    )


def _winners(count: int) -> Callable[[Match], bool]:
    return lambda match: len(match.states[-1].outcome.winners) == count


def _held(most: int) -> Callable[[Match], bool]:
    return lambda match: any(
        len(held) >= most
        for places in match.places
        for place, held in places.items()
        if place.startswith("hand")
    )


def _laid(most: int) -> Callable[[Match], bool]:
    return lambda match: any(
        len(lying) >= most
        for at in range(match.last)
        for place, lying in match.pieces_after(at).items()
        if place in {"layout", "path", "board", "row"}
    )


def styled(rules: Rules[Any, Any]) -> Iterator[Extreme]:
    info = rules.info
    anyhow = ably if info.id == "memory" else by_chance  # by chance it takes thousands of moves
    for case in cases(rules):
        called = "-".join(("by chance", *(f"{key}={value}" for key, value in case.options)))
        yield Extreme(called, info.id, case.seats, anyhow, options=case.options)
    for seats in dict.fromkeys((info.min_seats, info.max_seats)):
        for style in (openly, tightly, ably):
            if info.id != "memory":  # whatever is turned up leaves as many moves
                yield Extreme(style.__name__, info.id, seats, style, begun=nearly_won)


REACHED = (
    Extreme("beyond the track", "double-double", 2, ably, _totals(104), begun=late_on_the_track),
    Extreme("empty boneyard", "double-double", 6, tightly, _ended(BONEYARD), (("sets", 2),)),
    Extreme("target overshot", "block", 4, tightly, _totals(60), (("target", 1),)),
    Extreme("target overshot", "all-fives", 4, ably, _totals(120), begun=nearly_won),
    Extreme("target hit", "fives-and-threes", 4, ably, _ended(TARGET)),
    Extreme("target passed", "fives-and-threes", 2, ably, _totals(66), BEYOND, begun=nearly_won),
    Extreme("shared win", "fives-and-threes", 4, by_chance, _winners(4), (("target", "none"),)),
    Extreme("target overshot", "duos", 4, tightly, _totals(110), begun=nearly_won),
    Extreme("target overshot", "partners", 4, tightly, _totals(280), begun=nearly_won),
    Extreme("target overshot", "puerto-rican", 4, tightly, _totals(700), begun=nearly_won),
    Extreme("target overshot", "cuban", 4, tightly, _totals(200), begun=nearly_won),
    Extreme("target overshot", "brazilian", 4, by_chance, _totals(11), begun=nearly_won),
    Extreme("all the others knock twice", "partners", 4, tightly, _bonuses(2, 25)),
    Extreme(
        "four doubles", "brazilian", 4, by_chance, _void(FOUR_DOUBLES), (REDEAL,), first=DOUBLES[:4]
    ),
    Extreme("nobody wins", "brazilian", 4, tightly, _winners(0), (("target", "none"), NOBODY)),
    Extreme("target overshot", "squares-draw", 2, tightly, _totals(90), (("target", 1),)),
    Extreme("all out at once", "maltese-cross", 4, tightly, _all_out_at_once, begun=nearly_won),
    Extreme("five doubles", "maltese-cross", 2, by_chance, _void(MANY_DOUBLES), first=DOUBLES[:5]),
    Extreme("no double", "classic", 2, by_chance, _void(VoidDeal.NO_DOUBLE)),
    Extreme("6-6 left over", "lucky-draw", 3, by_chance, _void(VoidDeal.LEADER_LEFT)),
    Extreme("seven love", "jamaican", 4, ably, _totals(7), SIX_LOVE, five_to_nothing),
    Extreme("nobody wins", "cut-throat", 4, tightly, _ended_without_winners, begun=nearly_won),
    Extreme("eggs", "kozel", 4, tightly, _totals(200), begun=nearly_won),
    Extreme("six of a number", "kozel", 2, by_chance, _void(VoidDeal.MANY_OF_ONE), first=ZEROS),
    Extreme("nobody wins", "squares-block", 2, tightly, _winners(0)),
    Extreme("nobody wins", "star", 4, tightly, _winners(0), (("target", "none"),)),
    Extreme("shared win", "memory", 2, ably, _winners(2)),
    Extreme("blocked", "mexican-train", 3, by_chance, _ended(BLOCKED), (("hand", 17),)),
    Extreme("0-0 in hand", "mexican-train", 8, tightly, _totals(150), (("doubleBlank", 50),)),
    Extreme("large hand", "mexican-train", 2, by_chance, _held(45), (("set", 12), ("hand", 44))),
    Extreme("large hand", "draw", 2, tightly, _held(16)),
    Extreme("long line", "draw", 2, openly, _laid(26)),
    Extreme("large tree", "classic", 2, openly, _laid(26)),
    Extreme("long path", "squares-draw", 4, openly, _laid(40)),
    Extreme("all removed", "solitaire", 1, by_chance, lambda m: not m.states[-1].outcome.tally),
)
