"""Coming back to a match: what happened since one's own last move, and the moves so far."""

import pytest

from bot.engine.planning import Wish
from bot.games import CATALOGUE
from bot.present.views import view_of_game
from tests.discord_ui.secrecy_sweep import Sweep
from tests.discord_ui.simulation import DiscordSim, Person, Shown, bones_in

AS_PLANNED, ONLY_MOVE = ", as planned", "(your only move)"
TAKEN_BACK = "That move was taken back."


def moves_told(shown: Shown) -> list[int]:
    """Return whose moves a message tells of, a line each."""
    lines = shown.text.splitlines()
    return [
        int(line[2:].partition(">")[0]) for line in lines if line.startswith("<@") and " " in line
    ]


async def rounds_of_three(sim: DiscordSim, turns: int) -> None:
    await sim.start(sim.bruno, sim.chen)
    for _ in range(turns):
        await sim.move_by_command(await sim.to_move())


async def test_the_table_and_the_hand_tell_what_whoever_is_called_has_missed(sim):
    await rounds_of_three(sim, 3)
    who = await sim.to_move()
    others = [each.id for each in (sim.ana, sim.bruno, sim.chen) if each is not who]
    table = sim.table()
    assert sorted(moves_told(table)) == sorted(others), "a line for each of the others"
    hand = await sim.hand(who)
    (dm,) = [each for each in sim.direct_messages(who) if each.is_("hand.png")]
    for shown in (hand, dm):
        assert sorted(moves_told(shown)) == sorted(others)
    await sim.restart()
    assert (await sim.say(who, "board")).text.splitlines()[1:3] == table.text.splitlines()[2:4]
    assert moves_told(await sim.hand(who)) == moves_told(hand)
    for each in sim.others(who):  # nobody has moved since their own last one, or only the others
        missed = moves_told(await sim.hand(each))
        assert each.id not in missed


async def plan_everything(sim: DiscordSim, who: Person) -> None:
    seat, state = (await sim.match()).seat_of(who.id), await sim.state()
    for bone in state.round.hands[seat]:
        await sim.client.service.plans.add(1, who.id, Wish(bone.code))


async def test_only_their_own_hand_says_what_was_planned(sim):
    await rounds_of_three(sim, 3)
    planner = sim.ana
    await sim.turn_of(planner)
    await sim.move_by_command(planner)
    await sim.hand(planner)
    await plan_everything(sim, planner)
    while not any(AS_PLANNED in each.text for each in sim.versions):
        await sim.move_by_command(await sim.to_move())
        await sim.pass_time(minutes=4)
    told = [each for each in sim.versions if AS_PLANNED in each.text]
    assert {each.owner for each in told} == {planner.id}
    await sim.restart()
    assert AS_PLANNED in (await sim.hand(planner)).text, "the store knows it"
    for other in sim.others(planner):
        assert AS_PLANNED not in (await sim.hand(other)).text
        assert AS_PLANNED not in (await sim.say(other, "replay")).text
    assert AS_PLANNED not in (await sim.say(sim.eva, "board")).text


async def test_a_running_match_is_looked_back_at_step_by_step(sim):
    await rounds_of_three(sim, 4)
    plies = await sim.plies()
    moves = sum(isinstance(ply.actor, int) for ply in plies)
    for who in (sim.ana, sim.eva):
        shown = await sim.opened(who, await sim.more(who), "Replay")
        assert shown.owner == who.id
        assert f"Move {moves} of {moves}" in shown.text
        assert (await sim.say(who, "replay")).text == shown.text
        assert (await sim.say(who, "replay", match="1")).text == shown.text
        own = "Your hand: " in shown.alts[0]
        assert own == (who is sim.ana), "a spectator sees no hand"
        held = set() if not own else {each.code for each in (await sim.state()).round.hands[0]}
        laid = {laid.bone.code for laid in (await sim.state()).round.layout.laid}
        assert bones_in(shown.all_words) == held | laid
        shown = await sim.clicked(who, shown, "⏮ Round")
        assert f"Move 0 of {moves}" in shown.text
        for number in range(1, moves + 1):
            shown = await sim.clicked(who, shown, "Move ▶")
            assert f"Move {number} of {moves}" in shown.text
        labels = {each.label: each.disabled for each in shown.buttons}
        assert labels["Move ▶"] is labels["Round ⏭"] is True
        assert "Animation" not in labels


async def test_steps_stay_true_when_the_match_goes_on_and_when_it_ends(sim):
    await rounds_of_three(sim, 3)
    shown = await sim.ask(sim.ana, "replay")
    before = await sim.clicked(sim.ana, shown, "◀ Move")
    words = before.text.splitlines()[2:]
    number = int(before.text.partition("Move ")[2].split()[0])
    await sim.move_by_command(await sim.to_move())
    await sim.clicked(sim.ana, before, "Move ▶")
    again = await sim.clicked(sim.ana, before, "◀ Move")
    assert again.text.splitlines()[2:] == words
    await sim.restart()
    await sim.play_out()
    over = await sim.clicked(sim.ana, again, "Move ▶")
    assert f"Move {number + 1} of" in over.text
    assert "Animation" in over.labels, "the match is over, so all hands are face up"


async def test_a_step_that_was_taken_back_gives_way_to_the_one_before(sim):
    await sim.start(computers=["casual"], picks={"rated:": "off"})
    while len((hand := await sim.hand(sim.ana)).moves) < 2:
        await sim.move(sim.ana)
    before = (await sim.ask(sim.ana, "replay")).text
    await sim.click(sim.ana, hand, hand.moves[0].id)
    newest = await sim.ask(sim.ana, "replay")
    await sim.clicked(sim.ana, hand, "Take back move", "Take it back")
    gone = await sim.clicked(sim.ana, newest, "◀ Move")
    assert TAKEN_BACK in gone.text
    assert [line for line in gone.text.splitlines() if line != TAKEN_BACK] == before.splitlines()
    assert TAKEN_BACK not in (await sim.ask(sim.ana, "replay")).text


@pytest.mark.parametrize("info", [each.info for each in CATALOGUE], ids=lambda info: info.id)
async def test_every_game_is_looked_back_at_unless_that_helps_the_memory(sim, info):
    await sim.start(*[sim.bruno, sim.chen, sim.dana][: info.min_seats - 1], game_id=info.id)
    for _ in range(6):
        await sim.move_by_command((await sim.asked())[0])
    more, shown = await sim.more(sim.ana), await sim.ask(sim.ana, "replay")
    offered = view_of_game(info.id).has_private_copy
    assert ("Replay" in more.labels) is offered
    if not offered:
        assert shown.text.startswith("Only the table shows what is face up in ")
        pressed = sim.reply(await sim.press(sim.ana, sim.table(), "x:replay:1:p3a"))
        assert (pressed.text, pressed.files) == (shown.text, [])
        return
    while not {each.label: each for each in shown.buttons}["◀ Move"].disabled:
        shown = await sim.clicked(sim.ana, shown, "◀ Move")
        assert shown.is_("replay.png")
    assert "Move 0 of " in shown.text


async def test_looking_back_shows_nobody_what_they_cannot_know(sim):
    await sim.seat(sim.bruno, game_id="draw")
    sweep = Sweep(sim)
    await sim.click(sim.ana, sim.lobby(), "Start")
    for turn in range(12):
        if not (await sim.match()).is_open:
            break
        await sim.move(await sim.to_move())
        if turn % 3 == 0:
            for who in (sim.ana, sim.bruno, sim.eva):
                shown = await sim.ask(who, "replay")
                for _ in range(min(turn, 4)):
                    shown = await sim.clicked(who, shown, "◀ Move")
        await sweep.look()
    assert sweep.mentions > 100
