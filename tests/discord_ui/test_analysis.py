import asyncio
import re
from typing import Any

import pytest

from bot.service.analyses import MatchAnalyses
from bot.service.ports.thinking import ThinkingInThreads
from bot.service.thinking.worker_pool import PoolBusy
from tests.discord_ui.simulation import OLD
from tests.discord_ui.test_replay import NOT_OVER, UNKNOWN

pytestmark = pytest.mark.usefixtures("few_playouts")
UNDER_WAY = "Your analysis is already on its way. The result will appear in the message you have."


class Held(ThinkingInThreads):
    """Thinks like the real one, but only as far as the test lets it."""

    def __init__(self, sim: Any, allowed: int) -> None:
        self._sim, self._allowed, self.gate = sim, allowed, asyncio.Event()
        self.asked = 0

    async def run(self, function: Any, *arguments: Any) -> Any:
        self.asked += 1
        if self.asked > self._allowed:
            await self._sim.env.external_wait(self.gate.wait(), reason="thinking")
        return function(*arguments)


def think(sim: Any, allowed: int = 10**6) -> Held:
    held, service = Held(sim, allowed), sim.client.service
    service.analyses = MatchAnalyses(service.store, held, effort=300)
    return held


async def test_an_analysis_fills_up_and_shows_every_choice(sim, end):
    held = think(sim, allowed=3)
    shown = await sim.opened(sim.bruno, end, "Analyse")
    await sim.pass_time(seconds=2)
    (of,) = re.findall(r"Analysing: 3 of (\d+) choices", sim.now(shown).text)
    assert (await sim.opened(sim.bruno, sim.now(shown), "Analyse")).text == UNDER_WAY
    other = await sim.opened(sim.ana, end, "Analyse")
    held.gate.set()
    await sim.settle()
    assert held.asked == int(of), "two who wait share one job"
    shown, other = sim.now(shown), sim.now(other)
    assert shown.is_("analysis.png")
    assert re.search(r"`B` <@\d+> · accuracy \*\*\d+%\*\* · best move in \d+ of \d+", shown.text)
    assert re.search(r"A's chance to win: .* at the end\. B's chance to win: ", shown.alts[0])
    assert "You chose" in shown.text
    assert "You chose" in other.text
    await sim.clicked(sim.bruno, shown, "Everybody's moves", "My moves")
    await sim.restart()
    think(sim)
    choice = await sim.clicked(sim.bruno, shown, sim.now(shown).buttons[0].id)
    assert choice.is_("hand.png")
    assert re.search(r"You chose \*\*.+\*\*\.\n\*\*.+\*\* was better: it wins in \d+%", choice.text)
    assert (await sim.clicked(sim.bruno, choice, "See it in the replay")).is_("replay.png")


async def test_a_restart_in_the_middle_leaves_a_button_that_works(sim, end):
    think(sim, allowed=1)
    shown = await sim.opened(sim.ana, end, "Analyse")
    await sim.restart()
    think(sim)
    assert (await sim.clicked(sim.ana, shown, "Analyse")).is_("analysis.png")


async def test_when_the_bot_stops_the_message_says_how_to_go_on(sim, end):
    think(sim, allowed=1)
    shown = await sim.opened(sim.ana, end, "Analyse")
    await sim.client.service.analyses.cancel()
    await sim.settle()
    assert "The analysis isn't ready yet. Press Analyse to try again." in sim.now(shown).text
    assert sim.now(shown).labels == ["Analyse"]


@pytest.mark.parametrize("rest", ["", ":own", ":all", ":5", ":5b"])
async def test_a_running_match_is_not_analysed(sim, rest, two_play):
    held = think(sim)
    assert sim.reply(await sim.press(sim.ana, sim.table(), f"x:analyse:1{rest}")).text == NOT_OVER
    assert not held.asked


async def test_made_up_ids_of_analyses(sim, end):
    think(sim)
    await sim.click(sim.bruno, end, "Analyse")
    for rest in ("", ":", "x", "1:", "1:-1", "1:0", "1:999999999", "1:5ab", "1:owns"):
        assert sim.reply(await sim.press(sim.bruno, end, f"x:analyse:{rest}")).text == OLD, rest
    assert sim.reply(await sim.press(sim.bruno, end, "x:analyse:999")).text == UNKNOWN


async def test_a_choice_for_which_there_is_no_room_is_judged_later(sim, end):
    held, real = think(sim), Held.run

    async def busy(function: Any, *arguments: Any) -> Any:
        if held.asked < 2:
            held.asked += 1
            raise PoolBusy
        return await real(held, function, *arguments)

    held.run = busy  # type: ignore[method-assign]
    shown = await sim.opened(sim.ana, end, "Analyse")
    assert "Analysing" in sim.now(shown).text
    await sim.pass_time(seconds=6)
    assert sim.now(shown).is_("analysis.png")
