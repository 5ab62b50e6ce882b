import logging
import re
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from bot.domino.square_set import SQUARES, in_order, square
from bot.engine.rounds import RoundScored
from bot.games.squares.events import AllPassed
from bot.present.views.squares.path import name as square_name
from tests.discord_ui.own import sets
from tests.discord_ui.secrecy_sweep import (
    Sweep,
    hand_in,
    look_alike,
    now,
    squares_in,
    within_reach,
    without_ids,
)
from tests.discord_ui.simulation import NOT_YOUR_TURN, STRANGER, DiscordSim, Person


def deal(*first: str) -> str:
    """Return a shuffle that begins with these pieces; the others follow in the order of the set."""
    order = " ".join(first).split()
    return " ".join(["deal", *order, *[piece.code for piece in SQUARES if piece.code not in order]])


def shuffled(seed: int) -> str:
    order = [piece.code for piece in SQUARES]
    Random(seed).shuffle(order)
    return " ".join(["deal", *order])


ALL_FIVE = shuffled(179)
SCRIPT = (
    (0, "again-6-4-3@n1/3", "↻ play again"),
    (0, "pass1-5-1-0@w1/1", "⇄ everybody passes a piece"),
    (0, "pass-left", "chose left: everybody passes that way"),
    (0, "1-2-3-2@pass", "has chosen"),
    (1, "give1-5-3-0@pass", "has chosen"),
    (2, "1-1-2-2@pass", "Everybody passed a piece"),
    (1, "w-2-4-6@n2/0", "★2/6\xa04**"),
    (2, "draw1-4-1-5@s1w1/2", "⊕ one more piece from the boneyard"),
    (2, "2-4-3-3@n3/2", "2\xa04/3\xa03**"),
    (0, "skip-1-4-0@s2w1/2", "loses a turn"),
    (2, "give1-5-3-0@s2/0", "➜ an opponent gets a piece"),
    (2, "w-w-2-3@0", "a piece"),
)
"""The script of a round. Chen is passed the ➜ that he plays in the end."""


FULL = {"option:rounds": "3"}


async def open_three(sim: DiscordSim, stacked: list[str], order: str = ALL_FIVE) -> list[Person]:
    """Start a match of Ana, Bruno and Chen with those pieces; Ana begins."""
    stacked.append(order)
    await sim.start(sim.bruno, sim.chen, game_id="squares", picks=FULL)
    return [sim.ana, sim.bruno, sim.chen]


@pytest.fixture
async def people(sim: DiscordSim, stacked: list[str]) -> list[Person]:
    return await open_three(sim, stacked)


@pytest.fixture
async def passing(sim: DiscordSim, people: list[Person]) -> list[Person]:
    """Return the people, each of whom is to choose a piece to pass to the left."""
    await play_to(sim, "chose left: everybody passes that way")
    return people


async def play_to(sim: DiscordSim, until: str) -> None:
    last = next(at for at, (_, _, told) in enumerate(SCRIPT) if told == until)
    codes = [code for _, code, _ in SCRIPT[: last + 1]]
    await sim.skip(lambda _: not codes, lambda _, __: codes.pop(0))


async def test_all_five_commands_and_the_whole_match(sim, people):
    sweep = Sweep(sim)
    await sweep.look()
    assert "Domino Squares · round 1 of 3" in sim.table().text
    for seat, code, told in SCRIPT:
        await sim.make(people[seat], code)
        await sweep.look()
        assert told in sim.table().text, code
        assert (await sim.store.log(1))[-1] == (seat, code)
        table = (await sim.state()).round
        for at, who in enumerate(people):
            (line,) = [line for line in sim.table().text.splitlines() if f"`{'ABC'[at]}` " in line]
            held, points = len(table.hands[at]), table.earned[at]
            assert f"<@{who.id}> · {held} piece" in line
            assert line.rstrip("*").endswith(f" · {points}")
        assert f"{len(table.pile)} pieces in the boneyard." in sim.table().text
    assert "⊘ " in "".join(each.text for each in sim.versions)
    assert sim.table().tells(sim.chen, f"gave <@{sim.ana.id}> a piece"), "not which one"
    assert any("gave you **★★/3\xa02**" in each.text for each in sim.versions)

    # Play quickly to the last moves of the match, which are then made by button.
    sweep.ply = await sim.skip(near_the_end, first_lay)
    await sweep.look()
    while (await sim.match()).is_open:
        who, *_ = await sim.asked()
        offered = await who.autocomplete(sim.channel, "move", "move", "")
        await sim.make(who, first_lay(who, [each["value"] for each in offered]))
    await sweep.look()
    assert sweep.checked > 60
    assert sweep.mentions > 200
    plies = await sim.plies()
    scored = [e.totals for ply in plies for e in ply.events if isinstance(e, RoundScored)]
    assert len(scored) == 3
    result = sim.public()[-1]
    assert result.is_("round.png")
    for who, points in zip(people, scored[-1], strict=True):
        assert f"<@{who.id}> · **{points}**" in result.text
        assert (f"<@{who.id}>" in result.text.splitlines()[0]) == (points == max(scored[-1]))
    results = await sim.results()
    assert [results[who.id].points for who in people] == list(scored[-1])


def near_the_end(state: Any) -> bool:
    return state.number == 3 and min(map(len, state.round.hands), default=9) == 1


def first_lay(_: Person, codes: Sequence[str]) -> str:
    return next((code for code in codes if "/" in code), codes[0])


async def hand_of_the_booklet(sim: DiscordSim, stacked: list[str]) -> Any:
    mine = ["0-2-6-6", "again-2-5-1", "give1-5-3-0", "w-1-2-3", "0-5-5-1", "1-1-2-2", "1-1-5-5"]
    others = [p.code for p in SQUARES if p.code not in {*mine, "0-0-6-2"}]
    await open_three(sim, stacked, deal(*mine, *others[:14], "0-0-6-2"))
    return await sim.hand(sim.ana)


async def test_a_piece_is_chosen_first_and_its_place_then(sim, stacked):
    """The booklet's example: 6-6-Blank-2 at three sides of 6-2-Blank-Blank."""
    hand = await hand_of_the_booklet(sim, stacked)
    alone = "Piece 6 → E: 8 points ➜", "Piece 7 → H: 6 points ↻"
    assert [each.label for each in hand.moves] == [*alone, "Draw a piece"]
    assert "Your pieces, upper row / lower row: " in hand.alts[0]
    assert "1 · 0\xa02/6\xa06; " in hand.alts[0]
    assert "You can play 1, " in hand.alts[0]
    places = await sim.clicked(sim.ana, hand, "Piece 1 …")
    assert "Where do you want to play **1 · 0\xa02/6\xa06**?" in places.text
    labels = {each.label.replace("\xa0", " ") for each in places.moves}
    assert labels == {"F: 8 points", "G: 6 points", "H: 12 points"}
    assert "It fits at F, G, H. Open end 0\xa00/2\xa06: E above it (0\xa00), " in places.alts[0]
    await sim.click(sim.ana, places, next(each for each in places.moves if "12" in each.label).id)
    assert sim.table().tells(sim.ana, "played 0\xa02/6\xa06 · 6 + 6 = 12 points")
    assert f"`A` <@{sim.ana.id}> · 6 pieces · 12" in sim.table().text


async def test_who_plays_again_may_stop_and_who_draws_may_keep_what_nobody_else_sees(sim, stacked):
    hand, sweep = await hand_of_the_booklet(sim, stacked), Sweep(sim)
    await sim.click(sim.ana, hand, "Piece 7 → H: 6 points ↻")
    assert "You can play another piece, or stop." in sim.now(hand).text
    await sim.click(sim.ana, sim.now(hand), "Stop here")
    assert sim.table().tells(sim.ana, "didn't play another piece")
    hand = await sim.hand(sim.bruno)
    await sim.click(sim.bruno, hand, "Draw a piece")
    drawn = (await sim.state()).round.drawn.code
    number = 1 + in_order((await sim.state()).round.hands[1]).index(square(drawn))
    assert f"You drew **{number} · {square_name(square(drawn))}**" in sim.now(hand).text
    await sim.click(sim.bruno, sim.now(hand), "Keep it")
    assert sim.table().tells(sim.bruno, "kept the piece")
    others_see = [each for each in sim.versions if each.owner != sim.bruno.id]
    assert drawn not in squares_in("".join(each.all_words for each in others_see))
    await sweep.look()


async def test_nothing_but_ones_own_pieces_can_be_played(sim, people):
    before, state = await sim.match(), await sim.state()
    mine, theirs = (hand_in(state, seat) for seat in (0, 1))
    for text in (*NONSENSE, *[f"{code}{end}" for code in theirs for end in ("", "@n1/0", "@e1/2")]):
        told = await sim.typed(sim.ana, "move", move=text)
        possible = told.partition("right now. Try ")[2]
        assert possible
        assert squares_in(possible) <= {*mine}
        assert len(told) < 700
    assert await sim.match() == before


NONSENSE = (
    *("9-9-9-9", "0-0-0-0", "w-w-w-w", "draw draw", "pass", "keep", "stop", "pass-left", "@pass"),
    *("1-2-3-2@pass", "1-2-3-2@1", "1-2-3-2@n1/0", "1-2-3-2@n99e99/1", "give1", "W", "x" * 900),
)


async def test_a_gift_is_given_once_and_by_its_giver(sim, people):
    await play_to(sim, "➜ an opponent gets a piece")
    before, table = await sim.match(), sim.table()
    hands = [await sim.hand(who) for who in people]
    code = f"{min(hand_in(await sim.state(), 2))}@0"
    gift = f"m:1:{before.ply}:{code}"
    for who, hand in ((sim.ana, hands[0]), (sim.bruno, hands[1])):
        assert NOT_YOUR_TURN in await sim.told(who, hand, gift)
        await sim.press(who, hand, f"b:1:{before.ply}:{code[:-2]}")
        assert not sim.now(hand).is_("places.png")
        assert "waiting for" in await sim.typed(who, "move", move=code)
        assert "no longer works" in (await sim.told(who, table, gift))
    assert sim.reply(await sim.press(sim.eva, hands[2], gift)).text == STRANGER
    assert await sim.typed(sim.eva, "move", move=code) == STRANGER
    for text in (f"{code[:-1]}2", f"{code[:-1]}3", f"{code[:-1]}-1", "1-2-3-2@0", code[:-2]):
        assert "right now. Try" in await sim.typed(sim.chen, "move", move=text)
    assert await sim.match() == before

    hand = await sim.hand(sim.chen)
    await sim.choose(sim.chen, hand, next(each for each in hand.ids if each.startswith("b:")))
    await sim.choose_once(sim.chen, hand, *(each.id for each in sim.now(hand).moves))


async def test_give_asks_for_a_piece_and_then_whom(sim, people):
    await play_to(sim, "➜ an opponent gets a piece")
    hand, open_hand = await sim.hand(sim.chen), await sim.hand(sim.bruno)
    assert "Give one of your pieces to an opponent." in hand.text
    assert not hand.moves
    dms = len(sim.direct_messages(sim.bruno))
    (piece,) = [each for each in hand.buttons if each.id.endswith(":w-w-2-3")]
    whom = await sim.clicked(sim.chen, hand, piece.id)
    assert "Who gets **5 · ★★/3\xa02**?" in whom.text
    assert [each.label for each in whom.moves] == ["ana", "bruno"]
    await sim.click(sim.chen, whom, "bruno")
    assert "You gave " in sim.now(hand).text
    theirs = sim.now(open_hand)
    assert "gave you **★★/3\xa02**" in theirs.text, "it lay open, and is not their turn"
    assert "★★/3\xa02" in theirs.alts[0]
    assert "★ wild" in theirs.alts[0].partition("Signs: ")[2]
    assert len(sim.direct_messages(sim.bruno)) == dms, "no DM for that"


async def test_all_choose_at_once_by_button_and_by_typing(sim, passing):
    table = sim.table()
    assert set(table.pinged) == {who.id for who in passing}
    assert [line[0] for line in table.text.splitlines() if " pieces" in line][:3] == ["➤"] * 3
    hands = [await sim.hand(who) for who in passing]
    for hand in hands:
        assert "Choose a piece to pass. Only the player who gets it will see it." in hand.text
        assert {each.code.partition("@")[2] for each in hand.moves} == {"pass"}
    assert "You've chosen" in await sim.typed(sim.bruno, "move", move="Pass ➜-5-3-0")
    assert f"<@{sim.bruno.id}> has chosen" in sim.table().text
    assert sim.table().id == table.id, "nobody is pinged again"
    # The others' screens are older than Bruno's choice, and as good as before.
    ply = hands[0].moves[0].ply
    one, other = f"m:1:{ply}:1-2-3-2@pass", f"m:1:{ply}:1-1-2-2@pass"
    await sim.at_once((sim.ana, hands[0], one), (sim.chen, hands[2], other))
    log = (await sim.store.log(1))[-3:]
    assert log[0] == (1, "give1-5-3-0@pass")
    assert sorted(log[1:]) == [(0, "1-2-3-2@pass"), (2, "1-1-2-2@pass")]
    assert "Everybody passed a piece" in sim.table().text
    told = "".join(each.text for each in sim.versions if each.owner == sim.chen.id)
    assert "You passed **1\xa01/2\xa02** and got **➜5/0\xa03**" in told
    assert await sim.to_move() is sim.bruno
    assert sim.table().pinged == (sim.bruno.id,)


async def test_a_choice_to_pass_on_is_made_once_and_by_its_owner(sim, passing):
    hands, before = [await sim.hand(who) for who in passing], await sim.match()
    one, other, *_ = hands[0].moves
    for who, hand in zip(passing[1:], hands[1:], strict=True):
        assert "isn't a legal move now" in await sim.told(who, hand, one.id)
        assert "right now. Try" in await sim.typed(who, "move", move=one.code)
    for text in ("pass-left", "draw", "pass", "0-0-6-2", "keep"):
        assert "right now. Try" in await sim.typed(sim.ana, "move", move=text)
    assert await sim.typed(sim.eva, "move", move=one.code) == STRANGER
    assert await sim.match() == before
    await sim.choose_once(sim.ana, hands[0], one.id, other.id)


async def test_a_choice_to_pass_on_survives_a_restart_and_stays_secret(sim, passing):
    """Chen leaves while all choose: a computer takes his seat and chooses a minute later."""
    await sim.leave(sim.chen)
    await sim.pass_time(seconds=62)
    assert await sim.asked() == [sim.ana, sim.bruno]
    hand = await sim.hand(sim.ana)
    await sim.click(sim.ana, hand, hand.moves[0].id)
    piece, said = hand.moves[0].code.split("@")[0], len(sim.versions)
    await sim.restart()
    assert await sim.asked() == [sim.bruno]
    hand = await sim.hand(sim.bruno)
    await sim.click(sim.bruno, hand, hand.moves[0].id)
    others = [each for each in sim.versions[said:] if each.owner in {None, sim.chen.id}]
    assert piece not in squares_in("".join(each.all_words for each in others))
    state, log = await sim.state(), await sim.store.log(1)
    assert [piece in hand_in(state, seat) for seat in range(3)] == [False, True, False]
    assert sorted(seat for seat, code in log if code.endswith("@pass")) == [0, 1, 2]
    assert await sim.asked() == [sim.bruno]


@pytest.mark.parametrize("chosen", [False, True], ids=["before choosing", "after choosing"])
async def test_who_leaves_while_all_choose_keeps_nobody_waiting(sim, passing, chosen):
    """A computer chooses for them a minute later, in secret; what they have chosen stays."""
    ply, sweep = (await sim.match()).ply, Sweep(sim)
    sweep.ply = ply
    if chosen:
        await sim.make(sim.bruno, "3-5-6-5@pass")
    await sim.settle()
    await sweep.look()
    await sim.leave(sim.bruno)
    await sim.pass_time(seconds=62)
    ((seat, theirs),) = (await sim.store.log(1))[ply:]
    assert (seat, theirs == "3-5-6-5@pass") == (1, chosen)
    assert await sim.asked() == [sim.ana, sim.chen]
    await sim.make(sim.chen, "1-1-2-2@pass")
    await sweep.look()
    await sim.make(sim.ana, "1-2-3-2@pass")
    events = [event for each in await sim.plies() for event in each.events]
    (passed,) = [event for event in events if isinstance(event, AllPassed)]
    gave = ("1-2-3-2", theirs.removesuffix("@pass"), "1-1-2-2")
    assert tuple(map(str, passed.gave)) == gave
    assert tuple(map(str, passed.got)) == (gave[2], gave[0], gave[1]), "to the left"


ONE_PIECE = (
    *("skip-1-4-0@w1/0", "w-w-2-3@n1/2", "w-2-4-6@n2/2", "skip-3-5-6@n2e1/1"),
    *("again-6-4-3@n3e1/2", "w-w-3-4@n4e1/2", "0-1-3-6@n4/3", "pass1-5-1-0@w2/2", "pass-left"),
)
"""Of the pieces that ``shuffled(197)`` deals to two: all but one of Ana's, and ALL PASS 1 last."""


@pytest.mark.parametrize("time_is_up", [False, True])
async def test_the_only_piece_is_passed_on_for_somebody_in_secret(sim, stacked, caplog, time_is_up):
    """For who wants forced moves made, or because their time is up; until all have chosen."""
    caplog.set_level(logging.DEBUG, logger="bot")
    stacked.append(shuffled(197))
    await sim.start(sim.bruno, game_id="squares")
    codes = list(ONE_PIECE)
    await sim.skip(lambda _: not codes, lambda *_: codes.pop(0))
    (piece,) = hand_in(await sim.state(), 0)
    hand, since = await sim.hand(sim.bruno), now(sim)
    if time_is_up:
        await sets(sim, sim.bruno, "holiday", "3")
        await sim.pass_time(days=1, minutes=1)
    else:
        await sets(sim, sim.ana, "forced", "on")
        await sim.pass_time(minutes=4)
    assert (await sim.store.log(1))[-1] == (0, f"{piece}@pass")
    assert await sim.asked() == [sim.bruno]
    assert ("ran out of time" in sim.table().text) == time_is_up
    seen = await within_reach(sim, (sim.bruno, sim.eva), {sim.ana.id}, since)
    assert piece not in squares_in(f"{seen} {sim.now(hand)}")
    assert not squares_in(caplog.text)
    await sim.move(sim.bruno)
    assert f"got **{square_name(square(piece))}**" in sim.open_hand(sim.bruno).text


async def test_the_row_is_turned_over_piece_by_piece(sim, stacked):
    """0-0-6-2 lies; Ana turns over 0-2-6-6, which fits, then ★-1-2-3, which does not."""
    ana = "0-2-6-6 w-1-2-3 1-1-2-2 1-1-5-5 1-1-5-6 1-1-6-4 1-2-3-2 1-2-5-6 1-4-6-6"
    named = {*ana.split(), "0-0-6-2"}
    stacked.append(deal(ana, *[p for p in deal().split(" ")[1:] if p not in named][:9], "0-0-6-2"))
    await sim.start(sim.bruno, game_id="squares-blind")
    assert squares_in(sim.table().all_words) == {"0-0-6-2"}
    assert [each.label for each in sim.table().moves] == ["Turn over the left piece"]
    await sim.click(sim.ana, sim.table(), "Turn over the left piece")
    assert "**0\xa02/6\xa06** fits. Play it." in sim.table().text
    assert "which fits" in sim.table().text
    assert "0-2-6-6" in squares_in(sim.table().all_words)
    places = [each.label for each in sim.table().moves]
    assert all(re.fullmatch(r"[E-Z] \(.*\)", label) for label in places), "they open at once"
    await sim.move_by_command(sim.ana)
    table = sim.table()
    # She has gone on by herself: the next one does not fit, and has a wild square.
    told = "turned over **★1/3\xa02**, which doesn't fit, so it goes to the right end, face up"
    assert told in table.text
    assert await sim.to_move() is sim.bruno
    assert squares_in(table.alts[0]) == {"0-0-6-2", "0-2-6-6", "w-1-2-3"}
    assert squares_in((await sim.say(sim.eva, "board")).all_words) == squares_in(table.alts[0])


async def test_pieces_never_turned_over_could_be_any(tmp_path, stacked):
    """Two rows that differ in what nobody has seen look alike, to their owners too."""
    ana = "0-2-6-6 w-1-2-3 1-1-2-2 1-1-5-5 1-1-5-6 1-1-6-4 1-2-3-2 1-2-5-6"
    bruno = "1-5-4-4 2-2-3-6 2-3-4-4 2-4-3-3 2-4-4-5 2-5-6-3 3-5-6-5 4-4-6-5"

    async def what_all_see(sim: DiscordSim, last: str) -> list[object]:
        hidden = [last, *({"1-4-6-6", "0-5-5-1"} - {last})]
        stacked[:] = [deal(ana, hidden[0], bruno, hidden[1], "0-0-6-2")]
        await sim.start(sim.bruno, game_id="squares-blind")
        since = now(sim)
        await sim.click(sim.ana, sim.table(), "Turn over the left piece")
        await sim.move_by_command(sim.ana)
        people = (sim.ana, sim.bruno)
        dms = [(without_ids(e), e.pictures) for p in people for e in sim.direct_messages(p)]
        return dms + await within_reach(sim, (*people, sim.eva), set(), since)

    await look_alike(tmp_path, what_all_see, ("1-4-6-6", "0-5-5-1"), least=20)


@pytest.mark.parametrize(
    ("until", "codes"),
    [
        ("chose left: everybody passes that way", ("1-2-3-2@pass", "2-3-4-4@pass")),
        ("➜ an opponent gets a piece", ("w-w-2-3@0", "0-0-4-6@0")),
    ],
    ids=["pass", "give"],
)
async def test_what_is_handed_on_shows_to_nobody_else(tmp_path, stacked, caplog, until, codes):
    caplog.set_level(logging.DEBUG, logger="bot")

    async def what_others_see(sim: DiscordSim, code: str) -> list[object]:
        people = await open_three(sim, stacked)
        await play_to(sim, until)
        who, *_ = await sim.asked()
        hands, since = [await sim.hand(each) for each in people], now(sim)
        await sim.make(who, code)
        assert (await sim.store.log(1))[-1][1] == code
        told = {who.id, people[int(code[-1])].id} if code[-1].isdigit() else {who.id}
        others = [each for each in (*people, sim.eva) if each.id not in told]
        theirs = [sim.now(hand).all_words for hand in hands if hand.owner not in told]
        return await within_reach(sim, others, told, since) + theirs

    await look_alike(tmp_path, what_others_see, codes, least=15)
    assert not squares_in(caplog.text)
