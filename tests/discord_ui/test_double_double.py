"""Double Double Dominoes: a board with places by the dozen, and a pit that stays closed."""

from __future__ import annotations

import logging
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from bot.domino.sets import DOUBLE_SIX
from bot.engine.contract import NATURE
from bot.engine.record import Entry
from bot.games.double_double import DOUBLE_DOUBLE, Place
from bot.service.ports import Stage
from tests.discord_ui.sweep import Sweep, now, within_reach
from tests.discord_ui.table import Cafe, Person, bones_in

TRACK = "".join(
    (
        *("1234560253", "4622035416", "2455063420", "1513444506", "3541320011"),
        *("2363521066", "5212503350", "6140635142", "6231656204", "0164416630"),
    )
)
CORNER = {
    5: ((0, 0),),
    4: ((0, 3), (3, 0), (1, 5), (5, 1)),
    3: ((0, 7), (7, 0), (1, 2), (2, 1), (3, 3)),
    2: ((2, 4), (4, 2), (3, 5), (5, 3)),
    1: ((4, 4), (4, 6), (6, 4), (5, 5)),
}
DIAMONDS = {
    (x, y): points
    for points, cells in CORNER.items()
    for row, column in cells
    for x in (column, 14 - column)
    for y in (row, 14 - row)
}
PLACING = re.compile(r"(\d)-(\d)@([a-o])(\d+)([a-o])(\d+)")
ANA, BRUNO = "0-0 1-0 2-0", "6-6 5-5 4-4"
"""Ana has the lowest and begins; what Bruno has fits nowhere next to 0-0 and 1-0."""


def deal(*first: str) -> str:
    """A shuffle of two sets with these dominoes in front."""
    order = " ".join(first).split()
    rest = Counter([bone.code for bone in DOUBLE_SIX] * 2)
    rest.subtract(order)
    return " ".join(["deal", *order, *rest.elements()])


# A second opinion on the score: from the log alone, without the bot's rules.


@dataclass
class Referee:
    """Where the pieces of two players stand."""

    at: list[int] = field(default_factory=lambda: [0, 0])

    def read(self, log: Sequence[Entry]) -> Referee:
        for actor, code in log:
            found = PLACING.fullmatch(code)
            if actor is not NATURE and found:
                halves = {int(found[1]), int(found[2])}
                cells = [("abcdefghijklmno".index(found[n]), int(found[n + 1]) - 1) for n in (3, 5)]
                made = [3 if self._number(seat) in halves else 0 for seat in range(2)]
                covered = sum(DIAMONDS.get(cell, 0) for cell in cells)
                made[int(str(actor))] += covered * (2 if len(halves) == 1 else 1)
                self.at = [before + more for before, more in zip(self.at, made, strict=True)]
        return self

    def _number(self, seat: int) -> int | None:
        at = self.at[seat]
        return int(TRACK[at - 1]) if 1 <= at <= 100 else None


async def begin(cafe: Cafe, stacked: list[str], *first: str) -> None:
    if first:
        stacked.append(deal(*first))
    await cafe.start(cafe.bruno, game_id="double-double")


async def lay(cafe: Cafe, who: Person) -> str:
    """Bone, menu or button of its places, the first place; or the only thing there is to do."""
    hand = await cafe.hand(who)
    bones = [each for each in hand.ids if each.startswith("b:")]
    if bones:
        await cafe.choose(who, hand, bones[0])
        hand = cafe.now(hand)
        assert hand.is_("places.png")
    move = hand.moves[0]
    await cafe.choose(who, hand, move.id)
    return move.code


# A match.


async def test_two_play_to_the_end(cafe, stacked):
    await begin(cafe, stacked)
    sweep = Sweep(cafe)
    await sweep.look()
    first = cafe.table().text
    assert "The lowest bones: " in first
    assert "The goal is 100 points." in first
    for _ in range(6):
        await turn(cafe, sweep)
    await cafe.skip(
        lambda state: len(state.round.stock) <= 8 or max(state.round.positions) >= 88, placing
    )
    await sweep.look()
    made = 0
    while (await cafe.match()).is_open:
        await turn(cafe, sweep)
        made += 1
        assert made < 30
    assert made
    assert sweep.mentions > 200
    await check_the_end(cafe)


async def turn(cafe: Cafe, sweep: Sweep) -> None:
    """A move, and what the table says of it."""
    who, ply = await cafe.to_move(), (await cafe.match()).ply
    code = await lay(cafe, who)
    await sweep.look()
    assert (await cafe.store.log(1))[ply][1] == code
    if not (await cafe.match()).is_open:
        return
    book, table = Referee().read(await cafe.store.log(1)), cafe.table().text
    for person, points in zip((cafe.ana, cafe.bruno), book.at, strict=True):
        (line,) = [each for each in table.splitlines() if f"` <@{person.id}> · " in each]
        assert f" · {points} point" in line, line
    if found := PLACING.fullmatch(code):
        where = f"{found[3]}{found[4]} {found[5]}{found[6]}".upper()
        assert f"<@{who.id}> placed **{found[1]}-{found[2]}** on {where}" in table


def placing(_: Person, codes: Sequence[str]) -> str:
    return codes[len(codes) // 2]


async def check_the_end(cafe: Cafe) -> None:
    book, state = Referee().read(await cafe.store.log(1)), await cafe.state()
    ended, result = cafe.public()[-2:]
    assert ended.is_("round.png")
    assert "### Double Double Dominoes · the end" in ended.text
    reasons = {"target": "The goal is reached", "boneyard": "The boneyard is empty"}
    assert f"**{reasons[state.outcome.reason]}.**" in ended.text
    for seat, who in enumerate((cafe.ana, cafe.bruno)):
        assert f"`{'AB'[seat]}` <@{who.id}> · **{book.at[seat]}**" in ended.text
        assert f"Player {'AB'[seat]}: {book.at[seat]} points" in ended.alts[0]
        held = [bone.code for bone in state.round.hands[seat]]
        assert set(held) <= bones_in(ended.alts[0].split("On the board")[0])
    assert f"🏆 <@{(cafe.ana, cafe.bruno)[state.outcome.winners[0]].id}>" in result.text
    assert (await cafe.match()).stage is Stage.OVER
    results = await cafe.results()
    assert results[cafe.ana.id].points == book.at[0]
    assert results[cafe.bruno.id].points == book.at[1]


async def test_going_on_after_a_double_and_the_pit(cafe, stacked):
    await begin(cafe, stacked, ANA, BRUNO, "4-3", "6-5", "3-2")
    sweep = Sweep(cafe)
    hand = await cafe.hand(cafe.ana)
    assert sorted(each.label for each in hand.buttons) == ["0-0 …", "1-0 …", "2-0 …", "4-3 …"]
    await cafe.click(cafe.ana, hand, "1-0 …")
    spots = [each.label.split(" · ")[0] for each in cafe.now(hand).moves]
    assert sorted(spots) == [f"A {way}, {pips} on the star" for way in "←↑→↓" for pips in (0, 1)]
    await cafe.click(cafe.ana, cafe.now(hand), "Back to the hand")
    await cafe.click(cafe.ana, cafe.now(hand), "0-0 …")
    places = cafe.now(hand)
    assert "Where do you place **0-0**? The letter is where it joins" in places.text
    assert len(places.moves) == 4
    await cafe.click(cafe.ana, places, places.moves[0].id)
    hand = cafe.now(hand)
    assert "You may go on next to your double." in hand.text
    assert {each.label for each in hand.buttons} == {"1-0 …", "2-0 …", "Stop here"}
    assert f"➤ **`A` <@{cafe.ana.id}>" in cafe.table().text
    await cafe.click(cafe.ana, hand, "1-0 …")
    await cafe.click(cafe.ana, cafe.now(hand), cafe.now(hand).moves[0].id)
    assert await cafe.to_move() is cafe.bruno
    await sweep.look()

    hand = await cafe.hand(cafe.bruno)
    assert "Nothing you hold can be placed: choose a bone for the pit." in hand.text
    labels = [f"{bone} into the pit" for bone in ("3-2", "4-4", "5-5", "6-6")]
    assert sorted(each.label for each in hand.moves) == labels
    await cafe.click(cafe.bruno, hand, "5-5 into the pit")
    assert "You put **5-5** into the pit" in cafe.now(hand).text
    table = cafe.table().text
    assert f"<@{cafe.bruno.id}> could not play and put a bone into the pit" in table
    assert "1 bone in the pit." in table
    await sweep.look()
    others = [each for each in cafe.versions if each.owner != cafe.bruno.id]
    assert "5-5" not in bones_in("".join(each.all_words for each in others))
    assert await cafe.to_move() is cafe.ana


async def test_stopping_after_a_double(cafe, stacked):
    await begin(cafe, stacked, ANA, BRUNO, "4-3", "3-2")
    hand = await cafe.hand(cafe.ana)
    await cafe.click(cafe.ana, hand, "0-0 …")
    await cafe.click(cafe.ana, cafe.now(hand), cafe.now(hand).moves[0].id)
    await cafe.click(cafe.ana, cafe.now(hand), "Stop here")
    assert f"<@{cafe.ana.id}> stopped there" in cafe.table().text
    assert (await cafe.store.log(1))[-1] == (0, "stop")
    assert await cafe.to_move() is cafe.bruno


async def what_ana_sees(folder: Path, stacked: list[str], bone: str) -> list[object]:
    """Bruno has put that one into the pit."""
    folder.mkdir()  # noqa: ASYNC240 - a test's own folder
    cafe = Cafe(folder)
    await cafe.open()
    try:
        await begin(cafe, stacked, ANA, BRUNO, "4-3", "6-5", "3-2")
        for code in ("0-0@h8i8", "1-0@k8j8"):
            await cafe.make(cafe.ana, code)
        hand, since = await cafe.hand(cafe.ana), now(cafe)
        await cafe.make(cafe.bruno, f"{bone}@pit")
        others = (cafe.ana, cafe.eva)
        found = await within_reach(cafe, others, {cafe.bruno.id}, since)
        await cafe.make(cafe.ana, await some_place(cafe))
        return [*found, cafe.now(hand).all_words, cafe.table().all_words]
    finally:
        await cafe.close()


async def some_place(cafe: Cafe) -> str:
    offered = await cafe.ana.autocomplete(cafe.channel, "move", "move", "")
    return str(offered[0]["value"])


async def test_nobody_else_sees_what_went_into_the_pit(tmp_path, stacked, caplog):
    caplog.set_level(logging.DEBUG, logger="bot")
    one, other = [await what_ana_sees(tmp_path / each, stacked, each) for each in ("5-5", "6-6")]
    assert len(one) > 12
    assert one == other
    written = "\n".join(caplog.handler.format(record) for record in caplog.records)
    assert "@pit" not in written


async def test_many_places_stand_in_several_menus(cafe, stacked):
    """Played at random until a bone of the one who is to move has more than 25 places."""
    chance, order = Random(91), [bone.code for bone in DOUBLE_SIX] * 2
    chance.shuffle(order)
    await begin(cafe, stacked, *order)
    chance = Random(91)
    await cafe.skip(
        lambda state: state.outcome is not None or max(ways(state).values(), default=0) > 25,
        lambda _, codes: chance.choice(codes),
    )
    state = await cafe.state()
    who, (bone, count) = await cafe.to_move(), ways(state).most_common(1)[0]
    hand = await cafe.hand(who)
    await cafe.click(who, hand, f"{bone} …")
    places = cafe.now(hand)
    assert len(places.moves) == count > 25
    assert [len(menu["options"]) for menu in places.menus] == [25, count - 25]
    assert [each.label for each in places.buttons] == ["Back to the hand"]
    last = places.moves[-1]
    letters = {each.label.split(" ")[0] for each in places.moves}
    assert all(f" {letter} " in places.alts[0] for letter in letters)
    before = (await cafe.match()).ply
    await cafe.choose(who, places, last.id)
    assert (await cafe.store.log(1))[before][1] == last.code
    await cafe.plies()


def ways(state: Any) -> Counter[str]:
    """How many places each bone has of the one who is to move."""
    asked = DOUBLE_DOUBLE.to_act(state)
    assert isinstance(asked, frozenset)
    (seat,) = asked
    legal = DOUBLE_DOUBLE.legal_moves(state, seat)
    return Counter(move.bone.code for move in legal if isinstance(move, Place))


# What must not work.


async def refused(cafe: Cafe, who: Person, text: str) -> str:
    return cafe.private_reply(await who.slash(cafe.channel, "move", move=text), who)


async def test_nothing_but_ones_own_moves(cafe, stacked):
    await begin(cafe, stacked, ANA, BRUNO, "4-3", "6-5", "3-2")
    hand = await cafe.hand(cafe.ana)
    before = await cafe.match()
    for text in ("6-6@h8i8", "5-4@h8i8", "0-0@a1b1", "0-0@h8i9", "0-0", "stop", "0-0@pit", "pass"):
        told = await refused(cafe, cafe.ana, text)
        assert "is not possible now. Possible: " in told
        assert bones_in(told.replace(text, "")) <= {"0-0", "1-0", "2-0", "4-3"}
        assert len(told) < 500
    assert "not your turn" in await refused(cafe, cafe.bruno, "6-6@h8i8")
    for forged in ("6-6", "9-9", "0-0@h8i8", "stop", "pit", "x" * 40):
        await cafe.press(cafe.ana, hand, f"b:1:{before.ply}:{forged}")
        assert not cafe.now(hand).is_("places.png")
    for who in (cafe.bruno, cafe.eva):
        for id_ in (f"b:1:{before.ply}:0-0", f"m:1:{before.ply}:0-0@h8i8"):
            for shown in (cafe.now(hand), cafe.table()):
                assert (await cafe.press(who, shown, id_)).acknowledged
    others = [each for each in cafe.versions if each.owner not in {None, cafe.ana.id}]
    assert not any(each.is_("places.png") for each in others)
    assert await cafe.match() == before


async def test_doubled_clicks_and_old_places(cafe, stacked):
    await begin(cafe, stacked, ANA, BRUNO, "4-3", "6-5", "3-2")
    hand = await cafe.hand(cafe.ana)
    ply = (await cafe.match()).ply
    await cafe.click(cafe.ana, hand, "0-0 …")
    places = cafe.now(hand)
    one, other = places.moves[:2]
    await cafe.at_once(
        (cafe.ana, hand, one.id), (cafe.ana, hand, one.id), (cafe.ana, hand, other.id)
    )
    log = (await cafe.store.log(1))[ply:]
    assert len(log) == 1
    assert log[0][1] in {one.code, other.code}
    for id_ in (one.id, other.id, f"b:1:{ply}:0-0"):
        await cafe.press(cafe.ana, hand, id_)
        now_ = cafe.now(hand)
        assert "The table has moved on since" in now_.text
        assert now_.is_("hand.png")
        assert "You may go on next to your double." in now_.text
    assert len(await cafe.store.log(1)) == ply + 1
    await cafe.click(cafe.ana, cafe.now(hand), "Stop here")
    await cafe.press(cafe.ana, cafe.now(hand), f"m:1:{ply + 1}:stop")
    assert len(await cafe.store.log(1)) == ply + 2
