from unittest.mock import AsyncMock, Mock

from bot.discord_ui.publishing.message_records import nonce
from tests.discord_ui.scores import finish


async def test_an_older_lobby_or_table_does_not_replace_a_newer_one(sim):
    lobby = await sim.play(sim.ana)
    older = await sim.client.service.outbox.current_update(1)
    await sim.click(sim.bruno, lobby, "Join")
    newest = sim.lobby()
    await sim.client.publisher.post(older)
    assert sim.lobby().text == newest.text
    await sim.click(sim.ana, newest, "Start")
    older = await sim.client.service.outbox.current_update(1)
    await sim.move(await sim.to_move())
    table = sim.table()
    await sim.client.publisher.post(older)
    assert (sim.table().id, sim.table().text) == (table.id, table.text)


async def test_the_older_table_stands_until_the_newer_one_is_noted(sim, monkeypatch):
    await sim.start(sim.bruno)
    older, remember, stood = sim.table(), sim.store.remember, []

    async def noted(match_id, posted, **reminded):
        if posted.user_id is None:
            stood.append(sim.exists(older))
        await remember(match_id, posted, **reminded)

    monkeypatch.setattr(sim.store, "remember", noted)
    await sim.move(await sim.to_move())
    assert stood == [True]
    assert not sim.exists(older)


async def test_an_answer_that_is_older_than_the_table_does_not_replace_it(sim):
    await finish(sim, sim.dana.id, sim.eva.id)
    await sim.start(sim.bruno)
    older = await sim.match_in()
    await sim.move(await sim.to_move(older.id))
    table, answer = sim.table(), await sim.say(sim.chen, "leaderboard", by="wins")
    assert answer.owner is None
    await sim.client.publisher.adopt(older, answer.id, AsyncMock())
    assert not sim.exists(answer)
    assert sim.table().id == table.id


async def test_nobody_is_reminded_at_a_table_whose_match_has_ended(sim):
    sim.env.inject_error("POST", "/users/@me/channels", status=403, times=100)
    await sim.start(sim.bruno)
    older, who = await sim.client.service.outbox.current_update(1), await sim.to_move()
    for each in (sim.ana, sim.bruno):
        await sim.leave(each)
    before = [shown.id for shown in sim.public()]
    await sim.client.publisher.remind(older, who.id)
    assert [shown.id for shown in sim.public()] == before


def test_a_message_in_place_of_another_is_no_repetition_for_discord():
    match = Mock(id=7, version=3)
    nonces = [nonce(match, before) for before in (None, Mock(message_id=11), Mock(message_id=12))]
    assert len(set(nonces)) == 3
    assert nonce(match, None) == nonces[0], "but the same once more is one"
