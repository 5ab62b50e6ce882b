"""A match with its state, as far as its moves were committed, and what was shown of it."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.engine.chance import MatchRandomness
from bot.engine.choices import Choices, choices_after
from bot.engine.contract import NATURE, Actor, Event, Observation, Rules, Seat, Setup, as_seen_by
from bot.engine.record import Entry
from bot.engine.replay import ReplayedMove, remaining, replay
from bot.engine.seating import TimeUp, prepare
from bot.games import game
from bot.model.match import Match, Stage, UserId
from bot.model.updates import PublicMove, Update


@dataclass(slots=True)
class LoadedMatch:
    """A match with its state; use it only while holding its lock."""

    match: Match
    rules: Rules[Any, Any]
    state: Any = None
    """``None`` in a lobby."""
    nature_moves: int = 0
    turns: Mapping[Seat, int] = field(default_factory=dict)
    """For each seat that is to act, the ply from which on it has had this choice."""
    choices: Choices = ()
    """The past choices of the seat whose moves may be taken back (:attr:`Match.chooser`)."""
    news: tuple[PublicMove, ...] = ()
    """The moves and events since the table was last shown."""
    is_played: bool = False
    """True if somebody has made a move of their own.

    Read from the log, a computer's move in the place of somebody who left counts as theirs.
    """
    is_outdated: bool = False
    attempted_version: int = 0
    """The newest version that this process, or the one before it, may have begun to show."""
    _observed: tuple[Any, dict[Seat | None, Observation]] = field(
        default_factory=lambda: (None, {}), repr=False
    )
    """A state, and what was observed of it so far."""

    @property
    def is_maybe_shown(self) -> bool:
        return self.attempted_version > self.match.shown_version

    def observe(self, seat: Seat | None) -> Observation | None:
        if self.state is None:
            return None
        if self._observed[0] is not self.state:
            self._observed = (self.state, {})
        seen = self._observed[1]
        if seat not in seen:
            seen[seat] = self.rules.observe(self.state, seat)
        return seen[seat]

    def update(self) -> Update:
        hands, choosing = {}, {}
        for occupant in self.match.seats:
            seen = self.observe(occupant.seat) if occupant.user_id is not None else None
            if seen is not None and occupant.user_id is not None:
                hands[occupant.user_id] = seen
                if (since := self.choosing_since(occupant.seat)) is not None:
                    choosing[occupant.user_id] = since
        return Update(
            self.match,
            self.observe(None),
            self.news,
            hands,
            self._newly_choosing(),
            choosing,
            late=self._late(),
            can_take_back=self.can_take_back,
        )

    @property
    def can_take_back(self) -> bool:
        seat = self.match.chooser
        if seat is None or not self.match.seats[seat].is_person_playing or not self.choices:
            return False
        return self.match.stage is Stage.RUNNING and not self.choices[-1].has_uncovered

    def choosing_since(self, seat: Seat | None) -> int | None:
        """Return the ply from which on a person has had their choice; ``None`` without one.

        While a computer holds a seat, its owner has nothing to choose.
        """
        if seat is None or self.match.stage is not Stage.RUNNING:
            return None
        return self.turns.get(seat) if self.match.seats[seat].is_person_playing else None

    def _newly_choosing(self) -> frozenset[UserId]:
        return frozenset(
            occupant.user_id
            for occupant in self.match.seats
            if occupant.user_id is not None
            and self.turns.get(occupant.seat, 0) > self.match.shown_ply
        )

    def _late(self) -> frozenset[Seat]:
        events = (event for news in self.news for event in news.events)
        return frozenset(event.seat for event in events if isinstance(event, TimeUp))


def replayed(match: Match, log: Sequence[Entry], late: Collection[int]) -> LoadedMatch:
    """Return a match as its log leaves it; ``late`` holds the plies of clocks that ran out."""
    loaded = LoadedMatch(match, game(match.game), attempted_version=match.version)
    shown = min(match.shown_ply, len(log))
    of_people = {each.seat for each in match.seats if each.user_id or each.left_by}
    chooser = match.chooser
    news = []
    for ply in replay(loaded.rules, setup_of(match), log):
        loaded.turns = turns_after(loaded.rules, loaded.state, ply, loaded.turns)
        if chooser is not None:
            before, choices = loaded.state, loaded.choices
            loaded.choices = choices_after(loaded.rules, before, ply, choices, chooser)
        loaded.state = ply.state
        loaded.nature_moves += ply.actor is NATURE
        is_own = ply.actor in of_people and ply.index not in late and not ply.move.automatic
        loaded.is_played = loaded.is_played or is_own
        if ply.index >= shown:
            events = public_events(ply.actor, ply.events, late=ply.index in late)
            news.append(public_move(ply, events))
    told = frozenset(remaining(log))
    loaded.news = tuple(each for each in news if each.ply in told)
    return loaded


def public_move(ply: ReplayedMove[Any], events: tuple[Event, ...]) -> PublicMove:
    """Return a move as spectators see it, with its ``events`` as they see them."""
    if ply.actor is NATURE or ply.move.automatic:
        return PublicMove(ply.index, events)
    return PublicMove(ply.index, events, ply.actor)


def public_events(actor: Actor, events: Sequence[Event], *, late: bool) -> tuple[Event, ...]:
    """Return a move's events as spectators see them, after :class:`TimeUp` if it was late."""
    seen = as_seen_by(events, None)
    return (TimeUp(actor), *seen) if late and actor is not NATURE else seen


def turns_after(
    rules: Rules[Any, Any], before: object, ply: ReplayedMove[Any], known: Mapping[Seat, int]
) -> Mapping[Seat, int]:
    """Return for each seat that is to act after ``ply`` since which ply it has had its choice.

    When several seats act at once, a choice stays the same while the others make theirs.
    """
    acting = rules.to_act(ply.state)
    if not isinstance(acting, frozenset):
        return {}

    def same(seat: Seat) -> bool:
        if seat == ply.actor or seat not in known:
            return False
        return rules.legal_moves(before, seat) == rules.legal_moves(ply.state, seat)

    return {seat: known[seat] if same(seat) else ply.index + 1 for seat in acting}


def randomness_of(match: Match) -> MatchRandomness:
    return MatchRandomness(match.secret, match.salts)


def setup_of(match: Match) -> Setup:
    return prepare(game(match.game).info, len(match.seats), match.options)
