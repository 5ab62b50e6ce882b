from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import Any
from unittest.mock import patch

import discord
import pytest
from simcord.backend import serializers

from bot.discord_ui.guild_events import GuildEvents
from bot.model.match import CloseReason, Stage
from tests.discord_ui.own import sets
from tests.discord_ui.simulation import DiscordSim, Person, Shown

GONE = "Your Block match was cancelled because its channel was deleted."
NOT_SILENT = discord.Permissions(send_messages=True, administrator=True).value
CLOSED = "This table is closed. Open a new table with /play."


def told(sim: DiscordSim, who: Person) -> list[str]:
    dms = sim.direct_messages(who)
    assert not [dm for dm in dms if dm.buttons or dm.menus]
    return [dm.text for dm in dms]


async def play_by_dm(sim: DiscordSim) -> Shown:
    who = await sim.to_move()
    hand = sim.reply(await who.user.slash("hand"))
    ply = (await sim.match()).ply
    answer = await sim.opened(who, hand, hand.moves[0].id)
    assert (await sim.match()).ply > ply
    return answer


async def thread_of(sim: DiscordSim, *others: Person) -> Any:
    backend = sim.env.backend
    backend.create_thread(sim.channel.id, "a quiet corner", backend.bot_user.id)
    await sim.settle()
    (thread,) = sim.channel.threads
    await sim.start(*others, channel=thread)
    return thread


@contextmanager
def out_of_reach(sim: DiscordSim) -> Iterator[None]:
    listening = list(sim.env.backend.subscribers)
    sim.env.backend.subscribers.clear()
    yield
    sim.env.backend.subscribers.extend(listening)


class Kicked:
    def __init__(self, sim: DiscordSim) -> None:
        backend, guild = sim.env.backend, sim.guild.id
        self._cafe, self._guild = sim, backend.get_guild(guild)
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


async def test_a_deleted_channel_ends_its_match_and_people_are_told(sim, three_play):
    """Who wants no DMs gets none."""
    await sets(sim, sim.chen, "letters", "off")
    old = sim.direct_messages(await sim.to_move())[-1]
    await sim.delete_channel()
    assert (await sim.match()).close_reason is CloseReason.CHANNEL_DELETED
    assert await sim.is_shown()
    assert GONE not in told(sim, sim.chen)
    assert not sim.exists(old)
    said = len(sim.env.http_requests)
    await sim.pass_time(days=2)
    await sim.restart()
    assert told(sim, sim.ana) == told(sim, sim.bruno) == [GONE]
    asked = [each.path for each in sim.env.http_requests[said:]]
    assert not [path for path in asked if str(sim.channel.id) in path]


async def test_a_deleted_thread_ends_its_match_and_a_channel_its_threads_and_lobby_too(sim):
    """A category goes alone; a hand of the match that is gone says so."""
    category = sim.guild.create_category("games")
    sim.env.backend.edit_channel(sim.channel.id, {"parent_id": category.id})
    await sim.play(sim.dana)
    first = await thread_of(sim, sim.bruno)
    who = await sim.to_move(2)
    hand = sim.reply(await who.user.slash("hand"))
    sim.env.backend.edit_channel(sim.channel.id, {"parent_id": None})
    await sim.delete_channel(category.id)
    assert (await sim.match(2)).is_open
    await sim.delete_channel(first.id)
    assert (await sim.match(2)).close_reason is CloseReason.CHANNEL_DELETED
    await sim.click(who, hand, hand.moves[0].id)
    assert (sim.now(hand).text, sim.now(hand).buttons) == (CLOSED, [])
    assert (await sim.match(1)).is_open
    assert GONE in told(sim, sim.bruno)
    await thread_of(sim, sim.chen)
    await sim.delete_channel()
    for each in (1, 3):
        assert (await sim.match(each)).close_reason is CloseReason.CHANNEL_DELETED
    assert told(sim, sim.dana) == [GONE], "the lobby"


async def test_a_channel_deleted_while_the_bot_was_down_is_found_by_the_next_table(sim, two_play):
    await sim.move(await sim.to_move())
    dm = sim.direct_messages(await sim.to_move())[-1]
    with out_of_reach(sim):
        sim.env.backend.delete_channel(sim.channel.id)
    await sim.restart()
    assert (await sim.match()).is_open
    await sim.click(await sim.to_move(), dm, dm.moves[0].id)
    assert (await sim.match()).close_reason is CloseReason.CHANNEL_DELETED
    assert told(sim, sim.ana) == told(sim, sim.bruno) == [GONE]


async def test_a_channel_deleted_between_the_commit_and_the_table(sim, two_play):
    with patch.object(sim.client.service.publishing.queue, "enqueue", lambda match_id: None):
        await sim.move(await sim.to_move())
    with out_of_reach(sim):  # the event is lost as well
        sim.env.backend.delete_channel(sim.channel.id)
    sim.client.service.attend(1)
    await sim.errands_done()
    await sim.pass_time(hours=2)
    assert sim.posts() < 20
    assert (await sim.match()).close_reason is CloseReason.CHANNEL_DELETED
    assert told(sim, sim.ana) == told(sim, sim.bruno) == [GONE]


async def test_a_match_that_ended_in_a_deleted_channel_is_not_told_for_ever(sim):
    await sim.start_short(sim.bruno)
    with patch.object(sim.client.service.publishing.queue, "enqueue", lambda match_id: None):
        await sim.play_on()
    with out_of_reach(sim):
        sim.env.backend.delete_channel(sim.channel.id)
    await sim.restart()
    assert (await sim.match()).stage is Stage.OVER
    assert await sim.is_shown()
    assert told(sim, sim.ana) == told(sim, sim.bruno) == []


async def test_put_out_of_the_server_the_match_waits_a_week_and_then_ends(sim, two_play):
    ply = (await sim.match()).ply
    Kicked(sim)
    await sim.settle()
    await sim.pass_time(days=6)
    match = await sim.match()
    assert (match.is_open, match.ply) == (True, ply), "nobody could play, so nobody's time was up"
    said = len(sim.env.http_requests)
    await sim.pass_time(days=2)
    assert (await sim.match()).close_reason is CloseReason.LAPSED
    assert await sim.is_shown(), "nothing is owed any more"
    assert not [each for each in sim.env.http_requests[said:] if each.method in {"POST", "PATCH"}]


@pytest.mark.parametrize("down", [False, True])
async def test_let_in_again_within_the_week_the_match_goes_on(sim, down, two_play):
    before = sim.table()
    with out_of_reach(sim) if down else nullcontext():
        server = Kicked(sim)
    await (sim.restart() if down else sim.settle())
    await sim.pass_time(days=5)
    assert (await sim.match()).agenda.clocks == ()
    with out_of_reach(sim) if down else nullcontext():
        server.let_in()
    await (sim.restart() if down else sim.settle())
    assert await sim.is_shown()
    assert len((await sim.match()).agenda.clocks) == 1
    assert sim.table().id != before.id, "a message of five days ago is replaced"
    await sim.move(await sim.to_move())
    assert len(sim.tables()) == 1
    await sim.pass_time(hours=23)
    assert (await sim.match()).seats[0].missed == 0


async def test_an_unavailable_server_does_not_count_as_left(sim, two_play):
    before = await sim.match()
    sim.env.backend.emit("GUILD_DELETE", {"id": str(sim.guild.id), "unavailable": True})
    await sim.settle()
    sim.client.sync_guilds()
    await sim.errands_done()
    assert (await sim.match()).agenda == before.agenda
    backend = sim.env.backend
    there = serializers.guild_create_payload(backend, backend.get_guild(sim.guild.id))
    backend.emit("GUILD_CREATE", {**there, "unavailable": False})
    await sim.settle()
    await sim.move(await sim.to_move())
    assert len(sim.tables()) == 1


@pytest.mark.parametrize("lost", ["send_messages", "view_channel"])
async def test_a_channel_closed_to_the_bot_is_left_alone_and_shown_as_soon_as_it_opens(sim, lost):
    await sim.start(sim.bruno)
    before = sim.table()
    await sim.forbid(lost)
    said = sim.posts()
    answer = await play_by_dm(sim)
    assert f"I can't post in <#{sim.channel.id}> right now" in answer.text
    assert answer.is_("hand.png")
    await sim.restart()
    await sim.pass_time(hours=11)
    assert sim.posts() == said, "nothing that is bound to fail is asked of Discord"
    await sim.forbid()
    assert await sim.is_shown()
    assert sim.table().id != before.id
    assert sim.table().pinged == ((await sim.to_move()).id,)
    assert "I can't post in" not in (await play_by_dm(sim)).text


async def test_a_role_may_open_the_channel_again(sim):
    backend, guild = sim.env.backend, sim.env.backend.get_guild(sim.guild.id)
    await sim.start(sim.bruno)
    roles = {role.id: role.permissions for role in guild.roles.values()}
    for role, permissions in roles.items():
        backend.edit_role(guild.id, role, {"permissions": permissions & ~NOT_SILENT})
    await sim.settle()
    await play_by_dm(sim)
    assert (await sim.match()).shown_ply < (await sim.match()).ply
    for role, permissions in roles.items():
        backend.edit_role(guild.id, role, {"permissions": permissions})
    await sim.settle()
    assert await sim.is_shown()


async def test_a_click_shows_what_waits_when_discord_said_no_by_itself(sim, two_play):
    """What the gateway did not tell of is learnt from a refusal, and from the next click."""
    sim.env.inject_error("POST", sim.messages_path, status=403, code=50013, times=1)
    await play_by_dm(sim)
    match = await sim.match()
    assert match.shown_ply < match.ply
    await sim.pass_time(minutes=10)
    assert (await sim.match()).shown_ply < match.ply, "it is not tried soon"
    await sim.click(sim.ana, sim.table(), "Rules")
    assert await sim.is_shown()


async def test_without_files_the_table_is_told_in_words(sim, two_play):
    await sim.forbid("attach_files")
    await sim.move(await sim.to_move())
    assert await sim.is_shown()
    (table,) = [each for each in sim.public() if "Hand" in {b.label for b in each.buttons}]
    assert (table.files, table.alts) == ([], [])
    assert "Open ends" in table.text
    await sim.click(await sim.to_move(), table, "Hand")
    await sim.forbid()
    await sim.move(await sim.to_move())
    assert sim.table().is_("table.png")


async def test_a_table_given_up_where_the_bot_sees_nothing_loses_its_buttons_later(sim, two_play):
    table = sim.table()
    await sim.forbid("view_channel")
    await sim.client.service.matches.close_unplayable(1, CloseReason.LAPSED)
    await sim.errands_done()
    assert sim.now(table).buttons
    await sim.forbid()
    assert not sim.now(table).buttons
    assert await sim.is_shown()


async def test_a_lobby_that_lapsed_where_the_bot_sees_nothing_loses_its_buttons_later(sim, lobby):
    await sim.forbid("view_channel")
    await sim.pass_time(hours=30)
    assert (await sim.match()).close_reason is CloseReason.LAPSED
    assert sim.now(lobby).buttons
    await sim.forbid()
    assert not sim.now(lobby).buttons


async def sleep(sim: DiscordSim, thread: Any, **metadata: bool) -> None:
    sim.env.backend.edit_channel(thread.id, {}, thread_metadata=metadata)
    await sim.settle()


async def test_a_sleeping_thread_is_woken_by_a_fresh_table(sim):
    thread = await thread_of(sim, sim.bruno, sim.chen)
    before = sim.table(thread.id)
    await sleep(sim, thread, archived=True)
    sim.env.inject_error("PATCH", f"*/messages/{before.id}", status=400, code=50083, times=1)
    leaver = sim.others(await sim.to_move())[0]
    await sim.client.service.matches.leave(1, leaver.id)  # the same person is still to move
    await sim.errands_done()
    assert sim.table(thread.id).id != before.id
    assert not sim.exists(before)
    assert await sim.is_shown()


async def test_a_table_that_ends_in_a_sleeping_thread_lets_it_sleep(sim):
    thread = await thread_of(sim, sim.bruno)
    await sleep(sim, thread, archived=True)
    at = f"/channels/{thread.id}/messages"
    sim.env.inject_error("PATCH", f"{at}/*", status=400, code=50083, times=None)
    tried = len(sim.requests("PATCH", f"{at}/.*"))
    said = sim.posts(thread.id)
    await sim.client.service.matches.close_unplayable(1, CloseReason.LAPSED)
    await sim.errands_done()
    assert await sim.is_shown()
    await sim.pass_time(days=1)
    assert sim.posts(thread.id) == said
    assert len(sim.requests("PATCH", f"{at}/.*")) == tried + 1
    assert await sim.told(sim.ana, sim.table(thread.id), "Hand") == CLOSED


@pytest.mark.parametrize("asleep", [False, True])
async def test_a_locked_thread_is_shown_its_table_when_it_is_unlocked(sim, asleep):
    """Whether the bot may write in one that sleeps as well is learnt from a refusal."""
    if not asleep:
        await sim.forbid("manage_threads")
    thread = await thread_of(sim, sim.bruno)
    await sleep(sim, thread, locked=True, archived=asleep)
    if asleep:
        at = f"/channels/{thread.id}/messages"
        sim.env.inject_error("POST", at, status=400, code=50083, times=1)
    said = sim.posts(thread.id)
    await play_by_dm(sim)
    await sim.pass_time(minutes=14)
    assert sim.posts(thread.id) == said + asleep
    await sleep(sim, thread, archived=False, locked=False)
    assert await sim.is_shown()
    assert len(sim.tables(thread.id)) == 1


async def test_what_changes_for_the_bot_itself_is_heard(sim, monkeypatch):
    """Discord reports a bot's own roles without privileged intents; the simulation doesn't."""
    looked = []
    monkeypatch.setattr(GuildEvents, "_look_in", lambda self, guild_id: looked.append(guild_id))
    backend, guild = sim.env.backend, sim.env.backend.get_guild(sim.guild.id)
    payload = serializers.member_payload(backend, guild, guild.members[backend.bot_user.id])
    sim.client._connection.parse_guild_member_update({**payload, "guild_id": str(guild.id)})
    await sim.settle()
    assert looked == [guild.id]
