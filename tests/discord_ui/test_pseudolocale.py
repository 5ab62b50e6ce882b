from random import Random
from typing import Any

import pytest

from bot.demo.languages import SERVER
from bot.games import CATALOGUE
from bot.model.match import Stage
from tests import pseudolocale
from tests.discord_ui.own import fill
from tests.discord_ui.simulation import DiscordSim
from tests.pseudolocale import untranslated

ABOUT_PEOPLE = ("games", "history", "leaderboard", "privacy", "profile", "replay", "verify")


@pytest.fixture
def installed():
    with pseudolocale.installed():
        yield


@pytest.fixture
def sim(installed, sim) -> DiscordSim:
    sim.languages.choose(SERVER, pseudolocale.LOCALE)
    for who in sim.people.values():
        sim.speaks(who, pseudolocale.LOCALE)
    return sim


def check_all_shown(sim: DiscordSim) -> None:
    parts = [part for shown in sim.versions for part in (*shown.texts, *shown.labels, *shown.alts)]
    assert parts
    assert {word: part for part in parts for word in untranslated(part)} == {}


def form_texts(part: Any) -> list[str]:
    if isinstance(part, list):
        return [text for each in part for text in form_texts(each)]
    if not isinstance(part, dict):
        return []
    shown = [part.get(name) for name in ("title", "label", "description", "placeholder")]
    return [*filter(None, shown), *form_texts(list(part.values()))]


async def start_with_up_to_four(sim: DiscordSim, game_id: str) -> None:
    await sim.click(sim.ana, await sim.play(sim.ana, game_id), "Options")
    for who in (sim.bruno, sim.chen, sim.dana):
        await sim.press(who, sim.lobby(), "l:1:join")
    await sim.click(sim.ana, sim.lobby(), "Start")
    if (await sim.match()).stage is not Stage.RUNNING:  # not for four
        await sim.click(sim.dana, sim.lobby(), "Leave")
        await sim.click(sim.ana, sim.lobby(), "Start")


@pytest.mark.parametrize("game_id", [rules.info.id for rules in CATALOGUE])
async def test_nothing_in_a_match_is_left_in_english(sim, game_id):
    await start_with_up_to_four(sim, game_id)
    await sim.press(sim.ana, sim.table(), "t:1:rules")
    await sim.click(sim.ana, sim.table(), "⋯")
    for _ in range(4):
        who = (await sim.asked())[0]
        await who.slash(sim.channel, "hand")
        await who.slash(sim.channel, "move", move="9-9")
        await sim.move_by_command(who)
    chosen = Random(1)
    await sim.skip(lambda state: state.outcome is not None, lambda _, codes: chosen.choice(codes))
    for command in ABOUT_PEOPLE:
        await sim.ana.slash(sim.channel, command)
    check_all_shown(sim)


async def test_nothing_in_settings_and_preferences_is_left_in_english(sim, boss):
    sim.speaks(boss, pseudolocale.LOCALE)
    shown = await sim.say(boss, "settings")
    await sim.press(boss, shown, "x:server:channel", values=[str(sim.channel.id)])
    shown = await sim.say(sim.ana, "preferences")
    for menu, value in (("letters", "off"), ("forced", "on"), ("holiday", "2"), ("listed", "no")):
        await sim.pick(sim.ana, shown, value, menu=f"o:{menu}")
    for typed in (("x", "7", "Asia/Tokyo"), ("22", "7", "nowhere"), ("22", "7", "Asia/Tokyo")):
        form = await sim.pick(sim.ana, sim.now(shown), "1320-420", menu="o:quiet")
        assert [word for text in form_texts(form.modal) for word in untranslated(text)] == []
        await fill(sim.ana, form, *typed)
    check_all_shown(sim)


async def test_no_answer_to_a_command_is_left_in_english(sim):
    for command in ("help", *ABOUT_PEOPLE, "rematch", "board", "hand", "leave"):
        await sim.ana.slash(sim.channel, command)
    privacy = await sim.say(sim.ana, "privacy")
    for button in ("export", "ask", "delete"):
        await sim.press(sim.ana, privacy, f"x:privacy:{button}")
    check_all_shown(sim)


async def test_nothing_around_a_match_is_left_in_english(sim):
    ana = sim.ana
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
    check_all_shown(sim)
