"""Conversion of stored matches into the presenter's values."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from types import MappingProxyType

from bot.ai import LEVELS
from bot.ai.ratings import about
from bot.engine.game_info import GameInfo
from bot.engine.options import complete
from bot.games import game
from bot.model.match import Match, Occupant, UserId
from bot.model.scores import ScoredSeat, SoloResult
from bot.present.screens.match.hint import HintsTaken
from bot.present.screens.match.lobby import Lobby
from bot.present.screens.match.ratings import ScoreNews
from bot.present.screens.match.solo import Result, SoloSummary
from bot.present.text.seats import SeatInfo, TableInfo
from bot.service.lobby.lobbies import computers_to_add, why_not
from bot.service.ports.store import Store
from bot.service.scores.personal_bests import personal_bests


def info_of(match: Match) -> GameInfo:
    """Return the description of the game that is played."""
    return game(match.game).info


def table_info_of(
    match: Match,
    away: Mapping[UserId, datetime] = MappingProxyType({}),
    names: Mapping[UserId, str] = MappingProxyType({}),
    *,
    can_take_back: bool = False,
) -> TableInfo:
    """Return a match's game, options and seats; an option newer than the match gets its default.

    ``away``: the end of the holiday of people who are not to move, where the table shows it.
    ``names``: what people are called, for buttons.
    ``can_take_back``: the only person at the table can take back their last choice now.
    """
    info = info_of(match)
    return TableInfo(
        match.id,
        info,
        complete(info.options, match.options, game=info.name),
        match.host_id,
        tuple(_sitter(match, each, away) for each in match.seats),
        match.pace.value,
        None if match.close_reason is None else match.close_reason.value,
        match.hints.value,
        match.allows_hints,
        match.phrases,
        match.rated,
        can_take_back,
        names,
    )


def _sitter(match: Match, occupant: Occupant, away: Mapping[UserId, datetime]) -> SeatInfo:
    clock = match.agenda.clock(occupant.seat)
    until = None if occupant.user_id is None else away.get(occupant.user_id)
    return SeatInfo(
        occupant.seat,
        occupant.user_id,
        occupant.level,
        occupant.left_by,
        clock.due_at if clock else None,
        clock.away_until if clock else until,
        occupant.said.phrase.value if occupant.said and occupant.said.phrase else "",
        occupant.said.ply if occupant.said else 0,
        occupant.left_ply,
        match.computer_name(occupant.seat),
    )


async def lobby_in(store: Store, match: Match) -> Lobby:
    """Return a lobby; that of a rematch expects the people of the last match who are missing."""
    before = None if match.rematch_of is None else await store.match(match.rematch_of)
    expected = () if before is None else before.people
    missing = tuple(user for user in expected if user not in match.people)
    lobby = lobby_of(match)
    return replace(lobby, expected=missing, is_alone=lobby.is_alone and not missing)


def lobby_of(match: Match) -> Lobby:
    """Return a lobby, without the secret of its shuffles."""
    to_add = computers_to_add(match)
    return Lobby(
        table_info_of(match),
        tuple(LEVELS),
        why_not(match),
        is_dm=match.guild_id is None,
        is_rematch=match.rematch_of is not None,
        computers_to_add=to_add,
        is_alone=len(match.people) == 1 and len(match.seats) + to_add > 1,
        rated_chosen=match.rated_chosen,
        ratings=about(match.game),
    )


async def solo_summary_in(store: Store, match: Match) -> SoloSummary | None:
    """Return the result of a match played alone, compared with those before; else ``None``."""
    if len(match.seats) > 1:
        return None
    usual = {option.key: option.default for option in info_of(match).options}
    results = await store.solo_results(match.people[0], match.game, match.options, usual)
    return record_of(match, results)


def record_of(match: Match, results: Sequence[SoloResult]) -> SoloSummary | None:
    """Return a solo match's record among ``results``; ``None`` if it has no result there."""
    at = next((at for at, each in enumerate(results) if each.match_id == match.id), None)
    result = None if at is None else _result(results[at])
    if at is None or result is None:
        return None
    before, so_far = personal_bests(results[:at]), personal_bests(results[: at + 1])
    return SoloSummary(
        *(result, _result(before.best), so_far.played, so_far.won),
        may_be_best=results[at].may_be_best,
    )


def worth_of(scores: Sequence[ScoredSeat]) -> tuple[ScoreNews, ...]:
    """Return the ratings and achievements that a match brought its people."""
    return tuple(
        ScoreNews(
            each.user_id,
            each.rating,
            each.gained or 0,
            each.rated_matches,
            each.weight,
            each.earned,
        )
        for each in scores
        if each.user_id is not None
    )


def hints_in(scores: Sequence[ScoredSeat]) -> tuple[HintsTaken, ...]:
    """Return who took hints in a match that has ended."""
    return tuple(HintsTaken(each.user_id, each.hints) for each in scores if each.hints)


def _result(solo_result: SoloResult | None) -> Result | None:
    if solo_result is None or solo_result.tally is None:
        return None
    return Result(solo_result.tally, solo_result.seconds)
