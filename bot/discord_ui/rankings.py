"""Rankings: ``/leaderboard``."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from discord import app_commands

from bot.discord_ui.errors import OldButton
from bot.discord_ui.features import Command, run
from bot.discord_ui.reply import Click, Reply
from bot.present.cards import COMMANDS, Rank, leaderboard_screen
from bot.service.ports import Board, Measure, Span

LEADERBOARD = 20
"""People on a leaderboard."""


@dataclass(frozen=True, slots=True)
class Rankings:
    """Who is first."""

    name: str = "board"

    @property
    def commands(self) -> tuple[Command, ...]:
        """Its slash commands."""
        return (leaderboard,)

    async def pressed(self, click: Click, reply: Reply, rest: str) -> None:
        """A button."""
        raise OldButton

    async def picked(self, click: Click, reply: Reply, rest: str, value: str) -> None:
        """A menu's entry."""
        raise OldButton


@app_commands.command(description=dict(COMMANDS)["leaderboard"])
@app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
async def leaderboard(interaction: Click) -> None:
    """``/leaderboard``: the server's players."""

    async def work(reply: Reply) -> None:
        store = interaction.client.boneyard.store
        board = Board(interaction.guild_id, Span.ALL, measure=Measure.WINS)
        leaders = await reply.after(store.leaders(board, datetime.now(UTC), LEADERBOARD))
        ranks = [
            Rank(each.user_id, each.matches, round(each.wins), round(each.points))
            for each in leaders
        ]
        await reply.public(leaderboard_screen(ranks, reply.say_here))

    await run(interaction, work)
