"""The podium of the week: once, on Monday, where the managers want it."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from bot.games import game
from bot.scores.span import WEEK, Span, week_after
from bot.service.matches import Matches
from bot.service.opening import Where
from bot.service.ports import Board, Preferences, Server, Stage
from bot.store.tables import standings
from tests.discord_ui.table import Cafe, Person, Shown

SECOND = timedelta(seconds=1)
MINUTES_LATER = 2


def now(cafe: Cafe) -> datetime:
    moment: datetime = cafe.clock.now().astimezone(UTC)
    return moment


async def until(cafe: Cafe, moment: datetime) -> None:
    """Time goes by until then."""
    await cafe.pass_time(seconds=(moment - now(cafe)).total_seconds())


async def sunday_night(cafe: Cafe) -> datetime:
    """A few hours before the week ends; returns its end."""
    end = week_after(now(cafe))
    await until(cafe, end - timedelta(hours=3))
    return end


async def wanted(cafe: Cafe) -> Any:
    """The managers want the podium in a channel of its own."""
    channel = cafe.guild.create_text_channel("news")
    last = Span.WEEK.key(now(cafe) - WEEK)
    await cafe.store.save_server(cafe.guild.id, Server(channel.id), last)
    return channel


async def finish(cafe: Cafe, *people: Person, seed: int = 1) -> None:
    """A short match from its beginning to its end, without a tick of the clock."""
    yard = cafe.client.boneyard
    quiet = Matches(yard.store, yard.keeper, replace(yard.matches.mover, changed=lambda _: None))
    place = cafe.guild.create_text_channel(f"table-{seed}")
    host, *others = (each.id for each in people)
    match = await yard.tables.open("block", Where(cafe.guild.id, place.id), host, "1")
    for user in others:
        await yard.tables.join(match.id, user, str(user))
    await yard.tables.set_option(match.id, host, "target", "25")
    await yard.tables.start(match.id, host, "2")
    chance = Random(seed)
    while (match := await cafe.match(match.id)).stage is Stage.RUNNING:
        async with yard.keeper.hold(match.id) as live:
            (seat,) = live.rules.to_act(live.state)
            codes = [each.code for each in game("block").legal_moves(live.state, seat)]
        await quiet.play(match.id, match.seats[seat].user_id, match.ply, chance.choice(codes))
    yard.show(match.id)
    for _ in range(1000):
        if (match := await cafe.match(match.id)).shown_version == match.version:
            break
        await asyncio.sleep(0.005)


async def gained(cafe: Cafe, *people: Person) -> None:
    """People have gained rating this week, the first the most."""
    rows = [
        {"span": Span.WEEK.key(now(cafe)), "guild_id": cafe.guild.id, "game": ""}
        | {"user_id": each.id, "matches": 3, "wins": 1.5, "points": 20, "rating": 40 - nth}
        for nth, each in enumerate(people)
    ]
    async with cafe.store.engine.begin() as connection:
        await connection.execute(standings.insert(), rows)


def podiums(cafe: Cafe, channel: Any) -> list[Shown]:
    return [each for each in cafe.public(channel.id) if "The podium of the week" in each.text]


async def winners(cafe: Cafe, moment: datetime) -> list[int]:
    board = Board(cafe.guild.id, Span.WEEK)
    return [each.user_id for each in await cafe.store.leaders(board, moment, 3)]


async def test_the_turn_of_the_week(cafe):
    channel = await wanted(cafe)
    end = await sunday_night(cafe)
    await until(cafe, end - SECOND)
    await finish(cafe, cafe.ana, cafe.bruno, seed=1)
    (winner,) = await winners(cafe, now(cafe))
    assert not podiums(cafe, channel)

    await until(cafe, end)
    await finish(cafe, cafe.chen, cafe.dana, seed=2)
    assert not podiums(cafe, channel)
    await cafe.pass_time(minutes=MINUTES_LATER)

    (shown,) = podiums(cafe, channel)
    assert f"🥇 <@{winner}> · **+" in shown.text
    assert "1 match · 1 win" in shown.text
    assert shown.text.count("<@") == 2, "in the line of the first, and with what they have earned"
    assert (
        f"<@{winner}> has earned 🥉 **On the podium** and 🥇 **Player of the week**." in shown.text
    )
    assert not shown.pinged
    assert shown.is_("podium.png")
    assert shown.alts[0].startswith("A podium with the first of the week; place 1: +")
    assert {each.id for each in await cafe.store.achievements(winner)} >= {"podium", "week-won"}
    first, last = (f"{each.strftime('%b')} {each.day}" for each in (end - WEEK, end - SECOND))
    assert f"{first} – {last}" in shown.text

    await cafe.restart()
    await cafe.pass_time(days=3)
    assert len(podiums(cafe, channel)) == 1

    await until(cafe, end + WEEK + timedelta(minutes=MINUTES_LATER))
    _, second = podiums(cafe, channel)
    (other,) = await winners(cafe, end)
    assert f"🥇 <@{other}>" in second.text
    assert other in {cafe.chen.id, cafe.dana.id}


async def test_a_week_without_anybody_is_settled_without_a_word(cafe):
    channel = await wanted(cafe)
    await cafe.store.save_server(404, Server(None), "2020-W01")
    end = await sunday_night(cafe)
    await until(cafe, end + timedelta(minutes=MINUTES_LATER))
    assert not cafe.messages(channel.id)
    assert await cafe.store.podiums_due(Span.WEEK.key(end - WEEK)) == {}


async def test_who_does_not_want_to_be_listed_is_not_on_it(cafe):
    channel = await wanted(cafe)
    end = await sunday_night(cafe)
    await gained(cafe, cafe.ana, cafe.bruno)
    first, second = await winners(cafe, now(cafe))
    await cafe.client.boneyard.set_preferences(first, Preferences(listed=False))

    await until(cafe, end + timedelta(minutes=MINUTES_LATER))

    (shown,) = podiums(cafe, channel)
    assert f"🥇 <@{second}> · **+39** · 3 matches · 1.5 wins" in shown.text
    assert str(first) not in shown.text
    assert "podium" not in {each.id for each in await cafe.store.achievements(first)}


async def test_a_bot_that_was_down_on_monday_makes_up_for_it_once(cafe):
    channel = await wanted(cafe)
    end = await sunday_night(cafe)
    await gained(cafe, cafe.ana)
    await cafe.client.boneyard.close()
    await until(cafe, end + timedelta(days=1))
    assert not podiums(cafe, channel)

    await cafe.restart()
    await cafe.pass_time(minutes=1)
    assert len(podiums(cafe, channel)) == 1
    await cafe.restart()
    await cafe.pass_time(hours=2)
    assert len(podiums(cafe, channel)) == 1


async def test_a_podium_that_fails_comes_later_once_and_under_the_same_nonce(cafe):
    channel = await wanted(cafe)
    end = await sunday_night(cafe)
    await gained(cafe, cafe.ana)
    path = f"/channels/{channel.id}/messages"
    cafe.env.inject_error("POST", path, status=503, times=3)

    await until(cafe, end + timedelta(minutes=10))
    await cafe.pass_time(hours=1)

    (shown,) = podiums(cafe, channel)
    assert "has earned" in shown.text
    sent = [each.json for each in cafe.requests("POST", path)]
    nonces = {each["nonce"] for each in sent if isinstance(each, dict) and "nonce" in each}
    assert len(nonces) <= 1


async def test_a_channel_that_is_gone_gets_none(cafe):
    channel = await wanted(cafe)
    end = await sunday_night(cafe)
    await gained(cafe, cafe.ana)
    cafe.env.backend.delete_channel(channel.id)

    await until(cafe, end + timedelta(minutes=MINUTES_LATER))

    assert await cafe.store.podiums_due(Span.WEEK.key(end - WEEK)) == {}


async def test_where_the_bot_may_not_write_it_comes_when_it_may(cafe):
    channel = await wanted(cafe)
    end = await sunday_night(cafe)
    await gained(cafe, cafe.ana)
    cafe.forbid("send_messages", channel=channel)
    await until(cafe, end + timedelta(hours=1))
    assert not cafe.requests("POST", f"/channels/{channel.id}/messages")

    cafe.forbid(channel=channel)
    await cafe.pass_time(hours=1)

    assert len(podiums(cafe, channel)) == 1


async def test_where_files_may_not_be_attached_it_comes_in_words(cafe):
    channel = await wanted(cafe)
    end = await sunday_night(cafe)
    await gained(cafe, cafe.ana)
    cafe.forbid("attach_files", channel=channel)
    await until(cafe, end + timedelta(minutes=MINUTES_LATER))
    (shown,) = podiums(cafe, channel)
    assert not shown.files
    assert "A podium with the first of the week" in shown.text
