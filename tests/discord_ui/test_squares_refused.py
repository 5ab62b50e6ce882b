"""Domino Squares: what must not work, and the sentence that says so."""

from __future__ import annotations

import pytest

from tests.discord_ui.sweep import squares_in
from tests.discord_ui.table import Cafe, Person, Shown
from tests.discord_ui.test_squares import all_pass, open_three, play_to

STALE = "The table has moved on since"
TURN = "It is not your turn."
STRANGER = "You have no seat at this table."
GIVING = "GIVE 1: an opponent gets a piece"
NONSENSE = (
    *("9-9-9-9", "0-0-0-0", "w-w-w-w", "draw draw", "pass", "keep", "stop", "pass-left", "@pass"),
    *("1-2-3-2@pass", "1-2-3-2@1", "1-2-3-2@n1/0", "1-2-3-2@n99e99/1", "give1", "W", "x" * 900),
)


async def typed(cafe: Cafe, who: Person, text: str) -> str:
    return cafe.private_reply(await who.slash(cafe.channel, "move", move=text), who)


async def held(cafe: Cafe, seat: int) -> set[str]:
    return {piece.code for piece in (await cafe.state()).round.hands[seat]}


async def places_of(cafe: Cafe, who: Person, hand: Shown) -> Shown:
    """The first piece's places, in the hand's message."""
    piece = next(each for each in hand.ids if each.startswith("b:"))
    await cafe.choose(who, hand, piece)
    return cafe.now(hand)


async def test_pieces_that_one_does_not_hold(cafe, stacked):
    people = await open_three(cafe, stacked)
    mine, theirs = await held(cafe, 0), await held(cafe, 1)
    before = await cafe.match()
    elsewhere = [f"{code}{end}" for code in sorted(theirs) for end in ("", "@n1/0", "@e1/2")]
    for text in (*NONSENSE, *elsewhere):
        told = await typed(cafe, cafe.ana, text)
        assert "is not possible now. Possible: " in told
        assert squares_in(told.split("Possible: ")[1]) <= mine
        assert len(told) < 700
    for who in people[1:]:
        assert await typed(cafe, who, "draw") == TURN
    assert await typed(cafe, cafe.eva, "draw") == STRANGER
    hand = await cafe.hand(cafe.ana)
    for code in sorted(theirs):
        await cafe.press(cafe.ana, hand, f"b:1:{before.ply}:{code}")
        assert cafe.now(hand).is_("hand.png")
        pressed = await cafe.press(cafe.ana, hand, f"m:1:{before.ply}:{code}@n1/0")
        assert "is not possible now" in cafe.private_reply(pressed, cafe.ana)
    assert await cafe.match() == before
    await cafe.make(cafe.ana, "draw")


async def test_a_gift_by_somebody_else(cafe, stacked):
    """Chen is to give; nobody else gives for him, and he gives what he has to somebody else."""
    people = await open_three(cafe, stacked)
    await play_to(cafe, people, GIVING)
    before, table = await cafe.match(), cafe.table()
    hands = [await cafe.hand(who) for who in people]
    code = f"{min(await held(cafe, 2))}@0"
    for who, hand in ((cafe.ana, hands[0]), (cafe.bruno, hands[1])):
        pressed = await cafe.press(who, hand, f"m:1:{before.ply}:{code}")
        assert TURN in cafe.private_reply(pressed, who)
        await cafe.press(who, hand, f"b:1:{before.ply}:{code[:-2]}")
        assert not cafe.now(hand).is_("places.png")
        assert await typed(cafe, who, code) == TURN
        pressed = await cafe.press(who, table, f"m:1:{before.ply}:{code}")
        assert "does not belong to any table" in cafe.private_reply(pressed, who)
    pressed = await cafe.press(cafe.eva, hands[2], f"m:1:{before.ply}:{code}")
    assert cafe.reply(pressed).text == STRANGER
    assert await typed(cafe, cafe.eva, code) == STRANGER
    for text in (f"{code[:-1]}2", f"{code[:-1]}3", f"{code[:-1]}-1", "1-2-3-2@0", code[:-2]):
        assert "is not possible now" in await typed(cafe, cafe.chen, text)
    assert await cafe.match() == before
    await cafe.make(cafe.chen, code)


async def test_a_gift_is_given_once(cafe, stacked):
    people = await open_three(cafe, stacked)
    await play_to(cafe, people, GIVING)
    ply = (await cafe.match()).ply
    hand, letter = await cafe.hand(cafe.chen), cafe.letters(cafe.chen)[-1]
    places = await places_of(cafe, cafe.chen, hand)
    one, other = places.moves
    await cafe.at_once(
        (cafe.chen, hand, one.id), (cafe.chen, hand, other.id), (cafe.chen, letter, one.id)
    )
    log = (await cafe.store.log(1))[ply:]
    assert len(log) == 1
    assert log[0][1] in {one.code, other.code}
    for shown in (cafe.now(hand), cafe.now(letter)):
        assert not shown.moves
        assert not shown.is_("places.png")
    await cafe.plies()


async def test_places_left_open_are_stale_after_the_move(cafe, stacked):
    people = await open_three(cafe, stacked)
    await play_to(cafe, people, "at N2")
    chen = people[2]
    hand = await cafe.hand(chen)
    places = await places_of(cafe, chen, hand)
    ply = (await cafe.match()).ply
    assert "You drew" not in places.text
    await chen.slash(cafe.channel, "move", move="draw")
    await chen.slash(cafe.channel, "move", move="keep")
    after = await cafe.match()
    assert after.ply == ply + 2
    for choice in places.moves:
        await cafe.press(chen, hand, choice.id)
        now = cafe.now(hand)
        assert STALE in now.text or "newer message" in now.text or TURN in now.text
        assert not now.is_("places.png")
    await cafe.press(chen, hand, f"b:1:{ply}:{places.moves[0].code.split('@')[0]}")
    assert not cafe.now(hand).is_("places.png")
    assert await cafe.match() == after


@pytest.mark.parametrize("times", [2, 3])
async def test_a_place_pressed_several_times_is_played_once(cafe, stacked, times):
    people = await open_three(cafe, stacked)
    await play_to(cafe, people, "at N2")
    chen = people[2]
    hand = await cafe.hand(chen)
    places = await places_of(cafe, chen, hand)
    ply = (await cafe.match()).ply
    await cafe.at_once(*[(chen, hand, places.moves[0].id)] * times)
    log = [code for actor, code in (await cafe.store.log(1))[ply:] if actor == 2]
    assert log == [places.moves[0].code]
    await cafe.plies()


async def test_nobody_passes_on_for_somebody_else(cafe, stacked):
    people = await all_pass(cafe, stacked)
    hands = [await cafe.hand(who) for who in people]
    before = await cafe.match()
    theirs = hands[0].moves[0]
    for who, hand in ((cafe.bruno, hands[1]), (cafe.chen, hands[2])):
        pressed = await cafe.press(who, hand, theirs.id)
        assert "is not possible now" in cafe.private_reply(pressed, who)
        assert "is not possible now" in await typed(cafe, who, theirs.code)
    for text in ("pass-left", "draw", "pass", "0-0-6-2", "keep"):
        assert "is not possible now" in await typed(cafe, cafe.ana, text)
    assert await typed(cafe, cafe.eva, theirs.code) == STRANGER
    assert await cafe.match() == before


async def test_leaving_while_all_choose(cafe, stacked):
    """A computer takes the seat and chooses; nobody waits for ever."""
    people = await all_pass(cafe, stacked)
    await cafe.hand(cafe.chen)
    await cafe.leave(cafe.bruno)
    assert await cafe.asked() == [cafe.ana, cafe.chen]
    for who in (cafe.ana, cafe.chen):
        hand = await cafe.hand(who)
        await cafe.click(who, hand, hand.moves[0].id)
    assert "All pieces were passed on" in "".join(each.text for each in cafe.versions)
    assert (await cafe.asked())[0] in people
    codes = [code for _, code in await cafe.store.log(1) if code.endswith("@pass")]
    assert len(codes) == 3


async def test_a_choice_survives_a_restart(cafe, stacked):
    await all_pass(cafe, stacked)
    hand = await cafe.hand(cafe.ana)
    chosen = hand.moves[0]
    await cafe.click(cafe.ana, hand, chosen.id)
    said = len(cafe.versions)
    await cafe.restart()
    assert await cafe.asked() == [cafe.bruno, cafe.chen]
    for who in (cafe.bruno, cafe.chen):
        hand = await cafe.hand(who)
        await cafe.click(who, hand, hand.moves[0].id)
    piece = chosen.code.split("@")[0]
    others = [each for each in cafe.versions[said:] if each.owner in {None, cafe.chen.id}]
    assert piece not in squares_in("".join(each.all_words for each in others))
    assert piece not in await held(cafe, 0)
    assert piece in await held(cafe, 1)
