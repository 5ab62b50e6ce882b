"""Maltese Cross: pips are penalties, and who has a hundred of them goes on watching."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from bot.engine.rounds import MatchEnded, RoundScored
from bot.games.events import RoundEnded
from tests.discord_ui.sweep import Sweep
from tests.discord_ui.table import Cafe, Person, Shown
from tests.games.positions import deal

OUT = "You are out of this match and go on watching."
LIGHT = "0-0 1-0 2-0 3-0 1-1 2-1 3-1"
HEAVY = "6-6 6-5 6-4 5-5 5-4 6-3 5-3"
UNFAIR = deal(LIGHT, HEAVY)
"""The first who still plays gets the light bones, the second the heavy ones."""


# One round, bone by bone.


async def test_a_round_won_with_a_double_charges_the_others_twice(cafe, stacked):
    """The cross is l: 6-2, r: 6-1, u: 6-4, d: 6-3 around 6-6."""
    ana = "6-6 6-1 6-3 1-1 3-3 4-1 4-4"
    bruno = "6-2 6-4 2-2 2-0 5-0 6-5 5-5"
    stacked.append(deal(ana, bruno, "5-4 0-0"))
    await cafe.start(cafe.bruno, game_id="maltese-cross")
    assert "Maltese Cross · round 1 · out with 100" in cafe.table().text

    for who, code in (
        (cafe.bruno, "6-2@l"),
        (cafe.ana, "6-1@r"),
        (cafe.bruno, "6-4@u"),
        (cafe.ana, "6-3@d"),
        (cafe.bruno, "2-2@l"),
        (cafe.ana, "1-1@r"),
        (cafe.bruno, "2-0@l"),
        (cafe.ana, "3-3@d"),
        # Nothing fits: 5-0 waits for 0-0. Bruno draws 5-4 in vain, then 0-0.
        (cafe.bruno, "0-0@l"),
        (cafe.ana, "4-1@r"),
        (cafe.bruno, "5-0@l"),
    ):
        assert await cafe.to_move() is who
        await cafe.make(who, code)
        if code == "3-3@d":
            assert f"<@{cafe.bruno.id}> drew 2 bones" in cafe.table().text
            assert "12 bones in the boneyard" in cafe.table().text
    table = cafe.table().text
    assert f"`A` <@{cafe.ana.id}> · 1 bone · 0 penalty points" in table
    assert f"`B` <@{cafe.bruno.id}> · 3 bones · 0 penalty points" in table
    await cafe.make(cafe.ana, "4-4@u")

    (ended,) = [each for each in cafe.public() if each.is_("round.png")]
    assert f"**Domino!** <@{cafe.ana.id}> is out." in ended.text
    # Bruno holds 6-5, 5-5 and 5-4: 11 + 10 + 9 pips.
    (sums,) = [line for line in ended.text.splitlines() if "charged" in line]
    who, sums = sums.split(" is charged ")
    assert f"<@{cafe.bruno.id}>" in who
    assert sorted(sums.split(" = ")[0].split(" + ")) == ["10", "11", "9"]
    assert sums.endswith(" = 30; 30 × 2 = 60")
    assert "scores" not in ended.text
    assert ended.text.index(f"<@{cafe.ana.id}> · **0**") < ended.text.index("· **60**")

    table = cafe.table().text
    assert "Maltese Cross · round 2 · out with 100" in table
    assert f"<@{cafe.bruno.id}> · 7 bones · 60 penalty points" in table
    assert (await cafe.state()).totals == (0, 60)


# A whole match.


def weight(code: str) -> int:
    return sum(int(each) for each in code.partition("@")[0] if each.isdigit())


def heaviest(who: Person, codes: Sequence[str]) -> str:
    del who
    return max(codes, key=weight)


async def play_until(cafe: Cafe, done: Callable[[Any], bool], sweep: Sweep) -> None:
    """By typing and by buttons, until the state is as wanted or the match is over."""
    while (match := await cafe.match()).is_open and not done(await cafe.state()):
        who = await cafe.to_move()
        assert cafe.table().pinged in {(), (who.id,)}
        if match.ply % 2:
            await cafe.move_by_command(who)
        else:
            offered = await who.autocomplete(cafe.channel, "move", "move", "")
            await cafe.make(who, heaviest(who, [each["value"] for each in offered]))
        await sweep.look()


async def skip_until(cafe: Cafe, done: Callable[[Any], bool], sweep: Sweep) -> None:
    """Nothing is shown of it but the last move."""
    sweep.ply = await cafe.skip(lambda state: state.outcome or done(state), heaviest)
    await sweep.look()


def nearly_over(state: Any) -> bool:
    """Somebody in the round has two bones left."""
    left = [len(hand) for hand in state.round.hands if hand]
    return bool(left) and min(left) <= 2


async def finish_the_round(cafe: Cafe, sweep: Sweep) -> None:
    """What is near its end is played by the people themselves."""
    number = (await cafe.state()).number
    await skip_until(cafe, lambda state: nearly_over(state) or state.number > number, sweep)
    await play_until(cafe, lambda state: state.number > number, sweep)


async def only_watches(cafe: Cafe, who: Person, seat: int) -> None:
    """Whatever somebody tries who is out of the match, the answer is kind and changes nothing."""
    match, waiting = await cafe.match(), await cafe.to_move()
    assert waiting is not who
    line = next(line for line in cafe.table().text.splitlines() if line[:3] == f"`{'ABCD'[seat]}`")
    assert f"<@{who.id}> · out of the match · " in line
    assert re.search(r"· 1\d\d penalty points$", line)
    for shown in (await cafe.hand(who), await cafe.say(who, "hand")):
        assert shown.owner == who.id
        assert f"{OUT} <@{waiting.id}> is to move." in shown.text
        assert shown.moves == []
        assert not bones_of(shown)
        assert [each.label for each in shown.buttons] == ["Look again"]
    await cafe.click(who, shown, "Look again")
    assert OUT in cafe.now(shown).text
    assert await who.autocomplete(cafe.channel, "move", "move", "") == []
    for code in ("6-6", "pass", "draw"):
        typed = await who.slash(cafe.channel, "move", move=code)
        assert cafe.private_reply(typed, who) == "It is not your turn."
    hand = cafe.open_hand(who)
    for custom_id in (f"m:1:{match.ply}:6-6", f"m:1:{match.ply}:draw"):
        pressed = await cafe.press(who, hand, custom_id)
        assert "It is not your turn." in cafe.private_reply(pressed, who)
    assert await cafe.match() == match
    assert "waiting for others" in (await cafe.say(who, "games")).text


def bones_of(shown: Shown) -> bool:
    """Whether a hand's words name any bone as held."""
    return any("Your hand: " in alt for alt in shown.alts)


async def test_a_match_to_the_last_survivor(cafe, stacked):
    lobby = await cafe.play(cafe.ana, "maltese-cross")
    for who in (cafe.bruno, cafe.chen):
        await cafe.click(who, lobby, "Join")
    await cafe.add_computer("casual")
    stacked += [UNFAIR] * 40
    await cafe.click(cafe.ana, cafe.lobby(), "Start")
    sweep = Sweep(cafe)
    await sweep.look()

    # Bruno has the heavy bones, and is the first who is out.
    await skip_until(cafe, lambda state: state.totals[1] >= 70, sweep)
    assert (await cafe.state()).totals[1] < 100
    while 1 in (state := await cafe.state()).setup.seats:
        await finish_the_round(cafe, sweep)
    assert state.setup.seats == (0, 2, 3)
    assert state.totals[1] >= 100
    (told,) = [each for each in cafe.public() if "is out of the match." in each.text]
    assert told.is_("round.png")
    assert f"<@{cafe.bruno.id}> is out of the match." in told.text
    assert f"<@{cafe.bruno.id}> · **{state.totals[1]}**" in told.text.splitlines()[-1], "the worst"
    await only_watches(cafe, cafe.bruno, 1)

    # The others go on, and nobody calls Bruno any more.
    letters = [each.id for each in cafe.letters(cafe.bruno)]
    shown = len(cafe.versions)
    await finish_the_round(cafe, sweep)
    since = cafe.versions[shown:]
    assert any(each.is_("table.png") for each in since)
    assert all(cafe.bruno.id not in each.pinged for each in since)
    assert [each.id for each in cafe.letters(cafe.bruno)] == letters, "no letter, either"
    ends = [each for each in since if each.is_("round.png")]
    assert ends
    assert not any(f"<@{cafe.bruno.id}> is charged" in each.text for each in ends)
    await only_watches(cafe, cafe.bruno, 1)

    # To the last one.
    await skip_until(cafe, lambda state: len(state.setup.seats) == 2, sweep)
    while (await cafe.match()).is_open:
        await finish_the_round(cafe, sweep)
    plies = await cafe.plies()
    state = plies[-1].state
    (over,) = [e for ply in plies for e in ply.events if isinstance(e, MatchEnded)]
    assert over.winners == state.outcome.winners == (0,)
    assert state.totals[0] < 100
    assert min(state.totals[1:]) >= 100

    # What everybody was charged is what they held, twice if the winner went out with a double.
    book = [0] * 4
    for ply in plies:
        for event in ply.events:
            if isinstance(event, RoundEnded):
                last = event.layout.laid[-1].bone
                times = 2 if event.out is not None and last.double else 1
                for seat, hand in enumerate(event.hands):
                    book[seat] += times * sum(bone.high + bone.low for bone in hand)
            if isinstance(event, RoundScored):
                assert event.totals == tuple(book)
    assert tuple(book) == state.totals

    result = cafe.public()[-1].text
    assert f"🏆 <@{cafe.ana.id}> wins the match!" in result
    scores = [int(each) for each in re.findall(r"· \*\*(\d+)\*\*", result)]
    best = sorted(range(4), key=lambda seat: (-state.lasted[seat], state.totals[seat]))
    assert scores == [state.totals[seat] for seat in best], "who lasts longest, then few points"
    assert best[-1] == 1, "Bruno was the first who was out"
    board = (await cafe.say(cafe.eva, "leaderboard", by="wins")).text
    assert board.splitlines()[2:] == [f"**1** · <@{cafe.ana.id}> · **1** win · 1 match"]
    board = (await cafe.say(cafe.eva, "leaderboard", by="points")).text
    assert "<@" not in board, "penalties are no points"


async def test_who_is_out_can_still_leave(cafe, stacked):
    """The seat goes to a computer that has nothing to do, and the match goes on."""
    lobby = await cafe.play(cafe.ana, "maltese-cross")
    for who in (cafe.bruno, cafe.chen):
        await cafe.click(who, lobby, "Join")
    stacked += [UNFAIR] * 40
    await cafe.click(cafe.ana, cafe.lobby(), "Start")
    await cafe.skip(lambda state: len(state.setup.seats) == 2, heaviest)
    state = await cafe.state()
    assert state.setup.seats == (0, 2)

    await cafe.leave(cafe.bruno)
    assert f"for <@{cafe.bruno.id}>, who left" in cafe.table().text
    answer = await cafe.say(cafe.bruno, "hand")
    assert answer.text == "You have no seat at this table."
    who = await cafe.to_move()
    await cafe.move_by_command(who)
    assert (await cafe.match()).ply > 0
    await cafe.skip(lambda state: state.outcome, heaviest)


async def test_the_computers_play_it_out_when_all_people_are_out(cafe):
    lobby = await cafe.play(cafe.ana, "maltese-cross")
    await cafe.click(cafe.ana, lobby, "Add computer")
    await cafe.click(cafe.ana, cafe.lobby(), "Add computer")
    await cafe.click(cafe.ana, cafe.lobby(), "Start")
    await cafe.skip(
        lambda state: state.outcome or state.totals[0] >= 90,
        lambda _, codes: min(codes, key=weight),
    )
    while (await cafe.match()).is_open:
        assert await cafe.to_move() is cafe.ana
        await cafe.move_by_command(cafe.ana)
    state = await cafe.state()
    assert 0 not in state.outcome.winners
    assert cafe.tables() == []
    assert "wins the match!" in cafe.public()[-1].text
    assert {user: each.won for user, each in (await cafe.results()).items()} == {cafe.ana.id: False}
