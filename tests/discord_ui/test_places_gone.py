"""Places that vanish, shut the bot out, or fall asleep: no match is stuck, and nothing is lost."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import discord
import pytest
from simcord.backend import serializers
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.discord_ui.doors import Doors
from bot.service.ports import GivenUp, Letters, Preferences, Stage
from tests.discord_ui.table import Cafe, Person, Shown

GONE = "The channel of your match of Block is gone; the match was given up."
NOT_SILENT = discord.Permissions(send_messages=True, administrator=True).value
CLOSED = "This table is closed. Open a new one with /play."


def posts(cafe: Cafe, channel_id: int | None = None) -> int:
    return len(cafe.requests("POST", f"/channels/{channel_id or cafe.channel.id}/messages"))


def told(cafe: Cafe, who: Person) -> list[str]:
    """The letters that lie in somebody's direct messages; none may have anything to press."""
    letters = cafe.letters(who)
    assert not [letter for letter in letters if letter.buttons or letter.menus]
    return [letter.text for letter in letters]


async def play_by_letter(cafe: Cafe) -> Shown:
    """Who is to move does so away from the channel; what they were answered."""
    who = await cafe.to_move()
    hand = cafe.reply(await who.user.slash("hand"))
    ply = (await cafe.match()).ply
    answer = cafe.reply(await cafe.click(who, hand, hand.moves[0].id))
    assert (await cafe.match()).ply > ply
    return answer


async def finished(cafe: Cafe) -> None:
    """What the test itself has set going in the service is done."""
    boneyard = cafe.client.boneyard
    while tasks := [task for each in boneyard._errands for task in each._tasks.values()]:
        await asyncio.wait(tasks)
    await cafe.settle()


async def thread_of(cafe: Cafe, *others: Person) -> Any:
    """A thread in which Ana and the others play."""
    backend = cafe.env.backend
    backend.create_thread(cafe.channel.id, "a quiet corner", backend.bot_user.id)
    await cafe.settle()
    (thread,) = cafe.channel.threads
    lobby = await cafe.play(cafe.ana, channel=thread)
    for other in others:
        await cafe.click(other, lobby, "Join")
    await cafe.click(cafe.ana, cafe.lobby(thread.id), "Start")
    return thread


@contextmanager
def out_of_reach(cafe: Cafe) -> Iterator[None]:
    """What happens on Discord while the bot is down."""
    listening = list(cafe.env.backend.subscribers)
    cafe.env.backend.subscribers.clear()
    yield
    cafe.env.backend.subscribers.extend(listening)


class Kicked:
    """The server, while the bot is not in it."""

    def __init__(self, cafe: Cafe) -> None:
        backend, guild = cafe.env.backend, cafe.guild.id
        self._cafe, self._guild = cafe, backend.get_guild(guild)
        ids = [*self._guild.channel_ids, *self._guild.thread_ids]
        self._channels = {each: backend.channels[each] for each in ids}
        self._messages = {each: backend.messages[each] for each in ids}
        backend.remove_guild(guild)

    def let_in(self) -> None:
        backend = self._cafe.env.backend
        backend.guilds[self._guild.id] = self._guild
        backend.channels |= self._channels
        backend.messages |= self._messages
        backend.emit("GUILD_CREATE", serializers.guild_create_payload(backend, self._guild))


# Deleted.


async def test_a_deleted_channel_ends_its_match_and_people_are_told(cafe):
    await cafe.start(cafe.bruno, cafe.chen)
    old = cafe.letters(await cafe.to_move())[-1]
    cafe.env.backend.delete_channel(cafe.channel.id)
    await cafe.settle()

    match = await cafe.match()
    assert (match.stage, match.given_up) == (Stage.CLOSED, GivenUp.GONE)
    assert match.shown_version == match.version
    for who in (cafe.ana, cafe.bruno, cafe.chen):
        assert told(cafe, who) == [GONE]
    assert not cafe.exists(old)
    said = len(cafe.env.http_requests)
    await cafe.pass_time(days=2)
    await cafe.restart()
    assert [told(cafe, who) for who in (cafe.ana, cafe.bruno, cafe.chen)] == [[GONE]] * 3
    assert not [
        each for each in cafe.env.http_requests[said:] if str(cafe.channel.id) in each.path
    ], "nothing more is asked of it"


async def test_a_lobby_whose_channel_is_deleted_ends_too(cafe):
    lobby = await cafe.play(cafe.ana)
    await cafe.click(cafe.bruno, lobby, "Join")
    cafe.env.backend.delete_channel(cafe.channel.id)
    await cafe.settle()
    assert (await cafe.match()).given_up is GivenUp.GONE
    assert told(cafe, cafe.ana) == told(cafe, cafe.bruno) == [GONE]


async def test_who_wants_no_letters_gets_none(cafe):
    await cafe.start(cafe.bruno)
    await cafe.client.boneyard.set_preferences(cafe.bruno.id, Preferences(letters=Letters.OFF))
    cafe.env.backend.delete_channel(cafe.channel.id)
    await cafe.settle()
    assert told(cafe, cafe.ana) == [GONE]
    assert GONE not in told(cafe, cafe.bruno)


async def test_a_deleted_thread_ends_its_match_and_no_other(cafe):
    await cafe.play(cafe.dana)
    thread = await thread_of(cafe, cafe.bruno)
    cafe.env.backend.delete_channel(thread.id)
    await cafe.settle()
    assert (await cafe.match(2)).given_up is GivenUp.GONE
    assert (await cafe.match(1)).is_open
    assert GONE in told(cafe, cafe.bruno)


async def test_a_thread_goes_with_its_channel(cafe):
    thread = await thread_of(cafe, cafe.bruno)
    await cafe.play(cafe.dana)
    cafe.env.backend.delete_channel(cafe.channel.id)
    await cafe.settle()
    assert [(await cafe.match(each)).given_up for each in (1, 2)] == [GivenUp.GONE] * 2
    assert thread.id != cafe.channel.id


async def test_channels_stay_when_their_category_is_deleted(cafe):
    category = cafe.guild.create_category("games")
    cafe.env.backend.edit_channel(cafe.channel.id, {"parent_id": category.id})
    await cafe.start(cafe.bruno)
    with out_of_reach(cafe):
        pass
    cafe.env.backend.edit_channel(cafe.channel.id, {"parent_id": None})
    cafe.env.backend.delete_channel(category.id)
    await cafe.settle()
    assert (await cafe.match()).is_open
    await cafe.move(await cafe.to_move())
    assert cafe.table().buttons


async def test_a_channel_deleted_between_the_commit_and_the_table(cafe, monkeypatch):
    await cafe.start(cafe.bruno)
    who, hand = await cafe.to_move(), await cafe.hand(await cafe.to_move())
    with monkeypatch.context() as patch:
        patch.setattr(cafe.client.boneyard._shows, "wake", lambda match_id: None)
        await cafe.click(who, hand, hand.moves[0].id)
    with out_of_reach(cafe):  # the event is lost as well
        cafe.env.backend.delete_channel(cafe.channel.id)
    cafe.client.boneyard.show(1)
    await finished(cafe)
    assert (await cafe.match()).given_up is GivenUp.GONE
    assert told(cafe, cafe.ana) == told(cafe, cafe.bruno) == [GONE]


async def test_a_channel_deleted_while_the_bot_was_down_is_found_by_the_next_table(cafe):
    await cafe.start(cafe.bruno)
    await cafe.move(await cafe.to_move())
    letter = cafe.letters(await cafe.to_move())[-1]
    with out_of_reach(cafe):
        cafe.env.backend.delete_channel(cafe.channel.id)
    await cafe.restart()
    assert (await cafe.match()).is_open
    who = await cafe.to_move()
    await cafe.click(who, letter, letter.moves[0].id)
    assert (await cafe.match()).given_up is GivenUp.GONE
    assert told(cafe, cafe.ana) == told(cafe, cafe.bruno) == [GONE]


async def test_a_match_that_ended_in_a_deleted_channel_is_not_told_for_ever(cafe, monkeypatch):
    await cafe.play(cafe.ana)
    await cafe.agree_on("target", 1)
    await cafe.click(cafe.bruno, cafe.lobby(), "Join")
    await cafe.click(cafe.ana, cafe.lobby(), "Start")
    with monkeypatch.context() as patch:
        patch.setattr(cafe.client.boneyard._shows, "wake", lambda match_id: None)
        while (await cafe.match()).is_open:
            await cafe.move_by_command(await cafe.to_move())
    with out_of_reach(cafe):
        cafe.env.backend.delete_channel(cafe.channel.id)
    await cafe.restart()
    match = await cafe.match()
    assert match.stage is Stage.OVER
    assert match.shown_version == match.version
    assert told(cafe, cafe.ana) == told(cafe, cafe.bruno) == []


async def test_a_404_that_is_not_discords_closes_nothing(cafe):
    await cafe.start(cafe.bruno)
    cafe.env.inject_error("POST", f"/channels/{cafe.channel.id}/messages", status=404, times=3)
    await cafe.move(await cafe.to_move())
    assert (await cafe.match()).is_open
    await cafe.pass_time(minutes=10)
    match = await cafe.match()
    assert match.is_open
    assert match.shown_version == match.version


async def test_an_old_hand_of_a_match_that_is_gone_answers_with_a_sentence(cafe):
    thread = await thread_of(cafe, cafe.bruno)
    who = await cafe.to_move()
    hand = cafe.reply(await cafe.click(who, cafe.table(thread.id), "Hand"))
    elsewhere = cafe.reply(await who.slash(cafe.channel, "hand"))
    cafe.env.backend.delete_channel(thread.id)
    await cafe.settle()
    assert hand.moves
    await cafe.click(who, elsewhere, elsewhere.moves[0].id)
    assert cafe.now(elsewhere).text == CLOSED
    assert not cafe.now(elsewhere).buttons


# Put out of the server.


async def test_put_out_of_the_server_the_match_waits_a_week_and_then_ends(cafe):
    await cafe.start(cafe.bruno)
    ply = (await cafe.match()).ply
    Kicked(cafe)
    await cafe.settle()
    await cafe.pass_time(days=6)
    match = await cafe.match()
    assert match.is_open
    assert match.ply == ply, "nobody could play, so nobody's time was up"
    said = len(cafe.env.http_requests)
    await cafe.pass_time(days=2)
    match = await cafe.match()
    assert (match.stage, match.given_up) == (Stage.CLOSED, GivenUp.LAPSED)
    assert match.shown_version == match.version, "nothing is owed any more"
    assert not [each for each in cafe.env.http_requests[said:] if each.method in {"POST", "PATCH"}]


@pytest.mark.parametrize("down", [False, True])
async def test_let_in_again_within_the_week_the_match_goes_on(cafe, down):
    await cafe.start(cafe.bruno)
    before = cafe.table()
    if down:
        with out_of_reach(cafe):
            server = Kicked(cafe)
        await cafe.restart()
    else:
        server = Kicked(cafe)
    await cafe.settle()
    await cafe.pass_time(days=5)
    assert (await cafe.match()).agenda.clocks == ()

    if down:
        with out_of_reach(cafe):
            server.let_in()
        await cafe.restart()
    else:
        server.let_in()
        await cafe.settle()

    match = await cafe.match()
    assert match.is_open
    assert match.shown_version == match.version
    assert len(match.agenda.clocks) == 1
    table = cafe.table()
    assert table.id != before.id, "a message of five days ago is replaced"
    await cafe.move(await cafe.to_move())
    assert len(cafe.tables()) == 1
    await cafe.pass_time(hours=23)
    assert (await cafe.match()).seats[0].missed == 0


async def test_an_outage_is_no_farewell(cafe):
    await cafe.start(cafe.bruno)
    before = await cafe.match()
    cafe.env.backend.emit("GUILD_DELETE", {"id": str(cafe.guild.id), "unavailable": True})
    await cafe.settle()
    cafe.client.look_around()
    await finished(cafe)
    assert (await cafe.match()).agenda == before.agenda
    guild = cafe.env.backend.get_guild(cafe.guild.id)
    cafe.env.backend.emit(
        "GUILD_CREATE",
        {**serializers.guild_create_payload(cafe.env.backend, guild), "unavailable": False},
    )
    await cafe.settle()
    await cafe.move(await cafe.to_move())
    assert len(cafe.tables()) == 1


# Not allowed any more.


@pytest.mark.parametrize("lost", ["send_messages", "view_channel"])
async def test_a_channel_closed_to_the_bot_is_left_alone_and_shown_as_soon_as_it_opens(cafe, lost):
    await cafe.start(cafe.bruno)
    before = cafe.table()
    cafe.forbid(lost)
    await cafe.settle()
    said = posts(cafe)
    answer = await play_by_letter(cafe)
    assert f"I may not write in <#{cafe.channel.id}> at the moment" in answer.text
    assert answer.is_("hand.png")
    await cafe.pass_time(hours=12)
    assert posts(cafe) == said, "nothing that is bound to fail is asked of Discord"

    cafe.forbid()
    await cafe.settle()

    match = await cafe.match()
    assert match.shown_version == match.version
    assert cafe.table().id != before.id
    assert len(cafe.tables()) == 1
    assert "I may not write" not in (await play_by_letter(cafe)).text


async def test_a_role_may_open_the_channel_again(cafe):
    backend, guild = cafe.env.backend, cafe.env.backend.get_guild(cafe.guild.id)
    await cafe.start(cafe.bruno)
    roles = {role.id: role.permissions for role in guild.roles.values()}
    for role, permissions in roles.items():
        backend.edit_role(guild.id, role, {"permissions": permissions & ~NOT_SILENT})
    await cafe.settle()
    await play_by_letter(cafe)
    assert (await cafe.match()).shown_ply < (await cafe.match()).ply
    for role, permissions in roles.items():
        backend.edit_role(guild.id, role, {"permissions": permissions})
    await cafe.settle()
    match = await cafe.match()
    assert match.shown_version == match.version


async def test_a_click_shows_what_waits_when_discord_said_no_by_itself(cafe):
    """What the gateway did not tell of is learnt from a refusal, and from the next click."""
    await cafe.start(cafe.bruno)
    path = f"/channels/{cafe.channel.id}/messages"
    cafe.env.inject_error("POST", path, status=403, code=50013, times=1)
    answer = await play_by_letter(cafe)
    match = await cafe.match()
    assert match.shown_ply < match.ply, answer
    await cafe.pass_time(minutes=10)
    assert (await cafe.match()).shown_ply < match.ply, "it is not tried soon"
    await cafe.click(cafe.ana, cafe.table(), "Rules")
    match = await cafe.match()
    assert match.shown_version == match.version


async def test_without_files_the_table_is_told_in_words(cafe):
    await cafe.start(cafe.bruno)
    cafe.forbid("attach_files")
    await cafe.settle()
    await cafe.move(await cafe.to_move())
    match = await cafe.match()
    assert match.shown_version == match.version
    (table,) = [each for each in cafe.public() if "Hand" in {b.label for b in each.buttons}]
    assert table.files == []
    assert table.alts == []
    assert "Open ends" in table.text
    await cafe.click(await cafe.to_move(), table, "Hand")

    cafe.forbid()
    await cafe.settle()
    await cafe.move(await cafe.to_move())
    assert cafe.table().is_("table.png")
    assert len(cafe.tables()) == 1


async def test_a_table_given_up_where_the_bot_sees_nothing_loses_its_buttons_later(cafe):
    await cafe.start(cafe.bruno)
    table = cafe.table()
    cafe.forbid("view_channel")
    await cafe.settle()
    await cafe.client.boneyard.matches.abandon(1, GivenUp.LAPSED)
    await finished(cafe)
    assert cafe.now(table).buttons
    cafe.forbid()
    await cafe.settle()
    assert not cafe.now(table).buttons
    match = await cafe.match()
    assert match.shown_version == match.version


async def test_started_again_nothing_doomed_is_sent(cafe):
    await cafe.start(cafe.bruno)
    cafe.forbid("send_messages")
    await cafe.settle()
    await play_by_letter(cafe)
    said = posts(cafe)
    for _ in range(3):
        await cafe.restart()
    assert posts(cafe) == said
    cafe.forbid()
    await cafe.settle()
    assert (await cafe.match()).shown_ply == (await cafe.match()).ply


# Threads that sleep or are locked.


def sleep(cafe: Cafe, thread: Any, **metadata: bool) -> None:
    cafe.env.backend.edit_channel(thread.id, {}, thread_metadata=metadata)


async def test_a_sleeping_thread_is_woken_by_a_fresh_table(cafe):
    thread = await thread_of(cafe, cafe.bruno, cafe.chen)
    before = cafe.table(thread.id)
    sleep(cafe, thread, archived=True)
    await cafe.settle()
    at = f"/channels/{thread.id}/messages/{before.id}"
    cafe.env.inject_error("PATCH", at, status=400, code=50083, times=1)
    waiting = await cafe.to_move()
    leaver = next(who for who in (cafe.bruno, cafe.chen, cafe.ana) if who is not waiting)
    await cafe.client.boneyard.matches.leave(1, leaver.id)  # the same person is still to move
    await finished(cafe)
    table = cafe.table(thread.id)
    assert table.id != before.id
    assert not cafe.exists(before)
    match = await cafe.match()
    assert match.shown_version == match.version


async def test_a_table_that_ends_in_a_sleeping_thread_lets_it_sleep(cafe):
    thread = await thread_of(cafe, cafe.bruno)
    sleep(cafe, thread, archived=True)
    await cafe.settle()
    at = f"/channels/{thread.id}/messages"
    cafe.env.inject_error("PATCH", f"{at}/*", status=400, code=50083, times=None)
    tried = len(cafe.requests("PATCH", f"{at}/.*"))
    said = posts(cafe, thread.id)
    await cafe.client.boneyard.matches.abandon(1, GivenUp.LAPSED)
    await finished(cafe)
    match = await cafe.match()
    assert match.shown_version == match.version
    await cafe.pass_time(days=1)
    assert posts(cafe, thread.id) == said
    assert len(cafe.requests("PATCH", f"{at}/.*")) == tried + 1
    answer = await cafe.click(cafe.ana, cafe.table(thread.id), "Hand")
    assert cafe.private_reply(answer, cafe.ana) == CLOSED


async def test_a_locked_thread_is_shown_its_table_when_it_is_unlocked(cafe):
    cafe.forbid("manage_threads")
    thread = await thread_of(cafe, cafe.bruno)
    sleep(cafe, thread, locked=True)
    await cafe.settle()
    said = posts(cafe, thread.id)
    await play_by_letter(cafe)
    await cafe.pass_time(hours=3)
    assert posts(cafe, thread.id) == said
    sleep(cafe, thread, locked=False)
    await cafe.settle()
    match = await cafe.match()
    assert match.shown_version == match.version
    assert len(cafe.tables(thread.id)) == 1


async def test_a_thread_locked_in_its_sleep_is_tried_and_then_waited_for(cafe):
    thread = await thread_of(cafe, cafe.bruno)
    sleep(cafe, thread, archived=True, locked=True)
    await cafe.settle()
    path = f"/channels/{thread.id}/messages"
    cafe.env.inject_error("POST", path, status=400, code=50083, times=1)
    await play_by_letter(cafe)
    said = posts(cafe, thread.id)
    await cafe.pass_time(minutes=14)
    assert posts(cafe, thread.id) == said
    sleep(cafe, thread, archived=False, locked=False)
    await cafe.settle()
    match = await cafe.match()
    assert match.shown_version == match.version


async def test_what_changes_for_the_bot_itself_is_heard(cafe, monkeypatch):
    """Discord tells a bot of its own roles without any privileged intent; the café does not."""
    looked = []
    monkeypatch.setattr(Doors, "_look_in", lambda self, guild_id: looked.append(guild_id))
    bot = cafe.env.backend.bot_user.id
    guild = cafe.env.backend.get_guild(cafe.guild.id)
    payload = serializers.member_payload(cafe.env.backend, guild, guild.members[bot])
    cafe.client._connection.parse_guild_member_update({**payload, "guild_id": str(guild.id)})
    await cafe.settle()
    assert looked == [guild.id]


async def test_a_topic_that_changes_wakes_nobody(cafe, monkeypatch):
    looked = []
    monkeypatch.setattr(Doors, "_look_in", lambda self, guild_id: looked.append(guild_id))
    cafe.env.backend.edit_channel(cafe.channel.id, {"topic": "dominoes, all day"})
    await cafe.settle()
    assert looked == []
    overwrite = Overwrite(cafe.ana.id, OverwriteType.MEMBER, 1 << 11, 0)
    cafe.env.backend.set_overwrite(cafe.channel.id, overwrite)
    await cafe.settle()
    assert looked == [cafe.guild.id]
