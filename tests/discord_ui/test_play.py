import pytest

from bot.discord_ui import components
from bot.games import CATALOGUE, game
from bot.model.match import Stage
from bot.present import screen
from tests.discord_ui.simulation import ROW, STRANGER, TEXT, bones_in

MENU, PLAY_NOW = "x:choose:", "Play now"
IN_COMPANY = [each.info for each in CATALOGUE if each.info.min_seats > 1]
COMPANIES = [
    *((info.id, [], info.min_seats - 1) for info in IN_COMPANY),
    *(("duos", ["strong"], 2), ("memory", [], 1)),
]
"""Games with the computers that are there already, and how many more are needed."""


@pytest.mark.parametrize(("game_id", "there", "needed"), COMPANIES)
async def test_as_many_computers_come_as_the_game_needs(sim, game_id, there, needed):
    lobby = await sim.seat(game_id=game_id, computers=there)
    alone = game(game_id).info.min_seats == 1
    wanted = "a computer" if needed == 1 else f"{needed} computers"
    assert f"Play now adds {wanted}." in lobby.text
    assert ("With Start, you play alone." in lobby.text) == alone
    assert lobby.button("Start").disabled != alone
    await sim.click(sim.ana, lobby, PLAY_NOW)
    match = await sim.match()
    assert match.stage is Stage.RUNNING
    assert [each.level for each in match.seats] == [None, *there, *["steady"] * needed]
    assert not bones_in(sim.now(lobby).all_words)


async def test_two_presses_at_once_start_one_match_and_leave_one_hand(sim, lobby):
    await sim.at_once(*[(sim.ana, lobby, "l:1:now")] * 2)
    private = [each for each in sim.seen_by(sim.ana) if each.owner]
    answers = [each for each in private if "New to" not in each.text]
    assert [each.level for each in (await sim.match()).seats] == [None, "steady"]
    assert all(each.owner == sim.ana.id for each in answers)
    assert sorted(bool(each.moves) for each in answers) in ([False, False], [False, True])
    assert any("newer message" in each.text for each in answers)
    assert "already started" in await sim.told(sim.eva, lobby, "l:1:now")


async def test_with_others_it_fills_the_table_for_everybody(sim):
    lobby, before = await sim.play(sim.ana, "duos"), await sim.match()
    assert await sim.told(sim.eva, lobby, "l:1:now") == STRANGER
    assert await sim.match() == before
    await sim.click(sim.bruno, lobby, "Join")
    assert "Play now adds 2 computers." in sim.lobby().text
    assert (await sim.told(sim.bruno, sim.lobby(), PLAY_NOW)).startswith("Only the host, ")
    await sim.click(sim.ana, sim.lobby(), PLAY_NOW)
    match = await sim.match()
    assert match.stage is Stage.RUNNING
    assert [each.level for each in match.seats] == [None, None, "steady", "steady"]
    assert match.people == (sim.ana.id, sim.bruno.id)
    assert sim.open_hand(sim.ana).is_("hand.png")


@pytest.mark.parametrize(("others", "game_id"), [(1, "block"), (0, "solitaire")])
async def test_where_start_is_enough_no_computers_are_offered(sim, others, game_id):
    lobby = await sim.seat(*[sim.bruno][:others], game_id=game_id)
    assert PLAY_NOW not in lobby.labels
    assert not lobby.button("Start").disabled


async def test_a_rematch_waits_for_the_people_it_calls(sim, end):
    await sim.click(sim.ana, end, "Rematch")
    assert PLAY_NOW not in sim.lobby().labels


async def test_the_hand_does_not_wait_for_a_table_that_cannot_be_posted(sim, lobby):
    await sim.forbid("send_messages")
    await sim.click(sim.ana, lobby, PLAY_NOW)
    assert not sim.tables()
    assert sim.open_hand(sim.ana).moves


async def test_a_game_is_chosen_from_the_list_and_its_table_opens_for_everybody(sim):
    chooser = await sim.ask(sim.ana, "play")
    assert await sim.store.open_in(sim.channel.id) is None, "nothing is opened yet"
    games = [each["value"] for each in chooser.options]
    american = ["all-fives", "mexican-train"]
    others = [rules.info.id for rules in CATALOGUE if rules.info.id not in american]
    assert games == [*american, *others], "what people play in the United States is first"
    assert len(chooser.files) == len(chooser.alts) == 6
    first, second = list(chooser.components[0]["components"])[:2]
    assert (first["type"], second["type"]) == (TEXT, ROW), "the menu is above the pictures"
    more = await sim.clicked(sim.ana, chooser, "Games ▶", "Games ▶")
    assert set(more.files).isdisjoint(chooser.files)
    await sim.pick(sim.ana, more, "lucky-draw", menu=MENU)
    assert "Your table of Lucky Draw is open." in sim.now(chooser).text
    assert sim.now(chooser).labels == ["Learn"]
    assert "### Lucky Draw · open table" in sim.lobby().text
    await sim.click(sim.bruno, sim.lobby(), "Join")
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
    await sim.click(sim.ana, sim.now(chooser), "Open a thread")
    match = await sim.match(2)
    assert (match.game, match.channel_id != sim.channel.id) == ("memory", True)


async def test_a_choice_in_the_second_of_several_menus_counts_like_one_in_the_first(
    sim, monkeypatch
):
    monkeypatch.setattr(screen, "MAX_ENTRIES", 15)
    shown = await sim.ask(sim.ana, "help")
    rules = await sim.pick(sim.ana, shown, "squares-blind", menu="x:help:rules1")
    assert "Domino Squares: Blind" in sim.private_reply(rules, sim.ana)
    ranking = await sim.ask(sim.ana, "leaderboard")
    menus = [each["custom_id"] for each in ranking.menus]
    shown = sim.reply(await sim.pick(sim.ana, ranking, "squares-blind", menu=menus[1]))
    assert "Domino Squares: Blind" in shown.text
    await sim.pick(sim.ana, await sim.ask(sim.ana, "play"), "squares-blind", menu=f"{MENU}1")
    assert (await sim.match()).game == "squares-blind"


async def test_the_list_works_in_direct_messages(sim):
    await sim.pick(sim.ana, sim.reply(await sim.ana.user.slash("play")), "solitaire", menu=MENU)
    assert "### Solitaire · open table" in sim.direct_messages(sim.ana)[-1].text


async def test_a_description_that_is_too_long_is_cut_between_words(sim, monkeypatch):
    monkeypatch.setattr(components, "MAX_ENTRY", 60)
    say, long = sim.words_of(sim.ana), 0
    for option in (await sim.say(sim.ana, "play")).options:
        shown, full = option["description"], say(game(option["value"]).info.card[0])
        long += len(full) > 60
        assert shown == full or (shown.endswith(" …") and full.startswith(f"{shown[:-2]} "))
    assert long, "one is too long"
