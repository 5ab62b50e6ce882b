"""``/leaderboard``: rankings, and the buttons and menu below them."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from discord import app_commands

from bot.discord_ui.base_client import Interaction
from bot.discord_ui.commands.feature import Feature, slash_command
from bot.discord_ui.errors import OldButton, PlayedAlone, parts_of
from bot.discord_ui.installs import server_of
from bot.discord_ui.interactions.autocomplete import game_meant, suggested_in_company
from bot.discord_ui.interactions.response import Reply
from bot.engine.translatable import N_, NC_
from bot.games import CATALOGUE, game
from bot.model.daily import LeagueRow
from bot.model.match import UserId
from bot.model.scores import OVERALL, Measure, RankingQuery, RankingRow
from bot.present.i18n import Words
from bot.present.screen import Screen
from bot.present.screens.scores.leaderboard import (
    ALL_GAMES,
    LEAGUE,
    MEASURES,
    NAME,
    OwnStanding,
    Ranking,
    RankingChoice,
    ranking_screen,
)
from bot.present.screens.scores.league import LEAGUE_NAME
from bot.scores.span import Span
from bot.service.game_service import GameService

LENGTH = 10
_GAMES = {rules.info.id: rules.info.name for rules in CATALOGUE if rules.info.max_seats > 1}
"""Names, by id, of the games with rankings: games played alone have none."""
_REST = re.compile(
    rf"(here|all):({'|'.join(each.value for each in Span)}):([a-z0-9-]*)"
    rf":({'|'.join(each.value for each in Measure)}):([a-z]+)[0-9]*"
)


async def _pressed(click: Interaction, reply: Reply, rest: str) -> None:
    await _show(click, reply, _wanted(rest, click))


async def _picked(click: Interaction, reply: Reply, rest: str, value: str) -> None:
    if value != ALL_GAMES and value not in _GAMES:
        raise OldButton
    chosen = OVERALL if value == ALL_GAMES else value
    await _show(click, reply, replace(_wanted(rest, click), game=chosen))


@slash_command
@app_commands.describe(
    where=N_("This server, or everywhere"),
    when=N_("This week, this month, or all time"),
    typed_game=N_("Game (default: all games)"),
    by=N_("What to rank by"),
)
@app_commands.rename(
    where=NC_("option", "where"),
    when=NC_("option", "when"),
    typed_game=NC_("option", "game"),
    by=NC_("option", "by"),
)
@app_commands.choices(
    where=[
        app_commands.Choice(name=N_("This server"), value="here"),
        app_commands.Choice(name=N_("Everywhere"), value="all"),
    ],
    when=[
        app_commands.Choice(name=N_("This week"), value=Span.WEEK.value),
        app_commands.Choice(name=N_("This month"), value=Span.MONTH.value),
        app_commands.Choice(name=N_("All time"), value=Span.ALL.value),
    ],
    by=[
        *(app_commands.Choice(name=name, value=by.value) for by, name in MEASURES.items()),
        app_commands.Choice(name=LEAGUE_NAME, value=LEAGUE),
    ],
)
@app_commands.autocomplete(typed_game=suggested_in_company)
async def leaderboard(
    click: Interaction,
    reply: Reply,
    where: str = "here",
    when: str = Span.WEEK.value,
    typed_game: str | None = None,
    by: str = Measure.RATING.value,
) -> None:
    chosen = OVERALL if typed_game is None else _ranked(game_meant(typed_game, reply.say).id)
    here = where == "here" and server_of(click) is not None
    is_league = by == LEAGUE
    measure = Measure.RATING if is_league else Measure(by)
    wanted = RankingChoice(here, Span(when), chosen, measure, is_league)
    if server_of(click) is None:  # a direct message, which nobody else reads
        await _show(click, reply, wanted)
        return
    found = ranking_of(click.client.service, wanted, server_of(click))
    ranking = await reply.defer_if_slow(found)
    if not ranking.rows:
        await _show(click, reply, wanted)
        return
    await reply.public(await _screen(click, ranking, await reply.words_for_channel()))


def _ranked(game_id: str) -> str:
    """Return the id of a game that has rankings. Raises ``PlayedAlone``."""
    info = game(game_id).info
    if info.id not in _GAMES:
        raise PlayedAlone(game=info.name)
    return info.id


def _wanted(rest: str, click: Interaction) -> RankingChoice:
    """Return the ranking an id asks for; raises :class:`~bot.discord_ui.errors.OldButton`."""
    where, span, game_id, measure, control = parts_of(_REST, rest)
    here = where == "here"
    if (game_id and game_id not in _GAMES) or (here and server_of(click) is None):
        raise OldButton
    return RankingChoice(here, Span(span), game_id, Measure(measure), control == LEAGUE)


async def _show(click: Interaction, reply: Reply, wanted: RankingChoice) -> None:
    work = _own_screen(click, wanted, reply.say)
    await reply.replace(await reply.defer_if_slow(work, replacing=reply.may_replace))


async def _own_screen(click: Interaction, wanted: RankingChoice, say: Words) -> Screen:
    """Return a ranking with the place of the person who asks."""
    service, guild_id = click.client.service, server_of(click)
    ranking = await ranking_of(service, wanted, guild_id, click.user.id)
    return await _screen(click, ranking, say)


async def _screen(click: Interaction, ranking: Ranking, say: Words) -> Screen:
    server = server_of(click) if ranking.wanted.here else None
    people = [each.user_id for each in ranking.rows]
    names = await click.client.names.fetch(people, server, say("somebody"))
    return ranking_screen(replace(ranking, names=names), say)


async def ranking_of(
    service: GameService, wanted: RankingChoice, guild_id: int | None, viewer: UserId | None = None
) -> Ranking:
    """Return a ranking, with the place of ``viewer``."""
    now, here = service.now(), guild_id if wanted.here else None
    rows: Sequence[RankingRow | LeagueRow]
    own: OwnStanding | None = None
    if wanted.is_league:
        table = await service.league.table(here, now.date(), viewer)
        rows = table.rows
        if viewer is not None:
            own = OwnStanding(table.own, await _is_listed(service, viewer))
    else:
        rows = await service.store.ranking_rows(_board(wanted, guild_id), now, LENGTH)
        if viewer is not None:
            own = await _own(service, wanted, guild_id, now, viewer)
    return Ranking(
        wanted,
        _GAMES.get(wanted.game, ""),
        tuple(_GAMES.items()),
        tuple(rows),
        now,
        own=own,
        in_server=guild_id is not None,
    )


async def _own(
    service: GameService, wanted: RankingChoice, guild_id: int | None, now: datetime, user: UserId
) -> OwnStanding:
    row = await service.store.ranking_row(_board(wanted, guild_id), now, user)
    matches = 0
    if row is None:
        ratings = await service.store.ratings([user], [wanted.game])
        matches = next((each.matches for each in ratings.values()), 0)
    return OwnStanding(row, await _is_listed(service, user), matches)


async def _is_listed(service: GameService, user: UserId) -> bool:
    return (await service.preferences.player_settings([user]))[user].preferences.listed


def _board(wanted: RankingChoice, guild_id: int | None) -> RankingQuery:
    here = guild_id if wanted.here else None
    return RankingQuery(here, wanted.span, wanted.game, wanted.by)


LEADERBOARD_FEATURE = Feature(NAME, leaderboard, pressed=_pressed, picked=_picked)
