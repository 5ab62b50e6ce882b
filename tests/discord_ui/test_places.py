import asyncio
import re
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from bot.discord_ui import components
from bot.discord_ui.publishing import open_hands
from renderers.ink.themes import DEFAULT_THEME
from tests.discord_ui.simulation import NOT_YOUR_TURN, STRANGER, Choice, DiscordSim, Shown
from tests.games.positions import deal

pytestmark = pytest.mark.usefixtures("ends_told_apart")

OLD = "no longer works"
STALE = "That was out of date"
CHEN = "5-5 5-4 5-3 5-2 5-1 5-0 4-3 4-1 4-0"
BRUNO = "6-5 6-4 6-3 6-2 6-1 6-0 4-4 3-3 2-2"
ANA = "6-6 4-2 3-2 3-1 3-0 2-1 2-0 1-1 0-0"
"""With 1-0, which is out of play, Ana has all bones that Lucky Draw deals first."""


def labels(choices: list[Choice]) -> dict[str, str]:
    return {each.code: each.label for each in choices}


@pytest.fixture
async def hand(sim: DiscordSim, stacked: list[str]) -> Shown:
    """Return Bruno's hand of sixes, too many moves for buttons: Ana has led 6-6 with four sides."""
    stacked.append(deal(ANA, BRUNO, CHEN))
    await sim.start(sim.bruno, sim.chen, game_id="lucky-draw")
    assert await sim.to_move() is sim.bruno
    return await sim.hand(sim.bruno)


@pytest.fixture
async def ply(sim: DiscordSim, hand: Shown) -> int:
    return (await sim.match()).ply


@pytest.fixture
async def places(sim: DiscordSim, hand: Shown) -> Shown:
    return await sim.clicked(sim.bruno, hand, "6-3 …")


async def test_a_bone_shows_its_places_and_is_played_at_one(sim, hand, ply):
    assert [each.label for each in hand.buttons] == [f"6-{pips} …" for pips in range(6)]
    assert hand.moves == []
    assert "You can play 6-0, 6-1, 6-2, 6-3, 6-4, and 6-5." in hand.alts[0]

    places = await sim.clicked(sim.bruno, hand, "6-3 …")
    assert (places.owner, places.files) == (sim.bruno.id, ["places.png"])
    assert "Where do you want to play **6-3**?" in places.text
    sides = zip("lrud", "EFGH", strict=True)
    assert labels(places.moves) == {f"6-3@{side}": f"6-3 → {end}" for side, end in sides}
    assert "Open ends: E 6, F 6, G 6, H 6." in places.alts[0]
    assert (await sim.match()).ply == ply, "to look is not to move"

    await sim.click(sim.bruno, places, "Back to your hand")
    assert (sim.now(hand).files, sim.now(hand).ids) == (hand.files, hand.ids)

    await sim.click(sim.bruno, sim.now(hand), "6-2 …")
    await sim.restart()
    assert (await sim.clicked(sim.bruno, hand, "6-2 → G")).is_("hand.png")
    assert "You played **6-2** at G" in sim.now(hand).text
    assert (await sim.store.log(1))[ply] == (1, "6-2@u")
    assert f"<@{sim.bruno.id}> played **6-2** at G" in sim.table().text


def faces(picture: bytes) -> list[bool]:
    """Return for each pixel of a hand's table whether it is the ivory of a bone, as no text is."""
    pixels = Image.open(BytesIO(picture)).convert("RGB").crop((0, 0, 900, 640)).tobytes()
    triples = zip(pixels[::3], pixels[1::3], pixels[2::3], strict=True)
    return [triple == DEFAULT_THEME.ivory for triple in triples]


async def test_the_bones_stay_when_a_place_is_asked_for(sim, stacked, real_pictures):
    """Who chooses a place finds it where the hand's picture shows it; other flags are greyed."""
    hands = "6-6 6-4 5-4 5-2 4-1 4-0 2-1 3-2 3-1", "6-3 4-4 3-3 2-2 1-1 0-0 6-1 3-0 2-0"
    stacked.append(deal(*hands, "6-5 5-5 5-3 5-1 5-0 4-3 6-0 6-2 4-2"))
    await sim.start(sim.bruno, sim.chen, game_id="lucky-draw")
    order = (sim.bruno, sim.chen, sim.ana, sim.bruno, sim.chen)
    for who, code in zip(order, ["6-3@l", "6-5@r", "6-4@u", "3-3@l", "5-5@r"], strict=True):
        await who.slash(sim.channel, "move", move=code)
    hand = await sim.hand(sim.ana)
    await sim.press(sim.ana, hand, f"b:1:{(await sim.match()).ply}:5-4")  # as an older hand has it
    (table,), (places,) = hand.pictures, sim.now(hand).pictures
    assert table != places
    here, there = faces(table), faces(places)
    moved = sum(a is not b for a, b in zip(here, there, strict=True))
    assert moved < sum(here) / 200, "no bone lies elsewhere; a soft edge of a letter is ivory too"


@pytest.mark.parametrize("way", ["4-4@l", "4-4@r+"])
async def test_two_places_and_two_ways_are_four_buttons(sim, stacked, way):
    """Ana 6-5 and 5-4 at the left, Bruno 6-4 at the right: 4-4 fits at both. Moves are typed."""
    stacked.append(deal("6-6 6-5 5-4 3-0 2-0", "6-4 4-4 6-3 2-1 1-0"))
    await sim.start(sim.bruno, game_id="classic")
    await sim.say(sim.bruno, "move", move="6-4@r")
    await sim.say(sim.ana, "move", move="6-5 E")
    await sim.say(sim.bruno, "move", move="6-3@u")
    await sim.say(sim.ana, "move", move="4-5@l")

    hand = await sim.hand(sim.bruno)
    assert labels(hand.moves) == {
        "4-4@l": "4-4 → E, in line",
        "4-4@l+": "4-4 → E, crosswise",
        "4-4@r": "4-4 → F, in line",
        "4-4@r+": "4-4 → F, crosswise",
    }
    crosswise = way.endswith("+")
    await sim.click(sim.bruno, hand, labels(hand.moves)[way])
    end, how = "E" if way[4] == "l" else "F", "crosswise" if crosswise else "in line"
    assert f"played **4-4** at {end}, {how}" in sim.table().text
    assert len((await sim.state()).round.layout.openings) == (6 if crosswise else 4)
    assert ("J 4" in sim.table().alts[0]) == crosswise


async def test_nobody_else_looks_at_places_or_plays_there(sim, hand, ply):
    own = await sim.say(sim.ana, "hand")
    for who in (sim.ana, sim.chen, sim.eva):
        for custom_id in (f"b:1:{ply}:6-3", f"m:1:{ply}:6-3@l", f"b:1:{ply}:6-5"):
            assert OLD in await sim.told(who, sim.table(), custom_id)
    for custom_id in (f"b:1:{ply}:6-3", f"b:1:{ply}:6-5"):
        await sim.press(sim.ana, own, custom_id)
        assert not any(each in sim.now(own).text for each in ("6-3", "6-2", "can be played"))
        assert not sim.now(own).is_("places.png")
        assert sim.now(own).moves == []
    assert NOT_YOUR_TURN in await sim.told(sim.ana, own, f"m:1:{ply}:6-3@l")
    # Nobody else can press on what is shown to Bruno alone. But if somebody could:
    assert sim.reply(await sim.press(sim.eva, hand, f"b:1:{ply}:6-2")).text == STRANGER
    await sim.check_nothing_happened(ply)


GARBAGE = (
    *("", " ", "6-6", "5-5", "3-6", "6-3@l", "9-9", "nonsense", "@everyone", "{bone}", "%s"),
    *("6-3:6-3", "pass", "draw", "x" * 80, "❤", "'; DROP TABLE log; --"),
)


async def test_garbage_or_too_little_in_place_of_a_bone_or_its_ply(sim, hand, ply):
    """Whatever is not a bone that can be laid shows the hand as it is."""
    for text in GARBAGE:
        assert (await sim.press(sim.bruno, hand, f"b:1:{ply}:{text}")).acknowledged, text
        assert sim.now(hand).is_("hand.png"), text
        assert sorted(sim.now(hand).ids) == sorted(hand.ids)
    for custom_id in ("b:1:6-3", "b:::", "b:1", f"b:1:-{ply}:6-3", f"b:x:{ply}:6-3", "b:1:1e3:6-3"):
        assert OLD in await sim.told(sim.bruno, hand, custom_id)
    for number in (2, 999999999999999999):
        assert "can't find that match" in await sim.told(sim.bruno, hand, f"b:{number}:{ply}:6-3")
    told = await sim.typed(sim.bruno, "move", move="63")
    assert re.match("You can play “63” in several ways: .* → .* or .* → .*. Which one", told)
    assert "in this game. Try " in await sim.typed(sim.bruno, "move", move="3-9")
    for off in (-1, 1, 10**9):
        await sim.press(sim.bruno, hand, f"b:1:{ply + off}:6-3")
        assert STALE in sim.now(hand).text, off
        assert sorted(sim.now(hand).ids) == sorted(hand.ids)
    await sim.check_nothing_happened(ply)


async def test_bones_and_places_pressed_at_once_are_one_move(sim, hand, ply, places):
    """The last to answer shows the table as it stands, whatever order they come in."""
    first, second, *_ = (choice.id for choice in places.moves)
    presses = (f"b:1:{ply}:6-3", first, first, second, f"b:1:{ply}:6-2")
    results = await sim.at_once(*((sim.bruno, hand, each) for each in presses))
    assert all(result.acknowledged for result in results)
    assert list((await sim.store.log(1))[ply:]) == [(1, first.split(":")[-1])]
    assert sim.now(hand).moves == []
    assert not sim.now(hand).is_("places.png"), "no places of a table that has gone on"
    await sim.plies()


@pytest.fixture
def refreshes(sim, monkeypatch) -> asyncio.Event:
    gate, real = asyncio.Event(), components.body
    gate.set()

    async def held(*args: Any) -> Any:
        await sim.env.external_wait(gate.wait(), reason="a test holds it")
        return await real(*args)

    monkeypatch.setattr(open_hands, "body", held)
    return gate


async def test_places_outlast_a_late_refresh_of_the_table(sim, hand, refreshes):
    refreshes.clear()
    with sim.env._bot_scope():
        update = await sim.client.service.outbox.current_update(1)
        sim.client.publisher.hand_delivery.deliver(update)
    await sim.settle()
    await sim.click(sim.bruno, hand, "6-3 …")
    refreshes.set()
    await sim.settle()
    assert sim.now(hand).is_("places.png")


async def test_places_opened_during_a_refresh_come_after_it(sim, hand, refreshes, monkeypatch):
    refreshes.clear()
    await sim.leave(sim.chen)
    actions, lock = sim.client.actions, sim.client.publisher.hands.lock(1, sim.bruno.id)
    real = actions.ask_place

    async def answered_or_waiting(*args: Any) -> None:
        answer = asyncio.ensure_future(real(*args))
        while not (answer.done() or lock._waiters):  # noqa: ASYNC110 - nothing tells of it
            await asyncio.sleep(0)
        refreshes.set()
        await answer

    monkeypatch.setattr(actions, "ask_place", answered_or_waiting)
    assert (await sim.clicked(sim.bruno, hand, "6-3 …")).is_("places.png")


async def test_places_stay_open_while_the_choice_is_the_same(sim, places):
    await sim.leave(sim.chen)
    assert sim.now(places).components == places.components
    assert "You played **6-3** at G" in (await sim.clicked(sim.bruno, places, "6-3 → G")).text


async def test_places_of_an_earlier_turn_give_way_to_the_hand(sim, places):
    matches, who, code = sim.client.service.matches, sim.bruno, "6-3@u"
    with sim.env._bot_scope():
        while not (who is sim.bruno and code != "6-3@u"):
            await matches.play(1, who.id, None, code)
            who = await sim.to_move()
            code = (await matches.view_for(1, who.id)).seen.legal[0].code
    await sim.settle()
    assert sim.now(places).is_("hand.png")
    assert "Your turn" in sim.now(places).text
