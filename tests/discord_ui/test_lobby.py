"""The table before the first shuffle, and everything that cannot be done at it."""

from __future__ import annotations

import pytest

from bot.engine.chance import commitment
from bot.service.ports import Stage


async def test_the_lobby_shows_seats_options_and_the_sealed_shuffle(cafe):
    lobby = await cafe.play(cafe.ana)
    match = await cafe.match()
    assert f"`A` <@{cafe.ana.id}> · host" in lobby.text
    assert "3 seats are free" in lobby.text
    assert "Points that win the match: **100**" in lobby.text
    assert commitment(match.secret) in lobby.text
    assert match.secret.hex() not in lobby.all_words
    assert {button.label: button.disabled for button in lobby.buttons} == {
        "Join": False,
        "Leave": False,
        "Add computer": False,
        "Options": False,
        "Start": True,
    }


async def test_start_lights_up_when_the_number_of_players_fits(cafe):
    lobby = await cafe.play(cafe.ana, "draw")
    for who, dark in ((cafe.bruno, False), (cafe.chen, True), (cafe.dana, False)):
        await cafe.click(who, lobby, "Join")
        (start,) = [each for each in cafe.lobby().buttons if each.label == "Start"]
        assert start.disabled is dark, "Draw is played by 2 or 4"


async def test_starting_with_too_few(cafe):
    lobby = await cafe.play(cafe.ana)
    result = await cafe.press(cafe.ana, lobby, "l:1:start")
    answer = cafe.private_reply(result, cafe.ana)
    assert answer == "Block is played by 2–4, not by 1."
    assert (await cafe.match()).stage is Stage.LOBBY


async def test_starting_with_a_number_the_game_is_not_for(cafe):
    lobby = await cafe.play(cafe.ana, "draw")
    await cafe.click(cafe.bruno, lobby, "Join")
    await cafe.click(cafe.chen, lobby, "Join")
    result = await cafe.press(cafe.ana, lobby, "l:1:start")
    assert "2 or 4" in cafe.private_reply(result, cafe.ana)
    options = cafe.reply(await cafe.click(cafe.ana, cafe.lobby(), "Options"))
    await cafe.pick(cafe.ana, options, "on", menu="p:1:option:allowThree")
    await cafe.click(cafe.ana, cafe.lobby(), "Start")
    assert (await cafe.match()).stage is Stage.RUNNING


async def test_a_full_table(cafe):
    old = await cafe.play(cafe.ana)
    for who in (cafe.bruno, cafe.chen, cafe.dana):
        await cafe.click(who, old, "Join")
    (join,) = [each for each in cafe.lobby().buttons if each.label == "Join"]
    assert join.disabled
    assert cafe.lobby().menus == []
    late = await cafe.press(cafe.eva, old, "l:1:join")
    assert cafe.private_reply(late, cafe.eva) == "All 4 seats are taken."
    computer = await cafe.press(cafe.ana, old, "p:1:computer:", values=["steady"])
    assert cafe.private_reply(computer, cafe.ana) == "All 4 seats are taken."
    assert len((await cafe.match()).seats) == 4


async def test_five_join_a_table_of_four_at_once(cafe):
    lobby = await cafe.play(cafe.ana)
    others = [cafe.bruno, cafe.chen, cafe.dana, cafe.eva]
    results = await cafe.at_once(*((who, lobby, "l:1:join") for who in others))
    match = await cafe.match()
    assert len(match.people) == 4
    (left_out,) = set(others) - {cafe.person(user) for user in match.people}
    answer = results[others.index(left_out)]
    assert cafe.private_reply(answer, left_out) == "All 4 seats are taken."
    assert "3 seats are free" not in cafe.lobby().text


async def test_joining_twice(cafe):
    lobby = await cafe.play(cafe.ana)
    for who in (cafe.ana, cafe.bruno, cafe.bruno):
        result = await cafe.click(who, lobby, "Join")
    assert cafe.private_reply(result, cafe.bruno) == "You already have a seat at this table."
    assert (await cafe.match()).people == (cafe.ana.id, cafe.bruno.id)


@pytest.mark.parametrize("who", ["bruno", "eva"])
async def test_only_the_host_starts_sets_options_and_invites_computers(cafe, who):
    lobby = await cafe.play(cafe.ana)
    await cafe.click(cafe.bruno, lobby, "Join")
    other, before = cafe.people[who], await cafe.match()
    results = [
        await cafe.click(other, cafe.lobby(), "Start"),
        await cafe.click(other, cafe.lobby(), "Options"),
        await cafe.click(other, cafe.lobby(), "Add computer"),
        await cafe.press(other, cafe.lobby(), "p:1:computer:", values=["steady"]),
        await cafe.press(other, cafe.lobby(), "p:1:computer:", values=["-"]),
        await cafe.press(other, cafe.lobby(), "p:1:option:target", values=["50"]),
    ]
    for result in results:
        answer = cafe.private_reply(result, other)
        if other is cafe.bruno:
            assert answer.startswith(f"Only the host, <@{cafe.ana.id}>, can do that.")
        else:
            assert answer == "You have no seat at this table."
    assert await cafe.match() == before


async def test_starting_twice(cafe):
    lobby = await cafe.play(cafe.ana)
    await cafe.click(cafe.bruno, lobby, "Join")
    first, second = await cafe.at_once(
        (cafe.ana, lobby, "l:1:start"), (cafe.ana, lobby, "l:1:start")
    )
    answers = [each for each in (first, second) if each.followups or each.response.ephemeral]
    assert len(answers) == 1
    assert cafe.private_reply(answers[0], cafe.ana) == "This match has already started."
    assert len(cafe.tables()) == 1
    assert [
        code for actor, code in await cafe.store.log(1) if code.startswith("deal")
    ].__len__() == 1


@pytest.mark.parametrize("button", ["join", "leave", "start"])
async def test_old_lobby_buttons_after_the_start(cafe, button):
    await cafe.start(cafe.bruno)
    before = await cafe.match()
    (old,) = [each for each in cafe.public() if "the match has begun" in each.text]
    assert not old.buttons
    for who in (cafe.ana, cafe.eva):
        result = await cafe.press(who, old, f"l:1:{button}")
        assert cafe.private_reply(result, who) == "This match has already started."
    assert await cafe.match() == before


@pytest.mark.parametrize("number", ["0", "1001", "999999999", "-5", "ten", "1e3", "1.5", "²", "  "])
async def test_an_option_out_of_range(cafe, number):
    await cafe.play(cafe.ana)
    before = await cafe.match()
    options = cafe.reply(await cafe.click(cafe.ana, cafe.lobby(), "Options"))
    form = await cafe.pick(cafe.ana, options, "…", menu="p:1:option:target")
    key = form.modal["components"][0]["component"]["custom_id"]
    result = await cafe.ana.submit_modal(form, {key: number})
    answer = cafe.private_reply(result, cafe.ana)
    assert "is not a whole number" in answer or "does not fit option" in answer
    assert await cafe.match() == before
    again = await cafe.pick(cafe.ana, cafe.now(options), "50", menu="p:1:option:target")
    assert again.acknowledged
    assert (await cafe.match()).options["target"] == 50


@pytest.mark.parametrize("number", ["1", "1000", " 77 ", "007"])
async def test_a_number_that_is_not_in_the_menu(cafe, number):
    await cafe.play(cafe.ana)
    shown = await cafe.agree_on("target", number)
    assert (await cafe.match()).options["target"] == int(number)
    chosen = [o for menu in shown.menus for o in menu["options"] if o.get("default")]
    assert str(int(number)) in {option["value"] for option in chosen}
    assert f"Points that win the match: **{int(number)}**" in cafe.lobby().text


async def test_the_host_leaves_and_the_next_person_is_host(cafe):
    lobby = await cafe.play(cafe.ana)
    await cafe.add_computer("steady")
    await cafe.click(cafe.bruno, lobby, "Join")
    await cafe.click(cafe.ana, lobby, "Leave")
    match = await cafe.match()
    assert match.host_id == cafe.bruno.id
    assert f"<@{cafe.bruno.id}> · host" in cafe.lobby().text
    assert [seat.seat for seat in match.seats] == [0, 1]
    await cafe.click(cafe.bruno, cafe.lobby(), "Start")
    assert (await cafe.match()).stage is Stage.RUNNING


@pytest.mark.parametrize("way", ["button", "command"])
async def test_the_last_person_leaves_and_the_table_is_closed(cafe, way):
    lobby = await cafe.play(cafe.ana)
    await cafe.add_computer("steady")
    if way == "button":
        await cafe.click(cafe.ana, lobby, "Leave")
    else:
        assert (await cafe.say(cafe.ana, "leave")).text == "You have left the table."
    assert (await cafe.match()).stage is Stage.CLOSED
    closed = cafe.now(lobby)
    assert "this table was closed" in closed.text
    assert not closed.buttons
    assert not closed.menus
    for button in ("join", "start", "leave"):
        result = await cafe.press(cafe.bruno, closed, f"l:1:{button}")
        answer = cafe.private_reply(result, cafe.bruno)
        assert answer == "This table is closed. Open a new one with /play."
    assert (await cafe.play(cafe.bruno)).buttons, "the channel is free again"


async def test_leaving_a_table_one_does_not_sit_at(cafe):
    lobby = await cafe.play(cafe.ana)
    pressed = await cafe.click(cafe.bruno, lobby, "Leave")
    assert cafe.private_reply(pressed, cafe.bruno) == "You have no seat at this table."
    typed = await cafe.bruno.slash(cafe.channel, "leave")
    assert cafe.private_reply(typed, cafe.bruno) == "You have no seat at this table."


async def test_computers_come_and_go(cafe):
    await cafe.play(cafe.ana)
    await cafe.add_computer("steady")
    await cafe.add_computer("casual")
    assert [seat.level for seat in (await cafe.match()).seats] == [None, "steady", "casual"]
    await cafe.click(cafe.ana, cafe.lobby(), "Add computer")
    assert [seat.level for seat in (await cafe.match()).seats][-1] == "steady"
    options = cafe.reply(await cafe.click(cafe.ana, cafe.lobby(), "Options"))
    for _ in range(3):
        assert "Send a computer away" in cafe.now(options).all_words
        await cafe.pick(cafe.ana, cafe.now(options), "-", menu="p:1:computer:")
    assert "Send a computer away" not in cafe.now(options).all_words
    result = await cafe.press(cafe.ana, cafe.lobby(), "p:1:computer:", values=["-"])
    assert cafe.private_reply(result, cafe.ana) == "There is no computer at this table."
    unknown = await cafe.press(cafe.ana, cafe.lobby(), "p:1:computer:", values=["genius" * 10])
    assert "There is no computer called" in cafe.private_reply(unknown, cafe.ana)


@pytest.mark.parametrize("name", ["", "chess", "BLOCK", "x" * 3000, "@everyone"])
async def test_a_game_that_does_not_exist(cafe, name):
    result = await cafe.ana.slash(cafe.channel, "play", game=name)
    answer = cafe.private_reply(result, cafe.ana)
    assert "There is no game called" in answer
    assert "block, draw" in answer
    assert len(answer) < 400
    assert await cafe.store.open_in(cafe.channel.id) is None


async def test_games_are_suggested_with_their_player_counts(cafe):
    offered = await cafe.ana.autocomplete(cafe.channel, "play", "game", "")
    assert {(each["name"], each["value"]) for each in offered} >= {
        ("Block (2–4)", "block"),
        ("Draw (2–4)", "draw"),
    }
    (found,) = await cafe.ana.autocomplete(cafe.channel, "play", "game", "LUCK")
    assert found["value"] == "lucky-draw"
    assert await cafe.ana.autocomplete(cafe.channel, "play", "game", "x" * 99) == []


async def test_a_lobby_that_someone_deleted_is_posted_again(cafe):
    lobby = await cafe.play(cafe.ana)
    cafe.delete(lobby)
    again = await cafe.say(cafe.bruno, "board")
    assert again.owner is None
    await cafe.click(cafe.bruno, again, "Join")
    assert cafe.lobby().id == again.id
    cafe.delete(again)
    await cafe.say(cafe.bruno, "leave")
    assert "3 seats are free" in cafe.lobby().text
    assert len([each for each in cafe.public() if each.is_("game.png")]) == 1


async def test_a_lobby_left_open_for_hours_still_works(cafe):
    lobby = await cafe.play(cafe.ana)
    await cafe.pass_time(hours=23)
    await cafe.click(cafe.bruno, lobby, "Join")
    await cafe.click(cafe.ana, cafe.lobby(), "Start")
    assert (await cafe.match()).stage is Stage.RUNNING


async def test_a_lobby_that_cannot_be_edited_is_replaced_and_not_doubled(cafe):
    lobby = await cafe.play(cafe.ana)
    cafe.env.inject_error("PATCH", f"/channels/*/messages/{lobby.id}", status=400, code=30046)
    await cafe.click(cafe.bruno, lobby, "Join")
    (only,) = [each for each in cafe.public() if each.is_("game.png")]
    assert only.id != lobby.id
    assert f"<@{cafe.bruno.id}>" in only.text
