"""Matches that last for days: four people at human hours, one of whom never comes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import pytest

from bot.games import CATALOGUE, game
from bot.service.ports import GivenUp, Match, Occupant, Pace, Stage
from tests.discord_ui.sweep import Sweep
from tests.discord_ui.table import Cafe, Person, Shown

HOURS = {8, 13, 19}
"""When people look at their phones, as it is in the café; at the start it is midnight there."""
WAIT = "⏰ Your turn in"


class Diary:
    """What the café says, looked at hour by hour."""

    def __init__(self, cafe: Cafe, absent: Person) -> None:
        self.cafe, self.absent = cafe, absent
        self.sweep = Sweep(cafe)
        self.looked_at = len(cafe.versions)
        self.turns: dict[int, int] = {}
        """For each person the ply of the turn that they were last pinged for."""
        self.pings = Counter[int]()
        self.told: list[str] = []
        """What the tables told, version after version."""
        self.letters: dict[int, str] = {}
        """Every letter to whom never comes, as it was when it was sent."""

    async def look(self) -> Match:
        """At everything new."""
        cafe, match = self.cafe, await self.cafe.match()
        new = cafe.versions[self.looked_at :]
        self.looked_at = len(cafe.versions)
        asked = await self.asked_since()
        for shown in new:
            if shown.owner is None:
                self.told.append(shown.text)
            if shown.owner == self.absent.id and "time is up" in shown.text:
                self.letters.setdefault(shown.id, shown.text)
            for user in () if shown.edited else shown.pinged:
                assert shown.owner is None, "a letter or a hand calls nobody"
                assert self.turns.get(user, -1) < asked[user], "pinged twice for one turn"
                self.turns[user] = asked[user]
                self.pings[user] += 1
        await self.sweep.look()
        if match.stage is Stage.RUNNING:
            assert len(cafe.tables()) == 1, "one live table"
            self.only_one_letter_each(match)
        assert match.shown_version == match.version
        return match

    async def asked_since(self) -> dict[int, int]:
        """The ply since which each is to act; while somebody is not, the log's end."""
        async with self.cafe.client.boneyard.keeper.hold(1) as live:
            seats = live.match.seats
            return {
                each.user_id: live.asked.get(each.seat, live.match.ply)
                for each in seats
                if each.user_id is not None
            }

    def only_one_letter_each(self, match: Match) -> None:
        for user in match.people:
            letters = self.cafe.letters(self.cafe.person(user))
            assert len([each for each in letters if each.moves or each.buttons]) <= 1
            assert len(letters) <= 1, "the newest takes the place of the one before"


async def chosen(cafe: Cafe, who: Person, hand: Shown) -> None:
    """The first that can be chosen there, and its first place."""
    if not hand.moves:
        bone = next(each for each in hand.ids if each.startswith("b:"))
        await cafe.choose(who, hand, bone)
        hand = cafe.now(hand)
    await cafe.choose(who, hand, hand.moves[0].id)


async def visit(cafe: Cafe, people: Iterable[Person], diary: Diary) -> None:
    """Everybody makes the moves that are theirs to make, as long as there are any."""
    again = True
    while again:
        again = False
        for who in people:
            if (await cafe.match()).stage is not Stage.RUNNING:
                return
            if who in await cafe.asked():
                await chosen(cafe, who, await cafe.hand(who))
                await diary.look()
                again = True


def sitting(match: Match, who: Person) -> Occupant:
    return next(each for each in match.seats if each.user_id == who.id)


@pytest.mark.parametrize(
    ("game_id", "target"), [("block", 30), ("blind", None)], ids=["in turn", "all at once"]
)
async def test_three_days_of_four_people_one_of_whom_never_comes(cafe, game_id, target):
    present, absent = (cafe.ana, cafe.bruno, cafe.chen), cafe.dana
    await cafe.play(cafe.ana, game_id)
    for who in (cafe.bruno, cafe.chen, absent):
        await cafe.click(who, cafe.lobby(), "Join")
    if target is not None:
        await cafe.agree_on("target", target)
    await cafe.click(cafe.ana, cafe.lobby(), "Start")
    diary = Diary(cafe, absent)
    diary.looked_at = 0
    match = await cafe.match()
    assert match.pace is Pace.DAY
    held_at = None

    for hour in range(24 * 5):
        match = await diary.look()
        if not match.is_open:
            break
        seat = sitting(match, absent)
        assert seat.is_held is (seat.missed == 2)
        if seat.is_held and held_at is None:
            held_at = hour
        if hour % 24 in HOURS:
            await visit(cafe, present, diary)
        await cafe.pass_time(hours=1)
    match = await diary.look()

    assert match.stage is Stage.OVER, "they came to the end of it"
    assert held_at is not None
    assert 24 <= held_at <= 24 * 3
    seat = sitting(match, absent)
    assert (seat.is_held, seat.missed) == (True, 2)
    late = await cafe.store.late(1, 0)
    log = await cafe.store.log(1)
    assert [log[ply][0] for ply in sorted(late)] == [seat.seat] * 2
    told = "\n".join(diary.told)
    assert f"Time was up for <@{absent.id}>" in told
    assert not any(f"Time was up for <@{who.id}>" in told for who in present)
    assert len([each for each in diary.letters.values() if WAIT in each]) == 4, "two a turn"
    assert diary.pings[absent.id] <= 2 + len(late), "of rounds and turns that were theirs to play"
    assert diary.sweep.checked > 30
    assert f"<@{absent.id}>" in cafe.public()[-1].text, "who was away is in the result"


NAMES = [rules.info.id for rules in CATALOGUE]


@pytest.mark.parametrize("game_id", NAMES)
async def test_a_table_to_which_nobody_ever_comes_is_given_up(cafe, game_id):
    """Whatever is played: moves are made for the absent, seats are held, and then it is over."""
    info = game(game_id).info
    await cafe.play(cafe.ana, game_id)
    for who in (cafe.bruno, cafe.chen, cafe.dana)[: info.max_seats - 1]:
        await cafe.click(who, cafe.lobby(), "Join")
    while len((await cafe.match()).seats) < info.min_seats:
        await cafe.add_computer("steady")
    async with cafe.client.boneyard.keeper.hold(1) as live:
        alone = live.match.pace is Pace.NONE
    await cafe.click(cafe.ana, cafe.lobby(), "Start")
    people = len((await cafe.match()).people)
    sweep = Sweep(cafe)

    for _ in range(31 if alone else 2 * people + 1):
        if not (await cafe.match()).is_open:
            break
        await cafe.pass_time(days=1, minutes=1)
        await sweep.look()

    match = await cafe.match()
    assert match.stage is Stage.CLOSED
    assert match.given_up is (GivenUp.LAPSED if alone else GivenUp.ABSENT)
    assert match.agenda.clocks == ()
    assert cafe.tables() == [], "no button is left to press"
    late = await cafe.store.late(1, 0)
    assert (len(late) == 0) if alone else (people <= len(late) < 2 * people)
    assert match.shown_version == match.version
    await cafe.play(cafe.eva, game_id)  # and the channel is free
