"""The hand by DM, which may fail without harm."""

import pytest

from tests.discord_ui.absence import turn_of

CLOSED = {"status": 403, "code": 50007, "message": "Cannot send messages to this user"}


def dm_path(sim, who) -> str:
    return f"/channels/{who.user.dm_channel.id}/messages"


@pytest.mark.parametrize("code", [50007, 50278, 40003])
async def test_with_closed_dms_the_match_goes_on_and_the_hand_is_in_the_channel(sim, code):
    status = 429 if code == 40003 else 403
    sim.env.inject_error("POST", "/users/@me/channels", status=status, code=code, times=None)
    await sim.start(sim.bruno)
    await sim.move(await sim.to_move())
    assert sim.direct_messages(sim.ana) == sim.direct_messages(sim.bruno) == []
    assert (await sim.hand(sim.ana)).owner == sim.ana.id


async def test_closed_dms_are_asked_for_once_until_the_person_shows_up_in_them(sim):
    sim.env.inject_error("POST", dm_path(sim, sim.ana), times=1, **CLOSED)
    await sim.start(sim.bruno)
    for _ in range(4):
        await sim.move_by_command(await sim.to_move())
    assert len(sim.requests("POST", dm_path(sim, sim.ana))) == 1, "no hammering at a closed door"
    assert sim.direct_messages(sim.ana) == []
    assert len(sim.direct_messages(sim.bruno)) == 1
    match = await sim.match()
    assert match.shown_version == match.version
    await sim.ana.user.slash("help")
    await sim.move_by_command(await sim.to_move())
    await turn_of(sim, sim.ana)
    assert sim.direct_messages(sim.ana)[-1].is_("hand.png")


async def test_a_dm_that_fails_for_a_moment_or_is_deleted_is_sent_the_next_time(sim):
    sim.env.inject_error("POST", dm_path(sim, sim.ana), status=500, times=1)
    await sim.start(sim.bruno)
    await turn_of(sim, sim.bruno)
    sim.delete(sim.direct_messages(sim.bruno)[0])
    await turn_of(sim, sim.ana)
    assert [len(sim.direct_messages(who)) for who in (sim.ana, sim.bruno)] == [1, 0]
    await turn_of(sim, sim.bruno)
    assert len(sim.direct_messages(sim.bruno)) == 1


async def test_commands_for_the_hand_work_in_dms(sim):
    for command, options in (("hand", {}), ("leave", {}), ("move", {"move": "6-4"})):
        reply = sim.reply(await sim.ana.user.slash(command, **options))
        assert reply.text == "No match is running in this channel. Start one with /play."
    reply = sim.reply(await sim.ana.user.slash("rules"))
    assert reply.text == "Which game? Add its name, like /rules game:block."
    sim.speaks(sim.ana, "de")
    german = sim.reply(await sim.ana.user.slash("rules"))
    assert "/rules spiel:block" in german.text, "the client shows the option's name in German"
    await sim.start(sim.bruno, computers=["steady"])
    who = await sim.to_move()
    hand = sim.reply(await who.user.slash("hand"))
    assert hand.is_("hand.png")
    assert hand.moves
    offered = await who.user.autocomplete("move", "move", "")
    assert {each["value"] for each in offered} == {move.code for move in hand.moves}
    await who.user.slash("move", move=offered[0]["value"])
    assert (await sim.match()).ply > hand.moves[0].ply
    assert len(sim.requests("POST", "/users/@me/channels")) == 2, "each way is opened once"


async def test_only_what_is_about_a_server_is_not_offered_in_dms(sim):
    offered = set(sim.ana.user.available_commands())
    always = {"play", "hand", "board", "move", "games", "rules", "leave", "rematch", "help"}
    assert offered >= {*always, "leaderboard", "profile", "preferences"}
    assert set(sim.ana.available_commands(sim.channel)) >= offered


async def test_a_person_in_two_matches_has_a_dm_for_each(sim):
    elsewhere = sim.guild.create_text_channel("elsewhere")
    for channel in (sim.channel, elsewhere):
        lobby = await sim.play(sim.ana, "block", channel)
        await sim.click(sim.bruno, lobby, "Join")
        await sim.click(sim.ana, sim.lobby(channel.id), "Start")
    for who in (sim.ana, sim.bruno):
        assert len(sim.direct_messages(who)) == 2
