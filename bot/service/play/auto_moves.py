"""Moves that follow by themselves: nature's answers, and automatic moves without a choice."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.engine.chance import Chance
from bot.engine.choices import Choices, PastChoice, choices_after
from bot.engine.contract import NATURE, Actor, Event, Lot, Move, Rules, S, Seat, Shuffle, as_seen_by
from bot.engine.record import Entry
from bot.engine.replay import ReplayedMove, TakenBack, take_back_code
from bot.engine.seating import TimeUp
from bot.model.match import Match, WaitingFor
from bot.model.updates import News


@dataclass(slots=True)
class MoveSequence:
    """A sequence of moves that leads a match from one committed ply to the next."""

    rules: Rules[Any, Any]
    chance: Chance
    state: Any
    ply: int
    nature_moves: int
    entries: list[Entry] = field(default_factory=list)
    news: list[News] = field(default_factory=list)
    turns: Mapping[Seat, int] = field(default_factory=dict)
    """For each seat that is to act, the ply from which on it has had this choice."""
    chooser: Seat | None = None
    """The seat whose moves may be taken back, if any."""
    choices: Choices = ()

    def apply(self, actor: Actor, move: Move, *, late: bool = False) -> None:
        """Apply a legal move; ``late`` means that the clock makes it for the seat."""
        step = self.rules.apply(self.state, actor, move)
        news = public_events(actor, step.events, late=late)
        self._add(ReplayedMove(self.ply, actor, move, step.events, step.state), news)
        self.nature_moves += actor is NATURE

    def take_back(self, seat: Seat, choice: PastChoice[Any]) -> None:
        move, news = Move(take_back_code(choice.ply)), (TakenBack(seat),)
        self._add(ReplayedMove(self.ply, seat, move, news, choice.state), news)

    def _add(self, ply: ReplayedMove[Any], news: tuple[Event, ...]) -> None:
        before, self.state = self.state, ply.state
        self.news.append(News(self.ply, news))
        self.entries.append((ply.actor, ply.move.code))
        self.ply += 1
        now = Ply(self.ply, ply.actor, self.state)
        self.turns = turns_after(self.rules, before, now, self.turns)
        if self.chooser is not None:
            self.choices = choices_after(self.rules, before, ply, self.choices, self.chooser)

    def run_automatic(self) -> None:
        while True:
            acting = self.rules.to_act(self.state)
            if isinstance(acting, Shuffle | Lot):
                self.apply(NATURE, self.chance.answer(acting, self.nature_moves))
                continue
            if len(acting) != 1:
                return
            (seat,) = acting
            legal = self.rules.legal_moves(self.state, seat)
            if len(legal) > 1 or not legal[0].automatic:
                return
            self.apply(seat, legal[0])


def public_events(actor: Actor, events: Sequence[Event], *, late: bool) -> tuple[Event, ...]:
    """Return a move's events as spectators see them, after :class:`TimeUp` if it was late."""
    seen = as_seen_by(events, None)
    return (TimeUp(actor), *seen) if late and actor is not NATURE else seen


@dataclass(frozen=True, slots=True)
class Ply:
    """A state, the length of the log that led to it, and the last actor."""

    length: int
    actor: Actor
    state: Any


def turns_after(
    rules: Rules[Any, Any], before: object, now: Ply, known: Mapping[Seat, int]
) -> Mapping[Seat, int]:
    """Return for each seat that is to act the ply from which on it has had its choice.

    When several seats act at once, a choice stays the same while the others make theirs.
    """
    acting = rules.to_act(now.state)
    if not isinstance(acting, frozenset):
        return {}

    def same(seat: Seat) -> bool:
        if seat == now.actor or seat not in known:
            return False
        return rules.legal_moves(before, seat) == rules.legal_moves(now.state, seat)

    return {seat: known[seat] if same(seat) else now.length for seat in acting}


def awaited(rules: Rules[S, Any], state: S, match: Match) -> WaitingFor:
    """Return the kind of player the table waits for; a computer goes before a person.

    Somebody for whom a seat is kept counts as a person.
    """
    acting = rules.to_act(state)
    if not isinstance(acting, frozenset) or not acting:
        return WaitingFor.NOBODY
    played_by_computer = any(match.is_computers(seat) for seat in acting)
    return WaitingFor.COMPUTER if played_by_computer else WaitingFor.PERSON
