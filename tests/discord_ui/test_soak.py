"""Every game for a while, by whatever can be pressed."""

from __future__ import annotations

from random import Random

import pytest

from bot.games import CATALOGUE, game
from bot.service.ports import Awaits, Stage
from tests.discord_ui.sweep import Sweep
from tests.discord_ui.table import Cafe, Person, Shown
from tests.discord_ui.test_chaos import Evening

CLICKS = 80
LOOK = 4
"""Turns between two looks at what was said."""
COMPANIES: dict[str, tuple[int, list[str]]] = {
    "draw": (1, ["casual"] * 2),
    "star": (3, []),
    "solitaire": (0, []),
    "double-double": (3, ["steady"] * 2),
    "squares": (2, []),
    "squares-draw": (1, ["casual"]),
}
"""How many people beside Ana, and which computers; two and one unless said otherwise."""
PLACES = {"star", "classic", "lucky-draw", "double-double"}
"""Where a piece surely has so many places that they are asked for."""


class Soak:
    """Random presses on a match that runs."""

    def __init__(self, cafe: Cafe, game_id: str, seed: str = "") -> None:
        self.cafe, self.chance = cafe, Random(game_id + seed)
        self.open = game(game_id).info.open_play
        """Whether everybody plays at the table itself."""
        self.sweep = Sweep(cafe)
        self.clicks = 0
        self.seen: set[str] = set()
        """The kinds of what was pressed."""

    async def run(self) -> None:
        while (await self.cafe.match()).is_open and self.clicks < CLICKS:
            for _ in range(LOOK):
                if (await self.cafe.match()).is_open:
                    await self.turn()
            await self.sweep.look()

    async def turn(self) -> None:
        """Somebody who is asked comes to a move in the end; others press what they like."""
        cafe, ply = self.cafe, (await self.cafe.match()).ply
        who = self.chance.choice(await cafe.asked())
        if self.chance.random() < 0.15:
            await self.bystander()
        if self.chance.random() < 0.2:
            offered = await who.autocomplete(cafe.channel, "move", "move", "")
            assert offered, "who is asked has a choice"
            await who.slash(cafe.channel, "move", move=self.chance.choice(offered)["value"])
            self.note("typed")
        else:
            hand = await self.hand(who)
            for _ in range(30):
                pressed = await self.press(who, hand)
                if pressed.startswith("m:"):
                    break
                hand = cafe.now(hand)
        assert (await cafe.match()).ply > ply, "the move was made"

    async def hand(self, who: Person) -> Shown:
        """In the channel, as it lies open, by command, or in the newest letter."""
        cafe, ply = self.cafe, (await self.cafe.match()).ply
        if self.open:
            return cafe.table()
        letters = cafe.letters(who)
        if letters and self.chance.random() < 0.2 and _of(letters[-1], ply):
            return letters[-1]
        try:
            lying = cafe.open_hand(who)
        except IndexError:
            lying = None
        if lying is not None and _of(lying, ply) and self.chance.random() < 0.7:
            return lying
        self.note("hand")
        if self.chance.random() < 0.3:
            return await cafe.say(who, "hand")
        return await cafe.hand(who)

    async def press(self, who: Person, shown: Shown) -> str:
        """Something that leads to a move: a move, a bone, or back from its places."""
        choices = [each for each in shown.ids if each[:2] in {"m:", "b:"}]
        back = [each.id for each in shown.buttons if each.label == "Back to the hand"]
        if back and self.chance.random() < 0.2:
            choices = back
        choice = self.chance.choice(choices)
        await self.cafe.choose(who, shown, choice)
        self.note("back" if choice in back else choice[:2])
        return choice

    async def bystander(self) -> None:
        """Anybody, at any of the table's buttons; or by a command that changes nothing."""
        cafe, who = self.cafe, self.chance.choice(list(self.cafe.people.values()))
        if self.chance.random() < 0.5:
            buttons = [each for each in cafe.table().buttons if each.id.startswith("t:")]
            await cafe.click(who, cafe.table(), self.chance.choice(buttons).id)
        else:
            await who.slash(cafe.channel, self.chance.choice(("hand", "board", "games", "rules")))
        self.note("bystander")

    def note(self, kind: str) -> None:
        self.clicks += 1
        self.seen.add(kind)


def _of(shown: Shown, ply: int) -> bool:
    return any(each.split(":")[2:3] == [str(ply)] for each in shown.ids)


@pytest.mark.long
@pytest.mark.parametrize("game_id", [rules.info.id for rules in CATALOGUE])
async def test_a_match_of_random_presses(cafe, game_id):
    people, levels = COMPANIES.get(game_id, (2, ["steady"]))
    lobby = await cafe.play(cafe.ana, game_id)
    for who in (cafe.bruno, cafe.chen, cafe.dana)[:people]:
        await cafe.click(who, lobby, "Join")
    for level in levels:
        await cafe.add_computer(level)
    soak = Soak(cafe, game_id)
    await cafe.click(cafe.ana, cafe.lobby(), "Start")
    await soak.run()

    match = await cafe.match()
    assert match.stage is Stage.OVER or soak.clicks >= CLICKS
    assert match.shown_version == match.version
    assert {"m:", "typed", "bystander"} <= soak.seen
    assert ("hand" in soak.seen) == (not soak.open)
    assert "b:" in soak.seen or game_id not in PLACES
    assert soak.sweep.checked > 50
    assert len(cafe.tables()) == (match.stage is Stage.RUNNING)


class Night(Evening):
    """A bad evening with another game than the usual ones."""

    def __init__(self, cafe: Cafe, game_id: str) -> None:
        super().__init__(cafe, seed=1)
        self.game_id = game_id

    async def command(self) -> None:
        """Commands that say something to somebody."""
        who = self.rng.choice(list(self.cafe.people.values()))
        names = ("hand", "board", "games", "rules", "help", "leaderboard", "leave")
        await who.slash(self.cafe.channel, self.rng.choice(names))

    async def move(self) -> None:
        """Somebody who is asked does something; a lobby gets on."""
        cafe = self.cafe
        match = await cafe.store.open_in(cafe.channel.id)
        if match is None:
            await cafe.ana.slash(cafe.channel, "play", game=self.game_id)
        elif match.stage is Stage.LOBBY:
            lobby = cafe.reply(await cafe.ana.slash(cafe.channel, "board"))
            if lobby.owner is not None or not lobby.buttons:
                return  # Discord did not let the bot show it
            host, others = cafe.person(match.host_id), set(cafe.people.values())
            guests = sorted(others - {cafe.person(each) for each in match.people}, key=_id)
            if len(match.seats) < max(3, game(match.game).info.min_seats):
                who, verb = self.rng.choice([(host, "add"), (guests[0], "join")])
                await cafe.press(who, lobby, f"l:{match.id}:{verb}")
            else:
                await cafe.press(host, lobby, f"l:{match.id}:start")
        elif match.awaits is Awaits.PERSON:
            who = self.rng.choice(await cafe.asked(match.id))
            offered = await who.autocomplete(cafe.channel, "move", "move", "")
            if offered:
                code = self.rng.choice(offered)["value"]
                await who.slash(cafe.channel, "move", move=code)


def _id(who: Person) -> int:
    return who.id


@pytest.mark.long
@pytest.mark.parametrize(
    "game_id",
    ["blind", "maltese-cross", "classic", "duos", "squares", "squares-blind", "double-double"],
)
async def test_a_bad_night_ends_well_in_other_games_too(cafe, game_id):
    night = Night(cafe, game_id)
    await night.go_on(100)
    await night.ends_well()
    assert (await cafe.match()).ply or (await cafe.store.match(2)) is not None
