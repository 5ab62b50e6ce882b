"""Deadlines, reminders and moves that happen though nobody does anything."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from functools import partial
from random import Random
from unittest import mock

import pytest

from bot.engine.errors import StaleMove
from bot.engine.seating import TimeUp
from bot.games import game
from bot.model.errors import NotHeld, SeatHeld
from bot.model.match import CloseReason, Match, Stage
from bot.model.preferences import Preferences, QuietHours
from bot.model.terms import Pace
from bot.service.clock import scheduler
from bot.service.lobby.new_match import MatchPlace
from bot.service.metrics import Metrics
from bot.service.ports.faults import Conflict, StoreFault
from tests.service.harness import ANA, BRUNO, CHEN, refused
from tests.service.virtual_time import TimedHarness, turns

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
PACES = (Pace.LIVE, Pace.RELAXED, Pace.DAY, Pace.SLOW)
SECOND = timedelta(seconds=1)


def time_ups(timed: TimedHarness, match_id: int = 1) -> int:
    shown = [each for each in timed.channel.shown if each.match.id == match_id]
    events = [event for update in shown for news in update.news for event in news.events]
    return sum(isinstance(event, TimeUp) for event in events)


class TestPaces:
    @pytest.mark.parametrize("pace", PACES)
    async def test_reminded_twice_then_moved_for(self, timed, pace):
        await timed.begun(pace=pace)
        match, (late, _) = await timed.match(), await timed.turn(1)
        rules, seat, state = game("block"), match.seat_of(late), (await timed.plies(1))[-1].state
        timeout_move = rules.timeout_move(rules.observe(state, seat))
        begun, allowance = timed.time.now(), pace.allowance
        assert await timed.due() == begun + allowance
        for part, reminders in ((0.5, 1), (0.9, 2)):
            await timed.until(begun + part * allowance - SECOND)
            assert timed.channel.reminded == [(1, late)] * (reminders - 1)
            await timed.advance(seconds=2)
            assert timed.channel.reminded == [(1, late)] * reminders
        await timed.until(begun + allowance - SECOND)
        assert (await timed.match()).ply == match.ply
        await timed.advance(seconds=2)
        assert (await timed.store.log(1))[match.ply] == (seat, timeout_move.code)
        assert timed.missed(await timed.match())[late] == 1
        assert await timed.store.late_plies(1, 0) == {match.ply}
        assert time_ups(timed) == 1
        await timed.agree(1)

    async def test_whoever_plays_in_time_has_all_of_it_again_and_is_not_reminded_of_that_turn(
        self, timed
    ):
        await timed.begun()
        await timed.advance(hours=20)
        first = await timed.play()
        after = await timed.match()
        assert await timed.due() == timed.time.now() + DAY
        assert set(timed.missed(after).values()) == {0}
        await timed.advance(hours=11)  # this would have been past the deadline
        assert timed.channel.reminded == [(1, first)]
        assert (await timed.match()).ply == after.ply


@pytest.mark.parametrize("game_id", ["blind", "squares"])
class TestSeveralAtOnce:
    """All choose in secret, an end or a piece to pass on; each has a clock of their own."""

    PEOPLE = (ANA, BRUNO, CHEN)

    async def begun(self, timed, game_id) -> None:
        await timed.begun(*self.PEOPLE, game_id=game_id)
        rng = Random(4)
        while len((await timed.match()).agenda.clocks) < 2:
            await timed.play(number=rng.randrange(100))

    async def test_the_clock_moves_only_for_those_who_are_out_of_time(self, timed, game_id):
        await self.begun(timed, game_id)
        before = await timed.match()
        del timed.channel.reminded[:]
        dues = {each.due_at for each in before.agenda.clocks}
        assert dues == {timed.time.now() + DAY}
        absent, *others = [before.seats[each.seat].user_id for each in before.agenda.clocks]
        await timed.advance(hours=10)
        rules, state = game(game_id), (await timed.plies(1))[-1].state
        for user in others:
            code = rules.legal_moves(state, before.seat_of(user))[0].code
            await timed.matches.play(1, user, before.ply, code)
            assert {each.due_at for each in (await timed.match()).agenda.clocks} == dues
        await timed.advance(hours=13)
        assert timed.channel.reminded == [(1, absent)] * 2
        await timed.advance(hours=2)
        after = await timed.match()
        assert timed.missed(after) == {user: int(user == absent) for user in self.PEOPLE}
        assert len(await timed.store.late_plies(1, 0)) == 1
        await timed.agree(1)

    async def test_who_has_time_left_is_not_reminded_with_the_others(self, timed, game_id):
        await self.begun(timed, game_id)
        match = await timed.match()
        away, *others = [match.seats[each.seat].user_id for each in match.agenda.clocks]
        del timed.channel.reminded[:]
        await timed.service.holidays.begin(away, 3)
        await timed.advance(hours=13)
        assert timed.channel.reminded == [(1, user) for user in sorted(others)]

    async def test_a_conflict_over_one_of_them_repeats_nothing_else(self, timed, game_id):
        """Another process changes the match after the first of them was moved for."""
        await self.begun(timed, game_id)
        waiting, handled = len((await timed.match()).agenda.clocks), list[timedelta]()

        def overtaken(name: str) -> None:
            if name == "commit_moves" and timed.store.calls[name] == before + 2:
                raise Conflict

        await timed.advance(hours=23)
        before, timed.store.before = timed.store.calls["commit_moves"], overtaken
        with mock.patch.object(Metrics, "deadline_handled", lambda _, lag: handled.append(lag)):
            await timed.advance(hours=1, seconds=9)  # the table goes on by itself later
        assert timed.store.calls["commit_moves"] == before + waiting + 1
        assert len(await timed.store.late_plies(1, 0)) == waiting
        assert sum(timed.missed(await timed.match()).values()) == waiting
        assert handled == [timedelta()] * waiting, "each was due at the same moment"
        await timed.agree(1)


class TestTheAbsent:
    async def test_twice_in_a_row_and_a_computer_holds_the_seat_until_it_is_taken_back(self, timed):
        await timed.begun(ANA, BRUNO)
        late, _ = await timed.turn(1)
        await timed.advance(hours=25)
        await timed.play_until_turn_of(late)
        await timed.advance(hours=25)
        after = await timed.match()
        seat = after.seats[after.seat_of(late)]
        assert (seat.is_held, seat.missed) == (True, 2)
        await refused(SeatHeld, timed.matches.play(1, late, None, "pass"))
        for _ in range(3):
            assert await timed.play() != late
        assert timed.missed(await timed.match())[late] == 2
        await timed.matches.reclaim_seat(1, late)
        await refused(NotHeld, timed.matches.reclaim_seat(1, late))
        await timed.play_until_turn_of(late)
        seat = (await timed.match()).seats[seat.seat]
        assert (seat.is_person_playing, seat.missed) == (True, 0)
        assert await timed.due() == timed.time.now() + DAY
        await timed.play()

    async def test_a_move_in_between_and_nothing_was_missed(self, timed):
        await timed.begun(ANA, BRUNO)
        late, _ = await timed.turn(1)
        for _ in range(2):
            await timed.advance(hours=25)
            await timed.play_until_turn_of(late)
            assert timed.missed(await timed.match())[late] == 1
            await timed.play()
            assert timed.missed(await timed.match())[late] == 0
            await timed.play_until_turn_of(late)

    @pytest.mark.parametrize(("people", "computers"), [((ANA, BRUNO), 0), ((ANA,), 2)])
    async def test_when_nobody_is_left_who_plays_it_is_given_up(self, timed, people, computers):
        await timed.begun(*people, computers=computers)
        await timed.advance(days=6)
        after = await timed.match()
        assert (after.stage, after.close_reason) == (Stage.CLOSED, CloseReason.ABSENT)
        assert len(await timed.store.late_plies(1, 0)) == 2 * len(people) - 1, "then is the end"
        assert timed.store.calls["alarms"] < 40, "the clock never spins"
        assert timed.channel.shown[-1].match.stage is Stage.CLOSED


class TestForcedMoves:
    async def forced(self, timed, *, autoplay: bool = True) -> tuple[int, Match]:
        """Until somebody has no choice, and a click is due all the same."""
        for user in (ANA, BRUNO):
            await timed.service.set_preferences(user, Preferences(autoplay=autoplay))
        await timed.begun(ANA, BRUNO)
        rng = Random(1)
        while True:
            (user, codes), match = await timed.turn(1), await timed.match()
            planned = match.agenda.clocks[0].autoplay_at is not None
            assert planned is (autoplay and len(codes) == 1)
            if len(codes) == 1:
                return user, match
            await timed.play(number=rng.randrange(100))

    async def test_forced_moves_are_made_after_a_random_delay_and_not_logged_as_such(
        self, timed, caplog
    ):
        user, before = await self.forced(timed)
        await timed.advance(seconds=19)
        assert (await timed.match()).ply == before.ply
        with caplog.at_level(logging.INFO):
            await timed.advance(seconds=162)
        after = await timed.match()
        assert after.ply > before.ply
        assert time_ups(timed) == 0
        assert await timed.store.late_plies(1, 0) == frozenset()
        assert timed.missed(after)[user] == 0
        made = [each for each in caplog.records if each.message == "move committed"]
        assert made
        assert {getattr(each, "by", None) for each in made} == {"person"}

    async def test_forced_moves_are_made_only_for_people_who_want_that(self, timed):
        user, before = await self.forced(timed, autoplay=False)
        await timed.advance(hours=13)
        assert (await timed.match()).ply == before.ply
        await timed.service.set_preferences(user, Preferences(autoplay=True))
        await timed.advance(minutes=4)
        assert (await timed.match()).ply > before.ply

    async def test_turning_forced_moves_off_stops_them(self, timed):
        user, before = await self.forced(timed)
        await timed.service.set_preferences(user, Preferences())
        await timed.advance(hours=23)
        assert (await timed.match()).ply == before.ply

    async def test_no_forced_move_is_made_during_a_holiday(self, timed):
        """All would know that the bot made the move, and so that there was no other."""
        user, before = await self.forced(timed)
        await timed.service.holidays.begin(user, 2)
        await timed.advance(hours=47)
        assert (await timed.match()).ply == before.ply
        await timed.advance(hours=1, minutes=4)
        assert (await timed.match()).ply > before.ply, "back again"
        assert time_ups(timed) == 0


@pytest.mark.parametrize("step", [2, pytest.param(1, marks=pytest.mark.deep)])
async def test_a_click_and_the_deadline_and_one_of_them_wins(time, only_alarms, step):
    """Whichever comes first, however far the other is: one move, and nobody is told a lie."""
    clicks, head_starts = 0, range(-14, 14, step)
    for head_start in head_starts:
        timed = TimedHarness(time)
        await timed.begun()
        user, codes = await timed.turn(1)
        before = await timed.match()
        time.seconds += 24 * 3600
        long_ago = time.now() - 3 * DAY

        async def after(number: int, do: Callable[[], Awaitable[object]]) -> object:
            await turns(number)
            return await do()

        outcomes = await asyncio.gather(
            after(head_start, partial(timed.matches.play, 1, user, before.ply, codes[-1])),
            after(-head_start, partial(timed.service.scheduler._handle_due, 1, long_ago)),
            return_exceptions=True,
        )
        await timed.quiet()

        now, late = await timed.match(), await timed.store.late_plies(1, 0)
        clicked = not any(isinstance(each, StaleMove) for each in outcomes)
        assert late == (frozenset() if clicked else {before.ply})
        assert timed.missed(now)[user] == (0 if clicked else 1)
        log = await timed.store.log(1)
        if clicked:
            assert log[before.ply][1] == codes[-1]
        await timed.agree(1)
        assert now.shown_version == now.version
        clicks += clicked
        await timed.end()
    assert 0 < clicks < len(head_starts)


class TestIdleTables:
    async def test_a_lobby_lapses_a_day_after_the_last_thing_happened(self, timed):
        match_id = await timed.lobby(ANA)
        await timed.advance(hours=20)
        await timed.tables.join(match_id, BRUNO, "salt")
        await timed.advance(hours=23)
        assert (await timed.match()).stage is Stage.LOBBY
        await timed.advance(hours=1.1)
        after = await timed.match()
        assert (after.stage, after.close_reason) == (Stage.CLOSED, CloseReason.LAPSED)
        assert timed.channel.shown[-1].match.close_reason is CloseReason.LAPSED
        assert await timed.lobby(CHEN) == match_id + 1, "the channel is free"

    async def test_a_match_lapses_a_month_after_the_last_move(self, timed):
        await timed.begun(pace=Pace.NONE)
        await timed.advance(days=20)
        await timed.play()
        match = await timed.match()
        await timed.advance(days=29)
        assert await timed.match() == match
        assert timed.channel.reminded == []
        await timed.advance(days=1.1)
        assert (await timed.match()).close_reason is CloseReason.LAPSED


class TestAfterTheBotWasAway:
    @pytest.mark.parametrize("pace", PACES)
    async def test_a_deadline_long_over_is_not_moved_for_at_once(self, timed, pace):
        await timed.begun(pace=pace)
        match = await timed.match()
        again = await timed.again(days=10)
        assert (await again.match()).ply == match.ply
        assert await again.due() == again.time.now() + pace.grace
        assert again.channel.shown[-1].match.agenda == (await again.match()).agenda, "it is told"
        await again.until(again.time.now() + pace.grace - SECOND)
        assert (await again.match()).ply == match.ply
        await again.advance(seconds=2)
        assert (await again.match()).ply > match.ply

    async def test_nobody_is_reminded_twice(self, timed):
        await timed.begun()
        (late, _), due = await timed.turn(1), await timed.due()
        await timed.advance(hours=13)
        again = await timed.again(minutes=1)
        assert await again.due() == due, "nobody who has enough time left gets more"
        await again.advance(hours=8)
        assert again.channel.reminded == [(1, late)]
        once_more = await again.again(days=2)
        assert once_more.channel.reminded == [(1, late)] * 2, "it fell due meanwhile"
        await once_more.advance(hours=0.9)
        assert once_more.channel.reminded == [(1, late)] * 2

    async def test_overdue_deadlines_are_handled_in_order(self, timed):
        for nth in range(3):
            await timed.running(ANA, BRUNO, where=MatchPlace(1, 100 - nth))
            await timed.advance(hours=1)
        lobby = await timed.lobby(CHEN, where=MatchPlace(1, 7))
        again = await timed.again(days=3)
        for match_id in (1, 2, 3, lobby):
            assert (await again.match(match_id)).is_open
        del again.channel.shown[:]
        await again.advance(hours=1.01)
        assert [each.match.id for each in again.channel.shown] == [1, 2, 3, lobby]
        for match_id in (1, 2, 3):
            assert len(await again.store.late_plies(match_id, 0)) == 1
        assert (await again.match(lobby)).close_reason is CloseReason.LAPSED

    async def test_an_outage_of_hours_gives_time_to_move(self, timed):
        """Discord is away, the bot is not: moves that were in memory all the time wait too."""
        await timed.begun(ANA, BRUNO)
        await timed.advance(hours=20)
        match = await timed.match()
        timed.service.pause()
        await timed.advance(hours=6)
        assert (await timed.match()).ply == match.ply
        timed.service.resume()
        await timed.quiet()
        assert await timed.due() == timed.time.now() + HOUR
        await timed.advance(hours=0.9)
        await timed.play()
        assert await timed.store.late_plies(1, 0) == frozenset()
        assert await timed.due() == timed.time.now() + DAY
        await timed.agree(1)

    async def test_time_asleep_is_no_time_to_move(self, timed, monkeypatch):
        monkeypatch.setattr(scheduler, "LONGEST_SLEEP", HOUR)
        await timed.begun()
        match = await timed.match()
        await timed.advance(hours=1)
        timed.time.set_by += 7 * DAY
        await timed.advance(hours=1.5)
        assert (await timed.match()).ply == match.ply
        await timed.advance(hours=1)
        assert (await timed.match()).ply > match.ply


class TestQuietHours:
    NIGHT = Preferences(quiet=QuietHours(22 * 60, 8 * 60, "UTC"))

    def at(self, days: int, hour: float) -> datetime:
        return datetime.fromisoformat("2026-01-01T00:00+00:00") + days * DAY + hour * HOUR

    async def begun(self, timed) -> tuple[Match, int]:
        await timed.advance(hours=10.5)  # 22:30
        await timed.begun()
        return await timed.match(), (await timed.turn(1))[0]

    async def test_the_deadline_waits_for_the_morning(self, timed):
        match, late = await self.begun(timed)
        await timed.service.set_preferences(late, self.NIGHT)
        assert await timed.due() == self.at(2, 9)
        await timed.quiet()
        assert timed.channel.shown[-1].match.agenda == (await timed.match()).agenda
        await timed.until(self.at(2, 8.9))
        assert (await timed.match()).ply == match.ply
        assert timed.channel.reminded == [(1, late)] * 2
        await timed.until(self.at(2, 9.1))
        assert (await timed.match()).ply > match.ply

    async def test_what_could_not_be_planned_when_it_was_set_is_found_at_the_deadline(self, timed):
        match, late = await self.begun(timed)
        await timed.service.preferences.save_preferences(late, self.NIGHT)
        await timed.advance(hours=24.1)
        assert (await timed.match()).ply == match.ply
        assert await timed.due() == self.at(2, 9)


class TestAStoreThatFails:
    @pytest.mark.parametrize("moment", ["before", "after"])
    @pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.deep)])
    async def test_a_failed_store_call_loses_and_repeats_no_deadline(
        self, time, only_alarms, moment, every
    ):
        """A reminder, another, a move for the absent, and a computer's answer.

        The last call of each kind fails, or one after the other does.
        """

        async def day(fails_at: int) -> tuple[list[str], TimedHarness]:
            timed, names = TimedHarness(time), list[str]()
            await timed.begun(ANA, BRUNO, computers=1)
            await timed.play_until_turn_of(ANA)
            timed.store.before = names.append
            if fails_at:
                timed.store.fail_at(fails_at, moment)
            await timed.advance(hours=24.5)
            timed.store.works_again()
            return names, timed

        names, untroubled = await day(0)
        wanted = await untroubled.match()
        assert len(untroubled.channel.reminded) == 2
        await untroubled.end()
        last_of_each = {name: n for n, name in enumerate(names, 1)}
        assert {"commit_moves", "plan", "alarms", "next_alarm"} <= last_of_each.keys()
        for n in range(1, len(names) + 1) if every else last_of_each.values():
            _, timed = await day(n)
            match = await timed.match()
            await timed.agree(1)
            assert len(await timed.store.late_plies(1, 0)) == 1, n
            assert timed.missed(match) == timed.missed(wanted), n
            assert match.shown_version == match.version, n
            assert len(timed.channel.reminded) <= 2, n
            await timed.end()

    async def test_a_start_that_was_kept_though_nobody_heard_of_it_has_its_clock(self, timed):
        match_id = await timed.lobby(ANA, BRUNO)
        await timed.tables.set_pace(match_id, ANA, Pace.LIVE)
        timed.store.fail_in("start", "after")
        with pytest.raises(StoreFault):
            await timed.tables.start(match_id, ANA, "start")
        await timed.until(await timed.due() + timedelta(seconds=1))
        assert time_ups(timed) == 1


class TestHolidays:
    async def test_clocks_of_all_their_matches_stand_still_and_the_tables_say_so(self, timed):
        await timed.begun(pace=Pace.SLOW)
        match, (user, _) = await timed.match(), await timed.turn(1)
        due = await timed.due()
        other = await timed.running(user, computers=["steady"], where=MatchPlace(1, 100))
        lobby = await timed.lobby(user, where=MatchPlace(1, 101))
        due_elsewhere = await timed.due(other)
        await timed.advance(hours=5)
        await timed.service.holidays.begin(user, 3)
        await timed.quiet()
        assert await timed.due() == due + 3 * DAY
        assert await timed.due(other) == due_elsewhere + 3 * DAY
        assert (await timed.match(lobby)).agenda.clocks == ()
        for shown in timed.channel.shown[-2:]:
            (told,) = shown.match.agenda.clocks
            assert told.away_until == timed.time.now() + 3 * DAY
        await timed.advance(hours=71)
        assert (await timed.match()).ply == match.ply
        assert timed.channel.reminded == []
        await timed.advance(hours=2)
        (told,) = timed.channel.shown[-1].match.agenda.clocks
        assert told.away_until is None, "and that they are back"
        await timed.until(due + 3 * DAY + SECOND)
        assert (await timed.match()).ply > match.ply

    async def test_others_play_on_and_who_comes_back_early_has_what_they_had(self, timed):
        await timed.begun(ANA, BRUNO, CHEN)
        await timed.service.holidays.begin(BRUNO, 10)
        await timed.play_until_turn_of(BRUNO)
        begun = timed.time.now()
        assert await timed.due() == begun + 11 * DAY
        await timed.advance(days=2)
        await timed.service.holidays.end(BRUNO)
        assert await timed.due() == begun + 3 * DAY
        await timed.play()
