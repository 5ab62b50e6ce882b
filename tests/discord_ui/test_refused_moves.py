"""Moves that cannot be made: a sentence to the person concerned, and nothing changes."""

from __future__ import annotations

import asyncio

import pytest

from bot.engine.errors import Refusal, StaleMove
from tests.discord_ui.table import Cafe, Person

LONG = "6-4 " * 1000


async def untouched(cafe: Cafe, ply: int) -> None:
    """Nothing was committed, nothing is owed, the bot lives."""
    match = await cafe.match()
    assert match.ply == ply
    assert match.shown_version == match.version
    await cafe.plies()


async def in_play(cafe: Cafe, *, moves: int = 2) -> tuple[Person, Person, int]:
    """A running match of two: who is to move, who is not, and the ply."""
    await cafe.start(cafe.bruno)
    for _ in range(moves):
        await cafe.move(await cafe.to_move())
    who = await cafe.to_move()
    return who, cafe.bruno if who is cafe.ana else cafe.ana, (await cafe.match()).ply


async def test_a_move_out_of_turn(cafe):
    _, other, ply = await in_play(cafe)
    hand = await cafe.hand(other)
    assert hand.moves == [], "no move is offered to who is not to move"

    typed = await other.slash(cafe.channel, "move", move="6-4")
    assert cafe.private_reply(typed, other) == "It is not your turn."
    pressed = await cafe.press(other, hand, f"m:1:{ply}:6-6")
    assert "It is not your turn." in cafe.private_reply(pressed, other)
    assert await other.autocomplete(cafe.channel, "move", "move", "") == []
    await untouched(cafe, ply)


async def test_a_move_by_a_stranger(cafe):
    who, _, ply = await in_play(cafe)
    code = (await cafe.hand(who)).moves[0].code

    typed = await cafe.eva.slash(cafe.channel, "move", move=code)
    assert cafe.private_reply(typed, cafe.eva) == "You have no seat at this table."
    looked = await cafe.click(cafe.eva, cafe.table(), "Hand")
    assert cafe.private_reply(looked, cafe.eva) == "You have no seat at this table."
    pressed = await cafe.press(cafe.eva, cafe.table(), f"m:1:{ply}:{code}")
    assert "does not belong to any table" in cafe.private_reply(pressed, cafe.eva)
    theirs = await cafe.hand(who)  # nobody else can press there; but if they could
    pressed = await cafe.press(cafe.eva, theirs, f"m:1:{ply}:{code}")
    assert cafe.now(theirs).text == "You have no seat at this table."
    assert await cafe.eva.autocomplete(cafe.channel, "move", "move", "") == []
    await untouched(cafe, ply)
    assert cafe.table().buttons, "the table is as it was"


NONSENSE = (
    *("6-6@x", "pass", "draw", "9-9", "-1", "", " ", "🁣", "'; DROP TABLE log; --"),
    *("@everyone", "{code}", "%s", "deal 6-6 6-5", LONG),
)


async def test_moving_by_typing_nonsense(cafe):
    who, _, ply = await in_play(cafe)
    for text in NONSENSE:
        reply = cafe.reply(await who.slash(cafe.channel, "move", move=text))
        assert reply.owner == who.id
        assert "is not possible now. Possible: " in reply.text
        assert len(reply.text) < 500
        assert reply.pinged == ()
        await who.autocomplete(cafe.channel, "move", "move", text)
        await untouched(cafe, ply)


async def test_an_illegal_move_leaves_the_open_hand_as_it_is(cafe):
    who, _, ply = await in_play(cafe)
    hand = await cafe.hand(who)
    pressed = await cafe.press(who, hand, f"m:1:{ply}:nonsense")
    assert "is not possible now" in cafe.private_reply(pressed, who)
    assert [move.id for move in cafe.now(hand).moves] == [move.id for move in hand.moves]
    await cafe.click(who, hand, hand.moves[0].id)
    assert (await cafe.match()).ply > ply


async def test_a_stale_button_shows_the_present_table(cafe):
    who, _, ply = await in_play(cafe)
    stale = await cafe.hand(who)
    await who.slash(cafe.channel, "move", move=stale.moves[0].code)
    ply = (await cafe.match()).ply
    await cafe.press(who, stale, stale.moves[-1].id)

    now = cafe.now(stale)
    assert "The table has moved on since" in now.text
    assert all(move.ply == ply for move in now.moves)
    await untouched(cafe, ply)


async def test_clicked_twice_at_once_one_wins_and_the_other_sees_the_present_table(cafe):
    who, _, ply = await in_play(cafe)
    hand = await cafe.hand(who)
    letter = cafe.letters(who)[-1]

    results = await cafe.at_once(
        (who, hand, hand.moves[0].id),
        (who, hand, hand.moves[0].id),
        (who, letter, letter.moves[-1].id),
    )

    assert all(result.acknowledged for result in results)
    match = await cafe.match()
    made = [entry for entry in (await cafe.store.log(1))[ply:] if entry[0] == match.seat_of(who.id)]
    assert len(made) == 1 or made[1][1] == "pass"
    await untouched(cafe, match.ply)
    for shown in (cafe.now(hand), *cafe.letters(who)):
        assert all(move.ply == match.ply for move in shown.moves)


async def test_of_fifty_moves_at_once_in_the_service_exactly_one_is_made(cafe):
    who, _, ply = await in_play(cafe)
    codes = [move.code for move in (await cafe.hand(who)).moves]
    matches = cafe.client.boneyard.matches
    answers = await asyncio.gather(
        *(matches.play(1, who.id, ply, codes[nth % len(codes)]) for nth in range(50)),
        return_exceptions=True,
    )
    refused = [answer for answer in answers if isinstance(answer, Refusal)]
    assert len(refused) == 49
    assert all(isinstance(answer, StaleMove) for answer in refused)
    await cafe.settle()
    await cafe.plies()


FORGED_BUTTONS = (
    "m:1:0:6-6",
    "m:1:999999999999999999:6-6",
    "m:999999999999999999:0:x",
    "m:0:0:6-6",
    "m:1:notanumber:6-6",
    "m:notanumber:3:6-6",
    "m:1:3",
    "m::::",
    "m:-1:3:6-6",
    "m:1:3:\u0000",
    "m:" + "9" * 90,
    "m:1:3:" + "6-6" * 30,
    "m:\u0661:\u0663:6-6",
    "t:1:nonsense",
    "t:1:leave",
    "t:1: ",
    "t:999999999999999999:hand",
    "t:999999999999999999:rules",
    "t:999999999999999999:more",
    "t:999999999999999999:board",
    "t:999999999999999999:leave",
    "t:999999999999999999:leave!",
    "l:1:nonsense",
    "l:999999999999999999:join",
    "l:999999999999999999:leave",
    "l:999999999999999999:start",
    "l:999999999999999999:options",
    "n:nonsense",
    "n:" + "x" * 98,
)


@pytest.mark.parametrize("by", ["player", "stranger"])
async def test_a_forged_button_is_answered_and_changes_nothing(cafe, by):
    who, _, ply = await in_play(cafe, moves=1)
    table = cafe.table()
    presser = who if by == "player" else cafe.eva
    for custom_id in FORGED_BUTTONS:
        result = await cafe.press(presser, table, custom_id)
        assert result.acknowledged, custom_id
        assert cafe.private_reply(result, presser), custom_id
        await untouched(cafe, ply)
        assert cafe.now(table).components == table.components, "the public table is not touched"


FORGED_MENUS = (
    ("p:1:computer:", "steady"),
    ("p:1:computer:", "nonsense"),
    ("p:1:computer:", "-"),
    ("p:1:option:target", "50"),
    ("p:1:option:target", "…"),
    ("p:1:option:nonsense", "50"),
    ("p:1:nonsense:", "50"),
    ("p:999999999999999999:computer:", "steady"),
    ("p:999999999999999999:option:target", "50"),
    ("p:x:computer:", "steady"),
    ("s:1:0", "m:1:0:6-6"),
    ("s:1:0", "t:1:nonsense"),
    ("s:1:0", ""),
    ("s:1:0", "nonsense"),
)


async def test_a_forged_menu_is_answered_and_changes_nothing(cafe):
    who, _, ply = await in_play(cafe, moves=1)
    table = cafe.table()
    for custom_id, value in FORGED_MENUS:
        result = await cafe.press(who, table, custom_id, values=[value])
        assert result.acknowledged, custom_id
        if result.modal is None:
            assert cafe.private_reply(result, who), custom_id
        await untouched(cafe, ply)
        assert cafe.now(table).components == table.components


async def test_a_move_of_one_match_cannot_be_made_in_another(cafe):
    who, _, ply = await in_play(cafe)
    hand = await cafe.hand(who)
    elsewhere = cafe.guild.create_text_channel("elsewhere")
    await cafe.play(cafe.eva, "block", elsewhere)
    result = await cafe.press(who, hand, f"m:2:{ply}:{hand.moves[0].code}")
    assert result.acknowledged
    await untouched(cafe, ply)
    assert (await cafe.match(2)).ply == 0


async def test_after_the_end_old_buttons_say_so(cafe):
    await cafe.play(cafe.ana)
    await cafe.agree_on("target", 1)
    await cafe.click(cafe.bruno, cafe.lobby(), "Join")
    await cafe.click(cafe.ana, cafe.lobby(), "Start")
    who = await cafe.to_move()
    stale = await cafe.hand(who)
    while (await cafe.match()).is_open:
        await cafe.move_by_command(await cafe.to_move())
    ply = (await cafe.match()).ply

    await cafe.press(who, stale, stale.moves[0].id)
    assert cafe.now(stale).text == "This match is over."
    for command, options in (("hand", {}), ("board", {}), ("leave", {}), ("move", {"move": "6-6"})):
        reply = await cafe.ana.slash(cafe.channel, command, **options)
        assert "No match is running in this channel" in cafe.private_reply(reply, cafe.ana)
    await untouched(cafe, ply)
