"""Channels in which not everything is allowed, that are taken, or lose a message."""

from __future__ import annotations

from itertools import pairwise

import pytest

from bot.service.ports import Stage

TAKEN = "This channel already has a match."


@pytest.mark.parametrize(
    ("forbidden", "named"),
    [
        (["send_messages"], "Send Messages"),
        (["attach_files"], "Attach Files"),
        (["send_messages", "attach_files"], "Send Messages and Attach Files"),
    ],
)
async def test_a_channel_where_the_bot_may_not_show_a_table(cafe, forbidden, named):
    cafe.forbid(*forbidden)
    result = await cafe.ana.slash(cafe.channel, "play", game="block")
    answer = cafe.private_reply(result, cafe.ana)
    assert answer == f"I cannot run a match here; I still need: {named}. Ask a server manager."
    assert await cafe.store.open_in(cafe.channel.id) is None
    cafe.forbid()
    assert (await cafe.play(cafe.ana)).buttons


async def test_in_a_thread_it_is_the_right_to_send_in_threads_that_counts(cafe):
    await cafe.play(cafe.ana)
    cafe.forbid("send_messages_in_threads")
    offer = cafe.reply(await cafe.bruno.slash(cafe.channel, "play", game="block"))
    opened = await cafe.click(cafe.bruno, offer, "Open a thread for it")
    answer = cafe.private_reply(opened, cafe.bruno)
    assert "I cannot open a thread here" in answer
    assert "Send Messages in Threads" in answer
    assert cafe.channel.threads == []


@pytest.mark.parametrize("lost", ["send_messages", "view_channel"])
async def test_permissions_lost_in_mid_match_and_given_back(cafe, lost):
    await cafe.start(cafe.bruno)
    before = cafe.table()
    cafe.forbid(lost)
    for _ in range(3):  # people play on by direct message
        who = await cafe.to_move()
        hand = cafe.reply(await who.user.slash("hand"))
        await cafe.click(who, hand, hand.moves[0].id)
        assert (await cafe.match()).ply > hand.moves[0].ply
    match = await cafe.match()
    assert cafe.table().id == before.id
    assert match.shown_version < match.version

    cafe.forbid()
    await cafe.pass_time(minutes=2)

    match = await cafe.match()
    assert match.shown_version == match.version
    table = cafe.table()
    assert table.id != before.id
    assert "played" in table.text
    assert table.pinged == ((await cafe.to_move()).id,)


async def test_a_channel_deleted_in_mid_match_troubles_nobody_else(cafe):
    await cafe.start(cafe.bruno)
    elsewhere = cafe.guild.create_text_channel("elsewhere")
    await cafe.play(cafe.chen, "block", elsewhere)
    cafe.env.inject_error(
        "*", f"/channels/{cafe.channel.id}/messages*", status=404, code=10003, times=None
    )
    who = await cafe.to_move()
    hand = cafe.reply(await who.user.slash("hand"))
    await cafe.click(who, hand, hand.moves[0].id)
    await cafe.pass_time(hours=2)
    assert len(cafe.requests("POST", f"/channels/{cafe.channel.id}/messages")) < 20
    await cafe.click(cafe.dana, cafe.lobby(elsewhere.id), "Join")
    assert f"<@{cafe.dana.id}>" in cafe.lobby(elsewhere.id).text


async def test_a_taken_channel_offers_a_thread_and_opens_it_with_a_lobby_in_it(cafe):
    await cafe.play(cafe.ana)
    offer = cafe.reply(await cafe.bruno.slash(cafe.channel, "play", game="draw"))
    assert offer.owner == cafe.bruno.id
    assert offer.text == f"{TAKEN} Shall I open a thread for yours?"

    await cafe.click(cafe.bruno, offer, "Open a thread for it")

    (thread,) = cafe.channel.threads
    assert thread.mention in cafe.now(offer).text
    assert not cafe.now(offer).buttons
    match = await cafe.match_in(thread.id)
    assert match.game == "draw"
    assert match.host_id == cafe.bruno.id
    lobby = cafe.lobby(thread.id)
    assert "Draw · a table is open" in lobby.text
    await cafe.click(cafe.chen, lobby, "Join")
    await cafe.click(cafe.bruno, cafe.lobby(thread.id), "Start")
    assert cafe.table(thread.id).pinged
    assert (await cafe.match(1)).stage is Stage.LOBBY


async def test_in_a_taken_thread_no_thread_is_offered(cafe):
    await cafe.play(cafe.ana)
    offer = cafe.reply(await cafe.bruno.slash(cafe.channel, "play", game="draw"))
    await cafe.click(cafe.bruno, offer, "Open a thread for it")
    (thread,) = cafe.channel.threads
    result = await cafe.chen.slash(thread, "play", game="block")
    assert cafe.private_reply(result, cafe.chen) == TAKEN
    assert not cafe.reply(result).buttons


async def test_the_right_to_open_threads_is_missing(cafe):
    cafe.forbid("create_public_threads")
    await cafe.play(cafe.ana)
    offer = cafe.reply(await cafe.bruno.slash(cafe.channel, "play", game="draw"))
    if offer.buttons:
        opened = await cafe.click(cafe.bruno, offer, "Open a thread for it")
        offer = cafe.reply(opened)
        assert "Create Public Threads" in offer.text
    assert offer.owner == cafe.bruno.id
    assert cafe.channel.threads == []


@pytest.mark.parametrize(("status", "code"), [(403, 50013), (400, 160006), (500, 0)])
async def test_a_thread_that_discord_does_not_open(cafe, status, code):
    await cafe.play(cafe.ana)
    offer = cafe.reply(await cafe.bruno.slash(cafe.channel, "play", game="draw"))
    cafe.env.inject_error("POST", f"/channels/{cafe.channel.id}/threads", status=status, code=code)
    opened = await cafe.click(cafe.bruno, offer, "Open a thread for it")
    assert "Discord did not let me finish that" in cafe.private_reply(opened, cafe.bruno)
    assert cafe.channel.threads == []
    assert await cafe.store.match(2) is None


async def test_two_open_a_table_in_the_same_channel_at_once(cafe):
    """The database decides; the other gets the offer of a thread."""
    results = [
        await who.slash(cafe.channel, "play", game="block") for who in (cafe.ana, cafe.bruno)
    ]
    assert not cafe.reply(results[0]).owner
    assert TAKEN in cafe.private_reply(results[1], cafe.bruno)


async def test_a_deleted_table_is_posted_again_with_the_next_move(cafe):
    await cafe.start(cafe.bruno)
    for _ in range(3):
        cafe.delete(cafe.table())
        await cafe.move_by_command(await cafe.to_move())
        assert cafe.table().pinged == ((await cafe.to_move()).id,)


async def test_a_deleted_table_is_posted_again_when_nobodys_turn_has_changed(cafe):
    await cafe.start(cafe.bruno, cafe.chen, computers=["steady"])
    cafe.delete(cafe.table())
    waiting = await cafe.to_move()
    leaver = next(who for who in (cafe.bruno, cafe.chen, cafe.ana) if who is not waiting)
    await cafe.leave(leaver)
    assert f"<@{waiting.id}>" in cafe.table().text


async def test_a_deleted_table_comes_back_by_command(cafe):
    await cafe.start(cafe.bruno)
    cafe.delete(cafe.table())
    assert cafe.tables() == []
    again = await cafe.say(cafe.eva, "board")
    assert again.owner is None
    assert again.pinged == (), "an answer pings nobody"
    assert cafe.table().id == again.id
    await cafe.move(await cafe.to_move())
    assert len(cafe.tables()) == 1


async def test_a_deleted_hand_is_no_loss(cafe):
    await cafe.start(cafe.bruno)
    for _ in range(3):
        who = await cafe.to_move()
        cafe.delete(await cafe.hand(who))
        await cafe.move(who)
    match = await cafe.match()
    assert match.shown_version == match.version


async def test_the_channel_is_not_flooded(cafe):
    """One live table a match; the ends of rounds stay."""
    await cafe.start(cafe.bruno)
    for _ in range(12):
        await cafe.move(await cafe.to_move())
        assert len(cafe.tables()) == 1
        rest = [each for each in cafe.public() if each.id != cafe.table().id]
        assert all(each.is_("round.png") or "the match has begun" in each.text for each in rest)


async def test_whose_turn_it_is_gets_one_ping_and_nobody_else_does(cafe):
    await cafe.start(cafe.bruno)
    turns = []
    for _ in range(6):
        who = await cafe.to_move()
        turns.append(who.id)
        await cafe.move(who)
    sent = [shown.pinged for shown in cafe.versions if shown.pinged]
    changes = [turns[0], *(b for a, b in pairwise(turns) if a != b)]
    last = (await cafe.to_move()).id
    expected = changes if last == changes[-1] else [*changes, last]
    assert [user for (user,) in sent] == expected
