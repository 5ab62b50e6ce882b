from bot.discord_ui import components
from bot.games import CATALOGUE

MENU = "x:choose:"
TEXT, ROW = 10, 1
"""The component types of text, and of a row with a menu or buttons."""


async def test_a_game_is_chosen_from_the_list_and_its_table_opens_for_everybody(sim):
    chooser = await sim.say(sim.ana, "play")
    assert chooser.owner == sim.ana.id
    assert await sim.store.open_in(sim.channel.id) is None, "nothing is opened yet"
    assert [each["value"] for each in chooser.options] == [rules.info.id for rules in CATALOGUE]
    assert len(chooser.files) == len(chooser.alts) == 6
    first, second = list(chooser.components[0]["components"])[:2]
    assert (first["type"], second["type"]) == (TEXT, ROW), "the menu is above the pictures"
    await sim.click(sim.ana, chooser, "Games ▶")
    await sim.click(sim.ana, sim.now(chooser), "Games ▶")
    more = sim.now(chooser)
    assert set(more.files).isdisjoint(chooser.files)
    await sim.pick(sim.ana, more, "lucky-draw", menu=MENU)
    assert "Your table of Lucky Draw is open." in sim.now(chooser).text
    assert sim.now(chooser).labels == ["Learn"]
    lobby = sim.lobby()
    assert lobby.owner is None
    assert "### Lucky Draw · open table" in lobby.text
    await sim.click(sim.bruno, lobby, "Join")
    assert len((await sim.match()).people) == 2


async def test_two_choices_at_once_open_one_table(sim):
    chooser = await sim.say(sim.ana, "play")
    await sim.at_once((sim.ana, chooser, MENU), (sim.ana, chooser, MENU), values=["duos"])
    assert len([each for each in sim.public() if each.is_("game.png")]) == 1
    assert len((await sim.match()).people) == 1


async def test_where_there_is_a_match_a_thread_is_offered(sim):
    await sim.play(sim.bruno)
    chooser = await sim.say(sim.ana, "play")
    await sim.pick(sim.ana, chooser, "memory", menu=MENU)
    assert "This channel already has [a table](" in sim.now(chooser).text
    await sim.click(sim.ana, sim.now(chooser), "Open a thread")
    match = await sim.match(2)
    assert (match.game, match.channel_id != sim.channel.id) == ("memory", True)


async def test_the_list_works_in_direct_messages(sim):
    answer = sim.reply(await sim.ana.user.slash("play"))
    await sim.pick(sim.ana, answer, "solitaire", menu=MENU)
    (lobby,) = [each for each in sim.direct_messages(sim.ana) if each.is_("game.png")]
    assert "### Solitaire · open table" in lobby.text


async def test_an_unknown_game_opens_nothing(sim):
    chooser = await sim.say(sim.ana, "play")
    assert "There's no game called" in await sim.told(sim.ana, chooser, MENU, values=["tennis"])
    assert await sim.store.open_in(sim.channel.id) is None


async def test_a_description_that_is_too_long_is_cut_between_words(sim, monkeypatch):
    monkeypatch.setattr(components, "MAX_ENTRY", 60)
    say, long = sim.words_of(sim.ana), 0
    chooser = await sim.say(sim.ana, "play")
    for option, rules in zip(chooser.options, CATALOGUE, strict=True):
        shown, full = option["description"], say(rules.info.card[0])
        long += len(full) > 60
        assert shown == full or (shown.endswith(" …") and full.startswith(f"{shown[:-2]} "))
    assert long, "one is too long"
