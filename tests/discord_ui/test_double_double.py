import logging
import re
from collections import Counter
from random import Random
from typing import Any

import pytest

from bot.domino.bone import DOUBLE_SIX
from bot.games.double_double import DOUBLE_DOUBLE
from tests.discord_ui.secrecy_sweep import Sweep, look_alike, now, within_reach
from tests.discord_ui.simulation import DiscordSim, bones_in
from tests.games.positions import asked, legal

ANA, BRUNO = "0-0 1-0 2-0", "6-6 5-5 4-4"
"""Ana has the lowest bone and begins; none of Bruno's fits next to 0-0 or 1-0."""


async def begin(sim: DiscordSim, stacked: list[str]) -> None:
    order = f"{ANA} {BRUNO} 4-3 6-5 3-2".split()
    rest = Counter([bone.code for bone in DOUBLE_SIX] * 2)
    rest.subtract(order)
    stacked.append(" ".join(["deal", *order, *rest.elements()]))
    await sim.start(sim.bruno, game_id="double-double")


@pytest.mark.parametrize("shown", [False, pytest.param(True, marks=pytest.mark.deep)])
async def test_two_play_to_the_end(sim, shown):
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
    state = await sim.state()
    assert result.text.startswith("## Double Double Dominoes · 🏆")
    results = await sim.results()
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
    assert not any(set(letter) & set("ABCDEFGHIJKLMNO") for letter in letters)
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
