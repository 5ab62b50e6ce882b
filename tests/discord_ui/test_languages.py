"""Everybody reads their own language, and a channel its server's."""

from random import Random

import pytest

from bot.demo.languages import SERVER
from bot.games import CATALOGUE
from bot.present.i18n import words
from bot.service.model.match import Stage
from tests import pseudo
from tests.discord_ui.simulation import DiscordSim, Shown

NAMES = [rules.info.id for rules in CATALOGUE]


@pytest.fixture
def mixed(sim) -> DiscordSim:
    """Return a Polish server with four people who speak four other languages."""
    sim.languages.choose(SERVER, "pl")
    people = (sim.ana, sim.bruno, sim.chen, sim.dana)
    for who, language in zip(people, ("es-ES", "de", "ja", "fr"), strict=True):
        sim.speaks(who, language)
    return sim


async def test_four_languages_in_a_server_with_a_fifth(mixed):
    """They play Duos: hands, answers and DMs are in their own, all else is in the server's."""
    people = [mixed.ana, mixed.bruno, mixed.chen, mixed.dana]
    await mixed.start(*people[1:], game_id="duos")
    say = words("pl")
    assert say("{game} · the match has started", game=say("Duos")) in mixed.public()[0].text
    for _ in range(6):
        who = await mixed.to_move()
        own = mixed.words_of(who)
        hand = await mixed.hand(who)
        assert own("**Your turn.**") in hand.text
        assert say("Hand") in mixed.table().labels
        await mixed.move(who)
    assert say("{who} leads", who="").strip() in "".join(each.text for each in mixed.versions)
    for who in people:
        own = mixed.words_of(who)
        refused = mixed.reply(await who.slash(mixed.channel, "rematch"))
        assert refused.text == own(
            "You haven't finished a match in this channel yet. Start one with /play."
        )
    end = await mixed.play_out()
    assert say("Rematch") in end.labels


async def test_a_reminder_after_a_restart_is_in_the_language_of_who_gets_it(mixed):
    await mixed.start(mixed.bruno, game_id="block")
    who = await mixed.to_move()
    await mixed.restart()
    assert not mixed.client.languages.knows_locale(who.id)
    await mixed.pass_time(hours=13)
    reminder = mixed.direct_messages(who)[-1].text
    told = mixed.words_of(who)(
        "⏰ It's your turn in {game}. Time runs out {when}.", game="?", when="?"
    )
    assert told.partition("?")[0] in reminder


async def test_a_person_chooses_a_language(mixed):
    """It holds at once, for what only they see, and is forgotten with everything else."""
    shown = mixed.reply(await mixed.ana.slash(mixed.channel, "preferences"))
    assert words("es-ES")("Your preferences") in shown.text
    await mixed.pick(mixed.ana, shown, "it", menu="o:language")
    italian = words("it")
    assert italian("Your preferences") in mixed.now(shown).text
    assert italian.labelled_in_bold(italian("Language"), "Italiano") in mixed.now(shown).text
    await mixed.restart()
    assert italian("Boneyard") in (await mixed.say(mixed.ana, "help")).text
    offered = await mixed.ana.autocomplete(mixed.channel, "rules", "game", italian("Draw").upper())
    assert offered[0]["value"] == "draw"
    await mixed.press(mixed.ana, mixed.now(shown), "o:language", values=["xx"])
    await mixed.pick(mixed.ana, mixed.now(shown), "auto", menu="o:language")
    assert words("es-ES")("Your preferences") in mixed.now(shown).text


async def test_managers_choose_the_language_of_a_server(mixed, boss):
    shown = mixed.reply(await boss.slash(mixed.channel, "settings"))
    await mixed.pick(boss, shown, "tr", menu="x:server:language")
    lobby = await mixed.play(mixed.ana)
    assert words("tr")("Join") in lobby.labels
    assert (await mixed.store.server(mixed.guild.id)).language == "tr"
    await mixed.press(mixed.bruno, mixed.now(shown), "x:server:language", values=["de"])
    assert (await mixed.store.server(mixed.guild.id)).language == "tr"


async def test_moves_are_typed_in_the_readers_words(mixed, stacked):
    """Without accents, in capitals, and in English, too."""
    await mixed.start(mixed.bruno)
    await mixed.move_by_command(await mixed.to_move())
    who = await mixed.to_move()
    own = mixed.words_of(who)
    offered = await who.autocomplete(mixed.channel, "move", "move", own("left").upper())
    assert offered
    assert all(each["value"].endswith("@l") for each in offered)
    bone = offered[0]["value"].partition("@")[0]
    assert await who.autocomplete(mixed.channel, "move", "move", f"{bone} left")
    before = await mixed.match()
    await who.slash(mixed.channel, "move", move=f"{bone} {own('on the left')}")
    assert (await mixed.match()).ply > before.ply


# A language in which everything that is not marked stands out.


def read(shown: Shown) -> list[str]:
    """Return what can be read of a message, part by part."""
    return [*shown.texts, *shown.labels, *shown.alts]


@pytest.fixture
def made_up():
    """Let the bot know the made-up language until the end of the test."""
    with pseudo.spoken():
        yield


@pytest.fixture
def foreign(made_up, sim) -> DiscordSim:
    """Speak the made-up language to everybody."""
    sim.languages.choose(SERVER, pseudo.LOCALE)
    for who in sim.people.values():
        sim.speaks(who, pseudo.LOCALE)
    return sim


def assert_nothing_is_left(sim: DiscordSim) -> None:
    """Check every message that was shown, as it was at any time."""
    parts = (part for shown in sim.versions for part in read(shown))
    assert {word: part for part in parts for word in pseudo.leftovers(part)} == {}


@pytest.mark.parametrize("game_id", NAMES)
async def test_nothing_in_a_match_is_left_in_english(foreign, game_id):
    sim = foreign
    lobby = await sim.play(sim.ana, game_id)
    await sim.click(sim.ana, lobby, "Options")
    for who in (sim.bruno, sim.chen, sim.dana):
        await sim.press(who, sim.lobby(), "l:1:join")
    await sim.click(sim.ana, sim.lobby(), "Start")
    if (await sim.match()).stage is not Stage.RUNNING:
        await sim.click(sim.dana, sim.lobby(), "Leave")
        await sim.click(sim.ana, sim.lobby(), "Start")
    for _ in range(8):
        who = (await sim.asked())[0]
        await who.slash(sim.channel, "hand")
        await sim.click(who, sim.table(), "Rules")
        await who.slash(sim.channel, "move", move="9-9")
        await sim.move_by_command(who)
    chosen = Random(1)
    await sim.skip(lambda state: state.outcome is not None, lambda _, codes: chosen.choice(codes))
    for command in ("history", "replay", "verify", "profile", "leaderboard"):
        await sim.ana.slash(sim.channel, command)
    assert_nothing_is_left(sim)


async def test_nothing_elsewhere_is_left_in_english(foreign, boss):
    sim, ana = foreign, foreign.ana
    sim.speaks(boss, pseudo.LOCALE)
    shown = await sim.say(boss, "settings")
    await sim.press(boss, shown, "x:server:channel", values=[str(sim.channel.id)])
    shown = await sim.say(ana, "preferences")
    for menu, value in (("letters", "off"), ("forced", "on"), ("holiday", "2"), ("listed", "no")):
        await sim.pick(ana, shown, value, menu=f"o:{menu}")
    for typed in (("x", "7", "Asia/Tokyo"), ("22", "7", "nowhere"), ("22", "7", "Asia/Tokyo")):
        form = await sim.pick(ana, sim.now(shown), "1320-420", menu="o:quiet")
        assert form.modal is not None
        assert pseudo.leftovers(_written(form.modal)) == []
        asked = [label["component"]["custom_id"] for label in form.modal["components"]]
        await ana.submit_modal(form, dict(zip(asked, typed, strict=True)))
    for command in ("help", "games", "privacy", "profile", "leaderboard", "history", "rematch"):
        await ana.slash(sim.channel, command)
    for command in ("board", "hand", "leave", "replay", "verify"):
        await ana.slash(sim.channel, command)
    privacy = await sim.say(ana, "privacy")
    for button in ("export", "ask", "delete"):
        await sim.press(ana, privacy, f"x:privacy:{button}")
    await sim.start_short(sim.bruno)
    await ana.slash(sim.channel, "play", game="memory")
    await ana.slash(sim.channel, "play", game="tennis")
    await sim.click(ana, sim.table(), "t:1:more")
    end = await sim.play_out()
    await sim.click(sim.bruno, end, "Analyse")
    await sim.click(ana, end, "Rematch")
    profile = await sim.say(ana, "profile")
    for each in profile.ids:
        await sim.press(ana, profile, each)
    assert_nothing_is_left(sim)


def _written(part: object) -> str:
    """Return every text of a form."""
    if isinstance(part, dict):
        shown = [part.get(name) or "" for name in ("title", "label", "description", "placeholder")]
        return " ".join([*map(str, shown), *map(_written, part.values())])
    return " ".join(map(_written, part)) if isinstance(part, list) else ""
