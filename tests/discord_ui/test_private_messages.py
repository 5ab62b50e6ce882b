import asyncio
from collections.abc import Awaitable
from dataclasses import replace
from typing import Any

import pytest

from bot.discord_ui.publishing.message_api import Messages, Sent
from bot.discord_ui.publishing.outgoing_dm import OutgoingDm
from bot.model.match import Match
from bot.model.preferences import MessagePreference, Preferences
from bot.present.screen import note
from tests.discord_ui.own import sets
from tests.discord_ui.simulation import DiscordSim, Person

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
    assert await sim.is_shown()
    await sim.ana.user.slash("help")
    await sim.move_by_command(await sim.to_move())
    await sim.turn_of(sim.ana)
    assert sim.direct_messages(sim.ana)[-1].is_("hand.png")


async def test_a_dm_that_fails_for_a_moment_or_is_deleted_is_sent_the_next_time(sim):
    sim.env.inject_error("POST", dm_path(sim, sim.ana), status=500, times=1)
    await sim.start(sim.bruno)
    await sim.turn_of(sim.bruno)
    sim.delete(sim.direct_messages(sim.bruno)[0])
    await sim.turn_of(sim.ana)
    assert [len(sim.direct_messages(who)) for who in (sim.ana, sim.bruno)] == [1, 0]
    await sim.turn_of(sim.bruno)
    assert len(sim.direct_messages(sim.bruno)) == 1


async def test_dms_that_are_wanted_again_come_from_the_next_turn_on(sim, two_play):
    who = await sim.to_move()
    (first,) = sim.direct_messages(who)
    await sets(sim, who, "letters", "off")
    await sim.move_by_command(who)
    await sim.turn_of(who)
    assert not any("Your turn" in each.text for each in sim.direct_messages(who))
    await sets(sim, who, "letters", "on")
    await sim.move_by_command(who)
    await sim.turn_of(who)
    (dm,) = sim.direct_messages(who)
    assert dm.id != first.id
    assert "Your turn" in dm.text


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


async def test_a_person_in_two_matches_has_a_dm_for_each(sim, two_play):
    await sim.start(sim.bruno, channel=sim.guild.create_text_channel("elsewhere"))
    for who in (sim.ana, sim.bruno):
        assert len(sim.direct_messages(who)) == 2


async def leaves_it_to_the_bot(sim: DiscordSim, who: Person) -> None:
    await sim.client.service.set_preferences(who.id, Preferences(autoplay=True))
    while not any(each.autoplay_at for each in (await sim.match()).agenda.clocks):
        await sim.move_by_command(await sim.to_move())
    await sim.pass_time(minutes=15)


def requests_about(sim: DiscordSim, who: Person, method: str) -> int:
    return len(sim.requests(method, f"{dm_path(sim, who)}.*"))


ENDS = [DiscordSim.move_by_command, DiscordSim.move, lambda sim, _: sim.pass_time(hours=25)]


@pytest.mark.parametrize("end", [*ENDS, leaves_it_to_the_bot])
async def test_a_dm_stops_asking_once_the_turn_is_over(sim, end, three_play):
    who = await sim.to_move()
    (dm,) = sim.direct_messages(who)
    assert "Your turn" in dm.text
    before = requests_about(sim, who, "PATCH")
    await end(sim, who)
    (dm,) = sim.direct_messages(who)
    assert "Your turn" not in dm.text
    if end is not leaves_it_to_the_bot:
        assert requests_about(sim, who, "PATCH") == before + 1
    assert "That turn is over." in dm.text
    assert dm.labels == ["Hand"]
    assert dm.pictures == []
    assert (await sim.clicked(who, dm, "Hand")).is_("hand.png")
    await sim.turn_of(who)
    (dm,) = sim.direct_messages(who)
    assert "Your turn" in dm.text


async def test_a_turn_that_was_played_in_the_dm_needs_no_further_request(sim, three_play):
    for _ in range(4):
        who = await sim.to_move()
        (dm,) = sim.direct_messages(who)
        requests = [requests_about(sim, who, method) for method in ("PATCH", "DELETE")]
        await sim.click(who, dm, dm.moves[0].id)
        assert f"Waiting for <@{(await sim.to_move()).id}>." in sim.now(dm).text
        assert [requests_about(sim, who, each) for each in ("PATCH", "DELETE")] == requests
        (posted,) = [each for each in await sim.store.posted(1) if each.user_id == who.id]
        assert (posted.message_id, posted.called) == (dm.id, ())


async def test_a_hand_in_a_dm_that_comes_to_ask_stops_again(sim, three_play):
    """It was opened from a DM and is still open when the turn comes."""
    who = await sim.to_move()
    (dm,) = sim.direct_messages(who)
    await sim.click(who, dm, dm.moves[0].id)
    preferences = replace(Preferences(), messages=MessagePreference.OFF)
    await sim.client.service.set_preferences(who.id, preferences)
    await sim.turn_of(who)
    assert "Your turn" in sim.now(dm).text
    await sim.pass_time(minutes=20)
    await sim.move_by_command(who)
    assert "That turn is over." in sim.now(dm).text


async def test_a_seat_taken_back_in_the_channel_ends_what_the_dm_says(sim, three_play):
    who = await sim.to_move()
    await sim.stay_away(who)
    (dm,) = sim.direct_messages(who)
    assert "a computer is playing for you" in dm.text
    await sim.click(who, sim.table(), "Take back my seat")
    dms = "".join(each.text for each in sim.direct_messages(who))
    assert "a computer is playing for you" not in dms


def send(sim: DiscordSim, match: Match, who: Person, text: str, **how: bool) -> Awaitable[bool]:
    outgoing = OutgoingDm(match, who.id, lambda _: note(text), **how)
    sent: Awaitable[bool] = sim.client.publisher.direct_messages.send(outgoing)
    return sent


@pytest.mark.parametrize(
    ("stays_true", "is_held", "arrives"),
    [(False, True, False), (True, True, True), (True, False, False)],
)
async def test_no_dm_says_what_is_not_true_any_more(sim, stays_true, is_held, arrives):
    """Moves can't be made any more, a seat was taken back, or the running match is over."""
    await sim.start_short(sim.bruno)
    who, match = await sim.to_move(), await sim.match()
    newer = replace(match, version=match.version + 99)
    await (sim.stay_away(who) if is_held else sim.move_by_command(who))
    assert not await send_and_see(sim, newer, sim.eva, stays_true=True)
    assert await send_and_see(sim, newer, who, stays_true=stays_true) == arrives
    await sim.play_out()
    newest = replace(newer, version=newer.version + 1)
    assert not await send_and_see(sim, newest, who, stays_true=True)


async def send_and_see(sim: DiscordSim, match: Match, who: Person, *, stays_true: bool) -> bool:
    await send(sim, match, who, "news", stays_true=stays_true)
    return "news" in [each.text for each in sim.direct_messages(who)]


@pytest.fixture
def held_up(sim, two_play, monkeypatch) -> tuple[list[str], asyncio.Event]:
    """Return a list that grows with each DM on its way, and what lets all of them arrive."""
    begun, arrives, really = list[str](), asyncio.Event(), Messages.send

    async def send(*args: Any) -> Sent:
        begun.append("begun")
        await arrives.wait()
        return await really(*args)

    monkeypatch.setattr(Messages, "send", send)
    return begun, arrives


async def on_its_way(sim: DiscordSim, begun: list[str], *versions: int) -> list[asyncio.Task[bool]]:
    who, match = await sim.to_move(), await sim.match()
    tasks = [
        asyncio.ensure_future(send(sim, replace(match, version=match.version + n), who, f"{n}"))
        for n in versions
    ]
    while not begun:  # noqa: ASYNC110
        await asyncio.sleep(0)
    return tasks


async def test_who_is_to_be_forgotten_gets_none_and_one_on_its_way_is_awaited(sim, held_up):
    who, match, (begun, arrives) = await sim.to_move(), await sim.match(), held_up
    messages = sim.client.publisher.direct_messages
    (first,) = await on_its_way(sim, begun, 1)
    asyncio.get_running_loop().call_soon(arrives.set)
    async with messages.silent(who.id), messages.silent(who.id):
        assert [each.text for each in sim.direct_messages(who)] == ["1"]
        assert not await send(sim, replace(match, version=match.version + 2), who, "2")
    assert await first
    (last,) = await on_its_way(sim, begun, 3)
    assert await last
    assert [each.text for each in sim.direct_messages(who)] == ["3"]


@pytest.mark.parametrize("versions", [(1, 2), (2, 1)])
async def test_the_newest_dm_stays_alone(sim, held_up, versions):
    begun, arrives = held_up
    tasks = await on_its_way(sim, begun, *versions)
    for _ in range(20):
        await asyncio.sleep(0)
    assert len(begun) == 1, "the second waits for the first"
    arrives.set()
    await asyncio.gather(*tasks)
    (dm,) = sim.direct_messages(await sim.to_move())
    assert dm.text == "2"
    assert dm.id in [each.message_id for each in await sim.store.posted(1)]
