"""/history, /replay: what was played, looked at again with all hands face up."""

from __future__ import annotations

import asyncio
import json
import re
from dataclasses import replace
from io import BytesIO

from PIL import Image
from sqlalchemy import text

from bot.cli.commands import main
from bot.engine.contract import NATURE
from bot.service.matches import Matches
from bot.service.ports import Awaits, Moved, NewMatch, Occupant, Place, Stage
from tests.discord_ui.table import Cafe, Person, Shown

NOT_OVER = "This match is not over yet. /board shows it where it is played."


async def finish(cafe: Cafe, *others: Person, game_id: str = "block") -> Shown:
    """A short match, played to its end by its rules alone; how it ended."""
    lobby = await cafe.play(cafe.ana, game_id)
    for other in others or (cafe.bruno,):
        await cafe.click(other, lobby, "Join")
    await cafe.agree_on("target", 25)
    await cafe.click(cafe.ana, cafe.lobby(), "Start")
    await play_out(cafe)
    return result(cafe)


async def play_out(cafe: Cafe, match_id: int = 1) -> None:
    """Everybody plays what is first among their moves; only the last move is shown."""
    yard = cafe.client.boneyard
    quiet = Matches(yard.store, yard.keeper, replace(yard.matches.mover, changed=lambda _: None))
    before = match = await cafe.match(match_id)
    while match.is_open:
        before = match
        async with yard.keeper.hold(match_id) as live:
            seat = min(live.rules.to_act(live.state))
            code = live.rules.legal_moves(live.state, seat)[0].code
        await quiet.play(match_id, match.seats[seat].user_id, match.ply, code)
        match = await cafe.match(match_id)
    await yard.showing.shown(match_id, before.version, before.ply)
    yard.show(match_id)
    for _ in range(1000):
        await asyncio.sleep(0.005)
        if (await cafe.match(match_id)).shown_version == match.version:
            break
    await cafe.settle()


def result(cafe: Cafe) -> Shown:
    return [each for each in cafe.public() if "Rematch" in each.labels][-1]


def newest(cafe: Cafe, who: Person) -> Shown:
    return [each for each in cafe.seen_by(who) if each.owner == who.id][-1]


async def test_a_match_step_by_step_to_its_end(cafe):
    ended = await finish(cafe)
    assert ended.labels[:3] == ["Rematch", "Replay", "Verify"]
    shown = cafe.reply(await cafe.click(cafe.bruno, ended, "Replay"))
    assert shown.owner == cafe.bruno.id
    assert shown.is_("replay.png")
    moves = int(re.findall(r"Move 0 of (\d+)", shown.text)[0])
    plies = await cafe.plies()
    assert moves == sum(isinstance(ply.actor, int) for ply in plies)
    held = plies[0].state.round.hands
    for seat, hand in enumerate(held):
        assert all(bone.code in shown.alts[0] for bone in hand), f"the hand of {seat}"

    for number in range(1, 4):
        await cafe.click(cafe.bruno, shown, "Move ▶")
        shown = cafe.now(shown)
        assert f"Move {number} of {moves}" in shown.text
    await cafe.click(cafe.bruno, shown, "◀ Move")
    assert f"Move 2 of {moves}" in cafe.now(shown).text
    while not {each.label: each for each in cafe.now(shown).buttons}["Round ⏭"].disabled:
        await cafe.click(cafe.bruno, cafe.now(shown), "Round ⏭")
    last = cafe.now(shown)
    assert f"Move {moves} of {moves}" in last.text
    assert "points" in last.text
    await cafe.click(cafe.bruno, last, "⏮ Round")
    assert f"Move {moves} of {moves}" not in cafe.now(shown).text


async def test_it_goes_on_where_it_was_after_a_restart(cafe):
    shown = cafe.reply(await cafe.click(cafe.ana, await finish(cafe), "Replay"))
    await cafe.click(cafe.ana, shown, "Move ▶")
    await cafe.restart()
    await cafe.click(cafe.ana, cafe.now(shown), "Move ▶")
    assert "Move 2 of" in cafe.now(shown).text


async def test_the_film_comes_to_the_one_who_asked(cafe):
    shown = cafe.reply(await cafe.click(cafe.ana, await finish(cafe), "Replay"))
    film = cafe.reply(await cafe.click(cafe.ana, shown, "Animated"))
    assert film.owner == cafe.ana.id
    assert film.is_("replay.gif")
    assert film.alts[0].startswith("The match as an animated picture")
    picture = Image.open(BytesIO(film.pictures[0]))
    assert picture.format == "GIF"
    assert picture.width == 600
    assert len(film.pictures[0]) < 4 * 2**20


async def test_a_film_is_made_once_for_a_person_at_a_time(cafe):
    shown = cafe.reply(await cafe.click(cafe.ana, await finish(cafe), "Replay"))
    one, two = await cafe.at_once(
        (cafe.ana, shown, "x:replay:1:film"), (cafe.ana, shown, "x:replay:1:film")
    )
    answers = [cafe.reply(one), cafe.reply(two)]
    assert sorted(each.files for each in answers) == [[], ["replay.gif"]]
    (refused,) = [each.text for each in answers if not each.files]
    assert "being made already" in refused
    again = cafe.reply(await cafe.click(cafe.ana, shown, "Animated"))
    assert again.is_("replay.gif")


async def test_the_record_is_what_the_command_line_accepts(cafe, tmp_path, capsys):
    shown = cafe.reply(await cafe.click(cafe.ana, await finish(cafe), "Replay"))
    kept = cafe.reply(await cafe.click(cafe.ana, shown, "Record"))
    assert kept.owner == cafe.ana.id
    assert kept.is_("boneyard-1.json")
    file = tmp_path / "match.json"
    file.write_bytes(kept.pictures[0])
    assert main(["replay", str(file), "--json"]) == 0
    *lines, last = map(json.loads, capsys.readouterr().out.splitlines())
    plies = await cafe.plies()
    assert [(line["actor"], line["code"]) for line in lines] == [
        ("*" if ply.actor is NATURE else ply.actor, ply.move.code) for ply in plies
    ]
    outcome = plies[-1].state.outcome
    assert last["outcome"]["winners"] == list(outcome.winners)
    assert last["outcome"]["points"] == list(outcome.points)
    assert lines[-1]["scores"] == list(plies[-1].state.totals)


async def test_by_command_the_last_match_here_or_ones_own(cafe):
    await finish(cafe)
    begins = "### Block · match 1"
    for who in (cafe.ana, cafe.chen):
        assert (await cafe.say(who, "replay")).text.startswith(begins)
        assert (await cafe.say(who, "replay", match="#1")).text.startswith(begins)
    elsewhere = cafe.guild.create_text_channel("elsewhere")
    there = cafe.reply(await cafe.ana.slash(elsewhere, "replay"))
    assert there.text.startswith(begins)
    there = cafe.reply(await cafe.chen.slash(elsewhere, "replay"))
    assert "nor by you elsewhere. Start one with /play." in there.text
    (choice,) = await cafe.ana.autocomplete(cafe.channel, "replay", "match", "")
    assert choice["value"] == "1"
    assert choice["name"].startswith("Block · match 1 · place ")
    assert await cafe.ana.autocomplete(cafe.channel, "replay", "match", "draw") == []
    assert await cafe.chen.autocomplete(cafe.channel, "replay", "match", "") == []


async def test_while_a_match_goes_on_nothing_is_shown(cafe):
    await cafe.start(cafe.bruno)
    table = cafe.table()
    asks = [f"x:replay:1{rest}" for rest in ("", ":0", ":5a", ":film", ":record")]
    for custom_id in asks:
        answer = cafe.reply(await cafe.press(cafe.ana, table, custom_id))
        assert answer.text == NOT_OVER
        assert not answer.files
    assert (await cafe.say(cafe.ana, "replay", match="1")).text == NOT_OVER


MADE_UP = (
    "",
    ":",
    "x",
    "1:",
    "1:-1",
    "1:99999",
    "1:999999999",
    "1:5ab",
    "1:movie",
    "1:5:5",
    "0x1:0",
)


async def test_made_up_ids_and_what_is_no_number(cafe):
    shown = await finish_quickly(cafe)
    for rest in MADE_UP:
        answer = cafe.reply(await cafe.press(cafe.bruno, shown, f"x:replay:{rest}"))
        assert answer.text == "That button does not belong to any table of mine.", rest
    for typed in ("one", "1.5", "-1", "9" * 30, " ", "²"):
        answer = await cafe.say(cafe.ana, "replay", match=typed)
        assert "is no number of a match" in answer.text, typed


async def finish_quickly(cafe: Cafe) -> Shown:
    """Solitaire, played alone."""
    await cafe.play(cafe.ana, "solitaire")
    await cafe.click(cafe.ana, cafe.lobby(), "Start")
    await play_out(cafe)
    return result(cafe)


async def alone_by_letter(cafe: Cafe) -> None:
    """Ana begins Solitaire in her direct messages."""
    await cafe.ana.user.slash("play", game="solitaire")
    await cafe.click(cafe.ana, cafe.letters(cafe.ana)[-1], "Start")


async def test_a_match_elsewhere_is_refused_like_one_that_is_not_there(cafe):
    """Ana's match in her letters, and one in another server."""
    await alone_by_letter(cafe)
    running = await cafe.say(cafe.bruno, "replay", match="1")
    await play_out(cafe)
    unknown = (await cafe.say(cafe.bruno, "replay", match="77")).text
    assert unknown == "I know of no match with that number here. /history lists yours."
    for shown in (running, await cafe.say(cafe.bruno, "replay", match="1")):
        assert shown.text == unknown
    assert (await cafe.say(cafe.bruno, "verify", match="1")).text == unknown

    own = await cafe.say(cafe.ana, "replay", match="1")
    assert own.text.startswith("### Solitaire · match 1")
    for custom_id in ("x:replay:1", "x:replay:1:3b", "x:replay:1:film", "x:verify:1"):
        answer = cafe.reply(await cafe.press(cafe.bruno, own, custom_id))
        assert answer.text == unknown


async def test_what_was_played_in_a_hidden_channel_is_hidden_from_who_does_not_see_it(cafe):
    await finish(cafe)
    elsewhere = cafe.guild.create_text_channel("elsewhere")

    async def asked(who: Person, command: str) -> str:
        return cafe.reply(await who.slash(elsewhere, command, match="1")).text

    assert (await asked(cafe.chen, "replay")).startswith("### Block · match 1")
    for person in (cafe.bruno, cafe.chen):
        cafe.hide(person)
    unknown = "I know of no match with that number here. /history lists yours."
    assert await asked(cafe.chen, "replay") == await asked(cafe.chen, "verify") == unknown
    for who in (cafe.dana, cafe.bruno):  # who sees the channel, and who played
        assert (await asked(who, "replay")).startswith("### Block · match 1")


async def test_a_button_of_a_result_in_letters_leaves_the_result_there(cafe):
    await alone_by_letter(cafe)
    await play_out(cafe)
    ended = [each for each in cafe.letters(cafe.ana) if "Rematch" in each.labels][-1]
    shown = cafe.reply(await cafe.click(cafe.ana, ended, "Replay"))
    await cafe.click(cafe.ana, shown, "Move ▶")
    assert "Move 1 of" in cafe.now(shown).text
    assert cafe.now(ended).text == ended.text


async def test_a_log_that_was_tampered_with_is_not_replayed(cafe):
    await finish(cafe)
    async with cafe.store.engine.begin() as connection:
        await connection.execute(
            text("UPDATE log SET code = '0-0@z' WHERE match_id = 1 AND ply = 3")
        )
    answer = await cafe.say(cafe.ana, "replay")
    assert "has been changed" in answer.text


async def test_history_lists_what_was_played_and_opens_it(cafe):
    assert "finished no match yet" in (await cafe.say(cafe.ana, "history")).text
    await finish(cafe)
    listed = await cafe.say(cafe.ana, "history")
    assert listed.owner == cafe.ana.id
    (line,) = listed.texts[1].splitlines()
    ended = await cafe.store.ended(1)
    own = next(each for each in ended.seats if each.user_id == cafe.ana.id)
    base = f"https://discord.com/channels/{cafe.guild.id}/{cafe.channel.id}"
    assert line.startswith(f"1. [Block]({base}) · <t:{round(ended.at.timestamp())}:R> · ")
    assert f"place {own.place} of 2" in line
    assert ("🏆" in line) == own.won
    assert line.endswith(f"with <@{cafe.bruno.id}>")
    assert "rating " in line
    shown = cafe.reply(await cafe.pick(cafe.ana, listed, "1"))
    assert shown.text.startswith("### Block · match 1")
    assert cafe.now(listed).text == listed.text
    assert "finished no match yet" in (await cafe.say(cafe.chen, "history")).text


async def test_history_turns_its_pages(cafe):
    await finish_quickly(cafe)
    for number in range(2, 13):
        await repeat(cafe, number)
    listed = await cafe.say(cafe.ana, "history")
    assert [line.split(".")[0] for line in listed.texts[1].splitlines()] == [
        str(n) for n in range(1, 11)
    ]
    await cafe.restart()
    await cafe.click(cafe.ana, listed, "Older ▶")
    older = cafe.now(listed)
    assert [line.split(".")[0] for line in older.texts[1].splitlines()] == ["11", "12"]
    assert [each.disabled for each in older.buttons] == [False, True]
    await cafe.click(cafe.ana, older, "◀ Newer")
    assert cafe.now(listed).text == listed.text
    for rest in ("-1", "abc", "", "99999999"):
        answer = cafe.reply(await cafe.press(cafe.ana, cafe.now(listed), f"x:history:{rest}"))
        assert answer.text == "That button does not belong to any table of mine."


async def repeat(cafe: Cafe, number: int) -> None:
    """The first match once more in the store: a result of somebody alone."""
    store, before = cafe.store, await cafe.match(1)
    new = NewMatch(
        before.game,
        1,
        before.options,
        before.guild_id,
        before.channel_id,
        before.host_id,
        bytes(32),
    )
    seats = (Occupant(0, before.host_id, salt="1"),)
    match = await store.open_match(replace(new, seats=seats), cafe.clock.now())
    moved = Moved((), Awaits.NOBODY, cafe.clock.now())
    await store.start(match.id, 1, start_salt="1", moved=moved)
    place = Place(0, before.host_id, 1, 0, number % 2 == 0)
    await store.append(match.id, 0, replace(moved, places=[place]))
    assert match.id == number


async def test_who_left_finds_the_match_in_their_history(cafe):
    """It counted, so it is there, and it can be looked at as far as it went."""
    await cafe.start(cafe.bruno)
    await cafe.move(await cafe.to_move())
    await cafe.leave(cafe.bruno)
    await cafe.leave(cafe.ana)
    assert (await cafe.match()).stage is Stage.CLOSED
    assert ": 1 deal and 1 lot." in (await cafe.say(cafe.chen, "verify")).text
    listed = await cafe.say(cafe.bruno, "history")
    assert "place " in listed.texts[1]
    shown = cafe.reply(await cafe.pick(cafe.bruno, listed, "1"))
    assert "Move 0 of " in shown.text
    film = cafe.reply(await cafe.click(cafe.bruno, shown, "Animated"))
    assert film.is_("replay.gif")


async def test_a_table_that_nobody_played_at_has_nothing_to_show(cafe):
    lobby = await cafe.play(cafe.ana)
    await cafe.click(cafe.ana, lobby, "Leave")
    answer = await cafe.say(cafe.ana, "replay", match="1")
    assert "given up early" in answer.text
