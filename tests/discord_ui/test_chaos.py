import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any
from unittest.mock import AsyncMock, patch

import pytest
import simcord

from bot.discord_ui.interactions import background
from bot.discord_ui.interactions.background import Background
from bot.discord_ui.publishing.outgoing_dm import OutgoingDm
from bot.games import game
from bot.model.match import Stage, WaitingFor
from bot.model.shards import ALONE
from bot.present.screen import note
from bot.service.play.matches import Matches
from bot.service.ports.faults import StoreBusy
from bot.store import SqlStore
from tests.discord_ui.simulation import DiscordSim


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
        sim = self.sim
        match = await sim.store.open_in(sim.channel.id)
        if match is None:
            await sim.ana.slash(sim.channel, "play", game=self.rng.choice(self.games))
        elif match.stage is Stage.LOBBY:
            answer = await sim.ana.slash(sim.channel, "board")
            lobby = sim.reply(answer) if answer.response or answer.followups else None
            if lobby is None or lobby.owner is not None or not lobby.buttons:
                return  # Discord did not let the bot show it
            who, verb = sim.person(match.host_id), "start"
            if len(match.seats) < game(match.game).info.min_seats:
                guest = next(each for each in sim.people.values() if each.id not in match.people)
                who, verb = self.rng.choice([(who, "add"), (guest, "join")])
            await sim.press(who, lobby, f"l:{match.id}:{verb}")
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
        match_id, running = 1, 0
        while (match := await sim.store.match(match_id)) is not None:
            assert (match.shown_version, match.shown_ply) == (match.version, match.ply)
            if match.ply:
                await sim.plies(match_id)
            if match.stage is Stage.RUNNING:
                running += 1
                if not sim.tables():  # somebody has deleted it, and nobody has moved since
                    await sim.ana.slash(sim.channel, "board")
                assert f"t:{match_id}:more" in sim.tables()[-1].ids
            match_id += 1
        assert running <= 1


OTHERS = ("blind", "maltese-cross", "classic", "duos", "squares", "squares-blind", "double-double")
NIGHTS = [(200, [100] * 4, ()), (201, [100] * 4, ()), *((1, [100], (each,)) for each in OTHERS)]


@pytest.mark.parametrize(
    ("seed", "steps", "games"),
    [(1, [30], ()), *(pytest.param(*each, marks=pytest.mark.deep) for each in NIGHTS)],
)
async def test_matches_survive_random_faults_consistently(sim, seed, steps, games):
    evening = Evening(sim, seed, *games)
    for count in steps:
        await evening.go_on(count)
        await evening.ends_well()
    assert (await sim.match()).ply or (await sim.store.match(2)) is not None


def failing_once(real: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    """Wrap ``real`` so that the first call finds the store busy."""
    left = [StoreBusy("the database is held")]

    async def call(*args: Any, **kwargs: Any) -> Any:
        if left:
            raise left.pop()
        return await real(*args, **kwargs)

    return call


def hold_up(sim: DiscordSim, monkeypatch: Any, name: str) -> None:
    publisher = type(sim.client._publisher)
    real = getattr(publisher, name)

    async def late(*args: Any) -> Any:
        await asyncio.sleep(0.5)
        return await real(*args)

    monkeypatch.setattr(publisher, name, late)


@pytest.mark.parametrize("step", ["remember", "mark_shown"])
async def test_a_lobby_that_stands_is_not_taken_back(sim, monkeypatch, step):
    monkeypatch.setattr(sim.store, step, failing_once(getattr(sim.store, step)))
    await sim.ana.slash(sim.channel, "play", game="block")
    await sim.pass_time(seconds=10)
    (lobby,) = sim.public()
    assert "Join" in {button.label for button in lobby.buttons}
    assert await sim.is_shown()
    assert [posted.message_id for posted in await sim.store.posted(1)] == [lobby.id]


async def test_a_move_that_was_told_is_not_denied(sim, two_play):
    who, hand = await sim.turn()
    with patch.object(Matches, "view_for", failing_once(Matches.view_for)):
        await sim.click(who, hand, hand.moves[0].id)
    assert (await sim.match()).ply > hand.moves[0].ply
    assert f"You led **{hand.moves[0].code}**" in sim.now(hand).text


async def test_showing_the_table_again_takes_nobodys_ping(sim, monkeypatch, two_play):
    who, hand = await sim.turn()
    more = await sim.more(sim.chen)
    hold_up(sim, monkeypatch, "post")
    await sim.at_once((who, hand, hand.moves[-1].id), (sim.chen, more, "t:1:board"))
    await sim.pass_time(seconds=2)
    assert sim.table().pinged == ((await sim.to_move()).id,)


async def test_who_goes_on_is_not_pinged_again_after_the_table_was_shown_again(sim, monkeypatch):
    """In Memory a turn is two choices: /board comes while the table after the first is posted."""
    await sim.start(sim.bruno, game_id="memory")
    who, publisher = await sim.to_move(), type(sim.client._publisher)
    monkeypatch.setattr(publisher, "post", failing_once(publisher.post))
    await sim.click(who, sim.table(), sim.table().moves[0].id)
    await sim.ana.slash(sim.channel, "board")
    await sim.pass_time(seconds=10)
    assert sim.pings() == [who.id]
    await sim.click(who, sim.table(), sim.table().moves[0].id)
    assert sim.pings() == [who.id, (await sim.to_move()).id]


async def test_a_table_shown_again_knows_whom_the_one_before_has_just_pinged(sim):
    await sim.start(sim.bruno, game_id="memory")
    who, choice, now = await sim.to_move(), sim.table().moves[0].id, await sim.match()
    answer = await sim.say(sim.chen, "leaderboard")
    read_before = replace(now, shown_version=now.version - 1, shown_ply=0)
    await sim.client.publisher.adopt_answer(read_before, answer.id, AsyncMock())
    await sim.press(who, answer, choice)
    assert sim.pings() == [who.id]


async def test_a_lobby_shown_again_while_it_closes_does_not_stay_open(sim, monkeypatch, lobby):
    hold_up(sim, monkeypatch, "adopt_answer")
    await sim.at_once((sim.chen, lobby, "t:1:board"), (sim.ana, lobby, "l:1:leave"))
    await sim.pass_time(seconds=2)
    assert (await sim.match()).stage is Stage.CLOSED
    assert [shown.buttons for shown in sim.public()] == [[]]
    assert await sim.store.posted(1) == ()


async def test_a_store_that_is_busy_at_the_start_is_asked_again(sim, two_play):
    sim.env.inject_error("POST", sim.messages_path, status=500, times=1)
    await sim.move(await sim.to_move(), lambda moves: moves[-1])
    with patch.object(SqlStore, "pending_matches", failing_once(SqlStore.pending_matches)):
        await sim.restart()
        await sim.pass_time(seconds=20)
    assert await sim.is_shown()


async def test_a_thread_asked_for_twice_is_opened_once(sim, lobby):
    offer = await sim.say(sim.bruno, "play", game="draw")
    (press,) = [button.id for button in offer.buttons]
    await sim.at_once((sim.bruno, offer, press), (sim.bruno, offer, press))
    assert len(sim.guild.channels["dominoes"].threads) == 1
    assert len(await sim.store.open_of(sim.bruno.id)) == 1


async def test_a_defect_is_logged_once_with_what_it_was_about(caplog):
    work = Background()
    work.begin("hand", 7, AsyncMock(side_effect=ZeroDivisionError))
    await work.close()
    (record,) = caplog.records
    assert record.getMessage() == "hand of match 7 failed"
    assert record.exc_info


@pytest.mark.parametrize("failure", [StoreBusy("held"), ConnectionResetError()])
async def test_what_is_owed_is_tried_again(monkeypatch, failure):
    monkeypatch.setattr(background, "PAUSES", (0.0, 0.0))
    failures, done, work = [failure, failure], asyncio.Event(), Background()

    async def owed() -> None:
        if failures:
            raise failures.pop()
        done.set()

    work.begin("hand", 7, owed)
    await done.wait()
    await work.close()


async def test_who_leaves_waits_for_no_pause(caplog):
    work = Background()
    work.begin("direct message", 7, AsyncMock(side_effect=StoreBusy("held")))
    await asyncio.sleep(0)
    await work.close()
    assert caplog.messages[-1] == "gave up direct message of match 7: held"


async def test_a_dm_that_the_store_kept_from_going_out_is_still_owed(sim, monkeypatch):
    match, who = await sim.start(sim.bruno), await sim.to_move()
    direct_messages = sim.client.publisher.direct_messages
    before = [each.id for each in sim.direct_messages(who)]
    monkeypatch.setattr(SqlStore, "posted", failing_once(SqlStore.posted))
    with pytest.raises(StoreBusy):
        await direct_messages.send(OutgoingDm(match, who.id, lambda _: note(""), once=False))
    assert [each.id for each in sim.direct_messages(who)] == before
