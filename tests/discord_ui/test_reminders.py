"""Reminders: by letter, or by one ping at the table to whom letters do not reach."""

from __future__ import annotations

import pytest

from tests.discord_ui.absence import labels, pings, turn_of
from tests.discord_ui.own import sets
from tests.discord_ui.table import Cafe, Person


def close_letters(cafe: Cafe, who: Person) -> None:
    path = f"/channels/{who.user.dm_channel.id}/messages"
    cafe.env.inject_error("POST", path, status=403, code=50007, times=None)


async def test_the_hand_comes_once_more_in_place_of_the_letter_before(cafe):
    await cafe.start(cafe.bruno)
    who, table = await cafe.to_move(), cafe.table()
    (first,) = cafe.letters(who)
    due = (await cafe.match()).agenda.clocks[0].due_at
    countdown = f"<t:{round(due.timestamp())}:R>"

    await cafe.pass_time(hours=13)

    (reminder,) = cafe.letters(who)
    assert reminder.id != first.id
    told = f"⏰ Your turn in [Block](https://discord.com/channels/{cafe.guild.id}/{cafe.channel.id}"
    assert f"{told}/{table.id}); time is up {countdown}." in reminder.text
    assert reminder.is_("hand.png")
    assert {move.id for move in reminder.moves} == {move.id for move in first.moves}
    await cafe.pass_time(hours=9)
    (last,) = cafe.letters(who)
    assert last.id != reminder.id
    assert cafe.table().id == table.id, "who gets letters is not called at the table"
    assert pings(cafe) == [who.id]

    await cafe.click(who, last, last.moves[0].id)
    assert (await cafe.match()).ply > last.moves[0].ply


async def test_who_wants_reminders_only_gets_no_other_letters(cafe):
    for who in (cafe.ana, cafe.bruno):
        await sets(cafe, who, "letters", "reminders")
    await cafe.start(cafe.bruno)
    who = await cafe.to_move()
    assert cafe.letters(who) == []
    await cafe.pass_time(hours=13)
    assert "⏰ Your turn" in cafe.letters(who)[-1].text
    assert pings(cafe) == [who.id]


@pytest.mark.parametrize("way", ["off", "closed", "broken"])
async def test_whom_letters_do_not_reach_is_called_at_the_table_anew(cafe, way):
    await cafe.start(cafe.bruno)
    await turn_of(cafe, cafe.ana)
    table, letters = cafe.table(), cafe.letters(cafe.ana)
    if way == "off":
        await sets(cafe, cafe.ana, "letters", "off")
    elif way == "closed":
        close_letters(cafe, cafe.ana)
    else:
        cafe.env.inject_error(
            "POST", f"/channels/{cafe.ana.user.dm_channel.id}/messages", status=500
        )
    before = pings(cafe)

    await cafe.pass_time(hours=13)

    anew = cafe.table()
    assert anew.id != table.id
    assert anew.pinged == (cafe.ana.id,)
    assert f"⏰ <@{cafe.ana.id}> is to move; time is up <t:" in anew.text
    assert [each.id for each in cafe.letters(cafe.ana)] == [each.id for each in letters]
    assert pings(cafe) == [*before, cafe.ana.id], "one reminder, one ping"
    assert not cafe.exists(table)
    assert ("led" in anew.text) == ("led" in table.text), "it tells what the one before told"


async def test_after_the_reminder_the_turn_is_not_called_again(cafe):
    await cafe.start(cafe.bruno, cafe.chen)
    await sets(cafe, cafe.ana, "letters", "off")
    await turn_of(cafe, cafe.ana)
    await cafe.pass_time(hours=13)
    reminded = pings(cafe)
    await cafe.leave(cafe.chen)
    assert pings(cafe) == reminded
    assert "⏰" not in cafe.table().text


async def test_where_nothing_is_held_the_letter_leads_to_the_table(cafe):
    await cafe.start(cafe.bruno, game_id="memory")
    who = await cafe.to_move()
    assert cafe.letters(who) == []
    await cafe.pass_time(hours=13)
    (letter,) = cafe.letters(who)
    assert letter.text.startswith("⏰ Your turn in [Memory](https://discord.com/channels/")
    assert str(cafe.table().id) in letter.text
    assert (letter.files, letter.buttons) == ([], [])


async def test_in_direct_messages_a_fresh_table_is_the_reminder(cafe):
    here = cafe.ana.user.dm_channel.id
    await cafe.ana.user.slash("play", game="block")
    (lobby,) = cafe.messages(here)
    await cafe.click(cafe.ana, lobby, "Add computer")
    options = cafe.reply(await cafe.click(cafe.ana, cafe.now(lobby), "Options"))
    await cafe.pick(cafe.ana, options, "day", menu="p:1:pace:")
    await cafe.click(cafe.ana, cafe.now(lobby), "Start")
    table = next(each for each in cafe.messages(here) if each.is_("table.png"))

    await cafe.pass_time(hours=13)

    (anew,) = [each for each in cafe.messages(here) if each.is_("table.png")]
    assert anew.id != table.id
    assert "⏰" in anew.text
    assert anew.pinged == ()
    assert labels(anew)[0] == "Hand"


async def test_who_has_left_the_server_leaves_the_match(cafe):
    await cafe.start(cafe.bruno, cafe.chen)
    gone = await cafe.to_move()
    letters = [each.id for each in cafe.letters(gone)]
    cafe.guild.remove_member(gone)

    await cafe.pass_time(hours=13)

    match = await cafe.match()
    assert gone.id not in match.people
    assert [seat.left_by for seat in match.seats].count(gone.id) == 1
    assert f"for <@{gone.id}>, who left" in cafe.table().text
    assert await cafe.to_move() is not gone
    assert len(letters) == 1
    assert "⏰" not in "".join(shown.text for shown in cafe.versions)


async def test_who_cannot_be_looked_for_is_taken_to_be_there(cafe):
    await cafe.start(cafe.bruno)
    who = await cafe.to_move()
    path = f"/guilds/{cafe.guild.id}/members/{who.id}"
    cafe.env.inject_error("GET", path, status=500, times=None)
    await cafe.pass_time(hours=13)
    assert cafe.requests("GET", path)
    assert who.id in (await cafe.match()).people
    assert "⏰" in cafe.letters(who)[-1].text


async def test_a_reminder_for_which_the_channel_fails_for_a_moment_is_given_later(cafe):
    await cafe.start(cafe.bruno)
    await sets(cafe, cafe.ana, "letters", "off")
    await turn_of(cafe, cafe.ana)
    before = pings(cafe)
    cafe.env.inject_error("POST", f"/channels/{cafe.channel.id}/messages", status=500, times=1)
    await cafe.pass_time(hours=13)
    assert pings(cafe) == [*before, cafe.ana.id]
