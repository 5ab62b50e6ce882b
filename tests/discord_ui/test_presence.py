"""One live table, one ping a turn: through restarts, crashes and deleted messages."""

from __future__ import annotations

from typing import Any

import pytest

from bot.service.ports import Stage, StoreFault
from tests.discord_ui.absence import pings, turn_of
from tests.discord_ui.table import Cafe


def told(cafe: Cafe) -> str:
    """What the table says has happened."""
    return next(
        line for line in cafe.table().text.splitlines() if "led" in line or "played" in line
    )


async def test_after_a_restart_nobody_is_called_again_to_the_same_turn(cafe):
    await cafe.start(cafe.bruno, cafe.chen)
    await cafe.move(await cafe.to_move())
    before, table = pings(cafe), cafe.table()
    waiting = await cafe.to_move()
    await cafe.restart()
    leaver = next(who for who in (cafe.ana, cafe.bruno, cafe.chen) if who is not waiting)
    await cafe.leave(leaver)
    assert pings(cafe) == before
    assert cafe.table().id == table.id
    assert "who left" in cafe.table().text
    assert told(cafe), "and what happened is told still"


async def test_who_plays_on_is_not_called_after_a_restart_either(cafe):
    await cafe.start(computers=["steady"])
    await cafe.move(cafe.ana)
    table, before = cafe.table(), pings(cafe)
    await cafe.restart()
    await cafe.move(cafe.ana)
    assert cafe.table().id == table.id, "it is edited while the same person is to move"
    assert pings(cafe) == before


async def test_a_table_shown_and_not_noted_calls_nobody_a_second_time(cafe, monkeypatch):
    await cafe.start(cafe.bruno)

    async def dies(*_: Any) -> None:
        raise StoreFault("the process has died")

    with monkeypatch.context() as patch:
        patch.setattr(cafe.store, "mark_shown", dies)
        await cafe.move(await cafe.to_move())
    before = pings(cafe)
    letters = [each.id for who in (cafe.ana, cafe.bruno) for each in cafe.letters(who)]
    await cafe.restart()
    match = await cafe.match()
    assert match.shown_version == match.version
    assert pings(cafe) == before
    assert [each.id for who in (cafe.ana, cafe.bruno) for each in cafe.letters(who)] == letters


async def test_the_last_news_is_told_again_after_a_restart(cafe):
    await cafe.start(cafe.bruno)
    for _ in range(3):
        await cafe.move(await cafe.to_move())
    news = told(cafe)
    await cafe.restart()
    again = await cafe.say(cafe.eva, "board")
    assert news in again.text
    assert cafe.table().id == again.id
    await cafe.restart()
    assert news in (await cafe.say(cafe.eva, "board")).text, "an answer is told again too"


async def test_the_last_news_is_told_again_of_a_round_that_has_just_begun(cafe):
    await cafe.start(cafe.bruno)
    while (await cafe.state()).number == 1:
        await cafe.move_by_command(await cafe.to_move())
    told_before = cafe.table().text
    await cafe.restart()
    again = await cafe.say(cafe.eva, "board")
    assert [line for line in again.text.splitlines() if not line.startswith("<@")] == [
        line for line in told_before.splitlines() if not line.startswith("<@")
    ]


async def test_a_round_ends_above_the_table_of_the_next(cafe, monkeypatch):
    """Also when the process dies between the two."""
    await cafe.start(cafe.bruno)
    publisher = cafe.client._publisher
    really = publisher._show_table

    async def dies(update: Any) -> None:
        if update.seen.number > 1:
            raise StoreFault("the process has died")
        await really(update)

    monkeypatch.setattr(publisher, "_show_table", dies)
    while (await cafe.state()).number == 1:
        await cafe.move_by_command(await cafe.to_move())
    await cafe.restart()
    (ended,) = [each for each in cafe.public() if each.is_("round.png")]
    assert cafe.table().id > ended.id
    assert cafe.table().pinged == ((await cafe.to_move()).id,)


async def test_a_deleted_table_comes_back_when_somebody_asks_for_their_hand(cafe):
    await cafe.start(cafe.bruno)
    await cafe.move(await cafe.to_move())
    news, before = told(cafe), pings(cafe)
    hand = await cafe.hand(cafe.ana)
    cafe.delete(cafe.table())
    await cafe.say(cafe.bruno, "hand")
    assert news in cafe.table().text
    cafe.delete(cafe.table())
    who = await cafe.to_move()
    other = cafe.bruno if who is cafe.ana else cafe.ana
    looking = hand if other is cafe.ana else cafe.reply(await other.slash(cafe.channel, "hand"))
    await cafe.press(other, looking, "t:1:hand")
    assert news in cafe.table().text
    assert pings(cafe) == before, "nobody is called twice to the same turn"


async def test_a_table_that_is_there_is_left_alone(cafe):
    await cafe.start(cafe.bruno)
    table = cafe.table()
    await cafe.say(cafe.bruno, "hand")
    path = f"/channels/{cafe.channel.id}/messages/{table.id}"
    cafe.env.inject_error("GET", path, status=403, code=50001, times=None)
    await cafe.say(cafe.bruno, "hand")
    assert cafe.table().id == table.id


@pytest.mark.parametrize("code", [50007, 50278])
async def test_a_table_in_closed_letters_is_tried_less_and_less(cafe, code):
    here = cafe.ana.user.dm_channel.id
    await cafe.ana.user.slash("play", game="block")
    (lobby,) = cafe.messages(here)
    await cafe.click(cafe.ana, lobby, "Add computer")
    path = f"/channels/{here}/messages"
    cafe.env.inject_error("POST", path, status=403, code=code, times=None)
    await cafe.click(cafe.ana, cafe.now(lobby), "Start")
    await cafe.pass_time(hours=1)
    tries = len(cafe.requests("POST", path))
    await cafe.pass_time(days=1)
    assert len(cafe.requests("POST", path)) - tries <= 5
    assert (await cafe.match()).stage is Stage.RUNNING
    hand = cafe.reply(await cafe.ana.user.slash("hand"))
    assert hand.is_("hand.png"), "who lets us in again finds the match as it was"
    await cafe.pass_time(days=31)
    assert (await cafe.match()).stage is Stage.CLOSED


async def test_letters_are_in_the_language_of_the_server_until_the_person_shows_up(cafe):
    """After a restart nobody knows in which language anybody's Discord is."""
    await cafe.start(cafe.bruno)
    await turn_of(cafe, cafe.ana)
    await cafe.restart()
    client, match = cafe.client, await cafe.match()
    client.get_guild(cafe.guild.id).preferred_locale = "pt-BR"
    words_for = client._publisher.serving.words_for
    assert str(words_for(match, cafe.bruno.id).locale) == "pt_BR"
    client.locales[cafe.bruno.id] = "de"
    assert str(words_for(match, cafe.bruno.id).locale) == "de"


async def test_whose_time_was_up_is_called_to_the_next_turn_though_it_is_theirs_again(cafe):
    await cafe.start(computers=["steady"])
    await turn_of(cafe, cafe.ana)
    assert pings(cafe) == [cafe.ana.id]
    await cafe.pass_time(hours=25)
    assert await cafe.to_move() is cafe.ana
    assert "Time was up" in cafe.table().text
    assert pings(cafe) == [cafe.ana.id] * 2
    await cafe.restart()
    await cafe.say(cafe.ana, "board")
    await cafe.move(cafe.ana)
    assert pings(cafe) == [cafe.ana.id] * 2, "who has moved themselves knows that they play on"
