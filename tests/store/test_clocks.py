from dataclasses import replace
from datetime import timedelta

import pytest

from bot.model.deadlines import NOTHING, Agenda, SeatClock
from bot.model.match import CloseReason, FinalPlace, LobbyTerms, MoveCommit, Occupant, WaitingFor
from bot.model.overview import Alarm
from bot.model.shards import ALONE
from bot.model.terms import Pace
from bot.service.ports.faults import Conflict
from tests.store.matches import ANA, AT, BEN, DEAL, new, play, reread
from tests.store.support import rows

MINUTE = timedelta(minutes=1)
FIRST = SeatClock(0, 1, AT + 9 * MINUTE)
TWO, THREE, FOUR = (AT + minutes * MINUTE for minutes in (2, 3, 4))
LATE = {"away_until": TWO, "autoplay_at": THREE, "strict_due_at": FOUR}
SECOND = SeatClock(1, 2, AT + 5 * MINUTE, reminded=2, **LATE)
BOTH = Agenda((FIRST, SECOND), lapses_at=AT + 60 * MINUTE, wakes_at=AT + 3 * MINUTE)


def ringing(minutes: float, *clocks: SeatClock) -> Agenda:
    return Agenda(clocks, lapses_at=AT + timedelta(days=30), wakes_at=AT + minutes * MINUTE)


async def begun(store, agenda: Agenda, channel: int = 1, pace: Pace = Pace.DAY):
    seats = (Occupant(0, ANA), Occupant(1, BEN))
    match = await store.open_match(new(channel, seats=seats, pace=pace), AT)
    moved = MoveCommit([DEAL], WaitingFor.PERSON, AT, agenda)
    await store.start(match.id, 1, start_salt="902", moved=moved)
    return await reread(store, match)


async def all_clocks(store) -> list[tuple[object, ...]]:
    return await rows(store, "SELECT match_id, seat, ply FROM clocks ORDER BY match_id, seat")


class TestWrittenWithTheMove:
    async def test_of_a_lobby(self, store):
        agenda = Agenda(lapses_at=AT + MINUTE, wakes_at=AT + MINUTE)
        match = await store.open_match(new(pace=Pace.LIVE, agenda=agenda), AT)
        assert (match.pace, match.agenda) == (Pace.LIVE, agenda)
        later = Agenda(lapses_at=AT + 2 * MINUTE, wakes_at=AT + 2 * MINUTE)
        terms = LobbyTerms(host_id=ANA, options=match.options, seats=match.seats, agenda=later)
        await store.save_lobby(match.id, 1, replace(terms, pace=Pace.SLOW))
        after = await reread(store, match)
        assert (after.pace, after.agenda) == (Pace.SLOW, later)

    async def test_a_move_puts_others_in_their_place(self, store):
        match = await begun(store, BOTH)
        third = ringing(7, replace(FIRST, ply=4, due_at=None))
        await play(store, match, 1, agenda=third)
        assert (await reread(store, match)).agenda == third
        assert await all_clocks(store) == [(match.id, 0, 4)]

    async def test_none_is_left_at_the_end(self, store):
        over = await begun(store, BOTH, 9)
        await play(store, over, 1, places=[FinalPlace(0, ANA, 1, 10, won=True)])
        assert (await reread(store, over)).agenda == NOTHING
        for channel, why in enumerate(CloseReason):
            match = await begun(store, BOTH, channel)
            await store.close(match.id, match.revision, why, AT)
            after = await reread(store, match)
            assert (after.agenda, after.close_reason) == (NOTHING, why)
        assert await all_clocks(store) == []

    async def test_somebody_sits_down(self, store):
        match = await begun(store, BOTH)
        held = Occupant(1, BEN, "steady", missed=2)
        await store.take_seat(match.id, match.revision, held, WaitingFor.PERSON, ringing(4, FIRST))
        after = await reread(store, match)
        assert after.seats[1] == held
        assert after.agenda == ringing(4, FIRST)

    async def test_who_was_late_is_noted_in_their_seat(self, store):
        match = await begun(store, BOTH)
        late = Occupant(0, ANA, missed=1)
        await play(store, match, 1, agenda=BOTH, occupant=late, late=True)
        assert (await reread(store, match)).seats[0] == late

    async def test_all_or_nothing(self, store):
        """The last statement of a move fails: neither the move nor the clocks are there."""
        match = await begun(store, BOTH)
        nobody = Occupant(5, ANA)
        with pytest.raises(Conflict):
            await play(store, match, 1, agenda=ringing(1, FIRST), occupant=nobody)
        assert await reread(store, match) == match
        assert await store.log(match.id) == (DEAL,)


class TestLatePlies:
    async def test_only_the_first_of_several_entries_was_made_by_the_clock(self, store, match):
        await play(store, match, 1, (0, "6-4"), (1, "pass"), late=True)
        await play(store, match, 3, (0, "5-4"))
        await play(store, match, 4, (1, "5-1"), late=True)
        assert await store.late_plies(match.id, 0) == {1, 4}
        assert await store.late_plies(match.id, 2) == {4}
        assert await store.late_plies(match.id, 4) == {4}, "from that ply on, itself included"
        assert await store.late_plies(match.id, 5) == frozenset()


class TestAlarms:
    async def test_they_ring_in_order(self, store):
        ids = [(await begun(store, ringing(at), nth)).id for nth, at in enumerate((3, 1, 2, 2))]
        three, one, two, also_two = ids
        assert await store.next_alarm(ALONE) == AT + MINUTE
        assert await store.alarms(AT, 10, ALONE) == ()
        assert await store.alarms(AT + MINUTE, 10, ALONE) == (Alarm(one, 5),)
        due = [each.match_id for each in await store.alarms(AT + 9 * MINUTE, 10, ALONE)]
        assert due == [one, two, also_two, three]
        first = [each.match_id for each in await store.alarms(AT + 9 * MINUTE, 2, ALONE)]
        assert first == [one, two]

    async def test_lobbies_ring_too_and_what_has_ended_does_not(self, store):
        lobby = await store.open_match(new(agenda=ringing(2)), AT)
        closed = await begun(store, ringing(1), 2)
        over = await begun(store, ringing(1), 3)
        await store.close(closed.id, closed.revision, CloseReason.LEFT, AT)
        await play(store, over, 1, places=[], agenda=ringing(1))  # even if it were planned
        assert await store.next_alarm(ALONE) == AT + 2 * MINUTE
        assert await store.alarms(AT + 9 * MINUTE, 10, ALONE) == (Alarm(lobby.id, 5),)

    async def test_what_cannot_be_seen_to_is_put_off(self, store):
        match = await begun(store, BOTH)
        await store.postpone(match.id, AT + 40 * MINUTE)
        after = await reread(store, match)
        assert after.agenda == replace(BOTH, wakes_at=AT + 40 * MINUTE)
        assert (after.version, after.revision) == (match.version, match.revision + 1)

    async def test_a_later_alarm_or_an_ended_match_is_not_postponed(self, store):
        on = await begun(store, ringing(50, FIRST))
        await store.postpone(on.id, AT + 40 * MINUTE)
        assert (await reread(store, on)).agenda == ringing(50, FIRST)
        ended = await begun(store, ringing(1), 2)
        await store.close(ended.id, ended.revision, CloseReason.LEFT, AT)
        await store.postpone(ended.id, AT + 40 * MINUTE)
        assert (await reread(store, ended)).agenda == NOTHING


class TestPlans:
    async def test_a_plan_is_changed(self, store):
        match = await begun(store, BOTH)
        await store.plan(match.id, match.revision, ringing(8, FIRST))
        planned = replace(match, agenda=ringing(8, FIRST), revision=match.revision + 1)
        assert await reread(store, match) == planned

    async def test_a_plan_that_changes_what_is_shown_makes_the_match_pending(self, store):
        match = await begun(store, BOTH)
        await store.mark_shown(match.id, match.revision, match.version, match.ply)
        assert await store.pending_matches(ALONE) == ()
        await store.plan(match.id, match.revision + 1, ringing(8, FIRST), shown=True)
        assert (await reread(store, match)).version == match.version + 1
        assert await store.pending_matches(ALONE) == (match.id,)

    async def test_a_plan_for_an_old_revision_or_a_closed_match_is_a_conflict(self, store):
        match, closed = await begun(store, BOTH, 1), await begun(store, BOTH, 2)
        await play(store, match, 1, agenda=BOTH)
        await store.close(closed.id, closed.revision, CloseReason.ABSENT, AT)
        for each, revision in ((match, match.revision), (closed, closed.revision + 1)):
            after = await reread(store, each)
            with pytest.raises(Conflict):
                await store.plan(each.id, revision, ringing(8, FIRST))
            assert await reread(store, each) == after
