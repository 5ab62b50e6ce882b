"""Duos: two against two, from the choice of partners to the leaderboard."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import pytest

from bot.engine.contract import NATURE
from bot.engine.record import Entry
from bot.service.ports import Measure, Stage
from tests.discord_ui.table import Cafe, Choice, Person

DUOS = ((0, 2), (1, 3))
CHANGE = "Change partners"


async def full_table(cafe: Cafe) -> None:
    """Ana, Bruno and two computers, not started."""
    lobby = await cafe.play(cafe.ana, "duos")
    await cafe.click(cafe.bruno, lobby, "Join")
    for level in ("steady", "casual"):
        await cafe.add_computer(level)


async def together(cafe: Cafe, one: Person, other: Person) -> None:
    """The host changes partners until the two sit opposite each other."""
    for _ in range(3):
        match = await cafe.match()
        if {match.seat_of(one.id), match.seat_of(other.id)} in [{0, 2}, {1, 3}]:
            return
        await cafe.click(cafe.ana, cafe.lobby(), CHANGE)
    raise AssertionError("they never were partners")


def sitting(cafe: Cafe) -> list[str]:
    """The lobby's lines of seats."""
    return [line for line in cafe.lobby().text.splitlines() if re.match(r"`[A-D]` ", line)]


def opposite(line: str) -> str:
    """The letter of the partner in a lobby's line."""
    assert "opposite" in line
    (letter,) = re.findall(r"`([A-D])`", line[3:])
    return str(letter)


def heaviest(moves: list[Choice]) -> Choice:
    return max(moves, key=lambda move: sum(int(each) for each in move.code if each.isdigit()))


# A second opinion on who wins what: from the log alone, without the bot's rules.


@dataclass
class Referee:
    """Keeps the book of a match of Duos: hands, the two ends, knocks, points."""

    scores: list[int] = field(default_factory=lambda: [0, 0])
    rounds: list[tuple[int, ...]] = field(default_factory=list)
    """What each duo had after each round."""
    leaders: list[int] = field(default_factory=list)
    turns: list[int] = field(default_factory=list)
    """Who acted in this round, in order."""
    hands: list[list[set[int]]] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)

    def read(self, log: Sequence[Entry]) -> None:
        for actor, code in log:
            if actor is NATURE:
                self._deal(code)
            else:
                assert isinstance(actor, int)
                self._act(actor, code)

    def _deal(self, code: str) -> None:
        word, *bones = code.split(" ")
        assert word == "deal"
        assert len(set(bones)) == 28
        held = [{int(digit) for digit in bone.split("-")} for bone in bones]
        self.hands = [held[7 * seat : 7 * seat + 7] for seat in range(4)]
        self.ends, self.turns = [], []

    def _act(self, seat: int, code: str) -> None:
        if self.turns:
            assert seat == (self.turns[-1] - 1) % 4, "counter-clockwise"
        elif self.leaders:
            assert seat == (self.leaders[-1] - 1) % 4, "to the right of the last leader"
        else:
            assert {6} in self.hands[seat], "6-6 leads first"
            assert code == "6-6"
        if not self.turns:
            self.leaders.append(seat)
        self.turns.append(seat)
        if code == "pass":
            assert not self._fits(seat), "who can play must"
            return
        bone, _, at = code.partition("@")
        halves = [int(digit) for digit in bone.split("-")]
        self.hands[seat].remove(set(halves))
        if at:
            nth = "lr".index(at)
            halves.remove(self.ends[nth])
            self.ends[nth] = halves[0]
        else:
            self.ends = halves
        self._count(seat)

    def _fits(self, seat: int) -> bool:
        return any(bone & set(self.ends) for bone in self.hands[seat])

    def _count(self, last: int) -> None:
        held = [sum(map(_pips, hand)) for hand in self.hands]
        duo = [held[0] + held[2], held[1] + held[3]]
        if not self.hands[last]:
            winner = last % 2
        elif any(self._fits(seat) for seat in range(4)):
            return
        elif duo[0] != duo[1]:
            winner = 0 if duo[0] < duo[1] else 1
        else:
            winner = 1 - last % 2
        self.scores[winner] += duo[1 - winner]
        self.rounds.append(tuple(self.scores))


def _pips(bone: set[int]) -> int:
    return sum(bone) * (2 if len(bone) == 1 else 1)


# The lobby.


async def test_the_lobby_says_who_sits_opposite_whom(cafe):
    lobby = await cafe.play(cafe.ana, "duos")
    (host,) = sitting(cafe)
    assert host.startswith(f"`A` <@{cafe.ana.id}> · host")
    assert opposite(host) == "C", "even before anybody sits there"
    await cafe.click(cafe.bruno, lobby, "Join")
    for _ in range(2):
        await cafe.click(cafe.ana, cafe.lobby(), "Add computer")
    lines = sitting(cafe)
    assert [line[1] for line in lines] == ["A", "B", "C", "D"]
    assert list(map(opposite, lines)) == ["C", "D", "A", "B"]
    assert f"<@{cafe.bruno.id}>" in lines[1]
    assert all("(computer) · steady" in line for line in lines[2:])


async def test_partners_are_changed_by_the_host_at_a_full_table(cafe):
    """Three presses, and the host has sat opposite each of the others."""
    lobby = await cafe.play(cafe.ana, "duos")
    for who in (cafe.bruno, cafe.chen, cafe.dana):
        (button,) = [each for each in cafe.lobby().buttons if each.label == CHANGE]
        assert button.disabled
        await cafe.click(who, lobby, "Join")

    pairings = []
    for _ in range(3):
        await cafe.click(cafe.ana, cafe.lobby(), CHANGE)
        match = await cafe.match()
        assert match.people[0] == cafe.ana.id, "the host stays in the first seat"
        assert sorted(match.people) == sorted(who.id for who in list(cafe.people.values())[:4])
        pairings.append({frozenset(match.people[seat] for seat in duo) for duo in DUOS})
        for line, user, letter in zip(sitting(cafe), match.people, "CDAB", strict=True):
            assert f"<@{user}>" in line
            assert opposite(line) == letter
    partners = {
        user for pairs in pairings for pair in pairs if cafe.ana.id in pair for user in pair
    }
    assert len(partners) == 4, "each of the three was the host's partner once"
    assert [pair in pairings[:at] for at, pair in enumerate(pairings)] == [False] * 3
    assert len([each for each in cafe.public() if each.is_("game.png")]) == 1


async def test_nobody_else_changes_partners(cafe):
    await full_table(cafe)
    lobby, before = cafe.lobby(), await cafe.match()
    for who in (cafe.bruno, cafe.eva):
        answer = cafe.private_reply(await cafe.click(who, lobby, CHANGE), who)
        assert answer.startswith(
            f"Only the host, <@{cafe.ana.id}>, can do that."
            if who is cafe.bruno
            else "You have no seat at this table."
        )
    assert await cafe.match() == before


async def test_partners_stay_once_the_match_has_begun(cafe):
    await full_table(cafe)
    lobby = cafe.lobby()
    await cafe.click(cafe.ana, lobby, "Start")
    before = await cafe.match()
    old = cafe.now(lobby)
    assert not old.buttons
    for who in (cafe.ana, cafe.bruno, cafe.eva):
        for shown in (old, cafe.table()):
            result = await cafe.press(who, shown, "l:1:partners")
            assert cafe.private_reply(result, who) == "This match has already started."
    assert await cafe.match() == before


@pytest.mark.parametrize("game_id", ["duos", "block"])
async def test_there_are_no_partners_to_change_before_all_have_sat_down(cafe, game_id):
    """The button is dark or is not there; a forged press is told why."""
    lobby = await cafe.play(cafe.ana, game_id)
    await cafe.click(cafe.bruno, lobby, "Join")
    await cafe.click(cafe.chen, lobby, "Join")
    before = await cafe.match()
    result = await cafe.press(cafe.ana, cafe.lobby(), "l:1:partners")
    assert "partners" in cafe.private_reply(result, cafe.ana)
    assert await cafe.match() == before


async def test_two_presses_of_change_partners_at_once(cafe):
    await full_table(cafe)
    lobby = cafe.lobby()
    await cafe.at_once((cafe.ana, lobby, "l:1:partners"), (cafe.ana, lobby, "l:1:partners"))
    match = await cafe.match()
    assert sorted(seat.seat for seat in match.seats) == [0, 1, 2, 3]
    assert set(match.people) == {cafe.ana.id, cafe.bruno.id}
    await cafe.click(cafe.ana, cafe.lobby(), "Start")
    assert (await cafe.match()).stage is Stage.RUNNING
    await cafe.plies()


# The match.


def names(cafe: Cafe) -> list[str]:
    """What everybody is called, by seat."""
    lines = [line.split(" · ")[0] for line in sitting(cafe)]
    return [line.partition(" ")[2] for line in lines]


def told_in_order(text: str, called: Sequence[str]) -> Iterator[int]:
    """The seats of which something is told below the title, in the order told."""
    _, _, told = text.partition("### ")
    for phrase in told.splitlines()[1].split(" · "):
        yield from (seat for seat, name in enumerate(called) if phrase.startswith(name))


async def test_two_partners_play_duos_from_the_lobby_to_the_leaderboard(cafe):
    await full_table(cafe)
    await together(cafe, cafe.ana, cafe.bruno)
    called = names(cafe)
    await cafe.click(cafe.ana, cafe.lobby(), "Start")
    match = await cafe.match()
    ours = (match.seat_of(cafe.ana.id), match.seat_of(cafe.bruno.id))
    assert ours in DUOS

    made, book = 0, Referee()
    while (await cafe.match()).is_open:
        who, table = await cafe.to_move(), cafe.table()
        book = Referee()
        book.read(await cafe.store.log(1))
        lines = table.text.splitlines()
        score = "\n".join(lines[-6:])
        us, them = (f"`{'AB'[duo]}` + `{'CD'[duo]}` · {book.scores[duo]} point" for duo in range(2))
        assert us in score
        assert them in score
        places = [next(at for at, line in enumerate(lines) if each in line) for each in (us, them)]
        assert [
            line.split("`")[1]
            for at, line in enumerate(lines)
            if at >= places[0] and "bone" in line
        ] == ["A", "C", "B", "D"], "partners stand together"
        assert f"➤ **`{'ABCD'[match.seat_of(who.id)]}` <@{who.id}>" in table.text
        told = list(told_in_order(table.text, called))
        assert all((one - 1) % 4 == other for one, other in pairwise(told)), told
        if book.turns:
            assert told[-1:] == [(match.seat_of(who.id) + 1) % 4], table.text
        await (cafe.move_by_command(who) if made % 5 == 4 else cafe.move(who, heaviest))
        made += 1

    book = Referee()
    book.read(await cafe.store.log(1))
    assert max(book.scores) >= 50
    assert max(book.rounds[-2]) < 50
    shown = [each for each in cafe.public() if each.is_("round.png")]
    assert len(shown) == len(book.rounds) >= 2
    for message, scores in zip(shown, book.rounds, strict=True):
        for duo, seats in enumerate(DUOS):
            pair = " + ".join(f"`{'ABCD'[seat]}` {called[seat]}" for seat in seats)
            assert f"{pair} · **{scores[duo]}**" in message.text

    result = cafe.public()[-1].text
    winner = book.scores.index(max(book.scores))
    first, second = (called[seat] for seat in DUOS[winner])
    assert f"🏆 {first} and {second} win the match!" in result
    won = ours == DUOS[winner]
    points = book.scores[DUOS.index(ours)]
    results = await cafe.results()
    assert results.keys() == {cafe.ana.id, cafe.bruno.id}
    assert {(each.won, each.points) for each in results.values()} == {(won, points)}
    board = await cafe.leaders(Measure.POINTS)
    assert {each.user_id: (each.matches, each.points) for each in board} == {
        user: (1, points) for user in results if points
    }


async def test_both_adversaries_are_told_apart_from_both_partners(cafe):
    """People on both sides: the leaderboard knows two winners and two who lost."""
    lobby = await cafe.play(cafe.ana, "duos")
    for who in (cafe.bruno, cafe.chen, cafe.dana):
        await cafe.click(who, lobby, "Join")
    await cafe.click(cafe.ana, cafe.lobby(), "Start")
    people = list(cafe.people.values())[:4]

    await cafe.skip(
        lambda state: state.outcome or max(state.totals) >= 30, lambda _, codes: codes[0]
    )
    while (await cafe.match()).is_open:
        await cafe.move(await cafe.to_move())

    book = Referee()
    book.read(await cafe.store.log(1))
    winner = book.scores.index(max(book.scores))
    results = await cafe.results()
    for seat, who in enumerate(people):
        assert results[who.id].points == book.scores[seat % 2]
        assert results[who.id].won == (seat % 2 == winner)
    winners = {each.user_id: each.wins for each in await cafe.leaders(Measure.WINS)}
    assert winners == {people[winner].id: 1, people[winner + 2].id: 1}
