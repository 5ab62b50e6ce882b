from collections import Counter
from collections.abc import Sequence

import pytest

from bot.games import CATALOGUE, game
from bot.model.match import CloseReason, Match, Occupant, Stage
from bot.model.terms import Pace
from tests.discord_ui.secrecy_sweep import Sweep
from tests.discord_ui.simulation import DiscordSim, Person

deep = pytest.mark.deep
HOURS = {8, 13, 19}
"""The hours at which people look at their phones; the simulation starts at midnight."""
WAIT = "⏰ It's your turn in"


class Diary:
    def __init__(self, sim: DiscordSim, absent: Person) -> None:
        self.sim, self.absent = sim, absent
        self.sweep = Sweep(sim)
        self.looked_at = 0
        self.turns: dict[int, int] = {}
        """The ply of the turn for which each person was last pinged."""
        self.pings = Counter[int]()
        self.told: list[str] = []
        """The events on the tables, version after version."""
        self.warnings: set[int] = set()
        """DMs to the absent person that say when their time is up."""

    async def look(self) -> Match:
        sim, match = self.sim, await self.sim.match()
        new = sim.versions[self.looked_at :]
        self.looked_at = len(sim.versions)
        asked = await self.turns_after()
        for shown in new:
            if shown.owner is None:
                self.told.append(shown.text)
            if shown.owner == self.absent.id and not shown.edited and WAIT in shown.text:
                self.warnings.add(shown.id)
            for user in () if shown.edited else shown.pinged:
                assert shown.owner is None, "a DM or a hand calls nobody"
                assert self.turns.get(user, -1) < asked[user], "pinged twice for one turn"
                self.turns[user] = asked[user]
                self.pings[user] += 1
        await self.sweep.look()
        if match.stage is Stage.RUNNING:
            assert len(sim.tables()) == 1, "one live table"
            dms = [len(sim.direct_messages(sim.person(user))) for user in match.people]
            assert max(dms) <= 1, "the newest takes the place of the one before"
        assert match.shown_version == match.version
        return match

    async def turns_after(self) -> dict[int, int]:
        """Return the ply since which each person is to act; for all others, the log's end."""
        async with self.sim.client.service.cache.locked(1) as loaded:
            seats = [each for each in loaded.match.seats if each.user_id is not None]
            return {each.user_id: loaded.turns.get(each.seat, loaded.match.ply) for each in seats}


async def visit(sim: DiscordSim, people: Sequence[Person], diary: Diary) -> None:
    while (await sim.match()).is_open and (there := [p for p in await sim.asked() if p in people]):
        who = there[0]
        hand = sim.table() if sim.table().moves else await sim.hand(who)
        if not hand.moves:
            await sim.choose(who, hand, next(each for each in hand.ids if each.startswith("b:")))
            hand = sim.now(hand)
        await sim.choose(who, hand, hand.moves[0].id)
        await diary.look()


def sitting(match: Match, who: Person) -> Occupant:
    return next(each for each in match.seats if each.user_id == who.id)


@pytest.mark.parametrize(
    ("game_id", "target"),
    [("block", 1), pytest.param("block", 30, marks=deep), pytest.param("classic", 20, marks=deep)],
)
async def test_three_days_of_four_people_one_of_whom_never_comes(sim, game_id, target):
    present, absent = (sim.ana, sim.bruno, sim.chen), sim.dana
    await sim.seat(sim.bruno, sim.chen, absent, game_id=game_id)
    if target is not None:
        await sim.agree_on("target", target)
    await sim.click(sim.ana, sim.lobby(), "Start")
    diary, held_at = Diary(sim, absent), None
    assert (await sim.match()).pace is Pace.DAY
    for hour in range(24 * 5):
        match = await diary.look()
        if not match.is_open:
            break
        seat = sitting(match, absent)
        assert seat.is_held is (seat.missed == 2)
        if seat.is_held and held_at is None:
            held_at = hour
        if hour % 24 in HOURS:
            await visit(sim, present, diary)
        await sim.pass_time(hours=1)
    match = await diary.look()
    assert match.stage is Stage.OVER, "they came to the end of it"
    assert 24 <= (held_at or 0) <= 24 * 3
    seat = sitting(match, absent)
    assert (seat.is_held, seat.missed) == (True, 2)
    late, log = await sim.store.late_plies(1, 0), await sim.store.log(1)
    assert [log[ply][0] for ply in sorted(late)] == [seat.seat] * 2
    told = "\n".join(diary.told)
    assert f"<@{absent.id}> ran out of time" in told
    assert not any(f"<@{who.id}> ran out of time" in told for who in present)
    assert len(diary.warnings) == 4, "two a turn"
    assert diary.pings[absent.id] <= 2 + len(late), "of rounds and turns that were theirs to play"
    assert diary.sweep.checked > 30
    assert f"<@{absent.id}>" in sim.public()[-1].text, "who was away is in the result"


IDS = [rules.info.id for rules in CATALOGUE]


@pytest.mark.parametrize(
    "game_id", [pytest.param(each, marks=() if each == "block" else deep) for each in IDS]
)
async def test_a_table_to_which_nobody_ever_comes_is_given_up(sim, game_id):
    """Whatever is played: moves are made for the absent, seats are held, and then it is over."""
    info = game(game_id).info
    await sim.seat(*(sim.bruno, sim.chen, sim.dana)[: info.max_seats - 1], game_id=game_id)
    while len((await sim.match()).seats) < info.min_seats:
        await sim.set("computer:", "steady")
    alone = (await sim.match()).pace is Pace.NONE
    await sim.click(sim.ana, sim.lobby(), "Start")
    people = len((await sim.match()).people)
    sweep = Sweep(sim)
    if alone:
        await sim.pass_time(days=29)
        assert (await sim.match()).is_open
        await sim.pass_time(days=2)
    for _ in range(2 * people + 1):
        if not (await sim.match()).is_open:
            break
        await sim.pass_time(days=1, minutes=1)
        await sweep.look()
    match = await sim.match()
    assert match.stage is Stage.CLOSED
    assert match.close_reason is (CloseReason.LAPSED if alone else CloseReason.ABSENT)
    assert sim.tables() == [], "no button is left to press"
    (last,) = [each for each in sim.public() if each.is_("table.png")]
    why = "nothing happened for a month" if alone else "nobody came back to play"
    assert why in last.text
    assert last.labels == [], "nobody has made a move, so there is nothing to look back on"
    late = await sim.store.late_plies(1, 0)
    assert (len(late) == 0) if alone else (people <= len(late) < 2 * people)
    await sim.play(sim.eva, game_id)  # and the channel is free
