import json
from datetime import date
from typing import Any
from unittest.mock import AsyncMock, Mock

from bot.discord_ui.interactions import background
from bot.service.daily import par
from bot.service.ports.faults import StoreFault
from tests.discord_ui.simulation import STRANGER, DiscordSim, Person
from tests.discord_ui.test_daily import choose

DELETE = "x:privacy:delete"


async def export(sim: DiscordSim, who: Person) -> dict[str, Any]:
    shown = await sim.opened(who, await sim.ask(who, "privacy"), "Export")
    assert shown.files == ["boneyard-export.json"]
    (data,) = shown.pictures
    found: dict[str, Any] = json.loads(data)
    return found


def holds(sim: DiscordSim, who: Person) -> bool:
    service, publisher = sim.client.service, sim.client.publisher
    letters = publisher.direct_messages
    memory = (
        *(service.preferences._cached, letters._silent, letters._closed, publisher.hands._hands),
        *(sim.client.languages._locales, publisher.channel_access._waiting),
        [loaded.match for loaded in service.cache._cached.values()],
    )
    return any(str(who.id) in repr(each) for each in memory)


async def test_what_is_stored_is_told_in_plain_words(sim):
    shown = await sim.ask(sim.ana, "privacy")
    assert "0 matches · 0 ratings" in shown.text
    assert "no preferences set" in shown.text
    assert "**What I never store**: Your name" in shown.text
    await sim.restart()
    kept = await sim.clicked(sim.ana, shown, "Delete…", "Keep everything")
    assert "What I store about you" in kept.text
    await sim.start(sim.bruno)
    for who, held in ((sim.ana, 1), (sim.bruno, 1), (sim.chen, 0)):
        told = await sim.typed(who, "privacy")
        assert f"{held} match{'' if held else 'es'} · 0 ratings" in told


async def test_a_language_is_forgotten_though_the_store_fails_afterwards(sim, monkeypatch):
    fails = Mock(side_effect=StoreFault("gone"))
    monkeypatch.setattr(sim.client.channel_access, "waiting_with", fails)
    await sim.forget(sim.ana)
    assert sim.ana.id not in sim.client.languages._locales


async def test_help_leads_there(sim):
    shown = await sim.say(sim.ana, "help")
    told = await sim.opened(sim.ana, shown, "Privacy")
    assert "What I store about you" in told.text
    assert "docs/privacy.md" in told.text
    assert sim.now(shown).text == shown.text, "the help stays"
    sim.client.docs_url = "https://example.org/docs"
    assert "](https://example.org/docs/privacy.md)" in (await sim.say(sim.ana, "privacy")).text


async def test_the_file_tells_of_them_and_of_nobody_else(sim, two_play):
    await sim.move_by_command(await sim.to_move())
    await sim.leave(sim.bruno)
    await sim.leave(sim.ana)
    await sim.start(sim.bruno)

    told = await export(sim, sim.ana)

    running, over = told["matches"]
    assert over["seat"]["left"] is True
    assert over["result"]["left_early"] is True
    assert over["others"] == {"people": 0, "computers": 1}
    assert running["stage"] == "running"
    assert running["moves"] == []
    assert running["others"] == {"people": 1, "computers": 0}
    assert {each["game"] for each in told["ratings"]} == {"", "block"}
    assert told["messages"]
    text, match = json.dumps(told), await sim.match(2)
    for hidden in (sim.ana.id, sim.bruno.id, match.seats[1].salt, match.secret.hex()):
        assert str(hidden) not in text
    assert '"deal ' not in text


async def test_of_an_open_deal_the_file_has_their_own_moves_and_a_deletion_takes_them(
    sim, monkeypatch
):
    monkeypatch.setattr(par, "RUNS", 0)
    await sim.pass_time(days=1)
    for who in (sim.ana, sim.bruno):
        await choose(sim, who, await sim.ask(who, "daily"))
    assert "1 deal of the day" in (await sim.ask(sim.ana, "privacy")).text
    stored = await sim.store.attempt(date(2026, 1, 2), sim.ana.id)
    deal = await sim.store.deal(stored.day)

    told = await export(sim, sim.ana)

    (own,) = told["daily_deals"]
    assert (own["day"], own["moves"]) == ("2026-01-02", list(stored.moves))
    text = json.dumps(told)
    hidden = (deal.secret.hex(), deal.commitment, str(deal.secret), str(sim.bruno.id), "par")
    assert not [each for each in hidden if each in text]
    seen = (await sim.client.service.daily.moment(sim.ana.id, stored.day, None)).seen
    codes = {each.code for each in seen.legal} - set(stored.moves)
    assert codes
    assert not [each for each in codes if f'"{each}"' in text]
    await sim.forget(sim.ana)
    assert await sim.store.attempt(stored.day, sim.ana.id) is None
    assert await sim.store.attempt(stored.day, sim.bruno.id) is not None
    assert "0 deals of the day" in (await sim.ask(sim.ana, "privacy")).text
    assert "nobody gets a second attempt" in (await sim.say(sim.ana, "daily")).text
    assert await sim.store.attempt(stored.day, sim.ana.id) is None


async def test_a_hand_that_discord_does_not_take_is_forgotten_too(sim, monkeypatch, two_play):
    await sim.hand(sim.ana)
    hands = sim.client.publisher.hands
    assert (1, sim.ana.id) in hands._hands
    monkeypatch.setattr(background, "PAUSES", ())
    monkeypatch.setattr(hands, "_show", AsyncMock(side_effect=OSError))
    await sim.forget(sim.ana)
    assert (1, sim.ana.id) not in hands._hands


async def test_all_is_gone_and_the_others_play_on(sim, three_play):
    hand = await sim.hand(sim.ana)
    await sim.ana.slash(sim.channel, "preferences")
    dms = [each for each in sim.direct_messages(sim.ana) if each.is_("hand.png")]
    assert dms

    shown = await sim.forget(sim.ana)

    assert "Everything I stored about you has been deleted" in shown.text
    assert "that only you played in" not in shown.text
    assert "You were removed from 1 shared match." in shown.text
    assert not any(sim.exists(each) for each in dms)
    assert sim.now(hand).text == STRANGER
    assert not holds(sim, sim.ana)
    assert set((await sim.match()).players) == {sim.bruno.id, sim.chen.id}
    assert "0 matches · 0 ratings" in (await sim.ask(sim.ana, "privacy")).text
    await sim.move(await sim.to_move())
    assert str(sim.ana.id) not in sim.table().text

    lobby = await sim.play(sim.ana, channel=sim.guild.create_text_channel("again"))
    assert f"<@{sim.ana.id}>" in lobby.text


async def test_tables_of_nobody_else_go_with_their_messages_or_are_closed(sim):
    table = await sim.start_in_dms()
    await sim.start(computers=["casual"])
    assert "2 matches that only you played in" in (await sim.forget(sim.ana)).text
    assert await sim.store.match(1) is await sim.store.match(2) is None
    assert not sim.exists(table)
    assert not sim.tables()


async def test_who_presses_it_deletes_their_own_once_and_nothing_else(sim, two_play):
    """Two presses at once, on a message that is somebody else's too."""
    for result in await sim.at_once(*[(sim.bruno, sim.table(), DELETE)] * 2):
        assert "deleted" in sim.private_reply(result, sim.bruno)
    assert not holds(sim, sim.bruno)
    assert (await sim.match()).people == (sim.ana.id,)
    assert (await sim.client.service.store.holdings(sim.ana.id)).matches == 1
