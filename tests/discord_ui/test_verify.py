"""/verify: what the shuffles of a match followed from, worked out before everybody's eyes."""

from __future__ import annotations

import asyncio
import json
import re
import sys

from sqlalchemy import text

from bot.engine.chance import commitment
from tests.discord_ui.test_replay import alone_by_letter, finish, finish_quickly, play_out
from tests.test_verifying import SCRIPT


async def test_commitment_secret_salts_and_every_deal(cafe):
    ended = await finish(cafe)
    match, plies = await cafe.match(), await cafe.plies()
    shown = cafe.reply(await cafe.click(cafe.chen, ended, "Verify"))
    assert shown.owner == cafe.chen.id
    assert f"`{commitment(match.secret)}`" in shown.text
    assert f"`{match.secret.hex()}`" in shown.text
    assert ", ".join(f"`{salt}`" for salt in match.salts) in shown.text
    chances = sum(ply.actor.__class__ is not int for ply in plies)
    rounds = chances // 2
    assert f"and the same as in the log: {rounds} deals and {rounds} lots." in shown.text
    for seat, hand in enumerate(plies[0].state.round.hands):
        assert f"`{'AB'[seat]}` {' '.join(bone.code for bone in hand)}" in shown.text
    assert "docs/verifying.md" in shown.text
    if chances > 6:
        await cafe.restart()
        await cafe.click(cafe.chen, shown, "Deals ▶")
        assert "**7.** ✓" in cafe.now(shown).text


async def test_the_record_passes_the_script_of_the_docs(cafe, tmp_path):
    shown = cafe.reply(await cafe.click(cafe.ana, await finish(cafe), "Verify"))
    kept = cafe.reply(await cafe.click(cafe.ana, shown, "Record"))
    (tmp_path / "verify.py").write_text(SCRIPT, encoding="utf-8")
    (tmp_path / kept.files[0]).write_bytes(kept.pictures[0])
    told = json.loads(kept.pictures[0])
    assert told["chance"]["salts"] == list((await cafe.match()).salts)
    command = [sys.executable, "-I", "verify.py", kept.files[0]]
    done = await asyncio.create_subprocess_exec(
        *command, cwd=tmp_path, stdout=asyncio.subprocess.PIPE
    )
    printed, _ = await done.communicate()
    assert done.returncode == 0
    assert printed.count(b" same ") == sum(actor == "*" for actor, _ in told["log"])


async def test_before_the_end_there_is_the_commitment_alone(cafe):
    await cafe.play(cafe.ana)
    match = await cafe.match()
    assert commitment(match.secret) in (await cafe.say(cafe.bruno, "verify")).text
    await cafe.click(cafe.bruno, cafe.lobby(), "Join")
    await cafe.click(cafe.ana, cafe.lobby(), "Start")
    shown = await cafe.say(cafe.chen, "verify")
    assert shown.owner == cafe.chen.id
    for press in ("x:verify:1", "x:verify:1:0", "x:verify:1:5b"):
        pressed = cafe.reply(await cafe.press(cafe.ana, cafe.table(), press))
        for answer in (shown, pressed):
            assert commitment(match.secret) in answer.text
            assert match.secret.hex() not in answer.all_words
            assert not [salt for salt in match.salts if salt in answer.all_words]


async def test_a_log_that_was_tampered_with_is_called_out(cafe):
    await finish(cafe)
    await swap_the_first_two_bones(cafe)
    shown = await cafe.say(cafe.ana, "verify")
    assert "does not follow from its secret and salts" in shown.text
    assert "✗ not what the log tells!" in shown.text
    assert "✅" not in shown.text


async def swap_the_first_two_bones(cafe) -> None:
    """Somebody with the database in hand gives a bone to somebody else."""
    code = (await cafe.store.log(1))[0][1]
    _, first, *others = code.split(" ")
    forged = " ".join(("deal", *others, first))
    async with cafe.store.engine.begin() as connection:
        change = text("UPDATE log SET code = :forged WHERE match_id = 1 AND ply = 0")
        await connection.execute(change, {"forged": forged})


async def test_a_move_that_was_tampered_with_is_called_out_too(cafe):
    await finish(cafe)
    async with cafe.store.engine.begin() as connection:
        await connection.execute(
            text("UPDATE log SET code = 'draw' WHERE match_id = 1 AND ply = 3")
        )
    assert "does not follow" in (await cafe.say(cafe.ana, "verify")).text


async def test_made_up_ids(cafe):
    shown = await finish_quickly(cafe)
    for rest in ("", "x", "1:", "1:1", "1:99", "1:-1", "1:0ab"):
        answer = cafe.reply(await cafe.press(cafe.bruno, shown, f"x:verify:{rest}"))
        assert answer.text == "That button does not belong to any table of mine.", rest
    answer = cafe.reply(await cafe.press(cafe.bruno, shown, "x:verify:999"))
    assert answer.text == "I know of no match with that number here. /history lists yours."


async def test_in_another_server_only_those_who_played_find_it(cafe):
    await finish(cafe)
    other = cafe.env.create_guild("Elsewhere")
    channel = other.create_text_channel("games")
    stranger, player = other.add_member(cafe.chen.user), other.add_member(cafe.bruno.user)
    for command in ("replay", "verify"):
        refused = cafe.reply(await stranger.slash(channel, command, match="1"))
        assert refused.text == "I know of no match with that number here. /history lists yours."
        shown = cafe.reply(await player.slash(channel, command, match="1"))
        assert shown.text.startswith("### Block · match 1")


async def test_in_letters_it_is_for_who_played(cafe):
    await alone_by_letter(cafe)
    await play_out(cafe)
    shown = cafe.reply(await cafe.ana.user.slash("verify"))
    assert re.match(r"### Solitaire · match 1\n✅ Worked out anew .*: 1 deal\.\n", shown.text)
