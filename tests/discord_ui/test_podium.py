from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from bot.model.preferences import Preferences
from bot.model.scores import Post, RankingQuery
from bot.model.shards import ALONE
from bot.scores.span import WEEK, Span, week_after
from bot.store.tables.scores import standings
from tests.discord_ui.scores import finish, rated
from tests.discord_ui.simulation import DiscordSim, Person
from tests.store.support import execute

SECOND = timedelta(seconds=1)
MINUTES_LATER = 2


def now(sim: DiscordSim) -> datetime:
    moment: datetime = sim.clock.now().astimezone(UTC)
    return moment


async def until(sim: DiscordSim, moment: datetime) -> None:
    await sim.pass_time(seconds=(moment - now(sim)).total_seconds())


@pytest.fixture
async def channel(sim: DiscordSim) -> Any:
    channel = sim.guild.create_text_channel("news")
    last = Span.WEEK.key(now(sim) - WEEK)
    await sim.store.save_post_channel(sim.guild.id, Post.PODIUM, channel.id, last)
    return channel


@pytest.fixture
async def ends(sim: DiscordSim) -> datetime:
    """Return when the week ends; it is three hours before."""
    ends = week_after(now(sim))
    await until(sim, ends - timedelta(hours=3))
    return ends


async def gained(sim: DiscordSim, *people: Person) -> None:
    rows = [
        {"span": Span.WEEK.key(now(sim)), "guild_id": sim.guild.id, "game": ""}
        | {"user_id": each.id, "matches": 3, "wins": 1.5, "points": 20, "rating": 40 - nth}
        for nth, each in enumerate(people)
    ]
    await execute(sim.store, standings.insert().values(rows))


async def test_a_podium_is_posted_once_after_each_week(sim, channel, ends):
    await until(sim, ends - SECOND)
    await rated(sim, sim.ana, sim.bruno)
    await rated(sim, sim.chen, sim.dana)
    await finish(sim, sim.ana.id, sim.bruno.id)
    board = RankingQuery(sim.guild.id, Span.WEEK)
    (winner,) = [each.user_id for each in await sim.store.ranking_rows(board, now(sim), 3)]
    assert not sim.saying("Weekly podium", channel.id)

    await until(sim, ends)
    await finish(sim, sim.chen.id, sim.dana.id)
    assert not sim.saying("Weekly podium", channel.id)
    await sim.pass_time(minutes=MINUTES_LATER)

    (shown,) = sim.saying("Weekly podium", channel.id)
    assert f"🥇 <@{winner}> · **+" in shown.text
    assert "1 match · 1 win" in shown.text
    assert shown.text.count("<@") == 2, "in the line of the first, and with what they have earned"
    earned = "has earned 🥉 **On the podium** and 🥇 **Player of the week**."
    assert f"<@{winner}> {earned}" in shown.text
    assert not shown.pinged
    assert shown.is_("podium.png")
    assert shown.alts[0].startswith("A podium with the week's top players: place 1: +")
    assert {each.id for each in await sim.store.achievements(winner)} >= {"podium", "week-won"}
    first, last = (f"{each.strftime('%b')} {each.day}" for each in (ends - WEEK, ends - SECOND))
    assert f"{first} – {last}" in shown.text

    await sim.restart()
    await sim.pass_time(days=3)
    assert len(sim.saying("Weekly podium", channel.id)) == 1

    await until(sim, ends + WEEK + timedelta(minutes=MINUTES_LATER))
    _, second = sim.saying("Weekly podium", channel.id)
    assert f"🥇 <@{sim.chen.id}>" in second.text


async def test_who_does_not_want_to_be_listed_is_not_on_it(sim, channel, ends):
    await gained(sim, sim.ana, sim.bruno)
    await sim.client.service.set_preferences(sim.ana.id, Preferences(listed=False))
    await until(sim, ends + timedelta(minutes=MINUTES_LATER))
    (shown,) = sim.saying("Weekly podium", channel.id)
    assert f"🥇 <@{sim.bruno.id}> · **+39** · 3 matches · 1.5 wins" in shown.text
    assert str(sim.ana.id) not in shown.text
    assert "podium" not in {each.id for each in await sim.store.achievements(sim.ana.id)}


async def test_a_channel_that_is_gone_gets_none(sim, channel, ends):
    await gained(sim, sim.ana)
    sim.env.backend.delete_channel(channel.id)
    await until(sim, ends + timedelta(minutes=MINUTES_LATER))
    assert await sim.store.posts_due(Post.PODIUM, Span.WEEK.key(ends - WEEK), ALONE) == {}


async def test_a_podium_that_fails_comes_later_once_and_under_the_same_nonce(sim, channel, ends):
    await gained(sim, sim.ana)
    path = f"/channels/{channel.id}/messages"
    sim.env.inject_error("POST", path, status=503, times=3)
    await until(sim, ends + timedelta(minutes=10))
    await sim.pass_time(hours=1)
    (shown,) = sim.saying("Weekly podium", channel.id)
    assert "has earned" in shown.text
    sent = [each.json for each in sim.requests("POST", path)]
    assert len({each["nonce"] for each in sent if isinstance(each, dict) and "nonce" in each}) == 1


async def test_where_the_bot_may_not_write_it_comes_when_it_may_or_in_words(sim, channel, ends):
    await gained(sim, sim.ana)
    await sim.forbid("send_messages", channel=channel)
    await until(sim, ends + timedelta(hours=1))
    assert not sim.requests("POST", f"/channels/{channel.id}/messages")
    await sim.forbid("attach_files", channel=channel)
    await sim.pass_time(days=7)
    (shown,) = sim.saying("Weekly podium", channel.id)
    assert not shown.files
    assert "A podium with the week's top players" in shown.text
