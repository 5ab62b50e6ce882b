"""Domino Squares: pieces with places by letter, commands, and what is handed on in secret."""

from __future__ import annotations

import logging
import re
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.domino.pieces import SQUARES
from bot.engine.contract import NATURE, Event
from bot.engine.record import Entry
from bot.games.lattice.events import AllPassed, DrewPiece, Gave
from bot.present import telling
from bot.present.company import Company
from bot.present.views import pieces_told, squares
from bot.present.words import Words
from bot.service.ports import Stage
from tests.discord_ui.sweep import Sweep, now, squares_in, within_reach
from tests.discord_ui.table import Cafe, Person

CELL = re.compile(r"(?:([ns])(\d+))?(?:([ew])(\d+))?")


def deal(*first: str) -> str:
    """A shuffle with these pieces in front; what is left follows in the order of the set."""
    order = " ".join(first).split()
    rest = [piece.code for piece in SQUARES if piece.code not in order]
    return " ".join(["deal", *order, *rest])


def shuffled(seed: int) -> str:
    order = [piece.code for piece in SQUARES]
    Random(seed).shuffle(order)
    return " ".join(["deal", *order])


def started(starter: str, hand: str) -> str:
    """For three: that hand for the first of them, and that starter."""
    first = hand.split()
    others = [p.code for p in SQUARES if p.code not in first and p.code != starter]
    return deal(hand, *others[: 21 - len(first)], starter)


# A second opinion on the score: from the log alone, without the bot's rules.


@dataclass
class Referee:
    """Keeps the book of a match of Domino Squares: hands, what lies, points."""

    seats: int
    totals: list[int] = field(default_factory=list)
    rounds: list[tuple[int, ...]] = field(default_factory=list)
    """The totals after each round."""
    hands: list[list[str]] = field(default_factory=list)
    pile: list[str] = field(default_factory=list)
    taken: set[tuple[int, int]] = field(default_factory=set)
    way: str = ""
    passing: dict[int, str] = field(default_factory=dict)
    knocks: int = 0

    def read(self, log: Sequence[Entry]) -> Referee:
        self.totals = [0] * self.seats
        for actor, code in log:
            if actor is NATURE:
                self._deal(code.split(" ")[1:])
            else:
                assert isinstance(actor, int)
                self._act(actor, code)
        return self

    def _deal(self, pieces: list[str]) -> None:
        assert len(set(pieces)) == len(pieces) == 48
        size = 6 if self.seats == 4 else 7
        self.hands = [pieces[size * seat : size * (seat + 1)] for seat in range(self.seats)]
        self.pile = pieces[size * self.seats + 1 :]
        self.taken, self.knocks = {(0, 0)}, 0

    def _act(self, seat: int, code: str) -> None:
        piece, _, at = code.partition("@")
        self.knocks = self.knocks + 1 if code == "pass" else 0
        if code == "draw":
            self.hands[seat].append(self.pile.pop(0))
        elif code.startswith("pass-"):
            self.way, self.passing = code, {}
        elif at == "pass":
            assert piece in self.hands[seat]
            self.passing[seat] = piece
            if len(self.passing) == self.seats:
                self._hand_over(1 if self.way == "pass-left" else -1)
        elif at.isdigit():
            self.hands[seat].remove(piece)
            self.hands[int(at)].append(piece)
        elif at:
            self._lay(seat, piece, at)
        if not self.hands[seat]:
            others = [piece for hand in self.hands for piece in hand]
            commands = [piece for piece in others if piece[0] in "gdsap"]
            self.totals[seat] += 10 + 2 * len(others) + len(commands)
        if not self.hands[seat] or self.knocks == self.seats:
            self.rounds.append(tuple(self.totals))

    def _lay(self, seat: int, piece: str, at: str) -> None:
        self.hands[seat].remove(piece)
        where, _, turn = at.partition("/")
        found = CELL.fullmatch(where)
        assert found is not None
        y = int(found[2] or 0) * (-1 if found[1] == "n" else 1)
        x = int(found[4] or 0) * (-1 if found[3] == "w" else 1)
        symbols = piece.split("-")
        lying = [symbols[(corner - int(turn)) % 4] for corner in range(4)]
        # The top scores where the piece joins below it, and so on clockwise.
        joins = [(x, y + 1), (x - 1, y), (x, y - 1), (x + 1, y)]
        (scoring,) = [side for side, cell in enumerate(joins) if cell in self.taken]
        shown = [lying[scoring], lying[(scoring + 1) % 4]]
        self.totals[seat] += sum(int(symbol) for symbol in shown if symbol.isdigit())
        self.taken.add((x, y))
        if piece.startswith("draw1") and self.pile and self.hands[seat]:
            self.hands[seat].append(self.pile.pop(0))

    def _hand_over(self, step: int) -> None:
        for seat, piece in self.passing.items():
            self.hands[seat].remove(piece)
        for seat, piece in self.passing.items():
            self.hands[(seat + step) % self.seats].append(piece)


# All five commands in one round.

ALL_FIVE = shuffled(179)
SCRIPT = (
    (0, "again-6-4-3@n1/3", "PLAY AGAIN"),
    (0, "pass1-5-1-0@w1/1", "ALL PASS 1: everybody passes a piece"),
    (0, "pass-left", "calls: to the left"),
    (0, "1-2-3-2@pass", "has chosen"),
    (1, "give1-5-3-0@pass", "has chosen"),
    (2, "1-1-2-2@pass", "All pieces were passed on"),
    (1, "w-2-4-6@n2/0", "at N2"),
    (2, "draw1-4-1-5@s1w1/2", "DRAW 1: one more piece from the pile"),
    (2, "2-4-3-3@n3/2", "at N3"),
    (0, "skip-1-4-0@s2w1/2", "loses a turn"),
    (2, "give1-5-3-0@s2/0", "GIVE 1: an opponent gets a piece"),
    (2, "w-w-2-3@0", "a piece"),
)
"""Chen is passed the GIVE 1 that he plays in the end."""


async def open_three(cafe: Cafe, stacked: list[str], order: str = ALL_FIVE) -> list[Person]:
    """Ana, Bruno and Chen have a table with those pieces; Ana begins."""
    stacked.append(order)
    await cafe.start(cafe.bruno, cafe.chen, game_id="squares")
    return [cafe.ana, cafe.bruno, cafe.chen]


async def play_script(
    cafe: Cafe, people: Sequence[Person], script: Sequence[tuple[int, str, str]]
) -> AsyncIterator[tuple[int, str, str]]:
    for seat, code, told in script:
        await cafe.make(people[seat], code)
        yield seat, code, told


async def play_to(cafe: Cafe, people: Sequence[Person], until: str) -> None:
    """Up to the move that is told in those words, and with it."""
    async for _, _, told in play_script(cafe, people, SCRIPT):
        if told == until:
            return
    raise AssertionError(until)


async def test_all_five_commands_and_the_whole_match(cafe, stacked):
    people = await open_three(cafe, stacked)
    sweep = Sweep(cafe)
    await sweep.look()
    assert "Domino Squares · round 1 of 3" in cafe.table().text
    async for seat, code, told in play_script(cafe, people, SCRIPT):
        await sweep.look()
        assert told in cafe.table().text, code
        assert (await cafe.store.log(1))[-1] == (seat, code)
        book = Referee(3).read(await cafe.store.log(1))
        for at, who in enumerate(people):
            (line,) = [line for line in cafe.table().text.splitlines() if f"`{'ABC'[at]}` " in line]
            held, points = len(book.hands[at]), book.totals[at]
            assert f"<@{who.id}> · {held} piece" in line
            assert f" · {points} point{'' if points == 1 else 's'}" in line
        pile = len(book.pile)
        assert f"{pile} pieces in the pile." in cafe.table().text
    assert "SKIP: " in "".join(each.text for each in cafe.versions)
    assert f"<@{cafe.chen.id}> gave <@{cafe.ana.id}> a piece" in cafe.table().text, (
        "which one is theirs to know"
    )
    assert any("gave you **W-W-2-3**" in each.text for each in cafe.versions)

    # Quickly to the last moves of each round, which are made by button again.
    for number in (1, 2, 3):
        await cafe.skip(lambda state, number=number: near_its_end(state, number), first_lay)
        await sweep.look()
        made = 0
        while (await cafe.match()).is_open and (await cafe.state()).number == number:
            await move(cafe)
            await sweep.look()
            made += 1
            assert made < 60
        assert made
    await check_the_end(cafe, people)
    assert sweep.checked > 60
    assert sweep.mentions > 200


def near_its_end(state: Any, number: int) -> bool:
    """Somebody in that round has but one piece."""
    if state.outcome is not None or state.number > number:
        return True
    return state.number == number and min(map(len, state.round.hands), default=9) == 1


def first_lay(_: Person, codes: Sequence[str]) -> str:
    """The first way to lay a piece, else the first thing that can be done."""
    return next((code for code in codes if "/" in code), codes[0])


async def move(cafe: Cafe) -> None:
    """A person who is asked lays a piece by button, or does something else."""
    who, *_ = await cafe.asked()
    offered = await who.autocomplete(cafe.channel, "move", "move", "")
    await cafe.make(who, first_lay(who, [each["value"] for each in offered]))


async def check_the_end(cafe: Cafe, people: Sequence[Person]) -> None:
    """The rounds and the result as the log has them."""
    book = Referee(len(people)).read(await cafe.store.log(1))
    shown = [each for each in cafe.public() if each.is_("round.png")]
    assert len(shown) == len(book.rounds) == 3
    for message, totals in zip(shown, book.rounds, strict=True):
        for who, points in zip(people, totals, strict=True):
            assert f"<@{who.id}> · **{points}**" in message.text
    result = cafe.public()[-1].text
    best = max(book.totals)
    winners = [who for who, points in zip(people, book.totals, strict=True) if points == best]
    assert all(f"<@{who.id}>" in result.splitlines()[0] for who in winners)
    match = await cafe.match()
    assert match.stage is Stage.OVER


async def test_a_piece_is_chosen_first_and_its_place_then(cafe, stacked):
    """The booklet's example: 6-6-Blank-2 at three sides of 6-2-Blank-Blank."""
    mine = "0-2-6-6 again-2-5-1 give1-5-3-0 w-1-2-3 0-5-5-1 1-1-2-2 1-1-5-5"
    ana = (await open_three(cafe, stacked, started("0-0-6-2", mine)))[0]
    hand = await cafe.hand(ana)
    assert "**Your turn.**" in hand.text
    assert [each.label for each in hand.moves] == ["Draw a piece"]
    assert "Your pieces, each clockwise from the top left: " in hand.alts[0]
    assert "0-2-6-6 (can be played)" in hand.alts[0]
    assert "W-1-2-3;" in hand.alts[0]
    await cafe.click(ana, hand, "0-2-6-6 …")
    places = cafe.now(hand)
    assert places.is_("places.png")
    assert "Where do you lay **0-2-6-6**?" in places.text
    labels = [each.label for each in places.moves]
    assert [label.split(" · ")[0] for label in labels] == list("ABC")
    assert sorted(label.split(" · ")[1] for label in labels) == [
        "12 points (6 6)",
        "6 points (6 blank)",
        "8 points (2 6)",
    ]
    assert "Places: A " in places.alts[0]
    await cafe.click(ana, places, "Back to the hand")
    assert cafe.now(hand).is_("hand.png")
    await cafe.click(ana, cafe.now(hand), "0-2-6-6 …")
    twelve = next(each for each in cafe.now(hand).moves if "12 points" in each.label)
    await cafe.click(ana, cafe.now(hand), twelve.id)
    told = cafe.table().text.replace("**", "")
    assert f"<@{ana.id}> laid 0-2-6-6 at W1 · <@{ana.id}> scored 6 + 6 = 12" in told
    assert f"`A` <@{ana.id}> · 6 pieces · 12 points" in told


async def test_who_plays_again_lays_one_more_or_stops(cafe, stacked):
    mine = "0-2-6-6 again-2-5-1 give1-5-3-0 w-1-2-3 0-5-5-1 1-1-2-2 1-1-5-5"
    ana = (await open_three(cafe, stacked, started("0-0-6-2", mine)))[0]
    hand = await cafe.hand(ana)
    await cafe.click(ana, hand, "AGAIN-2-5-1 …")
    (again,) = cafe.now(hand).moves
    assert again.label.startswith("A · "), "one place, and a picture of it"
    await cafe.click(ana, cafe.now(hand), again.id)
    hand = cafe.now(hand)
    assert "Play again, or stop." in hand.text
    assert "You laid **AGAIN-2-5-1** at W1" in hand.text
    assert not [each for each in hand.moves if each.code == "draw"]
    await cafe.click(ana, hand, "Stop here")
    assert f"<@{ana.id}> played no other piece" in cafe.table().text
    assert await cafe.to_move() is cafe.bruno

    hand = await cafe.hand(cafe.bruno)
    await cafe.click(cafe.bruno, hand, "Draw a piece")
    hand = cafe.now(hand)
    drawn = (await cafe.state()).round.drawn.code.upper()
    assert f"You drew {drawn}" in hand.text.replace("*", "")
    await cafe.click(cafe.bruno, hand, "Keep it")
    assert f"<@{cafe.bruno.id}> kept it" in cafe.table().text
    others = [each for each in cafe.versions if each.owner != cafe.bruno.id]
    assert drawn not in squares_in("".join(each.all_words for each in others))


async def test_give_asks_for_a_piece_and_then_whom(cafe, stacked):
    people = await open_three(cafe, stacked)
    await play_to(cafe, people, "GIVE 1: an opponent gets a piece")
    chen = people[2]
    hand = await cafe.hand(chen)
    assert "Give one of your pieces to somebody." in hand.text
    assert not hand.moves
    open_hand, letters = await cafe.hand(cafe.bruno), len(cafe.letters(cafe.bruno))
    (piece,) = [each for each in hand.buttons if each.id.endswith(":w-w-2-3")]
    await cafe.click(chen, hand, piece.id)
    whom = cafe.now(hand)
    assert "Whom do you give **W-W-2-3**?" in whom.text
    assert [(each.code, each.label) for each in whom.moves] == [
        ("w-w-2-3@0", "Player A"),
        ("w-w-2-3@1", "Player B"),
    ]
    await cafe.click(chen, whom, whom.moves[1].id)
    assert "You gave " in cafe.now(hand).text
    assert "**W-W-2-3**" in cafe.now(hand).text
    theirs = cafe.now(open_hand)
    assert "gave you **W-W-2-3**" in theirs.text, "it lay open, and is not their turn"
    assert "W-W-2-3" in theirs.alts[0]
    assert len(cafe.letters(cafe.bruno)) == letters, "no letter for that"
    others = [each for each in cafe.versions if each.owner not in {cafe.bruno.id, chen.id}]
    assert "w-w-2-3" not in "".join(each.all_words for each in others).lower()


# ALL PASS: everybody chooses at once, in secret.


async def all_pass(cafe: Cafe, stacked: list[str]) -> list[Person]:
    people = await open_three(cafe, stacked)
    await play_to(cafe, people, "calls: to the left")
    return people


async def test_all_choose_at_once_by_button_and_by_typing(cafe, stacked):
    people = await all_pass(cafe, stacked)
    table = cafe.table()
    assert set(table.pinged) == {who.id for who in people}
    assert [line[0] for line in table.text.splitlines() if " pieces" in line][:3] == ["➤"] * 3
    hands = [await cafe.hand(who) for who in people]
    for hand in hands:
        assert "Choose the piece that you pass on. The others see nothing of it." in hand.text
        assert {each.code.partition("@")[2] for each in hand.moves} == {"pass"}
    typed = await cafe.bruno.slash(cafe.channel, "move", move="Pass on GIVE1-5-3-0")
    assert "You have chosen" in cafe.private_reply(typed, cafe.bruno)
    assert f"<@{cafe.bruno.id}> has chosen" in cafe.table().text
    assert cafe.table().id == table.id, "nobody is pinged again"
    # The others' screens are older than Bruno's choice, and as good as before.
    old = [next(e.id for e in hands[at].moves if e.code == code) for at, code in CHOICES]
    await cafe.at_once((cafe.ana, hands[0], old[0]), (cafe.chen, hands[2], old[1]))
    log = (await cafe.store.log(1))[-3:]
    assert log[0] == (1, "give1-5-3-0@pass")
    assert sorted(log[1:]) == [(0, "1-2-3-2@pass"), (2, "1-1-2-2@pass")]
    assert "All pieces were passed on" in cafe.table().text
    assert "You passed on **1-1-2-2** and got **GIVE1-5-3-0**" in "".join(
        each.text for each in cafe.versions if each.owner == cafe.chen.id
    )
    assert await cafe.to_move() is cafe.bruno
    assert cafe.table().pinged == (cafe.bruno.id,)


CHOICES = ((0, "1-2-3-2@pass"), (2, "1-1-2-2@pass"))


async def test_a_choice_to_pass_on_is_made_once(cafe, stacked):
    await all_pass(cafe, stacked)
    hand, letter = await cafe.hand(cafe.ana), cafe.letters(cafe.ana)[-1]
    one, other, *_ = [each.id for each in hand.moves]
    await cafe.at_once((cafe.ana, hand, one), (cafe.ana, letter, other), (cafe.ana, hand, other))
    match = await cafe.match()
    mine = [code for actor, code in (await cafe.store.log(1))[-1:] if actor == 0]
    assert len(mine) == 1
    for custom_id in (one, other, f"m:1:{match.ply}:{mine[0]}"):
        assert (await cafe.press(cafe.ana, cafe.now(hand), custom_id)).acknowledged
    await cafe.ana.slash(cafe.channel, "move", move=mine[0])
    assert await cafe.ana.autocomplete(cafe.channel, "move", "move", "") == []
    assert await cafe.match() == match


# Two runs that differ in what is hidden look alike to everybody else.


def folders(there: Path) -> list[Path]:
    for name in ("one", "other"):
        (there / name).mkdir()
    return [there / "one", there / "other"]


async def what_others_see(folder: Path, stacked: list[str], until: str, code: str) -> list[object]:
    """Somebody has made that move: all that the others can get hold of."""
    cafe = Cafe(folder)
    await cafe.open()
    try:
        people = await open_three(cafe, stacked)
        await play_to(cafe, people, until)
        who, *_ = await cafe.asked()
        hands = [await cafe.hand(each) for each in people]
        since = now(cafe)
        await cafe.make(who, code)
        assert (await cafe.store.log(1))[-1][1] == code
        told = {who.id, people[int(code[-1])].id} if code[-1].isdigit() else {who.id}
        others = [each for each in (*people, cafe.eva) if each.id not in told]
        return await within_reach(cafe, others, told, since) + [
            cafe.now(hand).all_words
            for each, hand in zip(people, hands, strict=True)
            if each.id not in told
        ]
    finally:
        await cafe.close()


@pytest.mark.parametrize(
    ("until", "codes"),
    [
        ("calls: to the left", ("1-2-3-2@pass", "2-3-4-4@pass")),
        ("GIVE 1: an opponent gets a piece", ("w-w-2-3@0", "0-0-4-6@0")),
    ],
    ids=["pass", "give"],
)
async def test_what_is_handed_on_shows_to_nobody_else(tmp_path, stacked, caplog, until, codes):
    caplog.set_level(logging.DEBUG, logger="bot")
    one, other = [
        await what_others_see(there, stacked, until, code)
        for there, code in zip(folders(tmp_path), codes, strict=True)
    ]
    assert len(one) > 15
    assert one == other
    written = "\n".join(caplog.handler.format(record) for record in caplog.records)
    assert not squares_in(written)


# A test of the test.


def test_the_sweep_knows_square_pieces_however_they_lie():
    for text in (
        "m:1:3:0-2-6-6@n1/1",
        "0-2-6-6 → N1",
        "N1 6-6-0-2",
        "**2-6-6-0**",
        "b:1:2:6-0-2-6",
    ):
        assert squares_in(text) == {"0-2-6-6"}
    assert squares_in("SKIP-3-5-6, W-W-2-3") == {"skip-3-5-6", "w-w-2-3"}
    for text in ("2026-11-20", "6-4", "0-2-6", "1-0-2-6-6", "pass-left", "2–4 players"):
        assert squares_in(text) == set()


@pytest.mark.parametrize(
    ("kind", "until"),
    [(Gave, "a piece"), (AllPassed, "All pieces were passed on"), (DrewPiece, "at N3")],
)
async def test_the_sweep_catches_what_is_told_of_pieces_in_hands(
    cafe, stacked, monkeypatch, kind, until
):
    """The bot is made to tell all what only some may know."""
    honest = pieces_told.phrase

    def leaking(event: Event, company: Company, say: Words, me: int | None) -> str | None:
        pieces = {Gave: "w-w-2-3", AllPassed: "give1-5-3-0", DrewPiece: "w-4-5-6"}
        return (
            f"psst, {pieces[kind]}" if isinstance(event, kind) else honest(event, company, say, me)
        )

    def told(event: Event, seat: int | None) -> Event:
        return event

    monkeypatch.setattr(squares, "phrase", leaking)
    monkeypatch.setattr(kind, "for_seat", told)
    if kind is DrewPiece:
        monkeypatch.setattr(telling, "_drawer", lambda _: None)
    people = await open_three(cafe, stacked)
    sweep = Sweep(cafe)
    await play_to(cafe, people, until)
    with pytest.raises(AssertionError, match="psst"):
        await sweep.look()
