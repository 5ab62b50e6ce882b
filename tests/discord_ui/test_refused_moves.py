import pytest

from tests.discord_ui.simulation import NOT_YOUR_TURN, STRANGER, DiscordSim, Person

LONG = "6-4 " * 1000


async def in_play(sim: DiscordSim, *, moves: int = 2) -> tuple[Person, Person, int]:
    await sim.start(sim.bruno)
    for _ in range(moves):
        await sim.move(await sim.to_move())
    who = await sim.to_move()
    return who, sim.others(who)[0], (await sim.match()).ply


async def test_a_move_out_of_turn(sim):
    who, other, ply = await in_play(sim)
    hand = await sim.hand(other)
    assert hand.moves == [], "no move is offered to who is not to move"
    told = f"It's not your turn. I'm waiting for <@{who.id}>."
    assert await sim.typed(other, "move", move="6-4") == told
    assert NOT_YOUR_TURN in await sim.told(other, hand, f"m:1:{ply}:6-6")
    assert await other.autocomplete(sim.channel, "move", "move", "") == []
    await sim.check_nothing_happened(ply)


async def test_a_move_by_a_stranger(sim):
    who, _, ply = await in_play(sim)
    code = (await sim.hand(who)).moves[0].code
    assert await sim.typed(sim.eva, "move", move=code) == STRANGER
    assert await sim.told(sim.eva, sim.table(), "Hand") == STRANGER
    assert "no longer works" in await sim.told(sim.eva, sim.table(), f"m:1:{ply}:{code}")
    theirs = await sim.hand(who)  # nobody else can press there, but suppose they could
    await sim.press(sim.eva, theirs, f"m:1:{ply}:{code}")
    assert sim.now(theirs).text == STRANGER
    assert await sim.eva.autocomplete(sim.channel, "move", "move", "") == []
    await sim.check_nothing_happened(ply)


NONSENSE = (
    *("6-6@x", "pass", "draw", "-1", "", " ", "🁣", "'; DROP TABLE log; --"),
    *("@everyone", "{code}", "%s", "deal 6-6 6-5", LONG),
)


async def test_moving_by_typing_nonsense(sim):
    who, _, ply = await in_play(sim)
    for text in NONSENSE:
        reply = sim.reply(await who.slash(sim.channel, "move", move=text))
        assert reply.owner == who.id
        assert "right now. Try " in reply.text
        assert ". You can type `" in reply.text
        assert reply.text.endswith("while you type, /move lists your moves.")
        assert len(reply.text) < 500
        assert reply.pinged == ()
        await who.autocomplete(sim.channel, "move", "move", text)
    await sim.check_nothing_happened(ply)
    tried, how = reply.text.split(". You can type `")
    assert len(tried.partition(" Try ")[2].split(", ")) <= 3
    await who.slash(sim.channel, "move", move=how.partition("`")[0])
    assert (await sim.match()).ply > ply, "it can be typed as it is"


async def test_an_illegal_move_leaves_the_hand_as_it_is_and_a_stale_one_shows_the_table(sim):
    who, _, ply = await in_play(sim)
    hand = await sim.hand(who)
    assert "isn't a legal move now" in await sim.told(who, hand, f"m:1:{ply}:nonsense")
    assert [move.id for move in sim.now(hand).moves] == [move.id for move in hand.moves]
    await who.slash(sim.channel, "move", move=hand.moves[0].code)
    ply = (await sim.match()).ply
    await sim.press(who, hand, hand.moves[-1].id)
    assert "That was out of date" in sim.now(hand).text
    assert all(move.ply == ply for move in sim.now(hand).moves)
    await sim.check_nothing_happened(ply)


async def test_clicked_twice_at_once_one_wins_and_the_other_sees_the_present_table(sim):
    who, _, ply = await in_play(sim)
    hand, dm = await sim.hand(who), sim.direct_messages(who)[-1]
    press = (who, hand, hand.moves[0].id)
    results = await sim.at_once(press, press, (who, dm, dm.moves[-1].id))
    assert all(result.acknowledged for result in results)
    match = await sim.match()
    made = [entry for entry in (await sim.store.log(1))[ply:] if entry[0] == match.seat_of(who.id)]
    assert len(made) == 1 or made[1][1] == "pass"
    await sim.check_nothing_happened(match.ply)
    for shown in (sim.now(hand), *sim.direct_messages(who)):
        assert all(move.ply == match.ply for move in shown.moves)


FORGED_BUTTONS = (
    *("m:1:0:6-6", "m:1:999999999999999999:6-6", "m:999999999999999999:0:x", "m:0:0:6-6"),
    *("m:1:notanumber:6-6", "m:notanumber:3:6-6", "m:1:3", "m::::", "m:-1:3:6-6", "m:1:3:\u0000"),
    *("m:" + "9" * 90, "m:1:3:" + "6-6" * 30, "m:\u0661:\u0663:6-6"),
    *("t:1:nonsense", "t:1:leave", "t:1: ", "l:1:nonsense", "n:nonsense", "n:" + "x" * 98),
    *(f"t:{10**18 - 1}:{verb}" for verb in ("hand", "rules", "more", "board", "leave", "leave!")),
    *(f"l:{10**18 - 1}:{verb}" for verb in ("join", "leave", "start", "options")),
)


@pytest.mark.parametrize("by", ["player", "stranger"])
async def test_a_forged_button_or_menu_is_answered_and_changes_nothing(sim, by):
    who, _, ply = await in_play(sim, moves=1)
    table, presser = sim.table(), who if by == "player" else sim.eva
    for custom_id, value in (*[(each, None) for each in FORGED_BUTTONS], *FORGED_MENUS):
        values = None if value is None else [value]
        result = await sim.press(presser, table, custom_id, values=values)
        assert result.acknowledged, custom_id
        if result.modal is None:
            assert sim.private_reply(result, presser), custom_id
        assert (await sim.match()).ply == ply, custom_id
        assert sim.now(table).components == table.components, "the public table is not touched"
    await sim.check_nothing_happened(ply)


FORGED_MENUS = (
    *(("p:1:computer:", "steady"), ("p:1:computer:", "nonsense"), ("p:1:computer:", "-")),
    *(("p:1:option:target", "50"), ("p:1:option:target", "…"), ("p:1:option:nonsense", "50")),
    *(("p:1:nonsense:", "50"), ("p:x:computer:", "steady")),
    *((f"p:{10**18 - 1}:computer:", "steady"), (f"p:{10**18 - 1}:option:target", "50")),
    *(("s:1:0", "m:1:0:6-6"), ("s:1:0", "t:1:nonsense"), ("s:1:0", ""), ("s:1:0", "nonsense")),
)


async def test_no_move_is_made_in_another_match_and_no_table_shown_in_another_channel(sim):
    who, _, ply = await in_play(sim)
    hand, elsewhere = await sim.hand(who), sim.guild.create_text_channel("elsewhere")
    lobby = await sim.play(sim.eva, channel=elsewhere)
    assert (await sim.press(who, hand, f"m:2:{ply}:{hand.moves[0].code}")).acknowledged
    assert "No match is running" in await sim.told(sim.eva, lobby, "t:1:board")
    assert [shown.id for shown in sim.public(elsewhere.id)] == [lobby.id]
    await sim.check_nothing_happened(ply)
    assert (await sim.match(2)).ply == 0
