"""A bad evening: people press whatever they see while Discord, the network and the bot fail."""

from __future__ import annotations

from random import Random

import pytest
import simcord

from bot.service.ports import Stage
from tests.discord_ui.table import Cafe, Shown


class Evening:
    """Random wishes by random people, and random trouble."""

    def __init__(self, cafe: Cafe, seed: int) -> None:
        self.cafe, self.rng = cafe, Random(seed)
        self.done: list[str] = []

    async def go_on(self, steps: int) -> None:
        for _ in range(steps):
            what = self.rng.choices(
                [self.press, self.command, self.move, self.trouble, self.restart, self.wait],
                weights=[8, 5, 10, 2, 0.7, 1],
            )[0]
            self.done.append(what.__name__)
            try:
                await what()
            except (simcord.SetupError, simcord.BackendError) as error:
                # Not possible for a real person at the moment: a channel they cannot see, say.
                self.done.append(str(error))

    async def press(self) -> None:
        """Any button or menu that the person sees, however old."""
        who = self.rng.choice(list(self.cafe.people.values()))
        seen = [*self.cafe.seen_by(who), *self.cafe.letters(who)]
        usable = [shown for shown in seen if shown.buttons or shown.menus]
        if not usable:
            return
        shown = self.rng.choice(usable[-6:])
        enabled = [button for button in shown.buttons if not button.disabled]
        if shown.menus and self.rng.random() < 0.3:
            menu = self.rng.choice(shown.menus)
            value = self.rng.choice(menu["options"])["value"]
            await self.cafe.pick(who, shown, value, menu=menu["custom_id"])
        elif enabled:
            await self.cafe.click(who, shown, self.rng.choice(enabled).id)

    async def command(self) -> None:
        who = self.rng.choice(list(self.cafe.people.values()))
        name, options = self.rng.choice(
            [
                ("play", {"game": self.rng.choice(("block", "draw"))}),
                *(("hand", {}), ("board", {}), ("games", {}), ("rules", {}), ("help", {})),
                *(("leaderboard", {}), ("move", {"move": "6-4"}), ("leave", {})),
            ]
        )
        await who.slash(self.cafe.channel, name, **options)

    async def move(self) -> None:
        """Whoever is to move does; a lobby gets on."""
        match = await self.cafe.store.open_in(self.cafe.channel.id)
        if match is None:
            await self.cafe.ana.slash(self.cafe.channel, "play", game="block")
        elif match.stage is Stage.LOBBY:
            lobby = self.cafe.reply(await self.cafe.ana.slash(self.cafe.channel, "board"))
            others = [who for who in self.cafe.people.values() if who.id not in match.people]
            if lobby.owner is not None or not lobby.buttons:
                return  # Discord did not let the bot show it
            if len(match.seats) < 2 and others:
                await self.cafe.press(others[0], lobby, f"l:{match.id}:join")
            else:
                await self.cafe.press(self.cafe.person(match.host_id), lobby, f"l:{match.id}:start")
        elif match.awaits.value == "person":
            await self.cafe.move_by_command(await self.cafe.to_move(match.id))

    async def trouble(self) -> None:
        cafe, here = self.cafe, f"/channels/{self.cafe.channel.id}/messages"
        wishes = [("POST", here), ("PATCH", f"{here}/*"), ("DELETE", f"{here}/*")]
        wishes += [("POST", "/users/@me/channels"), ("PATCH", "/webhooks/*")]
        method, path = self.rng.choice(wishes)
        status, code = self.rng.choice([(500, 0), (403, 50013), (404, 10008), (400, 30046)])
        cafe.env.inject_error(
            method, path, status=status, code=code, times=self.rng.choice((1, 1, 2))
        )
        if self.rng.random() < 0.3 and cafe.public():
            cafe.delete(self.rng.choice(cafe.public()))

    async def restart(self) -> None:
        await self.cafe.restart()

    async def wait(self) -> None:
        await self.cafe.pass_time(seconds=self.rng.choice((5, 20, 300, 4000)))

    async def ends_well(self) -> None:
        """Once the trouble is over, everything is as if there had been none."""
        cafe = self.cafe
        cafe.env.backend.faults.clear()
        await cafe.pass_time(hours=1)
        assert await cafe.store.owed() == ()
        match_id = 1
        live: list[Shown] = []
        while (match := await cafe.store.match(match_id)) is not None:
            assert match.shown_version == match.version
            assert match.shown_ply == match.ply
            if match.ply:
                await cafe.plies(match_id)
            if match.stage is Stage.RUNNING:
                if not cafe.tables():  # somebody has deleted it, and nobody has moved since
                    await cafe.ana.slash(cafe.channel, "board")
                live.append(cafe.tables()[-1])
                assert f"t:{match_id}:hand" in live[-1].ids
            match_id += 1
        assert len(live) <= 1


async def test_a_bad_evening_ends_well(cafe):
    evening = Evening(cafe, seed=1)
    await evening.go_on(50)
    await evening.ends_well()


@pytest.mark.long
@pytest.mark.parametrize("seed", range(200, 202))
async def test_a_bad_night_ends_well(cafe, seed):
    evening = Evening(cafe, seed)
    for _ in range(4):
        await evening.go_on(100)
        await evening.ends_well()
