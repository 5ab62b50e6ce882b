"""Tables where nobody holds anything: moves are chosen there, by the one whose turn it is."""

from __future__ import annotations

import pytest

from bot.service.ports import Stage
from tests.discord_ui.sweep import Sweep
from tests.discord_ui.table import Cafe, Choice, Person, Shown

STALE = "The table has moved on since; it stands anew in this channel."
OLD = "That button does not belong to any table of mine."


@pytest.fixture
async def memory(cafe) -> Cafe:
    """Ana, Bruno and Chen at a table of Memory."""
    await cafe.start(cafe.bruno, cafe.chen, game_id="memory")
    return cafe


async def grid(cafe: Cafe) -> tuple[int, ...]:
    """The pips of every place; none where a pair was taken."""
    bones = (await cafe.state()).round.grid
    return tuple(-1 if bone is None else bone.pips for bone in bones)


async def pair(cafe: Cafe, *, found: bool) -> tuple[str, str]:
    """Two places that make a pair, or two that make none."""
    pips = await grid(cafe)
    left = [at for at, number in enumerate(pips) if number >= 0]
    one, other = next(
        (one, other)
        for one in left
        for other in left
        if one < other and (pips[one] + pips[other] == 12) is found
    )
    return name(one), name(other)


def name(at: int) -> str:
    return f"{'abcdefg'[at % 7]}{at // 7 + 1}"


def offered(table: Shown, code: str) -> Choice:
    (choice,) = [each for each in table.moves if each.code == code]
    return choice


async def turn_up(cafe: Cafe, who: Person, *codes: str) -> None:
    for code in codes:
        table = cafe.table()
        await cafe.choose(who, table, offered(table, code).id)


async def test_the_choices_stand_at_the_table_for_all_to_see(memory):
    table, who = memory.table(), await memory.to_move()
    assert [menu["placeholder"] for menu in table.menus] == [f"Row {n}" for n in range(1, 5)]
    assert [each.label for each in table.buttons] == ["Rules", "⋯"]
    assert len(table.moves) == 28
    assert table.pinged == (who.id,)
    for each in (memory.ana, memory.bruno, memory.chen):
        assert memory.letters(each) == [], "there is no hand to be sent"


async def test_a_turn_goes_on_after_a_pair_and_passes_after_none(memory):
    who, table = await memory.to_move(), memory.table()
    one, other = await pair(memory, found=True)
    await turn_up(memory, who, one)
    edited = memory.table()
    assert edited.id == table.id, "the same person goes on at the same message"
    assert len(edited.moves) == 27
    await turn_up(memory, who, other)
    assert memory.table().id == table.id
    assert len(memory.table().moves) == 26
    assert "found a pair" in memory.table().text

    await turn_up(memory, who, *await pair(memory, found=False))
    after, following = memory.table(), await memory.to_move()
    assert following is not who
    assert after.id != table.id
    assert after.pinged == (following.id,)
    assert not memory.exists(table)
    assert "they go back" in after.text


async def test_nothing_that_lies_face_down_is_told(memory):
    sweep = Sweep(memory)
    for found in (False, True, False, True):
        who = await memory.to_move()
        for code in await pair(memory, found=found):
            await turn_up(memory, who, code)
            await memory.say(memory.eva, "board")
            await sweep.look()
    assert sweep.mentions > 20


async def test_who_is_not_to_move_is_refused_alone_and_nothing_changes(memory):
    who, table, before = await memory.to_move(), memory.table(), await memory.match()
    choice = table.moves[0]
    for other in (memory.ana, memory.bruno, memory.chen, memory.dana):
        if other is who:
            continue
        result = await memory.pick(other, table, choice.id, menu="s:1:0")
        wrong = (
            "It is not your turn."
            if other is not memory.dana
            else "You have no seat at this table."
        )
        assert memory.private_reply(result, other) == wrong
    assert await memory.match() == before
    assert memory.table().text == table.text
    assert memory.table().id == table.id


async def test_a_stale_choice_is_refused_alone_and_plays_nothing(memory):
    who, old = await memory.to_move(), memory.table()
    await turn_up(memory, who, "a1")
    before = await memory.match()
    result = await memory.press(who, memory.table(), "s:1:0", values=[offered(old, "b1").id])
    assert memory.private_reply(result, who) == STALE
    assert await memory.match() == before
    assert memory.table().text != old.text


async def test_two_clicks_at_once_turn_up_one(memory):
    who, table, before = await memory.to_move(), memory.table(), await memory.match()
    first, second = (offered(table, code).id for code in ("a1", "b1"))
    results = await memory.at_once((who, table, first), (who, table, second))
    assert all(result.acknowledged for result in results)
    assert (await memory.match()).ply == before.ply + 1
    answers = [memory.reply(result) for result in results]
    assert [each.text for each in answers if each.owner == who.id] == [STALE]


async def test_the_same_click_twice_turns_up_one(memory):
    who, table, before = await memory.to_move(), memory.table(), await memory.match()
    press = (who, table, table.moves[0].id)
    await memory.at_once(press, press)
    assert (await memory.match()).ply == before.ply + 1


async def test_a_copy_in_private_plays_too(memory):
    who = await memory.to_move()
    copy = memory.reply(await who.slash(memory.channel, "hand"))
    assert copy.owner == who.id
    assert [each.id for each in copy.moves] == [each.id for each in memory.table().moves]
    assert all(each in copy.text for each in (f"<@{who.id}>", "Your turn"))
    await memory.choose(who, copy, offered(copy, "a1").id)
    assert len(memory.table().moves) == 27
    assert len(memory.now(copy).moves) == 27


async def test_others_may_look_in_private_and_see_no_choices(memory):
    who = await memory.to_move()
    other = memory.bruno if who is not memory.bruno else memory.chen
    copy = memory.reply(await other.slash(memory.channel, "hand"))
    assert copy.moves == []
    assert f"<@{who.id}> is to move." in copy.text


async def test_after_a_restart_the_table_is_played_on(memory):
    who, table = await memory.to_move(), memory.table()
    await turn_up(memory, who, "a1")
    await memory.restart()
    assert memory.table().id == table.id
    await turn_up(memory, who, "b1")
    assert (await memory.match()).ply == table.moves[0].ply + 2


async def test_a_computer_takes_its_turn_and_hands_the_table_back(cafe):
    await cafe.start(game_id="memory", computers=["casual"])
    for _ in range(3):
        assert (await cafe.match()).stage is Stage.RUNNING
        assert await cafe.to_move() is cafe.ana
        assert cafe.table().moves
        await turn_up(cafe, cafe.ana, *await pair(cafe, found=False))


async def test_who_leaves_is_replaced_and_cannot_choose(memory):
    who = await memory.to_move()
    await memory.leave(who)
    table = memory.table()
    other = await memory.to_move()
    assert other is not who
    result = await memory.press(who, table, "s:1:0", values=[table.moves[0].id])
    assert memory.private_reply(result, who) == "You have no seat at this table."


async def test_of_a_table_with_hands_no_move_is_taken_in_public(cafe):
    await cafe.start(cafe.bruno)
    who = await cafe.to_move()
    hand, before = await cafe.hand(who), await cafe.match()
    for custom_id in (hand.moves[0].id, f"b:1:{before.ply}:6-4"):
        result = await cafe.press(who, cafe.table(), custom_id)
        assert cafe.private_reply(result, who) == OLD
    assert await cafe.match() == before


async def test_moves_of_another_channels_table_are_not_taken(memory):
    elsewhere = memory.guild.create_text_channel("elsewhere")
    lobby = await memory.play(memory.ana, "block", elsewhere)
    who, before = await memory.to_move(), await memory.match()
    result = await memory.press(who, lobby, memory.table().moves[0].id)
    assert memory.private_reply(result, who) == OLD
    assert await memory.match() == before


async def test_a_large_grid_fits_into_a_message(cafe):
    lobby = await cafe.play(cafe.ana, "memory")
    options = cafe.reply(await cafe.click(cafe.ana, lobby, "Options"))
    await cafe.pick(cafe.ana, options, "56", menu="p:1:option:tiles")
    await cafe.click(cafe.ana, cafe.lobby(), "Start")
    table = cafe.table()
    assert len(table.menus) == 7
    assert len(table.moves) == 56
