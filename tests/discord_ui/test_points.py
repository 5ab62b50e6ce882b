import re
from collections.abc import Sequence

from bot.model.scores import Measure
from tests.discord_ui.secrecy_sweep import Sweep
from tests.discord_ui.simulation import NOT_YOUR_TURN, STRANGER, DiscordSim, Person
from tests.games.positions import deal

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
    people = list(sim.people.values())[:4]
    await sim.start(*people[1:], game_id="duos", picks={"option:target": "50"})
    await sim.skip(lambda state: state.number == 2, lambda _, codes: max(codes))
    totals, lines = (await sim.state()).totals, sim.table().text.splitlines()
    teams = [f"{'①②'[duo]} Team `{'AB'[duo]}` + `{'CD'[duo]}` · {totals[duo]}" for duo in (0, 1)]
    first = lines.index(teams[0])
    assert lines[first + 1] == teams[1]
    seats = [re.sub(r"[^①②A-D]", "", line.split("<@")[0]) for line in lines[first + 2 : first + 6]]
    assert seats == ["①A", "②D", "①C", "②B"], "in the order of turns, with their team"
    await sim.play_out()
    totals = (await sim.state()).totals
    winner, result = totals.index(max(totals)), sim.public()[-1]
    for duo in range(2):
        pair = " + ".join(f"`{'ABCD'[at]}` <@{people[at].id}>" for at in (duo, duo + 2))
        assert f"{pair} · **{totals[duo]}**" in result.text
    one, other = (f"<@{people[at].id}>" for at in (winner, winner + 2))
    assert f"🏆 {one} and {other} win the match!" in result.text
    results = await sim.results()
    for seat, who in enumerate(people):
        assert results[who.id].points == totals[seat % 2]
        assert results[who.id].won == (seat % 2 == winner)
    winners = {each.user_id: each.wins for each in await sim.leaders(Measure.WINS)}
    assert winners == {people[winner].id: 1, people[winner + 2].id: 1}


ANA = "6-4 1-1 4-4 5-3 4-2 5-0 4-3"
BRUNO = "6-1 3-1 4-1 5-5 2-0 6-6 6-3"
BONEYARD = "3-3 2-1"

ROUND = (
    # who, the move, what it scores as it is written, and what both have then
    ("A", "6-4", "6 + 4 = 10", (10, 0)),
    ("B", "6-1@l", "1 + 4 = 5", (10, 5)),
    # 1-1 is the spinner; one bone lies against it, so both its halves count: 2 + 4 = 6.
    ("A", "1-1@l", None, (10, 5)),
    # Two bones lie against it now: 3 + 4 = 7.
    ("B", "3-1@l", None, (10, 5)),
    # 4-4 is no spinner, and counts 8 at its end: 3 + 8 = 11.
    ("A", "4-4@r", None, (10, 5)),
    # At an end of the spinner, which counts nothing itself.
    ("B", "4-1@e", "3 + 8 + 4 = 15", (10, 20)),
)


async def test_points_made_by_playing_are_told_and_count_at_once(sim, stacked):
    stacked += [deal(ANA, BRUNO, BONEYARD), "lot 0"]
    await sim.start(sim.bruno, game_id="all-fives")
    for letter, code, scored, points in ROUND:
        who = {"A": sim.ana, "B": sim.bruno}[letter]
        hand, table = await sim.make(who, code), sim.table().text
        assert (f"· {scored} points" in table) == (scored is not None), table
        assert (f"· {scored} points" in hand.text) == (scored is not None)
        (ends,) = [each for each in table.splitlines() if each.startswith("Open ends: ")]
        assert ends in (await sim.say(sim.others(who)[0], "hand")).text.splitlines()
        for seat, total in zip("AB", points, strict=True):
            (line,) = [each for each in table.splitlines() if f"`{seat}` " in each]
            assert line.rstrip("*").endswith(f" · {total}")
    assert (await sim.state()).totals == (0, 0), "the round is not in the books yet"


OUT = "You're out of this match. You can keep watching."
UNFAIR = deal("0-0 1-0 2-0 3-0 1-1 2-1 3-1", "6-6 6-5 6-4 5-5 5-4 6-3 5-3")
"""Deals the light bones to the first seat that still plays, and the heavy ones to the second."""


def heaviest(_: Person, codes: Sequence[str]) -> str:
    return max(codes, key=lambda code: sum(map(int, re.findall(r"\d", code.partition("@")[0]))))


async def only_watches(sim: DiscordSim, who: Person, seat: int) -> None:
    match, waiting = await sim.match(), await sim.to_move()
    assert waiting is not who
    line = next(line for line in sim.table().text.splitlines() if line[:3] == f"`{'ABCD'[seat]}`")
    assert f"<@{who.id}> · out of the match · " in line
    assert re.search(r"· 1\d\d$", line)
    for shown in (await sim.hand(who), await sim.say(who, "hand")):
        assert shown.owner == who.id
        assert f"{OUT} Waiting for <@{waiting.id}>." in shown.text
        assert shown.moves == []
        assert not any("Your hand: " in alt for alt in shown.alts)
        assert [each.label for each in shown.buttons] == ["Refresh", "⋯"]
    assert OUT in (await sim.clicked(who, shown, "Refresh")).text
    assert await who.autocomplete(sim.channel, "move", "move", "") == []
    assert "It's not your turn. I'm waiting for" in await sim.typed(who, "move", move="pass")
    assert NOT_YOUR_TURN in await sim.told(who, sim.open_hand(who), f"m:1:{match.ply}:6-6")
    assert await sim.match() == match
    assert f"waiting for <@{waiting.id}>" in (await sim.say(who, "games")).text


async def test_who_is_out_watches_and_may_leave_until_one_is_left(sim, stacked):
    stacked += [UNFAIR] * 40
    await sim.start(
        sim.bruno,
        sim.chen,
        game_id="maltese-cross",
        picks={"option:matchEnds": "last", "option:limit": "100"},
    )
    sweep = Sweep(sim)

    # Bruno has the heavy bones, and is eliminated first.
    sweep.ply = await sim.skip(lambda state: len(state.setup.seats) == 2, heaviest)
    await sweep.look()
    state = await sim.state()
    assert state.setup.seats == (0, 2)
    ended = [each for each in sim.public() if each.is_("round.png")][-1]
    assert f"<@{sim.bruno.id}> is out of the match." in ended.text
    assert f"<@{sim.bruno.id}> · **{state.totals[1]}**" in ended.text.splitlines()[-1], "the worst"
    await only_watches(sim, sim.bruno, 1)

    # The others continue, and nobody pings Bruno any more.
    dms, shown = [each.id for each in sim.direct_messages(sim.bruno)], len(sim.versions)
    for _ in range(3):
        await sim.move_by_command(await sim.to_move())
        await sweep.look()
    assert all(sim.bruno.id not in each.pinged for each in sim.versions[shown:])
    assert [each.id for each in sim.direct_messages(sim.bruno)] == dms, "no DM, either"
    await sim.leave(sim.bruno)
    assert f"for <@{sim.bruno.id}>, who left" in sim.table().text
    assert (await sim.say(sim.bruno, "hand")).text == STRANGER

    # Play until one is left: pips are penalties, which are no points in a ranking.
    await sim.skip(lambda state: state.outcome, heaviest)
    state = await sim.state()
    assert state.outcome.winners == (0,)
    result = sim.public()[-1].text
    assert f"🏆 <@{sim.ana.id}> wins the match!" in result
    scores = [int(each) for each in re.findall(r"· \*\*(\d+)\*\*", result)]
    best = sorted(range(3), key=lambda seat: (-state.lasted[seat], state.totals[seat]))
    assert scores == [state.totals[seat] for seat in best], "who lasts longest, then few points"
    board = (await sim.say(sim.eva, "leaderboard", by="wins")).text
    assert board.splitlines()[2:] == [f"**1** · <@{sim.ana.id}> · **1** win · 1 match"]
    assert "<@" not in (await sim.say(sim.eva, "leaderboard", by="points")).text
