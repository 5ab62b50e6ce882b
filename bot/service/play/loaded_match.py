"""A match with its state, as far as its moves were committed, and what was shown of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.engine.chance import MatchRandomness
from bot.engine.choices import Choices, choices_after
from bot.engine.contract import NATURE, Observation, Seat, Setup
from bot.engine.game_info import GameInfo
from bot.engine.record import Entry
from bot.engine.replay import ReplayedMove, remaining, replay
from bot.engine.rules import Rules
from bot.engine.seating import TimeUp, prepare
from bot.games import game
from bot.games.names import info_under
from bot.model.match import Match, MoveMaker, Stage, UserId
from bot.model.updates import PublicMove, Update
from bot.service.play.recent_moves import (
    RecentMoves,
    ends_round,
    is_unattended,
    new_round,
    public_move,
)

_NOTHING_SEEN: tuple[None, dict[Seat | None, Observation]] = None, {}


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
    recent: RecentMoves = field(default_factory=RecentMoves, repr=False)
    is_played: bool = False
    """True if somebody has made a move of their own.

    Read from the log, a computer's move in the place of somebody who left counts as theirs.
    """
    is_outdated: bool = False
    attempted_version: int = 0
    """The newest version that this process, or the one before it, may have begun to show."""
    _observed: tuple[Any, dict[Seat | None, Observation]] = field(
        default_factory=lambda: _NOTHING_SEEN, repr=False
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
        hands, choosing, told = {}, {}, {}
        for occupant in self.match.seats:
            seen = self.observe(occupant.seat) if occupant.user_id is not None else None
            if seen is not None and occupant.user_id is not None:
                hands[occupant.user_id] = seen
                told[occupant.user_id] = self.told_to(occupant.seat)
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
            recent=self.recent.moves,
            called_since=self._called_since(),
            told=told,
        )

    def told_to(self, seat: Seat | None, *, shown: bool = False) -> tuple[PublicMove, ...]:
        """Return what a seat's player has missed: what followed their own last move.

        With what the table has not shown yet, unless all counts as ``shown``.
        """
        if seat is None or self.state is None:
            return ()
        first, moves = self.recent.missed_by(seat), self.recent.moves
        if not shown and self.news and self.news[0].ply < first:
            first, moves = self.recent.begun, self.news
        return self.recent.marked(seat, (each for each in moves if each.ply >= first))

    def _called_since(self) -> int:
        """Return the first ply that anybody of those who are to act may have missed.

        Everybody reads what is told from there on, so it must not depend on who planned a move.
        """
        acting = (seat for seat in self.turns if self.match.seats[seat].is_person_playing)
        missed = (self.recent.missed_by(seat, publicly=True) for seat in acting)
        return min(missed, default=self.match.ply)

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


def replayed(match: Match, log: Sequence[Entry], makers: Mapping[int, MoveMaker]) -> LoadedMatch:
    """Return a match as its log leaves it; ``makers`` are those of :meth:`MatchStore.makers`."""
    loaded = LoadedMatch(match, game(match.game), attempted_version=match.version)
    loaded.recent = new_round(len(match.seats))
    shown = min(match.shown_ply, len(log))
    of_people = {each.seat for each in match.seats if each.user_id or each.left_by}
    chooser = match.chooser
    unshown: list[ReplayedMove[Any]] = []
    of_round: list[ReplayedMove[Any]] = []
    """The plies of the running round, after the one that ended the round before."""
    for ply in replay(loaded.rules, setup_of(match), log):
        by = makers.get(ply.index)
        if ends_round(ply):
            of_round.clear()
        of_round.append(ply)
        loaded.turns = turns_after(loaded.rules, loaded.state, ply, loaded.turns)
        if chooser is not None:
            before, choices = loaded.state, loaded.choices
            loaded.choices = choices_after(loaded.rules, before, ply, choices, chooser)
        loaded.state = ply.state
        loaded.nature_moves += ply.actor is NATURE
        is_own = (
            ply.actor in of_people
            and not ply.move.automatic
            and not is_unattended(by, loaded.rules)
        )
        loaded.is_played = loaded.is_played or is_own
        if ply.index >= shown:
            unshown.append(ply)
    told = {
        ply.index: public_move(ply, late=makers.get(ply.index) is MoveMaker.CLOCK)
        for ply in (*unshown, *of_round)
    }
    for ply in of_round:
        loaded.recent = loaded.recent.after(ply, told[ply.index], makers.get(ply.index))
    kept = frozenset(remaining(log))
    loaded.news = tuple(told[ply.index] for ply in unshown if ply.index in kept)
    return loaded


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


def info_of(match: Match) -> GameInfo:
    """Return a match's game, under the name of its preset as long as its options are those."""
    return info_under(match.game, match.preset, match.options)


def setup_of(match: Match) -> Setup:
    return prepare(game(match.game).info, len(match.seats), match.options)
