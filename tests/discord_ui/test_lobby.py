import re
from itertools import product

import pytest

from bot.engine.chance import commitment
from bot.model.match import CloseReason, Stage
from tests.discord_ui.simulation import STRANGER

HEX = re.compile(r"[0-9a-f]{32}")


async def test_the_lobby_shows_seats_options_and_the_commitment(sim, lobby):
    match = await sim.match()
    assert f"`A` <@{sim.ana.id}> · host" in lobby.text
    assert "3 seats are free" in lobby.text
    assert "Points to win the match: **100**" in lobby.text
    assert not HEX.search(lobby.text)
    sealed = await sim.opened(sim.eva, lobby, "🔒 Shuffle sealed")
    assert f"`{commitment(match.secret)}`" in sealed.text
    assert match.secret.hex() not in lobby.all_words + sealed.all_words
    assert [each.label for each in lobby.buttons if each.disabled] == ["Start"]
    shown = {"Play now", "Join", "Start", "Add computer", "Invite", "Options", "Rules", "Leave"}
    shown |= {"🔒 Shuffle sealed", "Make it rated", "One round", "Short", "✓ Full"}
    assert {*lobby.labels} == shown
    assert (await sim.told(sim.eva, lobby, "Rules")).startswith("### Block · 2–4 players")


UNRATED = "Ratings: **off**, unless another person joins."


async def test_the_host_switches_between_rated_and_unrated_with_one_press(sim, lobby):
    """Until then it is rated if another person is there."""
    assert UNRATED in lobby.text
    await sim.set("computer:", "casual")
    assert UNRATED in sim.lobby().text
    await sim.click(sim.bruno, lobby, "Join")
    assert "-# Ratings: **on**. The result changes your rating." in sim.lobby().text
    await sim.click(sim.bruno, lobby, "Leave")
    assert UNRATED in sim.lobby().text
    assert await sim.told(sim.bruno, sim.lobby(), "Make it rated") == STRANGER
    for _ in range(2):  # a second press of the same button changes nothing
        await sim.press(sim.ana, lobby, "l:1:rated")
        assert "Ratings: **on**. The result changes your rating." in sim.lobby().text
        assert (await sim.match()).rated
    await sim.click(sim.ana, sim.lobby(), "Make it unrated")
    assert "Ratings: **off**. Alone with computers" in sim.lobby().text
    await sim.click(sim.bruno, sim.lobby(), "Join")
    assert "Ratings: **off**" in sim.lobby().text, "the host chose"
    assert not [each for each in sim.lobby().labels if each.startswith("Make it")]


@pytest.mark.parametrize("way", ["button", "command"])
async def test_the_last_person_leaves_and_the_table_is_closed(sim, way, lobby):
    await sim.set("computer:", "steady")
    if way == "button":
        await sim.click(sim.ana, lobby, "Leave")
    else:
        assert (await sim.say(sim.ana, "leave")).text == "You've left the table."
    assert (await sim.match()).stage is Stage.CLOSED
    closed, told = sim.now(lobby), "This table is closed. Open a new table with /play."
    assert "this table was closed" in closed.text
    assert "Everybody left. Open a new table with /play." in closed.text
    assert not closed.buttons
    for button in ("join", "start", "leave"):
        assert await sim.told(sim.bruno, closed, f"l:1:{button}") == told
    assert (await sim.play(sim.bruno)).buttons, "the channel is free again"


async def test_five_at_a_table_of_four_and_what_a_full_table_says(sim, lobby):
    others = [sim.bruno, sim.chen, sim.dana, sim.eva]
    results = await sim.at_once(*((who, lobby, "l:1:join") for who in others))
    match = await sim.match()
    assert len(match.people) == 4
    (left_out,) = {*others} - {sim.person(user) for user in match.people}
    full = "Every seat is taken. Open another table with /play."
    assert sim.private_reply(results[others.index(left_out)], left_out) == full
    assert "seats are free" not in sim.lobby().text
    disabled = {each.label for each in sim.lobby().buttons if each.disabled}
    assert disabled == {"Join", "Add computer", "Invite"}
    assert await sim.told(sim.ana, lobby, "p:1:computer:", values=["steady"]) == full
    assert await sim.match() == match


async def test_computers_come_and_go(sim):
    await sim.seat(computers=("steady", "casual"))
    await sim.click(sim.ana, sim.lobby(), "Add computer")
    levels = [seat.level for seat in (await sim.match()).seats]
    assert levels == [None, "steady", "casual", "steady"]
    options = await sim.options()
    for _ in range(3):
        assert "Remove a computer" in sim.now(options).all_words
        await sim.pick(sim.ana, sim.now(options), "-", menu="p:1:computer:")
    assert "Remove a computer" not in sim.now(options).all_words
    for value, told in (("-", "at this table"), ("genius" * 10, "called")):
        answer = await sim.told(sim.ana, sim.lobby(), "p:1:computer:", values=[value])
        assert answer.startswith(f"There's no computer {told}")


async def test_a_lobby_that_someone_deleted_is_posted_again(sim, lobby):
    sim.delete(lobby)
    again = await sim.say(sim.bruno, "board")
    assert again.owner is None
    await sim.click(sim.bruno, again, "Join")
    assert sim.lobby().id == again.id
    sim.delete(again)
    await sim.say(sim.bruno, "leave")
    assert "3 seats are free" in sim.lobby().text
    assert len([each for each in sim.public() if each.is_("game.png")]) == 1


async def test_a_lobby_that_cannot_be_edited_is_replaced_and_not_doubled(sim, lobby):
    sim.env.inject_error("PATCH", f"/channels/*/messages/{lobby.id}", status=400, code=30046)
    await sim.click(sim.bruno, lobby, "Join")
    (only,) = [each for each in sim.public() if each.is_("game.png")]
    assert only.id != lobby.id
    assert f"<@{sim.bruno.id}>" in only.text


async def test_only_the_host_starts_sets_options_and_invites_computers(sim):
    await sim.seat(sim.bruno)
    before = await sim.match()
    refusals = {sim.bruno: f"Only the host, <@{sim.ana.id}>, can do that.", sim.eva: STRANGER}
    for other, refusal in refusals.items():
        for label in ("Start", "Options", "Add computer"):
            assert (await sim.told(other, sim.lobby(), label)).startswith(refusal)
        for menu, value in (("computer:", "steady"), ("computer:", "-"), ("option:target", "50")):
            told = await sim.told(other, sim.lobby(), f"p:1:{menu}", values=[value])
            assert told.startswith(refusal)
    assert (await sim.say(sim.eva, "leave")).text == STRANGER
    assert await sim.match() == before


async def test_old_lobby_buttons_after_the_start(sim, two_play):
    before = await sim.match()
    (old,) = sim.saying("the match has started")
    assert not HEX.search(old.text)
    (sealed,) = old.buttons
    assert commitment(before.secret) in (await sim.told(sim.eva, old, sealed.id))
    told = "This match has already started. See it with /board."
    buttons = ("join", "leave", "start", "partners", "options")
    for button, who in product(buttons, (sim.ana, sim.eva)):
        assert await sim.told(who, old, f"l:1:{button}") == told
    assert await sim.match() == before


async def test_an_option_takes_along_another_that_no_longer_agrees(sim):
    """All Threes: the bonus is then divided by three, and can't be divided by five."""
    await sim.play(sim.ana, "all-fives")
    shown = await sim.set("option:divisor", "3")
    assert (await sim.match()).options["bonusDivisor"] == 3
    (menu,) = [each for each in shown.menus if each["custom_id"].endswith(":bonusDivisor")]
    assert [entry["value"] for entry in menu["options"]] == ["3", "1"]
    old = await sim.told(sim.ana, sim.lobby(), "p:1:option:bonusDivisor", values=["5"])
    assert "“bonusDivisor” can be “5” only if “divisor” is “5”." in old
    assert (await sim.match()).options["bonusDivisor"] == 3


async def test_an_option_that_is_typed(sim, lobby):
    before = await sim.match()
    for number in ("0", "1001", "-5", "ten", "1.5", "²", "  "):
        refused = (await sim.agree_on("target", number)).text
        assert re.match("“.*” (isn't a whole number|can't be)", refused), number
    assert await sim.match() == before
    for number in ("1000", " 077 "):
        shown = await sim.agree_on("target", number)
        assert (await sim.match()).options["target"] == int(number)
        assert str(int(number)) in shown.defaults
        assert f"Points to win the match: **{int(number)}**" in sim.lobby().text


async def test_a_game_that_does_not_exist(sim):
    for name in ("", "tennis", "x" * 3000):
        answer = await sim.typed(sim.ana, "play", game=name)
        assert "There's no game called" in answer
        assert len(answer) < 400
    assert await sim.store.open_in(sim.channel.id) is None


async def test_a_game_by_another_name_and_one_that_is_misspelt(sim):
    for typed in ("mugg", "mugins"):
        (offered,) = await sim.ana.autocomplete(sim.channel, "play", "game", typed)
        assert offered == {"name": "Muggins · All Fives (2–4)", "value": "muggins"}
    guessed = await sim.ask(sim.ana, "play", game="mugins")
    assert guessed.text == "There's no game called “mugins”. Did you mean **Muggins · All Fives**?"
    opened = await sim.clicked(sim.ana, guessed, "Muggins · All Fives")
    assert opened.text.startswith("Your table of Muggins is open.")
    assert "### Muggins · open table" in sim.lobby().text
    await sim.click(sim.ana, sim.lobby(), "Leave")
    assert "### All Fives · open table" in (await sim.play(sim.ana, "5s")).text


async def test_deals_follow_from_the_clicks_of_those_who_open_join_and_start(sim, deals):
    """Nobody can choose their salt, the bot least of all: it is their interaction's id."""
    router = [await sim.ana.slash(sim.channel, "play", game="block")]
    router.append(await sim.click(sim.bruno, sim.lobby(), "Join"))
    router.append(await sim.click(sim.ana, sim.lobby(), "Start"))
    assert deals.router == [str(each._interaction.id) for each in router]


async def test_a_lobby_nobody_starts_is_closed_after_a_day_and_says_why(sim, lobby):
    await sim.pass_time(hours=23)
    await sim.click(sim.bruno, lobby, "Join")
    await sim.pass_time(hours=23)
    assert (await sim.match()).stage is Stage.LOBBY, "something has happened since"
    await sim.pass_time(hours=2)
    match = await sim.match()
    assert (match.stage, match.close_reason) == (Stage.CLOSED, CloseReason.LAPSED)
    (closed,) = sim.saying("this table was closed")
    assert "Nobody started the match, and nothing happened here for a day." in closed.text
    assert "Open a new table with /play." in closed.text
    assert (closed.buttons, closed.files) == ([], [])
    assert (await sim.play(sim.chen)).buttons, "the channel is free again"


@pytest.mark.parametrize("way", ["Start", "Add computer", "Options"])
async def test_where_the_host_is_gone_somebody_else_acts_and_is_the_host(sim, way):
    """After a quarter of an hour, and only who is seated."""
    await sim.seat(sim.bruno)
    if way == "Start":
        await sim.restart()
    await sim.pass_time(minutes=14)
    early = await sim.told(sim.bruno, sim.lobby(), way)
    assert f"Only the host, <@{sim.ana.id}>, can do that. If nothing happens here, any" in early
    (when,) = map(int, re.findall(r"<t:(\d+):R>", early))
    assert abs(when - sim.clock.now().timestamp() - 60) < 60, "it says from when on others may"
    await sim.pass_time(minutes=1, seconds=5)
    assert await sim.told(sim.eva, sim.lobby(), way) == STRANGER
    result = await sim.click(sim.bruno, sim.lobby(), way)
    if way == "Options":
        await sim.pick(sim.bruno, sim.reply(result), "live", menu="p:1:pace:")
    match = await sim.match()
    assert match.host_id == sim.bruno.id
    assert (match.stage is Stage.RUNNING) == (way == "Start")


async def test_the_pace_is_told_in_plain_words_and_the_host_changes_it(sim, lobby):
    assert "Pace: **one day per move**" in lobby.text
    for value in ("day", "live"):
        assert value in (await sim.set("pace:", value)).defaults
    assert "Pace: **live, 90 seconds per move**" in sim.lobby().text
    assert "no longer works" in await sim.told(sim.ana, sim.lobby(), "p:1:pace:", values=["blitz"])


async def test_alone_and_in_direct_messages_no_clock_runs_unless_that_is_wished(sim):
    assert "Pace: **no clock**" in (await sim.play(sim.ana, "solitaire")).text
    assert "Pace: **no clock**" in (await sim.play_in_dms(sim.ana, "block")).text
