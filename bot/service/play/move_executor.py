"""Commits moves: applies them with what follows, plans the clocks, stores the results."""

import logging
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from bot.engine.chance import MatchRandomness
from bot.engine.choices import Choices, PastChoice, choices_after
from bot.engine.contract import NATURE, Actor, Lot, Move, S, Seat, Shuffle
from bot.engine.record import Entry
from bot.engine.replay import ReplayedMove, TakenBack, find, take_back_code
from bot.engine.rules import Rules
from bot.engine.seating import USUAL
from bot.model.calls import Reminder
from bot.model.deadlines import NOTHING, Agenda
from bot.model.match import CloseReason, Match, MoveCommit, MoveMaker, Occupant, Stage, WaitingFor
from bot.model.plans import Plan
from bot.model.updates import PublicMove
from bot.service.clock.planner import DeadlinePlanner
from bot.service.metrics import NO_METRICS, Metrics
from bot.service.planned_moves import plans_after
from bot.service.play.final_results import early_close_places, final_places
from bot.service.play.loaded_match import LoadedMatch, randomness_of, setup_of, turns_after
from bot.service.play.recent_moves import RecentMoves, is_unattended, new_round, public_move
from bot.service.ports.clock import Clock
from bot.service.ports.store import Store

log = logging.getLogger(__name__)

TIMEOUTS_ALLOWED = 2
"""Time-outs in a row after which a computer plays for the person."""


@dataclass(slots=True)
class MoveSequence:
    rules: Rules[Any, Any]
    chance: MatchRandomness
    state: Any
    ply: int
    nature_moves: int
    entries: list[Entry] = field(default_factory=list)
    news: list[PublicMove] = field(default_factory=list)
    turns: Mapping[Seat, int] = field(default_factory=dict)
    """For each seat that is to act, the ply from which on it has had this choice."""
    chooser: Seat | None = None
    """The seat whose moves may be taken back, if any."""
    choices: Choices = ()
    plans: tuple[Plan, ...] = ()
    recent: RecentMoves = field(default_factory=RecentMoves)
    unasked: MoveMaker | None = None
    """The maker of the first move, if not the seat's player."""

    def apply(self, actor: Actor, move: Move, by: MoveMaker | None = None) -> None:
        """Apply a legal move; ``by`` is who makes it for the seat, if not its player."""
        self.unasked = self.unasked or by
        step = self.rules.apply(self.state, actor, move)
        ply = ReplayedMove(self.ply, actor, move, step.events, step.state)
        self.plans = plans_after(self.rules, self.plans, self.state, ply)
        self._add(ply, by)
        self.nature_moves += actor is NATURE

    def take_back(self, seat: Seat, choice: PastChoice[Any]) -> None:
        move = Move(take_back_code(choice.ply))
        self.plans = ()
        self._add(ReplayedMove(self.ply, seat, move, (TakenBack(seat),), choice.state))

    def _add(self, ply: ReplayedMove[Any], by: MoveMaker | None = None) -> None:
        before, self.state = self.state, ply.state
        self.news.append(public_move(ply, late=by is MoveMaker.CLOCK))
        self.recent = self.recent.after(ply, self.news[-1], by)
        self.entries.append((ply.actor, ply.move.code))
        self.ply += 1
        self.turns = turns_after(self.rules, before, ply, self.turns)
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


@dataclass(frozen=True, slots=True)
class MoveExecutor:
    """Commits what happens in a match that is locked, and only then calls ``changed`` with it."""

    store: Store
    clock: Clock
    planner: DeadlinePlanner
    changed: Callable[[Match], None]
    metrics: Metrics = NO_METRICS

    async def begin(self, loaded: LoadedMatch, lobby: Match, salt: str) -> Match:
        """Close the player list of a lobby that is locked, and deal, in one transaction.

        ``lobby`` is the lobby as it is, or with another host and more computers. Raises
        :class:`~bot.engine.errors.WrongSeats` when that number of players cannot play.
        """
        match = replace(lobby, start_salt=salt, stage=Stage.RUNNING)
        begun = loaded.rules.start(setup_of(match))
        sequence = MoveSequence(loaded.rules, randomness_of(match), begun, 0, 0)
        sequence.recent = new_round(len(match.seats))
        sequence.run_automatic()
        awaits = awaited(loaded.rules, sequence.state, match)
        agenda = await self.planner.match_agenda(
            match, loaded.rules, sequence.state, sequence.turns
        )
        moved = MoveCommit(sequence.entries, awaits, self.clock.now(), agenda)
        await self.store.start(
            match.id,
            match.revision,
            start_salt=salt,
            moved=moved,
            lobby=None if lobby == loaded.match else lobby,
        )
        loaded.match = replace(match.after_write(), ply=sequence.ply, awaits=awaits, agenda=agenda)
        loaded.state, loaded.nature_moves = sequence.state, sequence.nature_moves
        loaded.news, loaded.turns = tuple(sequence.news), sequence.turns
        loaded.recent = sequence.recent
        log.info("match started", extra={"ply": sequence.ply, "seats": len(match.seats)})
        self.changed(loaded.match)
        return loaded.match

    async def move(
        self, loaded: LoadedMatch, seat: Seat, code: str, by: MoveMaker
    ) -> tuple[PublicMove, ...]:
        """Find a move, apply it with what follows, commit it, and only then report it."""
        move = find(loaded.rules, loaded.state, seat, code)
        sequence = _sequence(loaded)
        is_own = by is MoveMaker.PERSON or loaded.match.seats[seat].user_id is None
        sequence.apply(seat, move, None if is_own else by)
        sequence.run_automatic()
        await self._commit(loaded, seat, sequence, by)
        loaded.news += (*sequence.news,)
        self.changed(loaded.match)
        return tuple(sequence.news)

    async def take_back(
        self, loaded: LoadedMatch, seat: Seat, choice: PastChoice[Any]
    ) -> tuple[PublicMove, ...]:
        """Return to before a person's last choice; what was taken back is no longer news."""
        sequence = _sequence(loaded)
        sequence.take_back(seat, choice)
        await self._commit(loaded, seat, sequence, MoveMaker.PERSON)
        kept = (news for news in loaded.news if news.ply < choice.ply)
        loaded.news = (*kept, *sequence.news)
        self.changed(loaded.match)
        return tuple(sequence.news)

    async def _commit(
        self, loaded: LoadedMatch, seat: Seat, sequence: MoveSequence, by: MoveMaker
    ) -> None:
        match = loaded.match
        occupant = _afterwards(match.seats[seat], by)
        outcome = loaded.rules.outcome(sequence.state)
        after = replace(
            match.after_write().with_occupant(occupant),
            # Nobody comes back once somebody has moved.
            agenda=replace(match.agenda, kept=(), plans=sequence.plans),
            ply=sequence.ply,
            stage=Stage.RUNNING if outcome is None else Stage.OVER,
        )
        agenda, awaits = NOTHING, WaitingFor.NOBODY
        if outcome is None:
            awaits = awaited(loaded.rules, sequence.state, after)
            agenda = await self.planner.match_agenda(
                after, loaded.rules, sequence.state, sequence.turns, mover=seat
            )
        moved = MoveCommit(
            sequence.entries,
            awaits,
            self.clock.now(),
            agenda,
            places=None if outcome is None else final_places(match, outcome, loaded.rules.info),
            occupant=None if occupant == match.seats[seat] else occupant,
            late=by is MoveMaker.CLOCK,
            plans=agenda.plan_changes(match.agenda),
            unasked=sequence.unasked,
        )
        await self.store.commit_moves(match.id, match.revision, match.ply, moved)
        loaded.match = replace(after, awaits=awaits, agenda=agenda)
        loaded.state, loaded.nature_moves = sequence.state, sequence.nature_moves
        loaded.turns, loaded.choices = sequence.turns, sequence.choices
        loaded.recent = sequence.recent
        is_own = by is not MoveMaker.COMPUTER and not is_unattended(by, loaded.rules)
        loaded.is_played = loaded.is_played or is_own
        # That the move was planned is a secret, and in the log that it was forced.
        maker = MoveMaker.PERSON if by is MoveMaker.PLAN else by
        self.metrics.committed(match.id, maker)
        maker = MoveMaker.PERSON if by is MoveMaker.AUTOPLAY else maker
        log.info("move committed", extra={"ply": match.ply, "seat": seat, "by": maker.value})
        if outcome is not None:
            log.info("match over", extra={"ply": sequence.ply})

    async def reseat(self, loaded: LoadedMatch, match: Match, occupant: Occupant) -> Match:
        """Put an occupant into a seat of a running match, and plan it anew.

        ``match`` is the match as it is, or with other clocks kept (:attr:`Agenda.kept`).
        """
        match = match.with_occupant(occupant)
        agenda = await self.planner.match_agenda(match, loaded.rules, loaded.state, loaded.turns)
        match = replace(match, agenda=agenda)
        awaits = awaited(loaded.rules, loaded.state, match)
        plans = agenda.plan_changes(loaded.match.agenda)
        await self.store.take_seat(match.id, match.revision, occupant, awaits, agenda, plans)
        loaded.match = replace(match.after_write(), awaits=awaits)
        self.changed(loaded.match)
        return loaded.match

    async def end_abandoned(self, loaded: LoadedMatch, gone: Occupant | None = None) -> Match:
        """End a match as its last player left it, or leaves it now: then ``gone`` gets the seat."""
        match = loaded.match if gone is None else loaded.match.with_occupant(gone)
        why = CloseReason.ABSENT if match.people else CloseReason.LEFT
        return await self.close_early(loaded, why, gone)

    async def close_early(
        self, loaded: LoadedMatch, why: CloseReason, occupant: Occupant | None = None
    ) -> Match:
        """Close an open match early; ``occupant`` takes a seat in the same transaction."""
        match = loaded.match if occupant is None else loaded.match.with_occupant(occupant)
        info, is_played = loaded.rules.info, loaded.is_played
        counted = early_close_places(loaded.match, info, why, is_played=is_played)
        now = self.clock.now()
        await self.store.close(match.id, match.revision, why, now, occupant, counted)
        loaded.match = replace(
            match.after_write(),
            stage=Stage.CLOSED,
            awaits=WaitingFor.NOBODY,
            agenda=NOTHING,
            close_reason=why,
        )
        log.info("match closed", extra={"why": why.value})
        self.changed(loaded.match)
        return loaded.match

    async def plan(
        self,
        loaded: LoadedMatch,
        agenda: Agenda,
        *,
        shown: bool = False,
        reminded: Collection[Reminder] = (),
    ) -> None:
        match = loaded.match
        plans = agenda.plan_changes(match.agenda)
        await self.store.plan(
            match.id, match.revision, agenda, shown=shown, reminded=reminded, plans=plans
        )
        loaded.match = replace(match.after_write(shown=shown), agenda=agenda)
        self.changed(loaded.match)


def awaited(rules: Rules[S, Any], state: S, match: Match) -> WaitingFor:
    """Return the kind of player the table waits for; a computer goes before a person.

    Somebody for whom a seat is kept counts as a person.
    """
    acting = rules.to_act(state)
    if not isinstance(acting, frozenset) or not acting:
        return WaitingFor.NOBODY
    played_by_computer = any(match.is_played_by_computer(seat) for seat in acting)
    return WaitingFor.COMPUTER if played_by_computer else WaitingFor.PERSON


def _sequence(loaded: LoadedMatch) -> MoveSequence:
    return MoveSequence(
        loaded.rules,
        randomness_of(loaded.match),
        loaded.state,
        loaded.match.ply,
        loaded.nature_moves,
        turns=loaded.turns,
        chooser=loaded.match.chooser,
        choices=loaded.choices,
        plans=loaded.match.agenda.plans,
        recent=loaded.recent,
    )


def _afterwards(occupant: Occupant, by: MoveMaker) -> Occupant:
    """Count time-outs in a row; after ``TIMEOUTS_ALLOWED`` a computer plays. A move resets them."""
    match by:
        case MoveMaker.PERSON | MoveMaker.PLAN:
            return replace(occupant, missed=0)
        case MoveMaker.CLOCK:
            missed = occupant.missed + 1
            level = USUAL if missed >= TIMEOUTS_ALLOWED else occupant.level
            return replace(occupant, missed=missed, level=level)
        case MoveMaker.COMPUTER | MoveMaker.AUTOPLAY:
            return occupant
