import re
from collections.abc import Sequence

from tests.discord_ui.secrecy_sweep import Sweep
from tests.discord_ui.simulation import STRANGER, DiscordSim, Person
from tests.games.positions import deal

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
        assert [each.label for each in shown.buttons] == ["Refresh"]
    await sim.click(who, shown, "Refresh")
    assert OUT in sim.now(shown).text
    assert await who.autocomplete(sim.channel, "move", "move", "") == []
    assert "It's not your turn. I'm waiting for" in await sim.typed(who, "move", move="pass")
    pressed = await sim.press(who, sim.open_hand(who), f"m:1:{match.ply}:6-6")
    assert "It's not your turn. The table shows whose it is." in sim.private_reply(pressed, who)
    assert await sim.match() == match
    assert "waiting for others" in (await sim.say(who, "games")).text


async def test_who_is_out_watches_and_may_leave_until_one_is_left(sim, stacked):
    stacked += [UNFAIR] * 40
    await sim.start(sim.bruno, sim.chen, game_id="maltese-cross")
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
