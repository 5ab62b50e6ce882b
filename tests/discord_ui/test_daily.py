from datetime import date

import pytest

from bot.service.daily import par
from tests.discord_ui.simulation import OLD, DiscordSim, Person, Shown, bones_in


@pytest.fixture(autouse=True)
def few_runs(monkeypatch):
    monkeypatch.setattr(par, "RUNS", 2)


ENDS = ("You beat", "You are the first", "only other player")


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
    assert f"### Deal {days + 1} · " in shown.text
    assert shown.is_("deal.png")
    end = await finish(sim, sim.ana, shown)
    assert (end.id, end.owner) == (shown.id, sim.ana.id)
    assert "🔥 Streak: 1 day" in end.text
    assert not sim.public()
    assert await sim.store.match(1) is None


async def test_a_deal_goes_on_after_a_restart_and_wherever_it_is_opened(sim):
    await sim.pass_time(days=1)
    shown = await sim.ask(sim.ana, "daily")
    await choose(sim, sim.ana, shown)
    await sim.restart()
    again = await sim.ask(sim.ana, "daily")
    assert again.pictures == sim.now(shown).pictures
    await choose(sim, sim.ana, again)
    await choose(sim, sim.ana, sim.now(shown))
    assert "made already" in sim.now(shown).text
    assert len((await sim.store.attempt(date(2026, 1, 2), sim.ana.id)).moves) == 2


async def test_a_result_is_shared_without_bones_and_says_nothing_of_the_deal(sim):
    end = await finish(sim, sim.ana, await sim.ask(sim.ana, "daily"))
    offer = await sim.opened(sim.ana, end, "Share")
    assert "Boneyard · Deal 1 · " in offer.text
    await sim.click(sim.ana, offer, "Post it here")
    (posted,) = sim.public()
    assert bones_in(posted.all_words) == set()
    assert (posted.alts, posted.files, posted.pinged) == ([], [], ())
    assert sim.now(await sim.opened(sim.bruno, posted, "Play this deal")).owner == sim.bruno.id
    assert "already" in await sim.told(sim.ana, offer, "Post it here")


async def test_a_result_is_posted_once_in_a_chosen_channel(sim):
    end = await finish(sim, sim.ana, await sim.ask(sim.ana, "daily"))
    news = sim.guild.create_text_channel("news")
    offer = await sim.opened(sim.ana, end, "Share")
    for _ in range(2):
        await sim.ana.select(sim._handle(sim.now(offer)), [news], custom_id="x:daily:share:1")
    (posted,) = sim.public(news.id)
    assert "Boneyard · Deal 1 · " in posted.text
    assert bones_in(posted.all_words) == set()
    assert f"Posted in <#{news.id}>." in sim.now(offer).text


async def test_nobody_shares_what_they_have_not_finished(sim):
    shown = await sim.ask(sim.ana, "daily")
    for action in ("share", "post"):
        told = await sim.press(sim.ana, shown, f"x:daily:{action}:1")
        assert OLD in sim.private_reply(told, sim.ana)
    assert not sim.public()


@pytest.mark.parametrize(
    "rest", ["999999:0:0:", "1:0:9999:", "1:999:0:", "open:0", "open:400", "x", "1:0", "post:2"]
)
async def test_a_forged_button_changes_nothing(sim, rest):
    shown = await sim.ask(sim.ana, "daily")
    await sim.press(sim.ana, shown, f"x:daily:{rest}")
    assert await sim.store.days_played(sim.ana.id) == ()
    attempt = await sim.store.attempt(date(2026, 1, 1), sim.ana.id)
    assert attempt is None or not attempt.moves
