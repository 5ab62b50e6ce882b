"""Matches alone, in direct messages with the bot and in a channel."""

from __future__ import annotations

import re

from simcord import interactions

from bot.service.ports import Stage
from tests.discord_ui.table import Cafe, Person, Shown

RUNS_HERE = "A match runs here already: /board shows it, and /leave ends it."


def letters_of(who: Person) -> int:
    """The channel of a person's direct messages."""
    channel_id: int = who.user.dm_channel.id
    return channel_id


def live(cafe: Cafe, channel_id: int) -> Shown:
    """The one table with something to press."""
    shown = [each for each in cafe.messages(channel_id) if each.is_("table.png") and each.buttons]
    (table,) = shown
    return table


async def open_in_letters(cafe: Cafe, who: Person, game_id: str) -> Shown:
    await who.user.slash("play", game=game_id)
    return cafe.messages(letters_of(who))[-1]


async def begin(cafe: Cafe, who: Person, game_id: str = "solitaire") -> Shown:
    """A match that has begun in direct messages."""
    await cafe.click(who, await open_in_letters(cafe, who, game_id), "Start")
    return live(cafe, letters_of(who))


async def take_first(cafe: Cafe, who: Person, channel_id: int) -> None:
    table = live(cafe, channel_id)
    await cafe.choose(who, table, table.moves[0].id)


async def play_out(cafe: Cafe, who: Person, channel_id: int) -> Shown:
    """The first move each time, until the match is over: how it ended."""
    while await cafe.store.open_in(channel_id) is not None:
        await take_first(cafe, who, channel_id)
    return cafe.messages(channel_id)[-1]


def headline(shown: Shown) -> str:
    return shown.text.splitlines()[0]


async def test_solitaire_from_play_to_a_personal_best(cafe):
    here = letters_of(cafe.ana)
    lobby = await open_in_letters(cafe, cafe.ana, "solitaire")
    assert [each.label for each in lobby.buttons] == ["Leave", "Options", "Start"]
    await cafe.click(cafe.ana, lobby, "Start")
    assert [each.label for each in live(cafe, here).buttons[-2:]] == ["Rules", "⋯"]
    await cafe.pass_time(minutes=3, seconds=12)

    first = await play_out(cafe, cafe.ana, here)
    assert re.fullmatch(
        r"## Solitaire · (\d+ bones? (is|are) left|all bones are gone!)", headline(first)
    )
    assert f"<@{cafe.ana.id}> · 3 min, " in first.text
    assert "That is the first result to beat." in first.text
    assert "-# With these options: 1 played" in first.text
    assert "🏆" not in first.text
    assert not [each for each in cafe.messages(here) if each.moves], "nothing is left to press"

    await begin(cafe, cafe.ana)
    await cafe.pass_time(hours=1)
    second = await play_out(cafe, cafe.ana, here)
    (one, two) = await cafe.store.tries(cafe.ana.id, "solitaire", (await cafe.match(2)).options)
    assert one.seconds < 300
    assert two.seconds >= 3600
    better = (two.tally, two.seconds) < (one.tally, one.seconds)
    assert ("🏅 A new personal best! Until now: " in second.text) == better
    assert ("\nPersonal best: " in second.text) != better
    assert "-# With these options: 2 played" in second.text
    assert not [each for each in cafe.versions if each.pinged], "nobody is called in their letters"
    assert not cafe.public()


async def turn_up(cafe: Cafe, who: Person, at: int) -> None:
    """In a grid of seven columns."""
    place = f"{'abcdefg'[at % 7]}{at // 7 + 1}"
    table = live(cafe, letters_of(who))
    (choice,) = [each for each in table.moves if each.code == place]
    await cafe.choose(who, table, choice.id)


async def clear_the_grid(cafe: Cafe, who: Person, match_id: int, *, in_vain: int) -> Shown:
    """Every pair at first sight, after some attempts that find none."""
    grid = (await cafe.state(match_id)).round.grid
    wrong = next(at for at in range(1, 28) if grid[0].pips + grid[at].pips != 12)
    for at in (0, wrong) * in_vain:
        await turn_up(cafe, who, at)
    left = set(range(28))
    while left:
        one = left.pop()
        other = next(at for at in left if grid[one].pips + grid[at].pips == 12)
        left.remove(other)
        await turn_up(cafe, who, one)
        await turn_up(cafe, who, other)
    return cafe.messages(letters_of(who))[-1]


async def test_memory_with_fewer_attempts_is_a_new_best(cafe):
    await begin(cafe, cafe.ana, "memory")
    first = await clear_the_grid(cafe, cafe.ana, 1, in_vain=2)
    assert headline(first) == "## Memory · 16 attempts"

    await begin(cafe, cafe.ana, "memory")
    await cafe.pass_time(minutes=10)
    second = await clear_the_grid(cafe, cafe.ana, 2, in_vain=0)
    assert (await cafe.match(2)).stage is Stage.OVER
    assert headline(second) == "## Memory · 14 attempts"
    assert "🏅 A new personal best! Until now: 16 attempts in " in second.text
    assert "-# With these options: 2 played\n" in second.text
    tries = await cafe.store.tries(cafe.ana.id, "memory", (await cafe.match(2)).options)
    assert [(each.tally, each.won) for each in tries] == [(16, True), (14, True)]


async def test_solitaire_in_a_channel(cafe):
    await cafe.start(game_id="solitaire")
    table = cafe.table()
    assert table.pinged == (cafe.ana.id,)
    assert [each.label for each in table.buttons if each.id[:2] == "t:"] == ["Rules", "⋯"]
    assert table.moves

    ended = await play_out(cafe, cafe.ana, cafe.channel.id)
    assert headline(ended).startswith("## Solitaire · ")
    assert [each.pinged for each in cafe.versions if each.pinged] == [(cafe.ana.id,)]
    assert cafe.letters(cafe.ana) == []
    board = await cafe.say(cafe.eva, "leaderboard")
    assert "Nobody has gained rating this week yet." in board.text


async def test_a_stranger_cannot_play_at_an_open_table(cafe):
    await cafe.start(game_id="solitaire")
    table, before = cafe.table(), await cafe.match()
    result = await cafe.click(cafe.bruno, table, table.moves[0].id)
    assert cafe.private_reply(result, cafe.bruno) == "You have no seat at this table."
    assert await cafe.match() == before
    assert cafe.now(table).text == table.text

    result = await cafe.bruno.slash(cafe.channel, "hand")
    assert cafe.private_reply(result, cafe.bruno) == "You have no seat at this table."


async def test_a_restart_in_the_middle_keeps_the_time_and_the_table(cafe):
    here = letters_of(cafe.ana)
    await begin(cafe, cafe.ana)
    await take_first(cafe, cafe.ana, here)
    table = live(cafe, here)
    await cafe.pass_time(hours=2)
    await cafe.restart()
    assert live(cafe, here).id == table.id

    await cafe.choose(cafe.ana, table, table.moves[0].id)
    newer = live(cafe, here)
    assert newer.id != table.id, "after so long a fresh message takes its place"
    ended = await play_out(cafe, cafe.ana, here)
    assert f"<@{cafe.ana.id}> · 2 hr" in ended.text


async def test_leaving_ends_it_and_makes_room(cafe):
    here = letters_of(cafe.ana)
    await begin(cafe, cafe.ana)
    asked = cafe.reply(await cafe.ana.user.slash("leave"))
    assert "You are the last; it ends then." in asked.text
    await cafe.click(cafe.ana, asked, "Leave for good")
    assert (await cafe.match()).stage is Stage.CLOSED
    assert not [each for each in cafe.messages(here) if each.moves]
    assert (
        "was given up" in [each for each in cafe.messages(here) if each.is_("table.png")][-1].text
    )
    assert await cafe.store.tries(cafe.ana.id, "solitaire", (await cafe.match()).options) == ()
    await begin(cafe, cafe.ana)


async def test_a_second_table_in_the_same_letters(cafe):
    await open_in_letters(cafe, cafe.ana, "memory")
    refused = cafe.reply(await cafe.ana.user.slash("play", game="solitaire"))
    assert refused.text == RUNS_HERE
    assert not refused.buttons, "there are no threads in direct messages"
    await begin(cafe, cafe.bruno)  # somebody else's are another channel


async def test_commands_in_letters(cafe):
    here = letters_of(cafe.ana)
    before = await begin(cafe, cafe.ana)
    again = cafe.reply(await cafe.ana.user.slash("board"))
    assert live(cafe, here).id == again.id > before.id
    assert not cafe.exists(before)
    assert "### Solitaire" in cafe.reply(await cafe.ana.user.slash("rules")).text
    games = cafe.reply(await cafe.ana.user.slash("games")).text
    assert f"https://discord.com/channels/@me/{here}/{again.id}" in games

    copy = cafe.reply(await cafe.ana.user.slash("hand"))
    assert [each.id for each in copy.moves] == [each.id for each in again.moves]
    offered = await cafe.ana.user.autocomplete("move", "move", "")
    assert {each["value"] for each in offered} == {each.code for each in copy.moves}
    await cafe.ana.user.slash("move", move=offered[0]["value"])
    assert (await cafe.match()).ply == copy.moves[0].ply + 1
    assert live(cafe, here).moves[0].ply == (await cafe.match()).ply


class TestWithComputers:
    """A game with hands, in direct messages."""

    async def begin(self, cafe: Cafe) -> Shown:
        lobby = await open_in_letters(cafe, cafe.ana, "block")
        assert [each.label for each in lobby.buttons] == [
            "Leave",
            "Add computer",
            "Options",
            "Start",
        ]
        assert "Nobody else can join in here; computers can." in lobby.text
        await cafe.click(cafe.ana, lobby, "Add computer")
        await cafe.click(cafe.ana, cafe.now(lobby), "Start")
        await cafe.settle()
        return live(cafe, letters_of(cafe.ana))

    async def test_the_hand_opens_beside_the_table(self, cafe):
        table = await self.begin(cafe)
        assert not table.moves
        hand = cafe.reply(await cafe.click(cafe.ana, table, "Hand"))
        assert hand.is_("hand.png")
        assert cafe.now(table).is_("table.png")
        before = (await cafe.match()).ply
        await cafe.choose(cafe.ana, hand, hand.moves[0].id)
        assert (await cafe.match()).ply > before
        assert cafe.now(hand).is_("hand.png")
        assert live(cafe, letters_of(cafe.ana)).id
        assert not [each for each in cafe.versions if each.pinged]

    async def test_no_letter_stands_beside_it(self, cafe):
        await self.begin(cafe)
        posted = await cafe.store.posted(1)
        assert [each.user_id for each in posted] == [None]

    async def test_a_match_to_the_end(self, cafe):
        lobby = await open_in_letters(cafe, cafe.ana, "block")
        options = cafe.reply(await cafe.click(cafe.ana, lobby, "Options"))
        await cafe.pick(cafe.ana, options, "50", menu="p:1:option:target")
        await cafe.click(cafe.ana, lobby, "Add computer")
        await cafe.click(cafe.ana, cafe.now(lobby), "Start")
        here = letters_of(cafe.ana)
        while await cafe.store.open_in(here) is not None:
            offered = await cafe.ana.user.autocomplete("move", "move", "")
            await cafe.ana.user.slash("move", move=offered[0]["value"])
        last = [each for each in cafe.messages(here) if each.text.startswith("## Block")]
        assert len(last) == 1
        assert not [each for each in cafe.messages(here) if each.is_("table.png")]

    async def test_letters_of_other_matches_are_still_hands(self, cafe):
        table = await self.begin(cafe)
        lobby = await cafe.play(cafe.ana)
        await cafe.click(cafe.bruno, lobby, "Join")
        await cafe.click(cafe.ana, cafe.lobby(), "Start")
        while await cafe.to_move(2) is not cafe.ana:
            await cafe.move_by_command(cafe.bruno)
        (letter,) = [
            each
            for each in cafe.letters(cafe.ana)
            if f"m:2:{(await cafe.match(2)).ply}:" in str(each.ids)
        ]
        await cafe.choose(cafe.ana, letter, letter.moves[0].id)
        after = cafe.now(letter)
        assert after.is_("hand.png")
        assert not after.moves or after.moves[0].ply > letter.moves[0].ply
        assert cafe.now(table).text == table.text


async def test_the_words_are_the_persons_own(cafe, monkeypatch):
    german = interactions.base_payload

    def payload(*args, **kwargs):
        record, sent = german(*args, **kwargs)
        sent["locale"] = "de"
        return record, sent

    monkeypatch.setattr(interactions, "base_payload", payload)
    await begin(cafe, cafe.ana)
    await cafe.pass_time(hours=1, minutes=1)
    assert "1 Std., 1 Min." in (await play_out(cafe, cafe.ana, letters_of(cafe.ana))).text
