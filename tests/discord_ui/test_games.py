"""/games: all that somebody sits in, what waits for them first."""

from __future__ import annotations

import re

from tests.discord_ui.table import Cafe, Person, Shown


def lines(shown: Shown) -> list[str]:
    return shown.text.splitlines()[1:]


async def until_asked(cafe: Cafe, who: Person, match_id: int) -> None:
    """The others move until it is that person's turn."""
    while (other := await cafe.to_move(match_id)) is not who:
        match = await cafe.match(match_id)
        async with cafe.client.boneyard.keeper.hold(match_id) as live:
            (seat,) = live.rules.to_act(live.state)
            code = live.rules.legal_moves(live.state, seat)[0].code
        await cafe.client.boneyard.matches.play(match_id, other.id, match.ply, code)
        await cafe.settle()


async def begin(cafe: Cafe, name: str, *, pace: str = "day") -> int:
    """Ana and Bruno begin a match in a channel of that name."""
    channel = cafe.guild.create_text_channel(name)
    lobby = await cafe.play(cafe.ana, "block", channel)
    match = await cafe.match_in(channel.id)
    options = cafe.reply(await cafe.click(cafe.ana, lobby, "Options"))
    await cafe.pick(cafe.ana, options, pace, menu=f"p:{match.id}:pace:")
    await cafe.click(cafe.bruno, lobby, "Join")
    await cafe.click(cafe.ana, cafe.lobby(channel.id), "Start")
    return match.id


async def test_in_no_match(cafe):
    shown = await cafe.say(cafe.ana, "games")
    assert shown.text == "You are in no match. Start one with /play."
    assert shown.owner == cafe.ana.id


async def test_links_lead_to_the_tables_and_the_time_left_is_told(cafe):
    await cafe.start(cafe.bruno)
    who = await cafe.to_move()
    lobby_channel = cafe.guild.create_text_channel("lobby")
    lobby = await cafe.play(who, "draw", lobby_channel)
    match, open_table = await cafe.match(1), await cafe.match(2)
    (clock,) = match.agenda.clocks

    mine = await cafe.say(who, "games")
    assert mine.owner == who.id
    base = f"https://discord.com/channels/{cafe.guild.id}"
    due, closes = (
        f"<t:{round(at.timestamp())}:R>" for at in (clock.due_at, open_table.agenda.lapses_at)
    )
    assert lines(mine) == [
        f"- [Block]({base}/{cafe.channel.id}/{cafe.table().id}) · **your turn** · ⏳ {due}",
        f"- [Draw]({base}/{lobby_channel.id}/{lobby.id}) · not started · closes {closes}",
    ]
    other = cafe.ana if who is cafe.bruno else cafe.bruno
    (theirs,) = lines(await cafe.say(other, "games"))
    assert theirs.endswith(f"· waiting for others · ⏳ {due}")


async def test_what_waits_for_me_comes_first_and_the_shortest_time_first_of_all(cafe):
    paces = ("none", "slow", "relaxed", "day")
    ids = {pace: await begin(cafe, pace, pace=pace) for pace in paces}
    for match_id in ids.values():
        await until_asked(cafe, cafe.ana, match_id)
    mine = await cafe.say(cafe.ana, "games")
    order = [
        (await cafe.match(ids[pace])).channel_id for pace in ("relaxed", "day", "slow", "none")
    ]
    assert [int(channel) for channel in re.findall(r"/(\d+)/\d+\)", mine.text)] == order
    assert all("**your turn**" in line for line in lines(mine))
    assert [("⏳" in line) for line in lines(mine)] == [True, True, True, False]

    theirs = await cafe.say(cafe.bruno, "games")
    assert all("waiting for others" in line for line in lines(theirs))


async def test_a_seat_that_a_computer_holds(cafe):
    """Ana does not come, twice; Bruno plays on."""
    await cafe.start(cafe.bruno)
    while not (await cafe.match()).seats[0].is_held:
        if await cafe.to_move() is cafe.ana:
            await cafe.pass_time(hours=25)
        else:
            await cafe.move(cafe.bruno)
    (line,) = lines(await cafe.say(cafe.ana, "games"))
    assert "a computer plays for you; take your seat back at the table" in line


async def test_in_other_servers_and_in_direct_messages(cafe):
    await cafe.play(cafe.ana)
    await cafe.ana.user.slash("play", game="solitaire")
    here = cafe.ana.user.dm_channel.id

    listed = lines(await cafe.say(cafe.ana, "games"))
    (direct,) = [line for line in listed if "Solitaire" in line]
    (served,) = [line for line in listed if "Block" in line]
    assert f"https://discord.com/channels/@me/{here}/" in direct
    assert direct.endswith("· in direct messages")
    assert "Domino café" not in served

    listed = lines(cafe.reply(await cafe.ana.user.slash("games")))
    (served,) = [line for line in listed if "Block" in line]
    assert served.endswith("· Domino café")


async def test_sixty_matches_and_what_does_not_fit_is_counted(cafe):
    for nth in range(60):
        channel = cafe.guild.create_text_channel(f"table-{nth}")
        await cafe.play(cafe.ana, "block", channel)
    await cafe.click(cafe.bruno, cafe.lobby(channel.id), "Join")
    await cafe.click(cafe.ana, cafe.lobby(channel.id), "Start")
    await until_asked(cafe, cafe.ana, 60)
    mine = await cafe.say(cafe.ana, "games")
    assert "**your turn**" in lines(mine)[0]
    listed = mine.text.count("https://")
    assert listed >= 20
    assert lines(mine)[-1] == f"- and {60 - listed} more"


async def test_looking_replays_nothing(cafe, monkeypatch):
    await cafe.start(cafe.bruno)
    await cafe.restart()
    store = cafe.store

    async def log(match_id: int) -> None:
        raise AssertionError("the log was read")

    monkeypatch.setattr(type(store), "log", lambda self, match_id: log(match_id))
    for who in (cafe.ana, cafe.bruno):
        assert "Block" in (await cafe.say(who, "games")).text


async def test_a_match_from_before_there_were_clocks(cafe):
    await cafe.start(cafe.bruno)
    who = await cafe.to_move()
    match = await cafe.match()
    await cafe.store.plan(1, match.version, type(match.agenda)())
    await cafe.restart()
    assert "**your turn**" in (await cafe.say(who, "games")).text
    other = cafe.ana if who is cafe.bruno else cafe.bruno
    assert "waiting for others" in (await cafe.say(other, "games")).text
