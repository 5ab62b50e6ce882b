"""/history, /replay: what was played, looked at again with all hands face up."""

from __future__ import annotations

import asyncio
import json
import re
from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from bot.service.matches import Matches
from tests.discord_ui.table import Cafe, Person, Shown


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
    moves = int(re.search(r"Move 0 of (\d+)", shown.text)[1])
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
