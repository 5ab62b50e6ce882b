"""What happens in a match though nobody does anything, and who is told of it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from functools import partial
from random import Random

import pytest

from bot.engine.errors import StaleMove
from bot.engine.time_up import TimeUp
from bot.games import game
from bot.service.errors import NotHeld, SeatHeld
from bot.service.habits import Preferences, QuietHours
from bot.service.ports import (
    Awaits,
    GivenUp,
    Pace,
    Stage,
    StoreBusy,
)
from bot.service.tables import Where
from tests.service.clockwork import Clockhouse
from tests.service.house import ANA, BRUNO, CHEN, DANA, MemoryStore

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
PACES = (Pace.LIVE, Pace.RELAXED, Pace.DAY, Pace.SLOW)
SECOND = timedelta(seconds=1)


def time_ups(there: Clockhouse, match_id: int = 1) -> int:
    """How often the table told that time was up."""
    shown = [each for each in there.channel.shown if each.match.id == match_id]
    events = [event for update in shown for news in update.news for event in news.events]
    return sum(isinstance(event, TimeUp) for event in events)


class TestPaces:
    @pytest.mark.parametrize("pace", PACES)
    async def test_reminded_twice_then_moved_for(self, there, pace):
        await there.begun(pace=pace)
        match, (late, _) = await there.match(), await there.turn(1)
        begun, allowance = there.time.now(), pace.allowance
        assert await there.due() == begun + allowance

        for part, reminders in ((0.5, 1), (0.9, 2)):
            await there.until(begun + part * allowance - SECOND)
            assert there.channel.reminded == [(1, late)] * (reminders - 1)
            await there.goes_by(seconds=2)
            assert there.channel.reminded == [(1, late)] * reminders
        await there.until(begun + allowance - SECOND)
        assert (await there.match()).ply == match.ply
        await there.goes_by(seconds=2)

        after = await there.match()
        assert after.ply > match.ply
        assert there.missed(after)[late] == 1
        assert await there.store.late(1, 0) == {match.ply}
        assert time_ups(there) == 1
        await there.agree(1)

    async def test_the_move_made_is_what_the_game_calls_safest(self, there):
        await there.begun()
        plies = await there.plies(1)
        rules, match = game("block"), await there.match()
        (seat,) = (clock.seat for clock in match.agenda.clocks)
        safest = rules.safest(rules.observe(plies[-1].state, seat))
        await there.goes_by(hours=25)
        assert (await there.store.log(1))[match.ply] == (seat, safest.code)

    async def test_without_a_pace_nothing_happens_for_a_month(self, there):
        await there.begun(pace=Pace.NONE)
        match = await there.match()
        await there.goes_by(days=29.9)
        assert await there.match() == match
        assert there.channel.reminded == []

    async def test_whoever_plays_in_time_has_all_of_it_again(self, there):
        await there.begun()
        await there.goes_by(hours=20)
        await there.play()
        assert await there.due() == there.time.now() + DAY
        assert set((there.missed(await there.match())).values()) == {0}

    async def test_whoever_plays_after_half_of_it_is_not_reminded_of_that_turn(self, there):
        await there.begun()
        await there.goes_by(hours=13)
        first = await there.play()
        await there.goes_by(hours=11)
        assert there.channel.reminded == [(1, first)]


@pytest.mark.parametrize("game_id", ["blind", "squares"])
class TestSeveralAtOnce:
    """All choose in secret, from which end or what to pass on; each has a time of their own."""

    PEOPLE = (ANA, BRUNO, CHEN)

    async def begun(self, there, game_id) -> None:
        await there.begun(*self.PEOPLE, game_id=game_id)
        rng = Random(3)
        for _ in range(400):
            match = await there.match()
            if len(match.agenda.clocks) > 1:
                return
            await there.play(number=rng.randrange(100))
        raise AssertionError("they never choose together")

    async def choose(self, there, game_id: str, user: int) -> None:
        match, plies = await there.match(), await there.plies(1)
        codes = game(game_id).legal_moves(plies[-1].state, match.seat_of(user))
        await there.matches.play(1, user, match.ply, codes[0].code)
        await there.quiet()

    async def test_only_who_is_missing_is_chosen_for(self, there, game_id):
        await self.begun(there, game_id)
        before = await there.match()
        del there.channel.reminded[:]
        dues = {each.due_at for each in before.agenda.clocks}
        assert dues == {there.time.now() + DAY}
        waiting = [before.seats[each.seat].user_id for each in before.agenda.clocks]
        absent, *others = waiting

        await there.goes_by(hours=10)
        for user in others:
            await self.choose(there, game_id, user)
            assert {each.due_at for each in (await there.match()).agenda.clocks} == dues
        await there.goes_by(hours=13)
        assert there.channel.reminded == [(1, absent)] * 2
        await there.goes_by(hours=2)

        after = await there.match()
        assert there.missed(after) == {user: int(user == absent) for user in self.PEOPLE}
        assert len(await there.store.late(1, 0)) == 1
        await there.agree(1)

    async def test_all_of_them_at_the_same_moment(self, there, game_id):
        await self.begun(there, game_id)
        waiting = len((await there.match()).agenda.clocks)
        await there.goes_by(hours=24.1)
        assert len(await there.store.late(1, 0)) == waiting
        assert sum(there.missed(await there.match()).values()) == waiting


class TestTheAbsent:
    async def test_twice_in_a_row_and_a_computer_holds_the_seat(self, there):
        await there.begun(ANA, BRUNO)
        late, _ = await there.turn(1)
        await there.goes_by(hours=25)
        await there.play_until_turn_of(late)
        await there.goes_by(hours=25)

        after = await there.match()
        seat = after.seats[after.seat_of(late)]
        assert (seat.is_held, seat.missed) == (True, 2)
        with pytest.raises(SeatHeld):
            await there.matches.play(1, late, None, "pass")
        while after.is_open and after.awaits is Awaits.PERSON:
            assert (await there.turn(1))[0] != late
            await there.play()
            after = await there.match()
        assert after.stage is Stage.OVER
        assert there.missed(after)[late] == 2

    async def test_a_move_in_between_and_nothing_was_missed(self, there):
        await there.begun(ANA, BRUNO)
        late, _ = await there.turn(1)
        for _ in range(2):
            await there.goes_by(hours=25)
            await there.play_until_turn_of(late)
            assert there.missed(await there.match())[late] == 1
            await there.play()
            assert there.missed(await there.match())[late] == 0
            await there.play_until_turn_of(late)
        assert not any(each.is_held for each in (await there.match()).seats)

    async def test_back_in_their_seat_they_have_all_their_time(self, there):
        await there.begun(ANA, BRUNO, CHEN)
        late, _ = await there.turn(1)
        for _ in range(2):
            await there.goes_by(hours=25)
            if there.missed(await there.match())[late] < 2:
                await there.play_until_turn_of(late)
        await there.goes_by(hours=3)
        await there.matches.take_back(1, late)
        with pytest.raises(NotHeld):
            await there.matches.take_back(1, late)
        await there.play_until_turn_of(late)
        seat = (await there.match()).seats[(await there.match()).seat_of(late)]
        assert (seat.plays, seat.missed) == (True, 0)
        assert await there.due() == there.time.now() + DAY
        await there.play()

    async def test_when_nobody_is_left_who_plays_it_is_given_up(self, there):
        await there.begun(ANA, BRUNO)
        await there.goes_by(days=6)
        after = await there.match()
        assert (after.stage, after.given_up) == (Stage.CLOSED, GivenUp.ABSENT)
        assert len(await there.store.late(1, 0)) == 3, "the fourth time is the end"
        assert there.channel.shown[-1].match.stage is Stage.CLOSED

    async def test_computers_do_not_play_on_alone(self, there):
        await there.begun(ANA, computers=2)
        await there.goes_by(days=3)
        assert (await there.match()).given_up is GivenUp.ABSENT


class TestForcedMoves:
    async def forced(self, there, *, autoplay: bool = True) -> int:
        """Until somebody has no choice, and a click is due all the same."""
        for user in (ANA, BRUNO):
            await there.boneyard.set_preferences(user, Preferences(autoplay=autoplay))
        await there.begun(ANA, BRUNO)
        rng = Random(1)
        for _ in range(200):
            user, codes = await there.turn(1)
            clock = (await there.match()).agenda.clocks[0]
            assert (clock.plays_at is not None) is (autoplay and len(codes) == 1)
            if len(codes) == 1:
                return user
            await there.play(number=rng.randrange(100))
            if not (await there.match()).is_open:
                break
        raise AssertionError("nobody was ever forced")

    async def test_are_made_after_a_while_for_who_wants_that(self, there):
        user = await self.forced(there)
        before = await there.match()
        await there.goes_by(seconds=19)
        assert (await there.match()).ply == before.ply
        await there.goes_by(seconds=162)
        after = await there.match()
        assert after.ply > before.ply
        assert time_ups(there) == 0
        assert await there.store.late(1, 0) == frozenset()
        assert there.missed(after)[user] == 0

    async def test_and_for_nobody_else(self, there):
        await self.forced(there, autoplay=False)
        before = await there.match()
        await there.goes_by(hours=23)
        assert (await there.match()).ply == before.ply

    async def test_whoever_wants_it_now_need_not_wait_for_their_next_turn(self, there):
        user = await self.forced(there, autoplay=False)
        before = await there.match()
        await there.boneyard.set_preferences(user, Preferences(autoplay=True))
        await there.goes_by(minutes=4)
        assert (await there.match()).ply > before.ply

    async def test_whoever_does_not_want_it_any_more_is_left_alone(self, there):
        user = await self.forced(there)
        before = await there.match()
        await there.boneyard.set_preferences(user, Preferences())
        await there.goes_by(hours=23)
        assert (await there.match()).ply == before.ply

    async def test_whoever_is_said_to_be_away_does_not_seem_to_move(self, there):
        """All would know that the bot made the move, and so that there was no other."""
        user = await self.forced(there)
        before = await there.match()
        await there.boneyard.holidays.begin(user, 2)
        await there.goes_by(hours=47)
        assert (await there.match()).ply == before.ply
        await there.goes_by(hours=1, minutes=4)
        assert (await there.match()).ply > before.ply, "back again"
        assert time_ups(there) == 0

    async def test_no_line_tells_of_them(self, there, caplog):
        await self.forced(there)
        with caplog.at_level(logging.INFO):
            await there.goes_by(minutes=4)
        made = [each for each in caplog.records if each.message == "move committed"]
        assert made
        assert {getattr(each, "by", None) for each in made} == {"person"}


class TestAtTheSameMoment:
    async def test_a_click_and_the_deadline_and_one_of_them_wins(self, time):
        """Whichever comes first, however far the other is: one move, and nobody is told a lie."""
        clicks = 0
        for head_start in range(-14, 14):
            there = Clockhouse(time, MemoryStore())
            await there.begun()
            user, codes = await there.turn(1)
            before = await there.match()
            time.seconds += 24 * 3600
            long_ago = time.now() - 3 * DAY

            async def after(turns: int, do: Callable[[], Awaitable[object]]) -> object:
                for _ in range(turns):
                    await asyncio.sleep(0)
                return await do()

            outcomes = await asyncio.gather(
                after(head_start, partial(there.matches.play, 1, user, before.ply, codes[-1])),
                after(-head_start, partial(there.boneyard.timekeeper._see_to, 1, long_ago)),
                return_exceptions=True,
            )
            await there.quiet()

            now, late = await there.match(), await there.store.late(1, 0)
            clicked = not any(isinstance(each, StaleMove) for each in outcomes)
            assert late == (frozenset() if clicked else {before.ply})
            assert there.missed(now)[user] == (0 if clicked else 1)
            log = await there.store.log(1)
            if clicked:
                assert log[before.ply][1] == codes[-1]
            await there.agree(1)
            assert now.shown_version == now.version
            clicks += clicked
            await there.boneyard.close()
        assert 0 < clicks < 28

    async def test_an_alarm_that_was_overtaken_is_nothing(self, there):
        await there.begun()
        await there.goes_by(hours=23.9)
        await there.play()
        after = await there.match()
        await there.goes_by(hours=1)
        assert (await there.match()).ply == after.ply
        assert await there.store.late(1, 0) == frozenset()

    async def test_nor_does_anything_happen_before_its_time(self, there):
        await there.begun()
        before = await there.match()
        for _ in range(5):
            await there.boneyard.timekeeper._see_to(1, there.time.now() - 9 * DAY)
        assert await there.match() == before


class TestWhatLiesStill:
    async def test_a_lobby_lapses_a_day_after_the_last_thing_happened(self, there):
        match_id = await there.lobby(ANA)
        await there.goes_by(hours=20)
        await there.tables.join(match_id, BRUNO, "salt")
        await there.goes_by(hours=23)
        assert (await there.match()).stage is Stage.LOBBY
        await there.goes_by(hours=1.1)
        after = await there.match()
        assert (after.stage, after.given_up) == (Stage.CLOSED, GivenUp.LAPSED)
        assert there.channel.shown[-1].match.given_up is GivenUp.LAPSED
        assert await there.lobby(CHEN) == match_id + 1, "the channel is free"

    async def test_a_match_lapses_a_month_after_the_last_move(self, there):
        await there.begun(pace=Pace.NONE)
        await there.goes_by(days=20)
        await there.play()
        await there.goes_by(days=29)
        assert (await there.match()).is_open
        await there.goes_by(days=1.1)
        assert (await there.match()).given_up is GivenUp.LAPSED


class TestAfterTheBotWasAway:
    @pytest.mark.parametrize("pace", PACES)
    async def test_a_deadline_long_over_is_not_moved_for_at_once(self, there, pace):
        await there.begun(pace=pace)
        match = await there.match()
        again = await there.again(days=10)
        assert (await again.match()).ply == match.ply
        assert await again.due() == again.time.now() + pace.grace
        assert again.channel.shown[-1].match.agenda == (await again.match()).agenda, "it is told"
        await again.until(again.time.now() + pace.grace - SECOND)
        assert (await again.match()).ply == match.ply
        await again.goes_by(seconds=2)
        assert (await again.match()).ply > match.ply
        await again.boneyard.close()

    async def test_who_has_more_time_left_than_that_has_no_more(self, there):
        await there.begun()
        due = await there.due()
        again = await there.again(hours=10)
        assert await again.due() == due
        await again.boneyard.close()

    async def test_nobody_is_reminded_twice(self, there):
        await there.begun()
        late, _ = await there.turn(1)
        await there.goes_by(hours=13)
        again = await there.again(minutes=1)
        await again.goes_by(hours=8)
        assert again.channel.reminded == [(1, late)]
        once_more = await again.again(days=2)
        assert once_more.channel.reminded == [(1, late)] * 2, (
            "the second reminder was due meanwhile"
        )
        await once_more.goes_by(hours=0.9)
        assert once_more.channel.reminded == [(1, late)] * 2
        await once_more.boneyard.close()

    async def test_what_fell_due_is_seen_to_in_order(self, there):
        for nth in range(3):
            match_id = await there.lobby(ANA, BRUNO, where=Where(1, 100 - nth))
            await there.tables.start(match_id, ANA, "start")
            await there.goes_by(hours=1)
        lobby = await there.lobby(CHEN, where=Where(1, 7))
        again = await there.again(days=3)
        for match_id in (1, 2, 3, lobby):
            assert (await again.match(match_id)).is_open
        del again.channel.shown[:]
        await again.goes_by(hours=1.01)
        assert [each.match.id for each in again.channel.shown] == [1, 2, 3, lobby]
        for match_id in (1, 2, 3):
            assert len(await again.store.late(match_id, 0)) == 1
        assert (await again.match(lobby)).given_up is GivenUp.LAPSED
        await again.boneyard.close()

    async def test_a_short_while_in_which_nobody_could_play_counts_as_well(self, there):
        """Discord is away, the bot is not: moves that were in memory all the time wait too."""
        await there.begun(ANA, BRUNO)
        await there.goes_by(hours=20)
        match = await there.match()
        there.boneyard.pause()
        await there.goes_by(hours=6)
        assert (await there.match()).ply == match.ply
        there.boneyard.resume()
        await there.quiet()
        assert await there.due() == there.time.now() + HOUR
        await there.goes_by(hours=0.9)
        await there.play()
        assert await there.store.late(1, 0) == frozenset()
        assert await there.due() == there.time.now() + DAY
        await there.agree(1)

    async def test_a_machine_that_slept(self, there):
        await there.begun()
        match = await there.match()
        await there.goes_by(hours=1)
        there.time.set_by += 7 * DAY
        await there.goes_by(hours=1.5)
        assert (await there.match()).ply == match.ply
        await there.goes_by(hours=1)
        assert (await there.match()).ply > match.ply


class TestQuietHours:
    NIGHT = Preferences(quiet=QuietHours(22 * 60, 8 * 60, "UTC"))

    def at(self, days: int, hour: float) -> datetime:
        return datetime.fromisoformat("2026-01-01T00:00+00:00") + days * DAY + hour * HOUR

    async def test_the_reminder_waits_for_the_morning(self, there):
        for user in (ANA, BRUNO):
            await there.boneyard.set_preferences(user, self.NIGHT)
        await there.begun()  # at noon: half of the time is at midnight
        await there.until(self.at(1, 7.99))
        assert there.channel.reminded == []
        await there.until(self.at(1, 8.01))
        assert len(there.channel.reminded) == 1

    async def test_and_so_does_the_move(self, there):
        await there.goes_by(hours=10.5)  # 22:30
        await there.begun()
        match, (late, _) = await there.match(), await there.turn(1)
        await there.boneyard.set_preferences(late, self.NIGHT)
        assert await there.due() == self.at(2, 9)
        assert there.channel.shown[-1].match.agenda == (await there.match()).agenda
        await there.until(self.at(2, 8.9))
        assert (await there.match()).ply == match.ply
        assert there.channel.reminded == [(1, late)] * 2
        await there.until(self.at(2, 9.1))
        assert (await there.match()).ply > match.ply

    async def test_a_fast_table_is_not_kept_waiting(self, there):
        await there.goes_by(hours=11)
        await there.begun(pace=Pace.RELAXED)
        match, (late, _) = await there.match(), await there.turn(1)
        await there.boneyard.set_preferences(late, self.NIGHT)
        await there.goes_by(minutes=16)
        assert there.channel.reminded == []
        assert (await there.match()).ply > match.ply

    async def test_what_could_not_be_planned_when_it_was_set_is_found_at_the_deadline(self, there):
        """The process died between the two."""
        await there.goes_by(hours=10.5)
        await there.begun()
        match, (late, _) = await there.match(), await there.turn(1)
        await there.boneyard.people.save_preferences(late, self.NIGHT)
        await there.goes_by(hours=24.1)
        assert (await there.match()).ply == match.ply
        assert await there.due() == self.at(2, 9)


class Nth:
    """Fails at the n-th call, before or after it has taken effect."""

    def __init__(self, store: MemoryStore, n: int, moment: str) -> None:
        self.left = n
        setattr(store, moment, self)

    def __call__(self, name: str) -> None:
        self.left -= 1
        if self.left == 0:
            raise StoreBusy(f"{name} failed")


class TestAStoreThatFails:
    @pytest.mark.parametrize("moment", ["before", "after"])
    async def test_at_any_call_of_a_day_all_is_as_without(self, time, moment):
        """A reminder, another, a move for the absent, and a computer's answer."""

        async def day(fails_at: int) -> tuple[int, Clockhouse]:
            there = Clockhouse(time, MemoryStore())
            await there.begun(ANA, BRUNO, computers=1)
            await there.play_until_turn_of(ANA)
            calls = sum(there.store.calls.values())
            Nth(there.store, fails_at, moment)
            await there.goes_by(hours=24.5)
            return sum(there.store.calls.values()) - calls, there

        calls, untroubled = await day(0)
        wanted = await untroubled.match()
        assert len(untroubled.channel.reminded) == 2
        await untroubled.boneyard.close()
        assert calls > 20
        for n in range(1, calls + 1):
            _, there = await day(n)
            match = await there.match()
            await there.agree(1)
            assert len(await there.store.late(1, 0)) == 1, n
            assert there.missed(match) == there.missed(wanted), n
            assert match.shown_version == match.version, n
            assert len(there.channel.reminded) <= 2, n
            await there.boneyard.close()

    async def test_a_start_that_was_kept_though_nobody_heard_of_it_has_its_clock(self, there):
        match_id = await there.lobby(ANA, BRUNO)
        await there.tables.set_pace(match_id, ANA, Pace.LIVE)

        def fail(name: str) -> None:
            if name == "start":
                raise StoreBusy("cut off")

        there.store.after = fail
        with pytest.raises(StoreBusy):
            await there.tables.start(match_id, ANA, "start")
        there.store.after = lambda _: None
        await there.until(await there.due() + timedelta(seconds=1))
        assert time_ups(there) == 1


class TestHolidays:
    async def test_a_clock_stands_still_and_the_table_says_so(self, there):
        await there.begun()
        match, (user, _) = await there.match(), await there.turn(1)
        due = await there.due()
        await there.goes_by(hours=5)

        await there.boneyard.holidays.begin(user, 3)
        await there.quiet()

        assert await there.due() == due + 3 * DAY
        (told,) = there.channel.shown[-1].match.agenda.clocks
        assert told.away_until == there.time.now() + 3 * DAY
        await there.goes_by(hours=71)
        assert (await there.match()).ply == match.ply
        assert there.channel.reminded == []
        await there.goes_by(hours=2)
        (told,) = there.channel.shown[-1].match.agenda.clocks
        assert told.away_until is None, "and that they are back"
        await there.until(due + 3 * DAY + SECOND)
        assert (await there.match()).ply > match.ply

    async def test_others_play_on_and_who_comes_back_early_has_what_they_had(self, there):
        await there.begun(ANA, BRUNO, CHEN)
        await there.boneyard.holidays.begin(BRUNO, 10)
        await there.play_until_turn_of(BRUNO)
        begun = there.time.now()
        assert await there.due() == begun + 11 * DAY
        await there.goes_by(days=2)
        await there.boneyard.holidays.end(BRUNO)
        assert await there.due() == begun + 3 * DAY
        await there.play()

    @pytest.mark.parametrize(("pace", "stops"), [(Pace.RELAXED, False), (Pace.SLOW, True)])
    async def test_only_where_moves_take_days(self, there, pace, stops):
        await there.begun(pace=pace)
        match, (user, _) = await there.match(), await there.turn(1)
        await there.boneyard.holidays.begin(user, 7)
        assert (await there.match() != match) is stops

    async def test_in_all_matches_of_theirs(self, there):
        for nth in range(3):
            match_id = await there.lobby(ANA, where=Where(1, 100 + nth))
            await there.tables.add_computer(match_id, ANA, "steady")
            await there.tables.start(match_id, ANA, "start")
            await there.quiet()
        lobby = await there.lobby(ANA)
        await there.boneyard.holidays.begin(ANA, 7)
        for match_id in (1, 2, 3):
            assert await there.due(match_id) == there.time.now() + 8 * DAY
        assert (await there.match(lobby)).agenda.clocks == ()


async def test_a_table_of_absent_people_never_makes_the_clock_spin(there):
    """A whole month of four people who never come: so many moments, so many looks."""
    await there.begun(ANA, BRUNO, CHEN, DANA)
    await there.goes_by(days=30)
    assert (await there.match()).given_up is GivenUp.ABSENT
    assert there.store.calls["alarms"] < 30 * 24 + 100
