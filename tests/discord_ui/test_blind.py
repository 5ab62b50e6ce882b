import logging
import re
from collections import Counter
from itertools import product
from random import Random
from typing import Any

import pytest

from bot.domino.bone import DOUBLE_SIX
from bot.engine.choices import chooses_openly
from bot.games import game
from bot.games.double_double import DOUBLE_DOUBLE
from bot.model.preferences import NO_THEME
from bot.present.scenes import hand_scene, table_scene
from bot.present.screen import Picture
from tests.discord_ui.secrecy_sweep import Sweep, look_alike, now, within_reach
from tests.discord_ui.simulation import STRANGER, DiscordSim, Person, Shown, bones_in
from tests.games.positions import asked, deal, legal

LOTS = deal("6-6", "0-0", "1-0", "2-0")
"""Draws for the lead that the person who opened the table wins."""


async def choose(sim: DiscordSim, who: Person, hand: Shown, direction: str) -> None:
    (choice,) = [each for each in hand.moves if each.code == direction]
    await sim.click(who, hand, choice.id)


async def test_two_choose_in_secret_and_neither_makes_the_others_button_stale(sim, stacked):
    stacked.append(LOTS)
    await sim.start(sim.bruno, game_id="blind")
    table = sim.table()
    assert set(table.pinged) == {sim.ana.id, sim.bruno.id}
    hands = {who.id: await sim.hand(who) for who in (sim.ana, sim.bruno)}
    dms = [dm for who in (sim.ana, sim.bruno) for (dm,) in [sim.direct_messages(who)]]
    for hand in (*hands.values(), *dms):
        assert [each.label for each in hand.moves] == ["From the left", "From the right"]
        question = "From which end of your row do you want to turn over your bones?"
        assert f"**Your turn.** {question}" in hand.text
        assert hand.alts == ["Your row: 14 face down. The table is empty."]
    await choose(sim, sim.ana, hands[sim.ana.id], "from-right")
    assert not sim.exists(hands[sim.ana.id]), "the match goes on at the table"
    assert sim.table().id == table.id, "no new table, so no second ping"
    assert sim.table().tells(sim.ana, "has chosen")
    assert [each.id for each in sim.direct_messages(sim.bruno)] == [dms[1].id]
    assert (await sim.match()).ply > hands[sim.bruno.id].moves[0].ply, "the log has grown"

    # The bot has brought his open hand up to date; a press that was under way is as good.
    old = hands[sim.bruno.id].moves[0].id
    assert sim.now(hands[sim.bruno.id]).moves[0].id != old
    await sim.press(sim.bruno, hands[sim.bruno.id], old)
    assert await sim.asked() == [sim.ana]
    assert "Everybody has chosen" in sim.table().text
    assert sim.table().id != table.id
    assert sim.table().pinged == (sim.ana.id,)
    assert list((await sim.store.log(1))[-2:]) == [(0, "from-right"), (1, "from-left")]
    (alt,) = sim.table().alts
    right, left = alt.index("turned over from the right"), alt.index("turned over from the left")
    assert alt.index("Player A") < right < alt.index("Player B") < left


async def test_a_choice_by_dm_or_typed_puts_the_open_hand_away(sim, stacked):
    stacked.append(LOTS)
    await sim.start(sim.bruno, game_id="blind")
    ana, bruno = [await sim.hand(who) for who in (sim.ana, sim.bruno)]
    (dm,) = sim.direct_messages(sim.ana)
    await choose(sim, sim.ana, dm, "from-left")
    assert sim.now(dm).text.startswith("[Go to the table](https://discord.com/channels/")
    await sim.bruno.slash(sim.channel, "move", move="from-right")
    assert "Everybody has chosen" in sim.table().text
    assert [sim.exists(each) for each in (ana, bruno)] == [False, False]


async def test_a_choice_is_made_once_and_by_its_owner(sim):
    await sim.start(sim.bruno, game_id="blind")
    hand, before = await sim.hand(sim.ana), await sim.match()
    left, right = (each.id for each in hand.moves)
    for who, shown in ((sim.eva, hand), (sim.eva, sim.table()), (sim.bruno, sim.table())):
        await sim.press(who, shown, left)
    assert await sim.typed(sim.eva, "move", move="from-left") == STRANGER
    assert await sim.match() == before
    await sim.choose_once(sim.ana, hand, left, right)
    assert not any("Discord rejected" in each.text for each in sim.seen_by(sim.ana))


@pytest.mark.parametrize("odd", ["out", pytest.param("starts-layout", marks=pytest.mark.deep)])
async def test_the_bone_left_over_among_three(sim, odd):
    """It is seen when it starts the line, and never when it lies out of play."""
    sweep = Sweep(sim)
    await sim.start(sim.bruno, sim.chen, game_id="blind", picks={"option:oddTile": odd})
    await sweep.look()
    (shuffle,) = [code for _, code in await sim.store.log(1) if code.startswith("deal ")][-1:]
    left_over, seen = shuffle.split(" ")[-1], odd == "starts-layout"
    said = [each for each in sim.versions if f"**{left_over}**, started the line" in each.text]
    assert bool(said) == seen
    await sim.play_out()
    await sweep.look()
    layout = (await sim.state()).round.layout.laid
    told = bones_in("\n".join(each.all_words for each in sim.versions[-6:]))
    assert (left_over in {laid.bone.code for laid in layout}) == (left_over in told) == seen


async def test_a_choice_shows_nowhere_before_all_have_chosen(tmp_path, stacked, caplog):
    """Whatever the others look at is the same, letter by letter, whichever way was chosen."""
    caplog.set_level(logging.DEBUG, logger="bot")

    async def what_others_see(sim: DiscordSim, direction: str) -> list[object]:
        stacked[:] = [LOTS, deal()]
        await sim.start(sim.bruno, sim.chen, game_id="blind")
        hand, _, _ = [await sim.hand(who) for who in (sim.ana, sim.bruno, sim.chen)]
        since = now(sim)
        await choose(sim, sim.ana, hand, direction)
        assert [code for actor, code in await sim.store.log(1) if actor == 0] == [direction]
        seen = await within_reach(sim, (sim.bruno, sim.chen, sim.eva), {sim.ana.id}, since)
        await choose(sim, sim.bruno, sim.open_hand(sim.bruno), "from-left")
        return [*seen, sim.table().all_words]

    directions = ("from-left", "from-right")
    await look_alike(tmp_path, what_others_see, directions, least=25)
    assert not any(direction in caplog.text for direction in directions)


async def test_a_choice_made_before_a_restart_holds_and_stays_secret(sim, stacked):
    stacked.append(LOTS)
    await sim.start(sim.bruno, game_id="blind")
    await choose(sim, sim.ana, await sim.hand(sim.ana), "from-right")
    dms, said = [each.id for each in sim.direct_messages(sim.bruno)], len(sim.versions)
    await sim.restart()
    assert await sim.asked() == [sim.bruno]
    assert (await sim.say(sim.ana, "hand")).moves == []
    pairs = product((sim.bruno, sim.eva), ("hand", "board"))
    others = [await sim.say(who, name) for who, name in pairs]
    others += [each for each in sim.versions[said:] if each.owner != sim.ana.id]
    assert not any("turned over from" in each.all_words for each in others)
    assert [each.id for each in sim.direct_messages(sim.bruno)] == dms, "nobody is called again"
    await choose(sim, sim.bruno, sim.direct_messages(sim.bruno)[-1], "from-left")
    assert "turned over from the right" in sim.table().all_words
    assert list(await sim.store.log(1))[-2:] == [(0, "from-right"), (1, "from-left")]


async def test_the_bones_are_turned_over_one_by_one(sim, stacked):
    """Ana from the left: 5-3, 5-1, 2-2 … Bruno from the right: 3-1, 6-2 …"""
    ana = "5-3 5-1 2-2 6-4 4-4 4-2 4-3 5-4 6-5 6-6 5-2 2-0 3-0 0-0"
    named = {*ana.split(), "3-1", "6-2"}
    rest = [bone.code for bone in DOUBLE_SIX if bone.code not in named]
    stacked += [LOTS, deal(ana, *rest, "6-2", "3-1")]
    await sim.start(sim.bruno, game_id="blind")
    await choose(sim, sim.ana, await sim.hand(sim.ana), "from-left")
    await choose(sim, sim.bruno, await sim.hand(sim.bruno), "from-right")
    assert sim.direct_messages(sim.ana)[1:] == [], "the choice is at the table, where all see it"
    assert [each.label for each in sim.table().moves] == ["Turn over the next bone"]
    assert bones_in(sim.table().alts[0]) == set()
    await sim.click(sim.ana, sim.table(), "Turn over the next bone")
    # 5-3 leads, 5-1 fits the 5, 2-2 fits neither 1 nor 3.
    table = sim.table()
    assert f"<@{sim.ana.id}> led **5-3** · played **5-1** on the 5" in table.text
    assert (
        " · turned over **2-2**, which doesn't fit, so it goes to the back, face up" in table.text
    )
    assert "Player A, turned over from the left: 11 face down, 2-2." in table.alts[0]
    # Bruno's 3-1 fits both the 1 and the 3.
    await sim.click(sim.bruno, sim.table(), "Turn over the next bone")
    table = sim.table()
    assert [each.label for each in table.moves] == ["3-1 → 1", "3-1 → 3"]
    assert f"<@{sim.bruno.id}> turned over **3-1**, which fits at both ends" in table.text
    offered = await sim.bruno.autocomplete(sim.channel, "move", "move", "3-1")
    assert [each["value"] for each in offered] == ["3-1@l", "3-1@r"]
    # At the right both ends show 1; he goes on, and 6-2 goes to the back, face down.
    await sim.click(sim.bruno, table, "3-1 → 3")
    table = sim.table()
    assert f"<@{sim.bruno.id}> played **3-1** on the 3" in table.text
    assert "· turned over **6-2**, which doesn't fit, so it goes to the back" in table.text
    assert bones_in(table.alts[0]) == {"5-3", "5-1", "3-1", "2-2"}, "6-2 lies face down again"
    assert "Player A, turned over from the left: 11 face down, 2-2." in table.alts[0]


async def test_nobody_sees_a_bone_before_it_is_turned_over(sim):
    sweep, moves = Sweep(sim), 0
    await sim.start(sim.bruno, game_id="blind", computers=("steady", "casual"))
    await sweep.look()
    while (match := await sim.match()).is_open:
        state = await sim.state()
        public = Picture(table_scene(game("blind").observe(state, None)), "", "")
        assert sim.table().pictures == [public.paint(NO_THEME)]
        for who in (sim.ana, sim.bruno) if moves % 3 == 0 else ():
            own = game("blind").observe(state, match.seat_of(who.id))
            openly = chooses_openly(game("blind").info, own)
            hand = await sim.say(who, "hand")
            expected = [] if openly else [Picture(hand_scene(own), "", "").paint(NO_THEME)]
            assert hand.pictures == expected
            offered = bones_in(str(await who.autocomplete(sim.channel, "move", "move", "")))
            assert offered <= ({state.round.pending.code} if state.round.pending else set())
        if moves % 6 == 0:
            await sim.say(sim.eva, "board")
        who, *_ = await sim.asked()
        await (sim.move_by_command(who) if moves % 3 == 2 else sim.move(who))
        moves += 1
        await sweep.look()
    assert sweep.mentions > 100
    (ended,) = [each for each in sim.public() if each.is_("round.png")]
    result = sim.public()[-1]
    assert not re.search(r"point|score|\*\*0\*\*", ended.text + result.text)
    assert sim.now(hand).buttons == [], "the hand of a match that ended offers nothing more"
    assert ("wins the match!" in result.text) == bool((await sim.state()).outcome.winners)


ANA, BRUNO = "0-0 1-0 2-0", "6-6 5-5 4-4"
"""Ana has the lowest bone and begins; none of Bruno's fits next to 0-0 or 1-0."""


async def begin(sim: DiscordSim, stacked: list[str]) -> None:
    order = f"{ANA} {BRUNO} 4-3 6-5 3-2".split()
    rest = Counter([bone.code for bone in DOUBLE_SIX] * 2) - Counter(order)
    stacked.append(" ".join(["deal", *order, *rest.elements()]))
    await sim.start(sim.bruno, game_id="double-double")


@pytest.mark.parametrize("shown", [False, pytest.param(True, marks=pytest.mark.deep)])
async def test_two_play_double_double_to_the_end(sim, shown):
    """Be it move by move or, in between, unseen."""
    await sim.start(sim.bruno, game_id="double-double")
    sweep = Sweep(sim)
    first = sim.table().text
    assert "Lowest domino in each hand: " in first
    assert "Score pieces, goal 100: A 0, B 0." in first
    await sim.skip(lambda state: all(state.round.positions))
    state = (await sim.state()).round
    first, second = (f"{at} on a {state.board.number(at)}" for at in state.positions)
    assert f"Score pieces, goal 100: A {first}, B {second}." in sim.table().text
    while shown and (await sim.match()).is_open:
        await sim.move_by_command(await sim.to_move())
        await sweep.look()
    result = sim.public()[-1] if shown else await sim.play_out()
    await sweep.look()
    assert sweep.mentions > (200 if shown else 20)
    state, results = await sim.state(), await sim.results()
    assert result.text.startswith("## Double Double Dominoes · 🏆")
    for seat, who in enumerate((sim.ana, sim.bruno)):
        points = state.round.positions[seat]
        assert f"`{'AB'[seat]}` <@{who.id}> · **{points}**" in result.text
        assert f"Player {'AB'[seat]}: {points} points" in result.alts[0]
        held = {bone.code for bone in state.round.hands[seat]}
        assert held <= bones_in(result.alts[0].split("On the board")[0])
        assert results[who.id].points == points
    assert f"🏆 <@{(sim.ana, sim.bruno)[state.outcome.winners[0]].id}>" in result.text


async def test_going_on_after_a_double_and_the_pit(sim, stacked):
    await begin(sim, stacked)
    for text in ("6-6@h8i8", "0-0@a1b1", "0-0@h8i9", "0-0", "stop", "0-0@pit", "pass", "x" * 900):
        told = (await sim.say(sim.ana, "move", move=text)).text
        possible = bones_in(re.split("right now. Try | in several ways: ", told)[-1])
        assert possible
        assert possible <= {"0-0", "1-0", "2-0", "4-3"}
        assert len(told) < 500
    sweep = Sweep(sim)
    hand = await sim.hand(sim.ana)
    assert "### Double Double Dominoes · to 100" in hand.text
    assert "The first domino covers the star, H8." in hand.text
    halves = ("0-0, 0", "1-0, 0", "1-0, 1", "2-0, 0", "2-0, 2", "4-3, 3", "4-3, 4")
    assert sorted(each.label for each in hand.buttons) == [f"{half} on the star" for half in halves]
    hand = await sim.clicked(sim.ana, hand, "0-0, 0 on the star")
    assert "You can place another domino next to your double, or stop." in hand.text
    assert {each.label for each in hand.buttons} == {"1-0 …", "2-0 …", "Stop here"}
    assert f"➤ **`A` <@{sim.ana.id}>" in sim.table().text
    await sim.click(sim.ana, hand, "1-0 …")
    await sim.click(sim.ana, sim.now(hand), sim.now(hand).moves[0].id)
    assert await sim.to_move() is sim.bruno
    await sweep.look()
    hand = await sim.hand(sim.bruno)
    assert "You can't place any of your dominoes. Choose one for the pit." in hand.text
    labels = [f"Put {bone} in the pit" for bone in ("3-2", "4-4", "5-5", "6-6")]
    assert sorted(each.label for each in hand.moves) == labels
    await sim.click(sim.bruno, hand, "Put 5-5 in the pit")
    assert "You couldn't place a domino, so you put **5-5** in the pit" in sim.now(hand).text
    table = sim.table().text
    assert f"<@{sim.bruno.id}> couldn't place a domino, so they put one in the pit" in table
    assert "1 domino in the pit." in table
    await sweep.look()
    others = [each for each in sim.versions if each.owner != sim.bruno.id]
    assert "5-5" not in bones_in("".join(each.all_words for each in others))
    assert await sim.to_move() is sim.ana


async def test_of_many_places_the_best_are_buttons_and_the_others_stand_in_menus(sim, stacked):
    """Play at random until a bone of the person to move has more than 25 places."""
    order = [bone.code for bone in DOUBLE_SIX] * 2
    Random(91).shuffle(order)
    stacked.append(" ".join(["deal", *order]))
    await sim.start(sim.bruno, game_id="double-double")
    chance = Random(91)
    await sim.skip(
        lambda state: state.outcome is not None or max(ways(state).values(), default=0) > 25,
        lambda _, codes: chance.choice(codes),
    )
    who, ((bone, count),) = await sim.to_move(), ways(await sim.state()).most_common(1)
    hand = await sim.hand(who)
    label = next(each.label for each in hand.buttons if each.label.startswith(f"{bone} …"))
    await sim.click(who, hand, label)
    places, ply = sim.now(hand), (await sim.match()).ply
    assert len(places.moves) == count > 25
    assert sum(len(menu["options"]) for menu in places.menus) == count - 8
    assert [each.label for each in places.buttons[8:]] == ["Back to your hand"]
    assert places.menus[0]["placeholder"].startswith("More places")
    assert max(len(each.label) for each in places.moves) <= 25
    points = [int(each.label.split(" · ")[1]) for each in places.moves]
    most = f" · up to +{points[0]}" if points[0] else ""
    assert label == f"{bone} …{most}"
    assert points == sorted(points, reverse=True)
    letters = {each.label.split(" ")[0] for each in places.moves}
    assert places.moves[0].label.startswith("P ")
    assert all(f" {letter} " in places.alts[0] for letter in letters)
    assert not set("".join(letters)) & set("ABCDEFGHIJKLMNO")
    await sim.choose(who, places, places.moves[-1].id)
    assert (await sim.store.log(1))[ply][1] == places.moves[-1].code


def ways(state: Any) -> Counter[str]:
    (seat,) = asked(DOUBLE_DOUBLE, state)
    return Counter(code.partition("@")[0] for code in legal(DOUBLE_DOUBLE, state, seat))


async def test_nobody_else_sees_what_went_into_the_pit(tmp_path, stacked, caplog):
    caplog.set_level(logging.DEBUG, logger="bot")

    async def what_ana_sees(sim: DiscordSim, bone: str) -> list[object]:
        await begin(sim, stacked)
        for code in ("0-0@h8i8", "1-0@k8j8"):
            await sim.make(sim.ana, code)
        hand, since = await sim.hand(sim.ana), now(sim)
        await sim.make(sim.bruno, f"{bone}@pit")
        found = await within_reach(sim, (sim.ana, sim.eva), {sim.bruno.id}, since)
        await sim.move_by_command(sim.ana)
        return [*found, sim.now(hand).all_words, sim.table().all_words]

    await look_alike(tmp_path, what_ana_sees, ("5-5", "6-6"), least=12)
    assert "@pit" not in caplog.text
