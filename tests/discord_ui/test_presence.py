from typing import Any
from unittest.mock import AsyncMock, Mock, patch

from bot.demo.languages import SERVER
from bot.discord_ui.publishing.message_records import nonce
from bot.model.match import Stage
from bot.model.messages import MessageRecord
from bot.model.preferences import PlayerSettings, Preferences
from bot.service.ports.faults import StoreFault
from tests.discord_ui.scores import finish
from tests.discord_ui.simulation import DiscordSim


def told(sim: DiscordSim) -> str:
    return next(line for line in sim.table().text.splitlines() if "led" in line or "played" in line)


async def test_after_a_restart_nobody_is_called_again_to_the_same_turn(sim, three_play):
    await sim.move(await sim.to_move())
    before, table = sim.pings(), sim.table()
    waiting = await sim.to_move()
    await sim.restart()
    await sim.leave(sim.others(waiting)[0])
    assert sim.pings() == before
    assert sim.table().id == table.id
    assert "who left" in sim.table().text
    assert told(sim), "and what happened is told still"


async def test_a_table_shown_and_not_noted_calls_nobody_a_second_time(sim, two_play):
    """Discord drops the repetition of a message whose nonce it has seen."""
    with patch.object(sim.store, "mark_shown", AsyncMock(side_effect=StoreFault("died"))):
        await sim.move(await sim.to_move())
    before = sim.pings()
    dms = [each.id for who in (sim.ana, sim.bruno) for each in sim.direct_messages(who)]
    await sim.restart()
    assert await sim.is_shown()
    assert len(sim.tables()) == 1
    assert sim.pings() == before
    assert [each.id for who in (sim.ana, sim.bruno) for each in sim.direct_messages(who)] == dms
    posts = [each.json for each in sim.requests("POST", sim.messages_path)]
    assert posts
    assert all(post["enforce_nonce"] and 1 <= len(str(post["nonce"])) <= 25 for post in posts)


async def test_the_last_news_is_told_again_after_a_restart(sim, two_play):
    await sim.move_by_command(await sim.to_move())
    news = told(sim)
    await sim.restart()
    again = await sim.say(sim.eva, "board")
    assert news in again.text
    assert sim.table().id == again.id
    await sim.restart()
    assert news in (await sim.say(sim.eva, "board")).text, "an answer is told again too"


async def test_a_round_ends_above_the_next_table_though_the_process_dies_between(sim, monkeypatch):
    await sim.start(sim.bruno)
    publisher = sim.client._publisher
    really = publisher._show_table

    async def dies(update: Any, shown: list[MessageRecord]) -> None:
        if update.seen.number > 1:
            raise StoreFault("the process has died")
        await really(update, shown)

    monkeypatch.setattr(publisher, "_show_table", dies)
    await sim.skip(lambda state: min(map(len, state.round.hands)) == 1, lambda _, codes: codes[0])
    while (await sim.state()).number == 1:
        await sim.move_by_command(await sim.to_move())
    await sim.restart()
    (ended,) = [each for each in sim.public() if each.is_("round.png")]
    assert sim.table().id > ended.id
    assert sim.table().pinged == ((await sim.to_move()).id,)


async def test_a_deleted_table_comes_back_when_somebody_asks_for_their_hand(sim, two_play):
    await sim.move(await sim.to_move())
    news, before, table = told(sim), sim.pings(), sim.table()
    hand, path = await sim.hand(sim.ana), f"{sim.messages_path}/{table.id}"
    sim.env.inject_error("GET", path, status=403, code=50001, times=None)
    await sim.say(sim.bruno, "hand")
    assert sim.table().id == table.id, "one that may be there is left alone"
    sim.env.backend.faults.clear()
    sim.delete(sim.table())
    await sim.say(sim.bruno, "hand")
    assert news in sim.table().text
    sim.delete(sim.table())
    other = sim.others(await sim.to_move())[0]
    looking = hand if other is sim.ana else sim.reply(await other.slash(sim.channel, "hand"))
    await sim.press(other, looking, "t:1:hand")
    assert news in sim.table().text
    assert sim.pings() == before, "nobody is called twice to the same turn"


async def test_a_table_in_closed_dms_is_tried_less_and_less(sim):
    lobby = await sim.play_in_dms(sim.ana, "block")
    await sim.click(sim.ana, lobby, "Add computer")
    path = f"/channels/{lobby.channel_id}/messages"
    sim.env.inject_error("POST", path, status=403, code=50278, times=None)
    await sim.click(sim.ana, sim.now(lobby), "Start")
    await sim.pass_time(hours=1)
    tries = len(sim.requests("POST", path))
    await sim.pass_time(days=1)
    assert len(sim.requests("POST", path)) - tries <= 5
    assert (await sim.match()).stage is Stage.RUNNING
    hand = sim.reply(await sim.ana.user.slash("hand"))
    assert hand.is_("hand.png"), "who lets us in again finds the match as it was"
    await sim.pass_time(days=31)
    assert (await sim.match()).stage is Stage.CLOSED


async def test_the_language_of_a_dm(sim, two_play):
    """What they chose, else what their Discord was seen to be, else their server's."""
    await sim.turn_of(sim.ana)
    await sim.restart()
    languages = sim.client.languages
    sim.languages.choose(SERVER, "pt-BR")
    await sim.settle()

    def words_of(settings: PlayerSettings) -> str:
        return str(languages.words_for_player(sim.bruno.id, settings, sim.guild.id).locale)

    assert words_of(PlayerSettings()) == "pt_BR"
    assert words_of(PlayerSettings(locale="tr")) == "tr"
    languages.note_locale(sim.bruno.id, "de")
    assert words_of(PlayerSettings(locale="tr")) == "de"
    assert words_of(PlayerSettings(Preferences(language="ja"))) == "ja"
    languages.note_locale(sim.bruno.id, "de-a-locale-that-no-database-takes")
    assert words_of(PlayerSettings(locale="tr")) == "tr"


async def test_who_plays_on_is_called_again_only_when_their_time_was_up(sim):
    await sim.start(computers=["steady"])
    await sim.move(sim.ana)
    table = sim.table()
    await sim.restart()
    await sim.move(sim.ana)
    assert sim.table().id == table.id, "it is edited while the same person is to move"
    assert sim.pings() == [sim.ana.id]
    await sim.pass_time(hours=25)
    assert await sim.to_move() is sim.ana
    assert "ran out of time" in sim.table().text
    assert sim.pings() == [sim.ana.id] * 2
    await sim.restart()
    await sim.say(sim.ana, "board")
    await sim.move(sim.ana)
    assert sim.pings() == [sim.ana.id] * 2, "who has moved themselves knows that they play on"


async def test_an_older_lobby_or_table_does_not_replace_a_newer_one(sim, lobby):
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


async def test_the_older_table_stands_until_the_newer_one_is_noted(sim, monkeypatch, two_play):
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
    await sim.client.publisher.adopt_answer(older, answer.id, AsyncMock())
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
