import asyncio
import re
from typing import Any

import pytest

from bot.model.scores import Measure
from bot.scores.career import Tally
from bot.service.analyses import MatchAnalyses
from bot.service.ports.thinking import ThinkingInThreads
from bot.service.thinking.worker_pool import PoolBusy
from bot.store.tables.matches import seats
from tests.discord_ui.secrecy_sweep import Sweep
from tests.discord_ui.simulation import NOT_YOUR_TURN, OLD, STRANGER, DiscordSim, Person, Shown
from tests.discord_ui.test_replay import NOT_OVER, UNKNOWN

pytestmark = pytest.mark.usefixtures("few_playouts")
UNDER_WAY = "Your analysis is already on its way. The result will appear in the message you have."


class Held(ThinkingInThreads):
    """Thinks like the real one, but only as far as the test lets it."""

    def __init__(self, sim: Any, allowed: int) -> None:
        self._sim, self._allowed, self.gate = sim, allowed, asyncio.Event()
        self.asked = 0

    async def run(self, function: Any, *arguments: Any) -> Any:
        self.asked += 1
        if self.asked > self._allowed:
            await self._sim.env.external_wait(self.gate.wait(), reason="thinking")
        return function(*arguments)


def think(sim: Any, allowed: int = 10**6) -> Held:
    held, service = Held(sim, allowed), sim.client.service
    service.analyses = MatchAnalyses(service.store, held, effort=300)
    return held


async def test_an_analysis_fills_up_and_shows_every_choice(sim, end):
    held = think(sim, allowed=3)
    shown = await sim.opened(sim.bruno, end, "Analyse")
    await sim.pass_time(seconds=2)
    (of,) = re.findall(r"Analysing: 3 of (\d+) choices", sim.now(shown).text)
    assert (await sim.opened(sim.bruno, sim.now(shown), "Analyse")).text == UNDER_WAY
    other = await sim.opened(sim.ana, end, "Analyse")
    held.gate.set()
    await sim.settle()
    assert held.asked == int(of), "two who wait share one job"
    shown, other = sim.now(shown), sim.now(other)
    assert shown.is_("analysis.png")
    assert re.search(r"`B` <@\d+> · accuracy \*\*\d+%\*\* · best move in \d+ of \d+", shown.text)
    assert re.search(r"A's chance to win: .* at the end\. B's chance to win: ", shown.alts[0])
    assert "You chose" in shown.text
    assert "You chose" in other.text
    await sim.clicked(sim.bruno, shown, "Everybody's moves", "My moves")
    await sim.restart()
    think(sim)
    choice = await sim.clicked(sim.bruno, shown, sim.now(shown).buttons[0].id)
    assert choice.is_("hand.png")
    assert re.search(r"You chose \*\*.+\*\*\.\n\*\*.+\*\* was better: it wins in \d+%", choice.text)
    assert (await sim.clicked(sim.bruno, choice, "See it in the replay")).is_("replay.png")


async def test_a_restart_in_the_middle_leaves_a_button_that_works(sim, end):
    think(sim, allowed=1)
    shown = await sim.opened(sim.ana, end, "Analyse")
    await sim.restart()
    think(sim)
    assert (await sim.clicked(sim.ana, shown, "Analyse")).is_("analysis.png")


async def test_when_the_bot_stops_the_message_says_how_to_go_on(sim, end):
    think(sim, allowed=1)
    shown = await sim.opened(sim.ana, end, "Analyse")
    await sim.client.service.analyses.cancel()
    await sim.settle()
    assert "The analysis isn't ready yet. Press Analyse to try again." in sim.now(shown).text
    assert sim.now(shown).labels == ["Analyse"]


@pytest.mark.parametrize("rest", ["", ":own", ":all", ":5", ":5b"])
async def test_a_running_match_is_not_analysed(sim, rest, two_play):
    held = think(sim)
    assert sim.reply(await sim.press(sim.ana, sim.table(), f"x:analyse:1{rest}")).text == NOT_OVER
    assert not held.asked


async def test_made_up_ids_of_analyses(sim, end):
    think(sim)
    await sim.click(sim.bruno, end, "Analyse")
    for rest in ("", ":", "x", "1:", "1:-1", "1:0", "1:999999999", "1:5ab", "1:owns"):
        assert sim.reply(await sim.press(sim.bruno, end, f"x:analyse:{rest}")).text == OLD, rest
    assert sim.reply(await sim.press(sim.bruno, end, "x:analyse:999")).text == UNKNOWN


async def test_a_choice_for_which_there_is_no_room_is_judged_later(sim, end):
    held, real = think(sim), Held.run

    async def busy(function: Any, *arguments: Any) -> Any:
        if held.asked < 2:
            held.asked += 1
            raise PoolBusy
        return await real(held, function, *arguments)

    held.run = busy  # type: ignore[method-assign]
    shown = await sim.opened(sim.ana, end, "Analyse")
    assert "Analysing" in sim.now(shown).text
    await sim.pass_time(seconds=6)
    assert sim.now(shown).is_("analysis.png")


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
