import re

import pytest

from bot.engine.choices import chooses_openly
from bot.engine.contract import Seat
from bot.games import CATALOGUE, game
from bot.model.match import Match, Stage
from bot.present.i18n import ENGLISH
from bot.present.screens.help import players
from bot.present.views import view_of_game
from tests.discord_ui.secrecy_sweep import Sweep
from tests.discord_ui.simulation import DiscordSim, Person, Shown

NAMES = [rules.info.id for rules in CATALOGUE]
OWN = "the turn of whoever reads it"


def check(shown: Shown, *pictures: str) -> None:
    assert (shown.files, len(shown.alts)) == (list(pictures), len(pictures))
    assert "{" not in shown.text, "a place that was not filled"


def choices(shown: Shown) -> list[str]:
    return [each for each in shown.pressable if each[:2] in {"m:", "b:"}]


async def fill(sim: DiscordSim, game_id: str) -> None:
    lobby = await sim.play(sim.ana, game_id)
    low, high = game(game_id).info.min_seats, game(game_id).info.max_seats
    assert lobby.button("Start").disabled == (low > 1)
    if low > 1:
        assert "Players needed for" in await sim.told(sim.ana, lobby, "l:1:start")
    for taken in range(1, high + 1):
        check(sim.lobby(), "game.png")
        add = [each for each in sim.lobby().buttons if each.label == "Add computer"]
        assert [each.disabled for each in add] == ([] if high == 1 else [taken == high])
        if taken < high:
            await sim.click(sim.ana, sim.lobby(), "Add computer")


@pytest.mark.parametrize("game_id", NAMES)
async def test_one_person_starts_it_with_computers(sim, game_id):
    await fill(sim, game_id)
    info = game(game_id).info
    assert len((await sim.match()).seats) == info.max_seats
    sweep = Sweep(sim)
    await sim.click(sim.ana, sim.lobby(), "Start")
    match = await sim.match()
    assert (match.stage, await sim.to_move()) == (Stage.RUNNING, sim.ana)
    table = sim.table()
    check(table, "table.png")
    assert table.pinged == (sim.ana.id,)
    assert f"### {info.name}" in table.text
    seen = game(game_id).observe(await sim.state(), match.seat_of(sim.ana.id))
    openly = chooses_openly(info, seen)
    assert bool(choices(table)) is openly
    assert ("point" not in table.text) or info.max_seats > 1, "there is nobody to compare with"
    hand = await sim.say(sim.ana, "hand") if openly else await sim.hand(sim.ana)
    pictured = not openly or view_of_game(game_id).has_private_copy
    check(hand, *(["hand.png"] if pictured else []))
    assert hand.owner == sim.ana.id
    assert "Your turn" in hand.text
    assert choices(hand)
    await sim.move_by_command(sim.ana)
    assert (await sim.match()).ply > match.ply
    await sweep.look()
    assert info.name in (await sim.say(sim.eva, "rules")).text


@pytest.mark.deep
@pytest.mark.parametrize("game_id", NAMES)
async def test_everything_that_can_be_agreed_on_is_offered(sim, game_id, real_pictures):
    """Each choice of each option is picked once; the lobby shows numbers and what is unusual."""
    await sim.play(sim.ana, game_id)
    screen = await sim.options()

    async def agree(key: str, choice: object) -> None:
        await sim.pick(sim.ana, sim.now(screen), str(choice), menu=f"p:1:option:{key}")

    usual = game(game_id).info.default_options
    for option in game(game_id).info.options:
        for choice in option.choices:
            needed = option.needs.get(choice)
            if needed is not None:
                await agree(*needed)
            await agree(option.key, choice)
            assert (await sim.match()).options[option.key] == choice
            shown = f"{option.help}: **{option.label(choice)}**" in sim.lobby().text
            is_number = option.kind == "number" and isinstance(option.default, int)
            assert shown == (is_number or choice != option.default)
            if needed is not None:
                await agree(needed[0], usual[needed[0]])
        await agree(option.key, option.default)
    for _ in range(game(game_id).info.max_seats - 1):
        await sim.click(sim.ana, sim.lobby(), "Add computer")
    await sim.click(sim.ana, sim.lobby(), "Start")
    assert (await sim.match()).stage is Stage.RUNNING
    check(sim.table(), "table.png")


async def test_games_are_found_by_typing(sim):
    for game_id in NAMES:
        info = game(game_id).info
        called = f"{info.name} ({players(info, ENGLISH)})"
        for typed in (info.name.upper(), game_id[:4]):
            offered = await sim.ana.autocomplete(sim.channel, "play", "game", typed)
            assert (called, game_id) in {(each["name"], each["value"]) for each in offered}
    for command in ("play", "rules"):
        offered = await sim.ana.autocomplete(sim.channel, command, "game", "")
        assert {each["value"] for each in offered} == set(NAMES)
    assert await sim.ana.autocomplete(sim.channel, "play", "game", "x" * 99) == []


def said_to_move(sim: DiscordSim, shown: Shown, match: Match) -> set[Seat] | str:
    """Return the seats that an open hand says it waits for; or that it is its owner's turn."""
    if "Your turn" in shown.text:
        return OWN
    (waiting,) = re.findall(r"Waiting for (.*)\.", shown.text)
    info = sim.client.names.table_info(match)
    return {each.seat for each in match.seats if info.name(each.seat, ENGLISH) in waiting}


@pytest.mark.parametrize("game_id", [each for each in NAMES if game(each).info.max_seats > 1])
async def test_open_hands_agree_with_the_table_on_who_is_to_move(sim, game_id):
    """Also after several computers have moved in a row."""
    people = [sim.ana, sim.bruno][: game(game_id).info.max_seats - 1]
    computers = game(game_id).info.max_seats - len(people)
    await sim.start(*people[1:], game_id=game_id, computers=["casual"] * computers)
    hands = {who.id: await sim.say(who, "hand") for who in people}
    for _ in range(6):
        match = await sim.match()
        if not match.is_open:
            break
        asked = {match.seat_of(each.id) for each in await sim.asked()}
        (alt,) = sim.table().alts
        named = ENGLISH.listed(f"Player {chr(ord('A') + seat)}" for seat in sorted(asked))
        assert f"Waiting for {named}." in alt
        for who in people:
            if not sim.exists(hands[who.id]):  # after a secret choice, the table is all there is
                hands[who.id] = await sim.say(who, "hand")
            told = said_to_move(sim, sim.now(hands[who.id]), match)
            assert told == (OWN if match.seat_of(who.id) in asked else asked)
        await choose_first(sim, (await sim.asked())[0], hands)


async def choose_first(sim: DiscordSim, who: Person, hands: dict[int, Shown]) -> None:
    for shown in (sim.table(), hands[who.id]):
        while found := choices(sim.now(shown)):
            before = await sim.match()
            await sim.choose(who, sim.now(shown), found[0])
            if (await sim.match()).ply != before.ply:
                return
