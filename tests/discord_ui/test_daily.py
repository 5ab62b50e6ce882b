import asyncio
from datetime import date, timedelta

import pytest

from bot.model.daily import number_of
from bot.service.daily import par
from tests.discord_ui.simulation import DiscordSim, Person, Shown


@pytest.fixture(autouse=True)
def few_runs(monkeypatch):
    monkeypatch.setattr(par, "RUNS", 2)


ENDS = ("You beat", "You are the first")


async def choose(sim: DiscordSim, who: Person, shown: Shown) -> None:
    if shown.options:
        await sim.pick(who, shown, shown.options[0]["value"], menu=shown.menus[0]["custom_id"])
    else:
        await sim.click(who, shown, shown.buttons[0].id)


async def finish(sim: DiscordSim, who: Person, shown: Shown) -> Shown:
    for _ in range(80):
        if any(each in sim.now(shown).text for each in ENDS):
            return sim.now(shown)
        await choose(sim, who, sim.now(shown))
    raise AssertionError(f"the deal does not end: {sim.now(shown)}")


@pytest.mark.parametrize("days", range(7))
async def test_a_deal_is_played_in_one_message_that_only_its_player_sees(sim, days):
    await sim.pass_time(days=days)
    shown = await sim.ask(sim.ana, "daily")
    end = await finish(sim, sim.ana, shown)
    assert end.owner == sim.ana.id
    assert not sim.public()
    print(end.text, end.labels)
