"""The deal of the day in a channel, and the league with the podium and among the rankings."""

from datetime import UTC, date, datetime, timedelta
from itertools import takewhile
from typing import Any

import pytest

from bot.ai.daily import version_of
from bot.games.daily import game_of_day
from bot.model.daily import Attempt, Deal, Mark, number_of
from bot.model.preferences import Preferences
from bot.scores.league import league_days
from bot.service.daily import par
from tests.discord_ui.scores import rated
from tests.discord_ui.simulation import DiscordSim, Person, Shown, bones_in
from tests.discord_ui.test_daily import finish

DAY = timedelta(days=1)


@pytest.fixture(autouse=True)
def no_par(monkeypatch) -> None:
    monkeypatch.setattr(par, "RUNS", 0)


def today(sim: DiscordSim) -> date:
    day: date = sim.clock.now().astimezone(UTC).date()
    return day


async def until(sim: DiscordSim, day: date, **after: int) -> None:
    moment = datetime(day.year, day.month, day.day, tzinfo=UTC) + timedelta(**after)
    await sim.pass_time(seconds=(moment - sim.clock.now()).total_seconds())


@pytest.fixture
async def channel(sim: DiscordSim) -> Any:
    channel = sim.guild.create_text_channel("deals")
    await sim.client.service.daily_posts.choose_channel(sim.guild.id, channel.id)
    return channel


async def scored(sim: DiscordSim, day: date, scores: dict[Person, int], here: bool = True) -> None:
    dealt = game_of_day(day.toordinal())
    await sim.store.keep_deal(
        Deal(day, dealt.id, version_of(dealt.id), dealt.seats, dealt.options, b"s" * 32)
    )
    guild_id, marks = sim.guild.id if here else None, (Mark.BEST, Mark.CLOSE, Mark.COSTLY)
    for who, score in scores.items():
        attempt = Attempt(day, who.id, ("a",), guild_id, score, counts=True)
        await sim.store.save_attempt(attempt, sim.clock.now())
        await sim.store.save_marks(day, who.id, marks)


def posts(sim: DiscordSim, channel: Any) -> list[Shown]:
    return [each for each in sim.public(channel.id) if "Deal " in each.text]


async def test_the_deal_is_posted_each_day_and_played_from_there(sim, channel):
    day = today(sim) + DAY
    await until(sim, day, minutes=2)
    (shown,) = posts(sim, channel)
    assert shown.text.startswith(f"### Deal {number_of(day)} · ")
    assert "Best in" not in shown.text
    assert not shown.pinged
    own = await sim.opened(sim.ana, shown, "Play")
    assert own.owner == sim.ana.id
    await finish(sim, sim.ana, own)
    await sim.restart()
    await until(sim, day + DAY, minutes=2)
    await sim.restart()
    await until(sim, day + DAY, hours=20)
    _, shown = posts(sim, channel)
    assert shown.text.startswith(f"### Deal {number_of(day + DAY)} · ")
    assert f"**Best in deal {number_of(day)} so far**\n🥇 <@{sim.ana.id}>" in shown.text
    assert not shown.pinged


async def test_what_is_posted_gives_nothing_away(sim, channel):
    """Both deals are open: neither bones nor moves, and no id but that of the deal.

    The puzzle below it is from another round.
    """
    day = today(sim) + DAY
    await until(sim, day, minutes=2)
    for who in (sim.ana, sim.bruno):
        await finish(sim, who, await sim.ask(who, "daily"))
    await until(sim, day + DAY, minutes=2)
    shown = posts(sim, channel)[-1]
    secrets = [(await sim.store.deal(each)).secret for each in (day, day + DAY)]
    moves = (await sim.store.attempt(day, sim.ana.id)).moves
    of_deal = takewhile(lambda told: "Puzzle of the day" not in told, shown.texts)
    assert not any(map(bones_in, of_deal))
    for told in (*shown.texts, *shown.ids, *shown.labels):
        assert not any(secret.hex() in told for secret in secrets)
        assert not any(code in told.split() for code in moves)
    first, *others = shown.ids
    assert first == f"x:daily:open:{number_of(day + DAY)}"
    assert all(each.startswith("x:puzzle:answer:") for each in others)
    assert shown.files == ["puzzle.png"]


async def test_marks_and_shares_are_told_of_listed_people_only(sim, channel):
    day = today(sim) + DAY
    await until(sim, day, hours=1)
    await scored(sim, day, {sim.ana: 9, sim.bruno: 9, sim.chen: 4, sim.dana: 12})
    await sim.client.service.set_preferences(sim.dana.id, Preferences(listed=False))
    await until(sim, day + DAY, minutes=2)
    shown = posts(sim, channel)[-1]
    best = [line for line in shown.text.splitlines() if "<@" in line]
    assert best == [
        f"🥇 <@{sim.ana.id}> · **50%** · 🟩🟨🟥",
        f"🥇 <@{sim.bruno.id}> · **50%** · 🟩🟨🟥",
        f"🥉 <@{sim.chen.id}> · **0%** · 🟩🟨🟥",
    ]


async def test_a_channel_that_is_closed_gets_it_once_it_is_open(sim, channel):
    await sim.forbid("send_messages", channel=channel)
    day = today(sim) + DAY
    await until(sim, day, hours=1)
    assert not posts(sim, channel)
    await sim.forbid(channel=channel)
    await until(sim, day, hours=8)
    assert len(posts(sim, channel)) == 1


async def test_a_post_that_fails_comes_once_and_under_the_same_nonce(sim, channel):
    path = f"/channels/{channel.id}/messages"
    sim.env.inject_error("POST", path, status=503, times=3)
    await until(sim, today(sim) + DAY, hours=3)
    assert len(posts(sim, channel)) == 1
    sent = [each.json for each in sim.requests("POST", path)]
    assert len({each["nonce"] for each in sent if isinstance(each, dict)}) == 1


async def test_the_league_is_posted_below_the_podium(sim):
    monday = league_days(today(sim))[-1] + 2 * DAY
    await sim.client.service.podiums.choose_channel(sim.guild.id, sim.channel.id)
    for nth, day in enumerate(league_days(today(sim))[-2:]):
        await scored(sim, day, {sim.ana: 9, sim.bruno: 4 + 9 * nth})
    await until(sim, monday, minutes=2)
    (shown,) = sim.saying("Daily league", sim.channel.id)
    league = shown.text.split("Daily league")[1]
    assert f"🥇 <@{sim.ana.id}> · **100** points · 2 days" in league
    assert f"🥇 <@{sim.bruno.id}> · **100** points · 2 days" in league
    assert not shown.pinged


async def test_the_league_is_one_of_the_rankings(sim):
    await scored(sim, today(sim), {sim.ana: 9, sim.bruno: 4})
    await scored(sim, today(sim) + DAY, {sim.bruno: 9}, here=False)
    shown = await sim.say(sim.eva, "leaderboard", by="league")
    assert (shown.owner, shown.pinged, shown.files) == (None, (), ["ranking.png"])
    assert f"**1** · <@{sim.ana.id}> · **100** points · 1 day" in shown.text
    assert shown.alts[0].endswith("Place 1: 100 points. Place 2: 0 points.")
    shown = await sim.opened(sim.bruno, shown, "Wins")
    assert shown.text.startswith("### Week 1 · all games · wins")
    shown = await sim.clicked(sim.bruno, shown, "Daily league")
    assert "Your place: **2** · **0** points · 1 day" in shown.text
    shown = await sim.clicked(sim.bruno, shown, "Everywhere")
    assert "For accounts older than 30 days that have finished 5 matches." in shown.text
    assert "Nobody who is ranked here has finished a deal this week" in shown.text
    await rated(sim, sim.bruno, sim.chen)
    await sim.pass_time(days=1)
    shown = await sim.clicked(sim.bruno, shown, "This server")
    assert "<@" in shown.text


async def test_an_empty_league_is_shown_to_whoever_asked(sim):
    shown = await sim.ask(sim.ana, "leaderboard", by="league")
    assert shown.owner == sim.ana.id
    assert "Nobody who is ranked here has finished a deal this week: see /daily." in shown.text
    assert "You're not ranked here yet." in shown.text
    assert not sim.public()
