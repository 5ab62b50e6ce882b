"""A bone that fits at many places: chosen first, its place then."""

from __future__ import annotations

import re
from io import BytesIO

import pytest
from PIL import Image

from tests.discord_ui.table import Cafe, Choice, Shown
from tests.games.positions import deal

OLD = "does not belong to any table"
STALE = "The table has moved on since"
CHEN = "5-5 5-4 5-3 5-2 5-1 5-0 4-3 4-1 4-0"
BRUNO = "6-3 6-2 4-4 3-3 2-2 1-1 0-0 4-2 3-2"
ANA = "6-6 6-5 6-4 6-1 6-0 3-1 3-0 2-1 2-0"
"""With 1-0, which is left over, Ana has all of what Lucky Draw deals first."""


def ids(shown: Shown, kind: str) -> list[str]:
    return [each for each in shown.ids if each.startswith(f"{kind}:")]


def labels(choices: list[Choice]) -> dict[str, str]:
    return {each.code: each.label for each in choices}


async def lucky_draw(cafe: Cafe, stacked: list[str]) -> tuple[Shown, int]:
    """Ana has led 6-6 to its four sides, and Bruno has 6-3 and 6-2: his hand, and the ply."""
    stacked.append(deal(ANA, BRUNO, CHEN))
    await cafe.start(cafe.bruno, cafe.chen, game_id="lucky-draw")
    assert await cafe.to_move() is cafe.bruno
    return await cafe.hand(cafe.bruno), (await cafe.match()).ply


# The screen of places.


async def test_a_bone_shows_its_places_and_is_played_at_one(cafe, stacked):
    hand, ply = await lucky_draw(cafe, stacked)
    assert sorted(ids(hand, "b")) == [f"b:1:{ply}:6-2", f"b:1:{ply}:6-3"]
    assert sorted(each.label for each in hand.buttons) == ["6-2 …", "6-3 …"]
    assert hand.moves == []
    assert "6-3 (can be played)" in hand.alts[0]

    await cafe.click(cafe.bruno, hand, "6-3 …")
    places = cafe.now(hand)
    assert places.owner == cafe.bruno.id
    assert places.is_("places.png")
    assert "Where do you lay **6-3**?" in places.text
    assert labels(places.moves) == {
        "6-3@l": "6-3 → left (6)",
        "6-3@r": "6-3 → right (6)",
        "6-3@u": "6-3 → top (6)",
        "6-3@d": "6-3 → bottom (6)",
    }
    assert [each.ply for each in places.moves] == [ply] * 4
    (alt,) = places.alts
    assert "6-6" in alt
    assert "Open ends: left 6, right 6, top 6, bottom 6." in alt
    (picture,) = places.pictures
    assert picture.startswith(b"\x89PNG")
    assert picture not in hand.pictures
    assert (await cafe.match()).ply == ply, "to look is not to move"

    await cafe.click(cafe.bruno, places, "Back to the hand")
    back = cafe.now(hand)
    assert back.is_("hand.png")
    assert back.ids == hand.ids

    await cafe.click(cafe.bruno, back, "6-2 …")
    places = cafe.now(hand)
    assert set(labels(places.moves)) == {"6-2@l", "6-2@r", "6-2@u", "6-2@d"}
    await cafe.click(cafe.bruno, places, "6-2 → top (6)")
    done = cafe.now(hand)
    assert done.is_("hand.png")
    assert "You played **6-2** at the top" in done.text
    assert (await cafe.store.log(1))[ply] == (1, "6-2@u")
    assert f"<@{cafe.bruno.id}> played **6-2** at the top" in cafe.table().text


async def test_the_places_can_be_reached_from_a_letter_too(cafe, stacked):
    _, ply = await lucky_draw(cafe, stacked)
    letter = cafe.letters(cafe.bruno)[-1]
    await cafe.click(cafe.bruno, letter, "6-3 …")
    places = cafe.now(letter)
    assert places.is_("places.png")
    await cafe.click(cafe.bruno, places, "Back to the hand")
    await cafe.click(cafe.bruno, cafe.now(letter), "6-3 …")
    await cafe.click(cafe.bruno, cafe.now(letter), "6-3 → right (6)")
    assert (await cafe.store.log(1))[ply] == (1, "6-3@r")


def faces(picture: bytes) -> list[bool]:
    """Where the picture shows the ivory of bones, or of the letters on flags."""
    image = Image.open(BytesIO(picture)).convert("RGB")
    pixels = image.tobytes()
    triples = zip(pixels[::3], pixels[1::3], pixels[2::3], strict=True)
    return [r > 235 and g > 225 and 200 < b < 235 for r, g, b in triples]


async def test_the_bones_lie_as_they_lie_on_the_table(cafe, stacked):
    """Who chooses a place finds it where the table shows it; only the flags are fewer."""
    hands = "6-6 6-4 5-4 5-2 4-1 4-0 2-1 3-2 3-1", "6-3 4-4 3-3 2-2 1-1 0-0 6-1 3-0 2-0"
    stacked.append(deal(*hands, "6-5 5-5 5-3 5-1 5-0 4-3 6-0 6-2 4-2"))
    await cafe.start(cafe.bruno, cafe.chen, game_id="lucky-draw")
    for who, code in (
        (cafe.bruno, "6-3@l"),
        (cafe.chen, "6-5@r"),
        (cafe.ana, "6-4@u"),
        (cafe.bruno, "3-3@l"),
        (cafe.chen, "5-5@r"),
    ):
        await cafe.make(who, code)
    hand = await cafe.hand(cafe.ana)
    await cafe.choose(cafe.ana, hand, next(each for each in hand.ids if each.endswith(":5-2")))
    (table,), (places,) = cafe.table().pictures, cafe.now(hand).pictures
    shown = list(zip(faces(table), faces(places), strict=True))
    assert not any(there and not here for here, there in shown), "no bone lies elsewhere"
    lost = sum(here and not there for here, there in shown)
    assert lost < sum(faces(places)) / 20, "only the letters of flags are gone"


# Classic: in line or crosswise.


async def test_a_double_with_one_place_has_two_buttons(cafe, stacked):
    stacked.append(deal("6-6 6-5 5-4 3-0 2-0", "6-4 4-4 6-3 2-1 1-0"))
    await cafe.start(cafe.bruno, game_id="classic")
    await cafe.make(cafe.bruno, "6-4@r")
    await cafe.make(cafe.ana, "6-5@l")
    offered = labels((await cafe.hand(cafe.bruno)).moves)
    assert offered["4-4@r"] == "4-4 → right (4), in line"
    assert offered["4-4@r+"] == "4-4 → right (4), crosswise"


@pytest.mark.parametrize("way", ["4-4@l", "4-4@r", "4-4@l+", "4-4@r+"])
async def test_two_places_and_two_ways_are_four_buttons(cafe, stacked, way):
    """Ana 6-5 and 5-4 at the left, Bruno 6-4 at the right: 4-4 fits at both."""
    stacked.append(deal("6-6 6-5 5-4 3-0 2-0", "6-4 4-4 6-3 2-1 1-0"))
    await cafe.start(cafe.bruno, game_id="classic")
    for who, code in (
        (cafe.bruno, "6-4@r"),
        (cafe.ana, "6-5@l"),
        (cafe.bruno, "6-3@u"),
        (cafe.ana, "5-4@l"),
    ):
        await cafe.make(who, code)
    hand = await cafe.hand(cafe.bruno)
    assert [each.label for each in hand.buttons] == ["4-4 …"]
    await cafe.click(cafe.bruno, hand, "4-4 …")
    assert labels(cafe.now(hand).moves) == {
        "4-4@l": "4-4 → left (4), in line",
        "4-4@l+": "4-4 → left (4), crosswise",
        "4-4@r": "4-4 → right (4), in line",
        "4-4@r+": "4-4 → right (4), crosswise",
    }
    (choice,) = [each for each in cafe.now(hand).moves if each.code == way]
    await cafe.click(cafe.bruno, cafe.now(hand), choice.id)
    how = "crosswise" if way.endswith("+") else "in line"
    assert f"played **4-4** on the {'left' if way[4] == 'l' else 'right'}, {how}" in (
        cafe.table().text
    )
    ends = len((await cafe.state()).round.layout.openings)
    assert ends == (6 if way.endswith("+") else 4)
    assert ("E 4" in cafe.table().alts[0]) == way.endswith("+")


# Typing.


@pytest.mark.parametrize("text", ["6-3@u", "3-6@U", "6-3 u", "6-3 @ u", "6-3 → top (6)", "36u"])
async def test_a_place_is_typed(cafe, stacked, text):
    _, ply = await lucky_draw(cafe, stacked)
    answer = await cafe.say(cafe.bruno, "move", move=text)
    if text == "36u":
        assert "is not possible now" in answer.text
        assert (await cafe.match()).ply == ply
    else:
        assert (await cafe.store.log(1))[ply] == (1, "6-3@u")
        assert "You played **6-3** at the top" in answer.text


async def test_a_bone_without_its_place_is_not_enough(cafe, stacked):
    _, ply = await lucky_draw(cafe, stacked)
    answer = await cafe.say(cafe.bruno, "move", move="6-3")
    assert "is not possible now" in answer.text
    assert "6-3@l" in answer.text, "the places are named"
    assert (await cafe.match()).ply == ply


async def test_places_are_suggested(cafe, stacked):
    await lucky_draw(cafe, stacked)
    offered = await cafe.bruno.autocomplete(cafe.channel, "move", "move", "6-3")
    assert {each["value"]: each["name"] for each in offered} == {
        "6-3@l": "6-3 → left (6)",
        "6-3@r": "6-3 → right (6)",
        "6-3@u": "6-3 → top (6)",
        "6-3@d": "6-3 → bottom (6)",
    }
    (only,) = await cafe.bruno.autocomplete(cafe.channel, "move", "move", "2-6 d")
    assert only["value"] == "6-2@d"
    assert await cafe.ana.autocomplete(cafe.channel, "move", "move", "6-3") == []


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("4-4@r+", "4-4@r+"),
        ("4-4 r+", "4-4@r+"),
        ("4-4 @R +", "4-4@r+"),
        ("4-4@r", "4-4@r"),
        ("4-4 → left (4), crosswise", "4-4@l+"),
        ("4-4", None),
        ("4-4+", None),
        ("4-4@u+", None),
    ],
)
async def test_a_way_to_lie_is_typed(cafe, stacked, text, code):
    stacked.append(deal("6-6 6-5 5-4 3-0 2-0", "6-4 4-4 6-3 2-1 1-0"))
    await cafe.start(cafe.bruno, game_id="classic")
    for who, typed in (
        (cafe.bruno, "6-4@r"),
        (cafe.ana, "6-5 L"),
        (cafe.bruno, "6-3@u"),
        (cafe.ana, "4-5@l"),
    ):
        await who.slash(cafe.channel, "move", move=typed)
    ply = (await cafe.match()).ply
    answer = await cafe.say(cafe.bruno, "move", move=text)
    if code is None:
        assert "is not possible now" in answer.text
        assert (await cafe.match()).ply == ply
    else:
        assert (await cafe.store.log(1))[ply] == (1, code)


# What no client does, and what happens by accident.


async def nothing_happened(cafe: Cafe, ply: int) -> None:
    match = await cafe.match()
    assert match.ply == ply
    assert match.shown_version == match.version
    assert cafe.table().buttons
    assert len(cafe.tables()) == 1


async def test_nobody_else_looks_at_places_or_plays_there(cafe, stacked):
    hand, ply = await lucky_draw(cafe, stacked)
    await cafe.click(cafe.bruno, hand, "6-3 …")
    secrets = ("6-3", "6-2", "can be played")
    for who in (cafe.ana, cafe.chen, cafe.eva):
        own = cafe.reply(await cafe.ana.slash(cafe.channel, "hand")) if who is cafe.ana else hand
        for custom_id in (f"b:1:{ply}:6-3", f"m:1:{ply}:6-3@l", f"b:1:{ply}:6-5"):
            public = await cafe.press(who, cafe.table(), custom_id)
            assert OLD in cafe.private_reply(public, who)
        if who is cafe.ana:
            for custom_id in (f"b:1:{ply}:6-3", f"b:1:{ply}:6-5"):
                await cafe.press(who, own, custom_id)
                shown = cafe.now(own)
                assert shown.owner == who.id
                assert not any(each in shown.text for each in secrets)
                assert not shown.is_("places.png")
                assert shown.moves == []
            pressed = await cafe.press(who, own, f"m:1:{ply}:6-3@l")
            assert "It is not your turn." in cafe.private_reply(pressed, who)
    await nothing_happened(cafe, ply)


async def test_a_stranger_who_presses_on_a_places_screen_learns_nothing(cafe, stacked):
    """Nobody can: it is shown to Bruno alone. But if somebody could."""
    hand, ply = await lucky_draw(cafe, stacked)
    await cafe.click(cafe.bruno, hand, "6-3 …")
    pressed = await cafe.press(cafe.eva, cafe.now(hand), f"b:1:{ply}:6-2")
    texts = [cafe.now(hand).text, *(each.text for each in cafe.seen_by(cafe.eva))]
    assert any("You have no seat at this table." in text for text in texts)
    assert pressed.acknowledged
    await nothing_happened(cafe, ply)


GARBAGE = (
    *("", " ", "6-6", "5-5", "3-6", "6-3@l", "9-9", "nonsense", "@everyone", "{bone}", "%s"),
    *("6-3:6-3", "pass", "draw", "x" * 80, "❤", "'; DROP TABLE log; --"),
)


async def test_garbage_in_place_of_a_bone(cafe, stacked):
    """Whatever is not a bone that can be laid shows the hand as it is."""
    hand, ply = await lucky_draw(cafe, stacked)
    for text in GARBAGE:
        pressed = await cafe.press(cafe.bruno, hand, f"b:1:{ply}:{text}")
        assert pressed.acknowledged, text
        now = cafe.now(hand)
        assert now.owner == cafe.bruno.id
        assert not now.is_("places.png"), text
        assert sorted(ids(now, "b")) == sorted(ids(hand, "b"))
    for custom_id in ("b:1:6-3", "b:::", "b:1", f"b:1:-{ply}:6-3", f"b:x:{ply}:6-3", "b:1:1e3:6-3"):
        pressed = await cafe.press(cafe.bruno, hand, custom_id)
        assert OLD in cafe.private_reply(pressed, cafe.bruno)
    for number in (2, 999999999999999999):
        pressed = await cafe.press(cafe.bruno, hand, f"b:{number}:{ply}:6-3")
        assert "not here any more" in cafe.private_reply(pressed, cafe.bruno)
    await nothing_happened(cafe, ply)


@pytest.mark.parametrize("off", [-1, 1, 10**9])
async def test_a_press_for_another_ply_shows_the_present_hand(cafe, stacked, off):
    hand, ply = await lucky_draw(cafe, stacked)
    await cafe.press(cafe.bruno, hand, f"b:1:{ply + off}:6-3")
    assert STALE in cafe.now(hand).text
    assert sorted(ids(cafe.now(hand), "b")) == sorted(ids(hand, "b"))
    await nothing_happened(cafe, ply)


async def test_a_places_screen_left_open_is_stale_after_the_move(cafe, stacked):
    """Bruno looks at places in the hand, and moves by letter: the screen turns into his hand."""
    hand, ply = await lucky_draw(cafe, stacked)
    await cafe.click(cafe.bruno, hand, "6-3 …")
    places = cafe.now(hand)
    letter = cafe.letters(cafe.bruno)[-1]
    await cafe.click(cafe.bruno, letter, "6-2 …")
    await cafe.click(cafe.bruno, cafe.now(letter), "6-2 → left (6)")
    after = (await cafe.match()).ply
    assert after == ply + 1
    for choice in places.moves:
        await cafe.press(cafe.bruno, hand, choice.id)
        assert STALE in cafe.now(hand).text or "newer message" in cafe.now(hand).text
    await cafe.press(cafe.bruno, hand, f"b:1:{ply}:6-3")
    assert not cafe.now(hand).is_("places.png")
    assert (await cafe.match()).ply == after


async def test_a_place_pressed_twice_is_played_once(cafe, stacked):
    hand, ply = await lucky_draw(cafe, stacked)
    await cafe.click(cafe.bruno, hand, "6-3 …")
    first, second, *_ = cafe.now(hand).moves
    results = await cafe.at_once(
        (cafe.bruno, hand, first.id), (cafe.bruno, hand, first.id), (cafe.bruno, hand, second.id)
    )
    assert all(result.acknowledged for result in results)
    log = (await cafe.store.log(1))[ply:]
    assert log == ((1, first.code),) or list(log) == [(1, first.code)]
    assert cafe.now(hand).moves == []
    await cafe.plies()


async def test_a_bone_pressed_twice_at_once_and_a_move_meanwhile(cafe, stacked):
    """The last to answer shows the table as it stands, whatever order they come in."""
    hand, ply = await lucky_draw(cafe, stacked)
    bone, move = f"b:1:{ply}:6-3", f"m:1:{ply}:6-2@d"
    results = await cafe.at_once(
        (cafe.bruno, hand, bone), (cafe.bruno, hand, move), (cafe.bruno, hand, bone)
    )
    assert all(result.acknowledged for result in results)
    assert (await cafe.store.log(1))[ply] == (1, "6-2@d")
    now = cafe.now(hand)
    assert not now.is_("places.png"), "no places of a table that has gone on"
    assert now.moves == []


async def test_the_match_goes_on_while_somebody_looks_at_places(cafe, stacked):
    """Chen leaves; nothing of Bruno's choice changes, and he plays on."""
    hand, ply = await lucky_draw(cafe, stacked)
    await cafe.click(cafe.bruno, hand, "6-3 …")
    await cafe.leave(cafe.chen)
    now = cafe.now(hand)
    if now.is_("places.png"):
        await cafe.click(cafe.bruno, now, "6-3 → left (6)")
    else:
        await cafe.make(cafe.bruno, "6-3@l")
    assert (await cafe.store.log(1))[ply] == (1, "6-3@l")


async def test_places_survive_a_restart(cafe, stacked):
    hand, ply = await lucky_draw(cafe, stacked)
    await cafe.click(cafe.bruno, hand, "6-3 …")
    places = cafe.now(hand)
    await cafe.restart()
    await cafe.click(cafe.bruno, places, "6-3 → left (6)")
    assert (await cafe.store.log(1))[ply] == (1, "6-3@l")


async def test_after_fifteen_minutes_the_places_still_answer(cafe, stacked):
    hand, ply = await lucky_draw(cafe, stacked)
    await cafe.click(cafe.bruno, hand, "6-3 …")
    await cafe.pass_time(minutes=20)
    await cafe.click(cafe.bruno, cafe.now(hand), "Back to the hand")
    await cafe.click(cafe.bruno, cafe.now(hand), "6-3 …")
    await cafe.click(cafe.bruno, cafe.now(hand), "6-3 → bottom (6)")
    assert (await cafe.store.log(1))[ply] == (1, "6-3@d")


async def test_who_has_left_gets_no_places(cafe, stacked):
    hand, ply = await lucky_draw(cafe, stacked)
    await cafe.leave(cafe.bruno)
    await cafe.press(cafe.bruno, hand, f"b:1:{ply}:6-3")
    shown = [each for each in cafe.seen_by(cafe.bruno) if each.owner == cafe.bruno.id]
    assert any("You have no seat at this table." in each.text for each in shown)
    assert not any(each.is_("places.png") for each in shown)


async def test_the_star_asks_at_which_side(cafe, stacked):
    """Bruno has one six; it goes to any of four sides, and to fewer once they are taken."""
    stacked.append(
        deal(
            "6-6 6-5 6-4 3-1 3-0 2-1 2-0",
            "6-3 5-5 4-4 3-3 2-2 1-1 0-0",
            "6-2 5-4 5-3 5-2 5-1 5-0 4-3",
            "6-1 6-0 4-2 4-1 4-0 3-2 1-0",
        )
    )
    await cafe.start(cafe.bruno, cafe.chen, cafe.dana, game_id="star")
    sides = []
    for who, code in (
        (cafe.bruno, "6-3@d"),
        (cafe.chen, "6-2@l"),
        (cafe.dana, "6-1@u"),
        (cafe.ana, "6-5@r"),
    ):
        hand = await cafe.hand(who)
        bone = code.split("@")[0]
        if ids(hand, "b"):
            await cafe.click(who, hand, f"{bone} …")
            hand = cafe.now(hand)
        sides.append(sum(bool(re.match(rf"m:1:\d+:{bone}@", each)) for each in hand.ids))
        await cafe.choose(who, hand, next(each for each in hand.ids if each.endswith(code)))
    assert sides == [4, 3, 2, 1]
    assert "Open ends: left 2, right 5, top 1, bottom 3." in cafe.table().alts[0]
