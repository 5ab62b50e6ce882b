"""A computer holds the seat of somebody who does not come, until they take it back."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.service.ports import Awaits
from tests.discord_ui.absence import BACK, HELD, is_held, labels, pings, stay_away, turn_of
from tests.discord_ui.own import sets


@pytest.fixture
async def held(cafe):
    """Ana has not come for two turns; Bruno is to move."""
    await cafe.start(cafe.bruno)
    await stay_away(cafe, cafe.ana)
    return cafe


async def test_the_table_says_so_and_offers_the_way_back(held):
    table = held.table()
    (line,) = [line for line in table.text.splitlines() if "a computer plays for them" in line]
    assert f"<@{held.ana.id}>" in line
    assert labels(table) == ["Hand", BACK, "Rules", "⋯"]
    assert table.pinged == (held.bruno.id,)
    assert await held.to_move() is held.bruno


async def test_a_held_seat_is_never_called_nor_reminded(held):
    called, said = pings(held).count(held.ana.id), len(held.letters(held.ana))
    for _ in range(4):
        if (await held.match()).is_open:
            await held.move_by_command(held.bruno)
    await held.pass_time(hours=13)
    assert pings(held).count(held.ana.id) == called
    assert len(held.letters(held.ana)) == said


async def test_they_are_told_once_by_letter_with_the_way_back(held):
    (letter,) = held.letters(held.ana)
    assert letter.text.startswith("Your time was up twice in a row in [Block](https://discord.com/")
    assert letter.text.endswith("; a computer plays for you now.")
    assert labels(letter) == [BACK]
    await held.move_by_command(held.bruno)
    await held.restart()
    assert [each.id for each in held.letters(held.ana)] == [letter.id]


async def test_taken_back_at_the_table(held):
    before = await held.match()
    answer = held.reply(await held.click(held.ana, held.table(), BACK))

    assert answer.owner == held.ana.id
    assert "Welcome back! Your seat is yours again." in answer.text
    assert answer.is_("hand.png")
    assert labels(answer) == ["Look again"]
    after = await held.match()
    assert not await is_held(held, held.ana)
    assert after.seats[after.seat_of(held.ana.id)].missed == 0
    assert after.ply == before.ply
    assert BACK not in labels(held.table())
    assert "a computer plays" not in held.table().text
    await turn_of(held, held.ana)
    assert held.table().pinged == (held.ana.id,), "they are called again like anybody else"


async def test_taken_back_from_the_letter(held):
    (letter,) = held.letters(held.ana)
    await held.click(held.ana, letter, BACK)
    assert not await is_held(held, held.ana)
    assert held.now(letter).is_("hand.png")
    assert BACK not in labels(held.now(letter))


async def test_others_are_refused_alone_and_nothing_changes(held):
    before, table = await held.match(), held.table()
    stranger = await held.click(held.eva, table, BACK)
    assert held.private_reply(stranger, held.eva) == "You have no seat at this table."
    other = await held.click(held.bruno, table, BACK)
    assert held.private_reply(other, held.bruno) == "Your seat is yours; nobody holds it."
    assert await held.match() == before


async def test_pressed_twice_at_once(held):
    table, version = held.table(), (await held.match()).version
    press = (held.ana, table, "t:1:back")
    results = await held.at_once(press, press)
    told = [held.private_reply(result, held.ana) for result in results]
    assert sum("Your seat is yours; nobody holds it." in text for text in told) == 1
    assert (await held.match()).version == version + 1


async def test_the_hand_says_so_and_has_no_moves(held):
    hand = await held.say(held.ana, "hand")
    assert "A computer plays for you until you take your seat back." in hand.text
    assert (hand.moves, labels(hand)) == ([], [BACK])
    assert hand.is_("hand.png")
    await held.click(held.ana, hand, BACK)
    assert labels(held.now(hand)) == ["Look again"]


async def test_moves_are_refused_with_the_way_back(cafe):
    await cafe.start(cafe.bruno)
    await turn_of(cafe, cafe.ana)
    old = await cafe.hand(cafe.ana)
    await stay_away(cafe, cafe.ana)
    before = await cafe.match()

    typed = await cafe.say(cafe.ana, "move", move=old.moves[0].code)
    assert typed.text.count("A computer") == 1, "said once"
    assert "A computer plays for you until you take your seat back." in typed.text
    assert labels(typed) == [BACK]
    await cafe.press(cafe.ana, old, old.moves[0].id)
    assert labels(cafe.now(old)) == [BACK]
    forged = old.moves[0].id.replace(f":{old.moves[0].ply}:", f":{before.ply}:")
    await cafe.press(cafe.ana, typed, forged)
    assert labels(cafe.now(typed)) == [BACK]
    assert await cafe.ana.autocomplete(cafe.channel, "move", "move", "") == []
    assert await cafe.match() == before


async def test_taken_back_while_the_computer_thinks(cafe, monkeypatch):
    """It is their turn: they are asked at once, their time begins anew, nobody moves for them."""
    await cafe.start(cafe.bruno)
    await stay_away(cafe, cafe.ana)
    yard = cafe.client.boneyard
    with monkeypatch.context() as patch:
        patch.setattr(yard._thoughts, "wake", lambda _: None)
        while (await cafe.match()).awaits is not Awaits.COMPUTER:
            await cafe.move_by_command(cafe.bruno)
        thought = await yard.matches.computers_turn(1)
    before = await cafe.match()
    hand = await cafe.say(cafe.ana, "hand")
    assert hand.moves == []

    await cafe.click(cafe.ana, hand, BACK)
    code = thought.rules.legal_moves((await cafe.state()), thought.seat)[0].code
    await yard.matches.play_for_computer(1, thought, code)
    yard._thoughts.wake(1)
    await cafe.settle()

    after = await cafe.match()
    assert after.ply == before.ply, "nothing by the computer once the seat was taken back"
    live = cafe.now(hand)
    assert {move.ply for move in live.moves} == {after.ply}
    assert "**Your turn.**" in live.text
    clock = after.agenda.clock(after.seat_of(cafe.ana.id))
    assert clock.due_at - cafe.clock.now() > timedelta(hours=23, minutes=59)
    assert cafe.table().text.count("⏳") == 1
    await cafe.click(cafe.ana, live, live.moves[0].id)
    assert (await cafe.match()).ply > after.ply
    await cafe.plies()


@pytest.mark.parametrize(("letters", "told"), [("off", False), ("reminders", True)])
async def test_whether_they_are_told_is_theirs_to_say(cafe, letters, told):
    await sets(cafe, cafe.ana, "letters", letters)
    await cafe.start(cafe.bruno)
    await stay_away(cafe, cafe.ana)
    ends = [letter for letter in cafe.letters(cafe.ana) if "twice in a row" in letter.text]
    assert bool(ends) == told
    assert BACK in labels(cafe.table())


async def test_an_open_table_is_given_back_to_be_played_at(cafe):
    await cafe.start(cafe.bruno, game_id="memory")
    await stay_away(cafe, cafe.ana)
    assert labels(cafe.table())[-3:] == [BACK, "Rules", "⋯"]
    (letter,) = cafe.letters(cafe.ana)
    assert labels(letter) == [BACK]

    said = await cafe.click(cafe.ana, cafe.table(), BACK)

    assert cafe.private_reply(said, cafe.ana) == "Welcome back! Your seat is yours again."
    assert BACK not in labels(cafe.table())
    assert not await is_held(cafe, cafe.ana)


async def test_a_choice_at_an_open_table_is_refused_alone_with_the_way_back(cafe):
    await cafe.start(cafe.bruno, game_id="memory")
    await stay_away(cafe, cafe.ana)
    before = await cafe.match()
    refused = await cafe.press(cafe.ana, cafe.table(), cafe.table().moves[0].id)
    assert cafe.private_reply(refused, cafe.ana) == HELD
    assert labels(cafe.reply(refused)) == [BACK]
    assert await cafe.match() == before


async def test_what_is_over_cannot_be_taken_back(held):
    table = held.table()
    await held.leave(held.bruno)
    refused = await held.press(
        held.ana, table if held.exists(table) else held.public()[-1], "t:1:back"
    )
    assert "closed" in held.private_reply(refused, held.ana)


async def test_who_leaves_a_held_seat_alone_is_told_that_the_match_ends_then(held):
    asked = await held.say(held.bruno, "leave")
    assert "You are the last; it ends then." in asked.text
    await held.click(held.bruno, asked, "Leave for good")
    assert not (await held.match()).is_open


async def test_who_leaves_while_their_seat_is_held_ends_nothing(held):
    asked = await held.say(held.ana, "leave")
    assert "A computer takes your seat." in asked.text
    await held.click(held.ana, asked, "Leave for good")
    assert (await held.match()).is_open
