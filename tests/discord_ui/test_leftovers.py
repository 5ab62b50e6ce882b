"""Messages that were posted and not recorded: they go, whatever is to be shown after them."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from bot.discord_ui.publishing.message_api import Messages, Sent
from bot.present.screen import Screen
from bot.service.model.match import MatchId, Posted, Stage
from bot.service.ports.faults import StoreFault
from tests.discord_ui.absence import labels, pings
from tests.discord_ui.simulation import DiscordSim, Shown


@pytest.fixture(autouse=True)
def enforced_nonces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Return the message that has the nonce already, as Discord does and the simulation doesn't."""
    known: dict[tuple[int, str], tuple[Sent, Screen]] = {}
    really = Messages.post

    async def post(
        self: Messages, channel_id: int, guild_id: int | None, screen: Screen, nonce: str
    ) -> Sent:
        if (channel_id, nonce) in known:
            sent, shows = known[channel_id, nonce]
            return Sent(sent.message_id, shows_other=shows != screen)
        sent = await really(self, channel_id, guild_id, screen, nonce)
        known[channel_id, nonce] = sent, screen
        return sent

    monkeypatch.setattr(Messages, "post", post)


@contextmanager
def recording_fails(sim: DiscordSim, *, in_channel: bool = True) -> Iterator[None]:
    """Let nothing be recorded that is posted in the channel, or else that is sent to people."""
    really = sim.store.remember

    async def fails(match_id: MatchId, posted: Posted) -> None:
        if (posted.user_id is None) is in_channel:
            raise StoreFault("the process has died")
        await really(match_id, posted)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sim.store, "remember", fails)
        yield


@contextmanager
def marking_fails(sim: DiscordSim) -> Iterator[None]:
    """Let nothing be marked as shown."""

    async def fails(*_: Any) -> None:
        raise StoreFault("the process has died")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sim.store, "mark_shown", fails)
        yield


def results(sim: DiscordSim) -> list[Shown]:
    return [each for each in sim.public() if "Rematch" in labels(each)]


@pytest.mark.parametrize("restarts", [False, True])
async def test_a_table_that_was_not_recorded_goes_when_somebody_has_moved(sim, restarts):
    await sim.start(sim.bruno, sim.chen)
    with recording_fails(sim):
        await sim.move_by_command(await sim.to_move())
    older, leftover = sim.tables()
    assert leftover.pinged == ((await sim.to_move()).id,)
    before = pings(sim)
    if restarts:
        await sim.restart()
        assert [each.id for each in sim.tables()] == [leftover.id], "it is the newest table"
        assert pings(sim) == before
    await sim.move_by_command(await sim.to_move())
    (table,) = sim.tables()
    assert table.id not in {older.id, leftover.id}
    assert pings(sim) == [*before, (await sim.to_move()).id]
    assert [each.message_id for each in await sim.store.posted(1) if each.user_id is None] == [
        table.id
    ]


async def test_a_table_that_was_not_recorded_goes_when_the_match_is_over(sim):
    await sim.start_short(sim.bruno)
    with recording_fails(sim):
        while (await sim.match()).stage is Stage.RUNNING:
            await sim.move_by_command(await sim.to_move())
    assert len(sim.tables()) == 2, "one that is recorded, and one that is not"
    await sim.restart()
    assert sim.tables() == []
    assert len(results(sim)) == 1


async def test_a_direct_message_that_was_not_recorded_is_sent_again_under_the_same_nonce(sim):
    await sim.start(sim.bruno)
    with recording_fails(sim, in_channel=False), marking_fails(sim):
        await sim.move_by_command(await sim.to_move())
    called = await sim.to_move()
    await sim.restart()
    to_them = f"/channels/{called.user.dm_channel.id}/messages"
    *_, first, second = [each.json for each in sim.requests("POST", to_them)]
    assert first["enforce_nonce"]
    assert first["nonce"] == second["nonce"]


async def test_the_result_is_posted_once_though_it_was_not_marked_as_shown(sim):
    await sim.start_short(sim.bruno)
    with marking_fails(sim):
        while (await sim.match()).stage is Stage.RUNNING:
            await sim.move_by_command(await sim.to_move())
    await sim.restart()
    assert len(results(sim)) == 1
    assert [each for each in await sim.store.posted(1) if each.user_id is None] == []


async def test_a_lobby_that_was_not_recorded_goes_when_the_match_begins(sim):
    lobby = await sim.play(sim.ana)
    with recording_fails(sim):
        for joining in (sim.bruno, sim.chen):
            await sim.click(joining, lobby, "Join")
    leftover = sim.lobby()
    assert leftover.id != lobby.id, "it is not edited when it is not known to be the newest"
    await sim.click(sim.ana, leftover, "Start")
    assert not sim.exists(leftover)
    assert [each.label for each in sim.now(lobby).buttons] == ["🔒 Shuffle sealed"]
    assert sim.table().pinged == ((await sim.to_move()).id,)


async def test_a_lobby_or_table_in_an_answer_is_recorded_before_anybody_sees_it(sim, monkeypatch):
    really, recorded = sim.store.remember, []

    async def noted(match_id: MatchId, posted: Posted) -> None:
        (shown,) = [each for each in sim.messages() if each.id == posted.message_id]
        recorded.append((bool(shown.ids), posted.is_promised))
        await really(match_id, posted)

    monkeypatch.setattr(sim.store, "remember", noted)
    await sim.play(sim.ana)
    await sim.say(sim.bruno, "board")
    assert recorded == [(False, True), (True, False)] * 2
