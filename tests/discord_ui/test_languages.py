import asyncio
from contextlib import AsyncExitStack
from types import SimpleNamespace
from typing import Any

import pytest

from bot.demo.channel_pages import ChannelPages
from bot.demo.languages import SERVER
from bot.discord_ui import appearance
from bot.present.i18n import words
from bot.service.ports.faults import StoreFault
from tests.discord_ui.own import chosen
from tests.discord_ui.simulation import DiscordSim


@pytest.fixture
def sim(sim) -> DiscordSim:
    sim.languages.choose(SERVER, "pl")
    people = (sim.ana, sim.bruno, sim.chen, sim.dana)
    for who, language in zip(people, ("es-ES", "de", "ja", "fr"), strict=True):
        sim.speaks(who, language)
    return sim


async def test_four_languages_in_a_server_with_a_fifth(sim):
    """They play Duos: hands, answers and DMs are in their own, all else is in the server's."""
    people = [sim.ana, sim.bruno, sim.chen, sim.dana]
    await sim.start(*people[1:], game_id="duos")
    say = words("pl")
    assert say("{game} · the match has started", game=say("Duos")) in sim.public()[0].text
    for _ in range(6):
        who = await sim.to_move()
        assert sim.words_of(who)("**Your turn.**") in (await sim.hand(who)).text
        assert say("Hand") in sim.table().labels
        await sim.move(who)
    led = say("{who} led {bone}", who="", bone="**6-6**").strip()
    assert led in "".join(each.text for each in sim.versions)
    none = "You haven't finished a match in this channel yet. Start one with /play."
    for who in people:
        assert await sim.typed(who, "rematch") == sim.words_of(who)(none)
    assert say("Rematch") in (await sim.play_out()).labels


async def test_a_dm_after_a_restart_is_in_the_language_of_who_gets_it(sim):
    await sim.start(sim.bruno, game_id="block")
    who = await sim.to_move()
    await sim.restart()
    assert who.id not in sim.client.languages._locales
    await sim.pass_time(hours=23)
    reminder = sim.direct_messages(who)[-1].text
    assert "⏰" in reminder
    assert sim.words_of(who)("**Your turn.**") in reminder


async def test_a_person_chooses_a_language(sim):
    """It holds at once, for what only they see, and is forgotten with everything else."""
    shown = await sim.ask(sim.ana, "preferences")
    assert words("es-ES")("Your preferences") in shown.text
    await sim.pick(sim.ana, shown, "it", menu="o:language")
    italian = words("it")
    assert italian("Your preferences") in sim.now(shown).text
    assert chosen(sim.now(shown))["language"] == italian.labelled(italian("Language"), "Italiano")
    await sim.restart()
    assert italian("Boneyard") in (await sim.say(sim.ana, "help")).text
    offered = await sim.ana.autocomplete(sim.channel, "rules", "game", italian("Draw").upper())
    assert offered[0]["value"] == "draw"
    await sim.press(sim.ana, sim.now(shown), "o:language", values=["xx"])
    await sim.pick(sim.ana, sim.now(shown), "auto", menu="o:language")
    assert words("es-ES")("Your preferences") in sim.now(shown).text


async def test_managers_choose_the_language_of_a_server(sim, boss):
    shown = await sim.say(boss, "settings")
    await sim.pick(boss, shown, "tr", menu="x:server:language")
    assert words("tr")("Join") in (await sim.play(sim.ana)).labels
    assert (await sim.store.server(sim.guild.id)).language == "tr"
    await sim.press(sim.bruno, sim.now(shown), "x:server:language", values=["de"])
    assert (await sim.store.server(sim.guild.id)).language == "tr"


async def test_moves_are_typed_in_the_readers_words(sim, stacked):
    """Without accents, in capitals, and in English, too."""
    await sim.start(sim.bruno, game_id="blind")
    theirs = sim.words_of(sim.bruno)("From the left").upper()
    for who, named in ((sim.ana, "FROM THE LEFT"), (sim.bruno, theirs)):
        (offered,) = await who.autocomplete(sim.channel, "move", "move", named)
        assert offered["value"] == "from-left"
        before = await sim.match()
        await who.slash(sim.channel, "move", move=named)
        assert (await sim.match()).ply > before.ply


@pytest.mark.parametrize("error", [None, StoreFault("gone"), RuntimeError("a bug")])
async def test_an_answer_does_not_wait_for_a_language(sim, monkeypatch, caplog, error):
    """The store doesn't answer, or it fails: then Discord's languages do."""
    answers = asyncio.Event()

    async def broken(*_: object) -> Any:
        if error is None:
            await answers.wait()
        raise error or StoreFault("too late")

    monkeypatch.setattr(appearance, "READ_TIMEOUT", 0.01)
    for name in ("player_settings", "server"):
        monkeypatch.setattr(sim.store, name, broken)
    person, added = SimpleNamespace(id=sim.bruno.id), {"is_guild_integration": lambda: True}
    where = {"guild_id": sim.guild.id, "locale": "de", "guild_locale": "pl"}
    click: Any = SimpleNamespace(user=person, **where, **added)
    assert await sim.client.languages.words_for_click(click) is words("de")
    assert await sim.client.languages.words_for_channel(click) is words("pl")
    answers.set()
    await sim.settle()
    assert len(caplog.records) == (2 if isinstance(error, RuntimeError) else 0)


async def test_links_lead_to_no_place_that_is_closed_and_times_count_from_now_in_every_page(sim):
    async with AsyncExitStack() as stack:
        pages = ChannelPages(sim.env, sim.guild, [sim.ana], stack, sim.languages)
        preview = await pages.open(sim.channel)
        assert [page["channel"] for page in pages.listed()["pages"]] == [str(sim.channel.id)]
        sim.env.backend.advance_clock(3600)
        pages.keep_time()
        assert preview.capture_time == sim.env.now()
    assert pages.listed()["pages"] == []


async def test_in_the_demo_only_languages_that_there_are_can_be_chosen(sim):
    assert sim.languages.choose(SERVER, "fr")
    assert not sim.languages.choose(SERVER, "xx")
    assert sim.languages.listed()["chosen"][SERVER] == "fr"
