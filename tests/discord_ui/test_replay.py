import asyncio
import json
import re
import sys
from io import BytesIO
from typing import Any, Literal
from unittest.mock import Mock

import discord
import pytest
from PIL import Image
from sqlalchemy import text

from bot.cli.commands import main
from bot.discord_ui import components
from bot.discord_ui.commands import replay
from bot.discord_ui.commands.finished_matches import viewer
from bot.discord_ui.interactions.response import Reply
from bot.engine.chance import commitment
from bot.engine.contract import NATURE
from bot.present.screen import note
from tests.discord_ui.simulation import bones_in
from tests.service.played import played
from tests.store.support import execute
from tests.test_verifying import SCRIPT

NOT_OVER = "This match isn't over yet. Use /board in its channel to see it."
UNKNOWN = "I can't find that match. Check /history."


async def test_a_match_step_by_step_to_its_end(sim, end):
    assert end.labels[:3] == ["Rematch", "Replay", "Verify"]
    shown = await sim.opened(sim.bruno, end, "Replay")
    assert shown.is_("replay.png")
    moves = int(re.findall(r"Move 0 of (\d+)", shown.text)[0])
    plies = await sim.plies()
    assert moves == sum(isinstance(ply.actor, int) for ply in plies)
    for seat, hand in enumerate(plies[0].state.round.hands):
        assert all(bone.code in shown.alts[0] for bone in hand), f"the hand of {seat}"

    for number in range(1, 4):
        shown = await sim.clicked(sim.bruno, shown, "Move ▶")
        assert f"Move {number} of {moves}" in shown.text
    await sim.restart()
    assert f"Move 2 of {moves}" in (await sim.clicked(sim.bruno, shown, "◀ Move")).text
    while not {each.label: each for each in sim.now(shown).buttons}["Round ⏭"].disabled:
        await sim.click(sim.bruno, sim.now(shown), "Round ⏭")
    last = sim.now(shown)
    assert f"Move {moves} of {moves}" in last.text
    totals = (await sim.state()).totals
    scores = [line.rpartition(" · ")[2] for line in last.text.splitlines()[-2:]]
    assert scores == [*map(str, totals)]
    await sim.click(sim.bruno, last, "⏮ Round")
    assert f"Move {moves} of {moves}" not in sim.now(shown).text


async def test_the_animation_comes_to_the_one_who_asked_and_is_made_once_at_a_time(sim):
    shown = await sim.opened(sim.ana, await sim.finish(sim.bruno), "Replay")
    results = await sim.at_once(*[(sim.ana, shown, "x:replay:1:film")] * 2)
    animation, refused = sorted(map(sim.reply, results), key=lambda each: not each.files)
    assert "already on its way" in refused.text
    assert refused.files == []
    assert animation.is_("replay.gif")
    assert animation.owner == sim.ana.id
    assert animation.alts[0].startswith("An animation of the match")
    picture = Image.open(BytesIO(animation.pictures[0]))
    assert (picture.format, picture.width) == ("GIF", 600)
    assert len(animation.pictures[0]) < 4 * 2**20
    assert (await sim.opened(sim.ana, shown, "Animation")).is_("replay.gif")


async def test_an_animation_that_is_being_uploaded_holds_up_no_other(sim, monkeypatch):
    result, gate, real = await sim.finish(sim.bruno), asyncio.Event(), Reply.private
    shown = {who: await sim.opened(who, result, "Replay") for who in (sim.ana, sim.bruno)}

    async def slow(self: Reply, screen: Any) -> Any:
        if self.interaction.user.id == sim.ana.id:
            await sim.env.external_wait(gate.wait(), reason="a slow upload")
        return await real(self, screen)

    monkeypatch.setattr(Reply, "private", slow)
    monkeypatch.setattr(replay, "animation_screen", lambda *_: note("an animation"))
    await sim.click(sim.ana, shown[sim.ana], "Animation")
    animation = await sim.opened(sim.bruno, shown[sim.bruno], "Animation")
    gate.set()
    await sim.settle()
    assert animation.text == "an animation"
    assert [each.text for each in sim.seen_by(sim.ana)].count("an animation") == 1


async def test_animations_of_two_people_are_drawn_one_after_the_other(sim, monkeypatch):
    """The first is not done before the second waits for it, or is begun as well."""
    shown = await sim.opened(sim.ana, await sim.finish(sim.bruno), "Replay")
    both, real, log = asyncio.Event(), components.body, []

    class Watched(asyncio.Lock):
        async def acquire(self) -> Literal[True]:
            if self.locked():
                both.set()
            return await super().acquire()

    def begun(*_: Any) -> Any:
        log.append("begun")
        return note("an animation")

    async def done(screen: Any) -> Any:
        if log.count("begun") == 2:
            both.set()
        await both.wait()
        log.append("done")
        return await real(screen)

    monkeypatch.setattr(sim.client.service.match_history, "drawing", Watched())
    monkeypatch.setattr(replay, "animation_screen", begun)
    monkeypatch.setattr(replay, "body", done)
    asked = [(who, shown, "x:replay:1:film") for who in (sim.ana, sim.bruno)]
    animations = [sim.reply(result) for result in await sim.at_once(*asked)]
    assert log == ["begun", "done"] * 2
    assert [each.text for each in animations] == ["an animation"] * 2


async def test_by_command_the_last_match_here_or_ones_own(sim, end):
    begins = "### Block · match 1"
    for who in (sim.ana, sim.chen):
        assert (await sim.say(who, "replay")).text.startswith(begins)
        assert (await sim.say(who, "replay", match="#1")).text.startswith(begins)
    elsewhere = sim.guild.create_text_channel("elsewhere")
    assert sim.reply(await sim.ana.slash(elsewhere, "replay")).text.startswith(begins)
    refused = sim.reply(await sim.chen.slash(elsewhere, "replay")).text
    assert "here or in your history. Start one with /play." in refused
    (choice,) = await sim.ana.autocomplete(sim.channel, "replay", "match", "")
    assert choice["value"] == "1"
    assert choice["name"].startswith("Block · match 1 · place ")
    for who, typed in ((sim.ana, "draw"), (sim.chen, "")):
        assert await who.autocomplete(sim.channel, "replay", "match", typed) == []
    assert await sim.told(sim.bruno, end, "x:verify:999") == UNKNOWN
    for typed in ("one", "1.5", "-1", "9" * 30, " ", "²"):
        assert "isn't a match number" in await sim.typed(sim.ana, "replay", match=typed), typed


async def test_while_a_match_goes_on_nothing_hidden_is_shown(sim, two_play):
    table = sim.table()
    for custom_id in [f"x:replay:1{rest}" for rest in (":0", ":5a", ":film", ":record")]:
        answer = sim.reply(await sim.press(sim.ana, table, custom_id))
        assert answer.text == NOT_OVER
        assert not answer.files
    shown = await sim.say(sim.ana, "replay", match="1")
    assert "The match is still running, so you see what you could see then." in shown.text
    assert bones_in(shown.all_words) == {each.code for each in (await sim.state()).round.hands[0]}


async def test_a_match_in_dms_is_its_players_alone(sim):
    """To others it is like one that is not there."""
    await sim.start_in_dms()
    assert (await sim.say(sim.bruno, "replay", match="1")).text == UNKNOWN
    await sim.skip(lambda state: state.outcome is not None)
    for command, number in (("replay", "77"), ("replay", "1"), ("verify", "1")):
        assert (await sim.say(sim.bruno, command, match=number)).text == UNKNOWN
    own = await sim.say(sim.ana, "replay", match="1")
    assert own.text.startswith("### Solitaire · match 1")
    for custom_id in ("x:replay:1", "x:replay:1:3b", "x:replay:1:film", "x:verify:1"):
        assert sim.reply(await sim.press(sim.bruno, own, custom_id)).text == UNKNOWN
    verified = sim.reply(await sim.ana.user.slash("verify"))
    assert re.match(r"### Solitaire · match 1\n✅ Recomputed .*: 1 deal\.\n", verified.text)
    ended = [each for each in sim.direct_messages(sim.ana) if "Rematch" in each.labels][-1]
    shown = await sim.opened(sim.ana, ended, "Replay")
    assert "Move 1 of" in (await sim.clicked(sim.ana, shown, "Move ▶")).text
    assert sim.now(ended).text == ended.text


async def test_what_was_played_in_a_hidden_channel_is_hidden_from_who_does_not_see_it(sim, end):
    elsewhere = sim.guild.create_text_channel("elsewhere")
    (stranger, channel), (player, there) = map(sim.in_another_server, (sim.eva, sim.bruno))
    begins = "### Block · match 1"

    async def asked(who: Any, command: str, where: Any = elsewhere) -> str:
        return sim.reply(await who.slash(where, command, match="1")).text

    assert (await asked(sim.chen, "replay")).startswith(begins)
    for person in (sim.bruno, sim.chen):
        sim.hide(person)
    for command in ("replay", "verify"):
        assert await asked(sim.chen, command) == UNKNOWN
        assert await asked(stranger, command, channel) == UNKNOWN
        assert (await asked(player, command, there)).startswith(begins)
    for who in (sim.dana, sim.bruno):  # one sees the channel, the other played
        assert (await asked(who, "replay")).startswith(begins)


@pytest.mark.parametrize("sees", [True, False])
def test_a_private_thread_is_seen_by_who_keeps_order_there_alone(sees):
    """Who is in it, Discord does not tell; whoever played there sees it anyway."""
    click, thread = Mock(), Mock(spec=discord.Thread)
    click.user = Mock(spec=discord.Member)
    click.guild.get_channel_or_thread.return_value = thread
    may = discord.Permissions(view_channel=True, manage_threads=sees)
    thread.permissions_for.return_value = may
    thread.is_private.return_value = True
    assert viewer(click).sees(7) is sees
    thread.is_private.return_value = False
    assert viewer(click).sees(7)


async def test_history_lists_what_was_played_and_opens_it(sim):
    assert "You haven't finished a match yet" in (await sim.say(sim.ana, "history")).text
    await sim.finish(sim.bruno)
    listed = await sim.ask(sim.ana, "history")
    line, result = listed.texts[1].splitlines()
    ended = await sim.store.ended(1)
    own, other = sorted(ended.seats, key=lambda each: each.user_id != sim.ana.id)
    base = f"https://discord.com/channels/{sim.guild.id}/{sim.channel.id}"
    assert line == f"1. [Block]({base}) · <t:{round(ended.at.timestamp())}:R>"
    assert result.strip() == (
        f"🏆 You won: {own.points} points · <@{sim.bruno.id}> {other.points}"
        if own.won
        else f"<@{sim.bruno.id}> won: {other.points} points · you {own.points}"
    )
    assert sim.reply(await sim.pick(sim.ana, listed, "1")).text.startswith("### Block · match 1")
    assert sim.now(listed).text == listed.text
    assert "You haven't finished a match yet" in (await sim.say(sim.chen, "history")).text


async def test_history_turns_its_pages(sim):
    for _ in range(12):
        await played(sim.store, sim.ana.id, at=sim.clock.now(), guild=sim.guild.id)
    listed = await sim.say(sim.ana, "history")
    assert re.findall(r"(?m)^\d+", listed.texts[1]) == [str(n) for n in range(1, 11)]
    await sim.restart()
    older = await sim.clicked(sim.ana, listed, "Older ▶")
    assert re.findall(r"(?m)^\d+", older.texts[1]) == ["11", "12"]
    assert [each.disabled for each in older.buttons] == [False, True]
    await sim.click(sim.ana, older, "◀ Newer")
    assert sim.now(listed).text == listed.text


async def test_commitment_secret_salts_and_every_deal(sim, end):
    match, plies = await sim.match(), await sim.plies()
    shown = await sim.opened(sim.chen, end, "Verify")
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
        assert "**7.** ✓" in (await sim.clicked(sim.chen, shown, "Deals ▶")).text


async def test_the_command_line_and_the_docs_accept_the_record(sim, deals, tmp_path, capsys):
    deals.salt_begins = "1"
    end = await sim.finish(sim.bruno)
    kept, same = [
        await sim.opened(sim.ana, await sim.opened(sim.ana, end, button), "Match record")
        for button in ("Replay", "Verify")
    ]
    assert (kept.owner, kept.files) == (sim.ana.id, ["boneyard-1.json"])
    assert kept.pictures == same.pictures
    file = tmp_path / kept.files[0]
    file.write_bytes(kept.pictures[0])
    assert main(["replay", str(file), "--json"]) == 0
    *lines, last = map(json.loads, capsys.readouterr().out.splitlines())
    plies = await sim.plies()
    made = [("*" if ply.actor is NATURE else ply.actor, ply.move.code) for ply in plies]
    assert [(line["actor"], line["code"]) for line in lines] == made
    assert last["outcome"]["winners"] == list(plies[-1].state.outcome.winners)
    assert lines[-1]["scores"] == list(plies[-1].state.totals)

    (tmp_path / "verify.py").write_text(SCRIPT, encoding="utf-8")
    told = json.loads(kept.pictures[0])
    assert told["chance"]["salts"] == list((await sim.match()).salts)
    command = [sys.executable, "-I", "verify.py", kept.files[0]]
    pipe = asyncio.subprocess.PIPE
    done = await asyncio.create_subprocess_exec(*command, cwd=tmp_path, stdout=pipe)
    printed, _ = await done.communicate()
    assert done.returncode == 0
    assert printed.count(b" same ") == sum(actor == "*" for actor, _ in told["log"])


async def test_before_the_end_there_is_the_commitment_alone(sim, lobby):
    match = await sim.match()
    assert commitment(match.secret) in (await sim.say(sim.bruno, "verify")).text
    await sim.click(sim.bruno, sim.lobby(), "Join")
    await sim.click(sim.ana, sim.lobby(), "Start")
    shown = await sim.ask(sim.chen, "verify")
    for press in ("x:verify:1", "x:verify:1:0", "x:verify:1:5b"):
        for answer in (shown, sim.reply(await sim.press(sim.ana, sim.table(), press))):
            assert commitment(match.secret) in answer.text
            assert match.secret.hex() not in answer.all_words
            assert not [salt for salt in match.salts if salt in answer.all_words]


async def test_a_log_that_was_tampered_with_is_called_out_and_not_replayed(sim, end):
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
    change = text("UPDATE log SET code = :code WHERE match_id = 1 AND ply = :ply")
    await execute(sim.store, change.bindparams(code=code, ply=ply))
    sim.client.service.match_history._stories.clear()
