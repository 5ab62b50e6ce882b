"""Plans end when they should, are nobody else's to change, and lead to one move or none."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from random import Random
from typing import Any

import pytest

from bot.engine.errors import MatchOver, Refusal, StaleMove
from bot.engine.planning import Wish
from bot.model.errors import (
    NothingToPlan,
    NotSeated,
    NotStarted,
    PlanStopped,
    SeatHeld,
    TableClosed,
    TurnHasCome,
)
from bot.model.plans import Reach
from bot.service.lobby.new_match import MatchPlace
from tests.blank import InMemoryStore
from tests.service.fault_injection import FaultInjectingStore
from tests.service.harness import ANA, BRUNO, CHEN, DANA, NOON, refused
from tests.service.planning import (
    Foreseen,
    begun,
    foresee,
    has_one_that_fits,
    made_by,
    moves_on,
    plan,
    planned,
)
from tests.service.virtual_time import TimedHarness, turns
from tests.store.support import rows


class TestEnds:
    async def test_when_they_leave_or_a_computer_holds_their_seat_or_the_match_is_closed(
        self, timed
    ):
        async def leaves(user: int) -> None:
            await timed.leave(1, user)
            left_at = timed.time.now()
            await timed.matches.undo_leaving(1, user, (await timed.match()).ply, left_at)

        async def is_away(user: int) -> None:
            while not (await timed.match()).seats[(await timed.match()).seat_of(user)].is_held:
                if (await timed.turn(1))[0] != user:
                    await timed.play()
                else:
                    await timed.advance(hours=25)
            await timed.matches.reclaim_seat(1, user)

        async def closed(user: int) -> None:
            del user
            await timed.service.guilds.channel_deleted(10)

        for end in (leaves, is_away, closed):
            timed = TimedHarness(timed.time)
            await begun(timed, ANA, BRUNO, CHEN)
            turn = await foresee(timed, lambda each: len(each.bones(0)) > 3)
            await plan(timed, turn.waiting, turn.bones(0))
            await end(turn.waiting)
            await timed.quiet()
            assert (await timed.match()).agenda.plans == ()
            query = "SELECT count(wishes) + count(reach) FROM seats"
            assert await rows(timed.store.within, query) == [(0,)]
            await timed.end()

    async def test_when_a_move_is_taken_back(self, timed, monkeypatch):
        await begun(timed, ANA, computers=["casual"], rated=False)
        await timed.play()
        while len((await timed.turn(1))[1]) < 2:
            await timed.play()
        ply = (await timed.match()).ply
        state = (await timed.plies(1))[-1].state
        held = [Wish(bone.code) for bone in state.round.hands[0]]
        monkeypatch.setattr(timed.service.computers.queue, "enqueue", lambda _: None)
        code = (await timed.turn(1))[1][0]
        await timed.matches.play(1, ANA, None, code)
        await plan(timed, ANA, [each for each in held if each.piece not in code])
        await timed.service.take_backs.take_back(1, ANA, ply)
        assert await planned(timed, ANA) is None

    async def test_when_they_go_to_it_in_their_turn_and_nothing_is_played(self, timed):
        """It would have been carried out in a moment; from now on, they choose for themselves."""
        await begun(timed)
        turn = await foresee(timed, has_one_that_fits)
        bone = turn.bones(1)[0]
        for press in (
            lambda plans: plans.view(1, turn.waiting),
            lambda plans: plans.add(1, turn.waiting, turn.bones(1)[1]),
            lambda plans: plans.remove(1, turn.waiting, bone.piece),
            lambda plans: plans.extend(1, turn.waiting, Reach.TURN),
        ):
            before = timed.store.within
            copied = FaultInjectingStore(InMemoryStore(await before.content()))
            other = TimedHarness(timed.time, copied)
            await plan(other, turn.waiting, [bone])
            ply = await moves_on(other, turn)
            await refused(PlanStopped, press(other.service.plans))
            await refused(TurnHasCome, press(other.service.plans))
            await other.advance(hours=1)
            assert (await other.match()).ply == ply
            assert await planned(other, turn.waiting) is None
            await other.end()


class TestRefused:
    async def test_what_is_no_wish_of_theirs_changes_nothing(self, timed):
        await begun(timed, ANA, BRUNO, CHEN)
        turn = await foresee(timed, has_one_that_fits)
        hands = (await timed.plies(1))[-1].state.round.hands
        others = {
            bone.code for seat, hand in enumerate(hands) if seat != turn.seat for bone in hand
        }
        mine = turn.bones(1)[0].piece
        await plan(timed, turn.waiting, turn.bones(1)[:1])
        before = await timed.match()
        forged = [*map(Wish, others), Wish(""), Wish("pass"), Wish("draw"), Wish("9-9"), Wish("🀰")]
        forged += [Wish(mine, place) for place in ("l", "7", "-1", "5" * 2000, mine)]
        for wish in forged:
            await refused(StaleMove, timed.service.plans.add(1, turn.waiting, wish))
        for piece in (*others, "", "9-9"):
            await timed.service.plans.remove(1, turn.waiting, piece)
        assert await timed.match() == before

    async def test_nobody_plans_for_others_or_where_nothing_can_be_planned(self, timed):
        plans, some = timed.service.plans, Wish("6-6")

        async def none_can(refusal: type[Refusal], user: int, match_id: int) -> None:
            before = await timed.match(match_id)
            for press in (
                plans.view(match_id, user),
                plans.add(match_id, user, some),
                plans.remove(match_id, user, some.piece),
                plans.extend(match_id, user, Reach.TURN),
            ):
                await refused(refusal, press)
            assert await timed.match(match_id) == before

        await begun(timed)
        await none_can(NotSeated, DANA, 1)
        await refused(NotSeated, plans.stop(1, DANA))
        lobby = await timed.lobby(ANA, BRUNO, where=MatchPlace(1, 11))
        await timed.quiet()
        await none_can(NotStarted, ANA, lobby)
        memory = await timed.running(ANA, BRUNO, game_id="memory", where=MatchPlace(1, 12))
        waiting = {ANA, BRUNO} - {(await timed.turn(memory))[0]}
        await none_can(NothingToPlan, waiting.pop(), memory)
        late, _ = await timed.turn(1)
        await timed.advance(hours=25)
        await timed.play_until_turn_of(late)
        await timed.advance(hours=25)
        await none_can(SeatHeld, late, 1)
        await timed.service.guilds.channel_deleted(10)
        await none_can(TableClosed, ANA, 1)
        short = await timed.running(ANA, BRUNO, target=10, where=MatchPlace(1, 13))
        await timed.play_on(short, Random(1))
        await none_can(MatchOver, ANA, short)


def pressed(timed: TimedHarness, turn: Foreseen, press: str, ply: int) -> Callable[[], Any]:
    """Return what somebody presses who has planned to play their first bone that fits."""
    second, user = turn.bones(1)[1], turn.waiting
    (own,) = turn.granted(second)
    presses = {
        "stop": partial(timed.service.plans.stop, 1, user),
        "change": partial(timed.service.plans.add, 1, user, second),
        "move": partial(timed.matches.play, 1, user, ply, own.code),
    }
    return presses[press]


@pytest.mark.parametrize("step", [3, pytest.param(1, marks=pytest.mark.deep)])
@pytest.mark.parametrize("press", ["stop", "change", "move"])
async def test_pressed_in_the_same_instant_one_move_is_made_or_none(time, only_alarms, press, step):
    """Whichever comes first, however far the other is; what was stopped is never played later."""

    async def after(number: int, do: Callable[[], Awaitable[object]]) -> object:
        await turns(number)
        return await do()

    head_starts, carried_out = range(-13, 14, step), 0
    for head_start in head_starts:
        timed = TimedHarness(time)
        await begun(timed)
        turn = await foresee(timed, has_one_that_fits)
        (planned_move,), (own,) = map(turn.granted, turn.bones(1)[:2])
        await plan(timed, turn.waiting, turn.bones(1)[:1])
        ply = await moves_on(timed, turn)
        time.seconds += 200
        outcome, _ = await asyncio.gather(
            after(head_start, pressed(timed, turn, press, ply)),
            after(-head_start, partial(timed.service.scheduler._handle_due, 1, NOON)),
            return_exceptions=True,
        )
        made = (await made_by(timed, turn.seat, ply))[:1]
        if press == "move":
            assert made == [(planned_move if isinstance(outcome, StaleMove) else own).code]
        else:
            assert made in ([], [planned_move.code])
            assert made or press == "stop" or isinstance(outcome, PlanStopped)
        carried_out += made == [planned_move.code]
        since = await planned(timed, turn.waiting)
        assert made or since is None
        await timed.advance(hours=1)
        assert len(await made_by(timed, turn.seat, ply)) == len(made) or since is not None
        await timed.agree(1)
        await timed.end()
    assert 0 < carried_out < len(head_starts)
