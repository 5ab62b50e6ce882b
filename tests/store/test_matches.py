from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from sqlalchemy.exc import StatementError

from bot.engine.contract import NATURE
from bot.model.deadlines import NOTHING
from bot.model.match import CloseReason, LobbyTerms, Match, MoveCommit, Occupant, Stage, WaitingFor
from bot.service.ports.faults import ChannelTaken, Conflict
from tests.store.matches import ANA, AT, BEN, CARO, DEAL, DEALT, PLACES, new, play, reread, running
from tests.store.support import execute, outcomes_of, rows


async def expect(store, match: Match, **changed: Any) -> None:
    assert await reread(store, match) == replace(match, **changed)


class TestOpening:
    async def test_a_lobby_is_what_was_asked_for(self, store):
        wanted: dict[str, Any] = {"options": {"target": 100, "lead": "höchster Doppel 🁫"}}
        wanted |= {"secret": bytes(range(32))}

        match = await store.open_match(new(CARO, guild=CARO, user=CARO, **wanted), AT)

        wanted |= {"id": match.id, "guild_id": CARO, "channel_id": CARO, "host_id": CARO}
        wanted |= {"game": "block", "rules": 1, "seats": (Occupant(0, CARO, salt="900"),)}
        wanted |= {"ply": 0, "shown_ply": 0, "version": 1, "shown_version": 0}
        wanted |= {"awaits": WaitingFor.NOBODY, "start_salt": None, "created_at": AT}
        assert match == Match(stage=Stage.LOBBY, **wanted)
        assert await store.match(match.id) == match

    async def test_a_channel_holds_one(self, store):
        first = await store.open_match(new(), AT)
        with pytest.raises(ChannelTaken):
            await store.open_match(new(user=BEN), AT)
        assert await store.open_in(1) == first
        assert await store.open_of(BEN) == ()
        await running(store, channel=2)
        with pytest.raises(ChannelTaken):
            await store.open_match(new(2), AT)

    async def test_a_channel_is_free_again_after_the_end(self, store):
        await store.close((await store.open_match(new(), AT)).id, 1, CloseReason.LEFT, AT)
        played = await running(store)
        await play(store, played, 1, places=PLACES)
        assert (await store.open_match(new(), AT)).id > played.id

    async def test_an_id_is_given_once(self, store):
        match = await store.open_match(new(), AT)
        await execute(store, "DELETE FROM matches")
        assert (await store.open_match(new(), AT)).id > match.id

    async def test_seats_that_clash_are_no_taken_channel(self, store):
        with pytest.raises(Conflict):
            await store.open_match(new(seats=(Occupant(0, ANA), Occupant(0, BEN))), AT)
        assert await store.open_in(1) is None

    async def test_a_time_elsewhere_comes_back_in_utc(self, store):
        here = AT.astimezone(timezone(timedelta(hours=5, minutes=45)))
        match = await store.open_match(new(), here)
        assert match.created_at == AT
        assert match.created_at.tzinfo is UTC

    async def test_a_time_without_a_zone_is_refused(self, store):
        with pytest.raises(StatementError, match="time zone"):
            await store.open_match(new(), datetime(2026, 1, 1))  # noqa: DTZ001

    async def test_the_secret_stays_out_of_what_is_printed(self, store):
        match = await store.open_match(new(secret=b"do not tell" + bytes(21)), AT)
        assert "do not tell" not in repr(match)


class TestFinding:
    async def test_no_such_match(self, store):
        assert await store.match(1) is None
        assert await store.open_in(1) is None
        assert await store.open_of(ANA) == ()
        assert await store.log(1) == ()
        assert await store.posted(1) == ()
        for change in (
            store.commit_moves(77, 1, 0, DEALT),
            store.start(77, 1, start_salt="9", moved=DEALT),
            store.save_lobby(77, 1, LobbyTerms(host_id=BEN, options={})),
        ):
            with pytest.raises(Conflict):
                await change


class TestLobby:
    async def test_what_was_agreed_is_replaced(self, store):
        match = await store.open_match(new(), AT)
        seats = (Occupant(0, BEN, salt="7"), Occupant(1, level="easy"), Occupant(2, CARO))
        agreed: dict[str, Any] = {"host_id": BEN, "options": {"target": "ä"}, "seats": seats}
        await store.save_lobby(match.id, 1, LobbyTerms(**agreed))
        await expect(store, match, version=2, revision=2, **agreed)

    async def test_only_a_lobby_can_be_agreed_on(self, store, match):
        with pytest.raises(Conflict):
            await store.save_lobby(match.id, match.revision, LobbyTerms(host_id=BEN, options={}))
        assert await reread(store, match) == match


class TestStarting:
    async def test_it_runs_with_its_first_moves(self, store):
        match = await store.open_match(new(), AT)
        entries = (DEAL, (NATURE, "lot 0"))
        moved = MoveCommit(entries, WaitingFor.COMPUTER, AT)
        await store.start(match.id, 1, start_salt="902", moved=moved)
        runs = replace(match, stage=Stage.RUNNING, start_salt="902", awaits=WaitingFor.COMPUTER)
        await expect(store, runs, version=2, revision=2, ply=2)
        assert await store.log(match.id) == entries

    async def test_it_starts_once(self, store, match):
        for revision in (1, match.revision):
            with pytest.raises(Conflict):
                await store.start(match.id, revision, start_salt="9", moved=DEALT)
        assert await reread(store, match) == match
        assert await store.log(match.id) == (DEAL,)


class TestMoves:
    async def test_moves_are_added(self, store, match):
        first, last = ((0, "6-4"), (1, "pass"), (NATURE, "lot 1")), (1, "4-1@r")
        await play(store, match, 1, *first)
        await play(store, match, 4, last, awaits=WaitingFor.COMPUTER)
        assert await store.log(match.id) == (DEAL, *first, last)
        await expect(store, match, version=4, revision=4, ply=5, awaits=WaitingFor.COMPUTER)

    async def test_a_change_without_a_move(self, store, match):
        await store.commit_moves(match.id, 2, 1, MoveCommit((), WaitingFor.COMPUTER, AT))
        await expect(store, match, version=3, revision=3, awaits=WaitingFor.COMPUTER)

    @pytest.mark.parametrize("ply", [0, 2, 7])
    async def test_another_ply_is_a_conflict(self, store, match, ply):
        with pytest.raises(Conflict):
            await play(store, match, ply, (0, "6-4"), places=PLACES)
        assert await reread(store, match) == match
        assert await store.log(match.id) == (DEAL,)
        assert await store.ended(match.id) is None

    async def test_the_last_move_ends_the_match(self, store, match):
        await play(store, match, 1, (0, "6-4"), places=PLACES, awaits=WaitingFor.COMPUTER)
        over = replace(match, stage=Stage.OVER, awaits=WaitingFor.NOBODY)
        await expect(store, over, version=3, revision=3, ply=2)
        ended = (await store.ended(match.id)).seats
        told = [(each.user_id, each.place, each.points, each.won) for each in ended]
        assert told == [(ANA, 1, 57, True), (BEN, 2, 12, False)]
        with pytest.raises(Conflict):
            await play(store, match, 2)


class TestSeats:
    async def test_a_seat_that_is_not_there(self, store, match):
        seat = Occupant(2, CARO)
        with pytest.raises(Conflict):
            await store.take_seat(match.id, match.revision, seat, WaitingFor.COMPUTER, NOTHING)
        assert await reread(store, match) == match

    async def test_no_seat_is_taken_in_what_does_not_run_and_no_end_is_closed(self, store):
        lobby = await store.open_match(new(), AT)
        over = await running(store, channel=2)
        await play(store, over, 1, places=PLACES)
        closed = await running(store, channel=3)
        await store.close(closed.id, closed.revision, CloseReason.LEFT, AT)
        for match in (lobby, over, closed):
            before = await reread(store, match)
            seat = Occupant(0, CARO)
            with pytest.raises(Conflict):
                await store.take_seat(match.id, before.revision, seat, WaitingFor.PERSON, NOTHING)
            if match is not lobby:
                with pytest.raises(Conflict):
                    await store.close(match.id, before.revision, CloseReason.LEFT, AT)
            assert await reread(store, match) == before


class TestClosing:
    async def test_a_running_match_waits_for_nobody_then(self, store, match):
        await store.close(match.id, match.revision, CloseReason.LEFT, AT)
        closed = replace(match, stage=Stage.CLOSED, close_reason=CloseReason.LEFT)
        await expect(store, closed, version=3, revision=3, awaits=WaitingFor.NOBODY)
        with pytest.raises(Conflict):
            await play(store, match, 1)

    async def test_nothing_is_left_of_a_deleted_match(self, store, match):
        await play(store, match, 1, places=PLACES)
        await execute(store, "DELETE FROM matches")
        for table in ("seats", "log", "results", "messages"):
            assert await rows(store, f"SELECT * FROM {table}") == []


async def test_a_hint_is_counted_once_for_each_choice(store, match, other):
    taken = "SELECT seat, hints_taken FROM seats ORDER BY seat"
    stores = store, other, store
    counted = await outcomes_of(*(each.count_hint(match.id, 2, 1, 0, 1) for each in stores))
    assert sum(isinstance(each, Conflict) for each in counted) == 2
    assert await rows(store, taken) == [(0, 1), (1, 0)]
    await store.count_hint(match.id, 3, 1, 0, 1)
    assert await rows(store, taken) == [(0, 1), (1, 0)]
    await play(store, match, 1)
    with pytest.raises(Conflict):
        await store.count_hint(match.id, 5, 1, 0, 1)
    await play(store, match, 2, occupant=Occupant(0, level="steady", left_by=ANA))
    await store.count_hint(match.id, 6, 3, 0, 3)
    assert await rows(store, taken) == [(0, 2), (1, 0)]
