from itertools import combinations
from typing import Any

import pytest

from tests.discord_ui.secrecy_sweep import Sweep
from tests.discord_ui.simulation import NOT_YOUR_TURN, OLD, ROW, STRANGER, DiscordSim, bones_in

STALE = "That table is out of date. Scroll down for the current one."


@pytest.fixture
async def memory(sim) -> DiscordSim:
    await sim.start(sim.bruno, sim.chen, game_id="memory")
    return sim


async def grid(sim: DiscordSim) -> tuple[int, ...]:
    """Return the pips of every place, or -1 where a pair was taken."""
    return tuple(-1 if bone is None else bone.pips for bone in (await sim.state()).round.grid)


async def pair(sim: DiscordSim, *, found: bool) -> tuple[str, str]:
    pips = await grid(sim)
    pairs = combinations([at for at, number in enumerate(pips) if number >= 0], 2)
    one, other = next(each for each in pairs if (sum(pips[at] for at in each) == 12) is found)
    return name(one), name(other)


def name(at: int) -> str:
    return f"{'abcdefg'[at % 7]}{at // 7 + 1}"


def offered(table, code):
    (choice,) = [each for each in table.moves if each.code == code]
    return choice.id


async def turn_up(sim, who, *codes, sweep=None):
    """Turn up bones; ``sweep`` looks after each, when somebody else has had the table shown."""
    for code in codes:
        await sim.choose(who, sim.table(), offered(sim.table(), code))
        if sweep:
            await sim.say(sim.eva, "board")
            await sweep.look()


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
    await turn_up(memory, who, *await pair(memory, found=False), sweep=sweep)
    after, following = memory.table(), await memory.to_move()
    assert following is not who
    assert not memory.exists(table)
    assert ": no pair" in after.text
    assert not any(memory.direct_messages(each) for each in (memory.ana, memory.bruno, memory.chen))
    for found in (False, True, False):
        codes = await pair(memory, found=found)
        await turn_up(memory, await memory.to_move(), *codes, sweep=sweep)
    assert sweep.mentions > 20


async def test_who_is_not_to_move_is_refused_alone_and_nothing_changes(memory):
    who, table, before = await memory.to_move(), memory.table(), await memory.match()
    choice = table.moves[0]
    for other in (*memory.others(who), memory.dana):
        wrong = STRANGER if other is memory.dana else NOT_YOUR_TURN
        assert await memory.told(other, table, choice.id) == wrong
    asked = await memory.told(who, table, f"b:1:{before.ply}:a1")
    assert asked == OLD, "an open table asks for no place"
    lobby = await memory.play(memory.ana, "block", memory.guild.create_text_channel("elsewhere"))
    assert await memory.told(who, lobby, choice.id) == OLD
    assert await memory.match() == before
    assert memory.table().components == table.components


async def test_two_clicks_at_once_turn_up_one(memory):
    who, table, before = await memory.to_move(), memory.table(), await memory.match()
    first, second = (offered(table, code) for code in ("a1", "b1"))
    results = await memory.at_once((who, table, first), (who, table, second))
    assert all(result.acknowledged for result in results)
    assert (await memory.match()).ply == before.ply + 1
    answers = [memory.reply(result) for result in results]
    assert [each.text for each in answers if each.owner == who.id] == [STALE]
    after, old = await memory.match(), [offered(table, "c1")]
    assert await memory.told(who, memory.table(), "s:1:0", values=old) == STALE
    assert await memory.match() == after


async def test_a_copy_in_private_plays_too(memory):
    who = await memory.to_move()
    copy = await memory.say(who, "hand")
    assert copy.owner == who.id
    assert [each.id for each in copy.moves] == [each.id for each in memory.table().moves]
    assert "Your turn" in copy.text
    assert not copy.pictures, "no record of what was turned up"
    await memory.choose(who, copy, offered(copy, "a1"))
    assert len(memory.table().moves) == len(memory.now(copy).moves) == 27
    assert not bones_in(memory.now(copy).text)
    copy = await memory.say(memory.others(who)[0], "hand")
    assert copy.moves == []
    assert f"Waiting for <@{who.id}>." in copy.text


async def miss(sim, first):
    """Turn up the bone at ``first`` and one that is no pair; return who did, and both by place."""
    who, state, pips = await sim.to_move(), await sim.state(), await grid(sim)
    other = next(at for at in range(first + 1, 28) if pips[first] + pips[at] != 12)
    bones = {name(at): state.round.grid[at].code for at in (first, other)}
    await turn_up(sim, who, *bones)
    return who, bones


async def test_whoever_looks_later_sees_all_that_the_others_turned_up(memory):
    """In a match that takes days, each of three looks only when it is their turn."""
    missed: list[Any] = []
    for number in range(7):
        table, others = memory.table(), missed[-2:]
        for who, bones in others:
            told = " and ".join(f"{code.upper()} {bone}" for code, bone in bones.items())
            assert table.tells(who, f"turned up {told}")
        (alt,) = table.alts
        shown = {bone for _, bones in others for bone in bones.values()}
        assert bones_in(alt) == bones_in(table.text) == shown, "these, and no others"
        who, bones = await miss(memory, 3 * number)
        assert who not in [each for each, _ in others]
        missed.append((who, bones))
    assert len({who.id for who, _ in missed}) == 3


async def test_typed_moves_leave_no_private_record(memory):
    had = [each.id for each in memory.messages() if each.owner is not None]
    for typed in ("{} {}", "{}{}", "{}, {}"):
        who, before = await memory.to_move(), await memory.match()
        one, other = await pair(memory, found=False)
        await who.slash(memory.channel, "move", move=typed.format(one.upper(), other))
        assert (await memory.match()).ply == before.ply + 2
        assert ": no pair" in memory.table().text
        private = [each.id for each in memory.messages() if each.owner is not None]
        assert private == had, "the table is the only answer"
    who, elsewhere = await memory.to_move(), memory.guild.create_text_channel("elsewhere")
    result = await who.slash(elsewhere, "move", move="A1")
    assert "[Go to the table](https://discord.com/channels/" in memory.private_reply(result, who)


SUGGESTED = (("a1", "A1", 25), ("a1 c", "A1 C1", 4), ("A1, c2", "A1 C2", 1), ("a1 a1", "", 0))
REFUSED = {"a1a1": "A1 A1", "a1 h9": "H9", "d9": "D9", "a1 b1 c1": "A1 B1 C1"}


async def test_both_bones_are_suggested_and_what_is_refused_changes_nothing(memory):
    who, before = await memory.to_move(), await memory.match()
    for typed, first, count in SUGGESTED:
        found = await who.autocomplete(memory.channel, "move", "move", typed)
        assert len(found) == count
        assert [each["name"] for each in found[:1]] == [first][:count]
    for typed, named in REFUSED.items():
        refused = await memory.typed(who, "move", move=typed)
        assert refused.startswith(f"You can't play “{named}” right now. Try A1, B1, ")
    assert await memory.match() == before


async def test_two_sets_have_three_menus_and_a_lobby_that_says_so(sim):
    small, options = (await sim.play(sim.ana, "memory")).pictures, await sim.options()
    await sim.pick(sim.ana, options, "56", menu="p:1:option:tiles")
    assert "Turn up two of the 56 bones." in sim.lobby().text
    assert sim.lobby().pictures != small
    await sim.pick(sim.ana, options, "25", menu="p:1:option:firstTo")
    assert "**25**" in sim.lobby().text
    await sim.click(sim.bruno, sim.lobby(), "Join")
    await sim.click(sim.ana, sim.lobby(), "Start")
    hints = [menu["placeholder"] for menu in sim.table().menus]
    assert hints == ["Rows A to C", "Rows D to F", "Rows G to H"]
    assert len(sim.table().moves) == 56


async def test_what_a_full_table_has_no_room_for_is_behind_the_three_dots(sim, few_playouts):
    await sim.start(computers=("casual",), game_id="memory")
    assert [each.label for each in sim.table().buttons[28:]] == ["⋯"]
    more = await sim.more(sim.ana)
    labels = ["Show the table again", "Rules", "Leave the match", "🔕 Mute this match"]
    assert [each.label for each in more.buttons] == labels, "nobody knows anything yet"
    await sim.skip(lambda state: any(state.round.attempts) and state.round.turn == 0)
    more = await sim.more(sim.ana)
    assert [each.label for each in more.buttons] == ["💡 Hint", *labels]
    hinted = await sim.clicked(sim.ana, more, "💡 Hint")
    assert "💡" in hinted.text
    assert not hinted.pictures
    await sim.skip(lambda state: sum(map(len, state.round.pairs)) > 8 and state.round.turn == 0)
    assert {"💡 Hint", "Rules", "⋯"} <= set(sim.table().labels), "there is room now"


async def test_buttons_lie_as_the_bones_do(memory):
    """What is gone or face up keeps its place in the row, and can't be pressed."""
    who = await memory.to_move()
    await turn_up(memory, who, *await pair(memory, found=True))
    await turn_up(memory, who, (await pair(memory, found=False))[0])
    state, table = (await memory.state()).round, memory.table()
    rows = [part["components"] for part in table.parts if part["type"] == ROW]
    for row, letter in enumerate("ABCDEFG"):
        free = [n for n in range(4) if state.grid[7 * n + row] and state.up != 7 * n + row]
        shown = [part["label"] for part in rows[row] if part["custom_id"].startswith("m:")]
        assert shown == [f"{letter}{n + 1}" for n in range(max(free) + 1)]
        offered = [each.label for each in table.moves if each.label[0] == letter]
        assert offered == [f"{letter}{n + 1}" for n in free]
