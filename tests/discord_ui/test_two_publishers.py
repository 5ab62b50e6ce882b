import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from random import Random
from typing import Any, cast

import pytest

from bot.discord_ui.components import NO_PINGS, body
from bot.discord_ui.publishing.publisher import ChannelPublisher
from bot.model.match import CloseReason, Match, Stage
from bot.model.terms import Phrase
from bot.model.updates import Update
from bot.present.screen import note
from bot.service.play.matches import Matches
from tests.discord_ui.simulation import DiscordSim, Shown
from tests.service.fault_injection import FaultInjectingProxy

ROUNDS = 8
Change = Callable[[DiscordSim, Match], Awaitable[Update]]


class Turns:
    """Lets two processes go on one call at a time, in an order that follows from a seed."""

    def __init__(self, seed: str) -> None:
        self.rng = Random(seed)
        self._waiting: list[tuple[str, asyncio.Future[None]]] = []

    def publisher(self, sim: DiscordSim, name: str) -> ChannelPublisher:
        made: Any = ChannelPublisher(sim.client, sim.store)
        hooks = (lambda _: self.turn(name),) * 2
        made._store = made._channel_messages._store = FaultInjectingProxy(sim.store, *hooks)
        messages = FaultInjectingProxy(made._messages, *hooks)
        made._channel_messages._messages = made._messages = messages
        return cast("ChannelPublisher", made)

    async def turn(self, name: str) -> None:
        allowed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((name, allowed))
        await allowed

    async def run(self, *running: asyncio.Task[None], killed_after: int | None = None) -> None:
        """Let them go on until both have ended; the first dies after that many calls of its own."""
        answers = running[0]
        while not all(each.done() for each in running):
            await asyncio.sleep(0)
            if not self._waiting:
                continue
            name, allowed = self._waiting.pop(self.rng.randrange(len(self._waiting)))
            if name == "answers" and killed_after is not None:
                killed_after -= 1
                if killed_after < 0:
                    answers.cancel()
                    continue
            allowed.set_result(None)
        await asyncio.gather(*running, return_exceptions=answers.cancelled())


async def unshown(sim: DiscordSim, match: Match, do: Callable[[Matches], Awaitable[Any]]) -> Update:
    """Let something happen that nobody shows; return what there is to show."""
    service = sim.client.service
    executor = replace(service.matches.executor, changed=lambda _: None)
    await do(Matches(service.store, service.cache, executor))
    update: Update = await service.outbox.current_update(match.id)
    return update


async def moved(sim: DiscordSim, match: Match) -> Update:
    who, match = await sim.to_move(match.id), await sim.match(match.id)
    (code, *_) = [each["value"] for each in await who.autocomplete(sim.channel, "move", "move", "")]
    return await unshown(sim, match, lambda each: each.play(match.id, who.id, match.ply, code))


async def said(sim: DiscordSim, match: Match) -> Update:
    phrases = replace(sim.client.service.phrases, changed=lambda _: None)
    who = next(each for each in match.seats if each.said is None or each.said.ply != match.ply)
    user, phrase = who.user_id or 0, next(iter(Phrase))
    return await unshown(sim, match, lambda _: phrases.say(match.id, user, phrase))


async def over(sim: DiscordSim, match: Match) -> Update:
    while (update := await moved(sim, match)).match.stage is Stage.RUNNING:
        pass
    return replace(update, scores=await sim.client.service.scoring.of(match.id))


async def closed(sim: DiscordSim, match: Match) -> Update:
    lapsed = CloseReason.LAPSED
    return await unshown(sim, match, lambda each: each.close_unplayable(match.id, lapsed))


async def both(sim: DiscordSim, seed: str, change: Change, *, dies: bool) -> None:
    """Answer /board in one process, which ``dies`` at some moment, while another shows a change."""
    turns, outbox, match = Turns(seed), sim.client.service.outbox, await sim.match_in()
    owner, other = turns.publisher(sim, "shows"), turns.publisher(sim, "answers")
    asked = await outbox.current_update(match.id)
    ready = await body(note("An answer that is promised."))
    channel = sim.client.get_partial_messageable(sim.channel.id)
    answer = await channel.send(view=ready.view, files=ready.files, allowed_mentions=NO_PINGS)

    async def fill() -> None:
        ready = await body(await sim.client.publisher.current_screen(asked))
        await turns.turn("answers")
        await answer.edit(view=ready.view, attachments=ready.files, allowed_mentions=NO_PINGS)
        await turns.turn("answers")

    async def show() -> None:
        for _ in range(turns.rng.randrange(10)):
            await turns.turn("shows")
        update = await change(sim, match)
        await owner._show(update)
        await outbox.record_shown(match.id, update.match.version, update.match.ply)

    answering = asyncio.create_task(other.adopt_answer(asked.match, answer.id, fill))
    showing = asyncio.create_task(show())
    await turns.run(answering, showing, killed_after=turns.rng.randrange(14) if dies else None)


def live(sim: DiscordSim) -> list[Shown]:
    return [each for each in sim.public() if "Hand" in each.labels]


@pytest.fixture
def shared(sim: DiscordSim, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sim.store, "is_exclusive", False)


@pytest.mark.parametrize("dies", [False, True])
@pytest.mark.parametrize("change", [moved, said])
async def test_one_table_stands_in_the_channel(sim, shared, change, dies, two_play):
    """After a death that is true once the next table is posted."""
    rounds = 0
    while (await sim.match()).is_open:
        await both(sim, f"{rounds}", change, dies=dies)
        table = sim.tables()[-1]
        while dies and (await sim.match()).is_open and sim.exists(table):
            await sim.move_by_command(await sim.to_move())
        if not (await sim.match()).is_open or (rounds := rounds + 1) > ROUNDS:
            break
        (table,) = live(sim)
        posted = await sim.store.posted(1)
        assert [each.message_id for each in posted if each.user_id is None] == [table.id]
        await sim.move_by_command(await sim.to_move())


@pytest.mark.parametrize("dies", [False, True])
@pytest.mark.parametrize("change", [over, closed])
async def test_no_table_stands_beside_the_end_whoever_dies(sim, shared, change, dies):
    for match_id in range(1, ROUNDS + 1):
        await sim.start_short(sim.bruno)
        await both(sim, f"{match_id}", change, dies=dies)
        assert live(sim) == []
