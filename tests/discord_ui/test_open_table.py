"""Open tables: the person whose turn it is chooses moves at the table."""

import pytest

from tests.discord_ui.secrecy_sweep import Sweep
from tests.discord_ui.simulation import STRANGER, Choice, DiscordSim, Person, Shown

STALE = "That table is out of date. Scroll down for the current one."
OLD = "That button no longer works. Use a command instead, such as /board or /games."


@pytest.fixture
async def memory(sim) -> DiscordSim:
    """Start a match of Memory with Ana, Bruno and Chen."""
    await sim.start(sim.bruno, sim.chen, game_id="memory")
    return sim


async def grid(sim: DiscordSim) -> tuple[int, ...]:
    """Return the pips of every place, or -1 where a pair was taken."""
    bones = (await sim.state()).round.grid
    return tuple(-1 if bone is None else bone.pips for bone in bones)


async def pair(sim: DiscordSim, *, found: bool) -> tuple[str, str]:
    """Return two places that make a pair, or two that make none."""
    pips = await grid(sim)
    left = [at for at, number in enumerate(pips) if number >= 0]
    one, other = next(
        (one, other)
        for one in left
        for other in left
        if one < other and (pips[one] + pips[other] == 12) is found
    )
    return name(one), name(other)


def name(at: int) -> str:
    return f"{'abcdefg'[at % 7]}{at // 7 + 1}"


def offered(table: Shown, code: str) -> Choice:
    (choice,) = [each for each in table.moves if each.code == code]
    return choice


async def turn_up(sim: DiscordSim, who: Person, code: str) -> None:
    await sim.choose(who, sim.table(), offered(sim.table(), code).id)


async def test_a_turn_goes_on_after_a_pair_and_passes_after_none(memory):
    who, table, sweep = await memory.to_move(), memory.table(), Sweep(memory)
    assert not table.menus, "one press a bone"
    assert len(table.moves) == 28
    assert table.pinged == (who.id,)
    for left, code in zip((27, 26), await pair(memory, found=True), strict=True):
        await turn_up(memory, who, code)
        await sweep.look()
        assert memory.table().id == table.id, "the same person goes on at the same message"
        assert len(memory.table().moves) == left
    assert "found a pair" in memory.table().text
    for code in await pair(memory, found=False):
        await turn_up(memory, who, code)
        await memory.say(memory.eva, "board")
        await sweep.look()
    after, following = memory.table(), await memory.to_move()
    assert following is not who
    assert not memory.exists(table)
    assert "they go face down again" in after.text
    assert not any(memory.direct_messages(each) for each in (memory.ana, memory.bruno, memory.chen))
    for found in (False, True, False):
        who = await memory.to_move()
        for code in await pair(memory, found=found):
            await turn_up(memory, who, code)
            await memory.say(memory.eva, "board")
            await sweep.look()
    assert sweep.mentions > 20


async def test_who_is_not_to_move_is_refused_alone_and_nothing_changes(memory):
    who, table, before = await memory.to_move(), memory.table(), await memory.match()
    choice = table.moves[0]
    for other in (memory.ana, memory.bruno, memory.chen, memory.dana):
        if other is who:
            continue
        result = await memory.press(other, table, choice.id)
        stranger = other is memory.dana
        wrong = STRANGER if stranger else "It's not your turn. The table shows whose it is."
        assert memory.private_reply(result, other) == wrong
    asked = await memory.press(who, table, f"b:1:{before.ply}:a1")
    assert memory.private_reply(asked, who) == OLD, "an open table asks for no place"
    elsewhere = memory.guild.create_text_channel("elsewhere")
    lobby = await memory.play(memory.ana, "block", elsewhere)
    result = await memory.press(who, lobby, choice.id)
    assert memory.private_reply(result, who) == OLD
    assert await memory.match() == before
    assert memory.table().components == table.components


async def test_two_clicks_at_once_turn_up_one(memory):
    who, table, before = await memory.to_move(), memory.table(), await memory.match()
    first, second = (offered(table, code).id for code in ("a1", "b1"))
    results = await memory.at_once((who, table, first), (who, table, second))
    assert all(result.acknowledged for result in results)
    assert (await memory.match()).ply == before.ply + 1
    answers = [memory.reply(result) for result in results]
    assert [each.text for each in answers if each.owner == who.id] == [STALE]
    after = await memory.match()
    result = await memory.press(who, memory.table(), "s:1:0", values=[offered(table, "c1").id])
    assert memory.private_reply(result, who) == STALE
    assert await memory.match() == after


async def test_a_copy_in_private_plays_too(memory):
    who = await memory.to_move()
    copy = await memory.say(who, "hand")
    assert copy.owner == who.id
    assert [each.id for each in copy.moves] == [each.id for each in memory.table().moves]
    assert "Your turn" in copy.text
    await memory.choose(who, copy, offered(copy, "a1").id)
    assert len(memory.table().moves) == len(memory.now(copy).moves) == 27
    copy = await memory.say(memory.bruno if who is not memory.bruno else memory.chen, "hand")
    assert copy.moves == []
    assert f"Waiting for <@{who.id}>." in copy.text
