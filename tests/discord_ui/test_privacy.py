"""/privacy: what is stored, as a file, and gone when somebody says so."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.discord_ui.scores import finish
from tests.discord_ui.table import Cafe, Person, Shown

OLD = "That button does not belong to any table of mine."
DELETE, EXPORT = "x:privacy:delete", "x:privacy:export"


async def asks(cafe: Cafe, who: Person) -> Shown:
    shown = await cafe.say(who, "privacy")
    assert shown.owner == who.id
    return shown


async def export(cafe: Cafe, who: Person) -> dict[str, Any]:
    """The file that somebody gets."""
    shown = cafe.reply(await cafe.click(who, await asks(cafe, who), "Export"))
    assert shown.owner == who.id
    assert shown.files == ["boneyard-export.json"]
    (data,) = shown.pictures
    found: dict[str, Any] = json.loads(data)
    return found


async def delete(cafe: Cafe, who: Person) -> Shown:
    """Delete everything, and be sure about it."""
    shown = await asks(cafe, who)
    await cafe.click(who, shown, "Delete…")
    asked = cafe.now(shown)
    assert "Delete everything about you?" in asked.text
    await cafe.click(who, asked, "Delete everything")
    return cafe.now(shown)


def holds(cafe: Cafe, who: Person) -> bool:
    """Whether the database's file or the bot's memory names somebody."""
    yard, publisher = cafe.client.boneyard, cafe.client.publisher
    memory = (
        *(yard.people._at_hand, publisher.mail._silent, publisher.mail._closed),
        *(cafe.client.locales, publisher.hands._hands, publisher.places._waiting),
        [live.match for live in yard.keeper._at_hand.values()],
    )
    return any(str(who.id) in repr(each) for each in memory)


async def test_what_is_stored_is_told_in_plain_words(cafe):
    shown = await asks(cafe, cafe.ana)
    assert "0 matches · 0 ratings" in shown.text
    assert "no preferences of your own" in shown.text
    assert "**What I never store**: Your name" in shown.text

    await cafe.start(cafe.bruno)

    assert "1 match · 0 ratings" in (await asks(cafe, cafe.ana)).text
    assert "1 direct message" in (await asks(cafe, cafe.ana)).text
    assert "1 match · 0 ratings" in (await asks(cafe, cafe.bruno)).text
    assert "0 matches" in (await asks(cafe, cafe.chen)).text


async def test_it_works_in_direct_messages_as_well(cafe):
    await cafe.ana.user.slash("help")
    shown = cafe.reply(await cafe.ana.user.slash("privacy"))
    await cafe.click(cafe.ana, shown, "Delete…")
    await cafe.click(cafe.ana, cafe.now(shown), "Keep everything")
    assert "What I store about you" in cafe.now(shown).text


async def test_help_leads_there(cafe):
    shown = await cafe.say(cafe.ana, "help")
    assert "docs/privacy.md" in shown.text
    told = cafe.reply(await cafe.click(cafe.ana, shown, "Privacy"))
    assert told.owner == cafe.ana.id
    assert "What I store about you" in told.text
    assert "docs/privacy.md" in told.text
    assert "Boneyard" in cafe.now(shown).text, "the help stays"


async def test_where_the_pages_can_be_read_there_are_links(cafe):
    cafe.client.docs_url = "https://example.org/docs"
    for command in ("help", "privacy"):
        text = (await cafe.say(cafe.ana, command)).text
        assert "](https://example.org/docs/privacy.md)" in text


async def test_the_file_tells_of_them_and_of_nobody_else(cafe):
    await cafe.start(cafe.bruno)
    await cafe.leave(cafe.bruno)
    await cafe.leave(cafe.ana)
    await cafe.start(cafe.bruno)

    told = await export(cafe, cafe.ana)

    running, over = told["matches"]
    assert over["seat"]["left"] is True
    assert over["result"]["left_early"] is True
    assert over["others"] == {"people": 0, "computers": 1}
    assert running["stage"] == "running"
    assert running["moves"] == []
    assert running["others"] == {"people": 1, "computers": 0}
    assert {each["game"] for each in told["ratings"]} == {"", "block"}
    assert told["messages"]
    text = json.dumps(told)
    match = await cafe.match(2)
    for hidden in (cafe.ana.id, cafe.bruno.id, match.seats[1].salt, match.secret.hex()):
        assert str(hidden) not in text
    assert "deal" not in text


async def test_all_is_gone_and_the_others_play_on(cafe):
    await cafe.start(cafe.bruno, cafe.chen)
    await cafe.hand(cafe.ana)
    await cafe.ana.slash(cafe.channel, "preferences")
    letters = [each for each in cafe.letters(cafe.ana) if each.is_("hand.png")]
    assert letters

    shown = await delete(cafe, cafe.ana)

    assert "All that I stored about you is deleted" in shown.text
    assert "yours alone" not in shown.text
    assert "In 1 match of others your seat is nobody's now." in shown.text
    assert not any(cafe.exists(each) for each in letters)
    assert not holds(cafe, cafe.ana)
    match = await cafe.match()
    assert set(match.players) == {cafe.bruno.id, cafe.chen.id}
    assert "0 matches · 0 ratings" in (await asks(cafe, cafe.ana)).text
    await cafe.move(await cafe.to_move())
    assert str(cafe.ana.id) not in cafe.table().text

    other = cafe.guild.create_text_channel("again")
    lobby = await cafe.play(cafe.ana, channel=other)
    assert f"<@{cafe.ana.id}>" in lobby.text


async def test_a_table_of_nobody_else_goes_with_its_message(cafe):
    await cafe.ana.user.slash("help")
    await cafe.ana.user.slash("play", game="solitaire")
    (lobby,) = [each for each in cafe.letters(cafe.ana) if each.is_("game.png")]
    await cafe.click(cafe.ana, lobby, "Start")
    (table,) = [each for each in cafe.letters(cafe.ana) if each.is_("table.png")]

    shown = await delete(cafe, cafe.ana)

    assert "1 match was yours alone" in shown.text
    assert await cafe.store.match(1) is None
    assert not cafe.exists(table)


async def test_a_table_in_a_channel_is_closed_before_it_is_forgotten(cafe):
    await cafe.start(computers=["casual"])
    table = cafe.table()

    await delete(cafe, cafe.ana)

    assert await cafe.store.match(1) is None
    assert not cafe.exists(table) or "Hand" not in cafe.now(table).labels
    assert not cafe.tables()


async def test_who_presses_it_deletes_their_own_and_nothing_else(cafe):
    await cafe.start(cafe.bruno)
    table = cafe.table()

    result = await cafe.press(cafe.bruno, table, DELETE)

    assert "deleted" in cafe.private_reply(result, cafe.bruno)
    match = await cafe.match()
    assert match.people == (cafe.ana.id,)
    assert (await cafe.client.boneyard.privacy.holdings(cafe.ana.id)).matches == 1


async def test_two_presses_at_once_are_one(cafe):
    await cafe.start(cafe.bruno)
    shown = await asks(cafe, cafe.ana)

    await cafe.at_once((cafe.ana, shown, DELETE), (cafe.ana, shown, DELETE))

    assert "is deleted" in cafe.now(shown).text
    assert not holds(cafe, cafe.ana)
    assert (await cafe.match()).people == (cafe.bruno.id,)


@pytest.mark.parametrize("rest", ["all", "delete:7", "export:1"])
async def test_made_up_ids_are_refused(cafe, rest):
    await cafe.start(cafe.bruno)
    shown = await asks(cafe, cafe.ana)
    result = await cafe.press(cafe.ana, shown, f"x:privacy:{rest}")
    assert OLD in cafe.private_reply(result, cafe.ana)
    assert (await cafe.match()).people == (cafe.ana.id, cafe.bruno.id)


async def test_buttons_work_after_a_restart(cafe):
    await cafe.start(cafe.bruno)
    shown = await asks(cafe, cafe.ana)
    await cafe.restart()
    await cafe.click(cafe.ana, shown, "Delete…")
    await cafe.click(cafe.ana, cafe.now(shown), "Delete everything")
    assert "is deleted" in cafe.now(shown).text


async def test_the_history_of_others_counts_whoever_is_gone(cafe):
    await finish(cafe, cafe.ana.id, cafe.bruno.id, "steady")
    assert f"with <@{cafe.ana.id}> and 1 computer" in (await cafe.say(cafe.bruno, "history")).text
    await delete(cafe, cafe.ana)
    assert "with a former player and 1 computer" in (await cafe.say(cafe.bruno, "history")).text
