"""A game for two to four, in which four play in two pairs unless an option is off."""

import re

import pytest

from bot.model.scores import OVERALL
from tests.discord_ui.simulation import DiscordSim
from tests.made_up_games import made_up_games

CHANGE, TEAMS = "Swap partners", "With 4 players, you play in pairs."


@pytest.fixture(autouse=True)
def made_up():
    with made_up_games():
        yield


def partners(sim: DiscordSim) -> list[str]:
    """Return for each seat of the lobby the letter of the partner, or nothing."""
    lines = [line for line in sim.lobby().text.splitlines() if re.match(r"`[A-D]` ", line)]
    return [line.partition(" · with ")[2].strip("`") for line in lines]


async def told_to_swap(sim: DiscordSim) -> str:
    return await sim.told(sim.ana, sim.lobby(), "l:1:partners")


async def test_a_lobby_has_partners_once_four_sit_in_it_and_the_option_is_on(sim):
    lobby = await sim.play(sim.ana, "paired")
    for who in (sim.bruno, sim.chen):
        await sim.click(who, lobby, "Join")
        assert not any(partners(sim)), "two or three play for themselves"
        assert TEAMS in sim.lobby().text
        assert sim.lobby().button(CHANGE).disabled
        assert not sim.lobby().button("Start").disabled
        assert await told_to_swap(sim) == "You can swap partners once every seat is filled."
    await sim.click(sim.dana, lobby, "Join")
    assert partners(sim) == [*"CDAB"]
    assert TEAMS not in sim.lobby().text
    await sim.click(sim.ana, sim.lobby(), CHANGE)
    assert (await sim.match()).people == tuple(
        each.id for each in (sim.ana, sim.chen, sim.dana, sim.bruno)
    )

    await sim.set("option:pairs", "off")
    assert not any(partners(sim))
    assert CHANGE not in sim.lobby().labels
    assert await told_to_swap(sim) == "In this match, everybody plays for themselves."
    await sim.click(sim.bruno, sim.lobby(), "Leave")
    assert TEAMS not in sim.lobby().text


@pytest.mark.parametrize(("people", "pairs"), [(2, "on"), (3, "on"), (4, "on"), (4, "off")])
async def test_results_and_ratings_are_of_sides(sim, people, pairs):
    playing = list(sim.people.values())[:people]
    are_paired = people == 4 and pairs == "on"
    await sim.start(*playing[1:], game_id="paired", picks={"option:pairs": pairs})
    table = sim.table().text
    assert ("① Team `A` + `C`" in table) == ("② Team `B` + `D`" in table) == are_paired
    assert ("①" in table) == are_paired
    result = await sim.play_out()
    results, outcome = await sim.results(), (await sim.state()).outcome
    ratings = await sim.store.ratings([who.id for who in playing], (OVERALL,))
    sides = [results[who.id].side for who in playing]
    assert sides == ([0, 1, 0, 1] if are_paired else [*range(people)])
    won = [who for who in playing if results[who.id].won]
    assert [playing.index(who) for who in won] == list(outcome.winners)
    assert len(won) == 1 + are_paired
    mentions = " and ".join(f"<@{who.id}>" for who in won)
    assert f"🏆 {mentions} win{'' if are_paired else 's'} the match!" in result.text
    medals = [
        line for line in result.text.splitlines() if line[:1] in "🥇🥈🥉" or line[:3] == "**4"
    ]
    assert len(medals) == (2 if are_paired else people)
    assert all((" + `" in line) == are_paired for line in medals)
    for each in sides:
        same = [who for who, side in zip(playing, sides, strict=True) if side == each]
        assert len({results[who.id].place for who in same}) == 1
        assert len({ratings[who.id, OVERALL] for who in same}) == 1, "partners are rated as one"
    assert {ratings[who.id, OVERALL].matches for who in playing} == {1}
    assert len(set(ratings.values())) == len({each.place for each in results.values()})
