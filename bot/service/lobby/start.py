"""The first shuffle, which turns a lobby into a match."""

import logging
from dataclasses import replace

from bot.engine.errors import WrongSeats
from bot.games import game
from bot.service.model.match import Match, Moved, Stage
from bot.service.play.auto_moves import MoveSequence, awaited
from bot.service.play.match_cache import LoadedMatch, chance_of, setup_of
from bot.service.play.move_executor import MoveExecutor

log = logging.getLogger(__name__)


async def begin(executor: MoveExecutor, live: LoadedMatch, salt: str) -> Match:
    """Close the player list of a lobby that is locked, and deal.

    Raises :class:`~bot.engine.errors.WrongSeats` when that number of players cannot play.
    """
    match = replace(live.match, start_salt=salt, stage=Stage.RUNNING)
    begun = live.rules.start(setup_of(match))
    course = MoveSequence(live.rules, chance_of(match), begun, 0, 0)
    course.run_automatic()
    awaits = awaited(live.rules, course.state, match)
    agenda = await executor.planner.running(match, live.rules, course.state, course.asked)
    moved = Moved(course.entries, awaits, executor.clock.now(), agenda)
    await executor.store.start(match.id, match.version, start_salt=salt, moved=moved)
    version = match.version + 1
    live.match = replace(match, version=version, ply=course.ply, awaits=awaits, agenda=agenda)
    live.state, live.chances, live.news = course.state, course.chances, tuple(course.news)
    live.asked = course.asked
    log.info("match started", extra={"ply": course.ply, "seats": len(match.seats)})
    executor.changed(live.match)
    return live.match


def why_not(match: Match) -> WrongSeats | None:
    """Return why a lobby cannot start yet, or ``None`` if it can."""
    try:
        game(match.game).start(setup_of(match))
    except WrongSeats as refusal:
        return refusal
    return None
