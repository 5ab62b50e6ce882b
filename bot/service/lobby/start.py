"""The first shuffle, which turns a lobby into a match, and what makes room for a lobby."""

import logging
from dataclasses import replace

from bot.engine.errors import WrongSeats
from bot.games import game
from bot.model.match import Match, MatchId, Moved, Occupant, Stage
from bot.service.play.auto_moves import MoveSequence, awaited
from bot.service.play.conflicts import retried
from bot.service.play.match_cache import LoadedMatch, MatchCache, chance_of, setup_of
from bot.service.play.move_executor import MoveExecutor

log = logging.getLogger(__name__)


async def begin(executor: MoveExecutor, loaded: LoadedMatch, lobby: Match, salt: str) -> Match:
    """Close the player list of a lobby that is locked, and deal, in one transaction.

    ``lobby`` is the lobby as it is, or with another host and more computers. Raises
    :class:`~bot.engine.errors.WrongSeats` when that number of players cannot play.
    """
    match = replace(lobby, start_salt=salt, stage=Stage.RUNNING)
    begun = loaded.rules.start(setup_of(match))
    sequence = MoveSequence(loaded.rules, chance_of(match), begun, 0, 0)
    sequence.run_automatic()
    awaits = awaited(loaded.rules, sequence.state, match)
    agenda = await executor.planner.match_agenda(
        match, loaded.rules, sequence.state, sequence.turns
    )
    moved = Moved(sequence.entries, awaits, executor.clock.now(), agenda)
    await executor.store.start(
        match.id,
        match.revision,
        start_salt=salt,
        moved=moved,
        lobby=None if lobby == loaded.match else lobby,
    )
    loaded.match = replace(match.written(), ply=sequence.ply, awaits=awaits, agenda=agenda)
    loaded.state, loaded.nature_moves = sequence.state, sequence.nature_moves
    loaded.news, loaded.turns = tuple(sequence.news), sequence.turns
    log.info("match started", extra={"ply": sequence.ply, "seats": len(match.seats)})
    executor.changed(loaded.match)
    return loaded.match


@retried
async def end_abandoned(cache: MatchCache, executor: MoveExecutor, match_id: MatchId) -> None:
    """End a running match that nobody plays any more, unless somebody has come back."""
    async with cache.locked(match_id) as loaded:
        if loaded.match.is_abandoned:
            await executor.end_abandoned(loaded)


def computers_to_add(match: Match) -> int:
    """Return how many computers a lobby lacks to start, with company for somebody alone.

    0 if it can start as it is, if a rematch waits for others, or if the game is for one.
    """
    if match.rematch_of is not None:
        return 0
    room = game(match.game).info.max_seats - len(match.seats)
    fewest = 1 if len(match.seats) == 1 else 0
    return next(
        (n for n in range(fewest, room + 1) if why_not(with_computers(match, n, "")) is None), 0
    )


def filled(match: Match, level: str) -> Match:
    return with_computers(match, computers_to_add(match), level)


def with_computers(match: Match, count: int, level: str) -> Match:
    for _ in range(count):
        seat = len(match.seats)
        added = Occupant(seat, level=level, name=match.free_name(seat))
        match = replace(match, seats=(*match.seats, added))
    return replace(match, rated=is_rated(match))


def is_rated(match: Match) -> bool:
    """Return whether a match is rated: as its host chose, else not for one person with computers.

    Nobody else's rating depends on such a match, and people want to try a game in it.
    """
    if match.rated_chosen:
        return match.rated
    return len(match.people) > 1 or len(match.seats) == 1


def why_not(match: Match) -> WrongSeats | None:
    try:
        game(match.game).start(setup_of(match))
    except WrongSeats as refusal:
        return refusal
    return None
