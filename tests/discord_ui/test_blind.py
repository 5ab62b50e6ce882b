"""Blind: all choose in secret and at once, and nobody has seen their own bones."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from bot.domino.sets import DOUBLE_SIX
from bot.games import game
from bot.games.blind import BLIND
from bot.present.scenes import hand_scene, table_scene
from renderers import render
from tests.discord_ui.sweep import Sweep, now, within_reach
from tests.discord_ui.table import Cafe, Person, Shown, bones_in
from tests.games.positions import deal

LOTS = deal("6-6", "0-0", "1-0", "2-0")
"""Who opened the table leads."""
DIRECTIONS = ("from-left", "from-right")


async def choose(cafe: Cafe, who: Person, hand: Shown, direction: str) -> None:
    (choice,) = [each for each in hand.moves if each.code == direction]
    await cafe.click(who, hand, choice.id)


async def test_two_choose_in_secret_and_neither_makes_the_others_button_stale(cafe, stacked):
    stacked.append(LOTS)
    await cafe.start(cafe.bruno, game_id="blind")
    table = cafe.table()
    assert [line[0] for line in table.text.splitlines() if "14 bones" in line] == ["➤", "➤"]
    assert set(table.pinged) == {cafe.ana.id, cafe.bruno.id}
    hands = {who.id: await cafe.hand(who) for who in (cafe.ana, cafe.bruno)}
    letters = [cafe.letters(who) for who in (cafe.ana, cafe.bruno)]
    assert [len(each) for each in letters] == [1, 1]
    for hand in (*hands.values(), *(letter for (letter,) in letters)):
        assert [each.label for each in hand.moves] == ["From the left", "From the right"]
        assert "**Your turn.** From which end shall your row be turned over?" in hand.text
        assert hand.alts == ["Your row has 14 bones, face down. The table is empty."]

    await choose(cafe, cafe.ana, hands[cafe.ana.id], "from-right")
    assert "You have chosen" in cafe.now(hands[cafe.ana.id]).text
    assert cafe.now(hands[cafe.ana.id]).moves == []
    now = cafe.now(table)
    assert cafe.table().id == table.id, "no new table, so no second ping"
    assert f"<@{cafe.ana.id}> has chosen" in now.text
    assert [f"<@{cafe.bruno.id}>" in line for line in now.text.splitlines() if "➤" in line] == [
        True
    ]
    assert [each.id for each in cafe.letters(cafe.bruno)] == [letters[1][0].id]
    assert (await cafe.match()).ply > hands[cafe.bruno.id].moves[0].ply, "the log has grown"

    # The bot has brought his open hand up to date; a press that was under way is as good.
    old = hands[cafe.bruno.id].moves[0].id
    assert cafe.now(hands[cafe.bruno.id]).moves[0].id != old
    await cafe.press(cafe.bruno, hands[cafe.bruno.id], old)
    assert await cafe.asked() == [cafe.ana]
    assert "rows can be turned over" in cafe.table().text
    assert cafe.table().id != table.id
    assert cafe.table().pinged == (cafe.ana.id,)
    log = (await cafe.store.log(1))[-2:]
    assert list(log) == [(0, "from-right"), (1, "from-left")]
    (alt,) = cafe.table().alts
    right, left = alt.index("turned over from the right"), alt.index("turned over from the left")
    assert alt.index("Player A") < right < alt.index("Player B") < left


async def test_all_choose_in_the_same_instant(cafe):
    await cafe.start(cafe.bruno, cafe.chen, game_id="blind")
    people = (cafe.ana, cafe.bruno, cafe.chen)
    hands = [await cafe.hand(who) for who in people]
    presses = zip(people, hands, (1, 0, 1), strict=True)
    await cafe.at_once(*((who, hand, hand.moves[nth].id) for who, hand, nth in presses))
    assert sorted((await cafe.store.log(1))[-3:]) == [
        (0, "from-right"),
        (1, "from-left"),
        (2, "from-right"),
    ]
    (leader,) = await cafe.asked()
    await cafe.move(leader)
    for who, hand in zip(people, hands, strict=True):
        assert "moved on" not in cafe.now(hand).text, f"{who.name} was told that it was too late"


async def test_a_choice_is_made_once(cafe):
    await cafe.start(cafe.bruno, game_id="blind")
    hand, letter = await cafe.hand(cafe.ana), cafe.letters(cafe.ana)[-1]
    left, right = (each.id for each in hand.moves)
    await cafe.at_once((cafe.ana, hand, left), (cafe.ana, letter, right), (cafe.ana, hand, right))
    match = await cafe.match()
    (mine,) = [entry for entry in await cafe.store.log(1) if entry[0] == 0]

    for custom_id in (right, left, f"m:1:{match.ply}:from-left", f"m:1:{match.ply}:from-right"):
        for shown in (cafe.now(hand), *cafe.letters(cafe.ana)):
            pressed = await cafe.press(cafe.ana, shown, custom_id)
            assert pressed.acknowledged
    for text in ("from-left", "From the right", "turn"):
        await cafe.ana.slash(cafe.channel, "move", move=text)
    assert await cafe.ana.autocomplete(cafe.channel, "move", "move", "") == []
    assert await cafe.match() == match
    assert [entry for entry in await cafe.store.log(1) if entry[0] == 0] == [mine]


async def test_nobody_chooses_for_somebody_else(cafe):
    await cafe.start(cafe.bruno, game_id="blind")
    ply = (await cafe.match()).ply
    hand = await cafe.hand(cafe.ana)
    for shown in (hand, cafe.table()):
        await cafe.press(cafe.eva, shown, hand.moves[0].id)
    await cafe.press(cafe.bruno, cafe.table(), f"m:1:{ply}:from-left")  # a public message
    typed = await cafe.eva.slash(cafe.channel, "move", move="from-left")
    assert cafe.private_reply(typed, cafe.eva) == "You have no seat at this table."
    assert (await cafe.match()).ply == ply


async def what_others_see(folder: Path, direction: str, stacked: list[str]) -> list[object]:
    """Ana has chosen that direction, the others have not: all that they can get hold of then."""
    stacked[:] = [LOTS, deal()]
    cafe = Cafe(folder)
    await cafe.open()
    try:
        await cafe.start(cafe.bruno, cafe.chen, game_id="blind")
        hand, _, _ = [await cafe.hand(who) for who in (cafe.ana, cafe.bruno, cafe.chen)]
        since = now(cafe)
        await choose(cafe, cafe.ana, hand, direction)
        assert [code for actor, code in await cafe.store.log(1) if actor == 0] == [direction]
        others = (cafe.bruno, cafe.chen, cafe.eva)
        seen = await within_reach(cafe, others, {cafe.ana.id}, since)
        await choose(cafe, cafe.bruno, cafe.open_hand(cafe.bruno), "from-left")
        return [*seen, cafe.table().all_words]
    finally:
        await cafe.close()


async def test_a_choice_shows_nowhere_before_all_have_chosen(tmp_path, stacked, caplog):
    """Whatever the others look at is the same, letter by letter, whichever way was chosen."""
    caplog.set_level(logging.DEBUG, logger="bot")
    (tmp_path / "left").mkdir()
    (tmp_path / "right").mkdir()
    left = await what_others_see(tmp_path / "left", "from-left", stacked)
    right = await what_others_see(tmp_path / "right", "from-right", stacked)
    assert len(left) > 25
    assert left == right
    written = "\n".join(caplog.handler.format(record) for record in caplog.records)
    assert not any(direction in written for direction in DIRECTIONS)


async def test_a_choice_made_before_a_restart_stays_secret(cafe):
    await cafe.start(cafe.bruno, game_id="blind")
    await choose(cafe, cafe.ana, await cafe.hand(cafe.ana), "from-right")
    letters = [each.id for each in cafe.letters(cafe.bruno)]
    said = len(cafe.versions)
    await cafe.restart()
    assert await cafe.asked() == [cafe.bruno]
    assert [each.id for each in cafe.letters(cafe.bruno)] == letters
    assert (
        "from the right" not in cafe.reply(await cafe.bruno.slash(cafe.channel, "hand")).all_words
    )
    assert not any("turned over from" in each.all_words for each in cafe.versions[said:])
    await choose(cafe, cafe.bruno, cafe.letters(cafe.bruno)[-1], "from-left")
    assert "turned over from the right" in cafe.table().all_words


async def test_the_bones_are_turned_over_one_by_one(cafe, stacked):
    """Ana from the left: 5-3, 5-1, 2-2 … Bruno from the right: 3-1, 6-2 …"""
    ana = "5-3 5-1 2-2 6-4 4-4 4-2 4-3 5-4 6-5 6-6 5-2 2-0 3-0 0-0"
    named = {*ana.split(), "3-1", "6-2"}
    rest = [bone.code for bone in DOUBLE_SIX if bone.code not in named]
    stacked += [LOTS, deal(ana, *rest, "6-2", "3-1")]
    await cafe.start(cafe.bruno, game_id="blind")
    await choose(cafe, cafe.ana, await cafe.hand(cafe.ana), "from-left")
    await choose(cafe, cafe.bruno, await cafe.hand(cafe.bruno), "from-right")

    hand = await cafe.hand(cafe.ana)
    assert [each.label for each in hand.moves] == ["Turn over the next bone"]
    assert bones_in(hand.all_words) == set()
    await cafe.click(cafe.ana, hand, "Turn over the next bone")
    # 5-3 leads, 5-1 fits the 5, 2-2 fits neither 1 nor 3.
    table = cafe.table()
    ana_, bruno = f"<@{cafe.ana.id}>", f"<@{cafe.bruno.id}>"
    assert f"{ana_} led **5-3** · {ana_} played **5-1** on the left" in table.text
    assert f"{ana_} turned over **2-2**, which does not fit; it goes to the back, face up" in (
        table.text
    )
    assert "Face up: 2-2." in table.alts[0]
    assert f"`A` {ana_} · 12 bones" in table.text
    assert table.pinged == (cafe.bruno.id,)

    # Bruno's 3-1 fits both the 1 and the 3.
    hand = await cafe.hand(cafe.bruno)
    await cafe.click(cafe.bruno, hand, "Turn over the next bone")
    hand = cafe.now(hand)
    assert "You turned over **3-1**, which fits at both ends" in hand.text
    assert [each.label for each in hand.moves] == ["3-1 → left (1)", "3-1 → right (3)"]
    table = cafe.table()
    assert f"{bruno} turned over **3-1**, which fits at both ends" in table.text
    assert f"➤ **`B` {bruno} · 14 bones" in table.text
    assert "3-1" in table.alts[0]
    offered = await cafe.bruno.autocomplete(cafe.channel, "move", "move", "3-1")
    assert [each["value"] for each in offered] == ["3-1@l", "3-1@r"]
    assert await cafe.ana.autocomplete(cafe.channel, "move", "move", "") == []
    assert (await cafe.hand(cafe.ana)).moves == []
    for code in ("3-1", "turn", "6-2@l"):
        refused = await cafe.bruno.slash(cafe.channel, "move", move=code)
        assert "is not possible now" in cafe.private_reply(refused, cafe.bruno)

    # At the right both ends show 1; he goes on, and 6-2 goes to the back, face down.
    await cafe.click(cafe.bruno, hand, "3-1 → right (3)")
    table = cafe.table()
    assert f"{bruno} played **3-1** on the right" in table.text
    assert f"{bruno} turned over **6-2**, which does not fit; it goes to the back" in table.text
    assert bones_in(table.alts[0]) == {"5-3", "5-1", "3-1", "2-2"}, "6-2 lies face down again"
    hand = await cafe.hand(cafe.ana)
    assert hand.alts[0].startswith("Your row has 12 bones. It is turned over from the left. Face")
    assert "Your turn" in hand.text
    assert "From which end" not in hand.text
    assert await cafe.asked() == [cafe.ana]


async def test_nobody_sees_a_bone_before_it_is_turned_over(cafe):
    """A whole match of two people and two computers."""
    lobby = await cafe.play(cafe.ana, "blind")
    await cafe.click(cafe.bruno, lobby, "Join")
    for level in ("steady", "casual"):
        await cafe.add_computer(level)
    sweep = Sweep(cafe)
    await cafe.click(cafe.ana, cafe.lobby(), "Start")
    await sweep.look()
    assert {who.id for who in await cafe.asked()} == {cafe.ana.id, cafe.bruno.id}

    moves = 0
    while (match := await cafe.match()).is_open:
        state = await cafe.state()
        public = game("blind").observe(state, None)
        assert cafe.table().pictures == [render(table_scene(public))]
        for who in (cafe.ana, cafe.bruno):
            own = game("blind").observe(state, match.seat_of(who.id))
            hand = await cafe.hand(who)
            assert hand.pictures == [render(hand_scene(own))]
            assert bones_in(hand.alts[0]) <= {
                *(laid.bone.code for laid in state.round.layout.laid),
                *(bone.code for bone in own.round.lying(own.seat) if bone is not None),
            }
            offered = await who.autocomplete(cafe.channel, "move", "move", "")
            pending = state.round.pending
            assert bones_in(str(offered)) <= ({pending.code} if pending else set())
        if moves % 4 == 0:
            await cafe.eva.slash(cafe.channel, "hand")
            await cafe.say(cafe.eva, "board")
        who, *_ = await cafe.asked()
        await (cafe.move_by_command(who) if moves % 3 == 2 else cafe.move(who))
        moves += 1
        await sweep.look()
    assert moves > 6
    assert sweep.mentions > 100

    (ended,) = [each for each in cafe.public() if each.is_("round.png")]
    result = cafe.public()[-1]
    for shown in (ended, result):
        assert "point" not in shown.text
        assert "**0**" not in shown.text
        assert "score" not in shown.text
    assert "### Blind · the end" in ended.text
    winners = (await cafe.state()).outcome.winners
    assert ("wins the match!" in result.text) == bool(winners)
    results = await cafe.results()
    assert results.keys() == {cafe.ana.id, cafe.bruno.id}
    assert {each.points for each in results.values()} == {0}
    won = {user for user, each in results.items() if each.won}
    assert won == {match.seats[seat].user_id for seat in winners} - {None}


@pytest.mark.parametrize("odd", ["out", "starts-layout"])
async def test_the_bone_left_over_among_three(cafe, odd):
    """It is seen when it starts the line, and never when it lies out of play."""
    lobby = await cafe.play(cafe.ana, "blind")
    for who in (cafe.bruno, cafe.chen):
        await cafe.click(who, lobby, "Join")
    options = cafe.reply(await cafe.click(cafe.ana, cafe.lobby(), "Options"))
    await cafe.pick(cafe.ana, options, odd, menu="p:1:option:oddTile")
    sweep = Sweep(cafe)
    await cafe.click(cafe.ana, cafe.lobby(), "Start")
    await sweep.look()
    shuffles = [code for _, code in await cafe.store.log(1) if code.startswith("deal ")]
    left_over = shuffles[-1].split(" ")[-1]
    said = [each for each in cafe.versions if f"**{left_over}**, lies first" in each.text]
    assert bool(said) == (odd == "starts-layout")

    while (await cafe.match()).is_open:
        who, *_ = await cafe.asked()
        await cafe.move_by_command(who)
        await sweep.look()
    layout = (await cafe.state()).round.layout.laid
    assert (left_over in {laid.bone.code for laid in layout}) == (odd == "starts-layout")
    told = bones_in("\n".join(each.all_words for each in cafe.versions[-6:]))
    assert (left_over in told) == (odd == "starts-layout")


async def test_a_target_makes_it_a_match_with_points(cafe):
    await cafe.play(cafe.ana, "blind")
    await cafe.click(cafe.bruno, cafe.lobby(), "Join")
    options = cafe.reply(await cafe.click(cafe.ana, cafe.lobby(), "Options"))
    await cafe.pick(cafe.ana, options, "100", menu="p:1:option:target")
    await cafe.click(cafe.ana, cafe.lobby(), "Start")
    assert "Blind · round 1 of a match to 100" in cafe.table().text
    await cafe.skip(lambda state: state.number == 2, lambda _, codes: codes[0])
    assert set(await cafe.asked()) == {cafe.ana, cafe.bruno}
    assert set(cafe.table().pinged) == {cafe.ana.id, cafe.bruno.id}
    assert "· **0**" in next(each for each in cafe.public() if each.is_("round.png")).text
    assert BLIND.info.id == (await cafe.match()).game
