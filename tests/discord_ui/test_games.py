import re

import pytest

from bot.store.queries.matches import MatchQueries
from tests.discord_ui.simulation import Shown


def lines(shown: Shown) -> list[str]:
    return shown.text.splitlines()[1:]


async def test_links_lead_to_the_tables_and_the_time_left_is_told(sim):
    await sim.start(sim.bruno)
    who = await sim.to_move()
    lobby_channel = sim.guild.create_text_channel("lobby")
    lobby = await sim.play(who, "draw", lobby_channel)
    match, open_table = await sim.match(1), await sim.match(2)
    (clock,) = match.agenda.clocks
    mine = await sim.say(who, "games")
    assert mine.owner == who.id
    base = f"https://discord.com/channels/{sim.guild.id}"
    due, closes = (
        f"<t:{round(at.timestamp())}:R>" for at in (clock.due_at, open_table.agenda.lapses_at)
    )
    assert lines(mine) == [
        f"- [Block]({base}/{sim.channel.id}/{sim.table().id}) · **your turn** · ⏳ {due}",
        f"- [Draw]({base}/{lobby_channel.id}/{lobby.id}) · not started · closes {closes}",
    ]
    other = sim.ana if who is sim.bruno else sim.bruno
    (theirs,) = lines(await sim.say(other, "games"))
    assert theirs.endswith(f"· waiting for others · ⏳ {due}")


async def test_what_waits_for_me_comes_first_and_the_shortest_time_first_of_all(sim):
    ids = {}
    for pace in ("none", "slow", "day"):
        channel = sim.guild.create_text_channel(pace)
        match = await sim.start(sim.bruno, channel=channel, picks={"pace:": pace})
        ids[pace] = match.id
        while (other := await sim.to_move(match.id)) is not sim.ana:
            offered = await other.autocomplete(channel, "move", "move", "")
            await other.slash(channel, "move", move=offered[0]["value"])
    mine = await sim.say(sim.ana, "games")
    order = [(await sim.match(ids[pace])).channel_id for pace in ("day", "slow", "none")]
    assert [int(channel) for channel in re.findall(r"/(\d+)/\d+\)", mine.text)] == order
    assert all("**your turn**" in line for line in lines(mine))
    assert [("⏳" in line) for line in lines(mine)] == [True, True, False]


async def test_in_other_servers_and_in_direct_messages(sim):
    assert (await sim.say(sim.ana, "games")).text == "You're not in a match. Start one with /play."
    await sim.play(sim.ana)
    await sim.ana.user.slash("play", game="solitaire")
    here = sim.ana.user.dm_channel.id
    listed = lines(await sim.say(sim.ana, "games"))
    (direct,) = [line for line in listed if "Solitaire" in line]
    assert f"https://discord.com/channels/@me/{here}/" in direct
    assert direct.endswith("· in DMs")
    assert "Domino café" not in "".join(listed)
    listed = lines(sim.reply(await sim.ana.user.slash("games")))
    (served,) = [line for line in listed if "Block" in line]
    assert served.endswith("· Domino café")


@pytest.mark.deep
async def test_of_sixty_matches_what_does_not_fit_is_counted(sim):
    for nth in range(60):
        await sim.play(sim.ana, channel=sim.guild.create_text_channel(f"table-{nth}"))
    mine = await sim.say(sim.ana, "games")
    listed = mine.text.count("https://")
    assert listed >= 20
    assert lines(mine)[-1] == f"- and {60 - listed} more"


async def test_looking_replays_nothing(sim, monkeypatch):
    await sim.start(sim.bruno)
    await sim.restart()
    monkeypatch.delattr(MatchQueries, "log")
    for who in (sim.ana, sim.bruno):
        assert "Block" in (await sim.say(who, "games")).text
