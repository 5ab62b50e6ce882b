import re

from bot.model.scores import Measure
from tests.discord_ui.simulation import DiscordSim

CHANGE = "Swap partners"


def sitting(sim: DiscordSim) -> list[str]:
    return [line for line in sim.lobby().text.splitlines() if re.match(r"`[A-D]` ", line)]


def opposite(line: str) -> str:
    assert " · with `" in line
    (letter,) = re.findall(r"`([A-D])`", line[3:])
    return str(letter)


async def test_partners_are_changed_by_the_host_at_a_full_table(sim):
    """Three presses, and the host has sat opposite each of the others."""
    lobby = await sim.play(sim.ana, "duos")
    for who in (sim.bruno, sim.chen, sim.dana):
        assert opposite(sitting(sim)[0]) == "C", "even before anybody sits there"
        (button,) = [each for each in sim.lobby().buttons if each.label == CHANGE]
        assert button.disabled
        assert "partners" in await sim.told(sim.ana, sim.lobby(), "l:1:partners")
        await sim.click(who, lobby, "Join")
    for who in (sim.bruno, sim.eva):
        refused = await sim.told(who, sim.lobby(), CHANGE)
        assert refused.startswith(("Only the host, ", "You don't have a seat at this table."))
    pairings = []
    for _ in range(3):
        await sim.click(sim.ana, sim.lobby(), CHANGE)
        match = await sim.match()
        assert match.people[0] == sim.ana.id, "the host stays in the first seat"
        assert sorted(match.people) == sorted(who.id for who in list(sim.people.values())[:4])
        pairings.append({frozenset(match.people[seat] for seat in duo) for duo in ((0, 2), (1, 3))})
        for line, user, letter in zip(sitting(sim), match.people, "CDAB", strict=True):
            assert f"<@{user}>" in line
            assert opposite(line) == letter
    partners = {user for pairs in pairings for pair in pairs if sim.ana.id in pair for user in pair}
    assert len(partners) == 4, "each of the three was the host's partner once"


async def test_two_against_two_to_the_leaderboard(sim):
    """Partners stand, score, win and lose together."""
    people = list(sim.people.values())[:4]
    await sim.start(*people[1:], game_id="duos")
    await sim.skip(lambda state: state.number == 2, lambda _, codes: max(codes))
    totals, lines = (await sim.state()).totals, sim.table().text.splitlines()
    teams = [f"{'①②'[duo]} Team `{'AB'[duo]}` + `{'CD'[duo]}` · {totals[duo]}" for duo in (0, 1)]
    first = lines.index(teams[0])
    assert lines[first + 1] == teams[1]
    seats = [re.sub(r"[^①②A-D]", "", line.split("<@")[0]) for line in lines[first + 2 : first + 6]]
    assert seats == ["①A", "②D", "①C", "②B"], "in the order of turns, with their team"
    await sim.play_out()
    totals = (await sim.state()).totals
    winner = totals.index(max(totals))
    result = sim.public()[-1]
    for duo in range(2):
        pair = " + ".join(f"`{'ABCD'[at]}` <@{people[at].id}>" for at in (duo, duo + 2))
        assert f"{pair} · **{totals[duo]}**" in result.text
    one, other = (f"<@{people[at].id}>" for at in (winner, winner + 2))
    assert f"🏆 {one} and {other} win the match!" in result.text
    results = await sim.results()
    for seat, who in enumerate(people):
        assert (results[who.id].points, results[who.id].won) == (
            totals[seat % 2],
            seat % 2 == winner,
        )
    winners = {each.user_id: each.wins for each in await sim.leaders(Measure.WINS)}
    assert winners == {people[winner].id: 1, people[winner + 2].id: 1}
