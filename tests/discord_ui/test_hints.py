import asyncio
from typing import Any

import pytest

from bot.model.scores import Measure
from bot.scores.career import Tally
from bot.service.ports.thinking import ThinkingInThreads
from bot.store.tables.matches import seats
from tests.discord_ui.secrecy_sweep import Sweep
from tests.discord_ui.simulation import NOT_YOUR_TURN, OLD, STRANGER, DiscordSim, Person, Shown

pytestmark = pytest.mark.usefixtures("few_playouts")
HINT, SURE = "💡 Hint", "Show the hint"
OFF = "There are no hints in this match."


async def taken(sim: DiscordSim) -> list[int]:
    query = seats.select().where(seats.c.match_id == 1).order_by(seats.c.seat)
    return await sim.store.database.read(lambda db: [row.hints_taken for row in db.execute(query)])


def hint_of(shown: Shown) -> str:
    """Return both lines of the hint that a message shows; empty without one."""
    lines = shown.text.splitlines()
    at = next((at for at, line in enumerate(lines) if line.startswith("💡")), len(lines))
    return "\n".join(lines[at : at + 2])


async def take(sim: DiscordSim, who: Person, shown: Shown) -> Shown:
    """Ask for somebody's first hint in a match, and take it; return the message that has it."""
    answer = await sim.opened(who, shown, HINT)
    assert "After a hint, a win in this match doesn't count" in answer.text
    return await sim.clicked(who, answer, SURE)


async def together(sim: DiscordSim, *, allowed: bool) -> tuple[Person, Person, Shown]:
    await sim.seat(sim.bruno)
    if allowed:
        assert "on" in (await sim.set("hints:", "on")).defaults
        assert "If anybody takes one, nobody's rating goes up." in sim.lobby().text
    await sim.click(sim.ana, sim.lobby(), "Start")
    who, hand = await sim.turn()
    return who, sim.others(who)[0], hand


async def test_against_computers_a_hint_counts_once_and_undoes_no_loss(sim):
    await sim.seat(computers=["casual"])
    await sim.click(sim.ana, sim.lobby(), "Make it rated")
    await sim.click(sim.ana, sim.lobby(), "Start")
    sweep, hand = Sweep(sim), await sim.hand(sim.ana)
    assert "nobody's rating goes up" in (await sim.clicked(sim.ana, hand, HINT)).text
    assert (await sim.clicked(sim.ana, hand, "Back to your hand")).is_("hand.png")
    assert sum(await taken(sim)) == 0, "it says what a hint costs, and takes nothing yet"
    await take(sim, sim.ana, hand)
    first, pressed = sim.now(hand), f"h:1:{hand.moves[0].ply}"
    assert hint_of(first)
    assert HINT not in first.labels
    await sim.click(sim.ana, await sim.hand(sim.ana), HINT)
    assert hint_of(sim.open_hand(sim.ana)) == hint_of(first)
    await sweep.look()
    hand = sim.open_hand(sim.ana)
    await sim.click(sim.ana, hand, hand.moves[0].id)
    await sim.press(sim.ana, sim.now(hand), pressed)
    assert "That was out of date." in sim.now(hand).text
    assert not hint_of(sim.now(hand))
    ended = await sim.play_out()
    assert f"<@{sim.ana.id}> took 1 hint, so nobody's rating goes up." in ended.text
    assert "1 of 5 matches until there's a rating" in ended.text, "she has lost"
    assert sum(await taken(sim)) == 1
    assert await sim.leaders(Measure.POINTS) == ()
    assert (await sim.store.career(sim.ana.id)).games == {"block": Tally(1, 0, 1)}


async def test_a_win_with_a_hint_counts_as_played_and_not_as_won(sim, deals):
    for seed in range(20):
        deals(seed)
        match = await sim.start(computers=("casual",))
        await take(sim, sim.ana, await sim.hand(sim.ana))
        ended = await sim.play_out(match.id)
        if f"🏆 <@{sim.ana.id}> wins" in ended.text:
            break
    assert f"<@{sim.ana.id}> took 1 hint, so a win doesn't count." in ended.text
    assert [each.id for each in await sim.store.achievements(sim.ana.id)] == ["first-match"]
    career = await sim.store.career(sim.ana.id)
    assert (career.matches, career.wins) == (seed + 1, 0)


async def test_people_together_have_no_hints_unless_the_host_allows_them(sim):
    who, _, hand = await together(sim, allowed=False)
    assert HINT not in hand.labels
    assert await sim.told(who, hand, f"h:1:{hand.moves[0].ply}") == OFF
    assert await taken(sim) == [0, 0]
    assert "took" not in (await sim.play_out()).text


async def test_only_the_mover_gets_a_hint_and_only_in_private(sim):
    who, other, hand = await together(sim, allowed=True)
    pressed, theirs = f"h:1:{hand.moves[0].ply}", await sim.hand(other)
    assert HINT not in theirs.labels
    assert await sim.told(other, theirs, pressed) == NOT_YOUR_TURN
    assert await sim.told(sim.dana, sim.table(), pressed) == OLD
    assert await sim.told(who, sim.table(), pressed) == OLD
    assert await taken(sim) == [0, 0]
    before = len(sim.versions)
    dm = sim.direct_messages(who)[-1]
    await take(sim, who, dm)
    assert hint_of(sim.now(dm))
    assert {each.owner for each in sim.versions[before:]} == {who.id}
    await sim.leave(who)
    assert sorted(await taken(sim)) == [0, 1], "what was taken stays with the seat"


async def test_a_hint_for_a_table_that_changed_is_neither_shown_nor_counted(sim, monkeypatch):
    who, _, hand = await together(sim, allowed=True)
    gate, run = asyncio.Event(), ThinkingInThreads.run

    async def slow(self: ThinkingInThreads, *work: Any) -> Any:
        await sim.env.external_wait(gate.wait(), reason="slow thinking")
        return await run(self, *work)

    monkeypatch.setattr(ThinkingInThreads, "run", slow)
    await sim.press(who, hand, pressed := f"h:1:{hand.moves[0].ply}:hand")
    assert await sim.told(who, hand, pressed) == "Your hint is already on its way."
    await sim.press(who, hand, hand.moves[0].id)
    gate.set()
    await sim.settle()
    assert not any(hint_of(each) for each in sim.versions)
    assert await taken(sim) == [0, 0]


async def test_at_an_open_table_the_hint_is_beside_it(sim):
    await sim.start(game_id="solitaire")
    table = sim.table()
    answer = await take(sim, sim.ana, table)
    assert hint_of(answer)
    assert not answer.ids
    assert sim.table().components == table.components
    assert await sim.told(sim.dana, table, f"h:1:{table.moves[0].ply}") == STRANGER
    ended = await sim.play_out()
    assert f"<@{sim.ana.id}> took 1 hint, so a win doesn't count." in ended.text
    assert "the one to beat" not in ended.text
