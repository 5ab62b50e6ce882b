import re
from itertools import pairwise
from random import Random

import pytest

from bot.games import CATALOGUE, game
from bot.model.match import Stage
from tests.discord_ui.secrecy_sweep import Sweep
from tests.discord_ui.simulation import DiscordSim, Person, Shown

ROUND = re.compile(r"round \d+")
LOOK = 4
"""Turns between two checks of what was said."""
COMPANIES: dict[str, tuple[int, list[str]]] = {
    "draw": (1, ["casual"] * 2),
    "star": (3, []),
    "blind": (3, []),
    "solitaire": (0, []),
    "double-double": (3, ["steady"] * 2),
    "squares": (2, []),
    "squares-draw": (1, ["casual"]),
    "squares-blind": (3, []),
}
"""The number of people besides Ana, and the computers; by default two, and a steady one."""
DEEP = [pytest.param(each.info.id, 100, marks=pytest.mark.deep) for each in CATALOGUE]
PLACES = {"double-double"}
"""Games in which a piece is sure to have so many places that one must be chosen."""


class Soak:
    def __init__(self, sim: DiscordSim, game_id: str, most: int) -> None:
        self.sim, self.chance, self.most = sim, Random(game_id), most
        self.open = game(game_id).info.open_play
        """True if everybody plays at the table itself."""
        self.sweep = Sweep(sim)
        self.clicks = 0
        self.seen: set[str] = set()

    async def run(self) -> None:
        while (await self.sim.match()).is_open and self.clicks < self.most:
            for _ in range(LOOK):
                if (await self.sim.match()).is_open:
                    await self.turn()
            await self.sweep.look()

    async def turn(self) -> None:
        """Somebody who is asked comes to a move in the end; others press what they like."""
        sim, ply = self.sim, (await self.sim.match()).ply
        who = self.chance.choice(await sim.asked())
        if self.chance.random() < 0.15:
            await self.bystander()
        if self.chance.random() < 0.2:
            offered = await who.autocomplete(sim.channel, "move", "move", "")
            assert offered, "who is asked has a choice"
            await who.slash(sim.channel, "move", move=self.chance.choice(offered)["value"])
            self.note("typed")
        else:
            hand = await self.hand(who)
            for _ in range(30):
                if (await self.press(who, hand)).startswith("m:"):
                    break
                hand = sim.now(hand)
        assert (await sim.match()).ply > ply, "the move was made"

    async def hand(self, who: Person) -> Shown:
        sim, ply = self.sim, (await self.sim.match()).ply
        if sim.table().moves:
            return sim.table()
        hands = [each for each in sim.seen_by(who) if each.owner == who.id]
        for lying, often in ((sim.direct_messages(who)[-1:], 0.2), (hands[-1:], 0.7)):
            if lying and _of(lying[0], ply) and self.chance.random() < often:
                return lying[0]
        self.note("hand")
        if self.chance.random() < 0.3:
            return await sim.say(who, "hand")
        return await sim.hand(who)

    async def press(self, who: Person, shown: Shown) -> str:
        choices = [each for each in shown.pressable if each[:2] in {"m:", "b:"}]
        back = [each.id for each in shown.buttons if each.label == "Back to your hand"]
        if back and self.chance.random() < 0.2:
            choices = back
        choice = self.chance.choice(choices)
        await self.sim.choose(who, shown, choice)
        self.note("back" if choice in back else choice[:2])
        return choice

    async def bystander(self) -> None:
        """Anybody, at any of the table's buttons; or by a command that changes nothing."""
        sim, who = self.sim, self.chance.choice(list(self.sim.people.values()))
        if self.chance.random() < 0.5:
            buttons = [each for each in sim.table().buttons if each.id.startswith("t:")]
            await sim.click(who, sim.table(), self.chance.choice(buttons).id)
        else:
            await who.slash(sim.channel, self.chance.choice(("hand", "board", "games", "rules")))
        self.note("bystander")

    def note(self, kind: str) -> None:
        self.clicks += 1
        self.seen.add(kind)


def _of(shown: Shown, ply: int) -> bool:
    return any(each.split(":")[2:3] == [str(ply)] for each in shown.ids)


@pytest.mark.parametrize(("game_id", "clicks"), [("classic", 12), ("squares", 12), *DEEP])
async def test_a_match_of_random_presses(sim, game_id, clicks):
    people, levels = COMPANIES.get(game_id, (2, ["steady"]))
    await sim.seat(*(sim.bruno, sim.chen, sim.dana)[:people], game_id=game_id, computers=levels)
    full = next((each for each in sim.lobby().pressable if each.endswith(":full")), None)
    if full is not None:
        await sim.click(sim.ana, sim.lobby(), full)
    soak = Soak(sim, game_id, clicks)
    await sim.click(sim.ana, sim.lobby(), "Start")
    await soak.run()
    match = await sim.match()
    assert match.stage is Stage.OVER or soak.clicks >= clicks
    assert match.shown_version == match.version
    assert len(sim.tables()) == (match.stage is Stage.RUNNING)
    assert "m:" in soak.seen
    calls = [each for each in sim.versions if each.pinged and not each.edited]
    called = [(ROUND.findall(each.text), each.pinged) for each in calls]
    assert all(one != other for one, other in pairwise(called)), "one ping is enough for a turn"
    if clicks < 100:
        return
    assert {"typed", "bystander"} <= soak.seen
    assert ("hand" in soak.seen) == (not soak.open or game_id == "blind"), "it begins in secret"
    assert "b:" in soak.seen or game_id not in PLACES
    alone = game_id == "solitaire"
    assert soak.sweep.checked > (soak.clicks if alone else 50), "a match alone is short"
