import asyncio

import pytest

from bot.discord_ui.interactions import background
from bot.discord_ui.interactions.background import Background
from bot.discord_ui.publishing.direct_messages import Letter
from bot.present.screen import note
from bot.service.ports.faults import StoreBusy
from bot.store import SqlStore
from tests.discord_ui.test_interleaving import failing_once


async def test_a_defect_is_logged_once_with_what_it_was_about(caplog):
    async def broken() -> None:
        raise ZeroDivisionError

    work = Background()
    work.begin("hand", 7, broken)
    await work.close()
    (record,) = caplog.records
    assert record.getMessage() == "hand of match 7 failed"
    assert record.exc_info


@pytest.mark.parametrize("failure", [StoreBusy("held"), ConnectionResetError()])
async def test_what_is_owed_is_tried_again(monkeypatch, failure):
    monkeypatch.setattr(background, "PAUSES", (0.0, 0.0))
    failures, done = [failure, failure], asyncio.Event()

    async def owed() -> None:
        if failures:
            raise failures.pop()
        done.set()

    work = Background()
    work.begin("hand", 7, owed)
    async with asyncio.timeout(60):
        await done.wait()
    await work.close()


async def test_who_leaves_waits_for_no_pause(caplog):
    async def never() -> None:
        raise StoreBusy("held")

    work = Background()
    work.begin("direct message", 7, never)
    await asyncio.sleep(0)
    async with asyncio.timeout(60):
        await work.close()
    assert caplog.messages[-1] == "gave up direct message of match 7: held"


async def test_a_dm_that_the_store_kept_from_going_out_is_still_owed(sim, monkeypatch):
    match = await sim.start(sim.bruno)
    who = await sim.to_move()
    update = await sim.client.service.outbox.current_update(match.id)
    direct_messages, before = (
        sim.client.publisher.direct_messages,
        [each.id for each in sim.direct_messages(who)],
    )
    monkeypatch.setattr(SqlStore, "posted", failing_once(SqlStore.posted))
    with pytest.raises(StoreBusy):
        await direct_messages.send(Letter(update.match, who.id, lambda _: note(""), once=False))
    assert [each.id for each in sim.direct_messages(who)] == before
