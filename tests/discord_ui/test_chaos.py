from contextlib import suppress
from random import Random

import pytest
import simcord

from bot.games import game
from bot.model.match import Stage, WaitingFor
from bot.model.shards import ALONE
from tests.discord_ui.simulation import DiscordSim, Shown


class Evening:
    def __init__(self, sim: DiscordSim, seed: int, *games: str) -> None:
        self.sim, self.rng, self.games = sim, Random(seed), games or ("block", "draw")

    async def go_on(self, steps: int) -> None:
        for _ in range(steps):
            ways = [self.press, self.command, self.move, self.trouble, self.sim.restart, self.wait]
            (what,) = self.rng.choices(ways, weights=[8, 5, 10, 2, 0.7, 1])
            # A real person couldn't do some of this, such as pressing in a channel they don't see.
            with suppress(simcord.SetupError, simcord.BackendError):
                await what()

    async def press(self) -> None:
        who = self.rng.choice(list(self.sim.people.values()))
        seen = [*self.sim.seen_by(who), *self.sim.direct_messages(who)]
        usable = [shown for shown in seen if shown.buttons or shown.menus]
        if not usable:
            return
        shown = self.rng.choice(usable[-6:])
        enabled = [button for button in shown.buttons if not button.disabled]
        if shown.menus and self.rng.random() < 0.3:
            menu = self.rng.choice(shown.menus)
            value = self.rng.choice(menu["options"])["value"]
            await self.sim.pick(who, shown, value, menu=menu["custom_id"])
        elif enabled:
            await self.sim.click(who, shown, self.rng.choice(enabled).id)

    async def command(self) -> None:
        who = self.rng.choice(list(self.sim.people.values()))
        plain = ("hand", "board", "games", "rules", "help", "leaderboard", "leave")
        asked = [("play", {"game": self.rng.choice(self.games)}), ("move", {"move": "6-4"})]
        name, options = self.rng.choice([*asked, *((each, {}) for each in plain)])
        await who.slash(self.sim.channel, name, **options)

    async def move(self) -> None:
        """Let somebody who is to act do something; get a lobby going."""
        sim = self.sim
        match = await sim.store.open_in(sim.channel.id)
        if match is None:
            await sim.ana.slash(sim.channel, "play", game=self.rng.choice(self.games))
        elif match.stage is Stage.LOBBY:
            answer = await sim.ana.slash(sim.channel, "board")
            lobby = sim.reply(answer) if answer.response or answer.followups else None
            if lobby is None or lobby.owner is not None or not lobby.buttons:
                return  # Discord did not let the bot show it
            host = sim.person(match.host_id)
            guests = [who for who in sim.people.values() if who.id not in match.people]
            if len(match.seats) < game(match.game).info.min_seats:
                who, verb = self.rng.choice([(host, "add"), (guests[0], "join")])
                await sim.press(who, lobby, f"l:{match.id}:{verb}")
            else:
                await sim.press(host, lobby, f"l:{match.id}:start")
        elif match.awaits is WaitingFor.PERSON:
            who = self.rng.choice(await sim.asked(match.id))
            offered = await who.autocomplete(sim.channel, "move", "move", "")
            if offered:
                await who.slash(sim.channel, "move", move=self.rng.choice(offered)["value"])

    async def trouble(self) -> None:
        sim, here = self.sim, f"/channels/{self.sim.channel.id}/messages"
        wishes = [("POST", here), ("PATCH", f"{here}/*"), ("DELETE", f"{here}/*")]
        wishes += [("POST", "/users/@me/channels"), ("PATCH", "/webhooks/*")]
        method, path = self.rng.choice(wishes)
        status, code = self.rng.choice([(500, 0), (403, 50013), (404, 10008), (400, 30046)])
        times = self.rng.choice((1, 1, 2))
        sim.env.inject_error(method, path, status=status, code=code, times=times)
        if self.rng.random() < 0.3 and sim.public():
            sim.delete(self.rng.choice(sim.public()))

    async def wait(self) -> None:
        await self.sim.pass_time(seconds=self.rng.choice((5, 20, 300, 4000)))

    async def ends_well(self) -> None:
        """Check that after the errors everything is as if there had been none."""
        sim = self.sim
        sim.env.backend.faults.clear()
        await sim.pass_time(hours=1)
        assert await sim.store.pending_matches(ALONE) == ()
        match_id = 1
        shown_tables: list[Shown] = []
        while (match := await sim.store.match(match_id)) is not None:
            assert match.shown_version == match.version
            assert match.shown_ply == match.ply
            if match.ply:
                await sim.plies(match_id)
            if match.stage is Stage.RUNNING:
                if not sim.tables():  # somebody has deleted it, and nobody has moved since
                    await sim.ana.slash(sim.channel, "board")
                shown_tables.append(sim.tables()[-1])
                assert f"t:{match_id}:more" in shown_tables[-1].ids
            match_id += 1
        assert len(shown_tables) <= 1


async def test_a_bad_evening_ends_well(sim):
    evening = Evening(sim, seed=1)
    await evening.go_on(30)
    await evening.ends_well()


@pytest.mark.deep
@pytest.mark.parametrize("seed", [200, 201])
async def test_a_bad_night_ends_well(sim, seed):
    evening = Evening(sim, seed)
    for _ in range(4):
        await evening.go_on(100)
        await evening.ends_well()


OTHERS = ("blind", "maltese-cross", "classic", "duos", "squares", "squares-blind", "double-double")


@pytest.mark.deep
@pytest.mark.parametrize("game_id", OTHERS)
async def test_a_bad_evening_ends_well_in_other_games_too(sim, game_id):
    evening = Evening(sim, 1, game_id)
    await evening.go_on(100)
    await evening.ends_well()
    assert (await sim.match()).ply or (await sim.store.match(2)) is not None
