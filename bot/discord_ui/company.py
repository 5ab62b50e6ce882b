"""Stored matches turned into what the presenter wants to know."""

from __future__ import annotations

from bot.ai import LEVELS
from bot.engine.chance import commitment
from bot.games import game
from bot.present.company import Company, Sitter
from bot.present.lobby import Lobby
from bot.service.ports import Match
from bot.service.tables import why_not


def company_of(match: Match) -> Company:
    """Who plays what."""
    return Company(
        match.id,
        game(match.game).info,
        match.options,
        match.host_id,
        tuple(Sitter(each.seat, each.user_id, each.level, each.left_by) for each in match.seats),
    )


def lobby_of(match: Match) -> Lobby:
    """A lobby with its commitment; the secret itself stays behind."""
    return Lobby(company_of(match), commitment(match.secret), tuple(LEVELS), why_not(match))
