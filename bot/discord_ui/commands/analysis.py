"""The analysis of a finished match, which opens from its result and from its replay."""

import asyncio
import re
from contextlib import suppress
from dataclasses import dataclass

from bot.discord_ui.adapters import table_info_of
from bot.discord_ui.base_client import Interaction
from bot.discord_ui.commands.feature import Feature
from bot.discord_ui.commands.finished_matches import turns_pages, viewer
from bot.discord_ui.errors import OldButton, parts_of
from bot.discord_ui.faults import FAULTS
from bot.discord_ui.interactions.response import Reply
from bot.engine.analysis import Analysis
from bot.model.errors import AnalysisInterrupted
from bot.present.screen import Screen
from bot.present.screens.lookback.analysis import (
    Analysed,
    analysis_screen,
    decision_screen,
    interrupted_screen,
    progress_screen,
)
from bot.present.screens.lookback.buttons import ANALYSE, EVERYBODY, OWN
from bot.service.analyses import AnalysisJob
from bot.service.history import Finished

EVERY = 2.0
"""Seconds between two reports of progress."""
LONGEST = 14 * 60.0
"""Seconds for which a message can be filled; Discord lets it be edited for 15 minutes."""

_ASKED = re.compile(rf"(\d{{1,18}})(?::(?:({OWN}|{EVERYBODY})|(\d{{1,9}})[a-z]?))?")


async def _pressed(click: Interaction, reply: Reply, rest: str) -> None:
    """Show the analysis, or a part of it; make it first if it isn't in memory."""
    match_id, whose, index = parts_of(_ASKED, rest)
    asked = _Asked(click, reply, whose or OWN, None if index is None else int(index))
    reply.may_replace = turns_pages(click) and ":" in rest
    service, who = click.client.service, viewer(click)
    analyses, work = service.analyses, service.match_history.open_story(int(match_id), who)
    finished = await reply.defer_if_slow(work, replacing=reply.may_replace)
    analysis = analyses.made(finished.match.id)
    if analysis is not None:
        await reply.replace(asked.screen(finished, analysis))
        return
    with analyses.waiting(who):
        job = analyses.begin(finished)
        await reply.replace(asked.progress(finished, job))
        await reply.replace_answer(await asked.filled(finished, job))


@dataclass(frozen=True, slots=True)
class _Asked:
    """A press of a button, and what is to be shown of an analysis."""

    click: Interaction
    reply: Reply
    whose: str
    index: int | None

    async def filled(self, finished: Finished, job: AnalysisJob) -> Screen:
        now = asyncio.get_running_loop().time
        until = now() + LONGEST
        try:
            while (analysis := await job.wait(EVERY)) is None:
                if now() > until:
                    raise AnalysisInterrupted
                with suppress(*FAULTS):
                    await self.reply.replace_answer(self.progress(finished, job))
        except AnalysisInterrupted:
            return interrupted_screen(table_info_of(finished.match), self.reply.say)
        return self.screen(finished, analysis)

    def progress(self, finished: Finished, job: AnalysisJob) -> Screen:
        return progress_screen(table_info_of(finished.match), job.done, job.of, self.reply.say)

    def screen(self, finished: Finished, analysis: Analysis) -> Screen:
        """Return the overview or a decision; raises :class:`OldButton` if there is none."""
        match, user = finished.match, self.click.user.id
        own = next(
            (each.seat for each in match.seats if user in {each.user_id, each.left_by}), None
        )
        analysed = Analysed(table_info_of(match), finished.story, analysis, own)
        if self.index is None:
            return analysis_screen(analysed, self.reply.say, self.whose)
        try:
            return decision_screen(analysed, self.index, self.reply.say)
        except KeyError:
            raise OldButton from None


ANALYSIS_FEATURE = Feature(ANALYSE, pressed=_pressed)
