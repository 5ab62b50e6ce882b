import asyncio
import json
import sys

from sqlalchemy import text

from bot.engine.chance import commitment
from tests.discord_ui.finished import finish
from tests.test_verifying import SCRIPT


async def test_commitment_secret_salts_and_every_deal(sim):
    ended = await finish(sim)
    match, plies = await sim.match(), await sim.plies()
    shown = sim.reply(await sim.click(sim.chen, ended, "Verify"))
    assert shown.owner == sim.chen.id
    assert f"`{commitment(match.secret)}`" in shown.text
    assert f"`{match.secret.hex()}`" in shown.text
    assert ", ".join(f"`{salt}`" for salt in match.salts) in shown.text
    chances = sum(ply.actor.__class__ is not int for ply in plies)
    rounds = chances // 2
    assert f"and the same as in the match: {rounds} deals and {rounds} random picks." in shown.text
    for seat, hand in enumerate(plies[0].state.round.hands):
        assert f"`{'AB'[seat]}` {' '.join(bone.code for bone in hand)}" in shown.text
    assert "docs/verifying.md" in shown.text
    if chances > 6:
        await sim.restart()
        await sim.click(sim.chen, shown, "Deals ▶")
        assert "**7.** ✓" in sim.now(shown).text


async def test_the_record_passes_the_script_of_the_docs(sim, tmp_path):
    shown = sim.reply(await sim.click(sim.ana, await finish(sim), "Verify"))
    kept = sim.reply(await sim.click(sim.ana, shown, "Match record"))
    (tmp_path / "verify.py").write_text(SCRIPT, encoding="utf-8")
    (tmp_path / kept.files[0]).write_bytes(kept.pictures[0])
    told = json.loads(kept.pictures[0])
    assert told["chance"]["salts"] == list((await sim.match()).salts)
    command = [sys.executable, "-I", "verify.py", kept.files[0]]
    done = await asyncio.create_subprocess_exec(
        *command, cwd=tmp_path, stdout=asyncio.subprocess.PIPE
    )
    printed, _ = await done.communicate()
    assert done.returncode == 0
    assert printed.count(b" same ") == sum(actor == "*" for actor, _ in told["log"])


async def test_before_the_end_there_is_the_commitment_alone(sim):
    await sim.play(sim.ana)
    match = await sim.match()
    assert commitment(match.secret) in (await sim.say(sim.bruno, "verify")).text
    await sim.click(sim.bruno, sim.lobby(), "Join")
    await sim.click(sim.ana, sim.lobby(), "Start")
    shown = await sim.say(sim.chen, "verify")
    assert shown.owner == sim.chen.id
    for press in ("x:verify:1", "x:verify:1:0", "x:verify:1:5b"):
        pressed = sim.reply(await sim.press(sim.ana, sim.table(), press))
        for answer in (shown, pressed):
            assert commitment(match.secret) in answer.text
            assert match.secret.hex() not in answer.all_words
            assert not [salt for salt in match.salts if salt in answer.all_words]


async def test_a_log_that_was_tampered_with_is_called_out_and_not_replayed(sim):
    await finish(sim)
    dealt = (await sim.store.log(1))[0][1]
    _, first, *others = dealt.split(" ")
    await rewrite(sim, 0, " ".join(("deal", *others, first)))
    shown = await sim.say(sim.ana, "verify")
    assert "doesn't follow from its secret and salts" in shown.text
    assert "✗ not the same as in the match!" in shown.text
    assert "✅" not in shown.text
    await rewrite(sim, 0, dealt)
    assert "✅" in (await sim.say(sim.ana, "verify")).text
    await rewrite(sim, 3, "draw")
    await sim.restart()
    assert "doesn't follow" in (await sim.say(sim.ana, "verify")).text
    assert "was altered" in (await sim.say(sim.ana, "replay")).text


async def rewrite(sim, ply: int, code: str) -> None:
    async with sim.store.engine.begin() as connection:
        change = text("UPDATE log SET code = :code WHERE match_id = 1 AND ply = :ply")
        await connection.execute(change, {"code": code, "ply": ply})
    sim.client.service.match_history._stories.clear()
