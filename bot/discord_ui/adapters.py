"""Conversion of stored matches into the presenter's values."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from types import MappingProxyType

from bot.ai import LEVELS
from bot.ai.ratings import about
from bot.engine.options import complete
from bot.model.match import Match, UserId
from bot.model.scores import SoloResult, personal_bests
from bot.present.screens.match.lobby import Lobby
from bot.present.screens.match.match_end import SoloSummary
from bot.present.text.seats import TableInfo
from bot.service.lobby.lengths import expected_days
from bot.service.lobby.seating import computers_to_add, why_not
from bot.service.play.loaded_match import info_of
from bot.service.ports.store import Store


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
        match.seats,
        match.pace,
        match.close_reason,
        match.hints,
        match.allows_hints,
        match.phrases,
        match.rated,
        match.agenda,
        away,
        names,
        can_take_back,
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
    to_add, info = computers_to_add(match), info_of(match)
    presets = {} if info.preset else {each.id: each.name for each in info.presets}
    return Lobby(
        table_info_of(match),
        tuple(LEVELS),
        why_not(match),
        is_dm=match.guild_id is None,
        is_rematch=match.rematch_of is not None,
        former_preset=presets.get(match.preset, ""),
        computers_to_add=to_add,
        is_alone=len(match.people) == 1 and len(match.seats) + to_add > 1,
        rated_chosen=match.rated_chosen,
        days=expected_days(match, info.length_of(match.options)),
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
    if at is None or results[at].tally is None:
        return None
    so_far = personal_bests(results[: at + 1])
    return SoloSummary(results[at], personal_bests(results[:at]).best, so_far.played, so_far.won)
